"""The first requests of every game: who enters it, and with which keys (section 7, 22.10).

0. GAME_OPEN by every peer gives the game its id. 1. KEY_COMMIT by every peer. 2. KEY_OPEN by every
peer gives the keys. Then the rules ask, and their own first requests make the decks.
"""

from typing import TypeAlias

from net.crypto.derivation import GameKeys
from net.crypto.parties import Entropy, Verifier
from net.fairness.keys_setup import (
    Entered,
    check_game_open,
    check_key_open,
    game_keys,
    id_of_game,
    key_context,
    make_game_open,
    make_key_commit,
    make_key_open,
)
from net.fairness.vault import Vault
from net.rounds import Round
from net.wire.bodies import GameOpen, KeyCommit, KeyOpen
from net.wire.table_setup import TableSetup

# Every peer's public keys, in peer order.
Keys: TypeAlias = tuple[GameKeys, ...]


class Entering(Round):
    """Request 0: every peer enters the game that S describes; the answer is the game's id."""

    kind = GameOpen

    def __init__(self, setup: TableSetup, setup_hash: bytes) -> None:
        super().__init__(range(len(setup.peers)))
        self._identities = [peer.identity for peer in setup.peers]
        self._game = Entered(setup_hash, setup.protocol)

    def make(self, peer: int, entropy: Entropy) -> GameOpen:
        """Enter; the random bytes make every game another one."""
        return make_game_open(self._identities[peer], entropy(32), self._game, peer)

    def _verify(self, peer: int, body: GameOpen) -> None:
        check_game_open(body, self._identities[peer], self._game, peer)

    def settle(self) -> bytes:
        """S-1: the id of the game."""
        return id_of_game(self.bodies())


class KeysCommitted(Round):
    """Request 1: every peer fixes its keys before it has seen another's."""

    kind = KeyCommit

    def __init__(self, size: int, game_id: bytes, anchor: bytes) -> None:
        super().__init__(range(size))
        self._game_id = game_id
        self._anchor = anchor

    def context(self, peer: int) -> bytes:
        """The one context of a peer's commitment and of its keys."""
        return key_context(self._game_id, self._anchor, peer)

    def make(self, vault: Vault) -> KeyCommit:
        """The hash of the keys to come."""
        return make_key_commit(vault, self.context(vault.peer))

    def _verify(self, _peer: int, _body: KeyCommit) -> None:
        """Any 32 bytes may be a commitment."""

    def settle(self) -> "KeysCommitted":
        """What the openings are judged by."""
        return self


class KeysOpened(Round):
    """Request 2: every peer shows its keys and that it knows their secrets; the answer is Keys."""

    kind = KeyOpen

    def __init__(self, verifier: Verifier, committed: KeysCommitted) -> None:
        super().__init__(range(len(committed.steps)))
        self._verifier = verifier
        self._committed = committed

    def is_due(self, number: int) -> bool:
        """S-2: in order of peer, so that everybody says the same of whose key repeats whose."""
        return super().is_due(number) and len(self.taken) >= number

    def make(self, vault: Vault) -> KeyOpen:
        """The keys that were committed to."""
        return make_key_open(vault, self._committed.context(vault.peer))

    def _verify(self, peer: int, body: KeyOpen) -> None:
        commit = self._committed.taken[peer]
        others = [self.taken[other] for other in range(peer)]
        check_key_open(self._verifier, self._committed.context(peer), commit, body, others)

    def settle(self) -> Keys:
        """The keys that cards are locked with."""
        return tuple(game_keys(body) for body in self.bodies())
