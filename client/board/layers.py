"""What is drawn on the board, and in which order. It knows nothing of mouse or window."""

from collections.abc import Generator, Mapping, Sequence
from typing import Protocol

from PySide6.QtCore import QEasingCurve, QObject, QPointF, QRectF, QSizeF, Qt, QVariantAnimation
from PySide6.QtGui import QPainter

from client.board.baked_map import map_pictures
from client.board.contents import Contents, Figure
from client.board.crowding import arranging
from client.board.geometry import Camera, Geometry
from client.board.marks import Marks, RoadStep, pencil_sign
from client.board.place_names import GrownNames, grown_names, label_pixels, larger_pixels, names_for
from client.board.room import BoardRoom, Piece
from client.look.palette import PALETTES, Palette
from client.look.pieces import figure_pixmap, token_pixmap
from client.words.words import Words
from engine.ids import DRACULA, PlaceId, Seat

# Figures on the move: from where they stood to where they stand now, along the way taken.


LONGEST = 400  # milliseconds; the view is already true, this only shows how it came to be


class Changed(Protocol):
    """Is told that figures have moved, and whether that was the last step."""

    def __call__(self, *, is_over: bool) -> None:
        """Figures are elsewhere now."""


class Motion(QObject):
    """Tells where each moving figure is just now; when it ends every figure stands."""

    def __init__(self, board: Geometry, changed: Changed, parent: QObject) -> None:
        super().__init__(parent)
        self._board, self._changed = board, changed
        self._journeys: dict[Seat, tuple[PlaceId, PlaceId]] = {}
        self._part = 1.0
        self._clock = QVariantAnimation(self)
        self._clock.setDuration(LONGEST)
        self._clock.setStartValue(0.0)
        self._clock.setEndValue(1.0)
        self._clock.setEasingCurve(QEasingCurve.Type.InOutCubic)
        self._clock.valueChanged.connect(self._advance)
        self._clock.finished.connect(self.settle)

    @property
    def is_running(self) -> bool:
        """Whether a figure is on its way."""
        return bool(self._journeys)

    def start(self, before: Contents, after: Contents) -> None:
        """Send every hunter who stands elsewhere now on its way."""
        stood = {figure.seat: figure for figure in before.figures}
        self._journeys = {
            figure.seat: (stood[figure.seat].place, figure.place)
            for figure in after.figures
            if _travels(stood.get(figure.seat), figure)
        }
        if self._journeys:
            self._part = 0.0
            self._clock.start()

    def settle(self) -> None:
        """Everybody stands where the view says."""
        self._clock.stop()
        self._journeys = {}
        self._part = 1.0
        self._changed(is_over=True)

    def moves(self, seat: Seat) -> bool:
        """Whether this figure is on its way."""
        return seat in self._journeys

    def spot(self, seat: Seat) -> QPointF | None:
        """Where on the board a figure is while it moves; None if it stands."""
        if seat not in self._journeys:
            return None
        start, end = self._journeys[seat]
        for kind in ("rail", "road"):
            for one, other, part in ((start, end, self._part), (end, start, 1 - self._part)):
                way = self._board.ways.get(f"{kind}:{one}:{other}")
                if way is not None:
                    return way.pointAtPercent(part)
        origin, target = self._board.places[start], self._board.places[end]
        return origin + (target - origin) * self._part

    def _advance(self, part: float) -> None:
        self._part = part
        self._changed(is_over=False)


def _travels(before: Figure | None, after: Figure) -> bool:
    """Hunters who were on the board and are elsewhere on it; Dracula appears, he never walks."""
    return (
        before is not None
        and before.seat != DRACULA
        and before.place != after.place
        and not before.in_hospital
        and not after.in_hospital
    )


_FIGURE = 2.45  # a figure's height beside a name's
_OVER = 8.0  # what a bat may stick out of its figure
_COARSER = 2.0  # a map in motion than one at rest: enlarging is quicker than shrinking


