"""The life of an entry: recorded, sent, judged; and what becomes of those that are wrong."""

import os
from collections.abc import Callable

import pytest

from engine.options import PickPlace
from net.crypto.transcript import Verifier
from net.errors import LocalMistake
from net.game.replica import Replica
from net.judging.game_file import evidence_of, from_file, to_file
from net.judging.verification import verify
from net.log.entry import Entry, decode_entry
from net.log.evidence import Reason
from net.peer.effects import Arrived, Decided, Differs, Record, Send, Started
from net.wire.bodies import Accused, Answered, KeyCommit, SharesSent, Shuffled, decode_body
from net.wire.messages import EntrySent, Ping
from tests.net.conftest import SMALL
from tests.support.fake_wire import FakeWire, signed, table_for
from tests.support.liars import lie, signed_again, with_fields
from tests.support.proving import flipped

SETUP = table_for(3, influence_to_win=3)
HONEST = (0, 2)
LIAR = 1


def table(seed: str = "entries") -> FakeWire:
    return FakeWire(SETUP, SMALL, seed)


def first_of(kind: int) -> Callable[[Entry], bool]:
    """Tells the liar's first entry of a type, and only that one."""
    chosen: list[bytes] = []

    def is_it(entry: Entry) -> bool:
        if entry.kind == kind and not chosen:
            chosen.append(entry.hash)
        return entry.hash in chosen

    return is_it


def assert_named(wire: FakeWire, code: int, honest: tuple[int, ...] = HONEST) -> None:
    """Every honest peer names the liar for this reason, and the evidence convinces a stranger."""
    for peer in honest:
        node = wire.nodes[peer]
        assert [(each.peer, each.code) for each in node.accused] == [(LIAR, code)]
        referee = node.referee
        assert referee.misdeed is not None
        notes = [note.to_bytes() for note in referee.notes]
        evidence = evidence_of(
            signed(wire.setup), referee.proceedings.chain, referee.misdeed, notes
        )
        verdict = verify(from_file(to_file(evidence)), Verifier(SMALL, os.urandom))
        assert verdict.violation is not None
        assert (verdict.violation.peer, verdict.violation.code) == (LIAR, code)


def test_an_own_entry_is_recorded_before_it_is_sent() -> None:
    wire = table()
    perform, sent = wire.perform, 0

    def watched(peer: int, effects: object) -> None:
        nonlocal sent
        recorded = set(wire.nodes[peer].disk)
        for effect in effects:  # type: ignore[attr-defined]
            if isinstance(effect, Record):
                recorded.add(effect.entry)
            if isinstance(effect, Send) and isinstance(effect.message, EntrySent):
                assert effect.message.entry in recorded
                sent += 1
        perform(peer, effects)  # type: ignore[arg-type]

    wire.perform = watched  # type: ignore[method-assign]
    wire.run_until(20)
    assert sent > 20


def test_what_arrives_twice_or_again_much_later_changes_nothing() -> None:
    wire = table()
    wire.run_until(12)
    node = wire.nodes[0]
    head = node.head
    for entry in list(node.disk):
        assert node.referee.handle(Arrived(1, EntrySent(entry)), wire.now) == []
    assert (node.head, node.accused) == (head, [])


def test_messages_that_are_no_entries_are_for_others() -> None:
    wire = table()
    wire.run_until(5)
    assert wire.nodes[0].referee.handle(Arrived(1, Ping(1)), wire.now) == []


def test_a_bad_signature_is_evidence_against_nobody() -> None:
    wire = table()
    wire.run_until(8)
    node = wire.nodes[0]
    entry = next(wire.own_entries(LIAR)).to_bytes()
    for bit in (0, 40, 700, 8 * len(entry) - 1):
        message = EntrySent(flipped(entry, bit))
        assert node.referee.handle(Arrived(LIAR, message), wire.now) == []
    assert not node.referee.is_stopped


def pending_entry(wire: FakeWire, **changes: object) -> Entry:
    """An entry of the liar's that answers the pending request, or nearly."""
    chain = wire.nodes[0].referee.proceedings.chain
    last = list(wire.own_entries(LIAR))[-1]
    place = {"index": chain.index, "parent": chain.parent, "part": 0}
    digest = wire.nodes[0].referee.proceedings.state_digest
    return signed_again(last, **{**place, "state_digest": digest, **changes})


def test_an_unknown_parent_is_no_offence_but_held() -> None:
    wire = table()
    wire.run_until(8)
    node = wire.nodes[0]
    for changes in ({"parent": b"\x01" * 32}, {"index": 99}, {"epoch": 3}):
        entry = pending_entry(wire, **changes)
        effects = node.referee.handle(Arrived(LIAR, EntrySent(entry.to_bytes())), wire.now)
        assert [type(effect) for effect in effects if type(effect) is not Differs] == [Record]
    assert not node.referee.is_stopped


def test_an_entry_of_another_game_is_dropped() -> None:
    wire = table()
    wire.run_until(8)
    entry = pending_entry(wire, game_id=b"\x05" * 32)
    assert wire.nodes[0].referee.handle(Arrived(1, EntrySent(entry.to_bytes())), wire.now) == []


