"""Natural Earth as shapes on the board: projected, clipped, grouped into regions and sea zones."""

import json
import math
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from map_maker import gazetteer
from shapely import LineString, MultiPolygon, Point, Polygon, box, make_valid, unary_union

WIDTH, HEIGHT = 3200, 2048  # pixels of the board, the unit of everything that follows
FRAME = 46  # the degree frame round the picture
_WEST, _SOUTH = -1975.0, -1196.0  # kilometres from the centre of the projection
_PIXELS_PER_KM = HEIGHT / 2480.0
_SQUAT_FROM, _SQUAT = 1090.0, 0.34  # beyond it the north is pressed together, to show its sea
_CENTRE = (9.0, 47.0)
_PARALLELS = (40.0, 54.0)
_EARTH = 6371.0
_TOLERANCE = 0.6  # pixels a simplified coast may be off
_ANTARCTICA = "010"  # a conic projection turns it into a ring round everything else
_KEPT_ISLAND = 14.0  # square pixels; smaller ones are only specks at any zoom

_N = math.log(math.cos(math.radians(_PARALLELS[0])) / math.cos(math.radians(_PARALLELS[1]))) / (
    math.log(
        math.tan(math.pi / 4 + math.radians(_PARALLELS[1]) / 2)
        / math.tan(math.pi / 4 + math.radians(_PARALLELS[0]) / 2)
    )
)
_F = (
    math.cos(math.radians(_PARALLELS[0]))
    * math.tan(math.pi / 4 + math.radians(_PARALLELS[0]) / 2) ** _N
    / _N
)

# Water without a zone's own centre in it, and the zone it belongs to; None is out of play.
_MORE_WATER: tuple[tuple[float, float, str | None], ...] = (
    (18.5, 55.8, None),
    (11.2, 56.6, None),
    (28.2, 40.7, "ionian_sea"),
    (25.0, 39.0, "ionian_sea"),
    (22.4, 38.25, "ionian_sea"),
    (-5.0, 54.6, "irish_sea"),
    (34.0, 46.0, "black_sea"),
)


@dataclass(frozen=True)
class Atlas:
    """Everything that is drawn from the earth itself."""

    land: MultiPolygon
    regions: dict[str, MultiPolygon]
    seas: dict[str, MultiPolygon]
    borders: tuple[LineString, ...]  # between countries of different regions, and outside them
    rivers: tuple[LineString, ...]
    lakes: tuple[Polygon, ...]


def project(longitude: float, latitude: float) -> tuple[float, float]:
    """Degrees to board pixels, by a Lambert conformal conic projection."""
    latitude = max(latitude, -60.0)  # far below the window anyway; the pole itself has no place

    def radius(degrees: float) -> float:
        return _EARTH * _F / math.tan(math.pi / 4 + math.radians(degrees) / 2) ** _N

    angle = _N * math.radians(longitude - _CENTRE[0])
    east = radius(latitude) * math.sin(angle)
    north = radius(_CENTRE[1]) - radius(latitude) * math.cos(angle)
    north = min(north, _SQUAT_FROM + (north - _SQUAT_FROM) * _SQUAT)
    return (east - _WEST) * _PIXELS_PER_KM, HEIGHT - (north - _SOUTH) * _PIXELS_PER_KM


def city_positions() -> dict[str, tuple[float, float]]:
    """Every city on the board, those too near each other moved a little apart."""
    found = {}
    for city, degrees in gazetteer.CITIES.items():
        x, y = project(*degrees)
        east, north = gazetteer.NUDGES.get(city, (0.0, 0.0))
        found[city] = (x + east * _PIXELS_PER_KM, y - north * _PIXELS_PER_KM)
    return found


def read_atlas(countries: Path, waters: Path) -> Atlas:
    """Build the atlas from two TopoJSON files: countries, and one with rivers and lakes."""
    topology = json.loads(countries.read_text())
    shapes = _country_shapes(topology)
    window = box(-60, -60, WIDTH + 60, HEIGHT + 60)
    clipped = {key: make_valid(shape).intersection(window) for key, shape in shapes.items()}
    clipped = {key: shape for key, shape in clipped.items() if not shape.is_empty}
    land = _polygons(unary_union(list(clipped.values())))
    regions = _regions(clipped)
    water = json.loads(waters.read_text())
    return Atlas(
        land,
        regions,
        _sea_zones(land),
        _borders(clipped, regions),
        tuple(_lines(water, "rivers", window)),
        tuple(_lakes(water, window)),
    )


def _arcs(topology: dict[str, Any]) -> list[LineString]:
    """The arcs in board pixels, each simplified alone so that shared borders stay shared."""
    (scale_x, scale_y), (move_x, move_y) = (
        topology["transform"]["scale"],
        topology["transform"]["translate"],
    )
    found = []
    for arc in topology["arcs"]:
        x = y = 0
        points = []
        for step_x, step_y in arc:
            x, y = x + step_x, y + step_y
            points.append(project(x * scale_x + move_x, y * scale_y + move_y))
        found.append(LineString(points).simplify(_TOLERANCE, preserve_topology=False))
    return found


def _ring(arcs: list[LineString], indices: list[int]) -> list[tuple[float, float]]:
    points: list[tuple[float, float]] = []
    for index in indices:
        coordinates = list(arcs[~index].coords)[::-1] if index < 0 else list(arcs[index].coords)
        points.extend(coordinates[1:] if points else coordinates)
    return points


