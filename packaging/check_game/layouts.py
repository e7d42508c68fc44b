"""The bodies of entries, field by field: appendix A of the document, written down once more.

A field is a name and a function that takes it from the front of what is left. A body with a byte
too few or too many is Wrong, and so is a point that is none, wherever it stands.
"""

from collections.abc import Callable, Sequence
from types import SimpleNamespace
from typing import Any

import msgpack
from group import Wrong, point, scalar
from nacl import bindings as sodium

Body = SimpleNamespace
Take = Callable[["Reader", Body], Any]
Fields = Sequence[tuple[str, Take]]


class Reader:
    """The bytes of a body, and how far they were read."""

    def __init__(self, content: bytes) -> None:
        self._content = content
        self._at = 0

    def take(self, size: int) -> bytes:
        """So many bytes."""
        taken = self._content[self._at : self._at + size]
        if len(taken) < size:
            raise Wrong("a body is cut off")
        self._at += size
        return taken

    def peek(self) -> int:
        """The next byte, which is not taken yet."""
        return self._content[self._at] if self._at < len(self._content) else 0

    def fields(self, fields: Fields) -> Body:
        """Fields in order; each may depend on those before it."""
        body = Body()
        for name, take in fields:
            setattr(body, name, take(self, body))
        return body

    def finish(self) -> None:
        """Nothing may follow."""
        if self._at != len(self._content):
            raise Wrong("something follows a body")


def _number(size: int, none: int | None = None) -> Take:
    def take(reader: Reader, _body: Body) -> int | None:
        number = int.from_bytes(reader.take(size), "little")
        return None if number == none else number

    return take


def _raw(size: int) -> Take:
    return lambda reader, _body: reader.take(size)


def _many(count: Take, fields: Fields) -> Take:
    return lambda reader, body: [reader.fields(fields) for _ in range(count(reader, body))]


def _given(is_there: Callable[[Body], bool], take: Take, absent: Any = None) -> Take:
    return lambda reader, body: take(reader, body) if is_there(body) else absent


def _flagged(take: Take) -> Take:
    def taken(reader: Reader, body: Body) -> Any:
        flag = reader.take(1)[0]
        if flag > 1:
            raise Wrong("a flag that is neither 0 nor 1")
        return take(reader, body) if flag else None

    return taken


def _inner(fields: Fields) -> Take:
    return lambda reader, _body: reader.fields(fields)


def _member(reader: Reader, _body: Body) -> bytes:
    return reader.take(1 + 32 * (7 * reader.peek() + 1))


def _shuffle(count: int, payloads: int) -> int:
    return 32 * (count * (payloads + 1) + 4 * count + 5)


U8, U16, U32, U64 = (_number(size) for size in (1, 2, 4, 8))
SLOT_OR_NONE = _number(2, 0xFFFF)
HASH = _raw(32)


def POINT(reader: Reader, _body: Body) -> bytes:  # noqa: N802 - stands among the others
    """A point, judged as it is read."""
    return point(reader.take(32))


def SCALAR(reader: Reader, _body: Body) -> int:  # noqa: N802
    """A scalar, judged as it is read."""
    return scalar(reader.take(32))


def IDENTITY(reader: Reader, _body: Body) -> bytes:  # noqa: N802
    """An Ed25519 key, which must be a point of the subgroup too; zeros are nobody."""
    key = reader.take(32)
    return key if key == bytes(32) else point(key)


LIN1, LIN2, LIN3 = (_raw(32 * (1 + secrets)) for secrets in (1, 2, 3))
SLOT_PROOFS = _many(U8, (("slot", U16), ("proof", LIN2)))
KEYS: Fields = (("identity", POINT), ("back", POINT), ("coin", POINT))
REVEAL: Fields = (
    ("cards", _many(U16, (("handle", U32), ("code", U16), ("share", POINT)))),
    ("proof", LIN1),
)
HAS_CARD, FACE_DOWN, FACE_UP = (
    lambda body: body.back != 0,
    lambda body: body.back != 0 and body.face == 0 and body.lair is None,
    lambda body: body.back != 0 and body.face == 1,
)

