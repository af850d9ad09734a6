#!/usr/bin/env bash
# The main job on the bundled recording of a driven two-joint arm with friction: trains the four models, compares them on trajectories they
# have not seen, rolls out, exports. Sets up and builds first what is missing.
#   scripts/demo.sh [FOLDER]      results go to FOLDER (runs/demo)
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
case ${1:-} in -*) usage "$1" ;; esac
output=$(realpath -m "${1:-$project/runs/demo}")
models=(mlp lnn delan dlnn)

step() { # step MESSAGE COMMAND…: shows what is run, stops with a clear message when it fails
  local message=$1
  shift
  printf '\n== %s\n$ %s\n' "$message" "dlnn ${*:2}"
  "$@" || fail $? "that failed (exit code $?): the line above says why"
}

"$project/scripts/setup.sh"
say "building"
configure release
build release dlnn_cli
dlnn=$project/build/release/bin/dlnn
cd "$project"
mkdir -p "$output"

step "What is in the recording" "$dlnn" data inspect data/arm2.h5
for model in "${models[@]}"; do
  step "Training $model" "$dlnn" train "configs/arm2/$model.yaml" --output "$output"
done
newest() { find "$output/arm2-$1" -maxdepth 1 -name 'version_*' | sort -V | tail -n 1; } # newest MODEL: folder of its last run
runs=()
for model in "${models[@]}"; do runs+=("$(newest "$model")"); done
for run in "${runs[@]}"; do
  step "Errors of $(basename "$(dirname "$run")") on the test trajectories" "$dlnn" evaluate "$run"
done
step "The four side by side" "$dlnn" compare "${runs[@]}" --output "$output/compare"
step "Rolling out dlnn" "$dlnn" rollout "$(newest dlnn)" --output "$output/rollout.h5"
step "Exporting dlnn" "$dlnn" export "$(newest dlnn)" --output "$output/dlnn.pt"

cat <<END

== done in $((SECONDS / 60)) min $((SECONDS % 60)) s
comparison   $output/compare/report.html
each model   $output/arm2-MODEL/version_K/report.html and plots/
roll-out     $output/rollout.h5
TorchScript  $output/dlnn.pt
END
