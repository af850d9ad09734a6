#!/usr/bin/env bash
# Installs the build, moves the prefix, and uses it as an outsider would: packaging_test.sh BUILD_DIR
# cmake --install, the executable's libraries, find_package(dlnn), and that --help does not load LibTorch.
set -euo pipefail
build=$1
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() {
  echo "packaging: $*" >&2
  exit 1
}

cmake --install "$build" --prefix "$work/prefix" >"$work/install.log" || fail "cmake --install failed: $(tail -n 3 "$work/install.log")"
mv "$work/prefix" "$work/moved"
dlnn=$work/moved/bin/dlnn

# libraries COMMAND…: what the loader opens for it.
libraries() { LD_DEBUG=files LD_DEBUG_OUTPUT=$work/ld "$@" >"$work/output" && cat "$work"/ld.* && rm "$work"/ld.*; }

libraries "$dlnn" --help >"$work/help"
grep -q libdlnn_base "$work/help" || fail "the loader's report is empty, so this test shows nothing"
if grep -q libtorch "$work/help"; then fail "--help loads LibTorch"; fi
libraries "$dlnn" info >"$work/info" || fail "dlnn info fails from a moved prefix"
grep -q "$work/moved/lib.*/libdlnn.so" "$work/info" || fail "dlnn info does not load libdlnn of its own prefix"
grep -q libtorch_cpu "$work/info" || fail "dlnn info does not load LibTorch"

cmake -S "$here/consumer" -B "$work/build" -DCMAKE_PREFIX_PATH="$work/moved" -DCMAKE_BUILD_TYPE=Debug >"$work/configure.log" 2>&1 ||
  fail "find_package(dlnn) fails: $(tail -n 8 "$work/configure.log")"
cmake --build "$work/build" >"$work/build.log" 2>&1 || fail "a program that uses dlnn does not build: $(tail -n 20 "$work/build.log")"
"$work/build/consumer" || fail "the program that uses dlnn fails"
