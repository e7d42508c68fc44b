"""TV-12, TV-10: a placing can be proved exactly when the rules allow it; all look alike."""

from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest
from hypothesis import given as for_any
from hypothesis import settings
from hypothesis import strategies as st

from client.simulation import below_from
from client.workshop.bench.net_bench import RecordingLibrary
from engine.editions.third.presets import PRESETS
from engine.ids import CASTLE, DRACULA, HIDE, LAND, SEA
from engine.knowledge import Knowledge
from engine.local import LocalGame
from engine.record import Setup
from engine.requests import Conceal, Sealed
from engine.rules import powers
from engine.rules.announced import CARD, START, is_lone
from engine.rules.hidden_choice import placings
from engine.rules.whereabouts import hunters_cities, value_of, whereabouts
from engine.shapes import Shape
from engine.state import State, hideout_of
from engine.statements import NOWHERE, differing, legal_triples, resting
from net.crypto.group import SodiumGroup
from net.fairness.trail.trail_ledger import TrailRequest
from net.wire.bodies import TrailPlaced, encode_body
from tests.support.proving import CountingGroup
from tests.support.trail_position import proven
from tests.support.trail_table import (
    SMALL,
    TrailTable,
    random_switches,
    trail_requests,
    vary_kinds,
)

POWERS = (None, powers.WOLF_FORM)


def shapes(state: State) -> Iterator[Shape]:
    """Every shape anybody could announce with a card, sensible or not."""
    trail = [each.slot for each in state.dracula.trail if each is not None]
    lairs = [each.slot for each in state.dracula.lairs if each is not None]
    plays = [*((power, None) for power in POWERS), *((powers.MISDIRECT, slot) for slot in trail)]
    for (power, target), back in product(plays, (LAND, SEA, CASTLE)):
        for face in (None, HIDE, "castle_dracula", *hunters_cities(state)):
            yield Shape(back, face, power, target)
        for lair in lairs:
            yield Shape(back, power=power, target=target, lair=lair)
        yield from (Shape(back, None, power, target, counts=counts) for counts in (True, False))
    yield from (Shape("power", power=power) for power in powers.LONE)


class Prover:
    """What could be proved of a placing by somebody who knows all cards."""

    def __init__(self, local: LocalGame, request: Conceal) -> None:
        self.request, self.state = request, local.game.state
        self.edition = local.game.table.edition
        self.known: Knowledge = local.dealer.knowledge[DRACULA]
        starts = request.about == START
        self.here = NOWHERE if starts else whereabouts(self.state, self.known)

    def provable(self, shape: Shape) -> set[str]:
        """The values with which a shape can be announced and proved."""
        if not self.request.accepts(shape):
            return set()
        if is_lone(shape):
            return set() if self.here in self.state.holy else {str(shape.power)}
        given = (self.state, self.edition, self.request.about, shape)
        others = {self.value(slot) for slot in differing(*given)}
        rested = any(self.known[slot] == HIDE for slot in resting(*given))
        values = {card for origin, card, _ in legal_triples(*given) if origin == self.here} - others
        if shape.lair is not None:
            values &= {self.value(shape.lair)}
        if rested:
            values.discard(HIDE)
        doubts = powers.misdirect_doubts(self.state, shape.target) if shape.target else ()
        return set() if any(self.value(slot) == HIDE for slot in doubts) else values

    def value(self, slot: str) -> str:
        hideout = hideout_of(self.state, slot)
        assert hideout is not None
        return value_of(hideout, self.known)

    def allowed(self) -> set[tuple[Any, ...]]:
        """What the rules let Dracula lay."""
        found = placings(self.request, self.state, self.edition, self.known)
        return {(each.public, each.value) for each in found if not each.public.no_card}

    def all_provable(self) -> set[tuple[Any, ...]]:
        """Every placing that could be proved."""
        return {(shape, value) for shape in shapes(self.state) for value in self.provable(shape)}


