"""`borgo soak`: long trials of tables, for which ordinary test runs have no time.

By default tables are simulated; options choose other trials. All chance comes from seeds, which are
printed, so whatever shows a fault can be run again alone.
"""

import argparse
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache, partial
from os import cpu_count
from pathlib import Path
from typing import TypeVar

import msgspec

from client.own_processes import spawning
from client.typed import whole
from client.words.words import fault_words
from client.workshop.hostile.altered_records import ALTERATIONS, not_found
from client.workshop.hostile.fuzzing import FuzzTrial, fuzz, joined
from client.workshop.programs import NoNamespaces, end_politely, run_inside
from client.workshop.simulated.judgement import (
    REAL_GROUP,
    Progress,
    TableTrial,
    count_effects,
    group_called,
    interrupted,
    plan_of_crashes,
    try_table,
)
from client.workshop.simulated.simulated_table import SimulatedTable
from client.workshop.simulated.table_plan import SHORT, WHOLE
from client.workshop.soak.floods import flooded_games
from client.workshop.soak.kept_secrets import kept_secrets
from client.workshop.soak.long_evening import ON_LOOPBACK, PEERS, Site, evening
from client.workshop.soak.short_games import departed_games, killed_games
from client.workshop.soak.timed_worlds import FEWEST_PAIRS, timed_worlds
from client.written_files import check_files, check_folder

__all__ = ["REAL_GROUP", "TRIALS", "try_many_tables"]


NAME = "soak"
SUMMARY = "try the table for hours: bad networks, crashes, liars, hostile bytes"

_TABLES = 2000
_INPUTS = 1_000_000
_PROGRESS = Path(".borgo") / "soak.jsonl"


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
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
        "--group", default=REAL_GROUP, metavar="MODULE:NAME", help="the group played in"
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
    for name, trial in TRIALS.items():
        if getattr(arguments, name, False):
            return trial(arguments)
    check_folder(arguments.progress.parent)
    check_files(arguments.progress)
    return try_many_tables(arguments)


# The trials of `borgo soak`: each goes through its numbers and prints what it finds.


_INPUTS_AT_ONCE = 5000
_GAME = "soak"  # the seed of the game that is interrupted and altered

Task = TypeVar("Task")
Result = TypeVar("Result")


def _on_all_processors(
    work: Callable[[Task], Result], tasks: Iterable[Task], jobs: int | None
) -> Iterator[Result]:
    """The results in the order of the tasks, each as soon as it is there."""
    if jobs == 1:
        yield from map(work, tasks)
        return
    with ProcessPoolExecutor(jobs or cpu_count(), mp_context=spawning()) as pool:
        yield from pool.map(work, tasks)


def try_many_tables(arguments: argparse.Namespace) -> int:
    """Simulated tables, those that were run already left out."""
    group_called(arguments.group)
    progress = Progress(arguments.progress)
    numbers = range(arguments.first, arguments.first + arguments.tables)
    wanted = [f"whole {number}" if arguments.whole else str(number) for number in numbers]
    left = [seed for seed in wanted if (seed, arguments.group) not in progress.trials]
    if len(left) < len(wanted):
        print(f"{len(wanted) - len(left)} tables were run before ({arguments.progress})")
    breadth = WHOLE if arguments.whole else SHORT
    attempt = partial(try_table, group=arguments.group, breadth=breadth)
    for trial in _on_all_processors(attempt, left, arguments.jobs):
        progress.add(trial)
        print(trial.in_words, flush=True)
    return _summed_up([progress.trials[seed, arguments.group] for seed in wanted])


def _summed_up(trials: Sequence[TableTrial]) -> int:
    wrong = [trial.seed for trial in trials if trial.faults]
    requests = sum(trial.requests for trial in trials)
    crashes = sum(trial.crashes for trial in trials)
    print(f"{len(trials)} tables, {requests} requests, {crashes} crashes")
    print(f"not as they should be: {', '.join(wrong) or 'none'}")
    return 1 if wrong else 0


def _fuzz(arguments: argparse.Namespace) -> int:
    return _hostile(arguments, arguments.inputs, records=False)


def _records(arguments: argparse.Namespace) -> int:
    return _hostile(arguments, arguments.records, records=True)


def _hostile(arguments: argparse.Namespace, inputs: int, *, records: bool) -> int:
    """So many inputs, in runs."""
    group_called(arguments.group)
    end = arguments.first + inputs
    starts = range(arguments.first, end, _INPUTS_AT_ONCE)
    runs = [range(start, min(start + _INPUTS_AT_ONCE, end)) for start in starts]
    trials: list[FuzzTrial] = []
    attempt = partial(fuzz, group=arguments.group, records=records)
    for trial in _on_all_processors(attempt, runs, arguments.jobs):
        trials.append(trial)
        for fault in trial.faults:
            print(fault)
        print(f"inputs {trial.first} to {trial.first + trial.inputs - 1}", flush=True)
    whole = joined(trials)
    for outcome, count in sorted(whole.outcomes.items()):
        print(f"{outcome:28} {count}")
    if arguments.corpus is not None:
        _keep_corpus(whole, arguments.corpus)
    print(f"at most {whole.memory_mb:.0f} MB in a process")
    print(f"{whole.inputs} inputs, {len(whole.faults)} not as they should be")
    return 1 if whole.faults else 0


