"""A file with a peer's progress, one line a step, for a program that watches several peers.

A peer that is killed while writing leaves half a line. The next line is not joined to it, and the
reader skips it.
"""

import os
import time
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct


class Step(Struct, frozen=True, omit_defaults=True):
    """Entries kept so far; and what was decided, signed, reached us or was settled just now.

    An answer is named by the number of its request and of its part. `at` is the machine's steady
    clock, the same for all programs on it.
    """

    at: float
    entries: int
    decided: tuple[int, int] | None = None  # an answer of ours
    signed: tuple[int, int] | None = None  # the same with its proofs, before it is written and sent
    reached: tuple[int, int] | None = None  # another's, its signature checked and nothing else
    settled: int | None = None
    told: tuple[msgspec.Raw, ...] = ()  # the facts that followed from the settled request
    is_over: bool = False
    guests: int = 0  # before the game: how many are at the table, as this program sees it
    shown: tuple[int, str] | None = None  # by a window: after how many answers, and its digest
    cpu: float = 0.0  # told with entries alone: seconds of work of this process so far


_STEPS = msgspec.json.Decoder(Step)


class ProgressFile:
    """Where one peer writes its steps."""

    def __init__(self, path: Path) -> None:
        # Kept open, and written without a buffer: a step costs little of what it measures.
        self._file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        if os.fstat(self._file).st_size:
            os.write(self._file, b"\n")

    def write(self, entries: int, **others: Any) -> None:
        """Add a step that is made now."""
        step = Step(time.monotonic(), entries, **others)
        os.write(self._file, msgspec.json.encode(step) + b"\n")


class ProgressReader:
    """Reads what has been added since the last look."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._at = 0

    def new(self) -> list[Step]:
        """The steps written since."""
        if not self._path.exists():
            return []
        with self._path.open("rb") as file:
            file.seek(self._at)
            written = file.read()
        whole = written[: written.rfind(b"\n") + 1]
        self._at += len(whole)
        return [step for line in whole.splitlines() if (step := _read(line)) is not None]


def _read(line: bytes) -> Step | None:
    try:
        return _STEPS.decode(line)
    except msgspec.DecodeError:
        return None
