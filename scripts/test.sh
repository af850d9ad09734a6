#!/usr/bin/env bash
# Everything that is checked: set-up, build, all tests, formatting and lint. What CI runs.
#   scripts/test.sh              all of it
#   scripts/test.sh --sanitize   the tests under the address and undefined-behaviour sanitizers instead
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

case ${1:-} in
  "") preset=release ;;
  --sanitize) preset=asan-ubsan ;;
  *) usage "$1" ;;
esac

"$project/scripts/setup.sh" --dev
say "building (preset $preset)"
configure "$preset" -DDLNN_BENCHMARKS=ON
build "$preset"

say "tests"
(cd "$project" && ctest --preset "$preset" -j "$jobs") || fail 1 "tests failed (above)"

if [ "$preset" = release ]; then
  say "formatting and lint"
  "$project/scripts/lint.py" -j "$jobs"
fi
say "all passed in $((SECONDS / 60)) min $((SECONDS % 60)) s"
