"""Every interactive thing of every screen has a name, a role and the keyboard's focus.

Text is readable on what it stands on, in both palettes, at every size of text.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec import structs
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QColor, QFontMetrics, QPalette
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSlider,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QHeaderView,
    QLabel,
    QLineEdit,
    QPushButton,
    QScrollBar,
    QTabBar,
    QTextEdit,
    QWidget,
)
from pytestqt.qtbot import QtBot

from client.app import make_window
from client.board.handles import PlaceHandle
from client.bridge import Bridge
from client.look.palette import PALETTES, contrast
from client.main_window import MainWindow
from client.panels.card_button import CardButton
from client.text import Words
from client.worker.values import PlayAlone
from engine.ids import DRACULA, HUNTERS

pytestmark = pytest.mark.gui

INTERACTIVE = (
    QAbstractButton,
    QComboBox,
    QLineEdit,
    QTextEdit,
    QAbstractSlider,
    QAbstractSpinBox,
    QAbstractItemView,
)
SCREENS = ["start", "first-run", "settings", "rules", "chronicles", "game", "dracula", "combat"]
LEAST = 4.5


@pytest.fixture
def window(qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[MainWindow]:
    monkeypatch.setattr("sys.excepthook", lambda *_: None)  # put back after the test
    application = QApplication.instance()
    assert isinstance(application, QApplication)
    made = make_window(tmp_path, application)
    made.keeps_size = False
    made.services.words = Words(strict=True)
    made.services.new_bridge = lambda: Bridge(in_thread=True)
    made.services.settings = structs.replace(
        made.services.settings, pace_ms=0, reduced_motion=True, name="Mina"
    )
    qtbot.addWidget(made)
    made.resize(1366, 768)
    made.show()
    yield made
    made.leave_all()


def entered(window: MainWindow, name: str, qtbot: QtBot) -> QWidget:
    """A screen as somebody uses it; games are under way."""
    if name not in ("game", "dracula", "combat"):
        return window.go(name)
    seats = (DRACULA,) if name == "dracula" else HUNTERS
    until = "combat.choose" if name == "combat" else ""
    screen = window.go("game", start=PlayAlone(seats, "3", skip=20, skip_to=until))
    qtbot.waitUntil(lambda: screen.model.prompt is not None, timeout=30_000)  # type: ignore[attr-defined]
    return screen


def interactive(screen: QWidget) -> Iterator[QWidget]:
    for kind in INTERACTIVE:
        for each in screen.findChildren(kind):
            is_inner = isinstance(each, QScrollBar) or isinstance(each.parent(), QComboBox)
            is_inner |= isinstance(each, QHeaderView) or isinstance(each.parent(), QTabBar)
            is_inner |= isinstance(each, CardButton) and each._look is None  # an empty place
            if not is_inner and each.isVisibleTo(screen) and each.isEnabled():
                yield each


@pytest.mark.slow
@pytest.mark.parametrize("name", SCREENS)
def test_everything_has_a_name_a_role_and_the_focus(
    window: MainWindow, qtbot: QtBot, name: str
) -> None:
    found = list(interactive(entered(window, name, qtbot)))
    assert found
    for each in found:
        spoken = QAccessible.queryAccessibleInterface(each)
        said = spoken.text(QAccessible.Text.Name) or spoken.text(QAccessible.Text.Value)
        assert said, (type(each).__name__, each.objectName())
        assert spoken.role() != QAccessible.Role.NoRole
        if isinstance(each, PlaceHandle):
            continue  # the arrows of the board bring the focus to any place, Tab to those lit
        assert each.focusPolicy() != Qt.FocusPolicy.NoFocus or _is_reached_elsewhere(each), (
            type(each).__name__,
            said,
        )


def _is_reached_elsewhere(each: QWidget) -> bool:
    """A button of a group whose keys the group itself takes."""
    parent = each.parentWidget()
    while parent is not None and not parent.isWindow():
        if parent.focusPolicy() != Qt.FocusPolicy.NoFocus:
            return True
        parent = parent.parentWidget()
    return False


def test_every_place_of_the_board_is_named_and_a_button(window: MainWindow, qtbot: QtBot) -> None:
    screen = entered(window, "game", qtbot)
    handles = screen.findChildren(PlaceHandle)
    assert len({each.accessibleName() for each in handles}) == len(handles) > 60
    for each in handles:
        spoken = QAccessible.queryAccessibleInterface(each)
        assert spoken.role() == QAccessible.Role.Button
        assert spoken.text(QAccessible.Text.Name) == each.accessibleName()
    lit = [each for each in handles if each.focusPolicy() & Qt.FocusPolicy.TabFocus]
    assert all(each.accessibleDescription() for each in lit)


@pytest.mark.slow
@pytest.mark.parametrize("palette", PALETTES)
@pytest.mark.parametrize("name", SCREENS)
def test_text_is_readable_where_it_really_stands(
    window: MainWindow, qtbot: QtBot, name: str, palette: str
) -> None:
    window.services.settings = structs.replace(window.services.settings, palette=palette)
    window.apply(PALETTES[palette])
    screen = entered(window, name, qtbot)
    QApplication.processEvents()
    picture = window.grab().toImage()
    for each in (*screen.findChildren(QLabel), *screen.findChildren(QPushButton)):
        if each.text() and each.isVisibleTo(screen) and not each.visibleRegion().isEmpty():
            ink = each.palette().color(each.foregroundRole())
            ground = _ground(picture, window, each)
            assert contrast(ink, ground) >= LEAST, (each.text(), ink.name(), ground.name())


def _ground(picture: object, window: QWidget, each: QWidget) -> QColor:
    """The colour most of a widget is painted with."""
    box = each.visibleRegion().boundingRect()
    corner = each.mapTo(window, box.topLeft())
    counted: dict[str, int] = {}
    for x in range(corner.x() + 2, corner.x() + box.width() - 2, 3):
        for y in range(corner.y() + 2, corner.y() + box.height() - 2, 3):
            colour = picture.pixelColor(x, y).name()  # type: ignore[attr-defined]
            counted[colour] = counted.get(colour, 0) + 1
    if not counted:
        return each.palette().color(QPalette.ColorRole.Window)
    return QColor(max(counted, key=lambda colour: counted[colour]))


@pytest.mark.slow
@pytest.mark.parametrize("percent", [80, 130])
def test_no_button_cuts_its_words_at_another_size_of_text(
    window: MainWindow, qtbot: QtBot, percent: int
) -> None:
    window.services.settings = structs.replace(window.services.settings, text_percent=percent)
    window.resize(1600, 900)
    window.apply(window.services.palette)
    for name in ("start", "settings", "game"):
        screen = entered(window, name, qtbot)
        QApplication.processEvents()
        for each in screen.findChildren(QPushButton):
            if each.text() and each.isVisibleTo(screen) and each.objectName() != "option":
                needed = QFontMetrics(each.font()).horizontalAdvance(each.text())
                assert each.width() >= needed, (name, each.text(), each.width(), needed)
                assert each.height() >= QFontMetrics(each.font()).height(), (name, each.text())
