"""The outline of a card: a shape for each deck."""

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainterPath


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
