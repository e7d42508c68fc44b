"""A record as one file, strictly read (protocol section 22.12).

The first line says the number of the format. In format 1 it is `BORGO1` and a newline, then frames:
one byte kind, four bytes length, the bytes. Kind 5 is a part of an engine record, kind 9 the end
with a digest of everything before it.
"""

import hashlib
import re
import struct
from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from engine.canonical import encode
from engine.errors import BadRecord
from engine.game import Standing
from engine.options import BY_NAME
from engine.record import Record, Setup
from engine.shapes import Shape
from engine.versions import FILE, FURY, RULES

RECORD, END = 5, 9

# What stops a hostile file before much is built of it. The longest game of bots that was seen had
# 5,000 answers and fewer openings, at 30 bytes for one of each; and others may cut the parts
# smaller than we do.
MOST_ANSWERS = MOST_OPENED = 50_000
MOST_BYTES = 2 * 1024 * 1024
MOST_FRAMES = 1000
MOST_FRAME_BYTES = 66_000

_CHUNK = 1000  # answers or openings a frame; well below the frame limit
_SHOWN = 60  # so much of what is no answer is enough to find it

_FIRST_LINE = re.compile(rb"BORGO([1-9][0-9]{0,8})\n")

_HEAD = struct.Struct("<BI")  # little endian like all numbers of the protocol (E-4)


class _Rules(msgspec.Struct):
    """What every set-up has, whatever else is in it."""

    rules: int


def first_line(number: int) -> bytes:
    """What a game's file of this format begins with."""
    return b"BORGO%d\n" % number


def format_of(file: bytes) -> int | None:
    """The format of a game's file; None if it is none, TooNew if it is of a later program."""
    found = _FIRST_LINE.match(file)
    if found is None:
        return None
    number = int(found[1])
    FILE.check(number)
    return number


def to_bytes(record: Record) -> bytes:
    """The file of a record."""
    parts: list[tuple[str, Any]] = [("setup", record.setup)]
    for name, values in (("answers", record.answers), ("opened", record.opened)):
        parts += [(name, values[start : start + _CHUNK]) for start in range(0, len(values), _CHUNK)]
    body = first_line(FILE.newest) + b"".join(_frame(RECORD, encode(part)) for part in parts)
    return body + _frame(END, _digest(body))


def from_bytes(data: bytes) -> Record:
    """The record in a file; raises BadRecord saying what is wrong and where."""
    setup: Setup | None = None
    answers: list[Any] = []
    opened: list[tuple[str, str]] = []
    for number, (name, value) in enumerate(_parts(data)):
        try:
            if name == "setup" and setup is None and number == 0:
                setup = _setup(value)
            elif name == "answers" and setup is not None and not opened:
                _check_count(name, len(answers) + len(value), MOST_ANSWERS)
                answers += [thaw(each) for each in value]
            elif name == "opened" and setup is not None:
                _check_count(name, len(opened) + len(value), MOST_OPENED)
                opened += msgspec.convert(value, list[tuple[str, str]])
            else:
                raise BadRecord("record-part-misplaced", part=number, name=name)
        except (msgspec.ValidationError, TypeError, ValueError, RecursionError) as wrong:
            raise BadRecord("record-part", part=number, name=name, why=wrong) from wrong
    if setup is None:
        raise BadRecord("record-no-setup")
    return Record(setup, tuple(answers), tuple(opened))


def _setup(value: Any) -> Setup:
    """A set-up, if its rules are none of a later program; without a version they are the first."""
    said = {"rules": 1, **value} if isinstance(value, dict) else value
    RULES[FURY].check(msgspec.convert(said, _Rules).rules)
    return msgspec.convert(said, Setup)


def _check_count(name: str, count: int, most: int) -> None:
    if count > most:
        raise BadRecord("record-too-many", name=name, most=most)


def thaw(raw: Any) -> Any:
    """An answer as it was before it was encoded."""
    if isinstance(raw, list):
        return tuple(thaw(each) for each in raw)
    if not isinstance(raw, dict):
        return raw
    if "option" in raw and isinstance(raw["option"], str) and raw["option"] in BY_NAME:
        return msgspec.convert(raw, BY_NAME[raw["option"]])
    if raw.get("type") == "shape":
        return msgspec.convert(raw, Shape)
    if raw.get("type") == "standing":
        standing = msgspec.convert(raw, Standing)
        return Standing(thaw(standing.option), standing.changes)
    raise ValueError(f"{str(raw)[:_SHOWN]!r} is no answer")


def _frame(kind: int, body: bytes) -> bytes:
    return _HEAD.pack(kind, len(body)) + body


def _digest(body: bytes) -> bytes:
    return hashlib.blake2b(body, digest_size=32, person=b"FOD1-record").digest()


def _parts(data: bytes) -> Iterator[tuple[str, Any]]:
    """The parts of the engine record, once the whole file has been found sound."""
    if (number := format_of(data)) is None:
        raise BadRecord("game-none")
    bodies = list(_READERS[number](data))
    for number, body in enumerate(bodies):
        try:
            part = msgspec.msgpack.decode(body)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as wrong:
            raise BadRecord("record-frame-unreadable", frame=number, why=wrong) from wrong
        if not (isinstance(part, list) and len(part) == 2 and isinstance(part[0], str)):
            raise BadRecord("record-frame-strange", frame=number)
        yield part[0], part[1]


def _frames(data: bytes) -> Iterator[bytes]:
    if len(data) > MOST_BYTES:
        raise BadRecord("game-longer", size=len(data), most=MOST_BYTES)
    at = len(first_line(1))
    for number in range(MOST_FRAMES):
        kind, body = _frame_at(data, at, number)
        if kind == END:
            _check_end(data, at, body)
            return
        if kind != RECORD:
            raise BadRecord("game-frame-kind", frame=number, at=at, kind=kind)
        yield body
        at += _HEAD.size + len(body)
    raise BadRecord("game-frames", most=MOST_FRAMES)


# The bodies in a file, by its format.
_READERS: dict[int, Callable[[bytes], Iterator[bytes]]] = {1: _frames}


def _frame_at(data: bytes, at: int, number: int) -> tuple[int, bytes]:
    if at + _HEAD.size > len(data):
        raise BadRecord("game-truncated", frame=number, at=at)
    kind, length = _HEAD.unpack_from(data, at)
    if length > MOST_FRAME_BYTES:
        raise BadRecord("game-frame-size", frame=number, at=at, size=length)
    body = data[at + _HEAD.size : at + _HEAD.size + length]
    if len(body) < length:
        raise BadRecord("game-truncated", frame=number, at=at)
    return kind, body


def _check_end(data: bytes, at: int, body: bytes) -> None:
    if body != _digest(data[:at]):
        raise BadRecord("record-altered")
    if at + _HEAD.size + len(body) != len(data):
        raise BadRecord("game-after-end")
