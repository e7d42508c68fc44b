"""C-18: who was right about what was shown to one peer alone, by the seeds that are open."""

from functools import cache
from typing import NamedTuple

import pytest
from msgspec.structs import replace

from client.workshop.cheats.cheat_table import Cast, Rules, play
from engine.versions import PROTOCOL
from net.crypto.transcript import Verifier
from net.fairness.cards.exchange import Exchange
from net.fairness.trail.trail_vault import vault_from_start
from net.game.replica import Replica
from net.judging.audit import Audit
from net.log.entry import Entry, Unsigned, decode_entry, sign_entry
from net.log.roster import Player
from net.wire.bodies import AuditOpened, ShownTo, decode_body, encode_body
from net.wire.bodies_table import OpenedSeed
from tests.support.proving import entropy_from
from tests.support.small_group import SmallGroup

SMALL = SmallGroup()

NOBODY, GIVER, RECEIVER, BOTH = (), ("giver",), ("receiver",), ("giver", "receiver")


class Shown(NamedTuple):
    """A game up to its first SHOW to somebody else, and who plays it."""

    cast: Cast
    entries: tuple[bytes, ...]
    show: Entry

    @property
    def peers(self) -> dict[str, int]:
        return {"giver": self.show.peer, "receiver": body_of(self.show).target}


@cache
def shown_under(protocol: int) -> Shown:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(PROTOCOL, "newest", protocol)
        games = (play(SMALL, Rules(), f"shows {number}") for number in range(12))
        for game in games:
            for at, each in enumerate(game.entries):
                if is_to_another(decode_entry(each)):
                    return Shown(game.cast, game.entries[: at + 1], decode_entry(each))
    raise AssertionError("no card is shown to one peer alone")


def is_to_another(entry: Entry) -> bool:
    return entry.kind == ShownTo.kind and body_of(entry).target != entry.peer


def body_of(entry: Entry) -> ShownTo:
    body = decode_body(SMALL, entry.kind, entry.body)
    assert isinstance(body, ShownTo)
    return body


def unchecking() -> Verifier:
    return Verifier(SMALL, entropy_from("anybody"), lambda _check, _arguments: None)


def otherwise(shown: Shown) -> Entry:
    """Another box in its place."""
    show, signer = shown.show, shown.cast.identities[shown.show.peer]
    sealed = body_of(show).sealed
    body = replace(body_of(show), sealed=sealed[:-9] + bytes(9))
    fields = {name: getattr(show, name) for name in Unsigned.__struct_fields__}
    return sign_entry(signer, Unsigned(**{**fields, "body": encode_body(body)}))


def audited(shown: Shown, last: Entry, opened: tuple[str, ...]) -> Audit:
    """The game with that as its last entry, by somebody who has these seeds."""
    seeds = {
        peer: AuditOpened((OpenedSeed(0, shown.cast.seeds[peer]),), ())
        for who, peer in shown.peers.items()
        if who in opened
    }
    proceedings = Replica(shown.cast.setup, unchecking())
    audit = Audit(proceedings, seeds)
    for encoded in (*shown.entries[:-1], last.to_bytes()):
        proceedings.take(proceedings.read(encoded))
    return audit


@pytest.mark.parametrize("opened", [NOBODY, GIVER, RECEIVER, BOTH])
@pytest.mark.parametrize("protocol", PROTOCOL.known)
def test_what_was_shown_is_judged_by_the_seeds_there_are(
    protocol: int, opened: tuple[str, ...]
) -> None:
    """From protocol 2 on either will do; whoever opens nothing is not believed."""
    shown = shown_under(protocol)
    wrong = otherwise(shown)
    can_tell = opened == BOTH if protocol == 1 else bool(opened)
    assert audited(shown, shown.show, opened).findings == []
    for last, is_right in ((shown.show, True), (wrong, False)):
        found = audited(shown, last, opened).shown
        assert found == ({last.hash: is_right} if can_tell else {})


def test_a_box_that_does_not_open_is_an_offence_and_another_one_alone_is_not() -> None:
    """A-3: without its receiver's seed somebody must have accused it (`Verification`)."""
    shown = shown_under(PROTOCOL.newest)
    wrong = otherwise(shown)
    for opened, is_offence in ((GIVER, False), (RECEIVER, True), (BOTH, True)):
        found = audited(shown, wrong, opened).findings
        assert {each.peer for each in found} == {shown.peers["giver"]}
        assert any(each.is_offence for each in found) == is_offence


@pytest.mark.parametrize("protocol", PROTOCOL.known)
def test_a_show_is_made_twice_alike_from_protocol_2_on(protocol: int) -> None:
    """N-4, K-2: its box is; the proof in it once had fresh bytes of its own."""
    shown = shown_under(protocol)
    proceedings = Replica(shown.cast.setup, unchecking())
    for encoded in shown.entries[:-1]:
        proceedings.take(proceedings.read(encoded))
    hearing = proceedings.hearing
    exchange = hearing.exchanges[hearing.parts[shown.show.part].exchange]
    peer = shown.show.peer
    giver = Player(peer, shown.cast.identities[peer], shown.cast.seeds[peer])
    assert isinstance(exchange, Exchange)
    vault = vault_from_start(giver, proceedings.chain.game_id, proceedings.verifier)
    made = [encode_body(exchange.make(vault, 0)) for _ in range(2)]
    is_again = {*made} == {shown.show.body}
    assert (is_again, len({*made})) == ((False, 2) if protocol == 1 else (True, 1))
