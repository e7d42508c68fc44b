"""The board as it is really drawn says the same to people who see fewer colours.

Light on a legal place, the aid's heat, a pencil mark and each figure are told apart by shape and
brightness alone, in three simulations and both palettes.
"""

from itertools import combinations, product

import pytest
from PySide6.QtCore import QRect
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from client.board.board_view import BoardView
from client.look.palette import PALETTES
from client.words.words import Words
from client.workshop.bench.window_bench import played_view
from client.workshop.colour_blindness import KINDS, simulated

pytestmark = [pytest.mark.gui, pytest.mark.slow]

PLACES = ("madrid", "paris", "vienna", "sofia", "leipzig", "rome", "szeged", "granada")
SIDE = 40  # pixels round a place


@pytest.fixture(params=sorted(PALETTES))
def board(request: pytest.FixtureRequest, qtbot: QtBot) -> BoardView:
    made = BoardView(Words(strict=True), PALETTES[request.param])
    made.reduced_motion = True
    made.resize(1100, 704)
    qtbot.addWidget(made)
    made.show()
    QApplication.processEvents()
    made.show_view(played_view(300))
    return made


def patch(board: BoardView, place: str) -> QImage:
    """The spot of a place."""
    at = board.canvas.camera.to_screen(board.places[place]).toPoint()
    box = QRect(at.x() - SIDE // 2, at.y() - SIDE // 2, SIDE, SIDE)
    return board.grab(box).toImage()


def greys(image: QImage, kind: str) -> bytes:
    """A picture as somebody sees it, in shades of grey."""
    seen = simulated(image, kind).convertToFormat(QImage.Format.Format_Grayscale8)
    return b"".join(bytes(seen.constScanLine(row))[: seen.width()] for row in range(seen.height()))


def share_differing(one: bytes, other: bytes) -> float:
    return sum(abs(a - b) > 24 for a, b in zip(one, other, strict=True)) / len(one)


def test_lit_possible_and_pencilled_places_are_told_apart(board: BoardView) -> None:
    plain = {place: patch(board, place) for place in PLACES}
    board.offer({place: (place, place) for place in PLACES}, {})
    lit = {place: patch(board, place) for place in PLACES}
    board.offer({}, {})
    board.show_heat(PLACES)
    possible = {place: patch(board, place) for place in PLACES}
    board.show_heat(())
    board.set_pencil(dict.fromkeys(PLACES, "x"))
    pencilled = {place: patch(board, place) for place in PLACES}
    for place, kind in product(PLACES, KINDS):
        shown = (plain[place], lit[place], possible[place], pencilled[place])
        looks = [greys(each, kind) for each in shown]
        for one, other in combinations(range(4), 2):
            assert share_differing(looks[one], looks[other]) > 0.02, (place, kind, one, other)


def test_figures_on_the_board_are_told_apart(board: BoardView) -> None:
    found = {}
    for piece, box in board.canvas.piece_boxes():
        if piece.seat and not piece.lying:
            found[piece.seat] = board.grab(box.toAlignedRect()).toImage().scaled(36, 36)
    assert len(found) >= 4
    for kind in KINDS:
        looks = {seat: greys(drawn, kind) for seat, drawn in found.items()}
        for one, other in combinations(looks, 2):
            assert share_differing(looks[one], looks[other]) > 0.1, (kind, one, other)
