"""The engraver's own additions: compass, ship, sea creatures, cartouche, names, degree frame."""

import math

from map_maker.atlas import FRAME, HEIGHT, WIDTH, project
from map_maker.inks import Inks
from map_maker.terrain import tint
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPainterPath, QPen, QPolygonF

from client.look.style import font

# Latin names as the map's ornament: where each stands, how it leans, how large it is.
_REGION_NAMES: tuple[tuple[str, tuple[float, float], float, float], ...] = (
    ("BRITANNICA", (-7.75, 52.5), -8.0, 23.0),
    ("IBERIA", (-6.3, 41.75), 2.0, 58.0),
    ("GALLIA", (1.7, 46.75), -3.0, 52.0),
    ("GERMANIA", (9.9, 52.25), 0.0, 48.0),
    ("ITALIA", (13.1, 42.95), 46.0, 40.0),
    ("AVSTRO-HVNGARIA", (18.3, 48.75), 4.0, 42.0),
    ("BALTICA", (24.8, 43.55), 3.0, 48.0),
)
_COMPASS = QPointF(300, 700)
_SHIPS = (QPointF(170, 1180), QPointF(1412, 428))
_SERPENT = QPointF(300, 250)
_WHALE = QPointF(1290, 1850)
_CARTOUCHE = QRectF(2380, 96, 690, 250)


def draw_region_names(painter: QPainter, inks: Inks) -> None:
    """Wide-set capitals across each region, faint enough to read cities over them."""
    for name, at, lean, size in _REGION_NAMES:
        made = font(size)
        made.setLetterSpacing(QFont.SpacingType.AbsoluteSpacing, size * 0.42)
        painter.save()
        painter.translate(QPointF(*project(*at)))
        painter.rotate(lean)
        painter.setFont(made)
        painter.setPen(tint(inks.region_name, 0.58))
        painter.drawText(QRectF(-600, -60, 1200, 120), Qt.AlignmentFlag.AlignCenter, name)
        painter.restore()


def draw_ornaments(painter: QPainter, inks: Inks) -> None:
    """Everything on open water and in the empty corner."""
    _compass(painter, inks)
    for at in _SHIPS:
        _ship(painter, inks, at)
    _serpent(painter, inks)
    _whale(painter, inks)


def _compass(painter: QPainter, inks: Inks) -> None:
    painter.save()
    painter.translate(_COMPASS)
    ink = QColor(inks.line if inks.multiplies else inks.white)
    painter.setBrush(tint(inks.paper, 0.55))
    for radius, width in ((112, 2.6), (104, 1.2), (62, 1.2)):
        painter.setPen(QPen(ink, width))
        painter.drawEllipse(QPointF(0, 0), radius, radius)
        painter.setBrush(Qt.BrushStyle.NoBrush)
    for step in range(72):
        painter.save()
        painter.rotate(step * 5)
        painter.drawLine(QLineF(0, -104, 0, -112 if step % 2 else -98))
        painter.restore()
    for turn, reach, colour in ((22.5, 70, inks.gold), (45, 84, inks.gold), (0, 132, inks.red)):
        for step in range(4 if turn != 22.5 else 8):
            painter.save()
            painter.rotate(turn + step * (90 if turn != 22.5 else 45))
            _ray(painter, inks, reach, colour)
            painter.restore()
    painter.setBrush(QColor(inks.paper))
    painter.setPen(QPen(ink, 2))
    painter.drawEllipse(QPointF(0, 0), 10, 10)
    painter.setFont(font(40))
    painter.setPen(ink)
    painter.drawText(QRectF(-40, -186, 80, 50), Qt.AlignmentFlag.AlignCenter, "N")
    painter.restore()


def _ray(painter: QPainter, inks: Inks, reach: float, colour: str) -> None:
    half = reach * 0.14
    painter.setPen(QPen(tint(inks.line, 0.8), 1.2))
    for side, ink in ((-1, colour), (1, inks.paper)):
        painter.setBrush(QColor(ink))
        painter.drawPolygon(
            QPolygonF([QPointF(0, 0), QPointF(side * half, -half), QPointF(0, -reach)])
        )


