"""One SQLite file: opened for one program, written whole or not at all, its errors in words.

An older file is brought to the newest version step by step, each in one transaction: a crash
leaves it as it was before a step or after it. A copy of what it was is kept beside it.
"""

import contextlib
import errno
import os
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NoReturn

from engine.versions import STORE
from net.edge.closed_files import make_folder, sync_file, sync_folder, write_whole
from net.edge.store_errors import (
    StoreDamaged,
    StoreError,
    StoreFull,
    StoreInUse,
    StoreReadOnly,
    StoreTooNew,
    StoreUnusable,
    explained,
)
from net.edge.store_log import copy_aside, discard, harm_in, read_log
from net.limits import STORE_LOCK_S

_APPLICATION = int.from_bytes(b"BORG", "big")
_KINDS: dict[int, type[StoreError]] = {
    errno.EACCES: StoreReadOnly,
    errno.EPERM: StoreReadOnly,
    errno.EROFS: StoreReadOnly,
    errno.ENOSPC: StoreFull,
}

# Each makes of one version the next; the first makes version 1 of nothing. None is ever changed.
STEPS: tuple[str, ...] = (
    """
CREATE TABLE players (
    identity BLOB PRIMARY KEY, name TEXT NOT NULL, met_at INTEGER NOT NULL,
    seen_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE games (
    id BLOB PRIMARY KEY, setup BLOB NOT NULL, began_at INTEGER NOT NULL,
    head_index INTEGER NOT NULL DEFAULT 0, head_parent BLOB NOT NULL DEFAULT (zeroblob(32)),
    outcome TEXT NOT NULL DEFAULT ''
) STRICT, WITHOUT ROWID;
CREATE TABLE entries (
    number INTEGER PRIMARY KEY, game BLOB NOT NULL, hash BLOB NOT NULL, epoch INTEGER NOT NULL,
    position INTEGER NOT NULL, part INTEGER NOT NULL, peer INTEGER NOT NULL,
    is_own INTEGER NOT NULL, bytes BLOB NOT NULL, UNIQUE (game, hash)
) STRICT;
CREATE UNIQUE INDEX answered_once ON entries (game, epoch, position, part, peer) WHERE is_own = 1;
CREATE INDEX by_position ON entries (game, position, part);
CREATE TABLE secrets (
    game BLOB NOT NULL, name TEXT NOT NULL, sealed BLOB NOT NULL, PRIMARY KEY (game, name)
) STRICT, WITHOUT ROWID;
CREATE TABLE notes (
    number INTEGER PRIMARY KEY, game BLOB NOT NULL, kind INTEGER NOT NULL, bytes BLOB NOT NULL
) STRICT
""",
)


