"""Puts a question on every part of the game screen where it can be answered, and takes it away."""

from msgspec import structs
from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from client.panels.drawn_cards import fitting_cards, fitting_slots
from client.prompts.gestures import NOTHING, Gestures, among, gestures, plain_answers
from client.screens.game_layout import GameLayout
from client.settings import window_of
from client.window.services import Services
from client.window.table_model import TableModel
from client.worker.values import Prompt
from engine.edition import Edition
from engine.ids import EVERYONE, ClauseId, PlaceId, Seat
from engine.options import StepIn
from engine.view import View


class Asker(QObject):
    """One question at a time, on buttons, board, cards and sheets alike."""

    explained = Signal(str, QWidget)  # the clause that bars a place that was chosen, and its handle

    def __init__(self, services: Services, parts: GameLayout) -> None:
        super().__init__(parts)
        self._words = services.words
        self._parts = parts
        self._found = NOTHING
        self._is_asked = False
        parts.board.barred.connect(self._explain_place)
        parts.prompt.narrowed.connect(self._narrow)
        parts.prompt.armed.connect(self._arm)

    @property
    def clause(self) -> ClauseId:
        """The rule that keeps the place pointed at from being chosen; empty if none does."""
        return self._found.refused_places.get(self._parts.board.pointed_at, "")

    @property
    def needs_map(self) -> bool:
        """Whether what is asked can be answered on the map alone, and not on any card."""
        found = self._found
        return bool(found.places) and not (found.slots or found.cards or found.seats)

    def ask(self, prompt: Prompt, view: View, edition: Edition) -> None:
        """Offer every answer wherever it belongs."""
        parts = self._parts
        found = _with_cards(gestures(prompt, view.state), prompt, view, edition)
        self._found, self._is_asked = found, True
        parts.prompt.show_prompt(prompt, view)
        parts.prompt.note(self._window_note(prompt, view, edition))
        parts.hand.offer(found, prompt.seat)
        parts.sheets.call(prompt.seat)
        said = [(each, parts.prompt.label(each.number)) for each in plain_answers(prompt)]
        parts.combat.plain.offer(said if view.state.combat is not None else ())
        parts.trade.plain.offer(said if parts.trade.pair is not None else ())
        for panel in (parts.combat, parts.trade):  # in the room that yes and no leave
            panel.offer(found)
        self._light(found)
        if window_of(prompt.request) is not None:  # only a window is what the order was for
            parts.stop.setChecked(False)

    def _reasons(self, refused: dict[PlaceId, ClauseId]) -> dict[PlaceId, str]:
        """Why each place gives no answer; most places have the same few reasons."""
        key = self._words.say("prompt.rule-key")
        said = {each: f"{self._words.refusal(each)}\n{key}" for each in set(refused.values())}
        return {place: said[clause] for place, clause in refused.items()}

    def clear(self) -> None:
        """Nothing is asked: nothing is lit."""
        parts = self._parts
        self._found, self._is_asked = NOTHING, False
        parts.hand.offer(NOTHING, None)
        for row in (parts.combat.plain, parts.trade.plain):
            row.offer(())
        for panel in (parts.trail, parts.sheets, parts.combat, parts.trade):
            panel.offer(NOTHING)
        parts.board.offer({}, {})

    def show_waits(self, model: TableModel) -> None:
        """Mark who is to act, and lay down sealed what was chosen by who has."""
        self._parts.sheets.mark(model.seats, model.missing)
        self._parts.combat.show_waits(model.waits, model.chosen)

    def show_waiting(self, model: TableModel) -> None:
        """Say whom the game waits for."""
        names = [self._words.seat(seat) for seat in _others(model)]
        if names:
            said = self._words.say("game.waiting", who=self._words.listed(names))
        else:
            said = self._words.say("game.working")
        self._parts.prompt.show_waiting(said)

    def _explain_place(self, place: str) -> None:
        """A click on a place that gives no answer tells the clause, with the way into the rules."""
        if place in self._found.refused_places:
            clause = self._found.refused_places[place]
            self._parts.board.hide_note()
            self.explained.emit(clause, self._parts.board.handle(place))

    def _narrow(self, numbers: tuple[int, ...]) -> None:
        """Light only where these answers are given; with none, where any is."""
        if self._is_asked:
            self._light(among(self._found, numbers) if numbers else self._found)

    def _arm(self, number: int | None, said: str) -> None:
        """Whatever gives this answer says that it takes one more press."""
        parts = self._parts
        places = () if number is None else among(self._found, (number,)).places
        parts.board.ask_again(dict.fromkeys(places, said))
        for part in (parts.trail, parts.hand, parts.combat, parts.trade, parts.sheets):
            part.arm(number)
        for row in (parts.combat.plain, parts.trade.plain):
            row.arm(number, said)

    def _light(self, found: Gestures) -> None:
        parts = self._parts
        for panel in (parts.trail, parts.sheets):
            panel.offer(found)
        parts.board.offer(
            {place: (numbers, self._label(numbers)) for place, numbers in found.places.items()},
            self._reasons(found.refused_places),
        )

    def _window_note(self, prompt: Prompt, view: View, edition: Edition) -> str:
        """At a window: which own cards could be played, said to their holder alone."""
        moment = window_of(prompt.request)
        if moment is None:
            return ""
        fitting = fitting_cards(view, prompt.seat, edition.moments[moment])
        names = self._words.listed([self._words.card(card).name for card in fitting])
        return self._words.say("note.fitting" if fitting else "note.nothing-fits", cards=names)

    def _label(self, numbers: tuple[int, ...]) -> str:
        """What choosing a place means; that there are several ways, if there are."""
        first = self._parts.prompt.label(numbers[0])
        if len(numbers) == 1:
            return first
        return self._words.say("prompt.several", what=first, count=len(numbers) - 1)


def _others(model: TableModel) -> tuple[Seat, ...]:
    """Whom the game waits for beside the player, whose own question is already on its way."""
    is_alone = model.table is not None and model.table.is_alone
    unnamed = {*model.seats, EVERYONE} if is_alone else {*model.seats}
    return tuple(seat for seat in dict.fromkeys(model.missing) if seat not in unnamed)


def _with_cards(found: Gestures, prompt: Prompt, view: View, edition: Edition) -> Gestures:
    """At a window that asks whether to step in, the own cards that fit it say yes."""
    moment = window_of(prompt.request)
    steps = [number for number, each in enumerate(prompt.answers) if isinstance(each, StepIn)]
    if moment is None or not steps:
        return found
    fitting = fitting_slots(view, prompt.seat, edition.moments[moment])
    slots = {**found.slots, **{slot: tuple(steps) for slot in fitting}}
    refused = {slot: each for slot, each in found.refused_slots.items() if slot not in slots}
    return structs.replace(found, slots=slots, refused_slots=refused)
