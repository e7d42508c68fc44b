"""TV-2 and section 18: every body is written as the layouts say and read back as it was."""

import json
from typing import Any

import pytest
from msgspec import structs

from client.workshop.plain_group import PlainGroup
from engine.options import BY_NAME, PASS, RoadTo
from net.crypto.group import Group, SodiumGroup
from net.errors import LocalMistake
from net.wire.bodies import (
    BODY_TYPES,
    INTERLUDE_KINDS,
    NOTE_KINDS,
    Accused,
    Answered,
    Backup,
    Body,
    EndWish,
    TrailPlaced,
    VssDeal,
    decode_body,
    encode_body,
)
from tests.support.made_bodies import FILE, make, parsed
from tests.support.sample_bodies import Material, sample_bodies

SODIUM = SodiumGroup()
KEPT = json.loads(FILE.read_text(encoding="utf-8"))
SAMPLES = sample_bodies(SODIUM)

# The types of section 18, with 62 of 22.8, 63 of 22.15, 70 of 22.4, and ours: 64 and 65.
TYPES = [
    0x01, 0x02, 0x03, 0x04, 0x05, 0x10, 0x11, 0x12, 0x13, 0x14, 0x15, 0x16,
    0x20, 0x21, 0x22, 0x23, 0x24, 0x30, 0x31, 0x40,
    0x50, 0x51, 0x52, 0x53, 0x54, 0x55, 0x60, 0x61, 0x62, 0x63, 0x64, 0x65,
    0x70,
]  # fmt: skip

samples = pytest.mark.parametrize("name", sorted(SAMPLES))


@pytest.mark.parametrize("group", [SODIUM, PlainGroup()], ids=["sodium", "plain"])
def test_the_vectors_are_made_as_they_were(group: Group) -> None:
    assert make(group) == KEPT


def test_there_is_a_body_of_each_type() -> None:
    assert list(BODY_TYPES) == TYPES
    assert sorted({int(vector["type"], 16) for vector in KEPT}) == TYPES


@pytest.mark.parametrize("vector", KEPT, ids=lambda vector: vector["name"])
def test_a_kept_body_is_read_as_it_was(vector: dict[str, Any]) -> None:
    body = decode_body(SODIUM, int(vector["type"], 16), bytes.fromhex(vector["body"]))
    assert (type(body).__name__, parsed(body)) == (vector["class"], vector["parse"])


@samples
def test_a_body_comes_back_as_it_went(name: str) -> None:
    body = SAMPLES[name]
    assert decode_body(SODIUM, body.kind, encode_body(body)) == body


# Section 18, in bytes: LIN(k) is 32 (k + 1), MEMBER(n) 1 + 224 n + 32, sealed(n) n + 80, SHUF(N, m)
# 32 (5 + N (m + 5)). The proofs among the samples are MEMBER(3), SHUF(4, 2) and SHUF(3, 1).
SIZES = {
    "game open": 32 + 32 + 32 + 1 + 2,
    "key commit": 32,
    "key open": 3 * 32 + 32 + 32 + 128,
    "vss deal": 1 + 3 * 3 * 32 + 1 + 2 * (1 + 176),
    "vss ack": 2,
    "shuffle": 1 + 2 + 2 + 1 + 32 * (5 + 4 * 7),
    "shares": 1 + 2 + 3 * 36 + 64,
    "reveal": 2 + 2 * 38 + 64,
    "rekey: return two": 1 + 1 + 2 + 2 * (4 + 64 + 1 + 96) + 32,
    "mix": 2 + 3 * 4 + 32 * (5 + 3 * 6),
    "card in set": 4 + 2 + 32 + 96 + 705,
    "show": 1 + 336,
    "place: face down": 10 + 96 + 705 + 1 + 2 * 98,
    "place: face up": 10 + 2 + 705 + 1 + 2 * 98,
    "place: wolf form into a lair": 10 + 705 + 1,
    "place: dark call": 10,
    "open": 1 + 2 * 36 + 1 + 98,
    "absent": 2 + 1 + 1 + 2 * 98,
    "in set: slot": 1 + 2 + 2 + 1 + 705,
    "not hide": 1 + 2 * 98,
    "choice commit": 32,
    "choice open: public": 2 + 32 + 1,
    "coin share": 32 + 64,
    "timeout": 1 + 32 + 4 + 2 + 8,
    "accuse": 1 + 32,
    "peer leave": 33,
    "vss release": 33 + 176,
    "peer accept": 1 + 96 + 32 + 128,
    "key rotate": 96 + 128 + 2 + 2 * (4 + 64 + 1) + 32 + 5 * 32,
    "audit open": 1 + 36 + 1 + 4 + 96,
    "backup": 2 + 150,
    "final": 33,
    "withdraw": 4 + 2 + 32,
}


