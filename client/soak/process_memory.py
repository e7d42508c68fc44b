"""What running programs hold in memory, for a trial that looks for secrets there (Linux).

1. A program is a process with all that it has started. Looked at is what it can write to: keys and
   whatever comes of them lie nowhere else.
2. Whoever looks should have stopped the program before.
"""

import os
import sys
from collections.abc import Iterator
from pathlib import Path

from engine.errors import BorgoError

_AT_ONCE = 1 << 22
_OVERLAP = 256  # longer than whatever is looked for: nothing is missed between two pieces
_PROCESSES = Path("/proc")


class NoMemory(BorgoError):
    """The memory of other programs cannot be read here, and why."""


def check_readable() -> None:
    """NoMemory where this system shows no memory of other programs, or not to us."""
    if sys.platform != "linux":
        raise NoMemory("no-memory-system")


def family(process: int) -> list[int]:
    """A process and all that it has started, and those, and so on."""
    children: dict[int, list[int]] = {}
    for path in _PROCESSES.glob("[0-9]*/stat"):
        try:
            # The name stands in brackets and may have any letters; behind it are state and parent.
            parent = int(path.read_text("utf-8", "replace").rpartition(")")[2].split()[1])
        except OSError:
            continue  # it has ended meanwhile
        children.setdefault(parent, []).append(int(path.parent.name))
    found = [process]
    for each in found:
        found += children.get(each, [])
    return found


def memory_of(process: int) -> Iterator[bytes]:
    """What it can write to, piece by piece, without what was never written."""
    folder = _PROCESSES / str(process)
    try:
        regions = [line.split() for line in (folder / "maps").read_text().splitlines()]
        with (folder / "mem").open("rb", buffering=0) as memory:
            for bounds, rights, *_ in regions:
                if rights.startswith("rw"):
                    start, end = (int(each, 16) for each in bounds.split("-"))
                    yield from _pieces(memory.fileno(), start, end)
    except OSError as error:
        raise NoMemory("no-memory", process=process, why=error.strerror or "") from error


def _pieces(file: int, start: int, end: int) -> Iterator[bytes]:
    for at in range(start, end, _AT_ONCE):
        try:
            piece = os.pread(file, min(_AT_ONCE + _OVERLAP, end - at), at)
        except OSError:
            continue  # of a device, or given back meanwhile
        if piece.count(0) < len(piece):
            yield piece
