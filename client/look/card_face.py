"""Paints the faces and backs of cards: a frame for each deck, an emblem for each card, its name.

No two decks share a frame and no two cards of a deck share an emblem, so nothing depends on colour.
What was painted in a size is kept.
"""

import math
from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QPixmap

from client.board.baked_map import map_pictures
from client.board.geometry import KINDS, paint_vignette
from client.look.glyphs import EMBLEMS, paint_glyph
from client.look.palette import Palette
from client.look.slices import without_painter
from client.look.style import figures, font
from engine.edition import CardKind
from engine.ids import CASTLE, LAND, POWER, SEA, PlaceId


class CardLook(NamedTuple):
    """How one card is to be drawn; without a deck it is a plain slip of paper with a title."""

    title: str
    deck: str = "slip"
    emblem: str = ""
    is_back: bool = False
    banner: tuple[str, ...] = ()  # emblems of what it cancels
    note: str = ""  # a few letters in the upper right corner
    is_canceled: bool = False
    place: PlaceId = ""  # whose piece of the map it shows instead of an emblem
    larger: float = 1.0  # letters than usual

    @property
    def foot(self) -> float:
        """The part of its height that the title has."""
        return 0.31 * self.larger if self.emblem or self.is_back else 0.9


# Each deck: the sign in its corner, the frame's shape, the colour of its band.
_DECKS: dict[str, tuple[str, str, str]] = {
    "slip": ("", "plain", "#8a7a5c"),
    "item": ("chest", "double", "#6b5a2c"),
    "hunter_event": ("book", "round", "#2f5d50"),
    "dracula_event": ("bat", "cut", "#5a1a26"),
    "encounter": ("skull", "scalloped", "#4a2c52"),
    "hunter_combat": ("fist", "arched", "#274f77"),
    "dracula_combat": ("fangs", "pointed", "#7a1d18"),
    "power": ("moon", "cut", "#27365e"),
    "ticket": ("ticket", "notched", "#6a4a1c"),
    LAND: ("town", "plain", "#6a5432"),
    SEA: ("waves", "plain", "#2c5a6a"),
    CASTLE: ("castle", "plain", "#3a1020"),
    "envelope": ("bat", "plain", "#7a1d18"),
}
DECKS = tuple(_DECKS)
_kept: dict[tuple[object, ...], QPixmap] = {}
_MOST_KEPT = 300


def look_of(card: CardKind, title: str) -> CardLook:
    """The face of a card of any deck."""
    banner = tuple(EMBLEMS[icon] for icon in card.banner)
    return CardLook(title, card.deck, EMBLEMS[card.id], banner=banner)


def place_look(place: PlaceId, title: str) -> CardLook:
    """The face of a location card."""
    back = {"sea": SEA, "castle": CASTLE}.get(KINDS[place], LAND)
    return CardLook(title, back, _DECKS[back][0], place="" if back == SEA else place)


def back_look(deck: str, title: str = "") -> CardLook:
    """The back of a card of a deck, or of a location: LAND, SEA, CASTLE, POWER."""
    return CardLook(title, "power" if deck == POWER else deck, is_back=True)


def ticket_look(name: str) -> CardLook:
    """A railway ticket: links by white, and by yellow railway."""
    return CardLook(name, "ticket", "ticket", note=name)


def envelope_look(title: str = "") -> CardLook:
    """A choice that is made and not yet opened."""
    return CardLook(title, "envelope", is_back=True)


def paint_card(painter: QPainter, box: QRectF, look: CardLook, palette: Palette) -> None:
    """Draw a card into a box."""
    ratio = painter.device().devicePixelRatio()
    key = (look, round(box.width()), round(box.height()), palette.name, ratio)
    pixmap = _kept.get(key)
    if pixmap is None:
        if len(_kept) >= _MOST_KEPT:
            _kept.clear()
        pixmap = _painted(box, look, palette, ratio)
        if not look.place or not map_pictures().is_reading:  # a coarse piece of the map is not kept
            _kept[key] = pixmap
    painter.drawPixmap(box.topLeft(), pixmap)


def _painted(box: QRectF, look: CardLook, palette: Palette, ratio: float) -> QPixmap:
    pixmap = QPixmap(math.ceil(box.width() * ratio), math.ceil(box.height() * ratio))
    pixmap.setDevicePixelRatio(ratio)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    inner = QRectF(1, 1, box.width() - 2, box.height() - 2)
    draw = _envelope if look.deck == "envelope" else _back if look.is_back else _face
    draw(painter, inner, look, palette)
    painter.end()
    return without_painter(pixmap)


