"""The file of a game between peers: set-up, entries, notes, talk and the end, as signed (22.12).

1. The first line names the format. Format 1 is `BORGO1` and a newline, then frames: one byte for
   the kind, four bytes for the length (little endian), then the content.
2. Reading checks that the file is whole, within the limits and in the right order. It fails with
   the reason otherwise.
3. Whether the signed content is right is judged in `net/judging/verification.py`.
"""

import struct
from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import IntEnum
from typing import NamedTuple

from engine.canonical import encode
from engine.record_file import first_line, format_of
from engine.versions import FILE
from net.crypto.faults import PeerFault
from net.crypto.hashing import next_parent
from net.errors import BadGameFile, PeerMisbehaved
from net.limits import (
    LONGEST_FILE,
    LONGEST_FILE_FRAME,
    MOST_FILE_FRAMES,
    MOST_FILE_LINES,
    MOST_FILE_NOTES,
)
from net.log.chain import Chain
from net.log.entry import FIRST_PARENT, Entry, decode_entry
from net.wire.bodies import INTERLUDE_KINDS
from net.wire.table_setup import SignedSetup, TableSetup, check_numbers, read_signed_setup

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


# --- What the frames of a table's game mean, and their order ---


# 22.12: the order of frames; entries follow one another in order of index and part.
_ORDER = (FrameKind.SETUP, FrameKind.ENTRY, FrameKind.NOTE, FrameKind.CHAT, FrameKind.END)

# All that the file of a game without signatures has.
_UNSIGNED = frozenset({FrameKind.RECORD, FrameKind.END})

# What is refused if there is more of it, and with which words.
_BOUNDED = (
    (FrameKind.NOTE, MOST_FILE_NOTES, "game-notes"),
    (FrameKind.CHAT, MOST_FILE_LINES, "game-lines"),
)


class TableGame(NamedTuple):
    """The content of a table's game file, as the bytes that were signed."""

    signed_setup: bytes
    entries: tuple[bytes, ...]
    notes: tuple[bytes, ...] = ()
    chat: tuple[bytes, ...] = ()
    final_parent: bytes = FIRST_PARENT

    def setup(self) -> TableSetup:
        """The set-up, signed by every peer; BadGameFile if it is not."""
        try:
            return read_signed_setup(self.signed_setup)
        except PeerFault as fault:
            raise BadGameFile("game-setup") from fault


def table_game(
    signed: SignedSetup, entries: Iterable[Entry], parent: bytes, notes: Iterable[bytes] = ()
) -> TableGame:
    """The game of a chain, whole or so far; `parent` is the chain's last."""
    return TableGame(
        encode(signed),
        tuple(entry.to_bytes() for entry in entries),
        tuple(notes),
        final_parent=parent,
    )


def evidence_of(
    signed: SignedSetup, chain: Chain, wrong: PeerMisbehaved, notes: Iterable[bytes] = ()
) -> TableGame:
    """22.12: evidence for anybody else: the game up to the wrong entry, with that at its end."""
    offending = [decode_entry(encoded) for encoded in wrong.entries]
    last = offending[-1]
    pending = [entry for entry in chain.unfinished() if _leads_to(last, entry)]
    before = [entry for entry in (*chain.everything(), *pending) if entry.hash != last.hash]
    known = {entry.hash for entry in before}
    added = [entry for entry in offending if entry.hash not in known]
    return table_game(signed, (*before, *added), _end_of(chain), notes)


def _leads_to(last: Entry, entry: Entry) -> bool:
    """Whether the wrong entry may build on an entry of its request: a control entry, or a part."""
    return entry.kind in INTERLUDE_KINDS if entry.is_control else entry.part <= last.part


def _end_of(chain: Chain) -> bytes:
    """The last parent; also of a request in which only one peer could see the fault."""
    if not chain.is_complete():
        return chain.parent
    return next_parent(chain.parent, (entry.hash for entry in chain.entries(chain.index)))


def to_file(game: TableGame) -> bytes:
    """The file."""
    kinds = (
        (FrameKind.SETUP, (game.signed_setup,)),
        (FrameKind.ENTRY, game.entries),
        (FrameKind.NOTE, game.notes),
        (FrameKind.CHAT, game.chat),
    )
    frames = (FileFrame(kind, content) for kind, contents in kinds for content in contents)
    return write_game_file(frames, game.final_parent)


def is_table_file(file: bytes) -> bool:
    """Whether a file is of a table, perhaps damaged, and not an unsigned engine record."""
    return any(frame.kind not in _UNSIGNED for frame in read_game_file(file))


def from_file(file: bytes) -> TableGame:
    """Read a game; BadGameFile if its frames are not those of a table's game.

    TooNew if a later program wrote it.
    """
    frames = read_game_file(file)
    kinds = [frame.kind for frame in frames]
    setups = kinds.count(FrameKind.SETUP)
    if not setups:
        raise BadGameFile("game-unsigned")
    if setups > 1:
        raise BadGameFile("game-setups", count=setups)
    check_numbers(frames[0].content)
    if FrameKind.RECORD in kinds:
        raise BadGameFile("game-mixed")
    if [_ORDER.index(kind) for kind in kinds] != sorted(_ORDER.index(kind) for kind in kinds):
        raise BadGameFile("game-order")
    for kind, most, identifier in _BOUNDED:
        if (count := kinds.count(kind)) > most:
            raise BadGameFile(identifier, count=count, most=most)
    return TableGame(
        frames[0].content,
        _contents(frames, FrameKind.ENTRY),
        _contents(frames, FrameKind.NOTE),
        _contents(frames, FrameKind.CHAT),
        frames[-1].content,
    )


def _contents(frames: Sequence[FileFrame], kind: FrameKind) -> tuple[bytes, ...]:
    return tuple(frame.content for frame in frames if frame.kind is kind)
