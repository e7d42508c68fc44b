"""Contexts and challenges depend on everything that goes into them."""

import pytest

from net.crypto.hashing import blake, frame
from net.crypto.transcript import Moment, Purpose, Transcript, context_index, hedged_nonces
from tests.support.claims import MOMENT
from tests.support.proving import entropy_from
from tests.support.small_group import SmallGroup

SMALL = SmallGroup()


def test_every_part_of_a_context_counts() -> None:
    """H-2, H-3."""
    moments = [
        MOMENT,
        MOMENT._replace(game_id=bytes(32)),
        MOMENT._replace(epoch=1),
        MOMENT._replace(anchor=bytes(32)),
        MOMENT._replace(peer=2),
        Moment(MOMENT.anchor, 0, MOMENT.game_id, 1),
    ]
    contexts = [
        moment.context(purpose, index)
        for moment in moments
        for purpose in Purpose
        for index in (0, 1, 255, 256)
    ]
    assert len(set(contexts)) == len(contexts)


def test_the_index_of_a_context_holds_part_and_number() -> None:
    """22.11."""
    assert context_index(0, 7) == 7
    assert context_index(3, 7) == 775
    for part, number in ((256, 0), (0, 256), (-1, 0), (0x8000, 0)):
        with pytest.raises(ValueError, match="does not fit"):
            context_index(part, number)


def test_frames_cannot_be_taken_for_one_another() -> None:
    assert frame(b"ab", b"c") != frame(b"a", b"bc")
    assert frame(b"a", b"") + frame(b"b", b"") != frame(b"a", frame(b"b", b""))


def test_a_challenge_depends_on_all_before_it() -> None:
    """H-4, H-5."""

    def drawn(protocol: str, context: bytes, *frames: tuple[bytes, bytes]) -> tuple[int, int]:
        transcript = Transcript(SMALL, protocol, context)
        for label, content in frames:
            transcript.absorb(label, content)
        return transcript.challenge(b"e"), transcript.challenge(b"e")

    plain = drawn("link", MOMENT.anchor, (b"A", b"1"), (b"A", b"2"))
    assert plain == drawn("link", MOMENT.anchor, (b"A", b"1"), (b"A", b"2"))
    assert plain[0] != plain[1]
    others = [
        drawn("rekey", MOMENT.anchor, (b"A", b"1"), (b"A", b"2")),
        drawn("link", MOMENT.game_id, (b"A", b"1"), (b"A", b"2")),
        drawn("link", MOMENT.anchor, (b"A", b"2"), (b"A", b"1")),
        drawn("link", MOMENT.anchor, (b"A", b"1"), (b"B", b"2")),
        drawn("link", MOMENT.anchor, (b"A", b"12")),
        drawn("link", MOMENT.anchor, (b"A", b"1")),
    ]
    assert all(other[0] not in plain for other in others)


def test_a_hash_without_a_purpose_of_the_protocol_is_refused() -> None:
    """H-6."""
    with pytest.raises(ValueError, match="no personalisation"):
        blake(b"FOD1-mine", b"")


def test_nonces_are_hedged() -> None:
    """N-4: another transcript, key or entropy gives other nonces, and none comes twice."""
    keys, digests = (bytes(32), b"\1" * 32), (b"one", b"two")
    drawn = [
        nonce
        for key in keys
        for seed in ("a", "b")
        for digest in digests
        for nonce in hedged_nonces(SMALL, key, entropy_from(seed))(digest, 5)
    ]
    assert len(set(drawn)) == len(drawn)
    stuck = hedged_nonces(SMALL, bytes(32), bytes)
    assert len({*stuck(b"one", 5), *stuck(b"two", 5)}) == 10
