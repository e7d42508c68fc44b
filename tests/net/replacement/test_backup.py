"""K-5: from the words of a backup somebody goes on with a game, on a machine that knows nothing."""

import os

import pytest

import net.edge.coming_back.backup
from net.crypto.transcript import Verifier
from net.edge.coming_back.backup import about_game, new_backup, open_backups, seal_backup
from net.limits import MOST_BACKUPS
from net.log.entry import decode_entry
from net.log.roster import Player
from net.peer.effects import BackupMade, Started
from net.peer.referee import Referee
from net.wire.bodies import Backup
from tests.net.replacement.conftest import SMALL, Table
from tests.net.replacement.test_absence import assert_ended_alike, kinds_on
from tests.support.absent_wire import AbsentWire
from tests.support.proving import entropy_from


def back_up(wire: AbsentWire, peer: int) -> str:
    """Let a peer give the others its backup; the words."""
    player = wire.nodes[peer].referee.player
    words, key = new_backup(os.urandom)
    sealed = seal_backup(key, player.identity, player.seed, about_game(wire.setup), os.urandom)
    wire.wish(peer, BackupMade(sealed))
    return words


def flood(wire: AbsentWire, peer: int, count: int) -> None:
    """A peer signs as many BACKUPs as it likes: its own program keeps no count of them."""
    for number in range(count):
        sealed = number.to_bytes(16, "little") + bytes(128)
        wire.perform(peer, wire.nodes[peer].referee._asides.say(Backup(sealed)))


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


def test_who_signs_many_makes_nobody_keep_or_try_them(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each that is tried costs half a second; before one's own comes one of each other player."""
    wire = table(3, "flood of backups")
    wire.run_until(2)
    flood(wire, 1, 200)
    words = back_up(wire, 0)
    wire.run_until(6)
    referee = wire.nodes[2].referee
    assert [note.peer for note in referee.notes].count(1) == MOST_BACKUPS
    assert [decode_entry(each).kind for each in wire.nodes[2].disk].count(Backup.kind) == (
        MOST_BACKUPS + 1
    )
    tried = []
    real = net.edge.coming_back.backup.stretched

    def counted(secret: bytes, salt: bytes) -> bytes:
        tried.append(salt)
        return real(secret, salt)

    monkeypatch.setattr(net.edge.coming_back.backup, "stretched", counted)
    notes = [(note, referee.proceedings.decode(note)) for note in referee.notes]
    assert open_backups(words, wire.setup, notes) is not None
    assert len(tried) <= 2


def test_the_latest_of_each_player_is_tried_first_and_what_no_limit_allows_never(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    wire = table(3, "latest")
    wire.run_until(2)
    flood(wire, 1, 5)
    flood(wire, 2, 1)
    proceedings = wire.nodes[1].referee.proceedings
    mine = wire.nodes[1].referee.notes
    others = [note for note in wire.nodes[2].referee.notes if note.peer == 2]
    tried: list[int] = []

    def counted(_secret: bytes, salt: bytes) -> bytes:
        tried.append(int.from_bytes(salt, "little"))
        return bytes(32)

    monkeypatch.setattr(net.edge.coming_back.backup, "stretched", counted)
    notes = [(note, proceedings.decode(note)) for note in (*mine, *others)]
    assert open_backups("any words", wire.setup, notes) is None
    assert tried == [4, 0, 3]