def _ship(painter: QPainter, inks: Inks, at: QPointF) -> None:
    painter.save()
    painter.translate(at)
    ink = QColor(inks.line if inks.multiplies else inks.white)
    pen = QPen(ink, 2.2, j=Qt.PenJoinStyle.RoundJoin)
    painter.setPen(pen)
    hull = QPainterPath(QPointF(-58, 14))
    hull.cubicTo(-50, 44, 40, 46, 56, 10)
    hull.lineTo(64, -4)
    hull.lineTo(44, 4)
    hull.quadTo(0, 16, -40, 6)
    hull.lineTo(-62, -6)
    hull.closeSubpath()
    painter.setBrush(QColor("#7a4a26" if inks.multiplies else "#59402e"))
    painter.drawPath(hull)
    for step in range(-36, 44, 16):
        painter.drawEllipse(QPointF(step, 21), 2.4, 2.4)
    for x, height in ((-30, 62), (2, 80), (32, 60)):
        painter.drawLine(QLineF(x, 10, x, -height))
        for part in (0.16, 0.55):
            top, low = -height * (1 - part * 0.62) + 4, -height * (0.52 - part * 0.5)
            sail = QPainterPath(QPointF(x - 14, top))
            sail.lineTo(x + 14, top)
            sail.quadTo(x + 26, (top + low) / 2, x + 15, low)
            sail.lineTo(x - 15, low)
            sail.quadTo(x - 4, (top + low) / 2, x - 14, top)
            painter.setBrush(QColor(inks.marker))
            painter.drawPath(sail)
        flag = [QPointF(x, -height), QPointF(x + 16, -height - 5), QPointF(x, -height - 10)]
        painter.setBrush(QColor(inks.red))
        painter.drawPolygon(QPolygonF(flag))
    _ripples(painter, ink, 48, 66)
    painter.restore()


def _ripples(painter: QPainter, ink: QColor, top: float, reach: float) -> None:
    painter.setPen(QPen(ink, 1.4))
    for row in range(3):
        width = reach * (1 - row * 0.25)
        path = QPainterPath(QPointF(-width, top + row * 7))
        steps = int(width / 10)
        for step in range(steps):
            x = -width + (step + 1) * 2 * width / steps
            path.quadTo(
                x - width / steps, top + row * 7 + (4 if step % 2 else -4), x, top + row * 7
            )
        painter.strokePath(path, painter.pen())


def _serpent(painter: QPainter, inks: Inks) -> None:
    """Three coils out of the water, a toothed head, a barbed tail."""
    painter.save()
    painter.translate(_SERPENT)
    ink = QColor(inks.line if inks.multiplies else inks.white)
    skin = QColor("#7d9a7c" if inks.multiplies else "#4c6a78")
    painter.setPen(QPen(ink, 2.4, j=Qt.PenJoinStyle.RoundJoin))
    painter.setBrush(skin)
    for x, size in ((-20, 46), (66, 38), (140, 28)):
        coil = QPainterPath(QPointF(x - size, 40))
        coil.cubicTo(x - size, -size * 1.1, x + size, -size * 1.1, x + size, 40)
        coil.lineTo(x + size * 0.52, 40)
        coil.cubicTo(x + size * 0.5, -size * 0.2, x - size * 0.5, -size * 0.2, x - size * 0.52, 40)
        coil.closeSubpath()
        painter.drawPath(coil)
        for step in range(-3, 4):
            angle = math.radians(90 - step * 20)
            foot = QPointF(x + size * math.cos(angle), 40 - (size + 22) * math.sin(angle) * 0.98)
            painter.drawLine(QLineF(foot, foot + QPointF(4 * step, -7)))
    _serpent_ends(painter, inks, skin)
    painter.translate(30, 0)
    _ripples(painter, ink, 46, 200)
    painter.restore()


def _serpent_ends(painter: QPainter, inks: Inks, skin: QColor) -> None:
    head = QPainterPath(QPointF(-122, 40))
    head.cubicTo(-128, -40, -116, -74, -150, -80)
    head.lineTo(-188, -62)
    head.lineTo(-164, -64)
    head.lineTo(-186, -50)
    head.quadTo(-150, -44, -148, 40)
    head.closeSubpath()
    painter.drawPath(head)
    painter.drawPolyline([QPointF(-140, -82), QPointF(-126, -98), QPointF(-124, -74)])
    painter.setBrush(QColor(inks.red))
    painter.drawEllipse(QPointF(-152, -70), 3.4, 3.4)
    tail = QPolygonF([QPointF(186, 40), QPointF(200, -4), QPointF(184, -26), QPointF(214, -18)])
    tail.append(QPointF(236, -34))
    tail.append(QPointF(214, 2))
    tail.append(QPointF(200, 40))
    painter.setBrush(skin)
    painter.drawPolygon(tail)


