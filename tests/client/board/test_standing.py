"""Pieces step aside for names, and where there is no room, names lie over them."""

import pytest
from PySide6.QtCore import QPoint, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QImage, QPainter
from pytestqt.qtbot import QtBot

from client.board.contents import Contents, Figure, ShownHideout
from client.board.view import BoardView
from client.look.palette import DAY
from client.text import Words
from engine.ids import SEATS

pytestmark = pytest.mark.gui

SIZE = (800, 560)  # of the map on a laptop of 1366 by 768
FULL = ("venice", "milan", "zurich", "geneva", "genoa", "florence", "zagreb", "munich")
CROWDS = [
    ("swansea", "belgrade", "galway", "cagliari", "geneva"),
    ("venice", "milan", "zurich", "munich", "rome"),
    ("strasbourg", "leipzig", "vienna", "budapest", "sofia"),
]


def _is_ink(colour: QColor, lightest: int) -> bool:
    return colour.alpha() > 240 and colour.lightness() < lightest


def _crowded(qtbot: QtBot, places: tuple[str, ...]) -> BoardView:
    board = BoardView(Words(strict=True), DAY)
    qtbot.addWidget(board)
    board.reduced_motion = True
    board.resize(*SIZE)
    board.show()
    figures = tuple(Figure(seat, place) for seat, place in zip(SEATS, places, strict=True))
    hideouts = tuple(ShownHideout(place, 1, ("rats",)) for place in FULL)
    board.canvas.show_contents(Contents(figures=figures, hideouts=hideouts), animate=False)
    assert len(board.canvas.piece_boxes()) == len(SEATS) + 2 * len(FULL)
    return board


@pytest.mark.parametrize("places", CROWDS)
def test_every_letter_of_every_name_is_seen(qtbot: QtBot, places: tuple[str, ...]) -> None:
    canvas = _crowded(qtbot, places).canvas
    shown = canvas.grab().toImage()
    alone = QImage(canvas.size(), QImage.Format.Format_ARGB32)
    alone.fill(Qt.GlobalColor.transparent)
    painter = QPainter(alone)
    canvas.layers.names.draw(painter, canvas.camera, QRectF(canvas.rect()))
    painter.end()
    letters = 0
    for name in canvas.name_rectangles().values():
        box = name.toAlignedRect().intersected(canvas.rect())
        for x in range(box.left(), box.right()):
            for y in range(box.top(), box.bottom()):
                spot = QPoint(x, y)
                if _is_ink(alone.pixelColor(spot), 90):
                    letters += 1
                    assert _is_ink(shown.pixelColor(spot), 120), (x, y)
    assert letters > 1000


@pytest.mark.parametrize("places", CROWDS)
def test_no_figure_stands_on_another(qtbot: QtBot, places: tuple[str, ...]) -> None:
    canvas = _crowded(qtbot, places).canvas
    canvas.layers.arrange(QSizeF(*SIZE))
    boxes = [box for piece, box in canvas.piece_boxes() if piece.kind == "figure"]
    for at, one in enumerate(boxes):
        for other in boxes[at + 1 :]:
            both = one.intersected(other)
            assert both.isEmpty() or both.width() * both.height() < 0.2 * one.width() * one.height()
