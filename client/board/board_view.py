"""The board widget: shows a view of the game, offers places, and reports which one was chosen.

1. It reads nothing but the view, so it cannot show what the seat must not know.
2. Everything works by keyboard too: Tab and the arrow keys go from one legal place to the next,
   Shift with an arrow goes to any place, Enter chooses, Insert sets a pencil mark.
3. The map is one picture. Under it lies an invisible button for each place (`PlaceHandle`), so that
   focus, accessible names and screen readers work as in any Qt window. The picture draws the ring.
"""

import math
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import product
from typing import Any

from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractButton, QWidget

from client.board.canvas import Canvas
from client.board.contents import Contents, contents, lying_about, place_title
from client.board.marks import RoadStep
from client.look.labels import PlainLabel
from client.look.palette import Palette
from client.words.words import Words
from engine.ids import PlaceId
from engine.view import View

_FLASH = 1600  # milliseconds a place asked for stays ringed
_SETTLE = 120  # milliseconds after the last pan before the handles follow
_STEP = 90  # pixels the board is panned by a key
_FEW_PLACES, _FAINTEST = 8, 0.3  # with so few the heat is at full strength; it never fades away


class BoardView(QWidget):
    """The map widget of one game."""

    chosen = Signal(object)  # the option offered at the place
    pointed = Signal(str)  # the place under the mouse or the keyboard
    barred = Signal(str)  # a place was chosen that has nothing to offer
    marked = Signal(str)  # the player wants to write something at this place

    def __init__(self, words: Words, palette: Palette, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words = words
        self._canvas = Canvas(words, palette, self)
        self._note = PlaceNote(self)
        self._offered: dict[PlaceId, tuple[object, str]] = {}
        self._refused: dict[PlaceId, str] = {}
        self._again: dict[PlaceId, str] = {}  # chosen once, and to be chosen once more
        self._lying: dict[PlaceId, list[str]] = {}  # in words
        self._handles = {place: PlaceHandle(place, self) for place in sorted(self.places)}
        self._flash, self._settle = QTimer(self), QTimer(self)
        self.reduced_motion = False
        self._lay_out()
        self._connect()

    def _lay_out(self) -> None:
        self.setMinimumSize(420, 280)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(self._words.say("board.name"))
        for place, handle in self._handles.items():
            handle.setAccessibleName(place_title(self._words, place))
        self._canvas.raise_()
        self._note.raise_()
        for timer, wait in ((self._flash, _FLASH), (self._settle, _SETTLE)):
            timer.setSingleShot(True)
            timer.setInterval(wait)

    def _connect(self) -> None:
        self._canvas.pointed.connect(self._point)
        self._canvas.clicked.connect(self._choose)
        self._canvas.marked.connect(self._mark)
        self._canvas.moved.connect(self._settle.start)
        self._canvas.moved.connect(self._note.hide)
        self._flash.timeout.connect(self._end_flash)
        self._settle.timeout.connect(self._place_handles)
        for handle in self._handles.values():
            handle.reached.connect(self._reach)
            handle.left.connect(self._leave)
            handle.clicked.connect(lambda _=False, place=handle.place: self._choose(place))

    @property
    def places(self) -> dict[PlaceId, QPointF]:
        """Every place and its spot on the board."""
        return self._canvas.board.places

    @property
    def canvas(self) -> Canvas:
        """The drawing itself."""
        return self._canvas

    @property
    def pointed_at(self) -> PlaceId:
        """The place under keyboard or mouse, the keyboard's first; empty if there is none."""
        return self._canvas.layers.focused or self._canvas.layers.hovered or ""

    def handle(self, place: PlaceId) -> QWidget:
        """What the keyboard comes to at a place; it lies where the place is shown."""
        self._place_handles()
        return self._handles[place]

    def hide_note(self) -> None:
        """Hide the note: something else explains the place that is pointed at."""
        self._note.hide()

    @property
    def shown(self) -> Contents:
        """What the board shows lying on it."""
        return self._canvas.layers.contents

    @property
    def offers(self) -> dict[PlaceId, object]:
        """The answers that each lit place gives."""
        return {place: option for place, (option, _) in self._offered.items()}

    # What the window tells the board

    def show_view(self, view: View) -> None:
        """Show the game as this view has it."""
        found = contents(view)
        if found != self._canvas.layers.contents:
            self._canvas.show_contents(found, animate=not self.reduced_motion)
            self._lying = lying_about(self._words, found)
            self._describe()

    def offer(
        self, options: Mapping[PlaceId, tuple[object, str]], refused: Mapping[PlaceId, str]
    ) -> None:
        """Light the places where something may be answered; let others say why not.

        What takes one more press there still does, if it is offered yet.
        """
        self._offered, self._refused = dict(options), dict(refused)
        self._again = {place: said for place, said in self._again.items() if place in options}
        self._canvas.layers.armed = tuple(self._again)
        self._canvas.set_lit(frozenset(self._offered))
        for place, handle in self._handles.items():
            handle.set_lit(is_lit=place in self._offered)
        self._describe()
        self._note.hide()

    def ask_again(self, said: Mapping[PlaceId, str]) -> None:
        """Mark the places where a second press gives the answer; none, if empty."""
        changed = {*self._again, *said}
        if not changed:
            return  # most answers are not given on the board
        self._again = dict(said)
        self._canvas.layers.armed = tuple(said)
        self._canvas.update()
        for place in changed:
            self._handles[place].describe(self._details(place))
        if self.pointed_at in said:
            self._show_note(self.pointed_at)

    def show_heat(self, possible: Collection[PlaceId]) -> None:
        """Show where Dracula can be; the fewer places, the hotter each."""
        # Where he can be almost anywhere, a strong colour everywhere would tell nothing.
        strength = min(1.0, max(_FAINTEST, _FEW_PLACES / max(1, len(possible))))
        heat = dict.fromkeys(possible, strength)
        if heat == self._canvas.layers.heat:
            return
        self._canvas.layers.heat = heat
        self._describe()
        self._canvas.repaint_all()

    def set_pencil(self, marks: Mapping[PlaceId, str]) -> None:
        """Show the player's own marks."""
        if marks == self._canvas.layers.pencil:
            return
        self._canvas.layers.pencil = dict(marks)
        self._describe()
        self._canvas.repaint_all()

    def show_road(self, steps: Sequence[RoadStep] | None) -> None:
        """Show where Dracula went, step by step; None shows nothing."""
        self._canvas.layers.road = tuple(steps or ())
        self._canvas.repaint_all()

    def centre_on(self, place: PlaceId) -> None:
        """Bring a place to the middle as far as the board allows, and ring it a while."""
        self._canvas.camera.centre_on(self.places[place])
        self._canvas.layers.flashed = place
        self._canvas.update()
        self._settle.start()
        self._flash.start()

    def set_palette(self, palette: Palette) -> None:
        """Show the board by day or by night."""
        self._canvas.dress(palette, animate=not self.reduced_motion)

    # What lies where, in words

    def _describe(self) -> None:
        for place, handle in self._handles.items():
            handle.describe(self._details(place))

    def _details(self, place: PlaceId) -> str:
        found = list(self._lying.get(place, ()))
        if place in self._canvas.layers.heat:
            found.append(self._words.say("board.possible"))
        if place in self._canvas.layers.pencil:
            found.append(self._words.say("board.pencilled", mark=self._canvas.layers.pencil[place]))
        _, use = self._offered.get(place, (None, self._refused.get(place, "")))
        use = self._again.get(place, "" if use == self._words.place(place) else use)
        return "\n".join(filter(None, (", ".join(found), use)))

    def _show_note(self, place: PlaceId) -> None:
        details = self._details(place)
        title = place_title(self._words, place)
        to_screen = self._canvas.camera.to_screen
        spots = {each: to_screen(spot) for each, spot in self.places.items()}
        at = spots.pop(place)
        lit = [spot for each, spot in spots.items() if each in self._offered]
        said = f"{title}\n{details}" if details else title
        self._note.say(said, at, self._canvas.layers.figure_height, spots.values(), lit)

    # The mouse and the keyboard

    def _point(self, place: PlaceId) -> None:
        hovered = place or None
        if hovered == self._canvas.layers.hovered:
            return
        self._canvas.set_ring(focused=self._canvas.layers.focused, hovered=hovered)
        lit = Qt.CursorShape.PointingHandCursor if place in self._offered else None
        self._canvas.setCursor(lit) if lit is not None else self._canvas.unsetCursor()
        if hovered is None:
            self._note.hide()
        else:
            self._show_note(hovered)
        self.pointed.emit(place)

    def _choose(self, place: PlaceId) -> None:
        if place in self._offered:
            self.chosen.emit(self._offered[place][0])
        else:
            self._show_note(place)
            self.barred.emit(place)

    def _mark(self, place: PlaceId) -> None:
        if place:
            self.marked.emit(place)
            self._show_note(place)

    def _reach(self, place: PlaceId) -> None:
        self._canvas.set_ring(focused=place, hovered=self._canvas.layers.hovered)
        if not self._canvas.rect().contains(
            self._canvas.camera.to_screen(self.places[place]).toPoint()
        ):
            self.centre_on(place)
        self._show_note(place)
        self.pointed.emit(place)

    def _leave(self, place: PlaceId) -> None:
        if self._canvas.layers.focused == place:
            self._canvas.set_ring(focused=None, hovered=self._canvas.layers.hovered)
            self._note.hide()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move the ring, choose, zoom, pan; every other key is the window's."""
        key, modifiers = event.key(), event.modifiers()
        if key in ARROWS:
            self._steer(ARROWS[key], modifiers)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self._press(event)
        elif key in (Qt.Key.Key_Plus, Qt.Key.Key_Equal):
            self._canvas.zoom(1)
        elif key == Qt.Key.Key_Minus:
            self._canvas.zoom(-1)
        elif key == Qt.Key.Key_Home:
            self._canvas.home()
        elif key == Qt.Key.Key_Insert:
            self._mark(self._canvas.layers.focused or "")
        else:
            event.ignore()

    def _press(self, event: QKeyEvent) -> None:
        place = self._canvas.layers.focused
        if place is None:
            event.ignore()
        elif not event.isAutoRepeat():
            self._choose(place)

    def _steer(self, direction: tuple[float, float], modifiers: Any) -> None:
        if modifiers & Qt.KeyboardModifier.ControlModifier:
            self._canvas.pan(QPointF(-direction[0] * _STEP, -direction[1] * _STEP))
            return
        everywhere = bool(modifiers & Qt.KeyboardModifier.ShiftModifier) or not self._offered
        among = self.places if everywhere else self._offered
        focused = self._canvas.layers.focused
        if focused is None:
            middle = QPointF(self.width() / 2, self.height() / 2)
            start = self._canvas.camera.to_board(middle) - QPointF(*direction) * 60
        else:
            start = self.places[focused]
        place = next_place(self.places, among, start, direction)
        if place is None and focused is None and among:
            place = min(among)
        if place is not None:
            self._handles[place].setFocus(Qt.FocusReason.OtherFocusReason)

    # Housekeeping

    def _place_handles(self) -> None:
        for place, handle in self._handles.items():
            at = self._canvas.camera.to_screen(self.places[place]).toPoint()
            handle.move(at - QPoint(10, 10))

    def _end_flash(self) -> None:
        self._canvas.layers.flashed = None
        self._canvas.update()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """The keyboard comes to the map itself."""
        super().focusInEvent(event)
        self._canvas.update()

    def leaveEvent(self, event: QEvent) -> None:
        """The mouse is elsewhere."""
        self._point("")
        super().leaveEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The drawing fills the widget."""
        self._canvas.setGeometry(self.rect())
        self._settle.start()
        super().resizeEvent(event)


# The invisible buttons, and which of them an arrow key leads to.
class PlaceHandle(QAbstractButton):
    """An invisible button for one place."""

    reached = Signal(str)
    left = Signal(str)

    def __init__(self, place: PlaceId, parent: QWidget) -> None:
        super().__init__(parent)
        self.place = place
        self._said = ""
        self._is_lit = False
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.resize(20, 20)

    def set_lit(self, *, is_lit: bool) -> None:
        """Whether Tab stops here."""
        if is_lit != self._is_lit:
            self._is_lit = is_lit
            self.setFocusPolicy(Qt.FocusPolicy.TabFocus if is_lit else Qt.FocusPolicy.NoFocus)

    def describe(self, description: str) -> None:
        """What a screen reader says here, after the name."""
        if description != self._said:
            self._said = description
            self.setAccessibleDescription(description)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """The keyboard is here."""
        super().focusInEvent(event)
        self.reached.emit(self.place)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """The keyboard is elsewhere."""
        super().focusOutEvent(event)
        self.left.emit(self.place)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Every key is the board's."""
        event.ignore()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Nothing: the map above shows the place."""


ARROWS: dict[int, tuple[float, float]] = {
    Qt.Key.Key_Left: (-1.0, 0.0),
    Qt.Key.Key_Right: (1.0, 0.0),
    Qt.Key.Key_Up: (0.0, -1.0),
    Qt.Key.Key_Down: (0.0, 1.0),
}
_SIDEWAYS = 2.2  # how much worse a place is for lying off the direction


def next_place(
    spots: dict[PlaceId, QPointF],
    among: Iterable[PlaceId],
    start: QPointF,
    direction: tuple[float, float],
) -> PlaceId | None:
    """The best place in a direction, or None if nothing lies that way."""
    best, least = None, math.inf
    for place in among:
        x, y = spots[place].x() - start.x(), spots[place].y() - start.y()
        ahead = x * direction[0] + y * direction[1]
        aside = abs(x * direction[1]) + abs(y * direction[0])
        if ahead > 1 and ahead + _SIDEWAYS * aside < least:
            best, least = place, ahead + _SIDEWAYS * aside
    return best


# The note about a place that is pointed at: its name, what lies there, what it offers.


_NARROWEST = 200
_MARGIN = 4  # pixels to the edges of the board
_BELOW = 12  # pixels from the height of a place down or up to its note
_AROUND = 10  # pixels around a spot that are to be seen with it
_TO_THE_LEFT = 0.6  # of the board: notes of places from there on rather stand at their left
_HIGHEST = 0.25  # of the board: a note that would hide more of it lies along an edge
_LIT = 6  # so many other places are hidden rather than one that can be chosen
_ITSELF = 1000  # hidden rather than the place the note is about


# The note beside the place that is pointed at.
class PlaceNote(PlainLabel):
    """Beside its place, where it hides least; in large letters along the edge farther from it.

    Whatever more it says about the place while it is in sight, it grows at two of its edges.
    """

    def __init__(self, board: QWidget) -> None:
        super().__init__()
        self.setParent(board)
        self._board = board
        self._about = QPointF()  # the place it was shown for last
        self._is_beside = True  # or along an edge
        self.setObjectName("place_note")
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()

    def say(
        self,
        words: str,
        place: QPointF,
        reach: float,
        others: Collection[QPointF],
        lit: Collection[QPointF],
    ) -> None:
        """Show these words, as far away from the place as a figure there reaches."""
        before = None if self.isHidden() or place != self._about else QRectF(self.geometry())
        self.setText(words)
        self.ensurePolished()
        width, height = self._board.width(), self._board.height()
        self._take(max(_NARROWEST, width // 3))

        def hidden(corner: QPointF) -> int:
            around = QRectF(corner, self.size()).adjusted(-_AROUND, -_AROUND, _AROUND, _AROUND)
            found = sum(map(around.contains, others))
            found += _LIT * sum(map(around.contains, lit))
            return found + _ITSELF * around.contains(place)

        if before is None:
            self._about, self._is_beside = place, self.height() <= height * _HIGHEST
        if self._is_beside:
            corner = min(self._beside(place, reach), key=hidden)
            if before is not None:
                corner = next(self._grown(before, place, reach), corner)
        else:
            self._take(width - 2 * _MARGIN)
            y = height - self.height() - _MARGIN if place.y() < height / 2 else _MARGIN
            corner = QPointF((width - self.width()) / 2, y)
        self.move(corner.toPoint())
        self.show()

    def _grown(self, before: QRectF, place: QPointF, reach: float) -> Iterator[QPointF]:
        """Where it says more than before and two edges are where they were, the best first."""
        board = QRectF(self._board.rect())
        right, bottom = before.right() - self.width(), before.bottom() - self.height()
        for least in (reach, _AROUND):  # between the place and the note
            figure = QRectF(place, place).adjusted(-least, -least, least, least)
            figure.adjust(1, 1, -1, -1)  # corners are at whole pixels
            for y, x in product((before.top(), bottom), (before.left(), right)):
                box = QRectF(QPointF(x, y), self.size())
                if board.contains(box) and not box.intersects(figure):
                    yield box.topLeft()

    def _beside(self, place: QPointF, reach: float) -> list[QPointF]:
        """Where the note could stand with its upper left corner, the usual spots first."""
        width, height = self.width(), self.height()
        most_x = self._board.width() - width - _MARGIN
        spare = self.fontMetrics().lineSpacing()  # for another line that it may say
        most_y = self._board.height() - height - spare - _MARGIN
        is_right = place.x() < self._board.width() * _TO_THE_LEFT
        found = []
        for away in (reach, 2 * reach, 3 * reach):
            right, left = place.x() + away, place.x() - away - width
            sides = (right, left) if is_right else (left, right)
            below, level, above = _BELOW, -height / 2, -_BELOW - height
            found += [QPointF(x, place.y() + y) for y in (below, above, level) for x in sides]
            middle = place.x() - width / 2
            found += [QPointF(middle, place.y() + y) for y in (away, -away - height)]
        return [
            QPointF(max(_MARGIN, min(spot.x(), most_x)), max(_MARGIN, min(spot.y(), most_y)))
            for spot in found
        ]

    def _take(self, most: int) -> None:
        """Take the room the words need: Qt would break them to a narrow column."""
        self.setWordWrap(False)
        needed = self.sizeHint()
        if needed.width() > most:
            self.setWordWrap(True)
            needed = QSize(most, self.heightForWidth(most))
        self.resize(needed)
