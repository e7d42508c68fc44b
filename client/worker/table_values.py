"""Orders and reports between window and worker about a table of peers, beside its game."""

from msgspec import Struct

from client.worker.values import Order, Report
from engine.ids import MomentId, Seat
from net.crypto.secrecy import Unlocking, concealed


class Terms(Struct, frozen=True):
    """What a table is to play, as the window chooses it."""

    edition: str = "fourth"
    switches: dict[str, str | int] = {}
    audit: bool = True
    onlookers: int = 3
    clock_s: int = 0
    recovery: bool = False  # a hunter's player who is gone can be replaced
    bots_across: bool = False  # bots kept by a player of the other side are allowed
    aid: bool = True  # programs may show hunters where Dracula can be
    delay_ms: int = 150  # the fixed delay of what nobody decides


class TableOrder(Order, frozen=True, kw_only=True):
    """Come to a table of peers, as this player."""

    name: str
    home: str  # where keys and games are kept
    seats: tuple[Seat, ...] = ()
    passes: tuple[MomentId, ...] = ()
    aid: bool = True
    interface: str | None = None
    port: int | None = None  # none: the usual one
    passphrase: str | None = None  # of the table
    unlock: Unlocking | None = None  # of the player's own key, where it is locked
    bots: str = ""  # seats for bots the player brings: "seward,mina+godalming"

    def __repr__(self) -> str:
        """N-9: nothing of the secret."""
        return concealed(self)


class OpenTable(TableOrder, frozen=True, kw_only=True):
    """Open a table of this title."""

    title: str
    terms: Terms = Terms()
    makes_phrase: bool = False  # let in only who knows five words, which the worker makes


class FindTable(TableOrder, frozen=True, kw_only=True):
    """Find a table of this title on the network."""

    title: str


class JoinTable(TableOrder, frozen=True, kw_only=True):
    """Go to the table at this address."""

    host: str
    at_port: int


class ReturnToTable(TableOrder, frozen=True, kw_only=True):
    """Go back to a game that was broken off, by its id."""

    game: bytes
    restored: str = ""  # the folder of a place that was restored from a backup
    agrees: bool = True  # to go on before the wrong move that stopped it, if one has


class RestoreSeat(TableOrder, frozen=True, kw_only=True):
    """Go on with a game that is played at this address, from the words of a backup."""

    host: str
    at_port: int
    words: str = ""


class WatchTable(TableOrder, frozen=True, kw_only=True):
    """Look on at the table at this address, without a seat."""

    host: str
    at_port: int


class OfferToPlay(Order, frozen=True):
    """Whoever looks on would play on for whoever is gone."""


class SeatBot(Order, frozen=True):
    """Bring one bot that plays these seats."""

    seats: tuple[Seat, ...]


class DismissBot(Order, frozen=True):
    """Send a bot of one's own away."""

    identity: bytes


class BotSent(Report, frozen=True):
    """A bot is on its way to these seats; it takes some seconds."""

    identity: bytes
    seats: tuple[Seat, ...]


class BotEnded(Report, frozen=True):
    """A bot that was sent has ended, whether or not it has come."""

    identity: bytes


class ChooseSeats(Order, frozen=True):
    """The player would like these seats."""

    seats: tuple[Seat, ...]


class ChooseTerms(Order, frozen=True):
    """The player who opened the table changes what is played."""

    terms: Terms


class MarkReady(Order, frozen=True):
    """The player agrees to the set-up as shown, named by its hash; or no longer."""

    setup_hash: bytes
    is_ready: bool = True


class AcceptKey(Order, frozen=True):
    """The player has compared the words and accepts somebody whose key is new."""

    identity: bytes


class GiveUp(Order, frozen=True):
    """The player wants the game to end: concedes, or proposes to end it without a winner."""

    concedes: bool
    opens: bool = True  # whether the secrets may then be opened


