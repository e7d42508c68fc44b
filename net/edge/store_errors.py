"""What can be wrong with the store, each in a sentence for the player."""

import os
import sqlite3
from pathlib import Path

from engine.errors import BorgoError


class StoreError(BorgoError):
    """Nothing was written: what was asked for has not happened."""


class StoreFull(StoreError):
    """No room is left on the disk."""


class StoreReadOnly(StoreError):
    """The file or its folder may not be written."""


class StoreDamaged(StoreError):
    """The file is not a store, or its contents have been altered."""


class StoreInUse(StoreError):
    """Another program has it open; two with one identity would answer one request twice (K-1)."""


class StoreTooNew(StoreError):
    """A later version of the program made it."""


class StoreUnusable(StoreError):
    """The file cannot be opened, or the disk does not do what it should."""


class AlreadyAnswered(StoreError):
    """K-1, K-4: another entry of ours for the same place is stored; that one is to be sent."""

    def __init__(self, stored: bytes, refused: bytes) -> None:
        super().__init__("This request has been answered already, in another way.")
        self.stored = stored
        self.refused = refused


_KINDS: dict[int, tuple[type[StoreError], str]] = {
    sqlite3.SQLITE_FULL: (StoreFull, "The disk is full: {path} cannot grow."),
    sqlite3.SQLITE_READONLY: (StoreReadOnly, "{path} may not be written."),
    sqlite3.SQLITE_PERM: (StoreReadOnly, "{path} may not be written."),
    sqlite3.SQLITE_CORRUPT: (StoreDamaged, "{path} is damaged."),
    sqlite3.SQLITE_NOTADB: (StoreDamaged, "{path} is damaged or was not made by Borgo."),
    sqlite3.SQLITE_BUSY: (StoreInUse, "{path} is in use by another Borgo."),
    sqlite3.SQLITE_LOCKED: (StoreInUse, "{path} is in use by another Borgo."),
    sqlite3.SQLITE_CANTOPEN: (StoreUnusable, "{path} cannot be opened."),
}


def explained(path: Path, error: sqlite3.Error) -> StoreError:
    """The same, in words and by kind."""
    extended: int = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR)
    if extended & 0xFF == sqlite3.SQLITE_CANTOPEN and not os.access(path.parent, os.W_OK):
        return StoreReadOnly(f"The folder of {path} may not be written.")
    kind, words = _KINDS.get(extended & 0xFF, (StoreUnusable, "{path} does not work: {error}."))
    return kind(words.format(path=path, error=error))
