"""K-5: from the words of a backup somebody goes on with a game, on a machine that knows nothing."""

import os

import pytest

from net.crypto.parties import Verifier
from net.edge.backups import about_game, new_backup, open_backups, seal_backup
from net.effects import BackupMade, Started
from net.player import Player
from net.referee import Referee
from net.wire.bodies import Backup
from tests.net.recovery.conftest import SMALL, Table
from tests.net.recovery.test_absence import assert_ended_alike, kinds_on
from tests.support.absent_wire import AbsentWire
from tests.support.proving import entropy_from


def back_up(wire: AbsentWire, peer: int) -> str:
    """Let a peer give the others its backup; the words."""
    player = wire.nodes[peer].referee.player
    words, key = new_backup(os.urandom)
    sealed = seal_backup(key, player.identity, player.seed, about_game(wire.setup), os.urandom)
    wire.wish(peer, BackupMade(sealed))
    return words


def restore(wire: AbsentWire, peer: int, words: str, source: int) -> None:
    """A program that has nothing but the words, and what another peer kept."""
    proceedings = wire.nodes[source].referee.proceedings
    notes = wire.nodes[source].referee.notes
    opened = open_backups(words, wire.setup, [(note, proceedings.decode(note)) for note in notes])
    assert opened is not None
    assert opened.peer == peer
    player = Player(peer, opened.identity, opened.seed)
    verifier = Verifier(SMALL, entropy_from(f"{wire.seed}/restored"))
    node = wire.nodes[peer]
    node.referee = Referee(player, wire.setup, verifier)
    node.disk = list(wire.nodes[source].disk)
    node.referee.restore(node.disk)
    wire.gossips[peer] = wire._gossip(node)
    wire.return_(peer)
    wire.post(0.0, peer, Started())


@pytest.mark.slow
def test_dracula_goes_on_elsewhere_from_the_words_and_the_audit_finds_nothing(
    table: Table,
) -> None:
    wire = table(3, "backup")
    wire.run_until(5)
    words = back_up(wire, 0)
    wire.run_until(60)
    wire.vanish(0)
    wire.settle()
    assert all(Backup.kind in kinds_on(node) for node in wire.nodes)
    restore(wire, 0, words.upper().replace(" ", "-"), 2)
    wire.play_on()
    assert_ended_alike(wire, ())


def test_other_words_and_other_games_open_nothing(table: Table) -> None:
    wire, other = table(3, "words"), table(4, "words")
    wire.run_until(2)
    words = back_up(wire, 0)
    back_up(wire, 1)
    referee = wire.nodes[0].referee
    notes = [(note, referee.proceedings.decode(note)) for note in referee.notes]
    assert [note.peer for note, _ in notes] == [0]
    assert open_backups(words, wire.setup, notes) is not None
    assert open_backups(words.rsplit(maxsplit=1)[0], wire.setup, notes) is None
    assert open_backups(words, other.setup, notes) is None


def test_a_backup_is_given_once(table: Table) -> None:
    wire = table(3, "once")
    wire.run_until(2)
    back_up(wire, 0)
    back_up(wire, 0)
    assert [note.kind for note in wire.nodes[0].referee.notes] == [Backup.kind]