class AboutPeer(Order, frozen=True):
    """What the player wants about somebody who is gone, by the id of the step."""

    peer: int
    step: str
    who: str = ""  # of those who offer to play on, by name


class GoOn(Order, frozen=True):
    """The player would take the game up before what somebody signed wrongly, if all would."""

    request: int  # that would be asked again
    about: int  # the peer who signed it
    is_without: bool  # that peer's shuffle would be done without


class StandDown(Order, frozen=True):
    """The player leaves for good and lets somebody else play on."""


class BackUpSeat(Order, frozen=True):
    """The others are to keep a sealed backup of what this player needs to go on elsewhere."""


class SeatBackedUp(Report, frozen=True):
    """The others keep a backup; its words are told this once."""

    phrase: str

    def __repr__(self) -> str:
        """N-9: nothing of the secret."""
        return concealed(self)


class SeatRestored(Report, frozen=True):
    """A game was gathered and is kept here, to be returned to; in which folder."""

    game: bytes
    restored: str = ""


class Listening(Report, frozen=True):
    """Where others reach this player, and the words of the player's key."""

    address: str
    port: int
    key_words: str
    code: str = ""  # the address as a few letters to read aloud
    identity: bytes = b""


class PhraseMade(Report, frozen=True):
    """The five words that let others in at this table."""

    phrase: str

    def __repr__(self) -> str:
        """N-9: nothing of the secret."""
        return concealed(self)


class Guest(Struct, frozen=True):
    """Somebody at the table before the game."""

    name: str
    seats: tuple[Seat, ...]
    key_words: str
    identity: bytes
    is_ready: bool = False
    is_bot: bool = False
    watches: bool = False
    is_distrusted: bool = False
    keeper: str = ""  # the name of who keeps a bot, once it sits


class TableSeen(Report, frozen=True):
    """The table before the game as it stands."""

    guests: tuple[Guest, ...]
    edition: str
    switches: dict[str, str | int]
    setup_hash: bytes
    lacking: str | None  # why it cannot begin, as an id
    proposes: bool  # whether this player chooses what is played
    terms: Terms | None = None  # everything that is agreed, once two have a seat


class TableNotice(Report, frozen=True):
    """Something at the table a person is to know: its id, who and what it is about."""

    id: str
    who: str = ""
    what: str = ""


class Accusation(Report, frozen=True):
    """Somebody accused somebody, and what our own program found; the game goes on."""

    accuser: str
    accused: str
    code: int
    kind: str  # of the accused entry
    request: int
    is_unfounded: bool
    is_ours: bool  # whether it is this player who was accused


class Difference(Report, frozen=True):
    """What a peer has is not what we have; no player is to blame."""

    name: str
    request: int
    is_state: bool  # the state of the game differs, and the game stops
    field: str = ""  # the first that differs
    alone: tuple[str, ...] = ()  # whose state nobody shares


class EndWished(Report, frozen=True):
    """Somebody would end the game, and how, as an id; `gone` is who is held to be gone."""

    name: str
    how: str
    gone: str = ""
    gone_peer: int | None = None
    is_own: bool = False


class GoOnWished(Report, frozen=True):
    """Somebody would take a stopped game up before what another signed wrongly (section 14)."""

    name: str
    about: str  # who signed it
    at: int  # the request that the game is at
    how: GoOn
    is_own: bool = False
    is_shown: bool = False  # by what our own program has judged; else it is their word alone


class TableClosed(Report, frozen=True):
    """There is no table any more, and why, as an id; what the machine says of it, if anything."""

    reason: str
    what: str = ""


class GameBeginning(Report, frozen=True):
    """All have signed: the decks are shuffled together, so far of so many steps."""

    done: int
    total: int


class GameKept(Report, frozen=True):
    """So much of the game is signed, checked and kept: what the seal shows."""

    entries: int
    behind: tuple[str, ...] = ()  # who has not said yet to be as far
