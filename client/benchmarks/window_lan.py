"""How smooth a window stays at a table of real peers: proofs made and checked beside it.

The window plays the hunters, a bot in a process of its own is Dracula; both on this machine alone.
"""

import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from client.worker.table_values import OpenTable, Terms
from engine.ids import DRACULA, HUNTERS
from net.edge.finding.discovery import LOOPBACK

if TYPE_CHECKING:
    from client.benchmarks.window_session import Session

_ANSWERS = 40  # of the player: the set-up, some days and nights
_MOST_S = 30.0  # on a slow machine they are fewer


def measure(session: "Session", home: Path) -> dict[str, Any]:
    """Frames from the moment all are ready, through the shuffling, into the game."""
    session.set(name="Ana", pace_ms=0, confirm_clicks=False)
    order = OpenTable(
        name="Ana",
        home=str(home),
        seats=HUNTERS,
        interface=LOOPBACK,
        port=0,
        bots=DRACULA,
        title="bench",
        terms=Terms(bots_across=True),
    )
    table: Any = session.window.go("table", order=order)
    session.wait(lambda: table.seen is not None and table.parts.ready.isEnabled())
    QTest.mouseClick(table.parts.ready, Qt.MouseButton.LeftButton)
    asked: list[Any] = []

    def answer() -> None:
        game: Any = session.window.screens.get("game")
        prompt = None if game is None or game.model is None else game.model.prompt
        if prompt is not None and game.parts.prompt.buttons and prompt not in asked[-1:]:
            asked.append(prompt)
            QTest.mouseClick(game.parts.prompt.buttons[0], Qt.MouseButton.LeftButton)

    until = time.perf_counter() + _MOST_S
    found = session.longest(
        "lan", lambda: len(asked) > _ANSWERS or time.perf_counter() > until, answer
    )
    return found | {"lan_answers": len(asked)}
