"""What the board shows: the view and nothing else, marks, lights, dusk and the road."""

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QPoint, QPointF, QRectF, Qt
from pytestqt.qtbot import QtBot

from client.board.board_view import BoardView, PlaceHandle
from client.board.contents import contents
from client.board.geometry import KINDS
from client.board.marks import bent_arrow
from client.look.palette import DAY, NIGHT
from client.look.style import base_font
from engine.view import View
from tests.client.board.conftest import Watch

pytestmark = pytest.mark.gui


def _at(board: BoardView, place: str) -> QPoint:
    return board.canvas.camera.to_screen(board.places[place]).toPoint()


def test_the_board_shows_the_view(board: BoardView, watch: Watch) -> None:
    for answers, seat in ((60, None), (400, "dracula"), (400, "mina")):
        view = watch(answers, seat)
        board.show_view(view)
        assert board.shown == contents(view)
        drawn = [piece.seat for piece, _ in board.canvas.piece_boxes() if piece.kind == "figure"]
        assert sorted(drawn) == sorted(each.seat for each in board.shown.figures)


def test_two_worlds_look_alike_to_a_hunter(board: BoardView, watch: Watch) -> None:
    """Whatever Dracula hides, the same public state gives the same picture and words."""
    public = watch(400)
    board.show_view(public)
    picture = board.grab().toImage()
    told = [handle.accessibleDescription() for handle in board.findChildren(PlaceHandle)]
    board.show_view(watch(60))
    board.show_view(View(public.state, {}))
    assert board.grab().toImage() == picture
    again = [handle.accessibleDescription() for handle in board.findChildren(PlaceHandle)]
    assert told == again


def test_a_moving_hunter_settles_on_the_view(qtbot: QtBot, board: BoardView, watch: Watch) -> None:
    view = watch(60)
    hunters = {
        **view.state.hunters,
        "mina": replace(view.state.hunters["mina"], place="paris", where="board"),
    }
    board.show_view(View(replace(view.state, hunters=hunters), {}))
    board.reduced_motion = False
    hunters["mina"] = replace(hunters["mina"], place="nantes")
    board.show_view(View(replace(view.state, hunters=hunters), {}))
    assert board.canvas.motion.moves("mina")
    qtbot.waitUntil(lambda: not board.canvas.motion.is_running, timeout=3000)
    boxes = {piece.seat: box for piece, box in board.canvas.piece_boxes() if piece.seat}
    reach = boxes["mina"].adjusted(-8, -24, 8, 24)
    assert reach.contains(QPointF(_at(board, "nantes")))


def test_day_and_night_heat_pencil_and_road_are_drawn(board: BoardView) -> None:
    pictures = [board.grab().toImage()]

    def changed() -> bool:
        pictures.append(board.grab().toImage())
        return pictures[-1] != pictures[-2]

    board.set_palette(NIGHT)
    assert changed()
    board.show_heat(("rome", "black_sea"))
    assert changed()
    board.set_pencil({"vienna": "?"})
    assert changed()
    board.show_road([("lisbon", "1"), ("madrid", "2"), ("madrid", "3")])
    assert changed()
    board.show_road(None)
    board.set_pencil({})
    board.show_heat(())
    board.set_palette(DAY)
    changed()
    assert pictures[-1] == pictures[0]


def test_a_pencil_mark_is_not_written_under_names_or_pieces(board: BoardView, watch: Watch) -> None:
    board.show_view(watch(400))
    board.set_pencil({place: "?" for place in board.places if KINDS[place] != "sea"})
    layers = board.canvas.layers
    over = [*layers.names.rectangles(layers.camera).values()]
    over += [box for _, box in board.canvas.piece_boxes()]
    for place, sign in layers.sign_boxes().items():
        hidden = [sign.intersected(each) for each in over]
        area = sum(each.width() * each.height() for each in hidden)
        assert area < sign.width() * sign.height() / 3, place


def _colours(board: BoardView, place: str) -> list[int]:
    """Red, green and blue of some spots round the middle of a place."""
    shown, at = board.canvas.grab().toImage(), _at(board, place)
    spots = [shown.pixelColor(at + QPoint(x, y)) for x in (-2, 0, 2) for y in (-2, 0, 2)]
    return [part for spot in spots for part in (spot.red(), spot.green(), spot.blue())]


def _differ(one: list[int], other: list[int]) -> int:
    return max(abs(before - after) for before, after in zip(one, other, strict=True))


def test_the_light_of_a_sea_lies_below_the_cities_on_its_shores(board: BoardView) -> None:
    places = ("irish_sea", "dublin", "liverpool", "swansea", "le_havre")
    before = {place: _colours(board, place) for place in places}
    board.offer({"irish_sea": (1, "Sail"), "english_channel": (2, "Sail")}, {})
    changed = {place: _differ(before[place], _colours(board, place)) for place in places}
    assert changed.pop("irish_sea") > 10
    assert max(changed.values()) < 5, changed


def test_night_falls_slowly_and_nobody_has_to_wait_for_it(qtbot: QtBot, board: BoardView) -> None:
    board.reduced_motion = False
    twilight = board.canvas.twilight
    by_day = board.grab().toImage()
    board.set_palette(NIGHT)
    assert twilight.falls
    assert board.grab().toImage() == by_day  # it begins with what was seen
    qtbot.waitUntil(lambda: not twilight.falls, timeout=3000)
    by_night = board.grab().toImage()
    assert by_night != by_day
    board.set_palette(DAY)
    qtbot.mouseClick(board.canvas, Qt.MouseButton.LeftButton, pos=_at(board, "prague"))
    assert not twilight.falls
    board.reduced_motion = True
    board.set_palette(NIGHT)
    assert not twilight.falls


@pytest.mark.parametrize("width", [18.0, 76.0])
def test_an_arrow_of_the_road_ends_before_the_numbers_it_leads_to(width: float) -> None:
    badge = QRectF(400 - width / 2, 291, width, 18)
    for start in (QPointF(100, 300), QPointF(700, 320), QPointF(400, 100), QPointF(340, 500)):
        path = bent_arrow(start, QPointF(400, 300), badge)
        tip = path.elementAt(path.elementCount() - 2)
        assert not badge.contains(tip.x, tip.y)
        assert badge.adjusted(-12, -12, 12, 12).contains(tip.x, tip.y)


@pytest.mark.parametrize(("percent", "most"), [(100, 30), (200, 60)])  # half a letter
def test_numbers_of_a_stay_keep_clear_of_the_names_of_cities(
    board: BoardView, percent: int, most: int
) -> None:
    board.setFont(base_font(percent))
    names, marks = board.canvas.name_rectangles(), board.canvas.layers.marks
    cities = {place: box for place, box in names.items() if KINDS[place] != "sea"}
    for place in cities:
        badge = marks.badge(place, 26.0, names.values())
        assert badge.adjusted(-9, -9, 9, 9).contains(marks.at(place))
        for other, box in cities.items():
            shared = badge.intersected(box)
            assert shared.width() * shared.height() < most, (place, other)
