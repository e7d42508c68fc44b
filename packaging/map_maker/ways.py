"""How roads and railways run between cities: gentle curves that keep clear of everything else."""

import math
from dataclasses import dataclass

from map_maker.atlas import Atlas
from shapely import LineString, Point
from shapely.prepared import prep

from engine.editions.third.map import ROADS, WHITE_RAILWAYS, YELLOW_RAILWAYS

Spot = tuple[float, float]
_BOWS = (0.05, -0.05, 0.1, -0.1, 0.16, -0.16, 0.24, -0.24, 0.33, -0.33)
_SAMPLES = 24
_CLEAR_OF_CITIES = 62.0  # pixels; nearer, a way seems to stop there
_CLEAR_OF_WAYS = 15.0


@dataclass(frozen=True)
class Way:
    """One curve: from one city to another by way of a control point."""

    id: str  # road:a:b or rail:a:b, as the engine names it
    kind: str  # road, white or yellow
    start: Spot
    bend: Spot
    end: Spot

    def at(self, part: float) -> Spot:
        """The point this part of the way along."""
        rest = 1 - part
        return (
            rest * rest * self.start[0] + 2 * rest * part * self.bend[0] + part**2 * self.end[0],
            rest * rest * self.start[1] + 2 * rest * part * self.bend[1] + part**2 * self.end[1],
        )

    def samples(self) -> list[Spot]:
        """Points along the way, ends included."""
        return [self.at(step / _SAMPLES) for step in range(_SAMPLES + 1)]


def all_ways(cities: dict[str, Spot], atlas: Atlas) -> list[Way]:
    """Every way of the board, short ones first because they have the least freedom."""
    wanted = [("road", "road", *pair) for pair in ROADS]
    wanted += [("rail", "white", *pair) for pair in WHITE_RAILWAYS]
    wanted += [("rail", "yellow", *pair) for pair in YELLOW_RAILWAYS]
    wanted.sort(key=lambda way: (math.dist(cities[way[2]], cities[way[3]]), way))
    land = prep(atlas.land.buffer(4))
    found: list[Way] = []
    for prefix, kind, one, other in wanted:
        others = [spot for city, spot in cities.items() if city not in (one, other)]
        candidates = [
            _bowed(f"{prefix}:{one}:{other}", kind, (cities[one], cities[other]), bow)
            for bow in _BOWS
        ]
        nearby = [way.samples() for way in found if _may_meet(way, candidates[0])]
        found.append(min(candidates, key=lambda way: _cost(way, others, nearby, land)))
    return found


def _bowed(name: str, kind: str, ends: tuple[Spot, Spot], bow: float) -> Way:
    (x, y), (to_x, to_y) = ends
    bend = ((x + to_x) / 2 - (to_y - y) * bow, (y + to_y) / 2 + (to_x - x) * bow)
    return Way(name, kind, ends[0], bend, ends[1])


def _may_meet(way: Way, other: Way) -> bool:
    return LineString(way.samples()).distance(LineString(other.samples())) < 120


def _cost(way: Way, others: list[Spot], nearby: list[list[Spot]], land: object) -> float:
    samples = way.samples()
    line = LineString(samples)
    length = math.dist(way.start, way.end)
    bow = math.dist(way.bend, ((way.start[0] + way.end[0]) / 2, (way.start[1] + way.end[1]) / 2))
    cost = 40 * bow / length
    for spot in others:
        cost += max(0.0, _CLEAR_OF_CITIES - line.distance(Point(spot))) ** 2 / 20
    middle = samples[4:-4]
    for other in nearby:
        run = LineString(other[4:-4])
        cost += sum(max(0.0, _CLEAR_OF_WAYS - run.distance(Point(spot))) for spot in middle) / 3
    return cost + sum(not land.contains(Point(spot)) for spot in middle) * 4  # type: ignore[attr-defined]
