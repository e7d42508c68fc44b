"""A store that cannot be used says why, in words, and what is not Borgo's is left alone."""

import contextlib
import os
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from client.text import Words
from net.edge.store import Store
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
from tests.net.edge.entries import GAME, KEY, entry


def test_a_second_program_is_kept_out(store_path: Path, store: Store) -> None:
    """K-1: two programs with one identity would answer one request twice."""
    store.record_own(GAME, entry(1))
    program = (
        "import sys; from pathlib import Path; from net.edge.store import Store\n"
        "try: Store(Path(sys.argv[1]), bytes(32))\n"
        "except Exception as error: print(type(error).__name__)"
    )
    result = subprocess.run(
        [sys.executable, "-c", program, store_path],
        check=False,
        capture_output=True,
        text=True,
        timeout=20,
    )
    assert (result.stdout.strip(), result.stderr) == ("StoreInUse", "")


def test_a_full_disk_is_said_and_nothing_is_half_written(store_path: Path) -> None:
    store = Store(store_path, KEY)
    store.record_own(GAME, entry(0))
    pages = store._file.rows("PRAGMA page_count")[0][0]
    store._file.rows(f"PRAGMA max_page_count = {pages + 2}")
    with pytest.raises(StoreFull, match="full"):
        store.record_received(GAME, [entry(index, bytes(3000), peer=1) for index in range(1, 9)])
    with pytest.raises(StoreFull):
        store.record_own(GAME, entry(1, bytes(30_000)))
    assert store.entries(GAME) == [entry(0)]
    store._file.rows("PRAGMA max_page_count = 1000000")
    store.record_own(GAME, entry(1, bytes(30_000)))
    store.close()
    Store(store_path, KEY).close()


def test_a_store_that_may_not_be_written_is_said(store_path: Path) -> None:
    store = Store(store_path, KEY)
    store._file.rows("PRAGMA query_only = 1")
    with pytest.raises(StoreReadOnly, match=r"store-(read-only|folder-closed|no-writing)"):
        store.record_own(GAME, entry(1))
    store.close()


@pytest.mark.skipif(os.name != "posix", reason="permissions are a POSIX thing")
@pytest.mark.parametrize("closed", ["file", "folder"])
def test_a_file_or_folder_of_somebody_else_is_said(closed: str) -> None:
    with tempfile.TemporaryDirectory() as name, _somebody_else(folder := Path(name)):
        path = folder / "borgo.db"
        Store(path, KEY).close()
        (path if closed == "file" else folder).chmod(0o500)
        with pytest.raises(StoreReadOnly):
            Store(path, KEY)
        folder.chmod(0o700)


@pytest.mark.parametrize(
    "harm",
    [
        b"this is no data base at all, but it is long enough to look like one" * 40,
        b"SQLite format 3\0" + b"\xff" * 5000,
    ],
)
def test_a_file_of_another_kind_is_said_and_left_alone(store_path: Path, harm: bytes) -> None:
    store_path.parent.mkdir()
    store_path.write_bytes(harm)
    store_path.chmod(0o600)
    with pytest.raises(StoreDamaged, match=r"borgo\.db"):
        Store(store_path, KEY)
    assert store_path.read_bytes() == harm


def test_another_programs_file_is_left_alone(store_path: Path) -> None:
    store_path.parent.mkdir()
    with sqlite3.connect(store_path) as raw:
        raw.execute("CREATE TABLE recipes (name TEXT)")
    raw.close()
    with pytest.raises(StoreDamaged, match="store-not-ours"):
        Store(store_path, KEY)


def test_damage_inside_is_found_at_opening(store_path: Path) -> None:
    store = Store(store_path, KEY)
    store.record_received(GAME, [entry(index, bytes(2000)) for index in range(40)])
    store.close()
    content = bytearray(store_path.read_bytes())
    for page in range(len(content) // 4096 // 2, len(content) // 4096):
        content[page * 4096 : page * 4096 + 200] = b"\xff" * 200
    store_path.write_bytes(content)
    with pytest.raises(StoreDamaged):
        Store(store_path, KEY)
    assert store_path.read_bytes() == bytes(content), "nothing is done to it"


def test_a_later_version_is_said(store_path: Path) -> None:
    Store(store_path, KEY).close()
    with sqlite3.connect(store_path) as raw:
        raw.execute("PRAGMA user_version = 99")
    raw.close()
    with pytest.raises(StoreTooNew):
        Store(store_path, KEY)


def test_a_folder_that_is_a_file_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreUnusable):
        Store(tmp_path / "file" / "borgo.db", KEY)
    with pytest.raises(StoreError):
        Store(tmp_path, KEY)


def test_what_is_not_foreseen_is_an_error_in_words_too() -> None:
    error = sqlite3.OperationalError("disk I/O error")
    said = Words().error(explained(Path("borgo.db"), error))
    assert said == "borgo.db does not work: disk I/O error"
    busy = sqlite3.OperationalError("database is locked")
    busy.sqlite_errorcode = sqlite3.SQLITE_BUSY
    assert isinstance(explained(Path("borgo.db"), busy), StoreInUse)


@contextlib.contextmanager
def _somebody_else(folder: Path) -> Iterator[None]:
    """Give a folder to nobody, and be nobody, where we are root: root may write everything."""
    if os.geteuid() != 0:
        yield
        return
    os.chown(folder, 65534, 65534)
    os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(0)
