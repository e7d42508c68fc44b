"""A game as data: set-up and answers, and separately what was opened afterwards."""

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import asdict

from engine.edition import Edition
from engine.editions import edition
from engine.editions.older_rules import OLDER
from engine.errors import BadRecord, BadSetup, BorgoError, EngineBug
from engine.game import Game
from engine.ids import DRACULA, HUNTERS, Seat, SlotId
from engine.requests import Request, Together
from engine.rules.setup import opening_state
from engine.switches import Value
from engine.versions import FURY, RULES
from engine.witness import Witness

RULES_VERSION = RULES[FURY].newest  # raised by every rule fix after a release
KNOWN_RULES = RULES[FURY].known  # old records replay under theirs


class Setup(Struct, frozen=True, forbid_unknown_fields=True):
    """What a table agreed on before the first answer."""

    edition: str = "fourth"
    switches: dict[str, str | int] = {}
    players: tuple[tuple[Seat, ...], ...] = ((DRACULA,), HUNTERS)  # who runs which seats
    rules: int = RULES_VERSION


class Record(Struct, frozen=True, forbid_unknown_fields=True):
    """A whole game: replaying the answers gives every state; opened values give every view."""

    setup: Setup
    answers: tuple[Any, ...]
    opened: tuple[tuple[SlotId, str], ...] = ()


def players_for(count: int) -> tuple[tuple[Seat, ...], ...]:
    """The usual division of the hunters among two to five players (setup.roles.hunters)."""
    godalming, seward, van_helsing, mina = HUNTERS
    hunters = {
        2: (HUNTERS,),
        3: ((godalming, van_helsing), (seward, mina)),
        4: ((godalming, van_helsing), (seward,), (mina,)),
        5: tuple((hunter,) for hunter in HUNTERS),
    }
    if count not in hunters:
        raise BadSetup("setup-players", count=count)
    return ((DRACULA,), *hunters[count])


def edition_of(setup: Setup) -> Edition:
    """The edition a set-up names, by its own rules version; TooNew if that is later."""
    return edition(setup.edition, _played(setup))


def every_switch(setup: Setup) -> dict[str, Value]:
    """Every switch of a set-up by the names of its own rules version, as peers sign it (22.10)."""
    if setup.rules in OLDER:
        return OLDER[setup.rules].said(setup.edition, setup.switches)
    return played_switches(setup)


def played_switches(setup: Setup) -> dict[str, Value]:
    """Every switch as the game is played, by the names of the newest rules version."""
    return asdict(edition_of(setup).switches)


def older_rules(setup: Setup) -> int:
    """The rules version of a set-up if it is not the newest; else 0."""
    return 0 if setup.rules == RULES_VERSION else setup.rules


def _played(setup: Setup) -> Mapping[str, Value]:
    RULES[FURY].check(setup.rules)
    if setup.rules in OLDER:
        return OLDER[setup.rules].played(setup.edition, setup.switches)
    if setup.rules not in KNOWN_RULES:
        raise BadRecord("record-rules", rules=setup.rules)
    return setup.switches


def begin(setup: Setup) -> Game:
    """A new game, waiting for its first answer."""
    played = edition_of(setup)
    seats = [seat for player in setup.players for seat in player]
    hunters = tuple(hunter for hunter in HUNTERS if hunter in seats)
    if sorted(seats) != sorted((DRACULA, *hunters)) or not hunters:
        raise BadSetup("setup-seats", seats=", ".join(seats))
    if played.switches.hunters_in_play == "all-four-shared" and hunters != HUNTERS:
        raise BadSetup("setup-all-four")
    if played.switches.hunters_in_play == "one-per-player" and any(
        len(player) != 1 for player in setup.players
    ):
        raise BadSetup("setup-one-each")
    return Game(opening_state(hunters, played), played)


class Replay:
    """A record being run again: the game so far, and what each seat knew."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self.game = begin(record.setup)
        self.witness = Witness(dict(record.opened))

    def step(self) -> None:
        """Give the next recorded answer."""
        position = self.game.position
        pending = self.game.pending
        if pending is None:
            raise BadRecord("record-after-end", answer=position)
        try:
            self.game.submit(self.record.answers[position])
        except BorgoError as refused:
            raise BadRecord("record-illegal", answer=position, why=refused) from refused
        except (EngineBug, AssertionError, KeyError, ValueError, TypeError) as broken:
            raise BadRecord("record-unplayable", answer=position, why=broken) from broken
        for member in members(pending):
            self.witness.attend(member)

    def run(self, until: int | None = None) -> Iterator[Request[Any]]:
        """Give answers up to a position, or all of them; yields what each one answered."""
        end = len(self.record.answers) if until is None else until
        if not 0 <= end <= len(self.record.answers):
            raise BadRecord("record-no-position", position=end, most=len(self.record.answers))
        while self.game.position < end:
            pending = self.game.pending
            self.step()
            assert pending is not None
            yield pending


def members(request: Request[Any]) -> tuple[Request[Any], ...]:
    """The single requests of a request."""
    return request.members if type(request) is Together else (request,)


def replay(record: Record, until: int | None = None) -> Game:
    """The game after so many answers of a record."""
    again = Replay(record)
    for _ in again.run(until):
        pass
    return again.game
