#!/usr/bin/env bash
# Time of a training step and of an evaluation, beside a published-style DeLaN and LNN in PyTorch, in turns on one core.
#   DLNN_PEER_PYTHON=…/bin/python scripts/bench_step.sh PEER_STEPS.py [ROUNDS]
# PEER_STEPS.py prints one JSON line with train_s and evaluate_s; DLNN_PEER_PYTHON is a Python that has torch.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
peer=${1:-} rounds=${2:-5}
[ -f "$peer" ] || usage "$peer"
python=${DLNN_PEER_PYTHON:-python3}
"$python" -c 'import torch' 2>/dev/null || fail 2 "$python has no torch; name one that has it in the variable DLNN_PEER_PYTHON"

"$project/scripts/setup.sh" --dev
configure release -DDLNN_BENCHMARKS=ON
build release dlnn_benchmarks
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Both sides in turns, so that a change of the machine's pace meets both; the processors' own settings of OpenBLAS are not ours.
pinned() { env -u OPENBLAS_CORETYPE -u OPENBLAS_L2_SIZE taskset -c "${DLNN_BENCH_CORE:-0}" "$@"; }
for round in $(seq "$rounds"); do
  say "round $round of $rounds"
  for model in delan lnn; do
    for size in "2 64 128" "6 64 128" "2 128 512" "6 128 512"; do
      read -r n hidden batch <<<"$size"
      pinned "$python" "$peer" --framework torch --variant expert --model "$model" --n "$n" --hidden "$hidden" --batch "$batch" \
        >>"$work/peer.jsonl"
      pinned "$project/build/release/benchmarks/dlnn_benchmarks" --benchmark_format=json --benchmark_min_time=0.3 \
        --benchmark_filter="/($([ "$model" = delan ] && echo 'delan|dlnn' || echo lnn))/n:$n/hidden:$hidden/batch:$batch\$" \
        2>/dev/null | tr -d '\n' >>"$work/ours.jsonl"
      echo >>"$work/ours.jsonl"
    done
  done
done
"$python" "$project/scripts/bench_table.py" "$work/peer.jsonl" "$work/ours.jsonl"
