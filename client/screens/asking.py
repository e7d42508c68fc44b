"""Puts a question on every part of the game screen where it can be answered, and takes it away."""

from msgspec import structs

from client.panels.drawn_cards import fitting_cards, fitting_slots
from client.prompts.gestures import NOTHING, Gestures, gestures
from client.screens.game_layout import GameLayout
from client.services import Services
from client.worker.standing import window_of
from client.worker.values import Prompt
from engine.edition import Edition
from engine.ids import ClauseId, PlaceId, Seat
from engine.options import StepIn
from engine.view import View


class Asker:
    """One question at a time, on buttons, board, cards and sheets alike."""

    def __init__(self, services: Services, parts: GameLayout) -> None:
        self._words = services.words
        self._parts = parts
        self._refused: dict[str, str] = {}
        parts.board.canvas.clicked.connect(self._explain_place)

    def ask(self, prompt: Prompt, view: View, edition: Edition) -> None:
        """Offer every answer wherever it belongs."""
        parts = self._parts
        found = _with_cards(gestures(prompt, view.state), prompt, view, edition)
        parts.prompt.show_prompt(prompt, view)
        parts.prompt.note(self._window_note(prompt, view, edition))
        self._offer(found, prompt.seat)
        parts.board.offer(
            {place: (ns, self._label(prompt, ns, view)) for place, ns in found.places.items()},
            self._reasons(found.refused_places),
        )
        self._refused = found.refused_places
        if window_of(prompt.request) is not None:  # only a window is what the order was for
            parts.stop.setChecked(False)

    def _reasons(self, refused: dict[PlaceId, ClauseId]) -> dict[PlaceId, str]:
        """Why each place gives no answer; most places have the same few reasons."""
        said = {clause: self._words.refusal(clause) for clause in set(refused.values())}
        return {place: said[clause] for place, clause in refused.items()}

    def clear(self) -> None:
        """Nothing is asked: nothing is lit."""
        self._refused = {}
        self._offer(NOTHING, None)
        self._parts.board.offer({}, {})

    def wait_for(self, seats: tuple[Seat, ...]) -> None:
        """Say whom the game waits for."""
        names = [self._words.seat(seat) for seat in dict.fromkeys(seats)]
        if names:
            said = self._words.say("game.waiting", who=self._words.listed(names))
        else:
            said = self._words.say("game.working")
        self._parts.prompt.show_waiting(said)

    def _explain_place(self, place: str) -> None:
        """A click on a place that gives no answer tells the clause, with the way into the rules."""
        if place in self._refused:
            self._parts.prompt.explain(self._refused[place])

    def _offer(self, found: Gestures, seat: str | None) -> None:
        parts = self._parts
        for panel in (parts.trail, parts.sheets, parts.combat, parts.trade):
            panel.offer(found)
        parts.hand.offer(found, seat)

    def _window_note(self, prompt: Prompt, view: View, edition: Edition) -> str:
        """At a window: which own cards could be played, said to their holder alone."""
        moment = window_of(prompt.request)
        if moment is None:
            return ""
        fitting = fitting_cards(view, prompt.seat, edition.moments[moment])
        names = self._words.listed([self._words.card(card).name for card in fitting])
        return self._words.say("note.fitting" if fitting else "note.nothing-fits", cards=names)

    def _label(self, prompt: Prompt, numbers: tuple[int, ...], view: View) -> str:
        """What choosing a place means; that there are several ways, if there are."""
        first = self._words.option(prompt.answers[numbers[0]], prompt.request, view)
        if len(numbers) == 1:
            return first
        return self._words.say("prompt.several", what=first, count=len(numbers) - 1)


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
