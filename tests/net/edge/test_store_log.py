"""SQLite's log is looked at before SQLite: damage is said, and costs no game and no seed."""

import shutil
from pathlib import Path

import pytest

from client.text import Words
from net.edge.store import Store
from net.edge.store_errors import StoreDamaged, StoreFull, StoreInUse
from net.edge.store_log import harm_in, log_of, read_log
from tests.net.edge.entries import GAME, KEY, entry

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
    monkeypatch.setattr("net.edge.store_file.harm_in", lambda _log: 0)
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

    monkeypatch.setattr("net.edge.store_log.write_whole", full)
    with pytest.raises(StoreFull):
        Store(killed, KEY)
    assert read_log(killed) == log