def _whale(painter: QPainter, inks: Inks) -> None:
    """A spouting whale as those who never saw one drew it."""
    painter.save()
    painter.translate(_WHALE)
    ink = QColor(inks.line if inks.multiplies else inks.white)
    painter.setPen(QPen(ink, 2.4, j=Qt.PenJoinStyle.RoundJoin))
    painter.setBrush(QColor("#8aa0a8" if inks.multiplies else "#46587a"))
    body = QPainterPath(QPointF(-96, 26))
    body.cubicTo(-100, -44, -20, -58, 40, -20)
    body.cubicTo(70, -4, 92, -10, 104, -34)
    body.cubicTo(84, -38, 82, -50, 88, -60)
    body.cubicTo(104, -56, 112, -50, 116, -42)
    body.cubicTo(124, -54, 138, -58, 146, -54)
    body.cubicTo(144, -40, 132, -34, 122, -32)
    body.cubicTo(116, 8, 86, 26, 60, 26)
    body.closeSubpath()
    painter.drawPath(body)
    jaw = QPainterPath(QPointF(-92, 4))
    jaw.cubicTo(-70, 12, -50, 10, -34, -2)
    painter.strokePath(jaw, painter.pen())
    for step in range(6):
        painter.drawLine(QLineF(-84 + step * 9, 7, -82 + step * 9, 15))
    painter.setBrush(QColor(inks.paper))
    painter.drawEllipse(QPointF(-56, -14), 5, 5)
    for side in (-1, 1):
        spout = QPainterPath(QPointF(-50, -42))
        spout.cubicTo(-50, -92, -50 + side * 30, -96, -50 + side * 34, -66)
        painter.strokePath(spout, QPen(ink, 2.4))
    _ripples(painter, ink, 32, 130)
    painter.restore()


def draw_cartouche(painter: QPainter, inks: Inks) -> None:
    """The title in its gilded frame, over everything else."""
    box = _CARTOUCHE
    painter.save()
    painter.fillRect(box.translated(8, 10), tint(inks.shadow, 0.35))
    painter.setBrush(QColor(inks.paper))
    painter.setPen(QPen(QColor(inks.gold), 7))
    painter.drawRoundedRect(box, 10, 10)
    painter.setPen(QPen(QColor(inks.line if inks.multiplies else inks.gold), 2))
    painter.drawRoundedRect(box.adjusted(13, 13, -13, -13), 6, 6)
    for corner in (box.topLeft(), box.topRight(), box.bottomLeft(), box.bottomRight()):
        painter.setBrush(QColor(inks.gold))
        painter.drawEllipse(corner, 15, 15)
        painter.setBrush(QColor(inks.red))
        painter.drawEllipse(corner, 6, 6)
    title = font(104)
    title.setLetterSpacing(QFont.SpacingType.AbsoluteSpacing, 22)
    painter.setFont(title)
    painter.setPen(QColor(inks.red if inks.multiplies else "#e8c98a"))
    centre = Qt.AlignmentFlag.AlignCenter
    painter.drawText(QRectF(box.x() + 11, box.y() + 14, box.width(), 130), centre, "EVROPA")
    painter.setPen(QPen(QColor(inks.gold), 3))
    middle = box.center().x()
    painter.drawLine(QLineF(middle - 230, box.y() + 152, middle + 230, box.y() + 152))
    painter.setBrush(QColor(inks.red))
    painter.drawPolygon(
        QPolygonF(
            [
                QPointF(middle - 10, box.y() + 152),
                QPointF(middle, box.y() + 142),
                QPointF(middle + 10, box.y() + 152),
                QPointF(middle, box.y() + 162),
            ]
        )
    )
    painter.setFont(font(46, italic=True))
    painter.setPen(QColor(inks.line if inks.multiplies else inks.white))
    line = QRectF(box.x(), box.y() + 164, box.width(), 62)
    painter.drawText(line, centre, "Tabula itinerum nocturnorum")
    painter.restore()


def draw_frame(painter: QPainter, inks: Inks) -> None:
    """The black and white scale of degrees round the picture."""
    outer, ink = QRectF(0, 0, WIDTH, HEIGHT), QColor(inks.line)
    rim = QPainterPath()
    rim.addRect(outer)
    rim.addRect(outer.adjusted(FRAME, FRAME, -FRAME, -FRAME))
    painter.fillPath(rim, QColor(inks.paper))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for inset, width in ((5, 4.0), (14, 1.5), (FRAME - 16, 2.0), (FRAME, 3.0)):
        painter.setPen(QPen(ink, width))
        painter.drawRect(outer.adjusted(inset, inset, -inset, -inset))
    step = 64
    for number, x in enumerate(range(FRAME - 16, WIDTH - FRAME + 16, step)):
        if number % 2:
            length = min(step, WIDTH - FRAME + 16 - x)
            painter.fillRect(QRectF(x, FRAME - 16, length, 16), ink)
            painter.fillRect(QRectF(x, HEIGHT - FRAME, length, 16), ink)
    for number, y in enumerate(range(FRAME - 16, HEIGHT - FRAME + 16, step)):
        if number % 2:
            length = min(step, HEIGHT - FRAME + 16 - y)
            painter.fillRect(QRectF(FRAME - 16, y, 16, length), ink)
            painter.fillRect(QRectF(WIDTH - FRAME, y, 16, length), ink)