def _keep_corpus(trial: FuzzTrial, folder: Path) -> None:
    """One line for each reason, with the shortest input that has it."""
    folder.mkdir(parents=True, exist_ok=True)
    lines: dict[str, list[bytes]] = {}
    for key, content in sorted(trial.corpus.items()):
        name, _, reason = key.partition(": ")
        line = msgspec.json.encode({"reason": reason, "input": content})
        lines.setdefault(name.replace(" ", "-"), []).append(line)
    for name, listed in lines.items():
        (folder / f"{name}.jsonl").write_bytes(b"\n".join(listed) + b"\n")


def _crash(number: int, group: str) -> list[str]:
    return interrupted(_GAME, group_called(group), number)


def _crashes(arguments: argparse.Namespace) -> int:
    effects = count_effects(_GAME, group_called(arguments.group))
    print(f"a game of two with {effects} writes and sends")
    return _each(partial(_crash, group=arguments.group), effects, arguments, "interruptions")


@cache
def _played(group: str) -> SimulatedTable:
    table = SimulatedTable(plan_of_crashes(_GAME), group_called(group))
    table.run()
    return table


def _alter(number: int, group: str) -> list[str]:
    peers = _played(group).peers
    identities = [peer.identity for peer in peers]
    return not_found(peers[0].file(), identities, group_called(group), number)


def _altered(arguments: argparse.Namespace) -> int:
    entries = len(_played(arguments.group).peers[0].file().entries)
    print(f"a game of {entries} entries, each altered in {len(ALTERATIONS)} ways")
    return _each(partial(_alter, group=arguments.group), entries, arguments, "entries")


def _each(
    work: Callable[[int], list[str]], end: int, arguments: argparse.Namespace, called: str
) -> int:
    """One trial for each number; a line for each fault and now and then how far it is."""
    wrong, numbers = 0, range(arguments.first, end)
    results = _on_all_processors(work, numbers, arguments.jobs)
    for number, faults in zip(numbers, results, strict=True):
        wrong += bool(faults)
        for fault in faults:
            print(f"{number}: {fault}")
        if number % 100 == 99:
            print(f"{number + 1} of {end} {called}", flush=True)
    print(f"{len(numbers)} {called}, {wrong} not as they should be")
    return 1 if wrong else 0


def _kills(arguments: argparse.Namespace) -> int:
    wrong, kills = 0, 0
    for game in killed_games(arguments.first, arguments.kills):
        wrong += game.fault is not None
        kills += game.kills
        print(game.in_words, flush=True)
    print(f"{kills} kills, {wrong} games not as they should be")
    return 1 if wrong else 0


def _namespaces(arguments: argparse.Namespace) -> int:
    end_politely()
    if not arguments.inside:
        whole = ["--whole"] if arguments.whole else []
        return run_inside(["soak", "--namespaces", "--inside", *whole])
    # Only Linux has what this module imports.
    from client.workshop.soak.network_games import lan_games  # noqa: PLC0415

    return _told(lan_games(is_whole=arguments.whole))


def _evening(arguments: argparse.Namespace) -> int:
    end_politely()
    seed = f"evening {arguments.first}"
    if arguments.inside:
        return _ended(_on_network(seed))
    print("an evening of five programs, one of them a window", flush=True)
    try:
        return run_inside(["soak", "--evening", "--inside", "--from", str(arguments.first)])
    except NoNamespaces as why:
        print(f"on loopback, and no address changes: {fault_words(why)}", flush=True)
        return _ended(evening(ON_LOOPBACK, seed))


def _on_network(seed: str) -> str | None:
    # Only Linux has what this module imports.
    from client.workshop.soak.network_games import Network, address, inside  # noqa: PLC0415

    network = Network(PEERS)
    try:
        return evening(Site(network, address(0), inside), seed)
    finally:
        network.close()


def _ended(fault: str | None) -> int:
    print(f"not as it should be: {fault or 'nothing'}")
    return 0 if fault is None else 1


def _departures(arguments: argparse.Namespace) -> int:
    return _told(departed_games(arguments.first))


def _floods(arguments: argparse.Namespace) -> int:
    end_politely()
    return _told(flooded_games(arguments.first))


def _secrets(arguments: argparse.Namespace) -> int:
    end_politely()
    if arguments.inside:
        return _told(kept_secrets(arguments.first, is_alone=True))
    try:
        return run_inside(["soak", "--secrets", "--inside", "--from", str(arguments.first)])
    except NoNamespaces as why:
        print(f"on loopback, and the wire is not heard: {fault_words(why)}", flush=True)
        return _told(kept_secrets(arguments.first, is_alone=False))


def _worlds(arguments: argparse.Namespace) -> int:
    group = group_called(arguments.group)
    return _told(timed_worlds(arguments.worlds, arguments.first, group))


def _told(games: Iterable[tuple[str, float, str | None]]) -> int:
    """Each game's name, how long it took and what is not as it should be, as they come."""
    wrong = 0
    for name, seconds, fault in games:
        wrong += fault is not None
        print(f"{name}: {seconds:.0f} s: {fault or 'as it should be'}", flush=True)
    return 1 if wrong else 0


def _windows(arguments: argparse.Namespace) -> int:
    # Qt is loaded only by who opens a window.
    from client.workshop.soak.windows import window_games  # noqa: PLC0415

    return _told(window_games(arguments.windows, arguments.first))


# The option that asks for a trial -> the trial.
TRIALS: dict[str, Callable[[argparse.Namespace], int]] = {
    "fuzz": _fuzz,
    "records": _records,
    "crashes": _crashes,
    "altered": _altered,
    "kills": _kills,
    "departures": _departures,
    "floods": _floods,
    "namespaces": _namespaces,
    "evening": _evening,
    "windows": _windows,
    "secrets": _secrets,
    "worlds": _worlds,
}
