"""The plan of a simulated table, made from its seed: players, network faults, crashes and lies.

1. A lie replaces an honest entry from some request on, at the first entry that fits; entries of
   others pass unchanged. The liar's own referee does not know of it.
2. Each lie says what must follow: every honest peer names the liar by evidence, or nobody is named
   and the honest peers still agree.
3. The cheats of `borgo cheats` are used too. A cheat needs the game as it is just before the liar's
   entry; the liar's referee is already past that, so a second referee follows one entry behind.
"""

from collections.abc import Callable, Sequence
from random import Random
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from client.workshop.cheats.card_cheats import CARD_CHEATS
from client.workshop.cheats.cheat import Cheat, Liar, Moment, Noticed
from client.workshop.cheats.cheat_table import Cast, CheatTable, PlayedGame, Rules
from client.workshop.cheats.trail_cheats import TRAIL_CHEATS
from client.workshop.soak.chance import chance_from, entropy_from
from engine.canonical import encode
from net.crypto.keys import Identity
from net.crypto.transcript import Verifier
from net.game.replica import Replica
from net.limits import FIRST_CONTROL_PART, FIRST_FINAL_PART, MOST_HELD
from net.log.chain import Chain
from net.log.entry import Entry, Unsigned, sign_entry
from net.wire.bodies import (
    Accused,
    Answered,
    AuditOpened,
    CardProved,
    CoinShared,
    Final,
    KeyCommit,
    KeyOpen,
    Mixed,
    Rekeyed,
    Revealed,
    SharesSent,
    Shuffled,
    TrailAbsent,
    TrailInSet,
    TrailNotHide,
    TrailPlaced,
    encode_body,
)
from net.wire.layout import Body


class Parting(Struct, frozen=True):
    """For a while nothing goes between this side of the table and the other."""

    start: float
    end: float
    side: tuple[int, ...]


class Weather(Struct, frozen=True):
    """Times are seconds of the simulated clock; chances are between 0 and 1."""

    slowest: float = 0.2
    loss: float = 0.0
    duplicates: float = 0.05
    partings: tuple[Parting, ...] = ()
    crashes: int = 0
    crash_chance: float = 0.03  # each time that a peer has something to do
    longest_absence: float = 3.0

    def is_parted(self, now: float, one: int, other: int) -> bool:
        """Whether nothing goes between two peers now."""
        return any(
            each.start <= now < each.end and (one in each.side) != (other in each.side)
            for each in self.partings
        )

    def passages(self, chance: Random) -> list[float]:
        """How long each copy of a message takes to arrive; none if it is lost."""
        if self.loss and chance.random() < self.loss:
            return []
        copies = 2 if self.duplicates and chance.random() < self.duplicates else 1
        return [chance.uniform(0.001, self.slowest) for _ in range(copies)]


def some_weather(chance: Random, peers: int) -> Weather:
    """From calm to bad."""
    partings = [_parting(chance, peers) for _ in range(chance.choice((0, 0, 1, 2)))]
    return Weather(
        slowest=chance.choice((0.02, 0.2, 1.0)),
        loss=chance.choice((0.0, 0.01, 0.1, 0.25)),
        duplicates=chance.choice((0.0, 0.05, 0.3)),
        partings=tuple(partings),
        crashes=chance.choice((0, 0, 1, 3)),
        longest_absence=chance.choice((0.5, 8.0)),
    )


def _parting(chance: Random, peers: int) -> Parting:
    start = chance.uniform(2.0, 40.0)
    side = tuple(sorted(chance.sample(range(peers), chance.randint(1, peers - 1))))
    return Parting(start, start + chance.uniform(0.5, 15.0), side)


# Bodies that end in a proof or in values that are proved: no bit of their last 32 bytes is free.
_PROVED = frozenset(
    body.kind
    for body in (
        CardProved, CoinShared, Mixed, Rekeyed, Revealed, SharesSent, Shuffled, TrailAbsent,
        TrailInSet, TrailNotHide, TrailPlaced,
    )
)  # fmt: skip

# A request that no game comes to: an entry for one that it does come to would be a second answer.
_FAR_AHEAD = 1_000_000

# How an open answer ends that changes no standing pass and shows no card.
_NOTHING_STANDING = encode(()) + encode(b"")


class Lying(NamedTuple):
    """Who lies to whom; random numbers from `chance` are the same for every receiver."""

    identity: Identity
    receiver: int
    receivers: tuple[int, ...]
    chance: Random


