"""The board used as a person does: clicks, keys, the wheel; what it says to a screen reader."""

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from client.board.board_view import BoardView, PlaceHandle
from client.look.style import base_font
from client.words.words import Words
from engine.editions.third.map import ROADS
from tests.client.board.conftest import Watch

pytestmark = pytest.mark.gui


def _at(board: BoardView, place: str) -> QPoint:
    return board.canvas.camera.to_screen(board.places[place]).toPoint()


def _note(board: BoardView) -> str:
    note = board.findChild(QLabel, "place_note")
    assert note is not None
    return note.text() if note.isVisible() else ""


def _handle(board: BoardView, place: str) -> PlaceHandle:
    return next(each for each in board.findChildren(PlaceHandle) if each.place == place)


def test_a_click_on_a_lit_place_chooses_its_option(qtbot: QtBot, board: BoardView) -> None:
    board.offer({"paris": ("go", "Go to Paris"), "north_sea": (7, "Sail")}, {})
    with qtbot.waitSignal(board.chosen) as told:
        qtbot.mouseClick(board.canvas, Qt.MouseButton.LeftButton, pos=_at(board, "paris"))
    assert told.args == ["go"]
    with qtbot.waitSignal(board.chosen) as told:
        qtbot.mouseClick(
            board.canvas, Qt.MouseButton.LeftButton, pos=_at(board, "north_sea") + QPoint(20, 30)
        )
    assert told.args == [7]


def test_a_place_that_is_not_allowed_says_why(qtbot: QtBot, board: BoardView) -> None:
    board.offer({"paris": ("go", "Go to Paris")}, {"milan": "Milan lies in fog"})
    chosen: list[object] = []
    board.chosen.connect(chosen.append)
    qtbot.mouseMove(board.canvas, _at(board, "milan"))
    qtbot.waitUntil(lambda: "Milan lies in fog" in _note(board))
    qtbot.mouseClick(board.canvas, Qt.MouseButton.LeftButton, pos=_at(board, "milan"))
    assert chosen == []
    _handle(board, "milan").setFocus()
    assert "Milan lies in fog" in _note(board)
    assert "Milan lies in fog" in _handle(board, "milan").accessibleDescription()


