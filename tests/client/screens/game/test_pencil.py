"""Pencil marks are kept with their game, and cost nothing else."""

from collections.abc import Callable
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from client.home import PENCIL_FILE
from client.screens.game.aids import PencilBook
from client.screens.game.screen import GameScreen
from engine.ids import HUNTERS
from tests.client.screens.game.playing import model_of

pytestmark = pytest.mark.gui


def test_pencil_marks_are_there_again_when_a_game_goes_on(
    qtbot: QtBot, play: Callable[..., GameScreen], tmp_path: Path
) -> None:
    screen = play(*HUNTERS, skip=40, folder=str(tmp_path / "alone"))
    screen.parts.board.marked.emit("paris")
    bridge = model_of(screen).bridge
    screen.leave()
    qtbot.waitUntil(lambda: not bridge.is_running)
    (record,) = (tmp_path / "alone").glob("*.borgo")
    other = play(*HUNTERS)
    assert other.parts.board.canvas.layers.pencil == {}
    again = play(*HUNTERS, resume=str(record))
    assert again.parts.board.canvas.layers.pencil == {"paris": "?"}


def test_pencil_marks_that_cannot_be_read_cost_nothing_else(tmp_path: Path) -> None:
    (tmp_path / PENCIL_FILE).write_text("not json")
    book = PencilBook(tmp_path)
    assert book.marks("a game") == {}
    book.keep("a game", {"paris": "x"})
    assert book.marks("a game") == {"paris": "x"}
    book.keep("a game", {})
    assert book.marks("a game") == {}


def test_pencil_marks_that_cannot_be_written_cost_nothing_else(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / PENCIL_FILE).mkdir()
    book = PencilBook(tmp_path)
    book.keep("a game", {"paris": "x"})
    assert book.marks("a game") == {}
    assert f"not kept: file-unwritable: path={tmp_path / PENCIL_FILE}" in caplog.text