Tell = Callable[[Entry, Lying], Sequence[Entry]]


class Lie(NamedTuple):
    """What replaces an entry; `fits` says which entries."""

    tell: Tell
    fits: Callable[[Entry], bool] = lambda _entry: True
    is_evident: bool = True  # whether every honest peer comes to name the liar
    goes_on: bool = False  # whether it is told at every entry that fits, and not once
    is_silent: bool = False  # whether the others wait for ever


def signed_again(lying: Lying, entry: Unsigned, **changes: object) -> Entry:
    """The entry with other fields, signed by its own peer."""
    fields = {name: getattr(entry, name) for name in Unsigned.__struct_fields__}
    return sign_entry(lying.identity, Unsigned(**{**fields, **changes}))


def _flipped(entry: Entry, lying: Lying) -> Sequence[Entry]:
    at = len(entry.body) - 1 - lying.chance.randrange(32)
    bit = 1 << lying.chance.randrange(8)
    body = entry.body[:at] + bytes((entry.body[at] ^ bit,)) + entry.body[at + 1 :]
    return [signed_again(lying, entry, body=body)]


def _cut(entry: Entry, lying: Lying) -> Sequence[Entry]:
    return [signed_again(lying, entry, body=entry.body[:-1])]


def _random_body(entry: Entry, lying: Lying) -> Sequence[Entry]:
    return [signed_again(lying, entry, body=lying.chance.randbytes(len(entry.body)))]


def _other_type(entry: Entry, lying: Lying) -> Sequence[Entry]:
    body = encode_body(Final(1, entry.parent))
    return [signed_again(lying, entry, kind=Final.kind, body=body)]


def _out_of_turn(entry: Entry, lying: Lying) -> Sequence[Entry]:
    return [entry, signed_again(lying, entry, part=200)]


def _two_answers(entry: Entry, lying: Lying) -> Sequence[Entry]:
    """L-3: every second peer is told something else, no onlooker; a lone one is told both."""
    other = signed_again(lying, entry, body=entry.body + b"\x00")
    if len(lying.receivers) == 1:
        return [entry, other]
    return [other if lying.receiver in lying.receivers[1::2] else entry]


def _fork(entry: Entry, lying: Lying) -> Sequence[Entry]:
    """As before, but both answers are legal: only together they are wrong."""
    other = signed_again(lying, entry, body=_with_standing_passes(entry.body))
    if len(lying.receivers) == 1:
        return [entry, other]
    return [other if lying.receiver in lying.receivers[1::2] else entry]


def _with_standing_passes(body: bytes) -> bytes:
    """22.7: the same answer, and from now on no questions at some moment."""
    return body.removesuffix(_NOTHING_STANDING) + encode((("ambush.avoid", True),)) + encode(b"")


def _another_state(entry: Entry, lying: Lying) -> Sequence[Entry]:
    return [signed_again(lying, entry, state_digest=lying.chance.randbytes(32))]


def _two_states(entry: Entry, lying: Lying) -> Sequence[Entry]:
    """One peer hears that before the right answer, the others the right one alone."""
    is_first = lying.receiver == lying.receivers[0]
    return [*_another_state(entry, lying), entry] if is_first else [entry]


def _false_end(entry: Entry, lying: Lying) -> Sequence[Entry]:
    body = bytes((entry.body[0] ^ 3,)) + entry.body[1:]
    return [signed_again(lying, entry, body=body)]


def _false_seed(entry: Entry, lying: Lying) -> Sequence[Entry]:
    return _flipped(entry, lying)


def _silence(_entry: Entry, _lying: Lying) -> Sequence[Entry]:
    return []


def _forgery(entry: Entry, lying: Lying) -> Sequence[Entry]:
    """L-5: in the name of each other peer, which nobody can sign for it."""
    return [entry, *(signed_again(lying, entry, peer=peer) for peer in lying.receivers)]


def _broken_signature(entry: Entry, _lying: Lying) -> Sequence[Entry]:
    """The right entry comes as well: only the broken copy is of no use to anybody."""
    return [replace(entry, signature=bytes(64)), entry]


def _flood(entry: Entry, lying: Lying) -> Sequence[Entry]:
    """22.9: more entries than anybody keeps, on parents that nobody knows."""
    far = [
        signed_again(lying, entry, index=_FAR_AHEAD + number, parent=lying.chance.randbytes(32))
        for number in range(2 * MOST_HELD)
    ]
    return [*far, entry]


