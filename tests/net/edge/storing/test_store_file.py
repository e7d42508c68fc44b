"""Faults of the store and its log: each is reported by a sentence, and nothing is lost.

1. A store that cannot be used says why, and a file that is not Borgo's is left alone.
2. SQLite's log is examined before SQLite reads it: damage is reported, and costs no game and no
   seed.
"""

import contextlib
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from client.words.words import Words
from net.edge.storing.store import Store
from net.edge.storing.store_file import (
    StoreDamaged,
    StoreError,
    StoreFull,
    StoreInUse,
    StoreReadOnly,
    StoreTooNew,
    StoreUnusable,
    explained,
    harm_in,
    log_of,
    read_log,
)
from tests.net.edge.storing.entries import GAME, KEY, entry


def test_a_second_program_is_kept_out(store_path: Path, store: Store) -> None:
    """K-1: two programs with one identity would answer one request twice."""
    store.record_own(GAME, entry(1))
    program = (
        "import sys; from pathlib import Path; from net.edge.storing.store import Store\n"
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


# --- SQLite's log ---


HEADER, FRAME = 32, 24 + 4096


@pytest.fixture
def killed(store: Store, store_path: Path, tmp_path: Path) -> Path:
    """What a program that is killed in a game leaves behind."""
    store.keep_secret(GAME, "seed", b"nobody else has it")
    store.begin_game(GAME, b"set-up", 1)
    for index in range(5):
        store.record_own(GAME, entry(index))
        store.record_received(GAME, [entry(index, peer=1)])
    left = tmp_path / "left.db"
    shutil.copy(store_path, left)
    shutil.copy(log_of(store_path), log_of(left))
    return left


def flip(path: Path, at: int) -> bytes:
    content = bytearray(path.read_bytes())
    content[at] ^= 1
    path.write_bytes(content)
    return bytes(content)


def kept_in(path: Path) -> list[bytes]:
    store = Store(path, KEY)
    try:
        assert [game.id for game in store.games()] == [GAME]
        assert store.secret(GAME, "seed") == b"nobody else has it"
        return store.entries(GAME)
    finally:
        store.close()


def test_a_log_left_by_a_killed_program_is_sound(killed: Path) -> None:
    assert harm_in(read_log(killed)) is None
    assert len(kept_in(killed)) == 10


@pytest.mark.parametrize(
    ("at", "remaining"),
    [
        (2, 0),  # the magic of the header,
        (20, 0),  # and its salts
        (HEADER + 1, 0),  # the first frame's page,
        (HEADER + 8, 0),  # salts,
        (HEADER + 20, 0),  # sums
        (HEADER + 1000, 0),  # and content
        (HEADER + 20 * FRAME + 1000, 3),
    ],
)
def test_one_bit_is_said_and_costs_what_others_bring(killed: Path, at: int, remaining: int) -> None:
    file, log = killed.read_bytes(), flip(log_of(killed), at)
    with pytest.raises(StoreDamaged, match="store-log-damaged") as said:
        Store(killed, KEY)
    aside = Path(str(said.value.about["why"]))
    assert (aside.read_bytes(), read_log(aside)) == (file, log), "nothing is lost"
    assert str(aside) in Words().error(said.value)
    assert len(kept_in(killed)) >= remaining
    assert not read_log(killed)


def test_what_was_being_written_when_the_power_went_is_no_damage(killed: Path) -> None:
    """Half of the last transaction, its end with a page that is not there, or nothing but zeros."""
    log = read_log(killed)
    torn = bytearray(log)
    torn[-FRAME + 24 + 512 :] = bytes(FRAME - 24 - 512)
    for left in (log[: -FRAME // 2], log[:-FRAME], bytes(torn), bytes(len(log)), log[:20], b""):
        assert harm_in(left) is None


def test_frames_of_an_earlier_log_behind_are_no_damage(killed: Path) -> None:
    """SQLite writes a log anew from its beginning, over what is in the file already."""
    log = read_log(killed)
    older = bytearray(log)
    for at in range(HEADER, len(log), FRAME):
        older[at + 8] ^= 1
    end = HEADER + 2 * FRAME
    assert harm_in(log[:end] + bytes(older[end:])) is None


def test_a_log_that_another_program_writes_is_left_to_it(
    store: Store, store_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is seen of it meanwhile says nothing."""
    store.record_own(GAME, entry(1))
    monkeypatch.setattr("net.edge.storing.store_file.harm_in", lambda _log: 0)
    before = sorted(store_path.parent.iterdir())
    with pytest.raises(StoreInUse):
        Store(store_path, KEY)
    assert sorted(store_path.parent.iterdir()) == before


def test_where_nothing_can_be_copied_nothing_is_touched(
    killed: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = flip(log_of(killed), HEADER + 8)

    def full(_path: Path, _content: bytes) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("net.edge.storing.store_file.write_whole", full)
    with pytest.raises(StoreFull):
        Store(killed, KEY)
    assert read_log(killed) == log
