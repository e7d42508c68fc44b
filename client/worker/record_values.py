"""Orders and reports between window and worker about recorded games and their ledgers."""

from msgspec import Struct, field

from client.worker.values import Order, Report, Waits
from engine.facts.fact import Fact
from engine.ids import CardId, ClauseId, PlaceId, Seat, SlotId
from engine.view import View

PUBLIC, ALL = "public", "all"  # eyes that are nobody's seat


class Source(Struct, frozen=True):
    """Where a recorded game is: in a file, in a player's store, or at hand because it runs."""

    path: str = ""
    content: bytes = b""  # the bytes of a file
    home: str = ""
    game: bytes = b""  # of the store there, by its id
    known: dict[SlotId, str] = {}  # what the player's seats know and the record does not tell
    seats: tuple[Seat, ...] | None = None  # through whose eyes it may be seen; None: everybody's


class RecordOrder(Order, frozen=True):
    """The first order to a worker that is to do something with records."""


class ReadRecord(RecordOrder, frozen=True):
    """Run a record again and show any step of it."""

    source: Source
    language: str


class ShowStep(Order, frozen=True):
    """Show the game after so many answers, through these eyes."""

    at: int
    eyes: str


class TellAll(Order, frozen=True):
    """Tell the whole game as these eyes saw it."""

    eyes: str


class JudgeRecord(RecordOrder, frozen=True):
    """Judge a record; the verdict is remembered in this folder."""

    source: Source
    home: str = ""


class ListRecords(RecordOrder, frozen=True):
    """List every game kept in a player's folder."""

    home: str


class CopyRecord(Order, frozen=True):
    """Save a game as a file of its own."""

    source: Source
    to: str


class DeleteRecord(Order, frozen=True):
    """Delete the file of a game for good."""

    path: str


class ListMore(Order, frozen=True):
    """Look at one more file, wherever it is."""

    path: str


class WantRecord(Order, frozen=True):
    """Asked of a running table: the game so far, as far as this player may see it."""


class RecordSoFar(Report, frozen=True):
    """The running game, to be looked at again."""

    source: Source


class LoadProgress(Report, frozen=True):
    """So much of a record has been read."""

    done: int
    total: int


class Mark(Struct, frozen=True):
    """Something on the timeline: a week, a fight, a reveal, a dawn."""

    at: int
    kind: str  # "week", "fight", "reveal", "night"
    number: int = 0
    place: PlaceId = ""
    vampire: CardId | None = None


class Signature(Struct, frozen=True):
    """An entry behind a step: whose it is, and what kind."""

    name: str
    kind: str


class RoadStop(Struct, frozen=True):
    """One of Dracula's nights: where he was, and what he hid there."""

    at: int  # the step he came
    number: int
    round: int
    place: PlaceId  # empty: never opened
    power: CardId | None = None
    hidden: tuple[CardId, ...] = ()
    unknown: int = 0  # encounters that were never opened
    rumor: bool = False
    was_found: bool = False  # turned up while the game ran


class RecordRead(Report, frozen=True):
    """A record is read: what it is, and what can be jumped to."""

    steps: int
    edition: str
    switches: dict[str, str | int]  # every one, as it is played
    players: dict[Seat, str]
    seats: tuple[Seat, ...]  # through whose eyes it may be seen
    marks: tuple[Mark, ...]
    nights: tuple[bool, ...]  # of every step, whether it is night
    road: tuple[RoadStop, ...]
    is_signed: bool
    outcome: str | None
    cause: str | None
    sees_all: bool  # whether every hidden value may be seen
    missing: int = 0  # hidden values nobody opened
    fault: str | None = None  # why it cannot be followed to its end
    digest: str = ""
    own_seats: tuple[Seat, ...] = ()  # of whoever played alone, where the file's name says it
    older: int = 0  # the rules version, if it is not the newest


class StepShown(Report, frozen=True):
    """The game at a step."""

    at: int
    eyes: str
    view: View
    facts: tuple[Fact, ...]
    asked: tuple[Waits, ...]  # what the game waits for
    known: dict[Seat, dict[str, tuple[str, ...]]]  # seat -> where -> what it knew there
    possible: tuple[PlaceId, ...] | None  # where the public could think Dracula; None: untold
    signed: tuple[Signature, ...]


class Told(Struct, frozen=True):
    """One sentence of the chronicle: when, what, where, about which cards, by which rule."""

    at: int
    text: str
    place: PlaceId = ""
    cards: tuple[str, ...] = ()
    rule: ClauseId = ""


class AllTold(Report, frozen=True):
    """The whole game in sentences."""

    eyes: str
    lines: tuple[Told, ...]


class JudgeProgress(Report, frozen=True):
    """So much of a record has been judged, up to this step of the game."""

    done: int
    total: int
    step: int


class JudgedLine(Struct, frozen=True):
    """One line of a verdict: what was checked, how much, and how it came out."""

    line: str
    state: str  # "good", "so-far", "wrong", "none"
    count: int


class RecordJudged(Report, frozen=True):
    """The verdict on a record."""

    kind: str  # clean, violation, unfinished, not-signed, unaudited, irreproducible, unsigned
    lines: tuple[JudgedLine, ...]
    step: int  # the first step that is not found good; beyond the last if all are
    names: tuple[str, ...] = ()
    about: tuple[str, ...] = ()  # whom the verdict is about: not audited, not reproducible
    offender: str = ""
    code: int | None = None
    wrong: str = ""  # what is wrong, as an id; empty: the code says it
    wrong_about: dict[str, str | int] = field(default_factory=dict)
    is_signed: bool = True
    unjudged: int = 0
    accusations: tuple[tuple[str, str, bool | None], ...] = ()  # accuser, accused, founded
    set_aside: tuple[tuple[str, int, bool], ...] = ()  # whose fault, request, without its shuffle
    ending: str | None = None
    outcome: str | None = None
    digest: str = ""


class RecordRow(Report, frozen=True):
    """One kept game in the list."""

    source: Source
    name: str
    when: float
    people: tuple[str, ...]
    own_seats: tuple[Seat, ...]
    outcome: str  # an id; empty: not over
    is_signed: bool = False
    verdict: str = ""  # the kind of the last verdict on these very bytes, if any
    fault: str = ""  # why it cannot be read
    is_own: bool = True  # in the player's own folder
    steps: int = 0


class RecordsListed(Report, frozen=True):
    """There are no more; and why the store could not be read, if so."""

    fault: str = ""


class RecordGone(Report, frozen=True):
    """A file was deleted."""

    path: str


class RecordCopied(Report, frozen=True):
    """A copy was saved."""

    to: str


class RecordFailed(Report, frozen=True):
    """Something asked for could not be done, and why."""

    words: str


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
