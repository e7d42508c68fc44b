"""A changed program lies in a word about its peers: everybody else refuses, with the right code."""

from typing import Any

import pytest
from msgspec.structs import replace

from net.crypto.keys import Identity
from net.fairness.cards.vault import Vault
from net.log.entry import Unsigned, sign_entry
from net.peer.effects import Arrived
from net.replacement.key_shares import Dealing
from net.wire.bodies import (
    AuditOpened,
    Body,
    KeysRotated,
    PeerAccepted,
    PeerLeft,
    TimedOut,
    VssAck,
    VssDeal,
    VssReleased,
    Withdrawn,
    encode_body,
)
from net.wire.bodies_setup import SealedShare
from net.wire.messages import EntrySent
from tests.net.replacement.conftest import SMALL, Table
from tests.net.replacement.lying import (
    ABSENT,
    HONEST,
    LIAR,
    STRANGER,
    Change,
    codes,
    tell_otherwise,
)
from tests.support.absent_wire import AbsentWire
from tests.support.fake_wire import OVER_SOON, identities_for, table_for


def first_point(body: VssDeal) -> VssDeal:
    return replace(body, points=(SMALL.generator, *body.points[1:]))


def other_threshold(body: VssDeal) -> VssDeal:
    # What is forwarded as evidence passes here again.
    points = (*body.points, *body.points)[:9]
    return replace(body, threshold=2, points=points)


def no_good_share(body: VssDeal) -> VssDeal:
    first, *rest = body.shares
    return replace(body, shares=(SealedShare(first.peer, bytes(len(first.sealed))), *rest))


@pytest.mark.parametrize(
    ("kind", "change", "code"),
    [
        (VssDeal, first_point, 4),
        (VssDeal, lambda body: replace(body, shares=body.shares[:1]), 1),
        (VssDeal, other_threshold, 7),
        (VssAck, lambda body: replace(body, dealer=3 - body.dealer), 1),
    ],
    ids=["another scalar", "a share too few", "another threshold", "another dealer"],
)  # fmt: skip
def test_a_wrong_deal_is_refused_by_all(
    table: Table, kind: type[Body], change: Change, code: int
) -> None:
    wire = table(3, "deals")
    tell_otherwise(wire, LIAR, kind, change, identities_for(3)[LIAR])
    wire.settle()
    assert codes(wire, 0, 2) == {(LIAR, code)}


def test_a_share_that_nobody_can_open_ends_the_game_by_a_complaint(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    honest = Dealing.make

    def make(self: Dealing, vault: Vault, number: int, answer: Any = None) -> Body:
        body = honest(self, vault, number, answer)
        assert isinstance(body, VssDeal)
        return no_good_share(body) if vault.peer == LIAR else body

    monkeypatch.setattr(Dealing, "make", make)
    wire = table(3, "complaint")
    wire.settle()
    assert codes(wire, 0, 1, 2) == set()
    assert {tuple(node.closed) for node in wire.nodes} == {(f"recovery.complaint.0.{LIAR}",)}


@pytest.fixture
def stuck(table: Table) -> AbsentWire:
    """A table of three that waits for one of them while its decks are mixed."""
    wire = table(3, "stuck")
    wire.run_until(6)
    wire.vanish(ABSENT)
    wire.settle()
    return wire


def say(wire: AbsentWire, body: Body, number: int = 0, **others: Any) -> None:
    """Let the liar sign a word and send it to who is honest."""
    proceedings = wire.nodes[HONEST].referee.proceedings
    chain = proceedings.chain
    fields = {
        "kind": body.kind, "game_id": chain.game_id, "epoch": chain.epoch, "index": chain.index,
        "part": 0x8000 + number, "peer": LIAR, "parent": chain.parent,
        "state_digest": proceedings.state_digest, "body": encode_body(body), **others,
    }  # fmt: skip
    entry = sign_entry(identities_for(3)[LIAR], Unsigned(**fields))
    node = wire.nodes[HONEST]
    event = Arrived(LIAR, EntrySent(entry.to_bytes()))
    wire.perform(HONEST, node.referee.handle(event, wire.now))


def owed(wire: AbsentWire) -> TimedOut:
    """What the absent peer can be timed out for."""
    proceedings = wire.nodes[HONEST].referee.proceedings
    part = proceedings.hearing.peers.index(ABSENT)
    return TimedOut(ABSENT, proceedings.chain.parent, proceedings.chain.index, part, 0)


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"part": 99}, 7),
        ({"peer": 0}, 7),
        ({"peer": LIAR}, 7),
        ({"index": 3}, 1),
        ({"parent": bytes(32)}, 1),
    ],
    ids=["no such part", "Dracula", "itself", "another request", "another parent"],
)
def test_a_time_out_of_what_nobody_owes_is_refused(
    stuck: AbsentWire, change: dict[str, Any], code: int
) -> None:
    say(stuck, replace(owed(stuck), **change))
    assert codes(stuck, HONEST) == {(LIAR, code)}