class Layers:
    """Map, marks, names and pieces, from below; then what is alive."""

    def __init__(
        self, words: Words, board: Geometry, camera: Camera, palette: Palette, motion: Motion
    ) -> None:
        self.board, self.camera, self.motion = board, camera, motion
        self.contents = Contents()
        self.lit: frozenset[PlaceId] = frozenset()
        self.focused: PlaceId | None = None
        self.hovered: PlaceId | None = None
        self.flashed: PlaceId | None = None
        self.armed: tuple[PlaceId, ...] = ()  # one more press gives the answer there
        self.heat: Mapping[PlaceId, float] = {}
        self.pencil: Mapping[PlaceId, str] = {}
        self.road: Sequence[RoadStep] = ()
        self.is_draft = False  # leave out what takes long, because the next frame comes at once
        self.larger = 1.0  # names than usual
        self.ratio = 1.0  # device pixels for each pixel of the screen
        self.marks = Marks(board, camera, palette)
        self.drawn: list[Piece] = []  # pieces where they stood when all was chosen last
        self._arranging: Generator[None, None, list[Piece]] | None = None  # until they are found
        self._room: tuple[GrownNames, QSizeF, BoardRoom] | None = (
            None  # of these names on this screen
        )
        self._words, self.palette = words, palette
        self._pictures = map_pictures()

    def dress(self, palette: Palette) -> None:
        """Draw in other colours from now on."""
        self.palette = palette
        self.marks.dress(palette)

    @property
    def label_height(self) -> float:
        """How high names are: by the size of the whole board, whatever the zoom."""
        return label_pixels(self.board.size.height() * self.camera.fitting)

    @property
    def figure_height(self) -> float:
        """How high figures are on the screen."""
        return self.label_height * _FIGURE

    @property
    def names(self) -> GrownNames:
        """The names as they are written now."""
        return self._names_in(self.palette, self.camera.scale)

    def _names_in(self, palette: Palette, scale: float) -> GrownNames:
        shown = self.board.size.height() * scale
        heights = larger_pixels(self.label_height, self.larger, shown)
        return grown_names(
            tuple(
                names_for(self._words, self.board, palette, pixels, self.ratio)
                for pixels in heights
            )
        )

    def write_name(self) -> bool:
        """Write a name for now or for the other half of the day; whether there was any left."""
        scale = self.camera.scale
        return any(self._names_in(palette, scale).write_one() for palette in PALETTES.values())

    def arrange(self, screen: QSizeF) -> None:
        """Begin to choose where pieces stand, for the whole board on a screen; zooms keep that."""
        if self.contents == Contents():  # names are not written in a size that nobody sees yet
            self.drawn, self._arranging = [], None
            return
        whole = Camera(self.board.size)
        whole.resize(screen)
        names = self._names_in(self.palette, whole.scale)
        if self._room is None or self._room[:2] != (names, screen):
            self._room = names, screen, self._room_of(names, whole)
        self._arranging = arranging(self.contents, self._room[2])

    def arrange_more(self) -> bool:
        """Choose a little further; whether there may be more to choose."""
        if self._arranging is None:
            return False
        try:
            next(self._arranging)
        except StopIteration as done:
            self.drawn, self._arranging = done.value, None
        return True

    def arrange_all(self) -> None:
        """Choose to the end."""
        while self.arrange_more():
            pass

    @property
    def pieces(self) -> list[Piece]:
        """Every piece where it stands; whoever asks waits until that is chosen."""
        self.arrange_all()
        return self.drawn

    def _room_of(self, names: GrownNames, whole: Camera) -> BoardRoom:
        boxes = names.rectangles(whole)
        covered = {place: whole.board_part(box) for place, box in boxes.items()}
        return BoardRoom(self.board, whole.scale, self.figure_height, covered)

    def box(self, piece: Piece) -> QRectF:
        """What a piece covers on the screen, standing or on its way."""
        moving = self.motion.spot(piece.seat) if piece.seat else None
        at = self.camera.to_screen(piece.anchor if moving is None else moving)
        return piece.box(at, self.camera.scale)

    def paint_board(self, painter: QPainter, part: QRectF) -> None:
        """All that stays as it is while the board is panned."""
        self._paint_map(painter, part)
        self._paint_marks(painter, part)
        standing = [piece for piece in self.drawn if not self.motion.moves(piece.seat)]
        for piece in standing:
            if piece.tied:
                self.marks.thread(painter, piece.anchor, self.box(piece))
        for piece in standing:
            self._paint_piece(painter, piece, part)
        self._paint_signs(painter, part)
        if self.road:
            names = self.names.rectangles(self.camera).values()
            self.marks.road(painter, self.road, names)
        self.names.draw(painter, self.camera, part)  # last: nothing lies over a name

    def paint_live(self, painter: QPainter, part: QRectF) -> None:
        """Rings, and figures on their way."""
        if self.hovered is not None and self.hovered != self.focused:
            self.marks.ring(painter, self.hovered, is_focus=False)
        for place in dict.fromkeys((self.focused, self.flashed, *self.armed)):
            if place is not None:
                self.marks.ring(painter, place, is_focus=True)
        for piece in self.drawn:
            if self.motion.moves(piece.seat):
                self._paint_piece(painter, piece, part)

    def _paint_map(self, painter: QPainter, part: QRectF) -> None:
        corner = self.camera.to_screen(QPointF(0, 0))
        whole = QRectF(corner, self.board.size * self.camera.scale)
        if not whole.contains(part):
            painter.fillRect(part, self.palette.window.darker(115))
        target = whole.intersected(part)
        if not target.isEmpty():
            shown = self.camera.board_part(target)
            fineness = self.camera.scale * self.ratio / (_COARSER if self.is_draft else 1.0)
            self._pictures.draw(painter, self.palette.name, (target, shown), fineness)
            for name in PALETTES:  # night falls on this board as well
                self._pictures.prepare(name, self.camera.fitting * self.ratio)

    def _paint_marks(self, painter: QPainter, part: QRectF) -> None:
        marks = self.marks
        self._paint_seas(painter, part)
        for place, weight in self.heat.items():
            if marks.box(place).intersects(part):
                marks.heat(painter, place, weight)
        for place in sorted(self.lit - self.board.seas.keys()):
            if marks.box(place).intersects(part):
                marks.lit_city(painter, place)
        for place in self.pencil:
            if marks.box(place).intersects(part):
                marks.pencil(painter, place)

    def _paint_signs(self, painter: QPainter, part: QRectF) -> None:
        for place, box in self.sign_boxes().items():
            if box.intersects(part):
                pencil_sign(painter, self.pencil[place], box, self.palette)

    def sign_boxes(self) -> dict[PlaceId, QRectF]:
        """Where each of the player's own signs stands: beside names and pieces."""
        if not self.pencil:
            return {}
        taken = [*self.names.rectangles(self.camera).values(), *map(self.box, self.drawn)]
        return {
            place: self.marks.sign_box(place, sign, taken) for place, sign in self.pencil.items()
        }

    def _paint_seas(self, painter: QPainter, part: QRectF) -> None:
        """Light over the legal seas, and above it, once the board is at rest, the cities there."""
        lit = sorted(self.lit & self.board.seas.keys())
        seas = [sea for sea in lit if self.marks.box(sea).intersects(part)]
        for sea in seas:
            self.marks.lit_sea(painter, sea, is_draft=self.is_draft)
        if seas and not self.is_draft:
            painter.save()
            painter.setClipPath(self.marks.ports_of(seas), Qt.ClipOperation.IntersectClip)
            self._paint_map(painter, part)
            painter.restore()

    def _paint_piece(self, painter: QPainter, piece: Piece, part: QRectF) -> None:
        box = self.box(piece)
        if not box.adjusted(-_OVER, -_OVER, _OVER, _OVER).intersects(part):
            return
        if piece.kind == "figure":
            self._paint_figure(painter, piece, box)
            return
        painter.setOpacity(0.78 if piece.secret else 1.0)
        pixmap = token_pixmap(piece.kind, piece.height, self.ratio, piece.number)
        painter.drawPixmap(box.topLeft(), pixmap)
        painter.setOpacity(1.0)

    def _paint_figure(self, painter: QPainter, piece: Piece, box: QRectF) -> None:
        height = max(piece.height, piece.width)
        pixmap = figure_pixmap(piece.seat, height, self.palette, self.ratio, secret=piece.secret)
        if piece.lying:
            painter.save()
            painter.translate(box.center())
            painter.rotate(90)
            painter.drawPixmap(QPointF(-box.height() / 2, -box.width() / 2), pixmap)
            painter.restore()
        else:
            painter.drawPixmap(box.topLeft(), pixmap)
        if piece.bats:
            bat = token_pixmap("bats_token", height * 0.5, self.ratio)
            painter.drawPixmap(box.topRight() - QPointF(height * 0.3, height * 0.1), bat)
