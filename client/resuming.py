"""Which of the games that wait to be ended is gone back to: listed, and chosen by number or id."""

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime

from client.spoken import fault_words, spoken
from client.text import Words
from client.typed import number_in
from engine.errors import BorgoError
from engine.record import older_rules
from net.crypto.hashing import setup_hash
from net.edge.coming_back.resume import Later, NothingToReturnTo, Returning, Unfinished

_SHORTEST_ID, _SHOWN_ID = 4, 8
_YES = "yes"
_END = "end"  # go back to it, and sign nothing yet


def chosen(
    games: list[Unfinished],
    wanted: str,
    ask: Callable[[str], str] | None,
    later: Sequence[Later] = (),
) -> Returning:
    """The game that is meant; if nothing says which, the only one, or what a person answers.

    Nobody to ask: the newest. Going on before what was wrong is signed, so a person says it twice.
    TooNew if the one that is meant is of a later program, or no other waits.
    """
    if not games:
        raise later[0].why if later else NothingToReturnTo("no-game-waits")
    game = _meant(games, wanted, ask, later)
    if ask is not None and game.stopped_by is not None:
        said = ask("\n".join((_told(game), spoken().say("typed.go-on"), ""))).strip()
        if said == _END:
            return game.returning._replace(agrees=False)
        if said != _YES:
            raise BorgoError("not-gone-on")
    return game.returning


def _meant(
    games: list[Unfinished],
    wanted: str,
    ask: Callable[[str], str] | None,
    later: Sequence[Later],
) -> Unfinished:
    if not wanted:
        if len(games) == 1 or ask is None:
            return games[0]
        wanted = ask("\n".join((*listed(games), spoken().say("typed.which-game"), "")))
    return _named(games, wanted, later)


def listed(games: list[Unfinished]) -> list[str]:
    """A line for each game that waits, the newest first."""
    return [
        f"{number}  {_id(game)[:_SHOWN_ID]}  {_told(game)}" for number, game in enumerate(games, 1)
    ]


def not_listed(later: Iterable[Later]) -> list[str]:
    """A line for each game of a later program: which it is, and why it is not in the list."""
    return [f"{each.game.hex()[:_SHOWN_ID]}  {fault_words(each.why)}" for each in later]


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


def _named(games: list[Unfinished], wanted: str, later: Sequence[Later]) -> Unfinished:
    number = number_in(wanted)
    if number is not None and 1 <= number <= len(games):
        return games[number - 1]
    fitting = [game for game in games if _id(game).startswith(wanted.lower())]
    if len(fitting) != 1 or len(wanted) < _SHORTEST_ID:
        for each in later:
            is_meant = not fitting and each.game.hex().startswith(wanted.lower())
            if is_meant and len(wanted) >= _SHORTEST_ID:
                raise each.why
        lines = (*listed(games), *not_listed(later))
        raise BorgoError("no-such-game-waits", wanted=wanted, games=lines)
    return fitting[0]


def _id(game: Unfinished) -> str:
    return setup_hash(game.returning.begin.signed.setup).hex()