def test_a_true_time_out_is_no_offence_and_neither_is_the_same_again(stuck: AbsentWire) -> None:
    say(stuck, owed(stuck))
    say(stuck, owed(stuck))
    assert codes(stuck, HONEST) == set()
    assert stuck.nodes[HONEST].referee.proceedings.recovery.interlude.cases


def test_no_answer_and_an_answer_cannot_both_be_signed(stuck: AbsentWire) -> None:
    say(stuck, owed(stuck))
    say(stuck, Withdrawn(owed(stuck).index, owed(stuck).part, bytes(32)), 1)
    assert codes(stuck, HONEST) == {(LIAR, 5)}


def test_two_answers_of_the_absent_peer_cannot_both_have_come(stuck: AbsentWire) -> None:
    index, part = owed(stuck).index, owed(stuck).part
    say(stuck, Withdrawn(index, part, bytes(32)))
    say(stuck, Withdrawn(index, part, bytes((1,)) * 32), 1)
    assert codes(stuck, HONEST) == {(LIAR, 5)}


@pytest.mark.parametrize(
    ("body", "others", "code"),
    [
        (PeerLeft(ABSENT, identities_for(3)[0].public_key), {}, 7),
        (PeerLeft(ABSENT, bytes(32)), {}, 7),
        (PeerLeft(0, STRANGER.public_key), {}, 7),
        (PeerLeft(ABSENT, STRANGER.public_key), {"epoch": 1}, 1),
        (VssReleased(LIAR, STRANGER.public_key, bytes(176)), {}, 7),
    ],
    ids=["somebody at the table", "nobody", "Dracula", "another epoch", "its own shares"],
)
def test_a_place_that_cannot_be_given_so_is_refused(
    stuck: AbsentWire, body: Body, others: dict[str, Any], code: int
) -> None:
    say(stuck, body, **others)
    assert codes(stuck, HONEST) == {(LIAR, code)}


def test_the_lowest_of_the_others_names_one_successor_only(table: Table) -> None:
    wire = table(3, "lowest")
    wire.run_until(6)
    wire.vanish(ABSENT)
    wire.settle()
    proceedings = wire.nodes[1].referee.proceedings
    chain = proceedings.chain
    for number in range(2):
        successor = Identity(bytes((60 + number,)) * 32).public_key
        unsigned = Unsigned(
            PeerLeft.kind, chain.game_id, 0, chain.index, 0x8000 + number, 0, chain.parent,
            proceedings.state_digest, encode_body(PeerLeft(ABSENT, successor)),
        )  # fmt: skip
        entry = sign_entry(identities_for(3)[0], unsigned)
        event = Arrived(0, EntrySent(entry.to_bytes()))
        wire.perform(1, wire.nodes[1].referee.handle(event, wire.now))
    assert codes(wire, 1) == {(0, 5)}


def test_whoever_has_answered_cannot_leave_in_the_same_request(stuck: AbsentWire) -> None:
    proceedings = stuck.nodes[HONEST].referee.proceedings
    assert LIAR in {entry.peer for entry in proceedings.chain.entries(proceedings.chain.index)}
    say(stuck, PeerLeft(LIAR, bytes(32)))
    assert codes(stuck, HONEST) == {(LIAR, 5)}


