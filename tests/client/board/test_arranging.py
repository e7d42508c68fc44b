"""Spots for pieces are found a little in every turn of the window; half a result is never shown."""

import pytest
from PySide6.QtGui import QImage
from pytestqt.qtbot import QtBot

from client.board.board_view import BoardView
from client.board.canvas import Canvas
from client.board.contents import Contents, Figure
from client.look.palette import DAY
from client.words.words import Words
from engine.ids import SEATS, Seat

pytestmark = pytest.mark.gui

_WEST = ("paris", "madrid", "london", "lisbon", "dublin")
_EAST = ("vienna", "prague", "varna", "athens", "bucharest")


def _standing_at(places: tuple[str, ...]) -> Contents:
    return Contents(figures=tuple(map(Figure, SEATS, places)))


def _found(canvas: Canvas) -> dict[Seat, tuple[float, float]]:
    return {piece.seat: piece.anchor.toTuple() for piece in canvas.layers.drawn}


@pytest.fixture
def slow(qtbot: QtBot) -> BoardView:
    """A board on a machine so slow that a turn has time for one place only; all are in the west."""
    board = BoardView(Words(strict=True), DAY)
    qtbot.addWidget(board)
    board.resize(838, 576)
    board.show()
    canvas = board.canvas
    canvas._arranging._most_s = 0.0
    canvas.show_contents(_standing_at(_WEST), animate=False)
    qtbot.waitUntil(lambda: canvas.is_at_rest)
    return board


def _seen(board: BoardView) -> QImage:
    return board.canvas.grab().toImage()


def test_the_old_is_seen_whole_until_all_of_the_new_is_found(qtbot: QtBot, slow: BoardView) -> None:
    canvas = slow.canvas
    before, stood = _seen(slow), _found(canvas)
    canvas.show_contents(_standing_at(_EAST), animate=False)
    assert not canvas.is_arranged
    assert not canvas.is_at_rest
    assert _seen(slow) == before
    assert _found(canvas) == stood
    qtbot.waitUntil(lambda: canvas.is_arranged)
    assert _found(canvas).keys() == stood.keys()
    assert not set(_found(canvas).values()) & set(stood.values())
    assert _seen(slow) != before


def test_whoever_asks_where_pieces_are_is_told_at_once(slow: BoardView) -> None:
    slow.canvas.show_contents(_standing_at(_EAST), animate=False)
    asked = {piece.anchor.toTuple() for piece, _ in slow.canvas.piece_boxes()}
    assert asked == {slow.places[place].toTuple() for place in _EAST}


def test_another_size_leaves_nothing_where_it_was(slow: BoardView) -> None:
    slow.canvas.show_contents(_standing_at(_EAST), animate=False)
    slow.resize(1000, 700)
    assert slow.canvas.is_arranged
    _seen(slow)
    assert set(_found(slow.canvas).values()) == {slow.places[place].toTuple() for place in _EAST}


def test_what_has_time_enough_is_found_before_anything_is_drawn(slow: BoardView) -> None:
    slow.canvas._arranging._most_s = 60.0
    slow.canvas.show_contents(_standing_at(_EAST), animate=False)
    assert slow.canvas.is_arranged
    assert set(_found(slow.canvas).values()) == {slow.places[place].toTuple() for place in _EAST}
