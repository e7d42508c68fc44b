"""Ends before the rules' own: conceding, agreeing, being gone (22.8)."""

import os
from random import Random

import pytest
from msgspec.structs import replace

from net.crypto.transcript import Verifier
from net.game.early_end import Outcome
from net.game.stages import GameStage
from net.judging.game_file import from_file
from net.judging.verdict import Verdict
from net.judging.verification import verify
from net.limits import FIRST_FINAL_PART
from net.log.entry import Unsigned, sign_entry
from net.log.evidence import Reason
from net.peer.effects import Arrived, Conceded, EndProposed, Event, GivenUpFor, Wished
from net.wire.bodies import Final, encode_body
from net.wire.messages import EntrySent
from tests.net.conftest import SMALL
from tests.support.fake_wire import FakeWire, identities_for, table_for
from tests.support.liars import lie, signed_again, with_fields

AGREES, OPENS = EndProposed(opens=False), EndProposed(opens=True)


def table(count: int, seed: str = "ending") -> FakeWire:
    return FakeWire(table_for(count, influence_to_win=3), SMALL, seed)


def wished(wire: FakeWire, wishes: dict[int, Event], at: int = 30) -> None:
    wire.run_until(at)
    for peer, event in wishes.items():
        wire.post(0.0, peer, event)
    wire.run()


def verdict_of(wire: FakeWire, peer: int) -> Verdict:
    return verify(from_file(wire.file_of(peer)), Verifier(SMALL, os.urandom))


ENDS: dict[str, tuple[int, dict[int, Event], str, str]] = {
    "Dracula gives up": (3, {0: Conceded()}, "conceded.dracula", "clean"),
    "all hunters give up": (3, {1: Conceded(), 2: Conceded()}, "conceded.hunters", "clean"),
    "all agree": (3, dict.fromkeys(range(3), AGREES), "agreed", "unaudited"),
    "all agree and open": (3, dict.fromkeys(range(3), OPENS), "agreed", "clean"),
    "one opens nothing": (2, {0: AGREES, 1: OPENS}, "agreed", "unaudited"),
    "two": (2, {1: Conceded()}, "conceded.hunters", "clean"),
}


@pytest.mark.parametrize("name", ENDS)
def test_a_game_ends_as_enough_peers_wish(name: str) -> None:
    count, wishes, reason, kind = ENDS[name]
    wire = table(count)
    wished(wire, wishes)
    assert [node.closed for node in wire.nodes] == [[reason]] * count
    assert {node.referee.proceedings.stage for node in wire.nodes} == {GameStage.OVER}
    assert len({node.head for node in wire.nodes}) == 1
    assert len({wire.file_of(peer) for peer in range(count)}) == 1
    verdict = verdict_of(wire, 0)
    assert (verdict.violation, verdict.ending) == (None, reason)
    assert verdict.kind == kind


@pytest.mark.parametrize(
    "wishes",
    [{1: Conceded()}, {1: AGREES, 2: AGREES}, {0: GivenUpFor(2)}, {1: GivenUpFor(7)}],
    ids=["one hunter", "not Dracula", "not all others", "nobody"],
)
def test_a_game_goes_on_while_wishes_do_not_suffice(wishes: dict[int, Event]) -> None:
    wire = table(3)
    wire.run_until(30)
    for peer, event in wishes.items():
        wire.post(0.0, peer, event)
    wire.run_until(60)
    assert min(node.head[0] for node in wire.nodes) >= 60
    assert all(node.referee.proceedings.ending is None for node in wire.nodes)
    told = {each.peer for each in wire.nodes[0].told if isinstance(each, Wished)}
    assert told == {peer for peer in wishes if wishes[peer] != GivenUpFor(7)}


@pytest.mark.slow
@pytest.mark.parametrize("number", range(8))
def test_all_end_on_one_parent_at_whatever_moment_they_wish(number: int) -> None:
    wire = table(4, f"moment {number}")
    chance = Random(number)
    wire.run_until(chance.randrange(3, 60))
    for _ in range(chance.randrange(40)):
        wire.step()
    for peer in (1, 2, 3):
        wire.post(chance.random() / 2, peer, Conceded())
    wire.run()
    assert [node.closed for node in wire.nodes] == [["conceded.hunters"]] * 4
    assert len({node.head for node in wire.nodes}) == 1
    assert verdict_of(wire, number % 4).kind == "clean"


