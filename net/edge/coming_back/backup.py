"""Sealed backups of a player's part in a game, and restoring it on another machine (K-5).

1. A backup holds what another machine needs and no peer can give: the seed of the game, and the
   signing key of the identity. Everything else follows from the log, which the others have.
2. Of each player only as many backups are tried as one may have, the latest first, so that a peer
   that signs more does not make anybody wait.
3. The words are made by the program, seven of 2,048, and stand behind Argon2id: anybody who has the
   sealed bytes can guess for as long as they like. They are shown once and stored nowhere.

Restoring from the words:
4. The program comes as an onlooker, under a fresh key: nobody can be asked to believe that it is
   the player before the backup is open.
5. It follows the game until it has all that the others have said to have, and so the backup.
6. What it gathered is verified, and stored as if it had been played here. Then it returns to the
   game (K-3): like a peer with an old disk it first asks everybody what it has signed itself.
"""

import asyncio
import os
import time
import unicodedata
from collections.abc import Callable, Collection, Iterable, Iterator
from typing import Any, NamedTuple

from nacl.exceptions import CryptoError

from engine.errors import BorgoError
from net.crypto.hashing import setup_hash
from net.crypto.keys import Identity
from net.crypto.secrecy import concealed
from net.crypto.transcript import Verifier
from net.edge.coming_back.resume import KeptAddresses, keep_for_return
from net.edge.finding.route import TableToFind, TableToJoin
from net.edge.onlooker_node import Watched, WatchNode
from net.edge.people.shown_names import BACKUP_WORDS, fresh_phrase
from net.edge.storing.private_files import fresh_nonce, seal, unseal
from net.edge.storing.store import Store
from net.game.replica import Replica
from net.gossip import CatchUp
from net.limits import MOST_BACKUPS
from net.lobby.events import ShowTable
from net.log.entry import Entry, EntryPlace, is_signed_by
from net.onlooking.onlooker import Onlooker
from net.peer.effects import Show
from net.session.passphrase import stretched
from net.wire.bodies import Backup
from net.wire.layout import Body
from net.wire.messages import PeerAt
from net.wire.table_setup import TableSetup, encode_setup

_SALT_SIZE = 16
_SECRET_SIZE = 32


class NoBackup(BorgoError):
    """The words open no backup of this game, or there is none."""


class BackupKey(NamedTuple):
    """The key that seals a backup; made before the game, because it takes half a second."""

    salt: bytes
    key: bytes

    def __repr__(self) -> str:
        """N-9: nothing of the secret."""
        return concealed(self)


class BackedUp(NamedTuple):
    """Whose backup it was, and what was in it."""

    peer: int
    identity: Identity
    identity_secret: bytes
    seed: bytes

    def __repr__(self) -> str:
        """N-9: nothing of the secret."""
        return concealed(self)


def new_backup(bytes_of: Callable[[int], bytes]) -> tuple[str, BackupKey]:
    """Fresh words, and the key made from them."""
    words = fresh_phrase(bytes_of, BACKUP_WORDS)
    salt = bytes_of(_SALT_SIZE)
    return words, BackupKey(salt, stretched(_as_said(words), salt))


def seal_backup(
    key: BackupKey, identity: Identity, seed: bytes, about: bytes, bytes_of: Callable[[int], bytes]
) -> bytes:
    """The content of BACKUP; `about` names its game."""
    content = identity.secret() + seed
    return key.salt + seal(key.key, content, about, fresh_nonce(bytes_of))


def about_game(setup: TableSetup) -> bytes:
    """The context of the seal: a backup opens only with its own game."""
    return b"FOD1-backup" + setup_hash(encode_setup(setup))


def open_backups(
    words: str, setup: TableSetup, notes: Iterable[tuple[Entry, Body]]
) -> BackedUp | None:
    """The backup that these words open and its signer made; None if there is none."""
    for peer, sealed in _latest_first(notes):
        found = _opened(words, about_game(setup), sealed)
        is_its_own = (
            found is not None and Identity(found[0]).public_key == setup.peers[peer].identity
        )
        if found is not None and is_its_own:
            return BackedUp(peer, Identity(found[0]), *found)
    return None


def _latest_first(notes: Iterable[tuple[Entry, Body]]) -> Iterator[tuple[int, bytes]]:
    """The latest backup of every player, then the one before; no more than the limit."""
    found: dict[int, list[tuple[EntryPlace, bytes]]] = {}
    for entry, body in notes:
        if isinstance(body, Backup):
            found.setdefault(entry.peer, []).append((entry.place, body.sealed))
    latest = {peer: sorted(each, reverse=True) for peer, each in sorted(found.items())}
    for rank in range(MOST_BACKUPS):
        yield from ((peer, each[rank][1]) for peer, each in latest.items() if rank < len(each))


