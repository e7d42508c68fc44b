"""A place as its card shows it: the piece of the map it lies on."""

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QPainter, QPen

from client.board.geometry import KINDS, RADIUS, geometry
from client.board.picture import map_pictures
from client.look.palette import Palette
from engine.ids import PlaceId

_WIDE = 230.0  # board pixels from side to side
_CLEAR = 9.0  # board pixels between the place's marker and the ring round it


def paint_vignette(painter: QPainter, place: PlaceId, box: QRectF, palette: Palette) -> None:
    """Fill a box with the land round a place, and ring the place itself."""
    board = geometry()
    scale = box.width() / _WIDE
    size = QSizeF(box.size() / scale)
    corner = board.places[place] - QPointF(size.width() / 2, size.height() / 2)
    corner.setX(min(max(0.0, corner.x()), board.size.width() - size.width()))
    corner.setY(min(max(0.0, corner.y()), board.size.height() - size.height()))
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
    fineness = scale * painter.device().devicePixelRatio()
    map_pictures().draw(painter, palette.name, (box, QRectF(corner, size)), fineness)
    middle = box.topLeft() + (board.places[place] - corner) * scale
    radius = (RADIUS[KINDS[place]] + _CLEAR) * scale
    painter.setClipRect(box)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for colour, width in ((palette.label_halo, 3.4), (palette.heat, 1.8)):
        painter.setPen(QPen(colour, width * box.width() / 66))
        painter.drawEllipse(middle, radius, radius)
    painter.restore()