def _unfounded(entry: Entry, lying: Lying) -> Sequence[Entry]:
    """22.14: an accusation of nothing that is wrong."""
    accused = Accused(3, lying.chance.randbytes(32))
    part = FIRST_CONTROL_PART + 7
    return [
        entry,
        signed_again(lying, entry, kind=accused.kind, part=part, body=encode_body(accused)),
    ]


def _is_proved(entry: Entry) -> bool:
    return entry.kind in _PROVED


def _is_answer(entry: Entry) -> bool:
    """To a request, and not in place of one."""
    return entry.part < FIRST_FINAL_PART


def _is_open_answer(entry: Entry) -> bool:
    return entry.kind == Answered.kind and entry.body.endswith(_NOTHING_STANDING)


LIES: dict[str, Lie] = {
    "flipped bit": Lie(_flipped, _is_proved),
    "cut body": Lie(_cut),
    "random body": Lie(_random_body, _is_proved),
    "another type": Lie(_other_type),
    "out of turn": Lie(_out_of_turn),
    "two answers": Lie(_two_answers),
    "fork": Lie(_fork, _is_open_answer),
    "another state": Lie(_another_state, _is_answer),
    "two states": Lie(_two_states, _is_answer),
    "false end": Lie(_false_end, lambda entry: entry.kind == Final.kind),
    "false seed": Lie(_false_seed, lambda entry: entry.kind == AuditOpened.kind),
    "silence": Lie(_silence, is_evident=False, goes_on=True, is_silent=True),
    "forgery": Lie(_forgery, is_evident=False, goes_on=True),
    "broken signature": Lie(_broken_signature, is_evident=False, goes_on=True),
    "flood": Lie(_flood, is_evident=False),
    "unfounded accusation": Lie(_unfounded, is_evident=False),
}


# Cheats with cards and the trail that need no rules of their own and that everybody sees by itself;
# those with the log play on at a table of their own, and have their likes among the lies.
CHEATS: dict[str, Cheat] = {
    f"cheat {cheat.name}": cheat
    for cheat in (*CARD_CHEATS, *TRAIL_CHEATS)
    if cheat.noticed is Noticed.AT_ONCE and cheat.rules == Rules()
}


class Cheating:
    """One cheat at one table; it is tried once."""

    def __init__(self, cheat: Cheat, cast: Cast, seed: str) -> None:
        self._cheat = cheat
        self._cast = cast
        self._seed = seed
        # Whatever the liar took was judged by its own referee.
        verifier = Verifier(
            cast.group, entropy_from(f"{seed}/shadow"), lambda _check, _arguments: None
        )
        self._shadow = Replica(cast.setup, verifier)
        self._followed: set[bytes] = set()

    def attempt(self, chain: Chain, entry: Entry) -> Sequence[Entry]:
        """What is sent in place of an entry; nothing if the cheat does not fit here."""
        if not self._follow(chain, entry):
            return []
        before = [each.to_bytes() for each in _before(chain, entry)]
        body = self._shadow.decode(entry)
        moment = Moment(len(before), entry, body, self._shadow, self._cast)
        if not self._cheat.fits(moment):
            return []
        game = PlayedGame(self._cast, self._seed, (*before, entry.to_bytes()))
        table = CheatTable(self._cast, f"{self._seed}/cheat", before)
        return self._cheat.tells(Liar(game, len(before), table))

    def _follow(self, chain: Chain, entry: Entry) -> bool:
        """Bring the second referee to the moment; it may be past it, if an entry is sent again."""
        if entry.index < self._shadow.chain.index:
            return False
        for each in _before(chain, entry, self._shadow.chain.index):
            if each.hash not in self._followed:
                self._followed.add(each.hash)
                self._shadow.take(each)
        return self._shadow.chain.index == entry.index


def _before(chain: Chain, entry: Entry, first: int = 0) -> list[Entry]:
    """The entries before one, in the order of the file, from a request on."""
    whole = [each for index in range(first, entry.index) for each in chain.entries(index)]
    return [*whole, *(each for each in chain.entries(entry.index) if each.part < entry.part)]


_EDITIONS = ("fourth", "fourth", "third-pl", "third-ru", "third-es", "first-game")

# The lowest number the rules can be played with: three points of influence end a game.
_SHORTEST_GAME = 3

# After the keys are shared, if they are.
_FIRST_PARTING = 8

