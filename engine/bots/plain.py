"""Bots: they choose an answer from a view and the allowed answers, at random or sensibly.

Random numbers come as an argument, so the same numbers give the same game.
"""

from collections.abc import Sequence
from typing import Any, Protocol

from engine.dealer import Below
from engine.deduction import bound
from engine.edition import Edition
from engine.ids import DRACULA, HIDE, HUNTERS, SEA, PlaceId, Seat
from engine.options import (
    Discard,
    Done,
    Expose,
    Give,
    LeaveHospital,
    Option,
    Pass,
    PickEffect,
    PickPlace,
    PickSeat,
    PickSlot,
    Play,
    RailBy,
    ReserveTicket,
    Rest,
    RoadTo,
    Search,
    SeaTo,
    StepIn,
    Supply,
    Trade,
    UseAbility,
)
from engine.requests import Choose, Conceal, Request, Sealed
from engine.shapes import Shape
from engine.view import View


class Bot(Protocol):
    """Somebody who answers for a seat."""

    def choose(self, view: View, request: Request[Any], answers: Sequence[Any]) -> Any:
        """One of the answers, which are at least two."""


class RandomBot:
    """Answers anything that is allowed, evenly."""

    def __init__(self, below: Below) -> None:
        self._below = below

    def choose(self, view: View, request: Request[Any], answers: Sequence[Any]) -> Any:  # noqa: ARG002
        """One of the answers by lot."""
        return answers[self._below(len(answers))]


def best(answers: Sequence[Any], scores: Sequence[int], below: Below) -> Any:
    """An answer with the highest score, by lot among equals."""
    top = max(scores)
    leaders = [answer for answer, score in zip(answers, scores, strict=True) if score == top]
    return leaders[below(len(leaders))]


class Roads:
    """How many roads apart two cities are; far more than any where no road leads."""

    NEVER = 99

    def __init__(self, edition: Edition) -> None:
        self._roads = edition.board.roads
        self._from: dict[str, dict[str, int]] = {}

    def between(self, origin: str, place: str) -> int:
        """The fewest roads from one place to the other."""
        if origin not in self._from:
            self._from[origin] = self._measure(origin)
        return self._from[origin].get(place, self.NEVER)

    def _measure(self, origin: str) -> dict[str, int]:
        reached, edge = {origin: 0}, [origin]
        while edge:
            ahead = []
            for place in edge:
                for neighbour in self._roads.get(place, ()):
                    if neighbour not in reached:
                        reached[neighbour] = reached[place] + 1
                        ahead.append(neighbour)
            edge = ahead
        return reached


def plain_bots(edition: Edition, below: Below) -> dict[Seat, Bot]:
    """A plain bot for every seat; their chance is the numbers given."""
    roads = Roads(edition)
    bots: dict[Seat, Bot] = {seat: HunterBot(edition, roads, below) for seat in HUNTERS}
    bots[DRACULA] = DraculaBot(edition, roads, below)
    return bots


# A plain sensible Dracula: flees the hunters, matures his vampires, escapes when hurt.


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


# A plain sensible hunter: goes where Dracula may be, rests when hurt, fights with the best.


# What a card is worth in a fight, and so the order in which surplus cards are let go.
_WORTH = {
    "knife": 30,
    "heavenly_host": 28,
    "rifle": 26,
    "pistol": 25,
    "crucifix": 23,
    "holy_bullets": 22,
    "garlic_wreath": 21,
    "stake": 20,
    "garlic": 18,
    "punch": 15,
    "dodge": 14,
    "dogs": 12,
    "holy_circle": 10,
    "fast_horses": 8,
    "escape": 3,
}
_LOW = 3  # health left at which a hunter would rather live than strike
_NEAR = 3  # roads within which Dracula is worth walking to
_LEAP = 5  # what a Heroic Leap costs
_VAGUE = 30  # possible places at which walking after Dracula is guessing


