"""Pieces step aside for names, and where there is no room, names lie over them."""

from math import hypot, inf
from typing import NamedTuple

import pytest
from PySide6.QtCore import QPoint, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QImage, QPainter
from pytestqt.qtbot import QtBot

from client.board import crowding
from client.board.board_view import BoardView
from client.board.canvas import Canvas
from client.board.contents import Contents, Figure, ShownHideout, contents
from client.board.crowding import Thing
from client.board.geometry import KINDS, RADIUS
from client.look.palette import DAY
from client.look.style import base_font
from client.words.words import Words
from engine.ids import DRACULA, SEATS
from tests.client.board.conftest import Watch
from tests.client.board.test_labels import SIZES, TIGHT

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


_MOST = 0.22  # of a piece, or of what is smaller and lies under it
_POSITIONS = [
    (seed, answers, seat)
    for seed in ("2", "5", "9")
    for answers in (60, 130, 200, 300, 400, 500, 650)
    for seat in (DRACULA, "mina")
]
# Three that were hard: a name across its own token, tokens below another city, figures on one.
_HARD = [
    Contents(
        figures=tuple(Figure(seat, "santander") for seat in ("godalming", "seward", "mina")),
        hideouts=(ShownHideout("santander", 2, ("desecrated_soil",)),),
    ),
    Contents(
        figures=(Figure("mina", "bucharest"), Figure(DRACULA, "constanta", secret=True)),
        hideouts=(
            ShownHideout("constanta", 2, ("rats",), secret=True),
            ShownHideout("constanta", 3, ("bats",), secret=True),
            ShownHideout("bucharest", 4, ()),
            ShownHideout("galatz", 5, ("spy",), secret=True),
        ),
    ),
    Contents(
        figures=(
            *(Figure(seat, "saragossa") for seat in ("seward", "mina")),
            *(Figure(seat, "barcelona") for seat in ("van_helsing", DRACULA)),
            Figure("godalming", "santander"),
        ),
        hideouts=(
            ShownHideout("barcelona", 1, ()),
            ShownHideout("barcelona", 2, ()),
            ShownHideout("saragossa", 3, ("aristocratic_vampire",)),
        ),
    ),
]


def _shared(one: QRectF, other: QRectF) -> float:
    """The part of the smaller that lies in both."""
    both = one.intersected(other)
    smaller = min(box.width() * box.height() for box in (one, other))
    return 0.0 if both.isEmpty() else both.width() * both.height() / smaller


def _markers(canvas: Canvas) -> dict[tuple[float, float], QRectF]:
    """What every city's marker covers, by where its pieces are anchored."""
    found = {}
    for place, spot in canvas.board.places.items():
        radius, at = RADIUS[KINDS[place]] * canvas.camera.scale, canvas.camera.to_screen(spot)
        if radius:
            box = QRectF(at.x() - radius, at.y() - radius, 2 * radius, 2 * radius)
            found[spot.x(), spot.y()] = box
    return found


class Letters(NamedTuple):
    """How large letters and the board are, and how much of a thing may be hidden there."""

    percent: int
    size: tuple[int, int]
    most: float = _MOST


def _in_letters(qtbot: QtBot, words: Words, letters: Letters) -> Canvas:
    board = BoardView(words, DAY)
    qtbot.addWidget(board)
    board.setFont(base_font(letters.percent))
    board.resize(*letters.size)
    board.show()
    return board.canvas


# Names that have grown leave less room, least on the board of a small laptop.
_IN_LETTERS = [
    *(Letters(100, size) for size in SIZES),
    *(Letters(percent, size, 0.26 if size[0] < 600 else _MOST) for percent, size in TIGHT),
]


@pytest.mark.parametrize("letters", _IN_LETTERS)
def test_no_piece_stands_on_a_name_or_on_another_place(
    qtbot: QtBot, words: Words, watch: Watch, letters: Letters
) -> None:
    canvas = _in_letters(qtbot, words, letters)
    names, markers = canvas.name_rectangles(), _markers(canvas)
    played = [contents(watch(answers, seat, seed)) for seed, answers, seat in _POSITIONS]
    counted = 0
    for position in (*played, *_HARD):
        canvas.show_contents(position, animate=False)
        for piece, box in canvas.piece_boxes():
            counted += 1
            assert QRectF(canvas.rect()).contains(box)
            for place, name in names.items():
                assert _shared(box, name) < letters.most, (position, piece, place)
            for spot, marker in markers.items():
                if spot != (piece.anchor.x(), piece.anchor.y()):
                    assert _shared(box, marker) < letters.most, (position, piece, spot)
    assert counted > 300


