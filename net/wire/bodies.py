"""All bodies of section 18 as amended: one class for each type, to bytes and back.

Reading raises nothing but a `PeerFault`; whoever holds a body holds values that passed E-2 to E-5.
"""

from net.crypto.faults import Malformed
from net.crypto.group import Group
from net.errors import LocalMistake
from net.limits import LONGEST_ANSWER, LONGEST_BODY
from net.wire.bodies_answer import Answered, read_answer, write_answer
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
from net.wire.bodies_trail import (
    TrailAbsent,
    TrailInSet,
    TrailNotHide,
    TrailOpened,
    TrailPlaced,
)
from net.wire.layout import Body, read_fields, write_fields
from net.wire.values import Reader

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
