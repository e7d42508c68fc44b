"""TV-3, TV-4, TV-6: recorded games of five, two and three peers, in the real group, fixed seeds.

In the game of three a hunter's player goes and is replaced, everything that stays outside the chain
is there as a note, and Dracula gives up. In a second game of two both go on before a request, as
after a wrong entry, and Dracula gives up. `python -m tests.support.made_games` writes anew those of
the newest protocol, with the parents that they come to; the older ones are what they were.
"""

import json
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from msgspec.structs import replace as changed

from engine.versions import PROTOCOL
from net.crypto.keys import Identity
from net.crypto.transcript import Verifier
from net.judging.game_file import from_file, table_game, to_file
from net.log.entry import Entry, Unsigned, sign_entry
from net.log.roster import Player
from net.peer.effects import BackupMade, Conceded
from net.peer.referee import Referee
from net.wire.bodies import Accused, Resumed, ShownTo, encode_body
from net.wire.table_setup import TableSetup
from tests.support.absent_wire import AbsentWire
from tests.support.fake_wire import FakeWire, Node, identities_for, signed, table_for
from tests.support.proving import entropy_from
from tests.support.real_group import REAL

FOLDER = Path(__file__).parents[1] / "net/vectors"
FIVE, TWO, THREE = (FOLDER / f"{count}-peers.borgo" for count in ("five", "two", "three"))
AGAIN = FOLDER / "asked-again.borgo"
THREE_2, AGAIN_2 = FOLDER / "three-peers-2.borgo", FOLDER / "asked-again-2.borgo"


class Recorded(NamedTuple):
    """What a game was recorded from; those of an older protocol are what they were then."""

    count: int
    seed: str
    protocol: int = 1
    goes_back_at: int = 40


GAMES = {
    FIVE: Recorded(5, "TV-3a"),
    TWO: Recorded(2, "TV-4"),
    THREE: Recorded(3, "TV-6 2"),
    AGAIN: Recorded(2, "TV-6 again"),
    THREE_2: Recorded(3, "TV-6 2", 2),
    AGAIN_2: Recorded(2, "TV-6 again", 2, 45),  # the top event lies with its back open
}
PARENTS = FOLDER / "game_parents.json"  # what another program must come to when it reads them

# Of the game of three: who goes, and who comes in its place (`AbsentWire.successor`).
ABSENT = 2
SUCCESSOR = Identity(bytes((103,)) * 32)


def _table(made: Recorded) -> TableSetup:
    return changed(table_for(made.count, rules=1, influence_to_win=3), protocol=made.protocol)


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


def record(made: Recorded) -> bytes:
    if made.count == ABSENT + 1:
        return record_absence(made)
    if made.seed == GAMES[AGAIN].seed:
        return record_again(made)
    wire = RecordingWire(_table(made), REAL, made.seed, duplicates=0)
    wire.run()
    assert all(node.closed == ["over"] for node in wire.nodes)
    return wire.file_of(0)


def record_absence(made: Recorded) -> bytes:
    """A player goes once a card was shown to one peer alone; its successor plays on a little."""
    setup = changed(_table(made), recovery=True)
    wire = RecordingAbsence(setup, REAL, made.seed, "random", 0.0)
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


def record_again(made: Recorded) -> bytes:
    """Both go on before a request that one of them has answered, and play on a little."""
    wire = RecordingWire(_table(made), REAL, made.seed, duplicates=0)
    wire.run_until(made.goes_back_at)
    index = wire.go_back(Resumed(1, 0))
    wire.run_until(index + 30)
    wire.post(0.0, 0, Conceded())
    wire.run()
    assert all(node.closed == ["conceded.dracula"] for node in wire.nodes)
    return wire.file_of(0)


def write_newest() -> None:
    """What is recorded of the newest protocol; whoever raises that adds games of it."""
    parents = json.loads(PARENTS.read_text(encoding="utf-8"))
    for path, made in GAMES.items():
        if made.protocol == PROTOCOL.newest:
            path.write_bytes(record(made))
            parents[path.stem] = from_file(path.read_bytes()).final_parent.hex()
    PARENTS.write_text(json.dumps(parents, indent=1) + "\n", encoding="utf-8")


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


if __name__ == "__main__":
    write_newest()
