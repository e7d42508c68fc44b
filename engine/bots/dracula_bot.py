"""A plain sensible Dracula: flees the hunters, matures his vampires, escapes when hurt."""

from collections.abc import Sequence
from typing import Any

from engine.bots.bot import Roads, best
from engine.dealer import Below
from engine.edition import Edition
from engine.ids import HIDE, SEA, PlaceId
from engine.options import Done, Option, Pass, PickEffect, PickPlace, PickSeat, PickSlot
from engine.requests import Choose, Conceal, Request, Sealed
from engine.shapes import Shape
from engine.view import View

_FAR = 4  # roads beyond which a hunter is no danger
_HURT = 9  # damage at which he grows careful
_COMBAT = {
    "mesmerize": 9,
    "fangs": 8,
    "claws": 8,
    "strength": 7,
    "plotting": 4,
    "escape_as_mist": 2,
    "escape_as_bat": 2,
}
_POWERS = {"wolf_form": -2, "misdirect": 1, "dark_call": -6, "feed": -4}


class DraculaBot:
    """Answers for Dracula from what Dracula can see."""

    def __init__(self, edition: Edition, roads: Roads, below: Below) -> None:
        self._edition = edition
        self._roads = roads
        self._below = below

    def choose(self, view: View, request: Request[Any], answers: Sequence[Any]) -> Any:
        """The answer that scores best."""
        if isinstance(request, Conceal):
            score = self._lay if request.allows is not None else self._fight
            scores = [score(view, answer) for answer in answers]
        else:
            scores = [self._plain(view, request, answer) for answer in answers]
        return best(answers, scores, self._below)

    def _safety(self, view: View, place: PlaceId) -> int:
        """How many roads the nearest hunter is away, as far as that matters."""
        hunters = [each.place for each in view.state.hunters.values() if each.in_play]
        nearest = min((self._roads.between(each, place) for each in hunters), default=_FAR)
        return min(nearest, _FAR)

    def _lay(self, view: View, answer: Sealed) -> int:
        """Clause dracula-phase.choose: away from hunters, healing when hurt, rarely by sea."""
        shape: Shape = answer.public
        hurt = view.state.dracula.damage
        if shape.no_card:
            return -1000
        score = _POWERS.get(shape.power or "", 0)
        if shape.power == "feed":
            score += 2 * min(hurt, 3)
        if shape.back == SEA:
            score -= 6 if hurt < _HURT else 12
        if shape.face is not None and shape.face != HIDE:
            score += 3 if shape.back == "castle" and hurt > 4 else -20
        place = answer.value
        if place in self._edition.board.places and shape.back != SEA:
            score += 3 * self._safety(view, place)
        elif place == HIDE:
            score += 7
        return score

    def _fight(self, view: View, answer: Sealed) -> int:
        """Clause combat.step1.dracula-card: strike, and leave when it hurts."""
        card = view.known.get(answer.value, answer.value)
        combat = view.state.combat
        if card.startswith("escape") and combat is not None:
            ready = len(combat.played) > view.state.despair
            return 12 if ready and view.state.dracula.damage >= _HURT else 1
        return _COMBAT.get(card, 0)

    def _plain(self, view: View, request: Request[Any], answer: Option) -> int:
        match answer:
            case PickSlot():
                return 2 + self._slot(view, request, answer)
            case PickSeat():
                return self._weakness(view, answer)
            case PickPlace():
                return self._safety(view, answer.place)
            case PickEffect():
                return self._effect(view, answer)
            case _:
                return 0 if isinstance(answer, Pass | Done) else 3

    def _slot(self, view: View, request: Request[Any], answer: PickSlot) -> int:
        """Vampires go where they can grow; other cards where they can bite."""
        card = view.known.get(answer.slot)
        kind = self._edition.cards.get(card or "")
        if kind is None:
            return 0
        placing = isinstance(request, Choose) and request.about == "dracula.encounter"
        return 3 if kind.vampire and (placing or kind.matures) else 1

    def _weakness(self, view: View, answer: PickSeat) -> int:
        hunter = view.state.hunters[answer.seat]
        return 20 - (self._edition.characters[answer.seat].health - hunter.damage)

    def _effect(self, view: View, answer: PickEffect) -> int:
        """A hideout that slid off matures if a vampire lies in it, else it waits as a lair."""
        fallen = view.state.dracula.fallen
        if fallen is None:
            return 1
        cards = (each.card or view.known.get(each.slot) for each in fallen.encounters)
        vampire = any(card is not None and self._edition.cards[card].vampire for card in cards)
        return 5 if (answer.effect == "mature") == vampire else 1
