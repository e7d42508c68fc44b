"""The widget that paints the map: draws the layers, pans and zooms, turns the mouse into places.

1. It decides nothing: it shows what it is given and reports what was pointed at.
2. The finished board is kept in square tiles around the visible part. Panning moves pixels that are
   there already and paints only what comes into sight.
3. Tiles belong to one zoom and one content; a change of either drops all of them.
4. Tiles ahead are painted one at a time while the window is idle, so no frame waits for them.
"""

import math
from collections.abc import Callable, Iterator

from PySide6.QtCore import (
    QEvent,
    QPoint,
    QPointF,
    QRectF,
    QSizeF,
    Qt,
    QTimer,
    QVariantAnimation,
    Signal,
)
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent, QPixmap, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QWidget

from client.board.baked_map import map_pictures
from client.board.contents import Contents
from client.board.geometry import Camera, geometry
from client.board.layers import Layers, Motion
from client.board.place_names import GrownNames
from client.board.room import Piece
from client.look.palette import Palette
from client.look.slices import Slices, without_painter
from client.look.style import larger_drawn
from client.words.words import Words
from engine.ids import PlaceId

_DRAG = 5  # pixels the mouse may tremble in a click
_REACH = 13.0  # pixels round a city that still count as the city
_DRAFT = 150  # milliseconds after the last zoom before slow washes are painted again
_PAUSE = 50  # milliseconds without a pan that count as a spare moment
_WRITING_S = 0.008  # a spare moment for names, which take about one thousandth each
_ARRANGING_S = 0.005  # for finding where pieces stand, which takes longest of all on a full board
_WALK = 60  # pixels a walking figure may have come from since the last frame
_NOTCH = 120.0  # what a wheel turns for one step


