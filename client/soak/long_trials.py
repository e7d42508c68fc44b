"""The trials of `borgo soak`: each goes through its numbers and prints what it finds."""

import argparse
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache, partial
from os import cpu_count
from pathlib import Path
from typing import TypeVar

import msgspec

from client.own_processes import spawning
from client.programs import end_politely
from client.soak.altering import ALTERATIONS, not_found
from client.soak.crashes import count_effects, interrupted, plan_of_crashes
from client.soak.departures import departed_games
from client.soak.enclosure import NoNamespaces, run_inside
from client.soak.floods import flooded_games
from client.soak.fuzzing import FuzzTrial, fuzz, joined
from client.soak.kept_secrets import kept_secrets
from client.soak.kills import killed_games
from client.soak.long_evening import ON_LOOPBACK, PEERS, Site, evening
from client.soak.plan import SHORT, WHOLE
from client.soak.simulated_table import SimulatedTable
from client.soak.tables import REAL_GROUP, Progress, TableTrial, group_called, try_table
from client.soak.timed_worlds import timed_worlds
from client.spoken import fault_words

__all__ = ["REAL_GROUP", "TRIALS", "try_many_tables"]

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
    from client.soak.lan_games import lan_games  # noqa: PLC0415

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
    from client.soak.namespaces import Network, address, inside  # noqa: PLC0415

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
    from client.soak.window_games import window_games  # noqa: PLC0415

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
