"""The first screen in the largest letters, on a small laptop: one line above, nothing half seen."""

import pytest
from PySide6.QtGui import QColor
from pytestqt.qtbot import QtBot

from client.screens.parts.map_glimpse import Glimpse
from client.screens.start.screen import StartScreen
from client.window.main_window import MainWindow
from client.worker.hall_values import GamesFound, OpenGame
from engine.ids import HUNTERS
from tests.support.fitting import settle

pytestmark = pytest.mark.gui


@pytest.fixture
def start(window: MainWindow, qtbot: QtBot) -> StartScreen:
    window.services.settings = window.services.settings._replace(text_percent=200)
    window.apply(window.services.palette)
    screen = window.go("start")
    assert isinstance(screen, StartScreen)
    qtbot.waitUntil(lambda: bool(screen.parts.key.text()), timeout=20_000)
    return screen


def test_who_you_are_stands_beside_the_title(start: StartScreen) -> None:
    settle()
    title = start.parts.figures[0]
    top = start.parts.you.mapTo(start, start.parts.you.rect().topLeft()).y()
    assert top < title.mapTo(start, title.rect().bottomLeft()).y()


def test_an_unfinished_game_is_read_whole(start: StartScreen) -> None:
    assert start.desk is not None
    start.desk.leave()  # the worker may not have told yet which games it has found: none
    start.desk.receive(GamesFound((OpenGame(2, "fourth", 7, seats=HUNTERS, path="one"),)))
    settle()
    games = start.parts.games
    assert games.viewport().rect().contains(games.visualItemRect(games.item(0)))


def test_a_stripe_of_the_map_is_not_shown(qtbot: QtBot) -> None:
    glimpse = Glimpse()
    qtbot.addWidget(glimpse)
    glimpse.show_palette("day")
    qtbot.waitUntil(lambda: glimpse.is_there)

    def colours(height: int) -> set[int]:
        glimpse.resize(600, height)
        shown = glimpse.grab().toImage()
        return {QColor(shown.pixel(x, height // 2)).rgb() for x in range(50, 550, 50)}

    assert len(colours(40)) == 1
    assert len(colours(200)) > 3
