"""Two secret histories with the same public answers look alike to everybody else.

A second world is made from a played game by changing secrets that were never shown: where Dracula
last went, what lies in a hand. It counts only if the audit finds it fair, so that the same answers
could honestly have been given in it. Everything public is then the same at every answer: what is
asked, what is refused and why, what happens, the state; and only the holder sees a difference.
"""

from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest
from msgspec import structs

from client.simulation import below_from
from client.workshop.soak.played_worlds import Known, other_hands, other_trails
from engine.audit import audit
from engine.canonical import encode
from engine.deduction import bound, exact
from engine.editions import edition
from engine.editions.third.presets import PRESETS
from engine.ids import DRACULA, HIDE, SEATS, Seat
from engine.local import LocalGame
from engine.options import DONE, PASS, Done, Option, Pass, PickPlace, PickSlot, Play, RoadTo
from engine.record import Record, Replay, Setup, members, replay
from engine.requests import Choose, Conceal, Request
from engine.shapes import Shape
from engine.view import see
from tests.support.games import play_random

POINTED: tuple[Option, ...] = (
    PASS,
    DONE,
    RoadTo("paris"),
    PickPlace("paris"),
    PickSlot("e0"),
    Play("e0", "escape_route"),
)
SHAPES = (Shape(), Shape("sea"), Shape("power", power="feed"), Shape(no_card=True))


def refusals(request: Request[Any]) -> tuple[str | None, ...]:
    """Why a few things that somebody might point at are not allowed."""
    if isinstance(request, Choose):
        return tuple(request.why_not(option) for option in POINTED)
    if isinstance(request, Conceal) and request.allows is not None:
        return tuple(request.allows(shape) for shape in SHAPES)
    return ()


def shown_request(request: Request[Any]) -> tuple[object, ...]:
    """Everything of a request that is a value, and what it refuses."""
    fields = structs.asdict(request)
    values = (each for each in fields.values() if not callable(each))
    return type(request), refusals(request), *values


def played(record: Record) -> Iterator[tuple[object, dict[Seat, Known]]]:
    """For every answer all that is public about it, and what every seat then knows besides."""
    again = Replay(record)
    for _ in record.answers:
        assert again.game.pending is not None
        asked = tuple(shown_request(member) for member in members(again.game.pending))
        again.step()
        state, knowledge = again.game.state, again.witness.knowledge
        known = {seat: see(state, knowledge[seat]).known for seat in SEATS}
        yield (asked, tuple(again.game.facts), encode(state)), known


def who_can_tell(record: Record, world: Record) -> set[Seat]:
    """The seats that see any difference between two worlds; nothing public ever differs."""
    told: set[Seat] = set()
    for ours, theirs in zip(played(record), played(world), strict=True):
        assert ours[0] == theirs[0]
        told |= {seat for seat in SEATS if ours[1][seat] != theirs[1][seat]}
    return told


@pytest.mark.slow
def test_another_road_of_dracula_looks_the_same_to_hunters() -> None:
    """W-4."""
    worlds = 0
    for seed in range(12):
        record = play_random(f"worlds/{seed}", most=150 + 37 * seed).record()
        world = next((each for each in other_trails(record) if not audit(each)), None)
        if world is not None:
            worlds += 1
            assert who_can_tell(record, world) == {DRACULA}
    assert worlds >= 6


def gone_home(preset: str) -> Record:
    """A game in which Dracula goes to his castle and hides there, far from all hunters."""
    local = LocalGame(Setup(preset), below_from("home"))
    cards = iter(("bucharest", "castle_dracula", HIDE))

    def choose(request: Request[Any], answers: list[Any]) -> Any:
        if isinstance(request, Conceal) and request.allows is not None:
            card = next(cards)
            return next(each for each in answers if each.value == card)
        return next((each for each in answers if isinstance(each, Pass | Done)), answers[0])

    while (local.game.state.round, local.game.state.step) != (3, "night"):
        local.step(choose)
    return local.record()


@pytest.mark.rule("switch.castle_hide", "castle.known", "power.hide-undisclosed")
@pytest.mark.parametrize("preset", [each for each in PRESETS if each != "first-game"])
def test_staying_in_the_castle_looks_like_leaving_it(preset: str) -> None:
    """Hunters know that he has come home, and not whether he is still there."""
    stayed = gone_home(preset)
    state = replay(stayed).state
    newest = state.dracula.trail[0]
    assert newest is not None
    assert newest.encounters
    for deduced in (bound(state, edition(preset)), exact(state, edition(preset))):
        assert deduced.slots[newest.slot] == ("galatz", "klausenburg", HIDE)
        assert deduced.current == ("castle_dracula", "galatz", "klausenburg")
    worlds = {dict(each.opened)[newest.slot]: each for each in other_trails(stayed)}
    assert set(worlds) == {"galatz", "klausenburg"}
    for world in worlds.values():
        assert not audit(world)
        assert who_can_tell(stayed, world) == {DRACULA}


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["items", "events", "encounters", "tickets"])
def test_other_cards_in_a_hand_look_the_same_to_the_others(kind: str) -> None:
    worlds = 0
    for seed in range(5):
        local = play_random(f"hands/{seed}", most=300)
        for holder, world in islice(other_hands(local, kind), 2):
            assert who_can_tell(local.record(), world) == {holder}
            worlds += 1
    assert worlds >= 6
