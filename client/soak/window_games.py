"""Games between windows, each judged by its file at the end: of five, and with somebody gone."""

import os
import tempfile
import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from PySide6.QtWidgets import QApplication

from client.soak.windows import Choice, WindowPlayer, WindowTable, plain_choice
from client.verifying import judge
from client.worker.table_values import Terms
from engine.editions import edition
from engine.errors import BorgoError
from engine.ids import DRACULA, HUNTERS, SEATS, Seat
from net.judging.game_file import from_file

_BEFORE = 40  # answers until somebody goes


class _Case(NamedTuple):
    """Who sits down to what, whether the last of them goes for good, and what the verdict is."""

    name: str
    seats: tuple[tuple[Seat, ...], ...]
    terms: Terms
    goes: bool
    verdict: str


_CASES = (
    _Case(
        "five windows", tuple((seat,) for seat in SEATS), Terms("fourth", {}, delay_ms=0),
        goes=False, verdict="clean",
    ),
    _Case(
        "three windows, one of which goes for good", ((DRACULA,), HUNTERS[:2], HUNTERS[2:]),
        Terms("fourth", {"influence_to_win": 3}, delay_ms=0, recovery=True),
        # What the leaver drew by lot nobody can make anew, and the audit says so.
        goes=True, verdict="unaudited",
    ),
)  # fmt: skip


def window_games(count: int, first: int) -> Iterator[tuple[str, float, str | None]]:
    """So many of each: the game's name, how long it took, and what was wrong, if anything."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    application = QApplication.instance() or QApplication(["borgo"])
    for number in range(first, first + count):
        for case in _CASES:
            started = time.monotonic()
            with tempfile.TemporaryDirectory(prefix="borgo-soak-") as folder:
                try:
                    fault = _played(case, Path(folder), str(number))
                except (BorgoError, AssertionError) as failed:
                    fault = f"{type(failed).__name__}: {failed}"
            yield f"{case.name}, seed {number}", time.monotonic() - started, fault
    application.processEvents()


def _played(case: _Case, folder: Path, seed: str) -> str | None:
    table = WindowTable(folder, seats=case.seats)
    rules = edition(case.terms.edition, dict(case.terms.switches))
    choice = plain_choice(rules, f"windows/{seed}")
    try:
        table.sit_down(case.terms)
        if case.goes:
            fault = _fault_of(table, choice, _BEFORE)
            table.goes(table.players[-1])
            table.speaks = True
            if fault is not None:
                return fault
        fault = _fault_of(table, choice, None)
        if fault is not None:
            return fault
        files = [Path(player.model.over.record or "") for player in table.players]  # type: ignore[union-attr]
        games = {path.read_bytes() for path in files}
    finally:
        table.leave()
    verdicts = {judge(from_file(game)).kind for game in games}
    return None if verdicts == {case.verdict} else f"the verdict is: {', '.join(sorted(verdicts))}"


def _fault_of(table: WindowTable, choice: Choice, answers: int | None) -> str | None:
    """Play on for so many answers, or to the end; the first difference between two windows."""
    for _ in islice(table.play(choice), answers):
        fault = _difference(table)
        if fault is not None:
            return fault
    return None


def _difference(table: WindowTable) -> str | None:
    """Windows that are equally far show the same public game."""
    seen: dict[int, WindowPlayer] = {}
    for player in table.players:
        model = player.model
        other = seen.setdefault(model.index, player)
        assert model.view is not None
        assert other.model.view is not None
        if model.view.state != other.model.view.state:
            return f"{player.name} and {other.name} see another game after answer {model.index}"
    return None