def _country_shapes(topology: dict[str, Any]) -> dict[str, Any]:
    arcs = _arcs(topology)
    found: dict[str, Any] = {}
    for number, country in enumerate(topology["objects"]["countries"]["geometries"]):
        if country.get("id") == _ANTARCTICA:
            continue
        polygons = country["arcs"] if country["type"] == "MultiPolygon" else [country["arcs"]]
        parts = []
        for rings in polygons:
            outer = _ring(arcs, rings[0])
            holes = [_ring(arcs, ring) for ring in rings[1:]]
            if _near(outer) and len(outer) >= 4:
                parts.append(make_valid(Polygon(outer, [hole for hole in holes if len(hole) >= 4])))
        if parts:
            key = country.get("id") or _unnumbered(country, number)
            found[key] = unary_union([part for part in parts if part.area >= _KEPT_ISLAND])
    return found


def _unnumbered(country: dict[str, Any], number: int) -> str:
    """Kosovo has no country number in the source; 383 is its telephone code."""
    return "383" if country["properties"]["name"] == "Kosovo" else f"other {number}"


def _near(ring: list[tuple[float, float]]) -> bool:
    """Whether a ring comes near the window; those on the far side of the earth fold over it."""
    xs, ys = [x for x, _ in ring], [y for _, y in ring]
    return (
        max(xs) > -400 and min(xs) < WIDTH + 400 and max(ys) > -400 and min(ys) < HEIGHT + 400
    ) and max(map(abs, xs)) < 40_000


def _regions(shapes: dict[str, Any]) -> dict[str, MultiPolygon]:
    transylvania = Polygon([project(*point) for point in gazetteer.TRANSYLVANIA])
    romania = shapes["642"]
    found = {}
    for region, countries in gazetteer.REGIONS.items():
        parts = [shapes[key] for key in countries if key in shapes and key != "642"]
        if region == "baltica":
            parts.append(romania.difference(transylvania))
        if region == "austro_hungaria":
            parts.append(romania.intersection(transylvania))
        found[region] = _polygons(unary_union(parts).buffer(0.8).buffer(-0.8))
    return found


def _polygons(shape: Any) -> MultiPolygon:
    """The areas of a shape, without the stray lines that clipping leaves."""
    parts = getattr(shape, "geoms", [shape])
    return MultiPolygon([part for part in parts if isinstance(part, Polygon) and part.area > 1])


def _borders(shapes: dict[str, Any], regions: dict[str, MultiPolygon]) -> tuple[LineString, ...]:
    """The land borders outside the regions, which the washes do not show."""
    inside = unary_union(list(regions.values())).buffer(1.2)
    coast = unary_union(list(shapes.values())).boundary.buffer(1.2)
    lines = unary_union([shape.boundary for shape in shapes.values()])
    rest = lines.difference(inside).difference(coast)
    return tuple(part for part in getattr(rest, "geoms", [rest]) if part.length > 12)


def sea_line(name: str) -> LineString:
    """A line between two sea zones, in board pixels."""
    return LineString([project(*point) for point in gazetteer.SEA_LINES[name]])


def _sea_zones(land: MultiPolygon) -> dict[str, MultiPolygon]:
    cuts = unary_union([sea_line(name).buffer(0.4) for name in gazetteer.SEA_LINES])
    inside = box(FRAME, FRAME, WIDTH - FRAME, HEIGHT - FRAME)
    water = inside.difference(land).difference(cuts)
    seeds = [(Point(project(*at)), zone) for zone, at in gazetteer.SEAS.items()]
    seeds += [(Point(project(x, y)), zone) for x, y, zone in _MORE_WATER]
    parts: dict[str, list[Polygon]] = {zone: [] for zone in gazetteer.SEAS}
    for piece in getattr(water, "geoms", [water]):
        inside = [zone for seed, zone in seeds if piece.contains(seed)]
        zone = inside[0] if inside else min(seeds, key=lambda seed: seed[0].distance(piece))[1]
        if zone is not None and piece.area > 40:
            parts[zone].append(piece)
    return {zone: MultiPolygon(pieces) for zone, pieces in parts.items()}


def _lines(topology: dict[str, Any], layer: str, window: Polygon) -> list[LineString]:
    arcs = _arcs(topology)
    found = []
    for geometry in topology["objects"][layer]["geometries"]:
        chains = geometry["arcs"] if geometry["type"] == "MultiLineString" else [geometry["arcs"]]
        for chain in chains:
            line = LineString(_ring(arcs, chain)).intersection(window)
            found += [part for part in getattr(line, "geoms", [line]) if part.length > 20]
    return found


def _lakes(topology: dict[str, Any], window: Polygon) -> list[Polygon]:
    arcs = _arcs(topology)
    found = []
    for geometry in topology["objects"]["lakes"]["geometries"]:
        polygons = geometry["arcs"] if geometry["type"] == "MultiPolygon" else [geometry["arcs"]]
        for rings in polygons:
            outer = _ring(arcs, rings[0])
            if len(outer) >= 4 and _near(outer):
                shape = make_valid(Polygon(outer)).intersection(window)
                found += [part for part in _polygons(shape).geoms if part.area > 40]
    return found
