"""`borgo bench`: how fast the program is, as ratios measured in one run."""

import argparse
import json
import os
import platform
import sys
from typing import Any

from client.typed import whole
from client.workshop.bench import engine_bench, net_bench, table_bench

NAME = "bench"
SUMMARY = "measure how fast the program is"


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    kinds = parser.add_subparsers(dest="kind", required=True, metavar="WHAT")
    engine = kinds.add_parser("engine", help="play, replay, fork and deduction")
    engine.add_argument("--games", type=whole(1), default=40, metavar="N", help="of each kind")
    engine.add_argument("--seed", default="bench", metavar="S")
    engine.add_argument("--json", action="store_true", help="print the figures as JSON")
    net = kinds.add_parser("net", help="proofs, and a whole table, beside what they are made of")
    net.add_argument(
        "--rounds", type=whole(1), default=20, metavar="N", help="how often each is timed"
    )
    net.add_argument(
        "--set", action="append", default=[], metavar="SWITCH=VALUE", help="for the table's game"
    )
    net.add_argument("--no-table", action="store_true", help="the proofs alone")
    net.add_argument("--json", action="store_true", help="print the figures as JSON")
    window = kinds.add_parser("window", help="the window beside bare Qt ones")
    window.add_argument(
        "--rounds", type=whole(1), default=21, metavar="N", help="how often each is timed"
    )
    window.add_argument("--json", action="store_true", help="print the figures as JSON")


def run(arguments: argparse.Namespace) -> int:
    """Measure and print."""
    figures = {
        "machine": f"{platform.machine()} {platform.system()}, Python {platform.python_version()}",
        **_measure(arguments),
    }
    if arguments.json:
        json.dump(figures, sys.stdout, indent=2)
        print()
        return 0
    for name, value in figures.items():
        print(f"{name.replace('_', ' '):52} {value}")
    return 0


def _measure(arguments: argparse.Namespace) -> dict[str, Any]:
    if arguments.kind == "window":
        return _measure_window(arguments.rounds)
    if arguments.kind == "net":
        proofs = net_bench.measure(arguments.rounds)
        return proofs if arguments.no_table else proofs | table_bench.measure(tuple(arguments.set))
    return engine_bench.measure(arguments.games, arguments.seed)


def _measure_window(rounds: int) -> dict[str, Any]:
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")  # a figure needs no screen
    from client.workshop.bench import start_bench, window_bench, window_play  # noqa: PLC0415 (Qt: slow)

    started, played = start_bench.measure(rounds), window_play.measure()
    return (
        window_bench.measure(rounds)
        | started
        | played
        | {"playing_per_empty": round(played["playing_mb"] / started["memory_empty_mb"], 3)}
    )
