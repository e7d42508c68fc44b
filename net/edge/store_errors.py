"""What can be wrong with the store, each in a sentence for the player."""

import os
import sqlite3
from pathlib import Path

from engine.errors import BorgoError
from engine.versions import STORE


class StoreError(BorgoError):
    """Nothing was written: what was asked for has not happened. What is wrong, as an id."""

    def __init__(self, identifier: str, path: Path | None = None, why: str = "") -> None:
        super().__init__(identifier, path=path or "", why=why)


class StoreFull(StoreError):
    """No room is left on the disk."""


class StoreReadOnly(StoreError):
    """The file or its folder may not be written."""


class StoreDamaged(StoreError):
    """The file is not a store, or its contents have been altered."""


class StoreInUse(StoreError):
    """Another program has it open; two with one identity would answer one request twice (K-1)."""


class StoreTooNew(StoreError):
    """A later program wrote it, in the version `theirs`; we know them up to `ours`."""

    def __init__(self, path: Path, theirs: int, ours: int) -> None:
        BorgoError.__init__(self, STORE.fault, path=path, theirs=theirs, ours=ours)


class StoreUnusable(StoreError):
    """The file cannot be opened, or the disk does not do what it should."""


class AlreadyAnswered(StoreError):
    """K-1, K-4: another entry of ours for the same place is stored; that one is to be sent."""

    def __init__(self, stored: bytes, refused: bytes) -> None:
        super().__init__("answered-already")
        self.stored = stored
        self.refused = refused


_KINDS: dict[int, tuple[type[StoreError], str]] = {
    sqlite3.SQLITE_FULL: (StoreFull, "store-full"),
    sqlite3.SQLITE_READONLY: (StoreReadOnly, "store-read-only"),
    sqlite3.SQLITE_PERM: (StoreReadOnly, "store-read-only"),
    sqlite3.SQLITE_CORRUPT: (StoreDamaged, "store-damaged"),
    sqlite3.SQLITE_NOTADB: (StoreDamaged, "store-not-ours"),
    sqlite3.SQLITE_BUSY: (StoreInUse, "store-in-use"),
    sqlite3.SQLITE_LOCKED: (StoreInUse, "store-in-use"),
    sqlite3.SQLITE_CANTOPEN: (StoreUnusable, "store-unopened"),
}


def explained(path: Path, error: sqlite3.Error) -> StoreError:
    """The same, in words and by kind."""
    extended: int = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR)
    if extended & 0xFF == sqlite3.SQLITE_CANTOPEN and not os.access(path.parent, os.W_OK):
        return StoreReadOnly("store-folder-closed", path)
    kind, identifier = _KINDS.get(extended & 0xFF, (StoreUnusable, "store-broken"))
    return kind(identifier, path, str(error))
