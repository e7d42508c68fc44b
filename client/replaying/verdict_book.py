"""What this player's own checks found, by the digest of the very bytes: an altered file has none.

A verdict here is a note of one's own. Whoever wants to be sure checks again.
"""

from pathlib import Path

import msgspec
from msgspec import Struct

BOOK_FILE = "verdicts.json"
_MOST_BYTES = 4_000_000


class Noted(Struct, frozen=True, omit_defaults=True):
    """What is remembered of one file."""

    verdict: str = ""
    outcome: str | None = None  # None: not looked at yet; empty: not over
    steps: int = 0
    is_put_away: bool = False  # not over, and not to be gone on with


class VerdictBook:
    """The notes of one player's folder."""

    def __init__(self, home: Path) -> None:
        self._path = home / BOOK_FILE
        self._notes = _read(self._path)

    def find(self, digest: str) -> Noted:
        """What is known of a file."""
        return self._notes.get(digest, Noted())

    def keep(self, digest: str, verdict: str, outcome: str) -> None:
        """Remember a verdict, and how the game came out."""
        noted = msgspec.structs.replace(self.find(digest), verdict=verdict, outcome=outcome)
        self._write(digest, noted)

    def keep_outcome(self, digest: str, outcome: str, steps: int) -> None:
        """Remember how a game came out, so that it need not be run again for a list."""
        noted = msgspec.structs.replace(self.find(digest), outcome=outcome, steps=steps)
        self._write(digest, noted)

    def put_away(self, digest: str) -> None:
        """Remember that a game is not gone on with from here."""
        self._write(digest, msgspec.structs.replace(self.find(digest), is_put_away=True))

    def _write(self, digest: str, noted: Noted) -> None:
        # Another worker may have written since: its notes are kept.
        self._notes = {**_read(self._path), digest: noted}
        fresh = self._path.with_suffix(".new")
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            fresh.write_bytes(msgspec.json.encode(self._notes))
            fresh.replace(self._path)
        except OSError:
            return  # a note that cannot be written costs a second check, nothing else


def _read(path: Path) -> dict[str, Noted]:
    try:
        if path.stat().st_size > _MOST_BYTES:
            return {}
        return msgspec.json.decode(path.read_bytes(), type=dict[str, Noted])
    except (OSError, msgspec.DecodeError, UnicodeDecodeError):
        return {}
