"""22.15: one who looks on offers to play on, and knows when all have given it a place."""

from typing import Any

import pytest
from msgspec.structs import replace

from engine.canonical import encode
from net.crypto.keys import Identity
from net.crypto.transcript import Verifier
from net.game.replica import places_of
from net.lobby.events import Came, Dial, EndLobby, Heard, Say, Went
from net.onlooking.candidate import Candidate, Given
from net.replacement.recovery import absence_of
from net.wire.bodies import PeerAccepted
from net.wire.messages import EntrySent, GameBegun, PeerAt, PeersKnown, PlaceWanted
from tests.net.replacement.conftest import SMALL, Table
from tests.support.absent_wire import AbsentWire
from tests.support.fake_wire import signed
from tests.support.proving import entropy_from

EVA = Identity(b"e" * 32)
GONE = 2


def candidate_at(wire: AbsentWire, keeper: bytes | None = None) -> tuple[Candidate, list[Any]]:
    """One who comes to all players at once, or to its keeper."""
    candidate = Candidate(
        "Eva", bytes(16), Verifier(SMALL, entropy_from("eva")), EVA.public_key, keeper
    )
    keys = [peer.identity for peer in wire.setup.peers]
    known = PeersKnown(tuple(PeerAt(key, "192.0.2.1", 4000 + at) for at, key in enumerate(keys)))
    first = keeper or keys[0]
    told = (Came(first), Heard(first, known), Heard(first, GameBegun(encode(signed(wire.setup)))))
    return candidate, [effect for event in told for effect in candidate.handle(event)]


def follow(candidate: Candidate, wire: AbsentWire) -> None:
    """Bring it everything that a player has."""
    chain, key = wire.nodes[0].referee.proceedings.chain, wire.setup.peers[0].identity
    for index in range(chain.index + 1):
        for entry in (*chain.entries(index), *chain.beside(index)):
            candidate.handle(Heard(key, EntrySent(entry.to_bytes())))
    candidate.handle(Heard(key, wire.gossips[0].head()))


def offers(effects: Any) -> list[bytes | None]:
    said = (each for each in effects if isinstance(each, Say))
    return [each.to for each in said if isinstance(each.message, PlaceWanted)]


def test_it_offers_itself_once_on_each_channel_and_only_when_it_could_play(table: Table) -> None:
    wire = table(3, "offers", is_short=False)
    wire.run_until(8)
    candidate, _ = candidate_at(wire)
    assert not candidate.is_level(0.0)
    assert offers(candidate.tick(0.0)) == []
    follow(candidate, wire)
    candidate.is_level(1.0)
    assert candidate.is_level(4.0), "whoever else plays is away"
    assert offers(candidate.tick(4.0)) == [], "nothing is kept yet that it could play with"
    candidate.is_prepared = True
    keys = [peer.identity for peer in wire.setup.peers]
    assert offers(candidate.tick(5.0)) == [keys[0]]
    candidate.handle(Came(b"o" * 32))
    assert offers(candidate.tick(6.0)) == [], "who looks on too is nobody's to choose"
    candidate.handle(Came(keys[1]))
    assert offers(candidate.tick(7.0)) == [keys[1]]
    candidate.handle(Went(keys[0]))
    candidate.tick(8.0)
    candidate.handle(Came(keys[0]))
    assert offers(candidate.tick(9.0)) == [keys[0]], "the offer ended with the channel"


def test_a_bot_comes_to_its_keeper_alone(table: Table) -> None:
    wire = table(3, "keeper", is_short=False)
    wire.run_until(8)
    keys = [peer.identity for peer in wire.setup.peers]
    _, effects = candidate_at(wire)
    assert {each.peer.identity for each in effects if isinstance(each, Dial)} == {*keys[1:]}
    candidate, effects = candidate_at(wire, keys[0])
    assert not any(isinstance(each, Dial) for each in effects)
    follow(candidate, wire)
    assert candidate.is_level(1.0), "nobody else is waited for"
    again = candidate.handle(Went(keys[0]))
    assert [each.peer.identity for each in again if isinstance(each, Dial)] == [keys[0]]


