"""`borgo simulate`: plays whole games between bots, and counts and checks them."""

import argparse
import json
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from client.own_processes import spawning
from client.simulation import GameReport, Task, play_one
from client.typed import switches_from, whole
from client.written_files import check_folder
from engine.canonical import digest
from engine.editions import edition
from engine.editions.third.presets import PRESETS

NAME = "simulate"
SUMMARY = "play many games between bots and count the results"


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument("--games", type=whole(1), default=10, metavar="N", help="how many games")
    parser.add_argument("--seed", default="1", metavar="S", help="where all chance comes from")
    parser.add_argument(
        "--edition",
        default="fourth",
        metavar="P",
        help=f"rules preset: {', '.join(PRESETS)}; or all, to go round them",
    )
    parser.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="SWITCH=VALUE",
        help="change one rules switch; may be given several times",
    )
    parser.add_argument("--players", choices=("random", "plain"), default="random")
    parser.add_argument("--jobs", type=whole(1), default=1, metavar="J", help="processes")
    parser.add_argument("--out", type=Path, metavar="DIR", help="keep every record there")
    parser.add_argument("--json", action="store_true", help="print the report as JSON")


def run(arguments: argparse.Namespace) -> int:
    """Play the games and report; 1 if anything broke."""
    switches = switches_from(arguments.set)
    presets = list(PRESETS) if arguments.edition == "all" else [arguments.edition]
    for preset in presets:
        edition(preset, switches)
    if arguments.out is not None:
        check_folder(arguments.out)
    tasks = [
        Task(
            seed=arguments.seed,
            number=number,
            preset=presets[number % len(presets)],
            switches=switches,
            players=arguments.players,
            keep=None if arguments.out is None else str(arguments.out),
        )
        for number in range(arguments.games)
    ]
    started = time.perf_counter()
    reports = _play(tasks, arguments.jobs)
    summary = _summary(reports, time.perf_counter() - started)
    print(json.dumps(summary, indent=2) if arguments.json else _in_words(summary))
    return 1 if summary["dead_ends"] or summary["errors"] else 0


def _play(tasks: list[Task], jobs: int) -> list[GameReport]:
    if jobs == 1:
        return [play_one(task) for task in tasks]
    with ProcessPoolExecutor(jobs, mp_context=spawning()) as pool:
        return list(pool.map(play_one, tasks, chunksize=max(1, len(tasks) // (jobs * 8))))


def _summary(reports: list[GameReport], seconds: float) -> dict[str, object]:
    answers = sum(report.answers for report in reports)
    choices = sum(report.choices for report in reports)
    rounds = [report.rounds for report in reports]
    return {
        "games": len(reports),
        "finished": sum(report.finished for report in reports),
        "winners": dict(Counter(f"{each.outcome}: {each.cause}" for each in reports)),
        "rounds": {
            "least": min(rounds),
            "mean": round(sum(rounds) / len(rounds), 1),
            "most": max(rounds),
        },
        "answers": answers,
        "choices": choices,
        "answers_per_second": round(answers / seconds),
        "choices_per_second": round(choices / seconds),
        "dead_ends": sum(report.is_dead_end for report in reports),
        "errors": [
            {"game": report.number, "fault": report.fault, "record": report.record}
            for report in reports
            if report.fault
        ],
        "digest": digest([report.digest for report in reports]),
    }


def _in_words(summary: dict[str, object]) -> str:
    lines = [f"{name.replace('_', ' '):20} {value}" for name, value in summary.items()]
    return "\n".join(lines)
