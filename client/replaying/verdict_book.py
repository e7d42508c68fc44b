"""What this player's own checks found, by the digest of the very bytes: an altered file has none.

1. A verdict here is a note of one's own. Whoever wants to be sure checks again.
2. What another version of the program found wrong counts for nothing: it may have been too old for
   the game, or mistaken. What it found good stays.
"""

import contextlib
from pathlib import Path

import msgspec
from msgspec import Struct

from client.written_files import CannotWrite, write_anew
from engine.errors import BadRecord
from engine.record import Record, replay
from engine.versions import PROGRAM

BOOK_FILE = "verdicts.json"
_MOST_BYTES = 4_000_000
_VIOLATION = "violation"


class Noted(Struct, frozen=True, omit_defaults=True):
    """What is remembered of one file."""

    verdict: str = ""
    outcome: str | None = None  # None: not looked at yet; empty: not over
    steps: int = 0
    is_put_away: bool = False  # not over, and not to be gone on with
    program: str = ""  # the version that found it; the first release did not say


class VerdictBook:
    """The notes of one player's folder."""

    def __init__(self, home: Path) -> None:
        self._path = home / BOOK_FILE
        self._notes = _read(self._path)

    def find(self, digest: str) -> Noted:
        """What is known of a file."""
        noted = self._notes.get(digest, Noted())
        if noted.verdict == _VIOLATION and noted.program != PROGRAM:
            return Noted(is_put_away=noted.is_put_away)
        return noted

    def keep(self, digest: str, verdict: str, outcome: str) -> None:
        """Remember a verdict, and how the game came out."""
        self._note(digest, verdict=verdict, outcome=outcome)

    def look_at(self, digest: str, record: Record) -> Noted:
        """Run a game alone through once for every list; remember what came out, good or bad."""
        steps = len(record.answers)
        try:
            outcome = replay(record).state.outcome or ""
        except BadRecord:  # a replay shows as much of it as there is
            self._note(digest, verdict=_VIOLATION, outcome="", steps=steps)
        else:
            self._note(digest, outcome=outcome, steps=steps)
        return self.find(digest)

    def put_away(self, digest: str) -> None:
        """Remember that a game is not gone on with from here; CannotWrite if that fails."""
        self._write(digest, is_put_away=True)

    def _note(self, digest: str, **found: object) -> None:
        with contextlib.suppress(CannotWrite):  # it costs a second check, nothing else
            self._write(digest, program=PROGRAM, **found)

    def _write(self, digest: str, **found: object) -> None:
        self._notes = _read(self._path)  # another worker may have written since
        self._notes[digest] = msgspec.structs.replace(self.find(digest), **found)
        write_anew(self._path, msgspec.json.encode(self._notes))


def _read(path: Path) -> dict[str, Noted]:
    try:
        if path.stat().st_size > _MOST_BYTES:
            return {}
        return msgspec.json.decode(path.read_bytes(), type=dict[str, Noted])
    except (OSError, msgspec.DecodeError, UnicodeDecodeError):
        return {}
