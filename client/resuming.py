"""Which of the games that wait to be ended is gone back to: listed, and chosen by number or id."""

from collections.abc import Callable
from datetime import datetime

from client.spoken import spoken
from client.text import Words
from client.typed_numbers import number_in
from engine.errors import BorgoError
from engine.record import older_rules
from net.crypto.hashing import setup_hash
from net.edge.returning import NothingToReturnTo, Returning, Unfinished

_SHORTEST_ID = 4
_YES = "yes"


def chosen(games: list[Unfinished], wanted: str, ask: Callable[[str], str] | None) -> Returning:
    """The game that is meant; if nothing says which, the only one, or what a person answers.

    Nobody to ask: the newest. Going on before what was wrong is signed, so a person says it twice.
    """
    if not games:
        raise NothingToReturnTo("no-game-waits")
    game = _meant(games, wanted, ask)
    if ask is not None and game.stopped_by is not None:
        said = ask("\n".join((_told(game), spoken().say("typed.go-on"), "")))
        if said.strip() != _YES:
            raise BorgoError("not-gone-on")
    return game.returning


def _meant(games: list[Unfinished], wanted: str, ask: Callable[[str], str] | None) -> Unfinished:
    if wanted:
        return _named(games, wanted)
    if len(games) == 1 or ask is None:
        return games[0]
    return _named(games, ask("\n".join((*listed(games), spoken().say("typed.which-game"), ""))))


def listed(games: list[Unfinished]) -> list[str]:
    """A line for each game that waits, the newest first."""
    return [f"{number}  {_id(game)[:8]}  {_told(game)}" for number, game in enumerate(games, 1)]


def _told(game: Unfinished) -> str:
    words = spoken()
    told = words.say(
        "waiting-game",
        when=f"{datetime.fromtimestamp(game.began_at):%Y-%m-%d %H:%M}",
        names=words.listed(list(game.names)),
        edition=_edition(words, game),
        count=game.requests,
    )
    if game.stopped_by is None:
        return told
    return words.say("waiting-game-stopped", game=told, name=game.names[game.stopped_by])


def _edition(words: Words, game: Unfinished) -> str:
    setup = game.returning.begin.setup
    name, older = words.preset(setup.edition), older_rules(setup.for_engine())
    return words.say("preset-older", edition=name, number=older) if older else name


def _named(games: list[Unfinished], wanted: str) -> Unfinished:
    number = number_in(wanted)
    if number is not None and 1 <= number <= len(games):
        return games[number - 1]
    fitting = [game for game in games if _id(game).startswith(wanted.lower())]
    if len(fitting) != 1 or len(wanted) < _SHORTEST_ID:
        raise BorgoError("no-such-game-waits", wanted=wanted, games=tuple(listed(games)))
    return fitting[0]


def _id(game: Unfinished) -> str:
    return setup_hash(game.returning.begin.signed.setup).hex()
