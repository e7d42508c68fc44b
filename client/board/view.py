"""The board as the rest of the window knows it: shows a view, offers places, says which was chosen.

1. It reads the view and nothing else; what a seat may not know is not in it.
2. Everything the mouse can do the keyboard can: Tab and the arrows go from one legal place to the
   next, with Shift the arrows go to any place, Enter chooses, Insert asks for a pencil mark.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from PySide6.QtCore import QEvent, QPoint, QPointF, Qt, QTimer, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QWidget

from client.board.canvas import Canvas
from client.board.contents import Contents, contents
from client.board.describing import lying_about, place_title
from client.board.handles import PlaceHandle
from client.board.marks import RoadStep
from client.board.place_note import PlaceNote
from client.board.steering import ARROWS, next_place
from client.look.palette import Palette
from client.words.words import Words
from engine.ids import PlaceId
from engine.view import View

_FLASH = 1600  # milliseconds a place asked for stays ringed
_SETTLE = 120  # milliseconds after the last pan before the handles follow
_STEP = 90  # pixels the board is panned by a key
_FEW_PLACES, _FAINTEST = 8, 0.3  # with so few the heat is at full strength; it never fades away


class BoardView(QWidget):
    """The map of one game."""

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
        """The place the keyboard or else the mouse is at; empty if neither is at any."""
        return self._canvas.layers.focused or self._canvas.layers.hovered or ""

    def handle(self, place: PlaceId) -> QWidget:
        """What the keyboard comes to at a place; it lies where the place is shown."""
        self._place_handles()
        return self._handles[place]

    def hide_note(self) -> None:
        """Something else says what there is to say about the place that is pointed at."""
        self._note.hide()

    @property
    def shown(self) -> Contents:
        """What the board shows lying on it."""
        return self._canvas.layers.contents

    @property
    def offers(self) -> dict[PlaceId, object]:
        """What every lit place gives when it is chosen."""
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
        """Let these places say that they are to be chosen once more; none: let no place say it."""
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
