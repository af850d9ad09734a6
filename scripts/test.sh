#!/usr/bin/env bash
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
"$project/scripts/setup.sh" --dev
configure release
build release
(cd "$project" && ctest --preset release -j "$jobs")
