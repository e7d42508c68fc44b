"""`borgo soak`: long trials of the table that no ordinary run of the tests has time for.

Simulated tables unless another trial is asked for. Everything that chance decides comes from seeds,
which are printed: what shows a fault can be run again by itself.
"""

import argparse
from pathlib import Path

from client.soak import long_trials
from client.soak.timed_worlds import FEWEST_PAIRS
from client.typed_numbers import whole
from client.written_files import check_files, check_folder

NAME = "soak"
SUMMARY = "try the table for hours: bad networks, crashes, liars, hostile bytes"

_TABLES = 2000
_INPUTS = 1_000_000
_PROGRESS = Path(".borgo") / "soak.jsonl"


def configure(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    trial = parser.add_mutually_exclusive_group()
    trial.add_argument(
        "--fuzz", action="store_true", help="hostile bytes for everything that reads bytes"
    )
    trial.add_argument(
        "--records", type=whole(1), metavar="N",
        help="so many spoilt records and stores: judged, replayed, gone back to",
    )  # fmt: skip
    trial.add_argument(
        "--crashes", action="store_true", help="a game interrupted at every write and every send"
    )
    trial.add_argument(
        "--altered", action="store_true", help="a recorded game, every entry altered in every way"
    )
    trial.add_argument(
        "--kills", type=whole(1), metavar="N", help="real programs, killed so often at any moment"
    )
    trial.add_argument(
        "--departures", action="store_true",
        help="real programs of which some go for good; the others, or newcomers, play on for them",
    )  # fmt: skip
    trial.add_argument(
        "--floods", action="store_true",
        help="real programs that a player and an onlooker flood: is the game slower? four minutes",
    )  # fmt: skip
    trial.add_argument(
        "--namespaces", action="store_true", help="real programs on networks that go wrong (Linux)"
    )
    trial.add_argument(
        "--evening", action="store_true",
        help="five programs meet, play, are killed, sleep, move, leave and come back: five minutes",
    )  # fmt: skip
    trial.add_argument(
        "--windows", type=whole(1), metavar="N",
        help="whole games of five windows in one process, and of three, one of which goes",
    )  # fmt: skip
    trial.add_argument(
        "--secrets", action="store_true",
        help="real programs and windows: memory, files, wire searched for others' secrets (Linux)",
    )  # fmt: skip
    trial.add_argument(
        "--worlds", type=whole(FEWEST_PAIRS), metavar="N",
        help="two worlds with other secrets, played so often: do answers take longer in one?",
    )  # fmt: skip
    parser.add_argument("--inside", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument(
        "--tables", type=whole(1), default=_TABLES, metavar="N", help="how many simulated tables"
    )
    parser.add_argument(
        "--inputs", type=whole(1), default=_INPUTS, metavar="N", help="how many hostile inputs"
    )
    parser.add_argument(
        "--from",
        type=whole(0),
        default=0,
        dest="first",
        metavar="SEED",
        help="the first seed, input, interruption or entry",
    )
    parser.add_argument("--whole", action="store_true", help="games of the whole length")
    parser.add_argument(
        "--group", default=long_trials.REAL_GROUP, metavar="MODULE:NAME", help="the group played in"
    )
    parser.add_argument("--jobs", type=whole(1), metavar="J", help="processes; as many as fit")
    parser.add_argument(
        "--progress", type=Path, default=_PROGRESS, metavar="FILE",
        help="tables that were run are listed there, and not run again",
    )  # fmt: skip
    parser.add_argument("--corpus", type=Path, metavar="DIR", help="keep telling inputs there")


def run(arguments: argparse.Namespace) -> int:
    """Run the trial that was asked for; 1 if anything is not as it should be."""
    if arguments.corpus is not None:
        check_folder(arguments.corpus)
    for name, trial in long_trials.TRIALS.items():
        if getattr(arguments, name, False):
            return trial(arguments)
    check_folder(arguments.progress.parent)
    check_files(arguments.progress)
    return long_trials.try_many_tables(arguments)
