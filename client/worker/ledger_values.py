"""What passes between the window and the worker about the ledger of a table's game."""

from msgspec import Struct

from client.worker.record_values import RecordOrder, Source
from client.worker.values import Order, Report
from engine.ids import Seat


class WantLedger(Order, frozen=True):
    """Asked of a running table: who signed what, and what is sealed."""


class ReadLedger(RecordOrder, frozen=True):
    """The ledger of a recorded game; what this folder's player found before is said with it."""

    source: Source
    home: str = ""


class PeerSigned(Struct, frozen=True):
    """Somebody at the table: what was signed, and how far this peer says to be."""

    name: str
    seats: tuple[Seat, ...]
    key_words: str
    entries: int
    at: int | None  # the request this peer is at; None: not known


class Commitment(Struct, frozen=True):
    """Something that is or was hidden: what, whose, and whether it is still sealed."""

    kind: str  # item, event, encounter, combat, ticket, trail, choice
    state: str  # sealed, held, open, audited
    holder: str
    count: int


class SignedEntry(Struct, frozen=True):
    """One entry of the log."""

    number: int
    request: int
    name: str
    kind: str
    hash: str


class LedgerSeen(Report, frozen=True):
    """Who signed what, and what is sealed."""

    peers: tuple[PeerSigned, ...]
    commitments: tuple[Commitment, ...]
    entries: tuple[SignedEntry, ...]  # the latest, newest first
    total: int
    proofs: int
    request: int
    head: str
    checked: str  # "now": as it came; of a file, what kind of verdict it had; empty: none yet
    is_signed: bool = True
    fault: str = ""  # why a file's entries are not followed any further
