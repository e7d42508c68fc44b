"""The store keeps what it says it keeps, one answer for one request, or says why it cannot."""

import os
import sqlite3
import stat
from pathlib import Path

import pytest

from net.crypto.faults import Malformed
from net.edge.storing.store import KnownPlayer, Store
from net.edge.storing.store_file import AlreadyAnswered, StoreDamaged
from net.limits import FIRST_RESUMED_PART
from net.log.entry import decode_entry
from tests.net.edge.storing.entries import GAME, KEY, entry, own_entries

OTHER_GAME = bytes(32)


def test_entries_come_back_in_order_after_a_restart(store_path: Path) -> None:
    first = Store(store_path, KEY)
    first.record_received(GAME, [entry(2, part=1, peer=1), entry(1, peer=1)])
    first.record_own(GAME, entry(2))
    first.close()
    second = Store(store_path, KEY)
    assert second.entries(GAME) == [entry(1, peer=1), entry(2), entry(2, part=1, peer=1)]
    assert second.entries(GAME, first=2) == [entry(2), entry(2, part=1, peer=1)]
    assert own_entries(second) == [entry(2)]
    assert second.entries(OTHER_GAME) == []
    second.close()


def test_a_request_is_answered_once_whatever_happens_between(store_path: Path) -> None:
    """K-1: the stored answer is the answer."""
    first = Store(store_path, KEY)
    first.record_own(GAME, entry(7, b"to Paris"))
    first.record_own(GAME, entry(7, b"to Paris"))
    first.close()
    second = Store(store_path, KEY)
    with pytest.raises(AlreadyAnswered) as refused:
        second.record_own(GAME, entry(7, b"to Rome"))
    assert refused.value.stored == entry(7, b"to Paris")
    assert refused.value.refused == entry(7, b"to Rome")
    assert second.own_entry(GAME, decode_entry(entry(7, b"to Rome"))) == entry(7, b"to Paris")
    assert second.entries(GAME) == [entry(7, b"to Paris")]
    second.record_own(OTHER_GAME, entry(7, b"to Rome"))
    second.close()


def test_contradictions_of_others_are_kept(store: Store) -> None:
    """L-5: they are evidence."""
    both = [entry(3, b"yes", peer=2), entry(3, b"no", peer=2)]
    store.record_received(GAME, both)
    store.record_received(GAME, both)
    assert store.entries(GAME) == both


def test_an_entry_of_ours_that_others_show_us_becomes_ours(store: Store) -> None:
    """K-4: after a store was lost."""
    store.record_received(GAME, [entry(4)])
    assert own_entries(store) == []
    store.record_own(GAME, entry(4))
    store.record_received(GAME, [entry(4)])
    assert own_entries(store) == store.entries(GAME) == [entry(4)]


def test_a_received_batch_is_kept_whole_or_not_at_all(store: Store) -> None:
    with pytest.raises(Exception, match="entry"):
        store.record_received(GAME, [entry(1), b"no entry"])
    assert store.entries(GAME) == []


def test_secrets_are_sealed_to_their_game_and_name(store_path: Path) -> None:
    store = Store(store_path, KEY)
    store.keep_secret(GAME, "seed", b"thirty-two bytes of secret seed!")
    assert store.secret(GAME, "seed") == b"thirty-two bytes of secret seed!"
    assert store.secret(GAME, "other") is None
    assert store.secret(OTHER_GAME, "seed") is None
    store.keep_secret(GAME, "seed", b"another")
    assert store.secret(GAME, "seed") == b"another"
    store.close()
    for file in store_path.parent.iterdir():
        assert b"thirty-two bytes" not in file.read_bytes()
    with sqlite3.connect(store_path) as raw:
        raw.execute("UPDATE secrets SET name = 'moved'")
    raw.close()
    store = Store(store_path, KEY)
    with pytest.raises(StoreDamaged):
        store.secret(GAME, "moved")
    store.close()


def test_another_key_opens_no_secret(store_path: Path) -> None:
    store = Store(store_path, KEY)
    store.keep_secret(GAME, "seed", b"secret")
    store.close()
    store = Store(store_path, bytes(32))
    with pytest.raises(StoreDamaged, match="store-sealed"):
        store.secret(GAME, "seed")
    store.close()