def _face(painter: QPainter, box: QRectF, look: CardLook, palette: Palette) -> None:
    _, frame, band = _DECKS[look.deck]
    unit = box.width() / 78
    outline = card_frame(frame, box)
    painter.fillPath(outline, palette.paper)
    title_height = box.height() * look.foot
    if look.deck != "slip":
        painter.save()
        painter.setClipPath(outline)
        _band(painter, QRectF(box.left(), box.top(), box.width(), 17 * unit), look)
        painter.restore()
    top = box.top() + 20 * unit
    room = box.bottom() - title_height - top - (13 * unit if look.banner else 0)
    middle = QRectF(box.left(), top, box.width(), room).adjusted(0, 1, 0, -1)
    if look.place:
        inner = QRectF(box.left(), box.top() + 17 * unit, box.width(), room + 3 * unit)
        paint_vignette(painter, look.place, inner, palette)
    elif look.emblem:
        paint_glyph(painter, look.emblem, middle, palette.card_ink)
    _banner(painter, box, look, palette, unit)
    words = QRectF(box.left(), box.bottom() - title_height, box.width(), title_height)
    _title(painter, words.adjusted(5 * unit, 0, -5 * unit, -3 * unit), look, palette)
    painter.strokePath(outline, QPen(QColor(band), 2.2 * unit, j=Qt.PenJoinStyle.MiterJoin))
    if frame == "double":
        painter.setPen(QPen(QColor(band), 0.9 * unit))
        painter.drawRect(box.adjusted(3.4 * unit, 19 * unit, -3.4 * unit, -3.4 * unit))
    if look.is_canceled:
        _strike(painter, box, palette)


def _band(painter: QPainter, band: QRectF, look: CardLook) -> None:
    """The coloured strip at the top with the deck's sign, and a note if there is one."""
    sign, _, colour = _DECKS[look.deck]
    light = QColor("#fff6e2")
    painter.fillRect(band, QColor(colour))
    size = band.height() * 0.7
    left = band.left() + band.height() * 0.35
    paint_glyph(painter, sign, QRectF(left, band.center().y() - size / 2, size, size), light)
    if look.note:
        painter.setFont(figures(band.height() * 0.76))
        painter.setPen(light)
        flags = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(band.adjusted(0, 0, -band.height() * 0.4, 0), flags, look.note)


def _banner(painter: QPainter, box: QRectF, look: CardLook, palette: Palette, unit: float) -> None:
    """The row of emblems that the card cancels."""
    if not look.banner:
        return
    size = min(13 * unit, (box.width() - 8 * unit) / len(look.banner))
    left = box.center().x() - size * len(look.banner) / 2
    top = box.bottom() - box.height() * look.foot - 13 * unit
    for number, emblem in enumerate(look.banner):
        spot = QRectF(left + number * size, top, size, size).adjusted(0.8, 0.8, -0.8, -0.8)
        paint_glyph(painter, emblem, spot, palette.card_blood)


def _title(painter: QPainter, box: QRectF, look: CardLook, palette: Palette) -> None:
    """The name, in the largest size that fits."""
    flags = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap
    size = max(10.0, box.width() / 5.4) * look.larger
    while size > 8:
        painter.setFont(font(size))
        needed = painter.boundingRect(box, int(flags), look.title)
        if needed.width() <= box.width() and needed.height() <= box.height():
            break
        size -= 0.5
    painter.setPen(palette.card_ink)
    painter.drawText(box, flags, look.title)


def _strike(painter: QPainter, box: QRectF, palette: Palette) -> None:
    painter.setPen(QPen(palette.card_blood, box.width() / 16, c=Qt.PenCapStyle.RoundCap))
    inner = box.adjusted(
        box.width() * 0.16, box.height() * 0.2, -box.width() * 0.16, -box.height() * 0.3
    )
    painter.drawLine(inner.topLeft(), inner.bottomRight())
    painter.drawLine(inner.topRight(), inner.bottomLeft())