@pytest.mark.parametrize(
    ("key", "recovery", "why"),
    [(1, True, "stand-in-plays"), (None, False, "stand-in-recovery")],
    ids=["a player", "nobody replaced"],
)
def test_where_it_cannot_play_it_does_not_stay(
    table: Table, key: int | None, why: str, *, recovery: bool
) -> None:
    setup = replace(table(3, "cannot", is_short=False).setup, recovery=recovery)
    ours = EVA.public_key if key is None else setup.peers[key].identity
    candidate = Candidate("Eva", bytes(16), Verifier(SMALL, entropy_from("eva")), ours, None)
    first = setup.peers[0].identity
    candidate.handle(Came(first))
    effects = candidate.handle(Heard(first, GameBegun(encode(signed(setup)))))
    assert [each.reason for each in effects if isinstance(each, EndLobby)] == [why]


def test_it_knows_its_place_when_all_have_signed_and_not_before(table: Table) -> None:
    wire = table(3, "named", is_short=False)
    wire.run_until(40)
    wire.vanish(GONE)
    wire.settle()
    wire.time_out(GONE)
    wire.tick()
    key = EVA.public_key
    wire.agree(GONE, key, 1)
    wire.tick()
    candidate, _ = candidate_at(wire)
    follow(candidate, wire)
    assert candidate.place is None
    case = absence_of(wire.nodes[0].referee.proceedings.recovery, 0, GONE)
    assert (case.proposals, case.proposers) == ((key,), (1,))
    wire.agree(GONE, key, 0)
    wire.tick()
    follow(candidate, wire)
    assert candidate.place == Given(GONE, 1)
    for node in wire.here:
        places = places_of(node.referee.proceedings)
        assert places.holders[key] == GONE
        assert places.holders[wire.setup.peers[GONE].identity] == GONE, "nobody has accepted yet"
        assert places.former == frozenset()


def test_who_has_a_place_knows_it_again_and_who_had_it_is_nobody(table: Table) -> None:
    """However often it comes anew, also when it has changed its keys; and after a replay."""
    wire = table(3, "seated", is_short=False)
    wire.run_until(40)
    wire.vanish(GONE)
    wire.settle()
    successor = wire.take_over(GONE, 1)
    wire.tick()
    key = successor.referee.player.identity.public_key
    for _ in range(2):
        candidate, _ = candidate_at(wire)
        candidate._key = key
        follow(candidate, wire)
        assert candidate.place == Given(GONE, 1)
        index = wire.nodes[0].head[0]
        while wire.nodes[0].head[0] < index + 10:
            wire.breathe()
    assert any(
        entry.kind == PeerAccepted.kind
        for entry in wire.nodes[0].referee.proceedings.chain.everything()
    )
    wire.restart(0)
    places = places_of(wire.nodes[0].referee.proceedings)
    assert places.holders[key] == GONE
    assert places.former == {wire.setup.peers[GONE].identity}


def test_who_vanished_before_the_lowest_signed_it_is_spoken_of_no_more(table: Table) -> None:
    wire = table(3, "vanished", is_short=False)
    wire.run_until(40)
    wire.vanish(GONE)
    wire.settle()
    wire.time_out(GONE)
    wire.tick()
    key = EVA.public_key
    wire.agree(GONE, key, 1)
    wire.tick()
    recoveries = [node.referee.proceedings.recovery for node in wire.here]
    seen = [absence_of(each, at, GONE, (), {key}) for at, each in enumerate(recoveries)]
    assert (seen[0].proposals, seen[1].agreed) == ((), ())
    other = Identity(b"o" * 32).public_key
    wire.agree(GONE, other, 1)
    wire.tick()
    dracula = wire.nodes[0].referee.proceedings.recovery
    assert absence_of(dracula, 0, GONE, (), {key}).proposals == (other,)
    wire.agree(GONE, key, 0)
    wire.tick()
    assert absence_of(dracula, 0, GONE, (), {key}).agreed == (key,), "nobody else can have it now"
    hunter = wire.nodes[1].referee.proceedings.recovery
    assert key in absence_of(hunter, 1, GONE, (), {key}).proposals
