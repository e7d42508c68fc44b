"""`borgo bench`: how fast the program is, as ratios measured in one run."""

import argparse
import json
import platform
import sys

from client.benchmarks import engine_bench

NAME = "bench"
SUMMARY = "measure how fast the program is"


def configure(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    kinds = parser.add_subparsers(dest="kind", required=True, metavar="WHAT")
    engine = kinds.add_parser("engine", help="play, replay, fork and deduction")
    engine.add_argument("--games", type=int, default=40, metavar="N", help="games of each kind")
    engine.add_argument("--seed", default="bench", metavar="S")
    engine.add_argument("--json", action="store_true", help="print the figures as JSON")


def run(arguments: argparse.Namespace) -> int:
    """Measure and print."""
    figures = {
        "machine": f"{platform.machine()} {platform.system()}, Python {platform.python_version()}",
        **engine_bench.measure(arguments.games, arguments.seed),
    }
    if arguments.json:
        json.dump(figures, sys.stdout, indent=2)
        print()
        return 0
    for name, value in figures.items():
        print(f"{name.replace('_', ' '):52} {value}")
    return 0
