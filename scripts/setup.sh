#!/usr/bin/env bash
# Installs what dlnn needs on Debian 12, Ubuntu 24.04 or newer. Changes nothing that is already there; a second run takes a moment.
#   scripts/setup.sh           packages to build and use dlnn, and LibTorch unless you have one (CMAKE_PREFIX_PATH or Torch_DIR)
#   scripts/setup.sh --dev     also what scripts/test.sh needs: linters, benchmarks
#   scripts/setup.sh --cuda    also what LibTorch needs on an NVIDIA GPU (2.5 GB to download, 4.7 GB on disk)
# LibTorch goes to .deps/ in the project, or to $DLNN_DEPS.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

torch_version=2.11.0
torch_wheels=("torch==$torch_version" nvidia-cuda-runtime==13.0.96 nvidia-cuda-cupti==13.0.85)
# The other libraries of the CUDA release that the wheel was built with (its METADATA; Triton and the Python bindings are not needed).
cuda_wheels=(nvidia-cublas==13.1.0.3 nvidia-cuda-nvrtc==13.0.88 nvidia-cudnn-cu13==9.19.0.56 nvidia-cufft==12.0.0.61
  nvidia-cufile==1.15.1.6 nvidia-curand==10.4.0.35 nvidia-cusolver==12.0.4.66 nvidia-cusparse==12.6.3.3
  nvidia-cusparselt-cu13==0.8.0 nvidia-nccl-cu13==2.28.9 nvidia-nvjitlink==13.0.88 nvidia-nvshmem-cu13==3.4.5 nvidia-nvtx==13.0.85)
packages=(build-essential cmake ninja-build ccache pkg-config git python3 python3-pip ca-certificates
  libyaml-cpp-dev libspdlog-dev libcli11-dev libhdf5-dev nlohmann-json3-dev libeigen3-dev libmatio-dev libzip-dev libmd-dev
  libgtest-dev libgmock-dev gnuplot-nox)
dev_packages=(clang clang-format clang-tidy libbenchmark-dev binutils)

dev=0 cuda=0
for argument in "$@"; do
  case $argument in
    --dev) dev=1 ;;
    --cuda) cuda=1 ;;
    *) usage "$argument" ;;
  esac
done

install_packages() {
  command -v dpkg-query >/dev/null || fail 6 "this is no Debian or Ubuntu; install these or their equivalents yourself: $*"
  local missing=() as_root=() log
  mapfile -t missing < <(comm -23 <(printf '%s\n' "$@" | sort) \
    <(dpkg-query -W -f='${Package} ${db:Status-Status}\n' "$@" 2>/dev/null | sed -n 's/ installed$//p' | sort))
  [ ${#missing[@]} -gt 0 ] || return 0
  if [ "$(id -u)" != 0 ]; then
    command -v sudo >/dev/null || fail 6 "not root and no sudo; as root: apt-get install ${missing[*]}"
    as_root=(sudo)
  fi
  log=$(mktemp)
  say "installing ${#missing[@]} packages: ${missing[*]}"
  if ! { "${as_root[@]}" apt-get update -qq &&
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}"; } >"$log" 2>&1; then
    grep -E '^[EW]:' "$log" | tail -n 3 >&2
    fail 6 "apt-get failed (above, log in $log); check the network, then run again or: apt-get install ${missing[*]}"
  fi
  rm -f "$log"
}

# The folder of a TorchConfig.cmake that the user points at, if any: the same places as cmake/LibTorch.cmake.
own_libtorch() {
  local prefix
  if [ -n "${Torch_DIR:-}" ]; then
    [ -f "$Torch_DIR/TorchConfig.cmake" ] || fail 2 "Torch_DIR=$Torch_DIR holds no TorchConfig.cmake; unset it or correct it"
    echo "$Torch_DIR"
    return
  fi
  while IFS= read -r -d : prefix; do
    if [ -n "$prefix" ] && [ -f "$prefix/share/cmake/Torch/TorchConfig.cmake" ]; then
      echo "$prefix/share/cmake/Torch"
      return
    fi
  done <<<"${CMAKE_PREFIX_PATH:-}:"
}

# Installs the wheels in $@ into $DLNN_DEPS/python: into a new folder beside it, which takes its place only when complete.
install_wheels() {
  local folder=$DLNN_DEPS/python part=$DLNN_DEPS/python.part log wheel complete=1
  for wheel in "$@"; do
    wheel=${wheel//-/_}
    [ -d "$folder/${wheel/==/-}.dist-info" ] || complete=0
  done
  [ $complete = 0 ] || return 0
  say "downloading LibTorch $torch_version into $folder"
  mkdir -p "$DLNN_DEPS" || fail 6 "cannot write to $DLNN_DEPS; give another folder in the variable DLNN_DEPS"
  trap 'rm -rf "$DLNN_DEPS/python.part"' EXIT
  trap 'exit 130' INT TERM
  rm -rf "$part"
  log=$(mktemp)
  # Plain pip with --target, so neither a virtual environment nor the system's Python is touched (PEP 668 allows it). One Python version
  # for everybody: only the C++ part of the wheel is used.
  PIP_ROOT_USER_ACTION=ignore python3 -m pip install --quiet --disable-pip-version-check --no-cache-dir --no-deps --no-compile \
    --only-binary=:all: --python-version 3.11 --target "$part" "$@" >"$log" 2>&1 || {
    grep -v '^ *$' "$log" | tail -n 3 >&2
    rm -f "$log"
    fail 6 "pip could not install LibTorch (above); check the network and the free space at $DLNN_DEPS, then run scripts/setup.sh again"
  }
  rm -rf "$log" "$folder"
  mv "$part" "$folder"
  trap - EXIT INT TERM
}

all=("${packages[@]}")
[ $dev = 0 ] || all+=("${dev_packages[@]}")
install_packages "${all[@]}"
own=$(own_libtorch)
if [ -n "$own" ]; then
  say "LibTorch: your own, $own"
else
  [ $cuda = 0 ] || torch_wheels+=("${cuda_wheels[@]}")
  install_wheels "${torch_wheels[@]}"
fi
