"""The first requests of every game: who enters it, and with which keys (section 7, 22.10).

0. GAME_OPEN by every peer gives the game its id. 1. KEY_COMMIT by every peer. 2. KEY_OPEN by every
peer gives the keys. Then the rules ask, and their own first requests make the decks.
"""

from net.crypto.derivation import SeedSecrets
from net.crypto.faults import Malformed, OpeningMismatch
from net.crypto.hashing import game_id
from net.crypto.parties import Entropy
from net.errors import LocalMistake
from net.rounds import Round
from net.wire.bodies import GameOpen, encode_body
from net.wire.table_setup import PROTOCOL_VERSION, TableSetup


class Entering(Round):
    """Request 0: every peer enters the game that S describes; the answer is the game's id."""

    kind = GameOpen

    def __init__(self, setup: TableSetup, setup_hash: bytes) -> None:
        super().__init__(len(setup.peers))
        self._setup = setup
        self._setup_hash = setup_hash

    def make(self, peer: int, entropy: Entropy) -> GameOpen:
        """Enter; the random bytes make every game another one."""
        identity = self._setup.peers[peer].identity
        return GameOpen(identity, entropy(32), self._setup_hash, peer, PROTOCOL_VERSION)

    def _verify(self, peer: int, body: GameOpen) -> None:
        if body.setup != self._setup_hash:
            raise OpeningMismatch("another set-up was signed")
        if (body.peer, body.identity) != (peer, self._setup.peers[peer].identity):
            raise Malformed("somebody else's name")
        if body.version != PROTOCOL_VERSION:
            raise Malformed(f"protocol version {body.version}")

    def settle(self) -> bytes:
        """S-1: the id of the game."""
        return game_id(encode_body(body) for body in self.bodies())