class StoreFile:
    """The file and its transactions. What is in it is for `Store`."""

    def __init__(self, path: Path) -> None:
        self._path = path
        _make_file(path)
        with _explaining_files(path):
            log = read_log(path)
        if harm_in(log) is not None:
            self._rescue(log)
        self._lock()
        try:
            with self._explaining():
                self._prepare()
        except BaseException:
            self._base.close()
            raise

    def close(self) -> None:
        """Let it go; what was written and not yet synced is synced."""
        with self._explaining():
            self._base.close()

    def check(self) -> None:
        """Read everything once; StoreDamaged if it is not sound."""
        found = self.rows("PRAGMA quick_check(1)")
        if found != [("ok",)]:
            raise StoreDamaged("store-damaged", self._path, str(found[0][0]))

    def rows(self, question: str, *values: object) -> list[Any]:
        """Ask."""
        with self._explaining():
            return self._base.execute(question, values).fetchall()

    def execute(self, change: str, *values: object) -> None:
        """Change something, inside `writing`."""
        with self._explaining():
            self._base.execute(change, values)

    @contextlib.contextmanager
    def writing(self, *, is_synced: bool) -> Iterator[None]:
        """All changes inside happen together or not at all.

        Synced ones survive a power cut; and with them everything written before.
        """
        with self._explaining():
            self._base.execute(f"PRAGMA synchronous = {'FULL' if is_synced else 'NORMAL'}")
            self._base.execute("BEGIN IMMEDIATE")
        try:
            yield
            with self._explaining():
                self._base.execute("COMMIT")
        except BaseException:
            # A full disk may have rolled back already.
            if self._base.in_transaction:
                with contextlib.suppress(sqlite3.Error):
                    self._base.execute("ROLLBACK")
            raise

    def settle(self) -> None:
        """Bring everything from the log into the file itself: what harms the log spares it."""
        self.rows("PRAGMA wal_checkpoint(TRUNCATE)")

    def _lock(self) -> None:
        """Open the file, for ourselves alone."""
        with self._explaining():
            self._base = sqlite3.connect(self._path, timeout=STORE_LOCK_S, isolation_level=None)
        try:
            # Exclusive: no second program, and no shared memory, which some file systems lack.
            with self._explaining():
                self._base.execute("PRAGMA locking_mode = EXCLUSIVE")
                self._base.execute("PRAGMA journal_mode = WAL")
        except BaseException:
            self._base.close()
            raise

    def _rescue(self, log: bytes) -> NoReturn:
        """The log is damaged: say so, once what is sound of it is in the file.

        SQLite puts it there when it closes the file, and drops the rest: both are copied before.
        """
        aside = _set_aside(self._path, log)
        try:
            self._lock()
            is_ours = read_log(self._path) == log
            self._base.close()
        except BaseException:
            discard(aside)
            raise
        if not is_ours:  # another program was writing it while we looked
            discard(aside)
            raise StoreInUse("store-in-use", self._path)
        raise StoreDamaged("store-log-damaged", self._path, str(aside))

    def _prepare(self) -> None:
        self._base.execute("PRAGMA fullfsync = 1")  # macOS: fsync alone does not reach the disk
        self._base.execute("PRAGMA trusted_schema = 0")
        with self.writing(is_synced=True):
            version = self._version()
        if 0 < version < STORE.newest:
            self.check()
            self._keep_copy(version)
        for number in range(version, STORE.newest):
            with self.writing(is_synced=True):
                self._step_from(number)
        sync_folder(self._path.parent)

    def _version(self) -> int:
        """Which one the file has; 0 if there is nothing in it yet."""
        application = self.rows("PRAGMA application_id")[0][0]
        version = int(self.rows("PRAGMA user_version")[0][0])
        if application == 0 and version == 0 and not self.rows("SELECT 1 FROM sqlite_schema"):
            return 0
        if application != _APPLICATION or version < 1:
            raise StoreDamaged("store-not-ours", self._path)
        if version > STORE.newest:
            raise StoreTooNew(self._path, version, STORE.newest)
        return version

    def _step_from(self, version: int) -> None:
        for statement in STEPS[version].split(";"):
            self._base.execute(statement)
        self._base.execute(f"PRAGMA application_id = {_APPLICATION}")
        self._base.execute(f"PRAGMA user_version = {version + 1}")

    def _keep_copy(self, version: int) -> None:
        """For whoever has to go back to an older program; never the half of one.

        SQLite writes it: if we opened the file beside SQLite, its lock on it would be gone.
        """
        kept = self._path.with_name(f"{self._path.name}.version-{version}")
        fresh = kept.with_name(f"{kept.name}.new")
        with _explaining_files(self._path):
            fresh.unlink(missing_ok=True)
            write_whole(fresh, b"")
        self.rows("VACUUM INTO ?", str(fresh))
        with _explaining_files(self._path):
            sync_file(fresh)
            fresh.replace(kept)

    @contextlib.contextmanager
    def _explaining(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as error:
            raise explained(self._path, error) from error
        except UnicodeDecodeError as error:  # what SQLite quotes of a damaged file is no text
            raise StoreDamaged("store-damaged", self._path, error.reason) from error


def _make_file(path: Path) -> None:
    """Make the file readable by its owner only; SQLite gives its companions the same rights."""
    with _explaining_files(path):
        make_folder(path.parent)
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))


def _set_aside(path: Path, log: bytes) -> Path:
    with _explaining_files(path):
        return copy_aside(path, log)


@contextlib.contextmanager
def _explaining_files(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        kind = _KINDS.get(error.errno or 0, StoreUnusable)
        raise kind("store-no-writing", path, error.strerror or "") from error
