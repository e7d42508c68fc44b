"""Games of the whole length between five windows, each judged by its file at the end."""

import os
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from PySide6.QtWidgets import QApplication

from client.simulation import below_from
from client.soak.windows import WindowPlayer, WindowTable
from client.verifying import judge
from client.worker.table_values import Terms
from client.worker.values import Prompt
from engine.bots.plain import plain_bots
from engine.editions import edition
from engine.errors import BorgoError
from engine.view import see
from net.game_file import from_file


def window_games(count: int, first: int) -> Iterator[tuple[str, float, str | None]]:
    """So many games: each one's name, how long it took, and what was wrong, if anything."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    application = QApplication.instance() or QApplication(["borgo"])
    for number in range(first, first + count):
        started = time.monotonic()
        with tempfile.TemporaryDirectory(prefix="borgo-soak-") as folder:
            try:
                fault = _played(Path(folder), str(number))
            except (BorgoError, AssertionError) as failed:
                fault = f"{type(failed).__name__}: {failed}"
        yield f"five windows, seed {number}", time.monotonic() - started, fault
    application.processEvents()


def _played(folder: Path, seed: str) -> str | None:
    rules = edition("fourth", {})
    bots = plain_bots(rules, below_from(f"windows/{seed}"))

    def choice(player: WindowPlayer, prompt: Prompt) -> int:
        view = player.model.view
        assert view is not None
        own = see(view.state, dict(view.known))
        chosen = bots[prompt.seat].choose(own, prompt.request, list(prompt.answers))
        return prompt.answers.index(chosen)

    table = WindowTable(folder)
    try:
        table.sit_down(Terms("fourth", {}, delay_ms=0))
        for _ in table.play(choice):
            fault = _difference(table)
            if fault is not None:
                return fault
        files = [Path(player.model.over.record or "") for player in table.players]  # type: ignore[union-attr]
        games = {path.read_bytes() for path in files}
    finally:
        table.leave()
    verdicts = {judge(from_file(game)).kind for game in games}
    return None if verdicts == {"clean"} else f"the verdict is: {', '.join(sorted(verdicts))}"


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
