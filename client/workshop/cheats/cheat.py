"""What a cheat is, and the modified program that commits it at one moment of a game."""

from collections.abc import Callable, Iterator, Sequence
from enum import Enum
from typing import Any, NamedTuple

from msgspec.structs import replace

from client.workshop.cheats.cheat_table import Cast, CheatTable, PlayedGame, Rules, entropy_from
from engine.requests import Request
from net.crypto.commitment import Committed, Opening
from net.crypto.group import Group
from net.crypto.transcript import Verifier
from net.fairness.cards.vault import Owner
from net.fairness.trail.trail_ledger import Found, PlaceCodes
from net.fairness.trail.trail_vault import PeerVault, TrailVault
from net.game.pending import AnswerExchange
from net.game.replica import Replica
from net.log.chain import FIRST_EPOCH
from net.log.entry import Entry, Unsigned, decode_entry, sign_entry
from net.wire.bodies import encode_body
from net.wire.layout import Body

# A modified program at one moment of a game: what it should send, and what it sends instead.


class Moment(NamedTuple):
    """An honest entry about to be taken, with what everybody has then; and who plays."""

    at: int  # its position in the game
    entry: Entry
    body: Body
    proceedings: Replica
    cast: Cast

    @property
    def exchange(self) -> AnswerExchange:
        """The exchange that the entry is a part of."""
        hearing = self.proceedings.hearing
        return hearing.exchanges[hearing.parts[self.entry.part].exchange]

    @property
    def step(self) -> int:
        """Which step of its exchange the entry is."""
        return self.proceedings.hearing.parts[self.entry.part].step

    @property
    def request(self) -> Request[Any] | None:
        """What the rules ask."""
        return self.proceedings.request

    def vault(self, peer: int) -> PeerVault:
        """The secrets of a peer."""
        owner = Owner(self.proceedings.chain.game_id, FIRST_EPOCH, peer)
        entropy = entropy_from(f"liar/{self.at}")
        return PeerVault(self.cast.group, self.cast.seeds[peer], entropy, owner)


def moments(game: PlayedGame) -> Iterator[Moment]:
    """Every entry of a game in order, each before it is taken; proofs are not checked."""
    verifier = Verifier(game.cast.group, entropy_from("walk"), lambda _check, _arguments: None)
    proceedings = Replica(game.cast.setup, verifier)
    for at, encoded in enumerate(game.entries):
        entry = proceedings.read(encoded)
        yield Moment(at, entry, proceedings.decode(entry), proceedings, game.cast)
        proceedings.take(entry)


class Liar:
    """A peer whose program was changed, at the table where it cheats."""

    def __init__(self, game: PlayedGame, at: int, table: CheatTable) -> None:
        self.game = game
        self.table = table
        self.at = at
        self.entry = decode_entry(game.entries[at])
        self.peer = self.entry.peer
        proceedings = table.referees[self.peer].proceedings
        body = proceedings.decode(self.entry)
        self.moment = Moment(at, self.entry, body, proceedings, game.cast)

    @property
    def group(self) -> Group:
        """What points are computed in."""
        return self.game.cast.group

    @property
    def honest(self) -> list[int]:
        """The others."""
        return [peer for peer in self.game.cast.peers if peer != self.peer]

    @property
    def body(self) -> Any:
        """What the honest program would send."""
        return self.moment.body

    @property
    def exchange(self) -> Any:
        """The exchange it answers in."""
        return self.moment.exchange

    def vault(self, peer: int | None = None) -> PeerVault:
        """The secrets of this peer; those of another only to name what nobody may know."""
        return self.moment.vault(self.peer if peer is None else peer)

    def lying_vault(self, lies: dict[int, int], exchange: Any = None) -> "LyingVault":
        """Dracula's secrets, with other codes said of some slots."""
        trail = (exchange or self.exchange).trail
        return LyingVault(trail.game_id, trail.codes, self.vault(), lies)

    def altered(self, **fields: Any) -> Body:
        """The honest body with other fields."""
        body: Body = replace(self.body, **fields)
        return body

    def says(self, body: Body) -> Entry:
        """Another body in place of the honest one, properly signed."""
        return self.signs(kind=body.kind, body=encode_body(body))

    def with_fields(self, **fields: Any) -> Entry:
        """The honest body with other fields, properly signed."""
        return self.says(self.altered(**fields))

    def signs(self, **changes: Any) -> Entry:
        """The honest entry with other fields, properly signed."""
        fields = {name: getattr(self.entry, name) for name in Unsigned.__struct_fields__}
        identity = self.game.cast.identities[self.peer]
        return sign_entry(identity, Unsigned(**{**fields, **changes}))

    def earlier(self, kind: type[Body]) -> Entry:
        """The newest entry of a type that this peer has signed before."""
        for encoded in reversed(self.game.entries[: self.at]):
            entry = decode_entry(encoded)
            if entry.kind == kind.kind and entry.peer == self.peer:
                return entry
        raise LookupError(kind.__name__)


class LyingVault(TrailVault):
    """Proves what is not so, as far as a prover can."""

    def __init__(
        self, game_id: bytes, codes: PlaceCodes, vault: PeerVault, lies: dict[int, int]
    ) -> None:
        super().__init__(game_id, codes, vault.secrets, vault.prover)
        self._lies = lies

    def card(self, found: Found) -> Committed:
        """Another card than the one that lies there."""
        return self._said(found, super().card(found))

    def location(self, found: Found) -> Committed:
        """Another place than where he is."""
        return self._said(found, super().location(found))

    def _said(self, found: Found, true: Committed) -> Committed:
        if isinstance(found, int) or found.number not in self._lies:
            return true
        return Committed(true.point, Opening(self._lies[found.number], true.opening.blinding))


Fits = Callable[[Moment], bool]


class Noticed(Enum):
    """How a cheat comes to light."""

    AT_ONCE = "at once, by every peer"
    COMPARED = "when two peers compare"
    BY_RECEIVER = "at once, by whom it was shown to; by all at the audit"
    WITHOUT_RECEIVER = "at the audit, also if its receiver opens nothing"
    BY_SUCCESSOR = "at once, by whom it was sent to; nobody else can tell"
    AT_AUDIT = "at the audit"
    DROPPED = "at once; it is dropped and changes nothing"
    COMPLAINED = "at once: its receiver complains, and the game ends before it begins"
    WAITED_FOR = "at once: the game waits, and says for whom"
    UNAUDITED = "at the end: the result stands, marked as not audited for it"
    UNFOUNDED = "at once: the accuser is named"
    UNFOUNDED_LATER = "at the audit, also if it opens nothing: the accuser is named"
    IN_VAIN = "never, and in vain: it guesses no better than anybody"


class Cheat(NamedTuple):
    """One row of the catalogue."""

    name: str
    row: str  # the attempt of section 14 that it is an instance of
    does: str
    code: int | None  # of V-1; None where there is no offence to name
    fits: Fits  # whether it can be tried at a moment
    tells: Callable[[Liar], Sequence[Entry]]
    noticed: Noticed = Noticed.AT_ONCE
    rules: Rules = Rules()


def answers(kind: type[Body], fits: Fits = lambda _: True) -> Fits:
    """Moments at which a body of a type is about to be sent, and something more holds."""
    return lambda moment: type(moment.body) is kind and fits(moment)


def changed(
    make: Callable[[Liar], Body],
) -> Callable[[Liar], Sequence[Entry]]:
    """One properly signed entry with another body."""
    return lambda liar: [liar.says(make(liar))]