class Canvas(QWidget):
    """The picture, the names, the pieces and the marks."""

    pointed = Signal(str)  # the place under the mouse, or nothing
    clicked = Signal(str)
    marked = Signal(str)  # pressed with the other button
    moved = Signal()  # the board was panned or zoomed

    def __init__(self, words: Words, palette: Palette, parent: QWidget) -> None:
        super().__init__(parent)
        self.board = geometry()
        self.camera = Camera(self.board.size)
        self.motion = Motion(self.board, self._walked, self)
        self.layers = Layers(words, self.board, self.camera, palette, self.motion)
        self.twilight = Twilight(self)
        self._tiles = Tiles(self.layers.paint_board)
        self._draft = QTimer(self, singleShot=True, interval=_DRAFT)
        self._spare = Slices(self, self._prepare)
        self._writing = Slices(self, self.layers.write_name, _WRITING_S)  # for the night as well
        self._arranging = Slices(self, self._arrange, _ARRANGING_S)
        self._named: GrownNames | None = None  # what was painted last
        self._pressed: QPointF | None = None
        self._dragging = False
        self.layers.larger = larger_drawn(self.font())
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._connect()

    def _connect(self) -> None:
        self._draft.timeout.connect(self._finish)
        map_pictures().came.connect(self.repaint_all)
        self.moved.connect(self.twilight.skip)

    # What is shown

    def dress(self, palette: Palette, *, animate: bool) -> None:
        """Change to day or night; the old picture fades out if motion is allowed."""
        if animate and self.isVisible() and palette is not self.layers.palette:
            self.twilight.begin(self.grab())
        self.layers.dress(palette)
        self.repaint_all()

    def show_contents(self, contents: Contents, *, animate: bool) -> None:
        """Lay out what lies on the board; hunters walk there if they may."""
        before, self.layers.contents = self.layers.contents, contents
        if animate and self.isVisible():
            self.motion.start(before, contents)
        self.layers.arrange(QSizeF(self.size()))
        self._arranging.take_turn()  # mostly little has changed, and this was all

    def _arrange(self) -> bool:
        """Continue to find spots for pieces; they are shown when all are found."""
        if self.layers.arrange_more():
            return True
        self.repaint_all()
        return False

    @property
    def is_arranged(self) -> bool:
        """Whether all that lies on the board has its spot."""
        return not self._arranging.is_active

    def set_lit(self, places: frozenset[PlaceId]) -> None:
        """Light these places and no others."""
        if places != self.layers.lit:
            self.layers.lit = places
            self.repaint_all()

    def set_ring(self, *, focused: PlaceId | None, hovered: PlaceId | None) -> None:
        """Draw the rings of the keyboard and the mouse elsewhere."""
        layers = self.layers
        changed = {layers.focused, layers.hovered} ^ {focused, hovered}
        layers.focused, layers.hovered = focused, hovered
        for place in changed:
            if place is not None:
                self.update(layers.marks.box(place).toAlignedRect())

    def name_rectangles(self) -> dict[PlaceId, QRectF]:
        """What every name that is written covers on the screen."""
        return self.layers.names.rectangles(self.camera)

    def piece_boxes(self) -> list[tuple[Piece, QRectF]]:
        """Every piece and what it covers on the screen."""
        return [(piece, self.layers.box(piece)) for piece in self.layers.pieces]

    @property
    def is_drafting(self) -> bool:
        """Whether slow washes are left out because the board is being zoomed."""
        return self._draft.isActive()

    @property
    def is_at_rest(self) -> bool:
        """Whether all idle work is done."""
        busy = self.is_drafting or self._spare.is_active or self._writing.is_active
        busy = busy or map_pictures().is_reading
        return self.is_arranged and not (busy or self.twilight.falls)

    def repaint_all(self) -> None:
        """Drop what was painted: something on the board changed."""
        self._tiles.forget()
        self._spare.stop()
        if not self.is_arranged:
            return  # that ends here again
        if self.camera.scale > self.camera.fitting and not self.is_drafting:
            self._spare.start(_PAUSE)
        self.update()

    def _prepare(self) -> bool:
        """When idle, paint one tile that panning would show next."""
        ratio = self.layers.ratio
        is_whole = ratio == round(ratio)  # otherwise squares would not meet on whole pixels
        screen = QRectF(self.rect())
        return is_whole and self._tiles.prepare(screen, self.camera.corner, ratio)

    def _finish(self) -> None:
        self.layers.is_draft = False
        self.repaint_all()

    def _walked(self, *, is_over: bool) -> None:
        if is_over:
            self.repaint_all()
        if is_over or not self.is_arranged:
            return
        for piece, box in self.piece_boxes():
            if self.motion.moves(piece.seat):
                self.update(box.adjusted(-_WALK, -_WALK, _WALK, _WALK).toAlignedRect())

    # Moving about

    def home(self) -> None:
        """The whole board again."""
        self.camera.home()
        self._zoomed()

    def zoom(self, steps: float, about: QPointF | None = None) -> None:
        """Nearer or farther, about a spot of the screen or its middle."""
        self.camera.zoom(steps, about or QPointF(self.width() / 2, self.height() / 2))
        self._zoomed()

    def pan(self, by: QPointF) -> None:
        """Move the board by whole pixels."""
        moved = self.camera.pan(QPointF(round(by.x()), round(by.y())))
        if not moved.isNull():
            self.scroll(round(moved.x()), round(moved.y()))
            self._spare.start(_PAUSE)
            self.moved.emit()

    def _zoomed(self) -> None:
        self.layers.is_draft = True
        self._draft.start()
        self.repaint_all()
        self.moved.emit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the whole board whole."""
        self.layers.ratio = self.devicePixelRatioF()
        self.camera.resize(QSizeF(event.size()))
        self._arrange_anew()
        self.moved.emit()

    def changeEvent(self, event: QEvent) -> None:
        """Letters have another size now."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self.layers.larger = larger_drawn(self.font())
            self._arrange_anew()

    def _arrange_anew(self) -> None:
        """All spots are void; the next paint finds new ones."""
        self._arranging.stop()
        self.layers.arrange(QSizeF(self.size()))
        self.repaint_all()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the damaged part, from tiles if they are all there."""
        part = QRectF(event.rect())
        if self.is_arranged or not self.layers.drawn:  # otherwise the old is seen a moment longer
            self.layers.arrange_all()
        if self.layers.ratio != self.devicePixelRatioF():
            self.layers.ratio = self.devicePixelRatioF()
            self._tiles.forget()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        if not self._tiles.draw(painter, part, self.camera.corner):
            self.layers.paint_board(painter, part)
        self.layers.paint_live(painter, part)
        painter.end()
        if self._named != self.layers.names:
            self._named = self.layers.names
            self._writing.start(0)

    # The mouse

    def place_under(self, spot: QPointF) -> PlaceId | None:
        """The place that a spot of the screen means."""
        return self.board.place_at(self.camera.to_board(spot), _REACH / self.camera.scale)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """The beginning of a click or of a pan."""
        self.twilight.skip()
        if event.button() == Qt.MouseButton.RightButton:
            self.marked.emit(self.place_under(event.position()) or "")
            return
        self._pressed, self._dragging = event.position(), False

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Pan while a button is held; point otherwise."""
        if self._pressed is None:
            self.pointed.emit(self.place_under(event.position()) or "")
            return
        by = event.position() - self._pressed
        if self._dragging or by.manhattanLength() > _DRAG:
            self._dragging = True
            self.setCursor(Qt.CursorShape.ClosedHandCursor)
            self.pan(by)
            self._pressed += QPointF(round(by.x()), round(by.y()))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """The end of a pan, or a click on a place."""
        if self._pressed is not None and not self._dragging:
            place = self.place_under(event.position())
            if place is not None:
                self.clicked.emit(place)
        self._pressed, self._dragging = None, False
        self.unsetCursor()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zoom about the pointer."""
        self.zoom(event.angleDelta().y() / _NOTCH, event.position())
        event.accept()


# The tiles: squares of the finished board in and around the visible part.
_SIDE = 160
_RIM = 2 * _SIDE  # how far one pans before looking again
_MOST = 160  # sixteen megabytes on an ordinary screen
Square = tuple[int, int]  # column and row from the board's upper left corner


class Tiles:
    """The painted tiles."""

    def __init__(self, paint: Callable[[QPainter, QRectF], None]) -> None:
        self._paint = paint
        self._kept: dict[Square, QPixmap] = {}

    def forget(self) -> None:
        """Drop all tiles: the board looks different now."""
        self._kept.clear()

    def draw(self, painter: QPainter, part: QRectF, corner: QPoint) -> bool:
        """Fill a part of the screen from tiles; does nothing if one is missing."""
        found = []
        for square in _squares(part, corner):
            pixmap = self._kept.get(square)
            if pixmap is None:
                return False
            found.append((_at(square, corner), pixmap))
        for at, pixmap in found:
            painter.drawPixmap(at, pixmap)
        return True

    def prepare(self, screen: QRectF, corner: QPoint, ratio: float) -> bool:
        """Paint one tile in the rim round the screen; returns whether one was missing."""
        rim = screen.adjusted(-_RIM, -_RIM, _RIM, _RIM)
        inner = screen.adjusted(_SIDE, _SIDE, -_SIDE, -_SIDE)
        for square in _squares(rim, corner):
            at = _at(square, corner)
            box = QRectF(at.x(), at.y(), _SIDE, _SIDE)
            if square not in self._kept and not inner.contains(box):
                self._make(square, box, ratio)
                return True
        return False

    def _make(self, square: Square, box: QRectF, ratio: float) -> None:
        if len(self._kept) >= _MOST:
            self._kept.clear()
        made = QPixmap(round(_SIDE * ratio), round(_SIDE * ratio))
        made.setDevicePixelRatio(ratio)
        made.fill(Qt.GlobalColor.black)  # opaque, so that copying it is cheap
        painter = QPainter(made)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.translate(QPointF(-box.x(), -box.y()))
        self._paint(painter, box)
        painter.end()
        self._kept[square] = without_painter(made)


def _squares(part: QRectF, corner: QPoint) -> Iterator[Square]:
    first = math.floor((part.left() - corner.x()) / _SIDE)
    last = math.floor((part.right() - 1 - corner.x()) / _SIDE)
    top = math.floor((part.top() - corner.y()) / _SIDE)
    bottom = math.floor((part.bottom() - 1 - corner.y()) / _SIDE)
    for column in range(first, last + 1):
        for row in range(top, bottom + 1):
            yield column, row


def _at(square: Square, corner: QPoint) -> QPoint:
    return QPoint(corner.x() + square[0] * _SIDE, corner.y() + square[1] * _SIDE)


_LASTS = 600  # milliseconds; the mouse goes through it, so nobody has to wait for its end


# Shown over the map while day turns into night or back.
class Twilight(QWidget):
    """A fading picture over the map while day turns into night or back."""

    def __init__(self, board: QWidget) -> None:
        super().__init__(board)
        self._board = board
        self._before = QPixmap()
        self._clock = QVariantAnimation(self, duration=_LASTS, startValue=1.0, endValue=0.0)
        self._clock.valueChanged.connect(self.update)
        self._clock.finished.connect(self.skip)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()

    @property
    def falls(self) -> bool:
        """Whether the fade is running."""
        return not self.isHidden()

    def begin(self, before: QPixmap) -> None:
        """Start to fade out this picture of the map."""
        self._before = before
        self.setGeometry(self._board.rect())
        self.raise_()
        self.show()
        self._clock.start()

    def skip(self) -> None:
        """End the fade at once."""
        self._clock.stop()
        self._before = QPixmap()
        self.hide()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint what is left of the old picture."""
        painter = QPainter(self)
        painter.setOpacity(self._clock.currentValue())
        painter.drawPixmap(self.rect(), self._before)
        painter.end()
        super().paintEvent(event)