@pytest.mark.slow
@pytest.mark.parametrize("number", range(4))
def test_a_peer_that_returns_signs_the_end_it_has_signed(number: int) -> None:
    wire = table(3, f"return {number}")
    wire.run_until(25)
    wire.post(0.0, 0, Conceded())
    for _ in range(3 + number):
        wire.step()
    wire.restart(0)
    wire.run()
    assert [node.closed for node in wire.nodes] == [["conceded.dracula"]] * 3
    assert len({node.head for node in wire.nodes}) == 1


@pytest.mark.parametrize("away", [0, 2], ids=["dracula", "a hunter"])
def test_who_is_gone_is_named_and_the_others_end_without_it(away: int) -> None:
    """K-10: also Dracula, whom nobody can replace."""
    wire = table(3)
    wire.run_until(30)
    here = [peer for peer in range(3) if peer != away]
    wire.carry = lambda sender, receiver, message: [] if away in (sender, receiver) else [message]
    wire.run()
    assert not any(node.closed for node in wire.nodes)
    for peer in here:
        wire.post(0.0, peer, GivenUpFor(away))
    wire.run()
    assert [wire.nodes[peer].closed for peer in here] == [[f"abandoned.{away}"]] * 2
    assert len({wire.nodes[peer].head for peer in here}) == 1
    verdict = verdict_of(wire, here[0])
    assert (verdict.violation, verdict.ending) == (None, f"abandoned.{away}")


def test_who_is_gone_keeps_nobody_from_the_end_by_one_that_never_was() -> None:
    """A FINAL of a request that nobody comes to is held, and would be waited for by all."""
    wire = table(3)
    wire.run_until(30)
    chain = wire.nodes[2].referee.proceedings.chain
    wire.carry = lambda sender, receiver, message: [] if 2 in (sender, receiver) else [message]
    wire.run()
    body = Final(Outcome.HUNTERS_CONCEDED, bytes(32))
    junk = Unsigned(
        Final.kind, chain.game_id, chain.epoch, 10**6, FIRST_FINAL_PART + 2, 2, bytes(32),
        bytes(32), encode_body(body),
    )  # fmt: skip
    sent = EntrySent(sign_entry(identities_for(3)[2], junk).to_bytes())
    for peer in (0, 1):
        wire.post(0.0, peer, Arrived(2, sent))
        wire.post(0.0, peer, GivenUpFor(2))
    wire.run()
    assert [wire.nodes[peer].closed for peer in (0, 1)] == [["abandoned.2"]] * 2


@pytest.mark.parametrize(
    ("away", "opens", "unaudited"),
    [(0, {1, 2}, (0,)), (2, {0, 1}, (2,)), (2, {0}, (0, 1, 2)), (2, set(), (0, 1, 2))],
    ids=["Dracula is gone", "a hunter is gone", "one opens nothing", "nobody opens"],
)
def test_who_stays_may_open_for_each_other(
    away: int, opens: set[int], unaudited: tuple[int, ...]
) -> None:
    """K-10, 22.8: each is asked first, and it takes all of them."""
    wire = table(3)
    wire.run_until(30)
    wire.carry = lambda sender, receiver, message: [] if away in (sender, receiver) else [message]
    wire.run()
    here = [peer for peer in range(3) if peer != away]
    for peer in here:
        wire.post(0.0, peer, GivenUpFor(away, opens=peer in opens))
    wire.run()
    assert [wire.nodes[peer].closed for peer in here] == [[f"abandoned.{away}"]] * 2
    assert len({wire.file_of(peer) for peer in here}) == 1
    verdict = verdict_of(wire, here[0])
    assert (verdict.violation, verdict.ending) == (None, f"abandoned.{away}")
    assert (verdict.kind, verdict.unaudited) == ("unaudited", unaudited)


def test_about_who_is_gone_a_player_has_one_word() -> None:
    """Of two, others could hear only one, and sign another end than we."""
    wire = table(3)
    wire.run_until(30)
    for opens in (True, False):
        wire.post(0.0, 1, GivenUpFor(2, opens=opens))
    wire.run_until(32)
    assert [note.kind for note in wire.nodes[1].referee.notes] == [0x64]


