"""What one simulated table is to be, decided by its seed alone."""

from random import Random

from msgspec import Struct
from msgspec.structs import replace

from client.soak.chance import chance_from
from client.soak.cheating import CHEATS
from client.soak.lies import LIES
from client.soak.weather import Weather, some_weather
from net.wire.bodies import AuditOpened, Final, KeyCommit, KeyOpen
from net.wire.layout import Body

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