_ON_WAYS = [
    *(Letters(100, size) for size in SIZES),
    *(Letters(percent, size, 0.3 if size[0] < 600 else _MOST) for percent, size in TIGHT),
]


@pytest.mark.parametrize("letters", _ON_WAYS)
def test_a_roadblock_lies_beside_its_way_rather_than_on_a_name(
    qtbot: QtBot, words: Words, letters: Letters
) -> None:
    canvas = _in_letters(qtbot, words, letters)
    hiding = [*canvas.name_rectangles().values(), *_markers(canvas).values()]
    for way in canvas.board.ways:
        canvas.show_contents(Contents(roadblocks=(way,)), animate=False)
        ((piece, box),) = canvas.piece_boxes()
        assert max(_shared(box, each) for each in hiding) < letters.most, way
        away = canvas.camera.to_screen(piece.anchor) - box.center()
        assert hypot(away.x(), away.y()) < box.width()
        assert piece.tied or hypot(away.x(), away.y()) < 0.51 * box.width()


def test_few_roadblocks_lie_nearer_to_another_way(qtbot: QtBot, words: Words) -> None:
    canvas = _in_letters(qtbot, words, Letters(100, SIZE))
    astray = []
    for way in canvas.board.ways:
        canvas.show_contents(Contents(roadblocks=(way,)), animate=False)
        ((piece, _),) = canvas.piece_boxes()
        assert canvas.layers._room is not None
        room = canvas.layers._room[2]
        if crowding._is_astray(piece.spread(room.scale), way, room):
            astray.append(way)
    assert len(astray) < len(canvas.board.ways) / 10, astray


def test_roadblocks_on_ways_between_the_same_cities_lie_apart(qtbot: QtBot, words: Words) -> None:
    canvas = _in_letters(qtbot, words, Letters(100, SIZE))
    ways = canvas.board.ways
    for road in (each for each in ways if each.startswith("road:")):
        rail = road.replace("road:", "rail:")
        if rail in ways:
            canvas.show_contents(Contents(roadblocks=(road, rail)), animate=False)
            (_, one), (_, other) = canvas.piece_boxes()
            assert _shared(one, other) < 0.4, road


def test_what_finds_no_spot_good_enough_is_laid_nowhere(qtbot: QtBot) -> None:
    layers = _crowded(qtbot, CROWDS[1]).canvas.layers
    assert layers._room is not None
    room = layers._room[2]
    stand = crowding._Stand(room.board.places["venice"], room.own("venice"))
    block = [[Thing("figure", "mina")]]
    least, pieces = crowding._best(block, stand, room, room.printed)
    assert len(pieces) == 1
    assert crowding._best(block, stand, room, room.printed, least) == (inf, [])


@pytest.mark.parametrize("size", SIZES)
def test_whoever_is_in_a_hospital_stands_on_no_city(qtbot: QtBot, size: tuple[int, int]) -> None:
    board = BoardView(Words(strict=True), DAY)
    qtbot.addWidget(board)
    board.resize(*size)
    board.show()
    canvas = board.canvas
    markers = _markers(canvas).values()
    for city in canvas.board.hospitals:
        figures = (Figure("mina", city, in_hospital=True),)
        canvas.show_contents(Contents(figures=figures), animate=False)
        ((_, box),) = canvas.piece_boxes()
        assert all(_shared(box, marker) < _MOST for marker in markers), city


def test_what_stands_away_from_its_place_is_tied_to_it(qtbot: QtBot) -> None:
    canvas = _crowded(qtbot, CROWDS[1]).canvas
    markers = _markers(canvas)
    blocks: dict[tuple[float, float], list[tuple[bool, float]]] = {}
    for piece, box in canvas.piece_boxes():
        at = piece.anchor.x(), piece.anchor.y()
        away = (box.center() - markers[at].center()).manhattanLength()
        blocks.setdefault(at, []).append((piece.tied, away - box.width()))
    far = [block for block in blocks.values() if min(away for _, away in block) > 20]
    assert far
    assert all(any(tied for tied, _ in block) for block in far)