def test_a_wish_is_never_taken_back_and_signed_once() -> None:
    wire = table(3)
    wire.run_until(20)
    wire.post(0.0, 1, Conceded())
    wire.run_until(25)
    assert wire.nodes[1].referee.handle(Conceded(), wire.now) == []
    assert [note.kind for note in wire.nodes[1].referee.notes] == [0x64]


WRONG = [
    ({"outcome": 1}, Reason.RULE_BROKEN),
    ({"outcome": 0x81}, Reason.RULE_BROKEN),
    ({"outcome": 0x84}, Reason.RULE_BROKEN),
    ({"parent": b"\x05" * 32}, Reason.OPENING_MISMATCH),
]


@pytest.mark.parametrize(("fields", "code"), WRONG)
def test_an_end_that_cannot_be_is_named(fields: dict[str, object], code: Reason) -> None:
    wire = table(3)
    lie(wire, 1, lambda _, e: with_fields(SMALL, e, **fields) if e.kind == Final.kind else None)
    wished(wire, {0: Conceded()})
    for peer in (0, 2):
        accused = wire.nodes[peer].accused
        assert [(each.peer, each.code) for each in accused] == [(1, code)]


def test_two_ends_at_one_moment_are_two_answers() -> None:
    wire = table(3)
    wire.run_until(30)
    wire.carry = lambda *_: []
    wire.nodes[1].referee.handle(Conceded(), wire.now)
    wire.nodes[1].referee._controls.wish(2, Outcome.HUNTERS_CONCEDED, 30)
    wire.perform(1, wire.nodes[1].referee.handle(Conceded(), wire.now))
    final = next(each for each in wire.own_entries(1) if each.is_final)
    other = with_fields(SMALL, final, outcome=int(Outcome.AGREED))
    node = wire.nodes[0]
    chain = wire.nodes[1].referee.proceedings.chain
    before = [each for index in range(node.head[0], final.index) for each in chain.entries(index)]
    for entry in (*before, final, signed_again(other)):
        wire.perform(0, node.referee.handle(Arrived(1, EntrySent(entry.to_bytes())), wire.now))
    assert [(each.peer, each.code) for each in node.accused] == [(1, Reason.EQUIVOCATION)]


def test_who_is_called_gone_and_signs_something_is_not_gone() -> None:
    """A blip must not end the game later, when the last of the others has one of its own."""
    wire = table(3)
    wire.run_until(30)
    away = 2
    kept, wire.carry = wire.carry, lambda sender, _to, message: [] if sender == away else [message]
    wire.run()
    wire.post(0.0, 0, GivenUpFor(away))
    wire.run()
    wire.carry = kept
    for node in wire.nodes[:2]:  # the channel is open again: what they lack comes
        for entry in wire.own_entries(away):
            wire.post(0.0, wire.nodes.index(node), Arrived(away, EntrySent(entry.to_bytes())))
    wire.run_until(wire.nodes[0].head[0] + 5)
    wire.post(0.0, 1, GivenUpFor(away))
    index = wire.nodes[0].head[0] + 10
    wire.run_until(index)
    assert not any(node.closed for node in wire.nodes)
    assert min(node.head[0] for node in wire.nodes) >= index


def test_who_hears_that_it_is_gone_signs_no_such_thing() -> None:
    wire = table(3)
    wire.run_until(30)
    away = 2
    wire.carry = lambda sender, _to, message: [] if sender == away else [message]
    wire.run()
    for peer in (0, 1):
        wire.post(0.0, peer, GivenUpFor(away))
    wire.run()
    assert [node.closed for node in wire.nodes[:2]] == [[f"abandoned.{away}"]] * 2
    assert not any(entry.is_final for entry in wire.own_entries(away))


def test_a_final_binds_who_has_wished_for_it_though_the_gone_one_speaks_again() -> None:
    wire = table(3)
    wire.run_until(30)
    away = 2
    wire.carry = lambda sender, receiver, message: [] if away in (sender, receiver) else [message]
    wire.run()
    wire.post(0.0, 1, GivenUpFor(away))
    wire.run()
    controls = wire.nodes[1].referee._controls
    late = next(wire.own_entries(away))
    controls.note_signed(replace(late, index=wire.nodes[1].head[0]))
    assert not controls.has_wished(1, Outcome.ABANDONED + away)
    wire.post(0.0, 0, GivenUpFor(away))
    wire.run()
    assert [node.closed for node in wire.nodes[:2]] == [[f"abandoned.{away}"]] * 2
