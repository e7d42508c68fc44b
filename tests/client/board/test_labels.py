"""Names never collide at the default zoom, from a small laptop to a large screen."""

from itertools import combinations

import pytest
from PySide6.QtCore import QRectF
from pytestqt.qtbot import QtBot

from client.board.board_view import BoardView
from client.board.geometry import KINDS, RADIUS
from client.look.palette import DAY
from client.look.style import base_font
from client.words.words import Words

pytestmark = pytest.mark.gui

# The board alone, and the board inside the game screen, at 1366x768 and at 3840x2160 (also 200 %).
SIZES = [(720, 560), (806, 580), (1366, 768), (3840, 2160), (3312, 1968), (1392, 888)]


SMALL = [(524, 430), (590, 500), (420, 280)]  # the board of the least window, and less


@pytest.mark.parametrize("size", SMALL)
def test_names_give_way_on_a_small_board_and_come_back_nearer(
    qtbot: QtBot, words: Words, size: tuple[int, int]
) -> None:
    board = BoardView(words, DAY)
    qtbot.addWidget(board)
    board.resize(*size)
    board.show()
    canvas = board.canvas
    rectangles = canvas.name_rectangles()
    boxes = rectangles.values()
    assert not any(one.intersects(other) for one, other in combinations(boxes, 2))
    assert "castle_dracula" in rectangles
    assert len(KINDS) // 3 < len(rectangles) < len(KINDS)
    canvas.zoom(8)
    assert set(canvas.name_rectangles()) == set(KINDS)


def test_longer_names_of_another_language_give_way_too(
    qtbot: QtBot, words: Words, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(words, "language", "qq")
    monkeypatch.setattr(words, "place", lambda place: f"{place} nad Rzeką".title())
    board = BoardView(words, DAY)
    qtbot.addWidget(board)
    board.resize(1366, 768)
    board.show()
    boxes = board.canvas.name_rectangles().values()
    assert len(KINDS) // 2 < len(boxes) < len(KINDS)
    assert not any(one.intersects(other) for one, other in combinations(boxes, 2))


@pytest.mark.parametrize("size", SIZES)
def test_names_do_not_collide(qtbot: QtBot, words: Words, size: tuple[int, int]) -> None:
    board = BoardView(words, DAY)
    qtbot.addWidget(board)
    board.resize(*size)
    board.show()
    canvas = board.canvas
    rectangles = canvas.name_rectangles()
    assert set(rectangles) == set(KINDS)
    collisions = [
        (one, other)
        for one, other in combinations(sorted(rectangles), 2)
        if rectangles[one].intersects(rectangles[other])
    ]
    assert collisions == []
    assert canvas.layers.label_height >= 10
    assert all(QRectF(canvas.rect()).contains(box) for box in rectangles.values())
    for place, spot in canvas.board.places.items():
        at, radius = canvas.camera.to_screen(spot), RADIUS[KINDS[place]] * canvas.camera.scale * 0.7
        marker = QRectF(at.x() - radius, at.y() - radius, 2 * radius, 2 * radius)
        covering = [name for name, box in rectangles.items() if box.intersects(marker)]
        assert KINDS[place] == "sea" or covering == [], place


def _in_usual_letters(qtbot: QtBot, words: Words, size: tuple[int, int]) -> BoardView:
    board = BoardView(words, DAY)
    qtbot.addWidget(board)
    board.setFont(base_font(100))
    board.resize(*size)
    board.show()
    return board


def _read(board: BoardView) -> dict[str, QRectF]:
    """Every name of a board and what it covers, once it is known that none collides."""
    found = board.canvas.name_rectangles()
    assert set(found) == set(KINDS)
    assert not any(one.intersects(other) for one, other in combinations(found.values(), 2))
    return found


@pytest.mark.parametrize("size", SIZES)
def test_larger_letters_come_where_there_is_room_for_them(
    qtbot: QtBot, words: Words, size: tuple[int, int]
) -> None:
    board = _in_usual_letters(qtbot, words, size)
    usual = _read(board)["paris"].height()
    board.setFont(base_font(200))
    assert _read(board)["paris"].height() >= usual
    for _ in range(3):
        board.canvas.zoom(1)
        _read(board)
    assert _read(board)["paris"].height() > 1.3 * usual


# The board of a game at 1366x768 in letters of 150 and of 200 per cent, and alone.
TIGHT = [(150, (735, 540)), (200, (558, 520)), (200, (806, 580))]


@pytest.mark.parametrize(("percent", "size"), TIGHT)
def test_where_not_all_names_can_be_larger_those_are_that_can(
    qtbot: QtBot, words: Words, percent: int, size: tuple[int, int]
) -> None:
    board = _in_usual_letters(qtbot, words, size)
    canvas = board.canvas
    usual = canvas.name_rectangles()
    board.setFont(base_font(percent))
    larger = canvas.name_rectangles()
    assert set(larger) == set(usual)
    assert not any(one.intersects(other) for one, other in combinations(larger.values(), 2))
    grown = [place for place, box in larger.items() if box.height() > usual[place].height()]
    assert len(grown) > len(usual) / 2
    assert all(larger[place].height() >= box.height() for place, box in usual.items())
    for place in canvas.board.places:
        at, radius = canvas.camera.to_screen(canvas.board.places[place]), RADIUS[KINDS[place]]
        marker = QRectF(
            0, 0, 1.4 * radius * canvas.camera.scale, 1.4 * radius * canvas.camera.scale
        )
        marker.moveCenter(at)
        covering = [name for name in grown if larger[name].intersects(marker)]
        assert KINDS[place] == "sea" or covering == [], place