@pytest.mark.slow
@settings(deadline=None, max_examples=40)
@for_any(st.integers(0, 10**6), st.sampled_from(list(PRESETS)), st.booleans())
def test_provable_is_allowed(number: int, preset: str, switched: bool) -> None:  # noqa: FBT001
    """I-2."""
    below = below_from(f"tv-12-{number}")
    setup = Setup(preset, random_switches(below) if switched else {"influence_to_win": 5})
    local, choose = LocalGame(setup, below), vary_kinds(below)
    while (request := local.game.pending) is not None and local.game.position < 900:
        if isinstance(request, Conceal) and request.allows is not None:
            prover = Prover(local, request)
            assert prover.all_provable() == prover.allowed()
        local.step(choose)


@pytest.mark.rule("switch.castle_hide", "hide.revealed.faceup")
@pytest.mark.parametrize(("face", "may_hide"), [("down", True), ("up", False)])
def test_hide_in_the_castle_is_proved_like_a_move(face: str, may_hide: bool) -> None:  # noqa: FBT001
    """T-6, PA-9: its back reveals nobody; its face does."""
    table = proven(step="dracula", trail=[f"castle_dracula {face}"])
    legal = legal_triples(table.state, table.driver.edition, CARD, Shape())
    roads = {("castle_dracula", city, city) for city in ("galatz", "klausenburg")}
    stays = {("castle_dracula", HIDE, "castle_dracula")} if may_hide else set()
    assert set(legal) == roads | stays


def placings_face_down(table: TrailTable, asked: TrailRequest) -> list[Sealed]:
    """What Dracula can lay now that looks alike."""
    found = [each for each in table.local.allowed(asked.request) if each.public == Shape()]
    return found if any(each.value == HIDE for each in found) and len(found) > 3 else []


@pytest.mark.slow
def test_hide_and_every_city_look_and_cost_alike() -> None:
    """TV-10, W-1, N-6: the same length, the same work; K and L are never the same bytes."""
    counting = CountingGroup(SMALL)
    table = TrailTable(Setup("fourth", {}), "alike", counting)  # type: ignore[arg-type]
    compared = 0
    for asked in trail_requests(table, 1500):
        if not isinstance(asked.request, Conceal) or asked.request.about != CARD:
            continue
        looks = set()
        for sealed in placings_face_down(table, asked):
            counting.calls.clear()
            from_scratch = table.restarted()
            body = from_scratch.make(asked, sealed)
            assert isinstance(body, TrailPlaced)
            assert body.hidden is not None
            assert body.hidden.twin != body.hidden.location
            looks.add((len(encode_body(body)), tuple(counting.calls)))
        assert len(looks) <= 1
        compared += len(looks)
        if compared == 4:
            break
    assert compared == 4


def test_a_move_is_as_long_as_the_protocol_expects() -> None:
    """Section 18: a facedown move with eight hidden others takes about 2,900 bytes."""
    table = proven(
        step="dracula",
        trail=["paris", "geneva", "milan", "florence", "rome"],
        lairs=["vienna", "prague", "berlin"],
    )
    table.play(seat="dracula", about="dracula.card", answer="lay brussels")
    size = len(encode_body(table.told(TrailPlaced).body))
    assert 2500 < size < 3300


def test_libsodium_is_asked_for_the_same_work() -> None:
    library = RecordingLibrary()
    table = TrailTable(Setup("fourth", {}), "alike", SodiumGroup(library))
    for asked in trail_requests(table, 1500):
        if isinstance(asked.request, Conceal) and (alike := placings_face_down(table, asked)):
            calls = []
            for sealed in alike:
                library.calls.clear()
                table.restarted().make(asked, sealed)
                calls.append([name for name, _ in library.calls])
            assert all(each == calls[0] for each in calls)
            return
    pytest.fail("Hide was never one choice of several")