@pytest.mark.parametrize("name", sorted(SIZES))
def test_a_body_is_as_long_as_section_18_says(name: str) -> None:
    assert len(encode_body(SAMPLES[name])) == SIZES[name]


def test_hide_and_a_city_are_laid_in_messages_of_one_length() -> None:
    """W-1."""
    made = Material(SODIUM)
    laid = SAMPLES["place: face down"]
    lengths = {
        len(encode_body(structs.replace(laid, hidden=made.face_down(5, code))))
        for code in (1, 17, 99, 200)
    }
    assert len(lengths) == 1


def test_the_points_of_a_deal_are_found_by_scalar() -> None:
    """K-6."""
    deal = SAMPLES["vss deal"]
    assert isinstance(deal, VssDeal)
    assert [point for k in range(3) for point in (deal.scalar(k)[0], *deal.scalar(k)[1])] == list(
        deal.points
    )


def test_every_option_of_the_game_can_be_answered() -> None:
    for kind in BY_NAME.values():
        option = kind(*("e12" for _ in structs.fields(kind)))
        answer = Answered(option)
        assert decode_body(SODIUM, Answered.kind, encode_body(answer)) == answer


def test_what_is_chained_is_no_note() -> None:
    """22.8."""
    assert not INTERLUDE_KINDS & NOTE_KINDS
    assert {Accused.kind, Backup.kind, EndWish.kind} == NOTE_KINDS


# What our own program must not try to send; the text says what is wrong with it.
MISTAKES: dict[str, tuple[str, dict[str, object]]] = {
    "a number too large": ("game open", {"version": 2**16}),
    "a sixth peer": ("game open", {"peer": 5}),
    "a short hash": ("key commit", {"commitment": bytes(31)}),
    "a short point": ("coin share", {"share": bytes(31)}),
    "a short proof": ("coin share", {"proof": bytes(63)}),
    "a shuffle of another length": ("shuffle", {"count": 5}),
    "no shares at all": ("shares", {"shares": ()}),
    "a membership proof of no length": ("in set: slot", {"member": b""}),
    "a membership proof of another length": ("in set: slot", {"member": b"\x03" + bytes(703)}),
    "a passing to nobody": ("rekey: pass", {"target": 255}),
    "a return to somebody": ("rekey: return two", {"target": 1}),
    "too few points dealt": ("vss deal", {"threshold": 1}),
    "face down with a code": ("place: face down", {"code": 17}),
    "face down without a seal": ("place: face down", {"hidden": None}),
    "face up without a code": ("place: face up", {"code": None}),
    "face up with a seal": ("place: face up", {"hidden": SAMPLES["place: face down"].hidden}),  # type: ignore[attr-defined]
    "a card without a proof": ("place: face down", {"legality": None}),
    "a lone power with a proof": ("place: dark call", {"legality": b"\x01" + bytes(256)}),
    "a lone power face up": ("place: dark call", {"face": 1}),
    "a lone power with a land back": ("place: dark call", {"back": 1}),
    "a target without Misdirect": ("place: face down", {"target": 3}),
    "Misdirect without a target": ("place: misdirect", {"target": None}),
    "a lair entered face up": ("place: wolf form into a lair", {"face": 1, "code": 3}),
    "a lair with differences": (
        "place: wolf form into a lair",
        {"different": SAMPLES["not hide"].not_hide},  # type: ignore[attr-defined]
    ),
    "the number for no slot": ("place: misdirect", {"target": 0xFFFF}),
    "a question about no slot": ("in set: slot", {"slot": None}),
    "a slot not asked about": ("in set: current", {"slot": 5}),
    "a rotation without its proof": ("key rotate", {"relock": None}),
    "a rotation with a proof of nothing": ("key rotate: no cards", {"relock": bytes(96)}),
    "a long answer": ("answer", {"option": RoadTo("x" * 4096)}),
    "a long backup": ("backup", {"sealed": bytes(257)}),
    "a field of another type": ("reveal", {"cards": (SAMPLES["vss ack"],)}),
}


@pytest.mark.parametrize("mistake", sorted(MISTAKES))
def test_what_nobody_could_read_is_not_written(mistake: str) -> None:
    name, changes = MISTAKES[mistake]
    wrong: Body = structs.replace(SAMPLES[name], **changes)
    with pytest.raises(LocalMistake):
        encode_body(wrong)


def test_a_body_is_written_the_same_whoever_asks() -> None:
    placed = SAMPLES["place: dark call"]
    assert isinstance(placed, TrailPlaced)
    assert encode_body(placed) == bytes.fromhex("0900 00 04 00 00 ffff ffff")
    assert encode_body(Answered(PASS)) == b"\x93\x81\xa6option\xa4pass\x90\xc4\x00"