def test_keys_go_from_lit_place_to_lit_place(qtbot: QtBot, board: BoardView) -> None:
    board.offer({place: (place, place) for place in ("lisbon", "madrid", "berlin")}, {})
    board.setFocus()
    qtbot.keyClick(board, Qt.Key.Key_Left)
    assert board.canvas.layers.focused == "madrid"
    focused = board.window().focusWidget()
    qtbot.keyClick(focused, Qt.Key.Key_Left)
    assert board.canvas.layers.focused == "lisbon"
    qtbot.keyClick(board.window().focusWidget(), Qt.Key.Key_Right)
    qtbot.keyClick(board.window().focusWidget(), Qt.Key.Key_Up)
    assert board.canvas.layers.focused == "berlin"
    with qtbot.waitSignal(board.chosen) as told:
        qtbot.keyClick(board.window().focusWidget(), Qt.Key.Key_Return)
    assert told.args == ["berlin"]
    qtbot.keyClick(board.window().focusWidget(), Qt.Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
    assert board.canvas.layers.focused in ("leipzig", "prague")


def test_tab_stops_at_lit_places_only(qtbot: QtBot, board: BoardView) -> None:
    board.offer({"berlin": (1, "Berlin"), "rome": (2, "Rome")}, {})
    board.setFocus()
    qtbot.keyClick(board, Qt.Key.Key_Tab)
    assert board.canvas.layers.focused == "berlin"
    qtbot.keyClick(board.window().focusWidget(), Qt.Key.Key_Tab)
    assert board.canvas.layers.focused == "rome"


def test_keys_zoom_and_home_brings_the_board_back(qtbot: QtBot, board: BoardView) -> None:
    camera = board.canvas.camera
    for _ in range(4):
        qtbot.keyClick(board, Qt.Key.Key_Plus)
    assert camera.scale > camera.fitting * 1.9
    corner = camera.corner
    qtbot.keyClick(board, Qt.Key.Key_Right, Qt.KeyboardModifier.ControlModifier)
    assert camera.corner.x() < corner.x()
    qtbot.keyClick(board, Qt.Key.Key_Home)
    assert camera.scale == camera.fitting
    for _ in range(60):
        qtbot.keyClick(board, Qt.Key.Key_Plus)
    assert camera.scale <= 2.0


def test_dragging_pans_and_does_not_choose(qtbot: QtBot, board: BoardView) -> None:
    board.offer({"paris": ("go", "Go")}, {})
    board.canvas.zoom(4)
    chosen: list[object] = []
    board.chosen.connect(chosen.append)
    before = board.canvas.camera.corner
    start = _at(board, "paris")
    qtbot.mousePress(board.canvas, Qt.MouseButton.LeftButton, pos=start)
    qtbot.mouseMove(board.canvas, start + QPoint(-20, -10))
    qtbot.mouseMove(board.canvas, start + QPoint(-40, -20))
    qtbot.mouseRelease(board.canvas, Qt.MouseButton.LeftButton, pos=start + QPoint(-40, -20))
    assert board.canvas.camera.corner == before + QPoint(-40, -20)
    assert chosen == []


def test_the_pointer_stays_on_its_spot_while_zooming(board: BoardView) -> None:
    spot = QPointF(300, 250)
    before = board.canvas.camera.to_board(spot)
    board.canvas.zoom(3, spot)
    away = board.canvas.camera.to_board(spot) - before
    assert abs(away.x()) < 3
    assert abs(away.y()) < 3


def test_panned_pixels_are_what_a_full_painting_gives(qtbot: QtBot, board: BoardView) -> None:
    """Scrolling and kept squares must not show anything else than painting anew."""
    board.offer({"paris": ("go", "Go"), "english_channel": (1, "Sail")}, {})
    board.canvas.zoom(5)
    qtbot.waitUntil(lambda: not board.canvas.is_drafting)
    for _ in range(6):
        board.canvas.pan(QPointF(-30, 12))
        qtbot.wait(0)
    panned = board.grab().toImage()
    board.canvas.repaint_all()
    assert board.grab().toImage() == panned


def test_a_map_in_motion_is_coarser_and_sharp_again_at_rest(qtbot: QtBot, board: BoardView) -> None:
    qtbot.waitUntil(lambda: board.canvas.is_at_rest)
    board.canvas.zoom(4)
    qtbot.waitUntil(lambda: board.canvas.is_at_rest)
    sharp = board.grab().toImage()
    board.canvas.zoom(0)  # as large as before, and in motion
    assert board.canvas.is_drafting
    assert board.grab().toImage() != sharp
    qtbot.waitUntil(lambda: board.canvas.is_at_rest)
    assert board.grab().toImage() == sharp


def test_every_place_has_a_name_a_role_and_what_lies_there(
    board: BoardView, watch: Watch, words: Words
) -> None:
    view = watch(400)
    board.show_view(view)
    for handle in board.findChildren(PlaceHandle):
        seen = QAccessible.queryAccessibleInterface(handle)
        assert words.place(handle.place) in seen.text(QAccessible.Text.Name)
        assert seen.role() == QAccessible.Role.Button
    for seat, hunter in view.state.hunters.items():
        description = _handle(board, hunter.place).accessibleDescription()
        assert words.seat(seat) in description


def test_the_other_button_asks_for_a_pencil_mark(qtbot: QtBot, board: BoardView) -> None:
    with qtbot.waitSignal(board.marked) as told:
        qtbot.mouseClick(board.canvas, Qt.MouseButton.RightButton, pos=_at(board, "prague"))
    assert told.args == ["prague"]
    _handle(board, "rome").setFocus()
    with qtbot.waitSignal(board.marked) as told:
        qtbot.keyClick(board.window().focusWidget(), Qt.Key.Key_Insert)
    assert told.args == ["rome"]


def test_what_was_pencilled_is_said_at_once(qtbot: QtBot, board: BoardView) -> None:
    board.marked.connect(lambda place: board.set_pencil({place: "!"}))
    _handle(board, "rome").setFocus()
    assert "!" not in _note(board)
    qtbot.keyClick(board.window().focusWidget(), Qt.Key.Key_Insert)
    assert "!" in _note(board)


def test_a_note_hides_no_place_that_can_be_chosen_next(board: BoardView) -> None:
    board.resize(805, 580)  # as in the smallest window
    note = board.findChild(QLabel, "place_note")
    assert note is not None
    for start in sorted({place for road in ROADS for place in road}):
        near = {place for road in ROADS if start in road for place in road} - {start}
        board.offer({place: (place, "By road") for place in near}, {start: "Here you are already."})
        for place in (start, *near):
            _handle(board, place).setFocus()
            hidden = [each for each in near if note.geometry().contains(_at(board, each))]
            assert not hidden, (start, place)
            assert not note.geometry().contains(_at(board, place))


@pytest.mark.parametrize(("percent", "is_beside"), [(100, True), (200, False)])
def test_a_note_in_large_letters_hides_little_of_the_board(
    board: BoardView, percent: int, *, is_beside: bool
) -> None:
    board.setFont(base_font(percent))
    board.resize(570, 520)
    board.offer({}, {"paris": "No road leads there from here.\nF1 reads the rule."})
    for place in ("paris", "athens", "edinburgh", "galway"):
        _handle(board, place).setFocus()
        note = board.findChild(QLabel, "place_note")
        assert note is not None
        assert board.rect().contains(note.geometry())
        assert note.height() < board.height() / 3
        assert not note.geometry().contains(_at(board, place))
    _handle(board, "paris").setFocus()
    note = board.findChild(QLabel, "place_note")
    assert note is not None
    assert (abs(note.y() - _at(board, "paris").y()) < 20) == is_beside


@pytest.mark.parametrize("percent", [100, 150, 200])
def test_a_note_that_says_more_stays_where_it_is(board: BoardView, percent: int) -> None:
    board.setFont(base_font(percent))
    board.resize(735, 540)
    note = board.findChild(QLabel, "place_note")
    assert note is not None
    board.offer({place: (place, board._words.place(place)) for place in board.places}, {})
    for place in board.places:
        _handle(board, place).setFocus()
        before = note.geometry()
        board.ask_again({place: f"Once more: {place}"})
        after = note.geometry()
        assert after.height() > before.height()
        # It grows at one edge: to the left at the left of its place, upward above it.
        assert after.left() == before.left() or after.right() == before.right(), place
        assert after.top() == before.top() or after.bottom() == before.bottom(), place
        assert board.rect().contains(after)
        assert not after.contains(_at(board, place))
        board.ask_again({})
