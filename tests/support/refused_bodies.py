"""TV-7 for bodies: one body of each type spoilt in every way that must be refused.

`python -m tests.support.refused_bodies` writes them anew; the test compares them.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import get_args, get_type_hints

from msgspec import structs

from net.crypto.faults import PeerFault
from net.crypto.group import ORDER, Group, SodiumGroup
from net.wire.bodies import Body, decode_body, encode_body
from net.wire.layout import Grouped, IdentityKey, IdentityOrNobody, Member, Pt, Sc
from tests.support.sample_bodies import sample_bodies

VECTORS = Path(__file__).parents[1] / "net/vectors"
FILE = VECTORS / "refused_bodies.json"
VALUES = json.loads((VECTORS / "refused_values.json").read_text(encoding="utf-8"))
POINTS = {vector["name"]: bytes.fromhex(vector["bytes"]) for vector in VALUES["points"]}
SCALARS = {vector["name"]: bytes.fromhex(vector["bytes"]) for vector in VALUES["scalars"]}

POINT_KINDS = (Pt, IdentityKey, IdentityOrNobody)

# Where a body counts something, and how many bytes its count has.
COUNTS = {
    "vss deal": (1 + 9 * 32, 1),
    "shuffle": (3, 2),
    "shares": (1, 2),
    "reveal": (0, 2),
    "rekey: pass": (2, 2),
    "mix": (0, 2),
    "open": (0, 1),
    "absent": (3, 1),
    "not hide": (0, 1),
    "key rotate": (96 + 128, 2),
    "audit open": (0, 1),
}

# The points of TV-7 that the vectors plant; the tests plant all of refused_values.json.
PLANTED = ("identity", "mixed order: 7G + (0, -1)", "not canonical: y = p + 3")


def values_of(value: object, kinds: tuple[object, ...]) -> Iterator[bytes]:
    """The bytes of every field of these kinds in a struct, through lists and nested structs."""
    if isinstance(value, tuple):
        for each in value:
            yield from values_of(each, kinds)
    if not isinstance(value, Grouped):
        return
    hints = get_type_hints(type(value), include_extras=True)
    for name, field in structs.asdict(value).items():
        layout = get_args(hints.get(name))[1:]
        if any(layout == get_args(kind)[1:] for kind in kinds):
            yield field.to_bytes(32, "little") if isinstance(field, int) else field
        yield from values_of(field, kinds)


def planted(body: bytes, value: bytes, bad: bytes) -> bytes:
    """A body with one value changed for another."""
    at = body.index(value)
    return body[:at] + bad + body[at + len(bad) :]


def with_count(name: str, body: bytes, difference: int) -> bytes:
    """A body that counts more or fewer than it has."""
    at, size = COUNTS[name]
    count = int.from_bytes(body[at : at + size], "little") + difference
    return body[:at] + count.to_bytes(size, "little") + body[at + size :]


def spoilt(name: str, body: Body) -> Iterator[tuple[str, bytes]]:
    """Every way in which a body is spoilt, in words, and what comes of it."""
    encoded = encode_body(body)
    yield "a trailing byte", encoded + b"\0"
    yield "the last byte missing", encoded[:-1]
    if name in COUNTS:
        yield "one counted too many", with_count(name, encoded, 1)
        yield "one counted too few", with_count(name, encoded, -1)
        yield "129 counted", with_count(name, encoded, 129 - encoded[COUNTS[name][0]])
    for point in list(values_of(body, POINT_KINDS))[:1]:
        for bad in PLANTED:
            yield f"a point is the {bad}", planted(encoded, point, POINTS[bad])
    for scalar in list(values_of(body, (Sc,)))[:1]:
        yield "a scalar is q", planted(encoded, scalar, ORDER.to_bytes(32, "little"))
    for proof in values_of(body, (Member,)):
        for bits in (0, proof[0] - 1, proof[0] + 1, 13):
            yield f"a membership proof says n = {bits}", planted(encoded, proof, bytes((bits,)))


def code_of(group: Group, kind: int, body: bytes) -> int:
    """The reason code with which a body is refused."""
    try:
        decode_body(group, kind, body)
    except PeerFault as fault:
        return fault.code
    raise AssertionError("this body is not refused")


def make(group: Group) -> list[dict[str, object]]:
    """The vectors, of the first sample of each type."""
    first: dict[int, str] = {}
    samples = sample_bodies(group)
    for name, body in samples.items():
        first.setdefault(body.kind, name)
    return [
        {
            "name": f"{name}: {what}",
            "type": f"{kind:02x}",
            "code": code_of(group, kind, wrong),
            "body": wrong.hex(),
        }
        for kind, name in first.items()
        for what, wrong in spoilt(name, samples[name])
    ]


if __name__ == "__main__":
    FILE.write_text(json.dumps(make(SodiumGroup()), indent=1) + "\n", encoding="utf-8")