def _opened(words: str, about: bytes, sealed: bytes) -> tuple[bytes, bytes] | None:
    salt, hidden = sealed[:_SALT_SIZE], sealed[_SALT_SIZE:]
    if len(salt) != _SALT_SIZE:
        return None
    try:
        content = unseal(stretched(_as_said(words), salt), hidden, about)
    except CryptoError:
        return None
    if len(content) != 2 * _SECRET_SIZE:
        return None
    return content[:_SECRET_SIZE], content[_SECRET_SIZE:]


def _as_said(words: str) -> bytes:
    """Blanks, hyphens and capitals do not matter: people copy the words from paper."""
    parts = unicodedata.normalize("NFKC", words).casefold().replace("-", " ").split()
    return " ".join(parts).encode()


# --- Restoring a game from the words ---


GATHERED = "gathered"


class Gathered(NamedTuple):
    """What the others sent: the log so far, and the players' addresses."""

    watched: Watched
    proceedings: Replica | None
    whereabouts: KeptAddresses
    linked: frozenset[bytes] = frozenset()  # who was there


class Unseen:
    """A guide without a person: nobody watches while a game is gathered."""

    def seated(self, shown: ShowTable) -> None:
        """The table before the game."""

    def happened(self, shown: Show, proceedings: Replica) -> None:
        """A request of the game is settled."""

    def heard(self, name: str, text: str) -> None:
        """Somebody at the table said something to all."""

    def looked(self, onlooker: Onlooker, linked: Collection[bytes]) -> None:
        """How far the game is, and to whom there is a channel."""


class GatherNode(WatchNode):
    """Follows a game until it has everything that the others have."""

    def __init__(self, verifier: Verifier) -> None:
        super().__init__(Identity(os.urandom(32)), "restores", verifier, Unseen())
        self._levelling = CatchUp()
        self._linked: frozenset[bytes] = frozenset()

    async def gather(self, route: TableToFind | TableToJoin, interface: str | None) -> Gathered:
        """Collect everything the others have; the reason, if the game could not be followed."""
        watched = await self.run(route, interface)
        links = self._links
        key = self._sockets.tables.get(links.table, b"")
        where = KeptAddresses(links.table, tuple(self._whereabouts()), key)
        return Gathered(watched, self.onlooker.proceedings, where, self._linked)

    def _whereabouts(self) -> Iterator[PeerAt]:
        proceedings = self.onlooker.proceedings
        players = () if proceedings is None else proceedings.roster.identities
        return (peer for key, peer in self.onlooker.known.items() if key in players)

    def _take(self, happened: Any) -> None:
        super()._take(happened)
        if happened is None and self._ended is None and self._is_level():
            self._ended = GATHERED
            self._linked = frozenset(self._links.linked())

    def _is_level(self) -> bool:
        """Whether we have all that the players who are here have."""
        proceedings, gossip = self.onlooker.proceedings, self.onlooker.gossip
        if proceedings is None or gossip is None:
            return False
        now = asyncio.get_running_loop().time()
        return self._levelling.is_done(gossip, proceedings.roster.peers, now)


def opened(words: str, gathered: Gathered) -> BackedUp:
    """Open a backup with the words; NoBackup says why it fails."""
    proceedings = gathered.proceedings
    if proceedings is None:
        raise NoBackup("backup-no-game")
    notes = [entry for entry in _beside(proceedings) if entry.kind == Backup.kind]
    if not notes:
        raise NoBackup("backup-none")
    decoded = ((entry, proceedings.decode(entry)) for entry in notes)
    found = open_backups(words, proceedings.setup, decoded)
    if found is None:
        raise NoBackup("backup-not-opened")
    if found.identity.public_key in gathered.linked:
        raise NoBackup("backup-in-use")  # two programs of one player would sign differently
    return found


def keep_restored(store: Store, gathered: Gathered, backup: BackedUp) -> None:
    """Store the game of a backup, so that it can be returned to; it may be there already."""
    keep_gathered(store, gathered, backup.identity.public_key, backup.seed)


def keep_gathered(store: Store, gathered: Gathered, identity: bytes, seed: bytes) -> None:
    """Store a game as if it had been played here; entries of this identity count as our own."""
    proceedings, game = gathered.proceedings, gathered.watched.game
    assert proceedings is not None
    assert game is not None
    key, roster = proceedings.setup_hash, proceedings.roster
    store.begin_game(key, game.signed_setup, int(time.time()))
    for entry in _in_order(proceedings):
        if identity in roster.holders(entry.peer) and is_signed_by(entry, identity):
            store.record_own(key, entry.to_bytes())
        else:
            store.record_received(key, [entry.to_bytes()])
    keep_for_return(store, key, seed, gathered.whereabouts)
    store.set_head(key, proceedings.chain.index, proceedings.chain.parent)


def _in_order(proceedings: Replica) -> Iterator[Entry]:
    chain = proceedings.chain
    for index in range(chain.index + 1):
        yield from chain.entries(index)
        yield from chain.beside(index)


def _beside(proceedings: Replica) -> Iterator[Entry]:
    chain = proceedings.chain
    return (entry for index in range(chain.index + 1) for entry in chain.beside(index))
