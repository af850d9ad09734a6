# Sourced by the other scripts: where the project is, how to say things, how to build.
# shellcheck shell=bash
project=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
export DLNN_DEPS=${DLNN_DEPS:-$project/.deps}
export OMP_NUM_THREADS=${OMP_NUM_THREADS:-1} # the networks are small: threads cost more than they bring
jobs=${DLNN_JOBS:-$(env -u OMP_NUM_THREADS nproc)}
memory_kib=$(sed -n 's/^MemAvailable: *\([0-9]*\).*/\1/p' /proc/meminfo)
# A translation unit that includes LibTorch takes 1 to 2 GB.
limit=$((memory_kib / 2000000 > 0 ? memory_kib / 2000000 : 1))
jobs=$((jobs < limit ? jobs : limit))

say() { printf '%s\n' "== $*"; }
fail() { # fail CODE MESSAGE
  printf '%s\n' "$(basename "$0"): $2" >&2
  exit "$1"
}

# usage ARGUMENT: the comment at the top of the calling script is its help; --help asks for it, anything unknown is a mistake.
usage() {
  sed -n '2,/^[^#]/s/^# \{0,1\}//p' "$0"
  [ "$1" = --help ] && exit 0
  exit 2
}

# configure PRESET [CMAKE ARGUMENT…]: Ninja when the folder is new and Ninja is there.
configure() {
  local preset=$1 log=$project/build/configure.log generator=()
  shift
  mkdir -p "$project/build"
  if [ ! -f "$project/build/$preset/CMakeCache.txt" ] && command -v ninja >/dev/null; then generator=(-G Ninja); fi
  (cd "$project" && cmake --preset "$preset" "${generator[@]}" "$@") >"$log" 2>&1 || {
    tail -n 25 "$log" >&2
    fail 1 "CMake cannot configure the preset $preset (above); the whole output is in $log"
  }
}

# build PRESET [TARGET…]: quiet unless it fails.
build() {
  local preset=$1 log=$project/build/build.log
  shift
  (cd "$project" && cmake --build --preset "$preset" -j "$jobs" ${1:+--target "$@"}) >"$log" 2>&1 || {
    grep -E -A 12 'error|FAILED|undefined reference' "$log" | head -n 60 >&2
    fail 1 "the build of the preset $preset failed (above); the whole output is in $log"
  }
}
