"""Where each answer can be given on the table: on a place, a card, a seat, or by yes and no.

A gesture gives the same answer as its button. An answer that belongs to nothing on the table has a
button only. If a thing stands for several answers, a click on it asks again among these alone.
"""

from collections import defaultdict
from collections.abc import Iterator
from enum import Enum
from typing import Any, NamedTuple

from msgspec import Struct, structs

from client.settings import window_of
from client.worker.values import Prompt
from engine.editions import CARDS
from engine.ids import HIDE, POWER, SEATS, CardId, ClauseId, PlaceId, Seat, SlotId
from engine.options import (
    Accept,
    Decline,
    Discard,
    Done,
    Expose,
    Give,
    Lead,
    LeaveHospital,
    Option,
    Pass,
    PickCard,
    PickEffect,
    PickPlace,
    PickSeat,
    PickSlot,
    PickWay,
    Play,
    RailBy,
    ReserveTicket,
    Rest,
    RoadTo,
    Search,
    SeaTo,
    Show,
    ShowPartner,
    StepIn,
    Supply,
    Trade,
    UseAbility,
)
from engine.requests import Request, Sealed
from engine.shapes import Shape
from engine.state import State

Spot = tuple[str, str]  # ("place", id), ("slot", id), ("seat", id), ("card", id)

_CARDS = frozenset(card.id for card in CARDS)

# Questions of a card that neither begin with its name nor have it for a subject.
_CARD_OF = {"combat.bat": "escape_as_bat"}


def matter(request: Request[Any], state: State | None) -> Iterator[Spot]:
    """Everything on the table that such a question concerns."""
    about: str = getattr(request, "about", "")
    card = _CARD_OF.get(about, about.partition(".")[0])
    if card in _CARDS:
        yield "card", card
    for each in getattr(request, "subject", ()):
        yield _kind(each), each
    hunter = None if state is None else state.hunters.get(request.seat)
    if hunter is not None and about == "ticket.again":
        yield "place", hunter.place
    if hunter is not None and about == "weakened.cover":
        shown = (hunter.item_shown, hunter.event_shown)
        yield from (("slot", each.slot) for each in shown if each is not None)


def _kind(subject: str) -> str:
    if subject in SEATS:
        return "seat"
    return "card" if subject in _CARDS else "slot"


# Options with one thing to point at: what kind of thing, and the field that names it.
_FIELDS: dict[type[Option], tuple[str, str]] = {
    RoadTo: ("place", "place"),
    SeaTo: ("place", "place"),
    PickPlace: ("place", "place"),
    PickSeat: ("seat", "seat"),
    Trade: ("seat", "seat"),
    Lead: ("seat", "seat"),
    Play: ("slot", "slot"),
    Discard: ("slot", "slot"),
    Show: ("slot", "slot"),
    Expose: ("slot", "slot"),
    PickSlot: ("slot", "slot"),
    Give: ("slot", "slot"),
    ShowPartner: ("slot", "slot"),
    RailBy: ("slot", "ticket"),
    PickCard: ("card", "card"),
}


# Actions without a place of their own.
_ON_THE_SPOT = (Search, Supply, Rest, ReserveTicket, UseAbility)

# Answers that say nothing of what they are about: that is for the question to tell.
_ABOUT_THE_MATTER = (Accept, Decline, PickEffect)


class Gestures(Struct, frozen=True):
    """The numbers of the answers by the thing they are given on; and why other things give none."""

    places: dict[PlaceId, tuple[int, ...]]
    slots: dict[SlotId, tuple[int, ...]]
    seats: dict[Seat, tuple[int, ...]]
    cards: dict[str, tuple[int, ...]]
    free_lairs: tuple[int, ...]  # given on any lair space that is empty
    refused_places: dict[PlaceId, ClauseId]
    refused_slots: dict[SlotId, ClauseId]
    refused_seats: dict[Seat, ClauseId]
    refused_cards: dict[CardId, ClauseId]
    refused_rest: tuple[tuple[Any, ClauseId], ...]  # actions: shown among the buttons

    @property
    def is_on_the_table(self) -> bool:
        """Whether anything but the buttons gives an answer."""
        return any((self.places, self.slots, self.seats, self.cards, self.free_lairs))


def spots(answer: Any, state: State | None, seat: Seat) -> Iterator[Spot]:
    """Every thing on the table that this answer can be given on."""
    match answer:
        case PickWay():
            yield from (("place", end) for end in answer.way.split(":")[1:])
        case LeaveHospital() if state is not None and seat in state.hunters:
            yield "place", state.hunters[seat].place
        case Sealed():
            yield from _sealed_spots(answer)
        case _ if type(answer) in _FIELDS:
            kind, field = _FIELDS[type(answer)]
            yield kind, getattr(answer, field)
        case _:
            return


def _here(answer: Any, state: State | None, seat: Seat) -> Iterator[Spot]:
    """What a hunter does on the spot can be chosen on the place it stands in."""
    if isinstance(answer, _ON_THE_SPOT) and state is not None and seat in state.hunters:
        yield "place", state.hunters[seat].place