LAYOUTS: dict[int, tuple[str, Fields]] = {
    0x01: ("GAME_OPEN", (
        ("identity", IDENTITY), ("random", HASH), ("setup", HASH), ("peer", U8), ("version", U16),
    )),
    0x02: ("KEY_COMMIT", (("commitment", HASH),)),
    0x03: ("KEY_OPEN", (*KEYS, ("box", HASH), ("salt", HASH), ("proof", LIN3))),
    0x04: ("VSS_DEAL", (
        ("threshold", U8),
        ("points", lambda reader, body: [
            [point(reader.take(32)) for _ in range(1 + body.threshold)] for _ in range(3)
        ]),
        ("shares", _many(U8, (("peer", U8), ("sealed", _raw(96 + 80))))),
    )),
    0x05: ("VSS_ACK", (("dealer", U8), ("complains", U8))),
    0x10: ("SHUFFLE", (
        ("deck", U8), ("generation", U16), ("count", U16), ("payloads", U8),
        ("proof", lambda reader, body: reader.take(_shuffle(body.count, body.payloads))),
    )),
    0x11: ("SHARES", (
        ("purpose", U8), ("shares", _many(U16, (("handle", U32), ("share", POINT)))),
        ("proof", LIN1),
    )),
    0x12: ("REVEAL", REVEAL),
    0x13: ("REKEY", (
        ("mode", U8), ("target", U8),
        ("cards", _many(U16, (
            ("handle", U32), ("mask", POINT), ("payload", POINT), ("back", _flagged(POINT)),
            ("proof", LIN2),
        ))),
    )),
    0x14: ("MIX", (
        ("handles", _many(U16, (("handle", U32),))),
        ("proof", lambda reader, body: reader.take(_shuffle(len(body.handles), 1))),
    )),
    0x15: ("CARD_IN_SET", (
        ("handle", U32), ("set_id", U16), ("commitment", POINT), ("link", LIN2),
        ("member", _member),
    )),
    0x16: ("SHOW", (("target", U8), ("sealed", _raw(256 + 80)))),
    0x20: ("TRAIL_PLACE", (
        ("slot", U16), ("back", U8), ("power", U8), ("face", U8), ("announced", U8),
        ("target", SLOT_OR_NONE), ("lair", SLOT_OR_NONE),
        ("hidden", _given(FACE_DOWN, _inner((
            ("seal", HASH), ("twin", POINT), ("location", POINT),
        )))),
        ("code", _given(FACE_UP, U16)),
        ("legality", _given(HAS_CARD, _member)),
        ("different", _given(HAS_CARD, SLOT_PROOFS, ())),
    )),
    0x21: ("TRAIL_OPEN", (
        ("openings", _many(U8, (("slot", U16), ("code", U16), ("nonce", HASH)))),
        ("not_hide", SLOT_PROOFS),
    )),
    0x22: ("TRAIL_ABSENT", (("city", U16), ("scope", U8), ("absent", SLOT_PROOFS))),
    0x23: ("TRAIL_IN_SET", (
        ("subject", U8), ("slot", SLOT_OR_NONE), ("set_id", U16), ("answer", U8),
        ("member", _member),
    )),
    0x24: ("TRAIL_NOT_HIDE", (("not_hide", SLOT_PROOFS),)),
    0x30: ("CHOICE_COMMIT", (("commitment", HASH),)),
    0x31: ("CHOICE_OPEN", (
        ("choice", U16), ("salt", HASH), ("revealed", _flagged(_inner(REVEAL))),
    )),
    0x40: ("COIN_SHARE", (("share", POINT), ("proof", LIN1))),
    0x50: ("TIMEOUT", (
        ("peer", U8), ("parent", HASH), ("index", U32), ("part", U16), ("time", U64),
    )),
    0x51: ("ACCUSE", (("reason", U8), ("entry", HASH))),
    0x52: ("PEER_LEAVE", (("peer", U8), ("successor", IDENTITY))),
    0x53: ("VSS_RELEASE", (
        ("peer", U8), ("successor", IDENTITY), ("sealed", _raw(96 + 80)),
    )),
    0x54: ("PEER_ACCEPT", (("peer", U8), *KEYS, ("box", HASH), ("proof", LIN3))),
    0x55: ("KEY_ROTATE", (
        *KEYS, ("proof", LIN3),
        ("cards", _many(U16, (
            ("handle", U32), ("mask", POINT), ("change", POINT), ("back", _flagged(POINT)),
        ))),
        ("relock", lambda reader, body: (
            reader.take(32 * (3 + len(body.cards))) if body.cards else b""
        )),
    )),
    0x60: ("AUDIT_OPEN", (
        ("seeds", _many(U8, (("epoch", U32), ("seed", HASH)))),
        ("scalars", _many(U8, (
            ("epoch", U32), ("identity", SCALAR), ("back", SCALAR), ("coin", SCALAR),
        ))),
    )),
    0x61: ("BACKUP", (
        ("length", U16), ("sealed", lambda reader, body: reader.take(body.length)),
    )),
    0x62: ("FINAL", (("outcome", U8), ("parent", HASH))),
    0x63: ("WITHDRAW", (("index", U32), ("part", U16), ("answer", HASH))),
    0x64: ("END_WISH", (("outcome", U8),)),
    0x65: ("RESUME", (("peer", U8), ("without", U8))),
    0x70: ("ANSWER", ()),
}  # fmt: skip


def name_of(kind: int) -> str:
    """The name of a type of entries."""
    if kind not in LAYOUTS:
        raise Wrong(f"there is no type {kind:02x}")
    return LAYOUTS[kind][0]


def body_of(kind: int, content: bytes) -> Body:
    """The body of an entry."""
    if name_of(kind) == "ANSWER":
        return _answer(content)
    reader = Reader(content)
    body = reader.fields(LAYOUTS[kind][1])
    reader.finish()
    return body


def _answer(content: bytes) -> Body:
    option, standing, shown = packed(content, list, 3)
    if not isinstance(option, dict) or not isinstance(shown, bytes):
        raise Wrong("an answer that is none")
    return Body(option=option, standing=standing, revealed=reveal_of(shown) if shown else None)


def reveal_of(content: bytes, size: int | None = None) -> Body:
    """The body of a REVEAL inside something else; in a box it is filled up with zeros."""
    reader = Reader(content)
    body = reader.fields(REVEAL)
    if size is not None:
        left = reader.take(size - reader._at)  # noqa: SLF001
        if left.strip(b"\0"):
            raise Wrong("something follows what is shown")
    reader.finish()
    return body


def packed(content: bytes, kind: type, size: int) -> Any:
    """Canonical MessagePack of a list or map of so many: whatever is written otherwise is Wrong."""
    try:
        value = msgpack.unpackb(content, strict_map_key=False)
    except (ValueError, TypeError, msgpack.UnpackException) as error:
        raise Wrong("no MessagePack") from error
    if not isinstance(value, kind) or len(value) < size or msgpack.packb(value) != content:
        raise Wrong("MessagePack that is not canonical, or of something else")
    return value


def box_key(key: bytes) -> bytes:
    """An X25519 key that something can be sealed to."""
    try:
        sodium.crypto_scalarmult(bytes(32), key)
    except Exception as error:
        raise Wrong("no key to seal to") from error
    return key
