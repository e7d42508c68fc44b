"""Entries, secrets, games and players in one SQLite file.

1. An own entry is on the disk when `record_own` returns (K-1): written, committed, synced. A
   second, different one for the same place is refused by the file itself, in this run or any later.
2. Received entries wait for the next sync: their authors hold them too.
3. A failed write has changed nothing, and says in words why.
4. One program at a time: the file is locked while it is open, and the lock dies with the program.
5. Secrets are sealed under the store's key, each to its game and name (N-8); nothing else is.
6. A store belongs to the thread that opened it.
7. The whole file is read once when it is opened, and SQLite's log before it: a damaged one is said
   before anything is built on it.
8. What nobody else can bring back, secrets and set-ups, is at once in the file itself. A damaged
   log then costs entries, as a disk that is older than the game does (K-3), and no game.
"""

import os
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import NamedTuple

from nacl.exceptions import CryptoError

from net.edge.storing.private_files import fresh_nonce, seal, unseal
from net.edge.storing.store_file import AlreadyAnswered, StoreDamaged, StoreFile
from net.log.chain import outlasts
from net.log.entry import Entry, decode_entry

FILE_NAME = "borgo.db"

_KEEP_ENTRY = """
INSERT INTO entries (game, hash, epoch, position, part, peer, is_own, bytes)
VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (game, hash) DO UPDATE
SET is_own = max(is_own, excluded.is_own) WHERE is_own < excluded.is_own
"""

_READ_ENTRIES = "SELECT bytes FROM entries WHERE game = ? AND position >= ?"
_IN_ORDER = "ORDER BY position, part, epoch, peer, number"

_KEEP_PLAYER = """
INSERT INTO players VALUES (?, ?, ?, ?) ON CONFLICT (identity) DO UPDATE
SET name = excluded.name, seen_at = excluded.seen_at
"""


class KnownPlayer(NamedTuple):
    """Somebody we have met: the key is who it is, the name is what it calls itself."""

    identity: bytes
    name: str
    met_at: int  # the first time,
    seen_at: int  # and the last


class KeptGame(NamedTuple):
    """A game by its S; up to `head_index` everything was verified, and `head_parent` stands."""

    id: bytes
    setup: bytes
    began_at: int
    head_index: int
    head_parent: bytes
    outcome: str


