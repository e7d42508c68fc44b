"""One simulated table after the other, and what came of each.

A progress file has one line for each table that was run; a run that goes on leaves those out.
"""

import contextlib
import importlib
import time
import traceback
from functools import cache
from pathlib import Path
from typing import cast

import msgspec
from msgspec import Struct

from client.soak.judgement import faults_of
from client.soak.plan import SHORT, Breadth, plan_of
from client.soak.simulated_table import SimulatedTable
from engine.errors import BorgoError
from net.crypto.group import Group

REAL_GROUP = "net.crypto.group:SodiumGroup"


class TableTrial(Struct, frozen=True):
    """What came of one table; `trace` is the same whenever the seed is."""

    seed: str
    group: str
    plan: str
    requests: int
    crashes: int
    trace: str
    faults: tuple[str, ...]
    cpu_s: float

    @property
    def in_words(self) -> str:
        """One line."""
        verdict = "; ".join(self.faults) or "as it should be"
        return f"seed {self.seed}: {self.plan}, {self.requests} requests: {verdict}"


class NoSuchGroup(BorgoError):
    """Simulated tables cannot be played in this group."""


@cache
def group_called(name: str) -> Group:
    """The group of a class, named MODULE:NAME."""
    module, _, attribute = name.partition(":")
    try:
        made = getattr(importlib.import_module(module), attribute)()
    except (ImportError, AttributeError, ValueError, TypeError) as error:
        raise NoSuchGroup("no-such-group", name=name, why=error) from error
    return cast(Group, made)


def try_table(seed: str, group: str = REAL_GROUP, breadth: Breadth = SHORT) -> TableTrial:
    """Run the table of a seed to its end and judge it; what breaks is a fault like any other."""
    plan = plan_of(seed, breadth)
    started = time.process_time()
    table = SimulatedTable(plan, group_called(group))
    try:
        table.run()
        faults = faults_of(table)
        if plan.goes_on and not faults and table.can_be_reconciled:
            table.reconcile()
            table.run()
            faults = faults_of(table)
    except Exception:
        faults = [traceback.format_exc()]
    return TableTrial(
        seed,
        group,
        plan.in_words,
        max(peer.position for peer in table.peers),
        table.crashes,
        table.trace.hexdigest(),
        tuple(faults),
        round(time.process_time() - started, 3),
    )


class Progress:
    """The trials of earlier runs, and those of this one as they come."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self.trials: dict[tuple[str, str], TableTrial] = {}  # by seed and group
        for line in path.read_bytes().splitlines() if path is not None and path.exists() else ():
            # Whoever was ended while writing has left half a line: that table is run again.
            with contextlib.suppress(msgspec.DecodeError):
                trial = msgspec.json.decode(line, type=TableTrial)
                self.trials[trial.seed, trial.group] = trial

    def add(self, trial: TableTrial) -> None:
        """Keep a trial, on the disk at once."""
        self.trials[trial.seed, trial.group] = trial
        if self._path is not None:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            with self._path.open("ab") as file:
                file.write(msgspec.json.encode(trial) + b"\n")
