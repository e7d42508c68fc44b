"""A game of older rules says by which it goes, and what is otherwise than in that preset today."""

from pathlib import Path

import pytest
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from client.screens.game.screen import GameScreen
from client.screens.replay.screen import ReplayScreen
from client.screens.start.desk import game_words
from client.window.main_window import MainWindow
from client.words.words import Words
from client.worker.hall_values import OpenGame
from client.worker.values import PlayAlone
from engine.ids import HUNTERS

pytestmark = pytest.mark.gui

KEPT = Path(__file__).parents[3] / "released/rules-1"


def expected(words: Words) -> list[str]:
    """What is said of a game of third-es of version 1."""
    ticket, delay = words.switch("spent_ticket"), words.switch("delay_ends_turn")
    return [
        words.say("rules-older", edition=words.preset("third-es"), number=1),
        words.say("terms.line", what=ticket.name, value=ticket.positions["revealed"]),
        words.say("terms.line", what=delay.name, value=delay.positions["yes"]),
    ]


def test_a_game_that_is_gone_on_with_tells_its_rules(
    qtbot: QtBot, window: MainWindow, tmp_path: Path
) -> None:
    path = tmp_path / "2026-01-01 20.00 hunters.borgo"
    path.write_bytes((KEPT / "unfinished.borgo").read_bytes())
    screen = window.go("game", start=PlayAlone(HUNTERS, "7", resume=str(path)))
    assert isinstance(screen, GameScreen)
    model, chronicle = screen.model, screen.parts.chronicle
    assert model is not None
    qtbot.waitUntil(lambda: model.prompt is not None, timeout=20_000)
    assert model.table is not None
    assert model.table.switches["spent_ticket"] == "revealed"
    told = [chronicle.item(row).text() for row in range(chronicle.count())]
    lines = expected(window.services.words)
    assert told[0] == lines[0]
    assert all(told.count(line) == 1 for line in lines)
    sea = window.services.words.switch("misdirect_sea").name
    assert not any(sea in line for line in told), "as it is today"


def test_a_game_of_today_says_nothing_of_the_kind(qtbot: QtBot, window: MainWindow) -> None:
    screen = window.go("game", start=PlayAlone(HUNTERS, "7"))
    assert isinstance(screen, GameScreen)
    model, chronicle = screen.model, screen.parts.chronicle
    assert model is not None
    qtbot.waitUntil(lambda: model.prompt is not None, timeout=20_000)
    words = window.services.words
    head = words.say("rules-older", edition=words.preset("fourth"), number=1)
    assert head not in [chronicle.item(row).text() for row in range(chronicle.count())]


def test_a_replay_tells_its_rules(qtbot: QtBot, window: MainWindow) -> None:
    screen = window.go("replay", path=str(KEPT / "third-es.borgo"))
    assert isinstance(screen, ReplayScreen)
    qtbot.waitUntil(lambda: screen.step_shown is not None and screen.is_told, timeout=20_000)
    said = [label.text() for label in screen.parts.proof.findChildren(QLabel)]
    lines = expected(window.services.words)
    assert any(all(line in each.split("\n") for line in lines) for each in said)


def test_it_says_so_among_the_unfinished_games(window: MainWindow) -> None:
    words = window.services.words
    older = OpenGame(0, "third-es", 391, seats=HUNTERS, path="one", older=1)
    today = OpenGame(0, "third-es", 391, seats=HUNTERS, path="one")
    assert game_words(words, older) == words.say(
        "start.older", game=game_words(words, today), number=1
    )
