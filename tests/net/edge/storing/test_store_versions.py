"""An older store is brought to the newest version, whenever the machine stops meanwhile."""

import shutil
import sqlite3
from pathlib import Path

import pytest

from engine.versions import STORE
from net.edge.storing import store_file
from net.edge.storing.store import Store
from net.edge.storing.store_file import STEPS, StoreDamaged, StoreFile, StoreTooNew
from tests.released.homes import KEYS, NAMES, released_store

LATER = """
ALTER TABLE games ADD COLUMN title TEXT NOT NULL DEFAULT '';
UPDATE games SET title = 'Carfax';
CREATE TABLE seals (number INTEGER PRIMARY KEY, seal BLOB NOT NULL) STRICT;
INSERT INTO seals (seal) SELECT hash FROM entries
"""
NEXT = STORE.newest + 1


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> None:
    """As it will be when there is one version more."""
    monkeypatch.setattr(STORE, "newest", NEXT)
    monkeypatch.setattr(store_file, "STEPS", (*STEPS, LATER))


def contents(path: Path) -> dict[str, list[tuple[object, ...]]]:
    """Everything in a file that nobody has open, the version as well."""
    base = sqlite3.connect(path)
    try:
        tables = base.execute("SELECT name FROM sqlite_schema WHERE type = 'table'").fetchall()
        found = {name: base.execute(f"SELECT * FROM {name}").fetchall() for (name,) in tables}
        return found | {"version": base.execute("PRAGMA user_version").fetchall()}
    finally:
        base.close()


def test_there_is_a_step_to_every_version() -> None:
    assert len(STEPS) == STORE.newest


@pytest.mark.usefixtures("later")
def test_an_older_store_is_brought_to_the_newest_version(tmp_path: Path) -> None:
    path = released_store(tmp_path, "ana")
    before = contents(path)
    store = Store(path, KEYS["ana"])
    (game,) = store._file.rows("SELECT * FROM games")
    assert game[-1] == "Carfax"
    assert len(store.entries(game[0])) == len(before["entries"])
    assert store.secret(game[0], "seed") is not None
    store.close()
    after = contents(path)
    assert after["version"] == [(NEXT,)]
    assert len(after["seals"]) == len(before["entries"])
    copy = path.with_name(f"{path.name}.version-{STORE.newest - 1}")
    assert contents(copy) == before, "for whoever goes back to the older program"
    assert copy.stat().st_mode & 0o077 == 0
    Store(path, KEYS["ana"]).close()
    assert contents(path) == after, "only once"


@pytest.mark.usefixtures("later")
def test_a_new_store_has_the_newest_version(tmp_path: Path) -> None:
    path = tmp_path / "borgo.db"
    Store(path, bytes(32)).close()
    assert contents(path)["version"] == [(NEXT,)]
    assert [each.name for each in tmp_path.iterdir()] == ["borgo.db"]


@pytest.mark.usefixtures("later")
def test_wherever_it_stops_the_store_is_the_old_one_or_the_new_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What lies in the folder before every statement is what a killed program would leave."""
    path = released_store(tmp_path / "home", "ben")
    old = contents(path)
    left: list[Path] = []
    opened = sqlite3.connect

    def stop_here(_statement: str) -> None:
        left.append(Path(shutil.copytree(path.parent, tmp_path / f"left-{len(left)}")))

    def connect(*arguments: object, **more: object) -> sqlite3.Connection:
        base = opened(*arguments, **more)  # type: ignore[call-overload]

        base.set_trace_callback(stop_here)
        return base

    with monkeypatch.context() as watched:
        watched.setattr("net.edge.storing.store_file.sqlite3.connect", connect)
        opening = StoreFile(path)
        stop_here("")
        opening.close()
    new = contents(path)
    assert len(left) > LATER.count(";") + 6
    stood = []
    for folder in left:
        again = Path(shutil.copytree(folder, f"{folder}-again"))
        stood.append(contents(again / path.name))
        StoreFile(folder / path.name).close()
        assert contents(folder / path.name) == new, "what was begun is done at the next start"
        copies = {each.name for each in folder.iterdir()} - {path.name}
        assert copies == {f"{path.name}.version-{STORE.newest - 1}"}
        assert contents(folder / copies.pop()) == old
    assert all(each in (old, new) for each in stood)
    assert (stood[0], stood[-1]) == (old, new)


def test_a_statement_that_fails_leaves_the_old_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = released_store(tmp_path, "ana")
    old = contents(path)
    monkeypatch.setattr(STORE, "newest", NEXT)
    statements = LATER.split(";")
    for number in range(len(statements)):
        broken = ";".join((*statements[: number + 1], "INSERT INTO nowhere VALUES (1)"))
        with monkeypatch.context() as wrong:
            wrong.setattr(store_file, "STEPS", (*STEPS, broken))
            with pytest.raises(store_file.StoreUnusable):
                StoreFile(path)
        assert contents(path) == old


@pytest.mark.usefixtures("later")
def test_a_damaged_store_is_said_to_be_damaged_and_not_touched(tmp_path: Path) -> None:
    path = released_store(tmp_path, "ana")
    whole = path.read_bytes()
    damaged = bytearray(whole)
    damaged[4096 * 8 : 4096 * 9] = b"\xff" * 4096
    path.write_bytes(damaged)
    with pytest.raises(StoreDamaged):
        StoreFile(path)
    assert path.read_bytes() == bytes(damaged)


def test_a_store_whose_own_words_are_no_text_is_damaged(tmp_path: Path) -> None:
    """SQLite quotes them in what it says of the damage, and Python refuses to read that."""
    path = released_store(tmp_path, "ana")
    words, whole = b"CREATE TABLE games (\n    id", path.read_bytes()
    assert words in whole
    path.write_bytes(whole.replace(words, words.replace(b"    id", b"\xff\xff  id")))
    with pytest.raises(StoreDamaged, match="store-damaged"):
        StoreFile(path)


def test_a_store_of_a_later_program_is_refused_with_both_numbers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "borgo.db"
    with monkeypatch.context() as later_program:
        later_program.setattr(STORE, "newest", NEXT)
        later_program.setattr(store_file, "STEPS", (*STEPS, LATER))
        Store(path, bytes(32)).close()
    kept = path.read_bytes()
    with pytest.raises(StoreTooNew) as refused:
        Store(path, bytes(32))
    assert refused.value.about == {"path": path, "theirs": NEXT, "ours": NEXT - 1}
    assert path.read_bytes() == kept


@pytest.mark.parametrize("name", NAMES)
def test_a_store_of_the_first_version_is_read(tmp_path: Path, name: str) -> None:
    path = released_store(tmp_path, name)
    store = Store(path, KEYS[name])
    (game,) = store.games()
    assert (len(store.entries(game.id)), game.outcome) == ({"ana": 212, "ben": 211}[name], "")
    assert [player.name for player in store.players()] == [{"ana": "Ben", "ben": "Ana"}[name]]
    store.close()