def test_the_same_secret_never_looks_the_same(store_path: Path) -> None:
    """N-8: a fresh nonce for each writing."""
    store = Store(store_path, KEY)
    for name in ("a", "b"):
        store.keep_secret(GAME, name, b"secret")
    sealed = [row[0] for row in store._file.rows("SELECT sealed FROM secrets")]
    assert len(set(sealed)) == 2
    assert sealed[0][:24] != sealed[1][:24]
    store.close()


def test_games_are_kept_with_their_verified_head(store: Store) -> None:
    store.begin_game(GAME, b"set-up", 100)
    store.begin_game(GAME, b"another set-up", 300)
    store.begin_game(OTHER_GAME, b"later", 200)
    store.set_head(GAME, 17, bytes([9]) * 32)
    store.end_game(GAME, "hunters")
    later, game = store.games()
    assert (later.id, later.head_index, later.head_parent, later.outcome) == (
        OTHER_GAME, 0, bytes(32), "",
    )  # fmt: skip
    assert game == (GAME, b"set-up", 100, 17, bytes([9]) * 32, "hunters")


def test_what_is_set_aside_gives_way_to_what_all_have_signed(store_path: Path) -> None:
    """Section 14: in one transaction, so that a crash leaves either the one or the other."""
    store = Store(store_path, KEY)
    store.begin_game(GAME, b"set-up", 1)
    ours, theirs = entry(5, b"ours"), entry(5, b"theirs", peer=1, part=1)
    store.record_received(GAME, [entry(4, b"before"), theirs, entry(6, b"after", peer=1)])
    store.record_own(GAME, ours)
    store.end_game(GAME, "accused.1")
    agreed = [entry(5, b"again", FIRST_RESUMED_PART + peer, peer) for peer in range(2)]
    with pytest.raises(Malformed):
        store.set_aside(GAME, 5, bytes(32), [*agreed, b"no entry"])
    assert len(store.entries(GAME)) == 4
    store.record_own(GAME, agreed[0])
    store.set_aside(GAME, 5, b"\x05" * 32, agreed)
    store.close()
    store = Store(store_path, KEY)
    assert store.entries(GAME) == [entry(4, b"before"), *agreed]
    assert own_entries(store) == agreed[:1]
    (game,) = store.games()
    assert (game.head_index, game.head_parent, game.outcome) == (5, b"\x05" * 32, "")
    store.close()


def test_notes_are_kept_in_order(store: Store) -> None:
    store.keep_note(GAME, 4, b"hello")
    store.keep_note(OTHER_GAME, 4, b"elsewhere")
    store.keep_note(GAME, 3, b"accused")
    assert store.notes(GAME) == [(4, b"hello"), (3, b"accused")]


def test_a_player_is_remembered_from_the_first_meeting_to_the_last(store: Store) -> None:
    mina = bytes([1]) * 32
    store.meet(KnownPlayer(mina, "Mina", met_at=1, seen_at=1))
    store.meet(KnownPlayer(mina, "Mina H.", met_at=3, seen_at=3))
    assert store.players() == [KnownPlayer(mina, "Mina H.", met_at=1, seen_at=3)]


@pytest.mark.skipif(os.name != "posix", reason="permissions are a POSIX thing")
def test_only_the_owner_reads_it(store_path: Path, store: Store) -> None:
    store.record_own(GAME, entry(1))
    for file in store_path.parent.iterdir():
        assert stat.S_IMODE(file.stat().st_mode) & 0o077 == 0
    assert stat.S_IMODE(store_path.parent.stat().st_mode) == 0o700


def test_own_entries_are_synced_and_received_ones_wait(store: Store) -> None:
    statements: list[str] = []
    store._file._base.set_trace_callback(statements.append)
    store.record_own(GAME, entry(1))
    store.record_received(GAME, [entry(2)])
    assert [line for line in statements if "synchronous" in line] == [
        "PRAGMA synchronous = FULL",
        "PRAGMA synchronous = NORMAL",
    ]
    assert store._file.rows("PRAGMA journal_mode") == [("wal",)]