def _sealed_spots(answer: Sealed) -> Iterator[Spot]:
    """A trail card lies on its place; a combat card is a card of the hand or one by name."""
    if isinstance(answer.public, Shape):
        if answer.public.no_card:
            return
        stays = answer.public.back == POWER or answer.value == HIDE
        yield "card" if stays else "place", answer.value
        if not stays and answer.public.power is not None:
            yield "card", answer.public.power
        if answer.public.lair is not None:
            yield "slot", answer.public.lair
        if answer.public.target is not None:
            yield "slot", answer.public.target
    else:
        yield "slot", answer.value
        yield "card", answer.value


def gestures(prompt: Prompt, state: State | None) -> Gestures:
    """Sort the answers and the refusals of a prompt by where they belong."""
    answers: dict[str, dict[str, list[int]]] = defaultdict(lambda: defaultdict(list))
    for number, answer in enumerate(prompt.answers):
        for kind, name in dict.fromkeys(_ways(answer, prompt, state)):
            answers[kind][name].append(number)
    refused: dict[str, dict[str, ClauseId]] = defaultdict(dict)
    rest: list[tuple[Any, ClauseId]] = []
    for option, clause in prompt.refused:
        found = list(spots(option, state, prompt.seat))
        if not found:
            rest.append((option, clause))
        for kind, name in found:
            if name not in answers[kind]:
                refused[kind].setdefault(name, clause)
    return Gestures(
        places=_frozen(answers["place"]),
        slots=_frozen(answers["slot"]),
        seats=_frozen(answers["seat"]),
        cards=_frozen(answers["card"]),
        free_lairs=tuple(answers["free-lair"][""]),
        refused_places=refused["place"],
        refused_slots=refused["slot"],
        refused_seats=refused["seat"],
        refused_cards=refused["card"],
        refused_rest=tuple(rest),
    )


def _ways(answer: Any, prompt: Prompt, state: State | None) -> Iterator[Spot]:
    yield from spots(answer, state, prompt.seat)
    yield from _here(answer, state, prompt.seat)
    if isinstance(answer, _ABOUT_THE_MATTER):
        yield from matter(prompt.request, state)
    if answer == PickEffect("lair"):
        yield "free-lair", ""


def among(found: Gestures, numbers: tuple[int, ...]) -> Gestures:
    """The same with these answers alone; what they are not given on gives none for now."""
    kept = frozenset(numbers)

    def only(answers: dict[str, tuple[int, ...]]) -> dict[str, tuple[int, ...]]:
        left = {name: tuple(each for each in ns if each in kept) for name, ns in answers.items()}
        return {name: ns for name, ns in left.items() if ns}

    return structs.replace(
        found,
        places=only(found.places),
        slots=only(found.slots),
        seats=only(found.seats),
        cards=only(found.cards),
        free_lairs=tuple(each for each in found.free_lairs if each in kept),
    )


def _frozen(found: dict[str, list[int]]) -> dict[str, tuple[int, ...]]:
    return {name: tuple(numbers) for name, numbers in found.items()}


NOTHING = Gestures({}, {}, {}, {}, (), {}, {}, {}, {}, ())


class YesNo(Enum):
    """What such an answer says; its value is the key that gives it."""

    NO = "F9"
    YES = "F12"


class PlainAnswer(NamedTuple):
    """The number of an answer, and what it says."""

    number: int
    says: YesNo


_NOTHING_DONE = (Pass, Done)
_SAYS = {Pass: YesNo.NO, Done: YesNo.NO, Decline: YesNo.NO, StepIn: YesNo.YES, Accept: YesNo.YES}


def says(answer: Any) -> YesNo | None:
    """What an answer says if it is plain; None if it is about something on the table."""
    if isinstance(answer, Sealed) and isinstance(answer.public, Shape) and answer.public.no_card:
        return YesNo.NO
    return _SAYS.get(type(answer))


def plain_answers(prompt: Prompt) -> list[PlainAnswer]:
    """The plain answers of a prompt, in the order of the list; there is at most one of each."""
    found = [(number, says(prompt.answers[number])) for number in _shown_order(prompt)]
    return [PlainAnswer(number, said) for number, said in found if said is not None]


def _shown_order(prompt: Prompt) -> list[int]:
    """The numbers of the answers as they are listed: doing nothing comes last, but in a window."""
    numbers = list(range(len(prompt.answers)))
    if window_of(prompt.request) is not None:
        return numbers
    return sorted(numbers, key=lambda number: isinstance(prompt.answers[number], _NOTHING_DONE))


def digits_of(prompt: Prompt) -> dict[int, str]:
    """What is typed for each answer, in the order of the list: nought is no, whatever is asked.

    More than nine are counted from ten on: no number is the beginning of another.
    """
    no = {each.number for each in plain_answers(prompt) if each.says is YesNo.NO}
    order = _shown_order(prompt)
    counted = [number for number in order if number not in no]
    first = 1
    while len(counted) > 9 * first:
        first *= 10
    digits = {number: str(at) for at, number in enumerate(counted, first)}
    return {number: digits.get(number, "0") for number in order}