def test_an_answer_nobody_asked_for_is_named_by_all() -> None:
    wire = table()

    def tell(_: int, entry: Entry) -> Entry | None:
        return signed_again(entry, part=entry.part + 1) if entry.index == 9 else None

    lie(wire, LIAR, tell)
    wire.run()
    assert_named(wire, Reason.NOT_THEIR_TURN)


def test_two_answers_to_one_request_are_named_by_all() -> None:
    """The liar shows one peer another GAME_OPEN; as soon as they compare, both have both."""
    wire = table()
    told: list[Entry] = []

    def tell(receiver: int, entry: Entry) -> Entry | None:
        if entry.index != 0 or receiver != 2:
            return None
        told.append(with_fields(SMALL, entry, random=b"\x09" * 32))
        return told[-1]

    lie(wire, LIAR, tell)
    wire.run()
    assert not any(node.accused for node in wire.nodes)  # they wait, each with another game
    wire.post(0, 0, Arrived(2, EntrySent(told[0].to_bytes())))
    wire.run()
    assert_named(wire, Reason.EQUIVOCATION)


def flipped_field(name: str) -> Callable[[Entry], Entry]:
    def change(entry: Entry) -> Entry:
        body = decode_body(SMALL, entry.kind, entry.body)
        proof = getattr(body, name)
        return with_fields(SMALL, entry, **{name: flipped(proof, 8 * (len(proof) - 32))})

    return change


@pytest.mark.parametrize(
    ("kind", "change", "code"),
    [
        (Shuffled.kind, flipped_field("proof"), Reason.PROOF_FAILED),
        (SharesSent.kind, flipped_field("proof"), Reason.PROOF_FAILED),
        (Shuffled.kind, lambda entry: signed_again(entry, body=entry.body[:-1]), Reason.MALFORMED),
        (Shuffled.kind, lambda entry: signed_again(entry, kind=0x6F), Reason.MALFORMED),
        (
            Answered.kind,
            lambda entry: with_fields(SMALL, entry, option=PickPlace("atlantis")),
            Reason.RULE_BROKEN,
        ),
        (
            Answered.kind,
            lambda entry: signed_again(entry, kind=KeyCommit.kind, body=bytes(32)),
            Reason.MALFORMED,
        ),
    ],
    ids=["shuffle", "shares", "short", "no type", "illegal", "other type"],
)
def test_a_wrong_entry_is_refused_at_once_by_all(
    kind: int, change: Callable[[Entry], Entry], code: Reason
) -> None:
    """P-9: and nobody goes on from it."""
    wire = table()
    is_it = first_of(kind)
    lie(wire, LIAR, lambda _, entry: change(entry) if is_it(entry) else None)
    wire.run()
    assert_named(wire, code)
    for referee in (wire.nodes[peer].referee for peer in HONEST):
        assert referee.misdeed is not None
        wrong = decode_entry(referee.misdeed.entries[0])
        assert referee.proceedings.chain.index == wrong.index


def test_the_accusation_is_signed_and_says_what_it_is_about() -> None:
    wire = table()
    is_it = first_of(Shuffled.kind)
    lie(wire, LIAR, lambda _, entry: flipped_field("proof")(entry) if is_it(entry) else None)
    wire.run()
    kept = map(decode_entry, wire.nodes[0].disk)  # also what the other honest peer has signed
    (accusation,) = [each for each in kept if (each.kind, each.peer) == (0x51, 0)]
    body = decode_body(SMALL, accusation.kind, accusation.body)
    assert isinstance(body, Accused)
    assert body.reason == Reason.PROOF_FAILED
    offending = decode_entry(wire.nodes[0].accused[0].entries[-1])
    assert (body.entry, accusation.peer) == (offending.hash, 0)
    assert accusation.is_control


def test_after_it_stopped_a_peer_answers_nothing() -> None:
    wire = table()
    is_it = first_of(Answered.kind)
    change = lambda entry: with_fields(SMALL, entry, option=PickPlace("atlantis"))  # noqa: E731
    lie(wire, LIAR, lambda _, entry: change(entry) if is_it(entry) else None)
    wire.run()
    for peer in HONEST:
        assert wire.nodes[peer].referee.handle(Started(), wire.now + 1) == []


def test_an_answer_we_were_not_offered_is_our_own_mistake() -> None:
    wire = table()
    while not wire.nodes[1].asked:
        wire.step()
    ask = wire.nodes[1].asked[0]
    decided = Decided(ask.index, ask.part, PickPlace("atlantis"))
    with pytest.raises(LocalMistake):
        wire.nodes[1].referee.handle(decided, wire.now)


def test_an_answer_to_an_older_request_is_dropped() -> None:
    wire = table()
    wire.run_until(12)
    for index in (0, 5, 11, 99):
        effects = wire.nodes[2].referee.handle(Decided(index, 0, PickPlace("paris")), wire.now)
        assert effects == []


def test_proceedings_hold_no_secret() -> None:
    fields = vars(Replica(SETUP, Verifier(SMALL, os.urandom)))
    assert not {"vault", "seed", "_vault", "_seed", "witness"} & set(fields)
