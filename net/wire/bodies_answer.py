"""The body of an open answer: an option in its canonical bytes (22.4, 22.7, PA-14)."""

from functools import reduce
from operator import or_
from typing import ClassVar

import msgspec

from engine.canonical import encode
from engine.ids import MomentId
from engine.options import BY_NAME, Option
from net.crypto.faults import Malformed
from net.crypto.group import Group
from net.limits import LONGEST_ANSWER, MOST_STANDING_CHANGES
from net.wire.bodies_cards import Revealed
from net.wire.layout import Body, read_fields, write_fields
from net.wire.values import Reader

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
