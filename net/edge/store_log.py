"""SQLite's log beside the store, looked at before SQLite reads it.

SQLite takes the first frame that does not check for the end of the log and drops what stands behind
it, without a word. Here it is found out whether that was an end, and if not, file and log are
copied aside. The format is the published one of SQLite's write-ahead log: a header, then a frame
for each page; a header and its frames bear the same salts, and each frame carries the checksum of
everything up to it.
"""

import itertools
import struct
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from net.edge.closed_files import write_whole

_HEADER = struct.Struct(">8I")  # magic, version, page size, sequence, two salts, two sums
_FRAME = struct.Struct(">6I")  # page, pages of the file if this ends a transaction, salts, sums
_SUMMED = 8  # bytes: of a frame's head, the page and the size; the salts are compared
_HEADER_SUMMED = 24
_MAGIC = 0x377F0682  # with 1 added if the sums are of big-endian words
_SMALLEST_PAGE = 512  # others are its multiples
_MASK = 0xFFFFFFFF

_Sums = tuple[int, int]


class _Frame(NamedTuple):
    at: int
    ends_transaction: bool
    is_current: bool  # written since the log was begun anew
    sums: _Sums


def harm_in(log: bytes) -> int | None:
    """The byte from which on a log is damaged; None if it is sound.

    What was being written when the power went has no end of a transaction behind it, and is no
    damage. A header of zeros has never reached the disk.
    """
    if not log[: _HEADER.size].strip(b"\0") or len(log) < _HEADER.size:
        return None
    magic, _, page_size, _, *_, first, second = _HEADER.unpack_from(log)
    order = ">" if magic & 1 else "<"
    sums = _summed(log[:_HEADER_SUMMED], order, (0, 0))
    if magic & ~1 != _MAGIC or page_size % _SMALLEST_PAGE or sums != (first, second):
        return 0
    frames = _frames(log, page_size)
    for frame in frames:
        start = frame.at + _FRAME.size
        sums = _summed(log[frame.at : frame.at + _SUMMED], order, sums)
        sums = _summed(log[start : start + page_size], order, sums)
        if not frame.is_current or sums != frame.sums:
            is_followed = any(each.is_current and each.ends_transaction for each in frames)
            return frame.at if is_followed else None
    return None


def read_log(path: Path) -> bytes:
    """The log of the store at a path; nothing if there is none, as after every orderly end."""
    try:
        return log_of(path).read_bytes()
    except FileNotFoundError:
        return b""


def log_of(path: Path) -> Path:
    """Where SQLite keeps the log of a file."""
    return path.with_name(f"{path.name}-wal")


def copy_aside(path: Path, log: bytes) -> Path:
    """Copy a file and its log durably, beside it, under the first names that are free."""
    for number in itertools.count(1):
        aside = path.with_name(f"{path.name}.damaged-{number}")
        try:
            write_whole(aside, path.read_bytes())
            write_whole(log_of(aside), log)
        except FileExistsError:
            continue
        except OSError:
            discard(aside)
            raise
        return aside
    raise AssertionError


def discard(aside: Path) -> None:
    """Take such copies away again."""
    aside.unlink(missing_ok=True)
    log_of(aside).unlink(missing_ok=True)


def _frames(log: bytes, page_size: int) -> Iterator[_Frame]:
    """The whole frames, right or wrong."""
    size = _FRAME.size + page_size
    salts = _HEADER.unpack_from(log)[4:6]
    for at in range(_HEADER.size, len(log) - size + 1, size):
        _, pages, *theirs, first, second = _FRAME.unpack_from(log, at)
        yield _Frame(at, bool(pages), tuple(theirs) == salts, (first, second))


def _summed(content: bytes, order: str, sums: _Sums) -> _Sums:
    """The sums after some more bytes, which are a multiple of eight."""
    first, second = sums
    words = iter(struct.unpack(f"{order}{len(content) // 4}I", content))
    for even, odd in zip(words, words, strict=True):
        first = (first + even + second) & _MASK
        second = (second + odd + first) & _MASK
    return first, second
