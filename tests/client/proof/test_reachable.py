"""Every interactive thing of every screen has a name, a role and the keyboard's focus.

Text is readable on what it stands on, in both palettes, at every size of text.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QColor, QFontMetrics, QImage, QPalette
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

from client.board.board_view import PlaceHandle
from client.look.palette import PALETTES, contrast
from client.panels.card_button import CardButton
from client.screens.game.screen import GameScreen
from client.window.main_window import MainWindow
from client.worker.values import PlayAlone
from client.workshop.shot_scenes import (
    BEFORE_SCREENS,
    RECORD_SCREENS,
    enter_before_screen,
    enter_record_screen,
)
from client.workshop.waiting import wait_until
from engine.ids import DRACULA, HUNTERS
from engine.options import Lead, Trade

pytestmark = pytest.mark.gui

_SLIVER = 6  # pixels
_POINTS = 64  # along each side of a widget

INTERACTIVE = (
    QAbstractButton,
    QComboBox,
    QLineEdit,
    QTextEdit,
    QAbstractSlider,
    QAbstractSpinBox,
    QAbstractItemView,
)
GAMES = ("game", "dracula", "combat", "trade")
SCREENS = (*BEFORE_SCREENS, *RECORD_SCREENS, "rules", *GAMES)
LEAST = 4.5
Enter = Callable[[str], QWidget]


@pytest.fixture
def entered(window: MainWindow, alone: Path, at_table: Path) -> Callable[[str], QWidget]:
    """Brings a screen as somebody uses it; games are under way, records are read."""

    def enter(name: str) -> QWidget:
        where = SimpleNamespace(screen=name, seed="3", seat="hunters", at=30, file=alone)
        if name in GAMES:
            return _game(window, name)
        if name in RECORD_SCREENS:
            where.file = at_table if name == "ledger" else alone
            enter_record_screen(where, window)
        elif name in BEFORE_SCREENS:
            enter_before_screen(where, window)
        else:
            window.go(name)
        assert window.current == name
        return window.screens[name]

    return enter


def _game(window: MainWindow, name: str) -> QWidget:
    """A game alone, where a fight begins or a trade is under way if that is wanted."""
    seats = (DRACULA,) if name == "dracula" else HUNTERS
    until = {"combat": "combat.choose", "trade": "action"}.get(name, "")
    start = PlayAlone(seats, "3", skip=100 if name == "trade" else 20, skip_to=until)
    screen = window.go("game", start=start)
    assert isinstance(screen, GameScreen)
    model = screen.model
    assert model is not None
    wait_until(lambda: model.prompt is not None)
    while name == "trade" and screen.parts.centre.currentWidget() is not screen.parts.trade:
        assert model.prompt is not None
        answers = model.prompt.answers
        trades = [at for at, each in enumerate(answers) if isinstance(each, Lead | Trade)]
        model.answer(trades[0] if trades else len(answers) - 1)
        wait_until(lambda: model.prompt is not None)
    return screen


def interactive(screen: QWidget) -> Iterator[QWidget]:
    for kind in INTERACTIVE:
        for each in screen.findChildren(kind):
            is_inner = isinstance(each, QScrollBar) or isinstance(each.parent(), QComboBox)
            is_inner |= isinstance(each, QHeaderView) or isinstance(each.parent(), QTabBar)
            is_inner |= isinstance(each, CardButton) and each.look is None  # an empty place
            if not is_inner and each.isVisibleTo(screen) and each.isEnabled():
                yield each


@pytest.mark.slow
@pytest.mark.parametrize("name", SCREENS)
def test_everything_can_be_reached_and_read(window: MainWindow, entered: Enter, name: str) -> None:
    screen = entered(name)
    found = list(interactive(screen))
    assert found
    for each in found:
        _check_reached(each)
    for palette in PALETTES.values():
        window.services.settings = window.services.settings._replace(palette=palette.name)
        window.apply(palette)
        QApplication.processEvents()
        picture = window.grab().toImage()
        pairs = [
            (words, ink.name(), _ground(picture, window, each).name())
            for each, words, ink in written(screen)
            if words and each.isVisibleTo(screen) and _is_read(each)
        ]
        assert pairs
        weak = [each for each in pairs if contrast(QColor(each[1]), QColor(each[2])) < LEAST]
        assert weak == [], palette.name


def _check_reached(each: QWidget) -> None:
    """It has a name, a role, and the focus comes to it."""
    spoken = QAccessible.queryAccessibleInterface(each)
    said = spoken.text(QAccessible.Text.Name) or spoken.text(QAccessible.Text.Value)
    assert said, (type(each).__name__, each.objectName())
    assert spoken.role() != QAccessible.Role.NoRole
    if isinstance(each, PlaceHandle):
        return  # the arrows of the board bring the focus to any place, Tab to those lit
    is_reached = each.focusPolicy() != Qt.FocusPolicy.NoFocus or _is_reached_elsewhere(each)
    assert is_reached, (type(each).__name__, said)


def written(screen: QWidget) -> Iterator[tuple[QWidget, str, QColor]]:
    """Every widget with words, and the ink they are in."""
    role = QPalette.ColorRole
    for each in (*screen.findChildren(QLabel), *screen.findChildren(QAbstractButton)):
        yield each, each.text(), each.palette().color(each.foregroundRole())
    for line in screen.findChildren(QLineEdit):
        ink = role.Text if line.text() else role.PlaceholderText
        yield line, line.text() or line.placeholderText(), line.palette().color(ink)
    for box in screen.findChildren(QComboBox):
        yield box, box.currentText(), box.palette().color(role.ButtonText)
    for page in screen.findChildren(QTextEdit):
        yield page, page.toPlainText()[:40], page.palette().color(role.Text)
    for view in screen.findChildren(QAbstractItemView):
        for row in range(min(view.model().rowCount(), 40)):
            index = view.model().index(row, 0)
            own = index.data(Qt.ItemDataRole.ForegroundRole)
            is_plain = index != view.currentIndex()  # what is chosen has colours of its own
            ink = own.color() if own is not None else view.palette().color(role.Text)
            if is_plain:
                yield view.viewport(), str(index.data()), ink


def _is_reached_elsewhere(each: QWidget) -> bool:
    """A button of a group whose keys the group itself takes."""
    parent = each.parentWidget()
    while parent is not None and not parent.isWindow():
        if parent.focusPolicy() != Qt.FocusPolicy.NoFocus:
            return True
        parent = parent.parentWidget()
    return False


def test_every_place_of_the_board_is_named_and_a_button(entered: Enter) -> None:
    screen = entered("game")
    handles = screen.findChildren(PlaceHandle)
    assert len({each.accessibleName() for each in handles}) == len(handles) > 60
    for each in handles:
        spoken = QAccessible.queryAccessibleInterface(each)
        assert spoken.role() == QAccessible.Role.Button
        assert spoken.text(QAccessible.Text.Name) == each.accessibleName()
    lit = [each for each in handles if each.focusPolicy() & Qt.FocusPolicy.TabFocus]
    assert all(each.accessibleDescription() for each in lit)


def _is_read(each: QWidget) -> bool:
    """Whether more of it is in sight than the sliver that scrolling leaves at an edge."""
    return each.visibleRegion().boundingRect().height() > _SLIVER


def _ground(picture: QImage, window: QWidget, each: QWidget) -> QColor:
    """The colour most of a widget is painted with, of as many points as tell that."""
    box = each.visibleRegion().boundingRect()
    corner = each.mapTo(window, box.topLeft())
    counted = Counter(
        picture.pixel(x, y)
        for x in _along(corner.x(), box.width())
        for y in _along(corner.y(), box.height())
    )
    if not counted:
        return each.palette().color(QPalette.ColorRole.Window)
    return QColor(counted.most_common(1)[0][0])


def _along(start: int, length: int) -> range:
    return range(start + 2, start + length - 2, max(3, length // _POINTS))


@pytest.mark.slow
def test_no_button_cuts_its_words_at_another_size_of_text(
    window: MainWindow, entered: Enter
) -> None:
    """A screen that is entered at such a size, and one whose size changes while it is shown."""
    window.resize(1600, 900)
    _in_size(window, 130)
    for name in ("start", "settings", "game"):
        screen = entered(name)
        for percent in (130, 80):
            _in_size(window, percent)
            QApplication.processEvents()
            buttons = [each for each in screen.findChildren(QPushButton) if each.text()]
            for each in buttons:
                if each.isVisibleTo(screen) and each.objectName() != "option":
                    needed = QFontMetrics(each.font()).horizontalAdvance(each.text())
                    assert each.width() >= needed, (name, percent, each.text())
                    assert each.height() >= QFontMetrics(each.font()).height(), (name, each.text())


def _in_size(window: MainWindow, percent: int) -> None:
    window.services.settings = window.services.settings._replace(text_percent=percent)
    window.apply(window.services.palette)
