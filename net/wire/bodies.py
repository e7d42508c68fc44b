"""All bodies of section 18 as amended: one class for each type, to bytes and back.

Reading raises nothing but a `PeerFault`; the values in a body that was read passed E-2 to E-5. The
body of an open answer holds an option in its canonical bytes (22.4, 22.7, PA-14).
"""

from functools import reduce
from operator import or_
from typing import ClassVar

import msgspec

from engine.canonical import encode
from engine.ids import MomentId
from engine.options import BY_NAME, Option
from net.crypto.faults import Malformed
from net.crypto.group import Group
from net.errors import LocalMistake
from net.limits import LONGEST_ANSWER, LONGEST_BODY, MOST_STANDING_CHANGES
from net.wire.bodies_cards import (
    CardProved,
    ChoiceCommitted,
    ChoiceOpened,
    CoinShared,
    Mixed,
    Rekeyed,
    Revealed,
    SharesSent,
    ShownTo,
    Shuffled,
)
from net.wire.bodies_setup import GameOpen, KeyCommit, KeyOpen, VssAck, VssDeal
from net.wire.bodies_table import (
    Accused,
    AuditOpened,
    Backup,
    EndWish,
    Final,
    KeysRotated,
    PeerAccepted,
    PeerLeft,
    Resumed,
    TimedOut,
    VssReleased,
    Withdrawn,
)
from net.wire.bodies_trail import TrailAbsent, TrailInSet, TrailNotHide, TrailOpened, TrailPlaced
from net.wire.layout import Body, Reader, read_fields, write_fields

__all__ = [
    "BODY_TYPES",
    "INTERLUDE_KINDS",
    "NOTE_KINDS",
    "Accused",
    "Answered",
    "AuditOpened",
    "Backup",
    "Body",
    "CardProved",
    "ChoiceCommitted",
    "ChoiceOpened",
    "CoinShared",
    "EndWish",
    "Final",
    "GameOpen",
    "KeyCommit",
    "KeyOpen",
    "KeysRotated",
    "Mixed",
    "PeerAccepted",
    "PeerLeft",
    "Rekeyed",
    "Resumed",
    "Revealed",
    "SharesSent",
    "ShownTo",
    "Shuffled",
    "TimedOut",
    "TrailAbsent",
    "TrailInSet",
    "TrailNotHide",
    "TrailOpened",
    "TrailPlaced",
    "VssAck",
    "VssDeal",
    "VssReleased",
    "Withdrawn",
    "decode_body",
    "encode_body",
]


Changes = tuple[tuple[MomentId, bool], ...]

# Every option by its tag: what is no option of the game does not decode.
_OPTION = reduce(or_, BY_NAME.values())
_DECODER = msgspec.msgpack.Decoder(tuple[_OPTION, Changes, bytes])  # type: ignore[valid-type]


class Answered(Body, frozen=True):
    """70: an answer to `Choose`, changes to standing passes, and the card it shows, if any."""

    kind: ClassVar[int] = 0x70

    option: Option
    standing: Changes = ()
    revealed: Revealed | None = None


def write_answer(answer: Answered) -> bytes:
    """The body: MessagePack of option, changes, and the body of a REVEAL or nothing."""
    shown = b"" if answer.revealed is None else write_fields(answer.revealed)
    return encode((answer.option, answer.standing, shown))


def read_answer(group: Group, body: bytes) -> Answered:
    """Refuse what is long, of another type, or not written as `write_answer` writes it."""
    if len(body) > LONGEST_ANSWER:
        raise Malformed(f"an answer of {len(body)} bytes")
    try:
        option, standing, shown = _DECODER.decode(body)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
        raise Malformed("no answer to anything") from error
    if len(standing) > MOST_STANDING_CHANGES:
        raise Malformed(f"{len(standing)} changes at once")
    answer = Answered(option, standing, _read_shown(group, shown))
    if write_answer(answer) != body:
        raise Malformed("an answer that is not canonical")
    return answer


def _read_shown(group: Group, shown: bytes) -> Revealed | None:
    if not shown:
        return None
    reader = Reader(group, shown)
    revealed = read_fields(Revealed, reader)
    reader.finish()
    return revealed


BODY_TYPES: dict[int, type[Body]] = {
    body.kind: body
    for body in (
        GameOpen, KeyCommit, KeyOpen, VssDeal, VssAck,
        Shuffled, SharesSent, Revealed, Rekeyed, Mixed, CardProved, ShownTo,
        TrailPlaced, TrailOpened, TrailAbsent, TrailInSet, TrailNotHide,
        ChoiceCommitted, ChoiceOpened, CoinShared,
        TimedOut, Accused, PeerLeft, VssReleased, PeerAccepted, KeysRotated,
        AuditOpened, Backup, Final, Withdrawn, EndWish, Resumed,
        Answered,
    )
}  # fmt: skip

# 22.8: what forms an interlude inside the request it interrupts, and is chained with it.
INTERLUDE_KINDS = frozenset(
    body.kind for body in (TimedOut, PeerLeft, VssReleased, PeerAccepted, KeysRotated, Withdrawn)
)

# 22.8: what stays outside the chain; files carry it as notes.
NOTE_KINDS = frozenset((Accused.kind, Backup.kind, EndWish.kind))


def encode_body(body: Body) -> bytes:
    """The bytes of a body; a LocalMistake if nobody would read them."""
    try:
        body.check()
        written = write_answer(body) if isinstance(body, Answered) else write_fields(body)
    except (Malformed, ValueError, TypeError, OverflowError) as error:
        raise LocalMistake(f"{type(body).__name__}: {error}") from error
    longest = LONGEST_ANSWER if isinstance(body, Answered) else LONGEST_BODY
    if len(written) > longest:
        raise LocalMistake(f"{type(body).__name__} of {len(written)} bytes")
    return written


def decode_body(group: Group, kind: int, body: bytes) -> Body:
    """E-5: the body of an entry of this type."""
    if len(body) > LONGEST_BODY:
        raise Malformed(f"a body of {len(body)} bytes")
    if kind == Answered.kind:
        return read_answer(group, body)
    if kind not in BODY_TYPES:
        raise Malformed(f"there is no type {kind:02x}")
    reader = Reader(group, body)
    read = read_fields(BODY_TYPES[kind], reader)
    reader.finish()
    read.check()
    return read
