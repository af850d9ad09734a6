#!/usr/bin/env python3
"""Medians of scripts/bench_step.sh and their ratios: bench_table.py PEER.jsonl OURS.jsonl"""

import collections
import json
import statistics
import sys


def read_peer(path):
    """{(what, model, n, hidden, batch): milliseconds of each round}"""
    times = collections.defaultdict(list)
    with open(path, encoding="utf-8") as lines:
        for row in map(json.loads, lines):
            size = (row["model"], row["n"], row["hidden"], row["batch"])
            times[("train", *size)].append(1e3 * row["train_s"])
            times[("evaluate", *size)].append(1e3 * row["evaluate_s"])
    return times


def read_ours(path):
    times = collections.defaultdict(list)
    with open(path, encoding="utf-8") as lines:
        for entry in (entry for line in lines for entry in json.loads(line)["benchmarks"]):
            what, model, *size = entry["name"].split("/")
            times[(what, model, *(int(value.split(":")[1]) for value in size))].append(entry["real_time"])
    return times


def main():
    peer, ours = read_peer(sys.argv[1]), read_ours(sys.argv[2])
    print(f"{'':9}{'model':10}{'n':>3}{'hidden':>8}{'batch':>7}{'PyTorch ms':>12}{'dlnn ms':>10}{'PyTorch/dlnn':>14}")
    for key, times in sorted(ours.items()):
        what, model, *size = key
        rival = statistics.median(peer[(what, "lnn" if model == "lnn" else "delan", *size)])
        own = statistics.median(times)
        print(f"{what:9}{model:10}{size[0]:3}{size[1]:8}{size[2]:7}{rival:12.3f}{own:10.3f}{rival / own:14.2f}")


if __name__ == "__main__":
    main()
