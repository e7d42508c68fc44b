"""Where on the table each answer of a prompt can be given: on a place, a card, a seat.

Gestures are the same options in another place. What has no place on the table is a button only;
what lies on the same thing as another answer is asked for once more, among these alone.
"""

from collections import defaultdict
from collections.abc import Iterator
from typing import Any

from msgspec import Struct, structs

from client.prompts.matters import Spot, matter
from client.worker.values import Prompt
from engine.ids import HIDE, POWER, CardId, ClauseId, PlaceId, Seat, SlotId
from engine.options import (
    Accept,
    Decline,
    Discard,
    Expose,
    Give,
    Lead,
    LeaveHospital,
    Option,
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
    Supply,
    Trade,
    UseAbility,
)
from engine.requests import Sealed
from engine.shapes import Shape
from engine.state import State

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