def _back(painter: QPainter, box: QRectF, look: CardLook, palette: Palette) -> None:
    sign, frame, band = _DECKS[look.deck]
    unit = box.width() / 78
    outline = card_frame(frame, box)
    ground = QColor(band)
    painter.fillPath(outline, ground)
    painter.save()
    painter.setClipPath(outline)
    painter.setPen(QPen(ground.lighter(150), 0.8 * unit))
    step = 9 * unit
    reach = box.width() + box.height()
    for number in range(int(reach / step) + 1):
        x = box.left() - box.height() + number * step
        painter.drawLine(QPointF(x, box.bottom()), QPointF(x + box.height(), box.top()))
        painter.drawLine(QPointF(x, box.top()), QPointF(x + box.height(), box.bottom()))
    painter.restore()
    painter.setPen(QPen(palette.paper, 1.6 * unit))
    painter.setBrush(ground)
    middle = QPointF(box.center().x(), box.center().y() - (8 * unit if look.title else 0))
    painter.drawEllipse(middle, 24 * unit, 24 * unit)
    size = 31 * unit
    spot = QRectF(middle.x() - size / 2, middle.y() - size / 2, size, size)
    paint_glyph(painter, sign or "cards", spot, palette.paper)
    painter.strokePath(outline, QPen(palette.paper, 2.4 * unit))
    painter.strokePath(outline, QPen(ground.darker(150), 1.0 * unit))
    _slip(painter, box, look, palette)


def _slip(painter: QPainter, box: QRectF, look: CardLook, palette: Palette) -> None:
    """A strip of paper with the name of what lies face down, for whoever laid it."""
    if look.title:
        unit = box.width() / 78
        slip = QRectF(
            box.left() + 5 * unit, box.bottom() - 29 * unit, box.width() - 10 * unit, 24 * unit
        )
        painter.fillRect(slip, palette.paper)
        _title(painter, slip.adjusted(2, 0, -2, 0), look, palette)


def _envelope(painter: QPainter, box: QRectF, look: CardLook, palette: Palette) -> None:
    """A letter with its flap down and a seal of wax on it."""
    sign, frame, wax = _DECKS[look.deck]
    unit = box.width() / 78
    outline = card_frame(frame, box)
    paper, edge = palette.paper.darker(108), QPen(palette.card_soft, 1.2 * unit)
    tip = QPointF(box.center().x(), box.top() + 50 * unit)
    painter.fillPath(outline, paper)
    painter.setPen(edge)
    for corner in (box.bottomLeft(), box.bottomRight()):
        painter.drawLine(corner, tip)
    painter.setBrush(palette.paper)
    painter.drawPolygon([box.topLeft(), box.topRight(), tip])
    painter.strokePath(outline, QPen(palette.card_soft, 2.2 * unit))
    painter.setPen(QPen(QColor(wax).darker(130), 1.4 * unit))
    painter.setBrush(QColor(wax))
    painter.drawEllipse(tip, 15 * unit, 14 * unit)
    spot = QRectF(tip.x() - 9 * unit, tip.y() - 9 * unit, 18 * unit, 18 * unit)
    paint_glyph(painter, sign, spot, QColor("#fff6e2"))
    _slip(painter, box, look, palette)


def card_frame(name: str, box: QRectF) -> QPainterPath:
    """The outline of a deck's cards."""
    unit = box.width() / 78
    path = QPainterPath()
    if name == "cut":
        _corners(path, box, 9 * unit)
    elif name == "pointed":
        _corners(path, box, 9 * unit, top_only=True)
    elif name == "arched":
        path.moveTo(box.bottomLeft())
        path.lineTo(box.left(), box.top() + 16 * unit)
        path.quadTo(box.left(), box.top(), box.left() + 16 * unit, box.top())
        path.lineTo(box.right() - 16 * unit, box.top())
        path.quadTo(box.right(), box.top(), box.right(), box.top() + 16 * unit)
        path.lineTo(box.bottomRight())
        path.closeSubpath()
    elif name in ("scalloped", "notched"):
        path.addRoundedRect(box, 4 * unit, 4 * unit)
        bites = QPainterPath()
        spots = [box.topLeft(), box.topRight(), box.bottomLeft(), box.bottomRight()]
        if name == "notched":
            middle = box.center().y()
            spots = [QPointF(box.left(), middle), QPointF(box.right(), middle)]
        for spot in spots:
            bites.addEllipse(spot, 7 * unit, 7 * unit)
        path = path.subtracted(bites)
    else:
        radius = {"round": 9.0, "double": 0.0}.get(name, 4.0)
        path.addRoundedRect(box, radius * unit, radius * unit)
    return path


def _corners(path: QPainterPath, box: QRectF, cut: float, *, top_only: bool = False) -> None:
    """A rectangle with its corners cut off."""
    low = 0.0 if top_only else cut
    path.moveTo(box.left() + cut, box.top())
    path.lineTo(box.right() - cut, box.top())
    path.lineTo(box.right(), box.top() + cut)
    path.lineTo(box.right(), box.bottom() - low)
    path.lineTo(box.right() - low, box.bottom())
    path.lineTo(box.left() + low, box.bottom())
    path.lineTo(box.left(), box.bottom() - low)
    path.lineTo(box.left(), box.top() + cut)
    path.closeSubpath()