class Store:
    """The file of one player."""

    def __init__(
        self, path: Path, key: bytes, bytes_of: Callable[[int], bytes] = os.urandom
    ) -> None:
        self._path = path
        self._key = key
        self._bytes_of = bytes_of
        self._file = StoreFile(path)
        try:
            self._file.check()
        except BaseException:
            self._file.close()
            raise

    def close(self) -> None:
        """Everything is on the disk, and another program may open the file."""
        self._file.close()

    def record_own(self, game: bytes, entry: bytes) -> None:
        """K-1: keep an entry of ours, durably, before it is sent. The same one again is fine."""
        decoded = decode_entry(entry)
        with self._file.writing(is_synced=True):
            stored = self.own_entry(game, decoded)
            if stored not in {None, entry}:
                raise AlreadyAnswered(stored or b"", entry)
            self._keep(game, decoded, entry, is_own=True)

    def record_received(self, game: bytes, entries: Iterable[bytes]) -> None:
        """L-5: keep what others signed, right or wrong, contradictions too."""
        with self._file.writing(is_synced=False):
            for entry in entries:
                self._keep(game, decode_entry(entry), entry, is_own=False)

    def own_entry(self, game: bytes, place: Entry) -> bytes | None:
        """K-1: what we have answered at the place of this entry."""
        found = self._file.rows(
            "SELECT bytes FROM entries WHERE game = ? AND epoch = ? AND position = ? AND part = ?"
            " AND peer = ? AND is_own = 1",
            game, place.epoch, place.index, place.part, place.peer,
        )  # fmt: skip
        return found[0][0] if found else None

    def entries(self, game: bytes, first: int = 0) -> list[bytes]:
        """Every entry in order of request and part, from a request on."""
        rows = self._file.rows(f"{_READ_ENTRIES} {_IN_ORDER}", game, first)
        return [row[0] for row in rows]

    def keep_secret(self, game: bytes, name: str, content: bytes) -> None:
        """N-8: seal and keep a secret of a game, durably."""
        sealed = seal(self._key, content, _about(game, name), fresh_nonce(self._bytes_of))
        with self._file.writing(is_synced=True):
            self._file.execute("REPLACE INTO secrets VALUES (?, ?, ?)", game, name, sealed)
        self._file.settle()

    def secret(self, game: bytes, name: str) -> bytes | None:
        """A secret of a game; StoreDamaged if it was altered or the key is another."""
        found = self._file.rows(
            "SELECT sealed FROM secrets WHERE game = ? AND name = ?", game, name
        )
        if not found:
            return None
        try:
            return unseal(self._key, found[0][0], _about(game, name))
        except CryptoError:
            raise StoreDamaged("store-sealed", self._path) from None

    def begin_game(self, game: bytes, setup: bytes, now: int) -> None:
        """A game has been agreed on; the same again is fine."""
        with self._file.writing(is_synced=True):
            self._file.execute(
                "INSERT INTO games (id, setup, began_at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
                game,
                setup,
                now,
            )
        self._file.settle()

    def set_head(self, game: bytes, index: int, parent: bytes) -> None:
        """K-3: everything before this request is verified."""
        with self._file.writing(is_synced=False):
            self._file.execute(
                "UPDATE games SET head_index = ?, head_parent = ? WHERE id = ?",
                index,
                parent,
                game,
            )

    def set_aside(self, game: bytes, index: int, parent: bytes, agreed: Iterable[bytes]) -> None:
        """Section 14: all go on before a request, which stands on this parent; it is not over.

        What was answered to it, and followed, is let go of with what takes its place, or not at
        all. Our own answers among it are of an epoch in which nothing is signed any more (K-1).
        """
        rows = self._file.rows(
            "SELECT number, bytes FROM entries WHERE game = ? AND position >= ?", game, index
        )
        agreed = tuple(agreed)
        with self._file.writing(is_synced=True):
            for number, entry in rows:
                if not outlasts(decode_entry(entry), index) and entry not in agreed:
                    self._file.execute("DELETE FROM entries WHERE number = ?", number)
            for entry in agreed:
                self._keep(game, decode_entry(entry), entry, is_own=False)
            self._file.execute(
                "UPDATE games SET head_index = ?, head_parent = ?, outcome = '' WHERE id = ?",
                index, parent, game,
            )  # fmt: skip

    def end_game(self, game: bytes, outcome: str) -> None:
        """A game is over, and how, as an id."""
        with self._file.writing(is_synced=True):
            self._file.execute("UPDATE games SET outcome = ? WHERE id = ?", outcome, game)

    def games(self) -> list[KeptGame]:
        """Every game, the newest first."""
        rows = self._file.rows(
            "SELECT id, setup, began_at, head_index, head_parent, outcome FROM games"
            " ORDER BY began_at DESC, id"
        )
        return [KeptGame(*row) for row in rows]

    def keep_note(self, game: bytes, kind: int, content: bytes, *, own: bool = False) -> None:
        """22.12: what a file of the game holds beside its entries, as an accusation or a line.

        One of our own is on the disk when this returns: it has a number that is not used twice.
        """
        with self._file.writing(is_synced=own):
            self._file.execute(
                "INSERT INTO notes (game, kind, bytes) VALUES (?, ?, ?)", game, kind, content
            )

    def notes(self, game: bytes) -> list[tuple[int, bytes]]:
        """The notes of a game in the order they came."""
        return self._file.rows("SELECT kind, bytes FROM notes WHERE game = ? ORDER BY number", game)

    def meet(self, player: KnownPlayer) -> None:
        """Pin a key; the first meeting stays the first."""
        with self._file.writing(is_synced=True):
            self._file.execute(_KEEP_PLAYER, *player)

    def players(self) -> list[KnownPlayer]:
        """Everybody we have met, the latest first."""
        rows = self._file.rows("SELECT * FROM players ORDER BY seen_at DESC, identity")
        return [KnownPlayer(*row) for row in rows]

    def _keep(self, game: bytes, decoded: Entry, entry: bytes, *, is_own: bool) -> None:
        self._file.execute(
            _KEEP_ENTRY, game, decoded.hash, decoded.epoch, decoded.index, decoded.part,
            decoded.peer, int(is_own), entry,
        )  # fmt: skip


def _about(game: bytes, name: str) -> bytes:
    """What a sealed secret is tied to: it cannot be moved to another game or name."""
    return b"BORGO-SECRET-1\n" + game + name.encode()
