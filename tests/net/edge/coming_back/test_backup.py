"""K-5: what was gathered and opened is kept so that it can be returned to; why not, in words."""

import os
from pathlib import Path

import pytest

from net.crypto.keys import Identity
from net.edge.coming_back.backup import (
    GATHERED,
    BackedUp,
    Gathered,
    NoBackup,
    about_game,
    keep_restored,
    new_backup,
    opened,
    seal_backup,
)
from net.edge.coming_back.resume import KeptAddresses, unfinished
from net.edge.onlooker_node import Watched
from net.edge.storing.private_files import (
    IDENTITY_FILE,
    BadPrivateFile,
    keep_identity,
    load_or_make_identity,
)
from net.edge.storing.store import Store
from net.judging.game_file import table_game
from net.log.entry import decode_entry
from net.peer.effects import BackupMade
from tests.support.fake_wire import FakeWire, signed, table_for
from tests.support.small_group import SmallGroup

WHERE = KeptAddresses(bytes(16), ())


@pytest.fixture(scope="module")
def wire() -> FakeWire:
    table = FakeWire(table_for(2, influence_to_win=3), SmallGroup(), "restored")
    table.run_until(3)
    return table


def gathered_from(wire: FakeWire) -> Gathered:
    proceedings = wire.nodes[1].referee.proceedings
    chain = proceedings.chain
    game = table_game(signed(wire.setup), chain.everything(), chain.parent)
    return Gathered(Watched(GATHERED, game), proceedings, WHERE)


def test_why_not_is_said(wire: FakeWire) -> None:
    with pytest.raises(NoBackup, match="backup-no-game"):
        opened("any", Gathered(Watched("table-gone", None), None, WHERE))
    with pytest.raises(NoBackup, match="backup-none"):
        opened("any", gathered_from(wire))


def test_what_is_kept_can_be_returned_to(wire: FakeWire, tmp_path: Path) -> None:
    player = wire.nodes[0].referee.player
    words, key = new_backup(os.urandom)
    sealed = seal_backup(key, player.identity, player.seed, about_game(wire.setup), os.urandom)
    wire.perform(0, wire.nodes[0].referee.handle(BackupMade(sealed), wire.now))
    wire.run_until(8)
    gathered = gathered_from(wire)
    with pytest.raises(NoBackup, match="backup-not-opened"):
        opened(words + " more", gathered)
    backup = opened(words, gathered)
    assert (backup.peer, backup.seed) == (0, player.seed)
    store = Store(tmp_path / "store", bytes(32))
    keep_restored(store, gathered, backup)
    (waiting,) = unfinished(store, backup.identity.public_key)
    assert (waiting.returning.begin.peer, waiting.returning.seed) == (0, player.seed)
    proceedings = wire.nodes[1].referee.proceedings
    assert waiting.requests == proceedings.chain.index
    kept = [decode_entry(each) for each in store.entries(proceedings.setup_hash)]
    pending = proceedings.chain.entries(proceedings.chain.index)
    assert {*proceedings.chain.everything(), *pending} <= set(kept)
    for each in kept:
        is_own = store.own_entry(proceedings.setup_hash, each) == each.to_bytes()
        assert is_own == (each.peer == 0)
    store.close()


def test_somebody_elses_key_is_never_replaced(tmp_path: Path) -> None:
    backup = BackedUp(0, Identity(b"s" * 32), b"s" * 32, bytes(32))
    keep_identity(tmp_path / IDENTITY_FILE, backup.identity_secret)
    keep_identity(tmp_path / IDENTITY_FILE, backup.identity_secret)
    loaded = load_or_make_identity(tmp_path / IDENTITY_FILE)
    assert loaded.public_key == backup.identity.public_key
    assert loaded.secret() == backup.identity_secret
    with pytest.raises(BadPrivateFile, match="key-of-another"):
        keep_identity(tmp_path / IDENTITY_FILE, b"t" * 32)
