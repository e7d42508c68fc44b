"""A game of peers as one file: what was signed, exactly as it was signed (22.12).

The first line says the number of the format. In format 1 it is `BORGO1` and a newline, then frames:
one byte kind, four bytes length, little endian, the bytes.
Whoever reads one knows that it is whole and within the limits; whether what it says is right is
for the checks of entries and proofs.
"""

import struct
from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import IntEnum
from typing import NamedTuple

from engine.record_file import first_line, format_of
from engine.versions import FILE
from net.errors import BadGameFile
from net.limits import LONGEST_FILE, LONGEST_FILE_FRAME, MOST_FILE_FRAMES

_HEAD = struct.Struct("<BI")
_PARENT_SIZE = 32


class FrameKind(IntEnum):
    """22.12: what a frame holds."""

    SETUP = 1  # with its signatures
    ENTRY = 2  # in order of index and part, interludes in place
    NOTE = 3  # an entry outside the chain: ACCUSE, BACKUP, END_WISH
    CHAT = 4
    RECORD = 5  # of the engine
    END = 9  # the final parent


class FileFrame(NamedTuple):
    """One frame of a game file."""

    kind: FrameKind
    content: bytes


def write_game_file(frames: Iterable[FileFrame], final_parent: bytes) -> bytes:
    """The file; evidence is the same, cut after the offending entry, with its ACCUSE as a note."""
    whole = (*frames, FileFrame(FrameKind.END, final_parent))
    for frame in whole:
        if len(frame.content) > LONGEST_FILE_FRAME:
            raise ValueError(f"a frame of {len(frame.content)} bytes")
    written = [_HEAD.pack(frame.kind, len(frame.content)) + frame.content for frame in whole]
    return first_line(FILE.newest) + b"".join(written)


def read_game_file(file: bytes) -> Sequence[FileFrame]:
    """All frames, the last one the end; raises BadGameFile saying what is wrong and where.

    TooNew if a later program wrote it.
    """
    number = format_of(file)
    if len(file) > LONGEST_FILE:
        raise BadGameFile("game-longer", size=len(file), most=LONGEST_FILE)
    if number is None:
        raise BadGameFile("game-none")
    frames = list(_READERS[number](file))
    if not frames or frames[-1].kind is not FrameKind.END:
        raise BadGameFile("game-endless")
    if len(frames[-1].content) != _PARENT_SIZE:
        raise BadGameFile("game-no-parent")
    return frames


def _frames(file: bytes) -> Iterator[FileFrame]:
    at, number = len(first_line(1)), 0
    while at != len(file):
        if number == MOST_FILE_FRAMES:
            raise BadGameFile("game-frames", most=MOST_FILE_FRAMES)
        frame = _frame_at(file, at, number)
        yield frame
        at, number = at + _HEAD.size + len(frame.content), number + 1
        if frame.kind is FrameKind.END and at != len(file):
            raise BadGameFile("game-after-end")


# The frames of a file, by its format.
_READERS: dict[int, Callable[[bytes], Iterator[FileFrame]]] = {1: _frames}


def _frame_at(file: bytes, at: int, number: int) -> FileFrame:
    if at + _HEAD.size > len(file):
        raise _truncated(number, at)
    kind, length = _HEAD.unpack_from(file, at)
    if length > LONGEST_FILE_FRAME:
        raise BadGameFile("game-frame-size", frame=number, at=at, size=length)
    content = file[at + _HEAD.size : at + _HEAD.size + length]
    if len(content) < length:
        raise _truncated(number, at)
    try:
        return FileFrame(FrameKind(kind), content)
    except ValueError as error:
        raise BadGameFile("game-frame-kind", frame=number, at=at, kind=kind) from error


def _truncated(number: int, at: int) -> BadGameFile:
    return BadGameFile("game-truncated", frame=number, at=at)
