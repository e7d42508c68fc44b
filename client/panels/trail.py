"""Dracula's trail of six and his three lairs: backs or faces as this seat may see them."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout

from client.look.labels import heading
from client.panels.card_button import CardButton, CardPanel, Use
from client.panels.shown_cards import (
    hideout_contents,
    hideout_look,
    hideout_name,
    hideout_rule,
    hideout_title,
    hideout_tokens,
)
from client.prompts.gestures import NOTHING, Gestures
from client.window.services import Services
from client.worker.values import Deduced
from engine.ids import HIDE
from engine.state import Hideout
from engine.view import View

_TRAIL, _LAIRS = 6, 3
_FEW = 4  # so many possible places are named on the card itself


class TrailPanel(CardPanel):
    """The nine spaces as cards."""

    pointed = Signal(str)  # the slot of the hidden card that is pointed at; empty: none

    def __init__(self, services: Services) -> None:
        super().__init__()
        self._services = services
        self._words = services.words
        self._deduced: Deduced | None = None
        self._gestures = NOTHING
        self._view: View | None = None
        self._spaces = [CardButton(services) for _ in range(_TRAIL)]
        self._lairs = [CardButton(services) for _ in range(_LAIRS)]
        self._lay_out()
        self._connect()

    def _lay_out(self) -> None:
        row = QHBoxLayout(self)
        row.setContentsMargins(8, 4, 8, 6)
        row.setSpacing(10)
        row.addLayout(self._group("panel.trail", self._spaces), _TRAIL)
        row.addLayout(self._group("panel.lairs", self._lairs), _LAIRS)

    def _group(self, title: str, buttons: list[CardButton]) -> QVBoxLayout:
        label = heading(self._words.say(title))
        cards = QHBoxLayout()
        cards.setSpacing(4)
        for button in buttons:
            cards.addWidget(button)
        cards.addStretch(1)
        column = QVBoxLayout()
        column.setSpacing(2)
        column.addWidget(label)
        column.addLayout(cards, 1)
        return column

    def _connect(self) -> None:
        for number, button in enumerate((*self._spaces, *self._lairs)):
            self.adopt(button)
            button.pointed.connect(lambda is_on, number=number: self._point(number, is_on=is_on))

    def set_card_height(self, height: int) -> None:
        """Make the cards this high."""
        for button in (*self._spaces, *self._lairs):
            button.set_height(height)

    def show_view(self, view: View) -> None:
        """Show what lies on every space now."""
        before, self._view = self._view, view
        if (
            before is None
            or before.state.dracula != view.state.dracula
            or (before.known != view.known)
        ):
            self._refresh()

    def show_deduction(self, deduced: Deduced | None) -> None:
        """Say on hidden cards which places they can still be."""
        self._deduced = deduced
        self._refresh()

    def offer(self, gestures: Gestures) -> None:
        """Light the spaces that answer what is asked."""
        before, self._gestures = self._gestures, gestures
        if _of_the_trail(before) != _of_the_trail(gestures):
            self._refresh()

    def _refresh(self) -> None:
        if self._view is None:
            return
        dracula = self._view.state.dracula
        for kind, buttons, row in (
            ("trail", self._spaces, dracula.trail),
            ("lair", self._lairs, dracula.lairs),
        ):
            for space, (button, hideout) in enumerate(zip(buttons, row, strict=False), 1):
                self._show_space(button, hideout, (kind, space))

    def _show_space(
        self, button: CardButton, hideout: Hideout | None, where: tuple[str, int]
    ) -> None:
        assert self._view is not None
        kind, space = where
        if hideout is None:
            empty = self._words.say("panel.space-empty")
            name = self._words.say(f"panel.{kind}-space", space=space, what=empty)
            button.show_card(None, name, str(space))
            button.set_tokens(())
            button.rule = ""
            button.set_use(Use(self._gestures.free_lairs if kind == "lair" else ()))
            return
        name = hideout_name(self._words, hideout, self._view)
        title = self._words.say(f"panel.{kind}-space", space=space, what=name)
        _, _, text = hideout_title(self._words, hideout, self._view).partition("\n")
        does = [text] if text else []
        lies = hideout_contents(self._words, hideout, self._view)
        lines = [title, *does, *lies, *self._possible(hideout)]
        button.rule = hideout_rule(hideout, self._view)
        button.show_card(hideout_look(self._words, hideout, self._view), "\n".join(lines))
        button.set_tokens(hideout_tokens(hideout))
        clause = self._gestures.refused_slots.get(hideout.slot)
        reason = self._words.refusal(clause) if clause else ""
        numbers = self._numbers(hideout)
        button.set_use(Use(numbers, None if numbers else clause), "" if numbers else reason)
        if self._deduced is not None and hideout.slot in self._deduced.slots:
            button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)  # to be pointed at by keyboard

    def _point(self, number: int, *, is_on: bool) -> None:
        """Name the hidden card under the mouse or the keyboard."""
        slot = ""
        if is_on and self._view is not None:
            dracula = self._view.state.dracula
            spaces = dict(enumerate(dracula.trail)) | dict(enumerate(dracula.lairs, _TRAIL))
            hideout = spaces.get(number)
            slot = hideout.slot if hideout is not None and hideout.is_hidden else ""
        self.pointed.emit(slot)

    def _numbers(self, hideout: Hideout) -> tuple[int, ...]:
        """The answers given on this space or on an encounter that lies on it."""
        slots = (hideout.slot, *(each.slot for each in hideout.encounters))
        found = [number for slot in slots for number in self._gestures.slots.get(slot, ())]
        return tuple(dict.fromkeys(found))

    def _possible(self, hideout: Hideout) -> list[str]:
        """The places a hidden card can still be, as the aid has them."""
        if self._deduced is None or not hideout.is_hidden:
            return []
        places = self._deduced.slots.get(hideout.slot, ())
        if not places:
            return []
        if len(places) > 12:
            return [self._words.say("panel.possible-many", count=len(places))]
        named = [
            self._words.card(HIDE).name if each == HIDE else self._words.place(each)
            for each in places
        ]
        return [self._words.say("panel.possible", places=", ".join(named))]


def _of_the_trail(gestures: Gestures) -> tuple[object, ...]:
    """What of all that is offered can be of use here."""
    return gestures.slots, gestures.refused_slots, gestures.free_lairs
