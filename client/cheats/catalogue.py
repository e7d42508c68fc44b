"""Every cheat that this program knows to be noticed, with how it is noticed (TV-8, section 14)."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from client.cheats.cards import CARD_CHEATS
from client.cheats.cheat import Cheat
from client.cheats.foretelling import FORETELLING_CHEATS
from client.cheats.hands import HAND_CHEATS
from client.cheats.hide import HIDE_CHEATS
from client.cheats.later import LATER_CHEATS
from client.cheats.log import LOG_CHEATS
from client.cheats.recovery import RECOVERY_CHEATS
from client.cheats.table import PlayedGame, Rules, play
from client.cheats.takeover import TAKE_OVER_CHEATS
from client.cheats.trail import TRAIL_CHEATS
from client.cheats.trial import find_moments
from engine.errors import BorgoError
from net.crypto.group import Group

CATALOGUE: tuple[Cheat, ...] = (
    *LOG_CHEATS,
    *CARD_CHEATS,
    *HAND_CHEATS,
    *TRAIL_CHEATS,
    *HIDE_CHEATS,
    *LATER_CHEATS,
    *RECOVERY_CHEATS,
    *TAKE_OVER_CHEATS,
    *FORETELLING_CHEATS,
)

# Attempts of section 14 that leave nothing to catch, each with the reason.
NOTHING_TO_CATCH: Mapping[str, str] = {
    "Peeking at the deck": "impossible without every peer's share",
    "Biased dice": "impossible; a peer can only withhold its share. The rules here throw none",
    "Stalling just under the limit": "visible to all; a matter of house rules",
    "Changed client showing more": "it can show only what its own keys open",
    "Hunters telling Dracula, Dracula telling a hunter": "not detectable",
    "One person behind two peers": "not detectable; compare the identities' words",
}

# Games from these seeds have a moment for every cheat; otherwise so many more are played.
GOOD_SEEDS = (4, 13, 1)
_MOST_GAMES = 12


class NoSuchCheat(BorgoError):
    """A name that the catalogue does not have."""


class Trial(NamedTuple):
    """A cheat, with a game and a moment to try it at."""

    cheat: Cheat
    game: PlayedGame
    at: int


def named(names: Iterable[str]) -> list[Cheat]:
    """The cheats with these names; all, if there are none."""
    wanted = list(names)
    known = {cheat.name: cheat for cheat in CATALOGUE}
    for name in wanted:
        if name not in known:
            raise NoSuchCheat("no-such-cheat", name=name)
    return [known[name] for name in wanted] or list(CATALOGUE)


def trials(
    group: Group, cheats: Iterable[Cheat], seeds: Sequence[int] = GOOD_SEEDS
) -> Iterator[Trial]:
    """Play games until every cheat has its moment; what a seed gives depends on the group."""
    by_rules: dict[Rules, list[Cheat]] = {}
    for cheat in cheats:
        by_rules.setdefault(cheat.rules, []).append(cheat)
    for rules, wanted in by_rules.items():
        left = wanted
        for number in (*seeds, *range(_MOST_GAMES)):
            if not left:
                break
            game = play(group, rules, f"cheats {number}")
            found = find_moments(left, game)
            yield from (Trial(each, game, found[each.name]) for each in left if each.name in found)
            left = [each for each in left if each.name not in found]
        if left:
            raise NoSuchCheat("cheats-without-moment", names=", ".join(each.name for each in left))
