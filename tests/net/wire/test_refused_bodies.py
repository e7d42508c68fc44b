"""TV-7 for bodies: what must be refused wherever it stands, with its reason code (E-2 to E-5)."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from net.crypto.faults import BadPoint, BadScalar, Malformed
from net.crypto.group import ORDER, SodiumGroup
from net.limits import LONGEST_ANSWER, LONGEST_BODY, LONGEST_LIST
from net.wire.bodies import BODY_TYPES, Answered, Body, decode_body, encode_body
from net.wire.layout import NOBODY, Pt, Sc
from tests.support.refused_bodies import (
    COUNTS,
    FILE,
    PLANTED,
    POINT_KINDS,
    POINTS,
    SCALARS,
    code_of,
    make,
    planted,
    values_of,
    with_count,
)
from tests.support.sample_bodies import sample_bodies

SODIUM = SodiumGroup()
SAMPLES = sample_bodies(SODIUM)
KEPT = json.loads(FILE.read_text(encoding="utf-8"))

samples = pytest.mark.parametrize("name", sorted(SAMPLES))


def decode(kind: int, body: bytes) -> Body:
    return decode_body(SODIUM, kind, body)


# Points that `values_of` does not find: in lists without structs, and where there may be none.
DEEP_POINTS: dict[str, Callable[[Any], bytes]] = {
    "vss deal": lambda body: body.points[-1],
    "rekey: return two": lambda body: body.cards[1].back,
    "key rotate": lambda body: body.cards[1].back,
    "choice open: card": lambda body: body.revealed.cards[1].share,
}

POINT_PLACES = [
    (name, number)
    for name, body in sorted(SAMPLES.items())
    for number, _ in enumerate(values_of(body, POINT_KINDS))
]


@pytest.mark.parametrize(("name", "number"), POINT_PLACES)
def test_a_bad_point_is_refused_wherever_it_stands(name: str, number: int) -> None:
    body = SAMPLES[name]
    value = list(values_of(body, POINT_KINDS))[number]
    encoded = encode_body(body)
    for bad in POINTS.values():
        if value == NOBODY or (bad == NOBODY and name == "peer leave"):
            continue  # there 32 zero bytes, else a point of order 4, say "nobody"
        with pytest.raises(BadPoint) as refused:
            decode(body.kind, planted(encoded, value, bad))
        assert refused.value.code == 2


def test_the_vectors_are_made_as_they_were() -> None:
    assert make(SODIUM) == KEPT


@pytest.mark.parametrize("vector", KEPT, ids=lambda vector: vector["name"])
def test_a_kept_body_is_refused_with_its_code(vector: dict[str, Any]) -> None:
    code = code_of(SODIUM, int(vector["type"], 16), bytes.fromhex(vector["body"]))
    assert code == vector["code"] == (2 if "point is" in vector["name"] else code)


def test_every_type_and_every_way_has_a_vector() -> None:
    assert {int(vector["type"], 16) for vector in KEPT} == set(BODY_TYPES)
    names = "\n".join(vector["name"] for vector in KEPT)
    for way in ("a trailing byte", "one counted too many", "a scalar is q", "says n = 13"):
        assert way in names
    assert all(f"a point is the {bad}" in names for bad in PLANTED)


def test_points_were_looked_for_in_every_body_that_has_them() -> None:
    found = {name for name, _ in POINT_PLACES}
    assert {
        "game open", "key open", "shares", "reveal", "rekey: return two", "card in set",
        "place: face down", "coin share", "peer leave", "vss release", "peer accept", "key rotate",
    } <= found  # fmt: skip
    assert len([number for name, number in POINT_PLACES if name == "rekey: return two"]) == 4


@pytest.mark.parametrize("bad", sorted(POINTS))
@pytest.mark.parametrize("name", sorted(DEEP_POINTS))
def test_a_bad_point_in_a_list_or_behind_a_flag_is_refused(name: str, bad: str) -> None:
    body = SAMPLES[name]
    with pytest.raises(BadPoint):
        decode(body.kind, planted(encode_body(body), DEEP_POINTS[name](body), POINTS[bad]))


@pytest.mark.parametrize("bad", sorted(SCALARS))
@pytest.mark.parametrize("which", range(3))
def test_a_scalar_that_is_not_below_the_order_is_refused(bad: str, which: int) -> None:
    body = SAMPLES["audit open"]
    value = list(values_of(body, (Sc,)))[which]
    with pytest.raises(BadScalar) as refused:
        decode(body.kind, planted(encode_body(body), value, SCALARS[bad]))
    assert refused.value.code == 2


def test_the_largest_scalar_is_read() -> None:
    body = SAMPLES["audit open"]
    value = next(values_of(body, (Sc,)))
    decode(body.kind, planted(encode_body(body), value, (ORDER - 1).to_bytes(32, "little")))


@samples
def test_a_trailing_byte_is_refused(name: str) -> None:
    body = SAMPLES[name]
    with pytest.raises(Malformed) as refused:
        decode(body.kind, encode_body(body) + b"\0")
    assert refused.value.code == 1


@samples
def test_a_body_cut_short_is_refused_wherever_it_is_cut(name: str) -> None:
    body = SAMPLES[name]
    encoded = encode_body(body)
    for end in range(0, len(encoded), 1 if len(encoded) < 300 else 17):
        with pytest.raises(Malformed):
            decode(body.kind, encoded[:end])


@pytest.mark.parametrize("name", sorted(COUNTS))
def test_a_wrong_count_is_refused(name: str) -> None:
    body, (at, size) = SAMPLES[name], COUNTS[name]
    encoded = encode_body(body)
    count = int.from_bytes(encoded[at : at + size], "little")
    for wrong in (count - 1, count + 1, LONGEST_LIST + 1, 256**size - 1):
        changed = with_count(name, encoded, wrong - count)
        with pytest.raises((Malformed, BadPoint, BadScalar)):
            decode(body.kind, changed)


@pytest.mark.parametrize("name", sorted(COUNTS))
def test_a_count_above_the_limit_is_refused_before_any_arithmetic(name: str) -> None:
    """E-5: not one point is looked at, though the bytes for all of them are there."""

    class NoArithmetic(SodiumGroup):
        def is_valid(self, _: bytes) -> bool:
            raise AssertionError("a point was looked at")

    body, (at, size) = SAMPLES[name], COUNTS[name]
    encoded = encode_body(body)
    if any(values_of(body, (Pt,))) and name in {"vss deal", "key rotate"}:
        return  # its points stand before the count
    too_many = (LONGEST_LIST + 1).to_bytes(size, "little")
    filled = encoded[:at] + too_many + encoded[at + size :] * 40
    with pytest.raises(Malformed):
        decode_body(NoArithmetic(), body.kind, filled[:LONGEST_BODY])


@pytest.mark.parametrize("bits", [0, 2, 4, 13, 255])
def test_a_membership_proof_with_a_wrong_n_is_refused(bits: int) -> None:
    body = SAMPLES["in set: slot"]
    encoded = bytearray(encode_body(body))
    assert encoded[6] == 3
    encoded[6] = bits
    with pytest.raises(Malformed):
        decode(body.kind, bytes(encoded))


# A body, where in it a byte is changed, and to what it must not be.
BAD_BYTES = {
    "a peer that does not exist": ("vss ack", 0, 5),
    "a status that does not exist": ("vss ack", 1, 2),
    "a threshold of nothing": ("vss deal", 0, 0),
    "a threshold too high": ("vss deal", 0, 3),
    "three payloads": ("shuffle", 5, 3),
    "shares for nothing known": ("shares", 0, 4),
    "a code of nothing": ("absent", 0, 0),
    "a mode that does not exist": ("rekey: pass", 0, 2),
    "a flag that is neither": ("rekey: pass", 4 + 4 + 64, 2),
    "a return to somebody": ("rekey: return two", 1, 1),
    "a passing to nobody": ("rekey: pass", 1, 255),
    "a back that does not exist": ("place: face down", 2, 4),
    "a power that does not exist": ("place: face down", 3, 6),
    "a face neither up nor down": ("place: face down", 4, 2),
    "an announcement that does not exist": ("place: face down", 5, 3),
    "a target without Misdirect": ("place: face down", 6, 0),
    "a lone power with a back": ("place: dark call", 2, 1),
    "a lone power that is none": ("place: dark call", 3, 1),
    "a lone power face up": ("place: dark call", 4, 1),
    "a lone power with a lair": ("place: dark call", 8, 0),
    "a scope that does not exist": ("absent", 2, 2),
    "a subject that does not exist": ("in set: slot", 0, 2),
    "a slot not asked about": ("in set: slot", 0, 0),
    "a reason of nothing": ("accuse", 0, 0),
    "a reason that does not exist": ("accuse", 0, 10),
    "a long backup": ("backup", 1, 2),
}


@pytest.mark.parametrize("what", sorted(BAD_BYTES))
def test_a_number_out_of_its_bounds_is_refused(what: str) -> None:
    name, at, value = BAD_BYTES[what]
    body = SAMPLES[name]
    encoded = bytearray(encode_body(body))
    assert encoded[at] != value or name == "absent"
    encoded[at] = value
    with pytest.raises(Malformed):
        decode(body.kind, bytes(encoded))


def test_an_unknown_type_is_refused() -> None:
    for kind in (0x00, 0x06, 0x25, 0x65, 0x71, 0xFF):
        with pytest.raises(Malformed):
            decode(kind, b"")


@samples
def test_a_body_longer_than_any_is_refused_unread(name: str) -> None:
    """22.14."""
    with pytest.raises(Malformed):
        decode(SAMPLES[name].kind, bytes(LONGEST_BODY + 1))


# MessagePack that says the same, or nearly, in other bytes: [pass, [], nothing].
OTHER_WORDS = {
    "a map header of two bytes": b"\x93\xde\x00\x01\xa6option\xa4pass\x90\xc4\x00",
    "a string header of two bytes": b"\x93\x81\xa6option\xd9\x04pass\x90\xc4\x00",
    "an array header of three bytes": b"\x93\x81\xa6option\xa4pass\xdc\x00\x00\xc4\x00",
    "text for bytes": b"\x93\x81\xa6option\xa4pass\x90\xa0",
    "nothing for bytes": b"\x93\x81\xa6option\xa4pass\x90\xc0",
    "a field too many": b"\x93\x82\xa6option\xa4pass\xa1x\x01\x90\xc4\x00",
    "the same field twice": b"\x93\x82\xa6option\xa4pass\xa6option\xa4pass\x90\xc4\x00",
    "an option that does not exist": b"\x93\x81\xa6option\xa4fly!\x90\xc4\x00",
    "an option that is none": b"\x93\x81\xa6option\xabhand_option\x90\xc4\x00",
    "two parts": b"\x92\x81\xa6option\xa4pass\x90",
    "four parts": b"\x94\x81\xa6option\xa4pass\x90\xc4\x00\xc0",
    "a number for a moment": b"\x93\x81\xa6option\xa4pass\x91\x92\x01\xc3\xc4\x00",
    "a number for on": b"\x93\x81\xa6option\xa4pass\x91\x92\xa1x\x01\xc4\x00",
    "not MessagePack": b"\xc1",
    "not UTF-8": b"\x93\x82\xa6option\xa7road_to\xa5place\xa1\xff\x90\xc4\x00",
    "an endless list": b"\x93\x81\xa6option\xa4pass\xdd\xff\xff\xff\xff\xc4\x00",
    "lists in lists": b"\x93" * 2000,
    "a card shown that is none": b"\x93\x81\xa6option\xa4pass\x90\xc4\x01\x00",
    "nothing": b"",
}


@pytest.mark.parametrize("what", sorted(OTHER_WORDS))
def test_an_answer_in_other_bytes_is_refused(what: str) -> None:
    with pytest.raises(Malformed):
        decode(Answered.kind, OTHER_WORDS[what])


def test_an_answer_longer_than_any_is_refused() -> None:
    """22.4."""
    place = "x" * LONGEST_ANSWER
    encoded = b"\x93\x82\xa6option\xa7road_to\xa5place\xda" + len(place).to_bytes(2, "big")
    with pytest.raises(Malformed):
        decode(Answered.kind, encoded + place.encode() + b"\x90\xc4\x00")


def test_too_many_standing_changes_are_refused() -> None:
    """22.7."""
    changes = b"\xdc\x00\x41" + b"\x92\xa1x\xc3" * 65
    with pytest.raises(Malformed):
        decode(Answered.kind, b"\x93\x81\xa6option\xa4pass" + changes + b"\xc4\x00")
