"""Two secret histories with the same public answers look alike to everybody else.

A second world is made from a played game by changing secrets that were never shown: where Dracula
last went, which encounter he laid, what a hunter holds. It counts only if the audit finds it fair,
so that the same answers could honestly have been given in it.
"""

from collections.abc import Iterator
from typing import Any

import pytest
from msgspec import structs
from msgspec.structs import replace

from engine import truth
from engine.audit import audit
from engine.canonical import encode
from engine.ids import DRACULA, SEATS, Seat
from engine.record import Record, Replay, members
from engine.requests import Conceal, Request
from engine.view import see
from tests.support.games import play_random


def shown_request(request: Request[Any]) -> tuple[object, ...]:
    """Everything of a request that is a value."""
    fields = structs.asdict(request)
    return type(request), *(each for each in fields.values() if not callable(each))


def what_seats_see(record: Record) -> Iterator[tuple[object, dict[Seat, bytes]]]:
    """What is asked, and what every seat sees, at every position."""
    again = Replay(record)
    for request in again.run():
        asked = tuple(shown_request(member) for member in members(request))
        views = {
            seat: encode(see(again.game.state, again.witness.knowledge[seat])) for seat in SEATS
        }
        yield asked, views


def who_can_tell(record: Record, world: Record) -> set[Seat]:
    """The seats that see any difference between two worlds; what is asked never differs."""
    told: set[Seat] = set()
    for ours, theirs in zip(what_seats_see(record), what_seats_see(world), strict=True):
        assert ours[0] == theirs[0]
        told |= {seat for seat in SEATS if ours[1][seat] != theirs[1][seat]}
    return told


def other_trails(record: Record) -> Iterator[Record]:
    """Worlds in which Dracula's newest hidden card is another that he could have laid."""
    again, laid = Replay(record), None
    for _ in range(len(record.answers)):
        pending = again.game.pending
        if isinstance(pending, Conceal) and pending.allows is not None:
            knowledge = dict(again.witness.knowledge[DRACULA])
            game = again.game
            could = truth.allowed(pending, game.state, game.table.edition, knowledge)
            laid = pending.slot, record.answers[game.position], could
        again.step()
    if laid is None:
        return
    slot, shape, could = laid
    for other in could:
        opened = dict(record.opened)
        if other.public == shape and opened[slot] != other.value:
            opened[slot] = other.value
            yield replace(record, opened=tuple(opened.items()))


def swapped(record: Record, first: str, second: str) -> Record:
    """The world in which two hidden cards have changed places."""
    opened = dict(record.opened)
    opened[first], opened[second] = opened[second], opened[first]
    return replace(record, opened=tuple(opened.items()))


@pytest.mark.slow
def test_another_road_of_dracula_looks_the_same_to_hunters() -> None:
    worlds = 0
    for seed in range(12):
        record = play_random(f"worlds/{seed}", most=150 + 37 * seed).record()
        world = next((each for each in other_trails(record) if not audit(each)), None)
        if world is not None:
            worlds += 1
            assert who_can_tell(record, world) == {DRACULA}
    assert worlds >= 6


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("kind", ["items", "events", "encounters"])
def test_other_cards_in_a_hand_look_the_same_to_the_others(seed: int, kind: str) -> None:
    local = play_random(f"hands/{seed}", most=400)
    record, state = local.record(), local.game.state
    seats = (DRACULA,) if kind == "encounters" else tuple(state.hunters)
    deck = {"items": state.item_deck, "events": state.event_deck}.get(kind, state.encounter_deck)
    values = local.dealer.values
    for holder in seats:
        held = getattr(state.dracula if holder == DRACULA else state.hunters[holder], kind)
        for slot in held:
            other = next((each for each in deck if values[each] != values[slot]), None)
            world = None if other is None else swapped(record, slot, other)
            if world is None or audit(world):
                continue  # not a fair world: the card's past says what it is
            assert who_can_tell(record, world) == {holder}
            return
