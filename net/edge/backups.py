"""A sealed backup of one player's part in a game, for the others to keep (K-5).

1. It holds what another machine needs and nobody else can give: the seed of the game, and the key
   of the identity that signs. Everything else follows from the log, which the others have.
2. Of each player only so many are tried as one may have, its latest first: whoever signs more makes
   nobody wait.
3. The words are made by the program, seven of 2,048, and stand behind Argon2id: whoever keeps the
   sealed bytes can guess at leisure. They are shown once and kept nowhere.
"""

import unicodedata
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from nacl.exceptions import CryptoError

from engine.errors import BorgoError
from net.crypto.hashing import setup_hash
from net.crypto.keys import Identity
from net.crypto.secrecy import concealed
from net.edge.private_files import fresh_nonce, seal, unseal
from net.edge.words import BACKUP_WORDS, fresh_phrase
from net.limits import MOST_BACKUPS
from net.log.entry import Entry, Place
from net.session.passphrase import stretched
from net.wire.bodies import Backup
from net.wire.layout import Body
from net.wire.table_setup import TableSetup, encode_setup

_SALT_SIZE = 16
_SECRET_SIZE = 32


class NoBackup(BorgoError):
    """The words open no backup of this game, or there is none."""


class BackupKey(NamedTuple):
    """What a backup is sealed with; made before the game, because it takes half a second."""

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
    """Fresh words, and the key that follows from them."""
    words = fresh_phrase(bytes_of, BACKUP_WORDS)
    salt = bytes_of(_SALT_SIZE)
    return words, BackupKey(salt, stretched(_as_said(words), salt))


def seal_backup(
    key: BackupKey, identity: Identity, seed: bytes, about: bytes, bytes_of: Callable[[int], bytes]
) -> bytes:
    """What BACKUP carries; `about` says of which game it is."""
    content = identity.secret() + seed
    return key.salt + seal(key.key, content, about, fresh_nonce(bytes_of))


def about_game(setup: TableSetup) -> bytes:
    """A backup opens only with the game it was made in."""
    return b"FOD1-backup" + setup_hash(encode_setup(setup))


def open_backups(
    words: str, setup: TableSetup, notes: Iterable[tuple[Entry, Body]]
) -> BackedUp | None:
    """The backup that these words open and its signer made; None if there is none such."""
    for peer, sealed in _latest_first(notes):
        found = _opened(words, about_game(setup), sealed)
        is_its_own = (
            found is not None and Identity(found[0]).public_key == setup.peers[peer].identity
        )
        if found is not None and is_its_own:
            return BackedUp(peer, Identity(found[0]), *found)
    return None


def _latest_first(notes: Iterable[tuple[Entry, Body]]) -> Iterator[tuple[int, bytes]]:
    """The latest backup of every player, then the one before; no more than may be kept."""
    found: dict[int, list[tuple[Place, bytes]]] = {}
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
