"""The store's SQLite file: opened by one program, written whole or not at all, its errors as ids.

1. An older file is brought to the newest version step by step, each in one transaction: a crash
   leaves it as it was before a step or after it. A copy of the old file is kept beside it.
2. The log beside the file (SQLite's write-ahead log) is examined before SQLite reads it. SQLite
   takes the first frame whose checksum fails for the end of the log and silently drops what
   follows. Here it is found out whether that was really the end; if not, file and log are copied
   aside.
3. The log's format is the one SQLite publishes: a header, then a frame for each page; a header and
   its frames bear the same salts, and each frame carries the checksum of everything up to it.
"""

import contextlib
import errno
import itertools
import os
import sqlite3
import struct
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

from engine.errors import BorgoError
from engine.versions import STORE
from net.edge.storing.closed_files import make_folder, sync_file, sync_folder, write_whole
from net.limits import STORE_LOCK_S

_HEADER = struct.Struct(">8I")  # magic, version, page size, sequence, two salts, two sums
_FRAME = struct.Struct(">6I")  # page, pages of the file if this ends a transaction, salts, sums
_SUMMED = 8  # bytes: of a frame's head, the page and the size; the salts are compared
_HEADER_SUMMED = 24
_MAGIC = 0x377F0682  # with 1 added if the sums are of big-endian words
_SMALLEST_PAGE = 512  # others are its multiples
_MASK = 0xFFFFFFFF

_Sums = tuple[int, int]


# --- SQLite's log beside the store ---


class _Frame(NamedTuple):
    at: int
    ends_transaction: bool
    is_current: bool  # written since the log was begun anew
    sums: _Sums


def harm_in(log: bytes) -> int | None:
    """The byte from which a log is damaged; None if it is sound.

    What was being written when the power failed has no end of a transaction behind it, and is not
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
    """The log of the store at a path; empty if there is none, as after every orderly close."""
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
    """Delete such copies."""
    aside.unlink(missing_ok=True)
    log_of(aside).unlink(missing_ok=True)


def _frames(log: bytes, page_size: int) -> Iterator[_Frame]:
    """The whole frames, valid or not."""
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


# --- What can be wrong with the store ---


class StoreError(BorgoError):
    """Nothing was written: the requested change has not happened. The reason is an id."""

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


_SQLITE_ERRORS: dict[int, tuple[type[StoreError], str]] = {
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
    """SQLite's error as a StoreError, with its kind and reason."""
    extended: int = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR)
    if extended & 0xFF == sqlite3.SQLITE_CANTOPEN and not os.access(path.parent, os.W_OK):
        return StoreReadOnly("store-folder-closed", path)
    kind, identifier = _SQLITE_ERRORS.get(extended & 0xFF, (StoreUnusable, "store-broken"))
    return kind(identifier, path, str(error))


# --- The file and its transactions ---


_APPLICATION = int.from_bytes(b"BORG", "big")
_SYSTEM_ERRORS: dict[int, type[StoreError]] = {
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
    """The file and its transactions. `Store` knows what is in it."""

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
        """Close it; what was written and not yet synced is synced."""
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
        """Move everything from the log into the file, so that damage to the log does no harm."""
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
        """The log is damaged: say so, after moving its sound part into the file.

        SQLite moves it when it closes the file, and drops the rest: both are copied before.
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
        """The version of the file; 0 if it is empty."""
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
        """Copy the file for a player that goes back to an older program; never a half copy.

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
        kind = _SYSTEM_ERRORS.get(error.errno or 0, StoreUnusable)
        raise kind("store-no-writing", path, error.strerror or "") from error
