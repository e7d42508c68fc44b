"""Day and night change a screen's colours part by part, and no part is left out."""

from collections.abc import Callable
from itertools import pairwise

import pytest
from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from client.look.palette import DAY, NIGHT
from client.look.style import style_sheet
from client.screens.game.screen import GameScreen
from client.screens.parts.base import Screen
from client.window.main_window import MainWindow, worn_by
from client.worker.table_values import OpenTable
from engine.ids import HUNTERS
from net.edge.finding.discovery import LOOPBACK

pytestmark = pytest.mark.gui


def _played(play: Callable[..., GameScreen]) -> GameScreen:
    """A game whose own clock asks for nothing more."""
    screen = play(*HUNTERS)
    screen._dressing.stop()
    return screen


def _sheets(screen: Screen) -> set[str]:
    return {part.styleSheet() for part in worn_by(screen)}


def _wears(screen: GameScreen, palette: str) -> bool:
    wanted = {"day": DAY, "night": NIGHT}[palette]
    is_painted = screen.parts.board.canvas.layers.palette is wanted
    is_grounded = screen.ground == wanted.window
    return _sheets(screen) == {style_sheet(wanted)} and is_grounded and is_painted


def test_night_comes_in_turns_and_first_over_what_is_in_sight(
    window: MainWindow, play: Callable[..., GameScreen]
) -> None:
    screen = _played(play)
    assert _wears(screen, "day")
    night = style_sheet(NIGHT)
    window._follow_clock(NIGHT)
    assert night not in _sheets(screen)
    dressed = [0]
    while window._dresser._turns.is_active and len(dressed) < 1000:
        QApplication.processEvents()
        parts = list(worn_by(screen))
        unseen = [part for part in parts if not part.isVisible() and part.styleSheet() == night]
        seen_left = [part for part in parts if part.isVisible() and part.styleSheet() != night]
        assert not (unseen and seen_left)
        dressed.append(sum(part.styleSheet() == night for part in parts))
    assert all(after - before <= 1 for before, after in pairwise(dressed))
    assert _wears(screen, "night")


def test_a_screen_left_before_all_is_dressed_is_whole_when_the_player_is_back(
    qtbot: QtBot, window: MainWindow, play: Callable[..., GameScreen]
) -> None:
    screen = _played(play)
    window._follow_clock(NIGHT)
    qtbot.waitUntil(lambda: style_sheet(NIGHT) in _sheets(screen))
    screen._was_night = True
    window.services.settings = window.services.settings._replace(palette="game")
    window.visit("rules")
    qtbot.waitUntil(lambda: not window._dresser._turns.is_active)
    assert len(_sheets(screen)) == 2
    assert window.screens["rules"].styleSheet() == style_sheet(NIGHT)
    window.back()
    assert _wears(screen, "night")


def test_a_day_that_breaks_while_night_still_comes_wins(
    qtbot: QtBot, window: MainWindow, play: Callable[..., GameScreen]
) -> None:
    screen = _played(play)
    window._follow_clock(NIGHT)
    qtbot.waitUntil(lambda: style_sheet(NIGHT) in _sheets(screen))
    window._follow_clock(DAY)
    qtbot.waitUntil(lambda: not window._dresser._turns.is_active)
    assert _wears(screen, "day")


def test_every_part_of_a_game_is_dressed(play: Callable[..., GameScreen]) -> None:
    screen = _played(play)
    parts = list(worn_by(screen))
    held = {child for part in parts for child in (part, *part.findChildren(QWidget))}
    bare = [each for each in screen.findChildren(QWidget) if each not in held]
    assert {type(each).__name__ for each in bare} == {
        "GameLayout",
        "Holder",
        "QStackedWidget",
        "Sheets",
        "TallScroll",
        "_Splitter",
        "_Words",
    }


class _Recoloured(QObject):
    """Which parts of a screen were told of other colours."""

    def __init__(self, screen: Screen) -> None:
        super().__init__(screen)
        self.told: list[QObject] = []
        for part in screen.findChildren(QWidget):
            part.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 (Qt's name)
        if event.type() == QEvent.Type.PaletteChange:
            self.told.append(watched)
        return super().eventFilter(watched, event)


def test_the_ground_between_the_parts_has_no_part_drawn_twice(
    window: MainWindow, play: Callable[..., GameScreen]
) -> None:
    screen = _played(play)
    recoloured = _Recoloured(screen)
    window._follow_clock(NIGHT)
    assert screen.ground == NIGHT.window
    assert not recoloured.told  # each would be drawn with the ground, and once more by itself


def test_a_night_that_is_over_at_once_leaves_nothing_of_itself(
    window: MainWindow, play: Callable[..., GameScreen], monkeypatch: pytest.MonkeyPatch
) -> None:
    screen = _played(play)
    drawn: list[str] = []
    monkeypatch.setattr(screen, "restyle", lambda: drawn.append(window.services.palette.name))
    window._follow_clock(NIGHT)
    window._follow_clock(DAY)
    while window._dresser._turns.is_active:
        QApplication.processEvents()
    assert drawn == ["day"]


def test_a_table_has_the_game_s_screen_made_and_dressed_before_its_game_begins(
    qtbot: QtBot, window: MainWindow
) -> None:
    order = OpenTable(name="Ana", home=str(window.services.home), title="A", interface=LOOPBACK)
    window.go("table", order=order)
    qtbot.waitUntil(lambda: "game" in window.screens and window.is_dressed, timeout=20_000)
    assert window.current == "table"
    game = window.screens["game"]
    assert isinstance(game, GameScreen)
    assert _wears(game, "day")
    window.go("start")
