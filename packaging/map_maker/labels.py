"""On which side of its city each name stands, chosen so that nothing covers anything else.

The names are set for the smallest board they must fit on; on a larger one they take less of it.
"""

from map_maker import gazetteer
from map_maker.atlas import HEIGHT, WIDTH, project
from map_maker.ways import Spot, Way
from PySide6.QtCore import QPointF, QRectF

from client.board.place_names import REFERENCE_BOARD, LabelSpec, label_rectangle, label_sides
from engine.editions.third.map import HOSPITALS, PLACES

_SCALE = HEIGHT / REFERENCE_BOARD
_ROUNDS = 40
_KINDS = {place.id: place.kind for place in PLACES}


def place_labels(spots: dict[str, Spot], ways: list[Way]) -> dict[str, str]:
    """The side for every place, found by moving the worst-placed name until nothing improves."""
    options = {place: _rectangles(place, spot) for place, spot in spots.items()}
    marks = {place: _mark(place, spots) for place in spots}
    samples = [QPointF(*spot) for way in ways for spot in way.samples()]
    fixed = {
        (place, side): _fixed_cost(place, rectangle, marks, samples)
        for place, sides in options.items()
        for side, rectangle in sides.items()
    }
    chosen = {
        place: min(sides, key=lambda side: (fixed[place, side], side))
        for place, sides in options.items()
    }
    for _ in range(_ROUNDS):
        before = dict(chosen)
        for place in sorted(spots):
            others = [options[other][side] for other, side in chosen.items() if other != place]
            chosen[place] = min(
                options[place],
                key=lambda side: (
                    fixed[place, side]
                    + sum(_overlap(options[place][side], other) for other in others) * 3,
                    side,
                ),
            )
        if chosen == before:
            break
    return chosen


def _name(place: str) -> str:
    """The name as it will be about as long in any language."""
    return place.replace("_", " ").title()


def _rectangles(place: str, spot: Spot) -> dict[str, QRectF]:
    kind = _KINDS[place]
    spec = LabelSpec(_name(place), kind, _SCALE)
    return {
        side: label_rectangle(spec, side, QPointF(*spot)).adjusted(-3, -2, 3, 2)
        for side in label_sides(kind)
    }


def _mark(place: str, spots: dict[str, Spot]) -> QRectF:
    """What is drawn at the place itself, hospitals with their cross beside them."""
    x, y = spots[place]
    size = {"large": 24.0, "small": 17.0, "castle": 42.0, "sea": 0.0}[_KINDS[place]]
    rectangle = QRectF(x - size, y - size, 2 * size, 2 * size)
    if place in HOSPITALS:
        rectangle = rectangle.united(QRectF(x - 66, y - 66, 50, 50))
    return rectangle


def _fixed_cost(
    place: str, rectangle: QRectF, marks: dict[str, QRectF], samples: list[QPointF]
) -> float:
    cost = sum(
        _overlap(rectangle, mark) * 4
        for other, mark in marks.items()
        if other != place or place in HOSPITALS
    )
    board = QRectF(50, 50, WIDTH - 100, HEIGHT - 100)
    if not board.contains(rectangle):
        cost += 1e6
    return cost + 90 * sum(rectangle.contains(sample) for sample in samples)


def _overlap(one: QRectF, other: QRectF) -> float:
    both = one.intersected(other)
    return both.width() * both.height() + 400 if not both.isEmpty() else 0.0


def sea_positions() -> dict[str, Spot]:
    """Where each sea zone's name stands."""
    return {zone: project(*degrees) for zone, degrees in gazetteer.SEAS.items()}
