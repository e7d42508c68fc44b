"""Dracula's road: every card he laid, where it led, what he hid there, and whether it was found."""

from collections.abc import Iterator
from itertools import zip_longest

from msgspec import Struct
from msgspec.structs import replace

from client.replaying.timeline import Timeline
from client.worker.record_values import RoadStop
from engine.facts import encounters, trail
from engine.facts.fact import Fact
from engine.ids import HIDE, POWER, PlaceId, SlotId
from engine.knowledge import Knowledge
from engine.state import Hideout, State, hideout_of


class _Stay(Struct):
    """A stop while it is still added to."""

    stop: RoadStop
    hideout: SlotId
    encounters: list[SlotId]
    is_power: bool  # an announced power lying alone: it leads nowhere by itself


def road(timeline: Timeline, opened: Knowledge) -> tuple[RoadStop, ...]:
    """Every stop in order, numbered; `opened` is what may be told of hidden cards."""
    stays: list[_Stay] = []
    for at, facts in enumerate(timeline.facts):
        state = timeline.states[at]
        for fact in facts:
            came = _came(fact, state)
            if came is not None:
                stays.append(_stay(at, state, came, opened))
            else:
                _add(stays, fact)
    return tuple(_finished(stays, opened))


def _came(fact: Fact, state: State) -> Hideout | None:
    """The hideout that Dracula has just come to, if this fact says so."""
    match fact:
        case trail.CardLaid():
            return hideout_of(state, fact.hideout.slot) or fact.hideout
        case trail.LairEntered():
            return hideout_of(state, fact.slot)
        case _:
            return None


def _stay(at: int, state: State, came: Hideout, opened: Knowledge) -> _Stay:
    place = place_of(state, came, opened)
    power = came.power or (HIDE if opened.get(came.slot, came.card) == HIDE else None)
    held = [each.slot for each in came.encounters]
    stop = RoadStop(at, 0, state.round, place, power, rumor=came.rumor)
    return _Stay(stop, came.slot, held, came.back == POWER)


def place_of(state: State, hideout: Hideout, opened: Knowledge) -> PlaceId:
    """Where Dracula is by this card: its own place, or that of the card it is tied to."""
    value = hideout.card or opened.get(hideout.slot, "")
    if value and value != HIDE and hideout.back != POWER:
        return value
    if value == HIDE:
        tied = None if hideout.partner is None else hideout_of(state, hideout.partner)
        return "" if tied is None else place_of(state, tied, opened)
    return ""


def _add(stays: list[_Stay], fact: Fact) -> None:
    """What became of a stay afterwards."""
    named = getattr(fact, "hideout", None) or getattr(fact, "slot", None)
    stay = next((each for each in reversed(stays) if each.hideout == named), None)
    if stay is None:
        return
    match fact:
        case encounters.EncounterLaid():
            stay.encounters.append(fact.slot)
        case encounters.RumorLaid():
            stay.stop = replace(stay.stop, rumor=True)
        case trail.CardOpened():
            stay.stop = replace(stay.stop, was_found=True)
        case _:
            return


def _finished(stays: list[_Stay], opened: Knowledge) -> Iterator[RoadStop]:
    """The stops; a power is told with the card that came of it, or as a night where he was."""
    number, place, power = 0, "", None
    for stay, following in zip_longest(stays, stays[1:]):
        if stay.is_power and following is not None and following.stop.round == stay.stop.round:
            power = stay.stop.power
            continue
        number += 1
        place = place if stay.is_power else stay.stop.place
        slots = dict.fromkeys(stay.encounters)
        faces = tuple(opened[slot] for slot in slots if slot in opened)
        yield replace(
            stay.stop, number=number, place=place, power=stay.stop.power or power,
            hidden=faces, unknown=len(slots) - len(faces),
        )  # fmt: skip
        power = None
