"""TV-3, TV-4: whole recorded games of five and of two peers, in the real group, from fixed seeds.

`python -m tests.support.made_games` writes them anew; look at what becomes of the final parents.
"""

import json
from dataclasses import replace
from pathlib import Path

from net.crypto.group import SodiumGroup
from net.crypto.parties import Verifier
from net.game_file import from_file
from net.player import Player
from net.referee import Referee
from tests.support.fake_wire import FakeWire, Node, identities_for, table_for
from tests.support.proving import entropy_from

FOLDER = Path(__file__).parents[1] / "net/vectors"
FIVE, TWO = FOLDER / "five-peers.borgo", FOLDER / "two-peers.borgo"
GAMES = {FIVE: (5, "TV-3a"), TWO: (2, "TV-4")}
PARENTS = FOLDER / "game_parents.json"  # what another program must come to when it reads them


class RecordingWire(FakeWire):
    """Peers that do not check each other's proofs: the test does, when the game is read again."""

    def node(self, peer: int) -> Node:
        node = super().node(peer)
        referee = node.referee
        player = Player(peer, identities_for(len(self.setup.peers))[peer], referee.player.seed)
        entropy = entropy_from(f"{self.seed}/{peer}/entropy")
        verifier = Verifier(self.group, entropy, lambda _check, _arguments: None)
        return replace(node, referee=Referee(player, self.setup, verifier))


def record(count: int, seed: str) -> bytes:
    wire = RecordingWire(table_for(count, influence_to_win=3), SodiumGroup(), seed, duplicates=0)
    wire.run()
    assert all(node.closed == ["over"] for node in wire.nodes)
    return wire.file_of(0)


if __name__ == "__main__":
    for path, (count, seed) in GAMES.items():
        path.write_bytes(record(count, seed))
    parents = {path.stem: from_file(path.read_bytes()).final_parent.hex() for path in GAMES}
    PARENTS.write_text(json.dumps(parents, indent=1) + "\n", encoding="utf-8")
