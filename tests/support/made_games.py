"""TV-3, TV-4, TV-6: recorded games of five, two and three peers, in the real group, fixed seeds.

In the game of three a hunter's player goes and is replaced, everything that stays outside the chain
is there as a note, and Dracula gives up. In a second game of two both go on before a request, as
after a wrong entry, and Dracula gives up. `python -m tests.support.made_games` writes them anew;
look at what becomes of the final parents.
"""

from dataclasses import replace
from pathlib import Path

from msgspec.structs import replace as changed

from net.crypto.keys import Identity
from net.crypto.parties import Verifier
from net.effects import BackupMade, Conceded
from net.game_file import table_game, to_file
from net.log.entry import Entry, Unsigned, decode_entry, sign_entry
from net.log.set_aside import outlasts
from net.pen import Pen
from net.player import Player
from net.referee import Referee
from net.wire.bodies import Accused, Resumed, ShownTo, encode_body
from net.wire.table_setup import TableSetup
from tests.support.absent_wire import AbsentWire
from tests.support.fake_wire import FakeWire, Node, identities_for, signed, table_for
from tests.support.proving import entropy_from
from tests.support.real_group import REAL

FOLDER = Path(__file__).parents[1] / "net/vectors"
FIVE, TWO, THREE = (FOLDER / f"{count}-peers.borgo" for count in ("five", "two", "three"))
AGAIN = FOLDER / "asked-again.borgo"
GAMES = {FIVE: (5, "TV-3a"), TWO: (2, "TV-4"), THREE: (3, "TV-6 2"), AGAIN: (2, "TV-6 again")}
PARENTS = FOLDER / "game_parents.json"  # what another program must come to when it reads them

# Of the game of three: who goes, and who comes in its place (`AbsentWire.successor`).
ABSENT = 2
SUCCESSOR = Identity(bytes((103,)) * 32)


def _table(count: int) -> TableSetup:
    return table_for(count, rules=1, influence_to_win=3)


class RecordingWire(FakeWire):
    """Peers that do not check each other's proofs: the test does, when the game is read again."""

    def node(self, peer: int) -> Node:
        node = super().node(peer)
        referee = node.referee
        player = Player(peer, identities_for(len(self.setup.peers))[peer], referee.player.seed)
        entropy = entropy_from(f"{self.seed}/{peer}/entropy")
        verifier = Verifier(self.group, entropy, lambda _check, _arguments: None)
        return replace(node, referee=Referee(player, self.setup, verifier))


class RecordingAbsence(RecordingWire, AbsentWire):
    """The same where peers can vanish."""


def record(count: int, seed: str) -> bytes:
    if count == ABSENT + 1:
        return record_absence(seed)
    if seed == GAMES[AGAIN][1]:
        return record_again(seed)
    wire = RecordingWire(_table(count), REAL, seed, duplicates=0)
    wire.run()
    assert all(node.closed == ["over"] for node in wire.nodes)
    return wire.file_of(0)


def record_absence(seed: str) -> bytes:
    """A player goes once a card was shown to one peer alone; its successor plays on a little."""
    setup = changed(_table(3), recovery=True)
    wire = RecordingAbsence(setup, REAL, seed, "random", 0.0)
    wire.run_until(5)
    wire.wish(0, BackupMade(bytes(range(120))))
    disk = wire.nodes[0].disk
    while not any(each[4] == ShownTo.kind for each in disk[-3:]):
        assert wire.step(), "no card is shown to one peer alone"
    wire.vanish(ABSENT)
    wire.settle()
    wire.take_over(ABSENT, 1)
    while wire.nodes[0].referee.proceedings.chain.epoch == 0:
        wire.breathe(20)
    wire.wish(0, Conceded())
    wire.play_on()
    referee = wire.nodes[0].referee
    notes = [each.to_bytes() for each in (*referee.notes, _unfounded(referee))]
    chain = referee.proceedings.chain
    return to_file(table_game(signed(setup), chain.everything(), chain.parent, notes))


def record_again(seed: str) -> bytes:
    """Both go on before a request that one of them has answered, and play on a little."""
    wire = RecordingWire(_table(2), REAL, seed, duplicates=0)
    wire.run_until(40)
    so_far = wire.nodes[0].referee.proceedings
    pens = [Pen(peer, each, so_far) for peer, each in enumerate(identities_for(2))]
    index = min(node.head[0] for node in wire.nodes)
    agreed = [pen.sign_instead(index, Resumed(1, 0)).to_bytes() for pen in pens]
    for node in wire.nodes:
        kept = [each for each in node.disk if outlasts(decode_entry(each), index)]
        node.disk = [*sorted(kept, key=lambda each: decode_entry(each).index), *agreed]
    for peer in range(2):
        wire.restart(peer)
    wire.run_until(index + 30)
    wire.post(0.0, 0, Conceded())
    wire.run()
    assert all(node.closed == ["conceded.dracula"] for node in wire.nodes)
    return wire.file_of(0)


def _unfounded(referee: Referee) -> Entry:
    """The second peer accuses a good entry."""
    proceedings = referee.proceedings
    chain = proceedings.chain
    good = next(iter(chain.everything()))
    unsigned = Unsigned(
        Accused.kind, chain.game_id, chain.epoch, chain.index, 0x80FF, 1, chain.parent,
        proceedings.state_digest, encode_body(Accused(3, good.hash)),
    )  # fmt: skip
    return sign_entry(identities_for(3)[1], unsigned)