def test_words_are_refused_where_nobody_can_be_replaced() -> None:
    """K-11."""
    wire = AbsentWire(table_for(3, **OVER_SOON), SMALL, "without")
    wire.run_until(6)
    wire.vanish(ABSENT)
    wire.settle()
    say(wire, owed(wire))
    assert codes(wire, HONEST) == {(LIAR, 7)}


def succession(wire: AbsentWire) -> Identity:
    """All agree to a successor, which is node 3."""
    wire.time_out(ABSENT)
    wire.tick()
    return wire.successor(ABSENT, LIAR)


def test_shares_that_were_not_dealt_are_refused_by_the_successor(stuck: AbsentWire) -> None:
    identity = succession(stuck)
    tell_otherwise(
        stuck, LIAR, VssReleased, lambda body: replace(body, sealed=bytes(len(body.sealed))),
        identities_for(3)[LIAR],
    )  # fmt: skip
    stuck.agree(ABSENT, identity.public_key)
    stuck.tick()
    assert codes(stuck, 3) == {(LIAR, 4)}
    assert stuck.nodes[HONEST].referee.proceedings.chain.epoch == 0


def flipped(proof: bytes) -> bytes:
    return bytes((proof[0] ^ 1,)) + proof[1:]


def other_card(body: KeysRotated) -> KeysRotated:
    first, *rest = body.cards
    return replace(body, cards=(replace(first, identity=SMALL.generator), *rest))


def other_mask(body: KeysRotated) -> KeysRotated:
    first, *rest = body.cards
    return replace(body, cards=(replace(first, mask=SMALL.generator), *rest))


def one_card_less(body: KeysRotated) -> KeysRotated:
    assert body.relock is not None
    return replace(body, cards=body.cards[1:], relock=body.relock[:-32])


@pytest.mark.parametrize(
    ("kind", "change", "code"),
    [
        (PeerAccepted, lambda body: replace(body, identity=SMALL.generator), 4),
        (PeerAccepted, lambda body: replace(body, proof=flipped(body.proof)), 3),
        (PeerAccepted, lambda body: replace(body, peer=1), 1),
        (KeysRotated, other_card, 3),
        (KeysRotated, other_mask, 3),
        (KeysRotated, lambda body: replace(body, proof=flipped(body.proof)), 3),
        (KeysRotated, one_card_less, 1),
        (KeysRotated, lambda body: replace(body, coin=body.back), 7),
    ],
    ids=[
        "other keys", "keys it does not know", "another place", "a card locked otherwise",
        "a card with another mask", "new keys it does not know", "a card too few", "one key twice",
    ],
)  # fmt: skip
def test_a_wrong_word_of_a_successor_is_refused_by_all(
    stuck: AbsentWire, kind: type[Body], change: Change, code: int
) -> None:
    """K-9."""
    identity = succession(stuck)
    tell_otherwise(stuck, 3, kind, change, identity)
    stuck.agree(ABSENT, identity.public_key)
    for _ in range(4):
        stuck.tick()
    # What it said to itself is forwarded with the rest, and is another offence.
    assert (ABSENT, code) in codes(stuck, 0, 1) <= {(ABSENT, code), (ABSENT, 5)}
    assert all(stuck.nodes[node].accused for node in (0, 1))


@pytest.mark.slow
def test_a_successor_opens_at_the_end_what_it_rebuilt(stuck: AbsentWire) -> None:
    """A-1."""
    identity = succession(stuck)

    def other_scalar(body: AuditOpened) -> AuditOpened:
        (rebuilt,) = body.scalars
        return replace(body, scalars=(replace(rebuilt, coin=rebuilt.coin ^ 1),))

    tell_otherwise(stuck, 3, AuditOpened, other_scalar, identity)
    stuck.agree(ABSENT, identity.public_key)
    for _ in range(8):
        stuck.tick()
    assert codes(stuck, 0, 1) == {(ABSENT, 8)}