# What every program says by itself, first and last: who goes before one of these leaves the others
# nothing to sign (22.8).
WORDS: dict[str, type[Body]] = {
    "its key commitment": KeyCommit,
    "its keys": KeyOpen,
    "the end": Final,
    "its secrets": AuditOpened,
}

# A lie is told at some request of the rules; the keys are open before them.
_FIRST_LIE = 4


class Breadth(Struct, frozen=True):
    """From how much a plan chooses; what stands here twice is chosen twice as often."""

    peers: tuple[int, ...] = (2, 2, 2, 2, 2, 3, 3, 3, 4, 5)
    bots: tuple[str, ...] = ("plain", "plain", "plain", "random")
    liars: float = 0.55  # so many tables of a hundred have one
    last_lie: int = 150  # a request that most short games come to
    lies: tuple[str, ...] = (*sorted(LIES), *sorted(CHEATS))
    is_whole: bool = False  # games of the whole length
    partings: float = 0.3  # so many of the tables without a liar lose a player, or end early
    talk: float = 0.5  # so many have players who talk
    onlookers: float = 0.3  # so many are looked at
    going_on: float = 0.5  # so many of those with a liar would go on before the lie


SHORT = Breadth()
WHOLE = Breadth(is_whole=True, last_lie=800)


class Plan(Struct, frozen=True):
    """A table: its peers, rules, players, weather, and who lies, how and from which request on."""

    seed: str
    peers: int = 2
    edition: str = "fourth"
    switches: dict[str, str | int] = {}
    bots: str = "plain"
    delay_ms: int = 0
    weather: Weather = Weather()
    lie: str | None = None
    liar: int = 0
    lies_from: int = 0
    recovery: bool = False
    leaver: int | None = None  # goes at some request, and never comes back
    leaves_at: int = 0
    leaves_before: str = ""  # or before it says one of `WORDS`
    ending: str = ""  # before the rules' own: "conceded" by Dracula, or "agreed"
    ends_at: int = 0
    talks: bool = False  # whether players say something now and then
    is_watched: bool = False  # whether somebody comes to look on
    goes_on: bool = False  # whether all go on before a lie that has stopped the game

    @property
    def in_words(self) -> str:
        """One line for whoever watches."""
        lie = f", peer {self.liar} lies: {self.lie}" if self.lie else ""
        before = f" before {self.leaves_before}" if self.leaves_before else ""
        gone = "" if self.leaver is None else f", peer {self.leaver} goes for good{before}"
        ended = f", {self.ending}" if self.ending else ""
        watched = ", watched" if self.is_watched else ""
        return f"{self.peers} peers, {self.edition}{lie}{gone}{ended}{watched}"


def plan_of(seed: str, breadth: Breadth = SHORT) -> Plan:
    """The table of a seed."""
    chance = chance_from(f"{seed}/plan")
    peers = chance.choice(breadth.peers)
    lie = chance.choice(breadth.lies) if chance.random() < breadth.liars else None
    plan = Plan(
        seed,
        peers,
        chance.choice(_EDITIONS),
        {} if breadth.is_whole else {"influence_to_win": _SHORTEST_GAME},
        chance.choice(breadth.bots),
        chance.choice((0, 0, 150)),
        some_weather(chance, peers),
        lie,
        chance.randrange(peers),
        chance.randint(_FIRST_LIE, breadth.last_lie),
        talks=chance.random() < breadth.talk,
        is_watched=chance.random() < breadth.onlookers,
        goes_on=lie is not None and chance.random() < breadth.going_on,
    )
    if lie is None and chance.random() < breadth.partings:
        return _with_parting(plan, chance, breadth.last_lie)
    return plan


def _with_parting(plan: Plan, chance: Random, latest: int) -> Plan:
    """The same table with a player who goes for good, or an early end; all others stay awake."""
    at = chance.randint(_FIRST_PARTING, latest)
    calm = replace(plan.weather, crashes=0, partings=())
    ending = chance.choice(("", "", "conceded", "agreed"))
    if ending:
        return replace(plan, ending=ending, ends_at=at)
    recovery = plan.peers > 2 and chance.random() < 0.8
    leaver = chance.randrange(plan.peers)
    before = chance.choice(tuple(WORDS)) if chance.random() < 0.4 else ""
    gone = replace(plan, weather=calm, recovery=recovery, leaver=leaver, leaves_before=before)
    return gone if before else replace(gone, leaves_at=at)
