"""Orders and reports between window and worker before a game: keys, nearby tables, open games."""

from msgspec import Struct

from client.worker.values import Order, Report
from engine.ids import Seat
from net.crypto.secrecy import Unlocking, concealed


class EnterHall(Order, frozen=True):
    """The first order to the worker for keys, nearby tables and unfinished games."""

    home: str
    unlock: Unlocking | None = None  # opens the player's keys, where it is known
    interface: str | None = None
    looks: bool = True  # for tables and unfinished games; otherwise it is about the keys alone

    def __repr__(self) -> str:
        """N-9: nothing of the secret."""
        return concealed(self)


class UnlockKeys(Order, frozen=True):
    """The player has typed the passphrase of the keys."""

    passphrase: str

    def __repr__(self) -> str:
        """N-9: nothing of the secret."""
        return concealed(self)


class LockKeys(Order, frozen=True):
    """Lock the keys with a new passphrase, or with none."""

    old: str | None
    new: str | None

    def __repr__(self) -> str:
        """N-9: nothing of the secret."""
        return concealed(self)


class Examine(Order, frozen=True):
    """Say why no table is found; `address` is one that should be there, if the player knows any."""

    address: str = ""


class KeysKnown(Report, frozen=True):
    """Who the player is: the words of the key, and what opens it."""

    key_words: str
    is_locked: bool
    unlock: Unlocking | None = None

    def __repr__(self) -> str:
        """N-9: nothing of the secret."""
        return concealed(self)


class KeysShut(Report, frozen=True):
    """The keys are locked, and no passphrase given so far opens them."""

    is_wrong: bool = False  # whether a passphrase was tried


class KeysFailed(Report, frozen=True):
    """The keys cannot be used or changed, and why."""

    words: str


class TableRow(Struct, frozen=True):
    """A table of this network, as it was announced and as it answered."""

    table: str
    name: str
    state: str  # found, open, begun, other-version, gone
    host: str
    port: int
    code: str = ""
    needs_passphrase: bool = False
    edition: str = ""
    seats_free: tuple[Seat, ...] = ()
    why: str = ""  # of another version: which, and which is ours


class TablesFound(Report, frozen=True):
    """All tables of this network, those one can join first."""

    tables: tuple[TableRow, ...]


class NoLooking(Report, frozen=True):
    """Tables cannot be found automatically on this machine, and the system's reason."""

    detail: str


class OpenGame(Struct, frozen=True):
    """An unfinished game: of a table by its id, or alone by its file."""

    when: float
    edition: str
    answers: int
    people: tuple[str, ...] = ()
    seats: tuple[Seat, ...] = ()  # the player's own
    game: bytes = b""
    path: str = ""
    restored: str = ""  # the folder of a place that was restored from a backup
    wrongdoer: str = ""  # whose wrong move has stopped it, if all can go on before that
    older: int = 0  # the rules version, if it is not the newest


class PutAway(Order, frozen=True):
    """Take a game off the list of unfinished ones; its file stays among the saved games."""

    game: OpenGame


class GamesFound(Report, frozen=True):
    """All unfinished games, the newest first; and why some may be missing."""

    games: tuple[OpenGame, ...]
    fault: str = ""


class Examined(Report, frozen=True):
    """Why no table is found: problems by id with details; or that it cannot be found out."""

    ailments: tuple[tuple[str, str, str], ...]
    port: int  # the one that a firewall is to let in
    fault: str = ""