class HunterBot:
    """Answers for one hunter from what that hunter can see."""

    def __init__(self, edition: Edition, roads: Roads, below: Below) -> None:
        self._edition = edition
        self._roads = roads
        self._below = below

    def choose(self, view: View, request: Request[Any], answers: Sequence[Any]) -> Any:
        """The answer that scores best."""
        if isinstance(request, Conceal):
            scores = [self._fight(view, request.seat, answer) for answer in answers]
        elif isinstance(request, Choose) and request.about == "action":
            scores = self._actions(view, request.seat, answers)
        elif isinstance(request, Choose) and any(isinstance(each, PickPlace) for each in answers):
            scores = self._places(view, request.seat, answers)
        else:
            scores = [self._plain(view, request, answer) for answer in answers]
        return best(answers, scores, self._below)

    def _left(self, view: View, seat: Seat) -> int:
        return self._edition.characters[seat].health - view.state.hunters[seat].damage

    def _fight(self, view: View, seat: Seat, answer: Sealed) -> int:
        """Clause combat.step1.choose: the hardest blow, or a way out when nearly dead."""
        card = view.known.get(answer.value, answer.value)
        if self._left(view, seat) <= _LOW and card in ("escape", "dodge", "holy_circle"):
            return 40
        return _WORTH.get(card, 0)

    def _actions(self, view: View, seat: Seat, answers: Sequence[Option]) -> list[int]:
        possible = bound(view.state, self._edition).current
        return [self._action(view, seat, answer, possible) for answer in answers]

    def _action(self, view: View, seat: Seat, answer: Option, possible: tuple[PlaceId, ...]) -> int:
        hunter, sheet = view.state.hunters[seat], self._edition.characters[seat]
        if isinstance(answer, RoadTo | SeaTo):
            return self._approach(hunter.place, answer.place, possible)
        held = len(hunter.items) + (hunter.item_shown is not None)
        scores: dict[type[Option], int] = {
            Search: 60,
            Rest: 55 if hunter.damage >= sheet.health // 2 else 1,
            LeaveHospital: 35,
            Supply: 30 if held < sheet.item_limit else 22,
            Play: 24,
            UseAbility: 24,
            ReserveTicket: 5 if hunter.tickets else 20,
            RailBy: 18 if len(possible) < _VAGUE else 2,
            Trade: 3,
        }
        return scores.get(type(answer), 2)

    def _approach(self, origin: PlaceId, place: PlaceId, possible: tuple[PlaceId, ...]) -> int:
        """Towards the nearest places he can be in, as long as they are few."""
        if origin in possible and len(possible) == 1:
            return 0
        near = self._distance(place, possible)
        gained = self._distance(origin, possible) - near
        if len(possible) >= _VAGUE:
            return 21 + min(gained, 1)
        return 34 + 4 * gained - min(near, _NEAR)

    def _distance(self, place: PlaceId, possible: tuple[PlaceId, ...]) -> int:
        return min((self._roads.between(place, each) for each in possible), default=0)

    def _places(self, view: View, seat: Seat, answers: Sequence[Option]) -> list[int]:
        """Asked for a place: one where he can be; at the start, a city far from the others."""
        if view.state.step == "setup":
            others = [each.place for each in view.state.hunters.values() if each.place]
            return [
                min((self._roads.between(each.place, other) for other in others), default=5)
                if isinstance(each, PickPlace)
                else 0
                for each in answers
            ]
        possible = bound(view.state, self._edition).current
        origin = view.state.hunters[seat].place
        return [
            20 * (each.place in possible) - min(5, self._roads.between(origin, each.place))
            if isinstance(each, PickPlace)
            else 0
            for each in answers
        ]

    def _plain(self, view: View, request: Request[Any], answer: Any) -> int:
        match answer:
            case StepIn():
                return 5 if self._holds_for(view, request) else -5
            case Discard() | Expose():
                return -_WORTH.get(answer.card, 16)
            case Give():
                return -20
            case Play(card="escape_route"):
                return -1
            case Play(card="heroic_leap"):
                return 5 if self._left(view, request.seat) > _LEAP else -1
            case _:
                return 0 if isinstance(answer, Pass | Done) else 2

    def _holds_for(self, view: View, request: Request[Any]) -> bool:
        """Whether this hunter holds a card of the moment asked about."""
        about = request.about.removesuffix("?") if isinstance(request, Choose) else ""
        hunter = view.state.hunters[request.seat]
        shown = [each.card for each in (hunter.item_shown, hunter.event_shown) if each is not None]
        held = [view.known.get(slot) for slot in (*hunter.items, *hunter.events)]
        return any(card in self._edition.moments.get(about, ()) for card in (*held, *shown))
