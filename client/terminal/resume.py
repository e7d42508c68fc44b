"""Unfinished games at the terminal: chosen by number or id, or restored from a backup (K-5)."""

import argparse
import asyncio
import os
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from pathlib import Path

from client.player_files import asked, open_player
from client.terminal.arguments import way_in
from client.typed import number_in
from client.words.words import Words, fault_words, spoken
from engine.errors import BorgoError
from engine.record import older_rules
from net.crypto.group import SodiumGroup
from net.crypto.hashing import setup_hash
from net.crypto.keys import Identity
from net.crypto.transcript import Verifier
from net.edge.coming_back.backup import GATHERED, Gathered, GatherNode, keep_restored, opened
from net.edge.coming_back.resume import Later, NothingToReturnTo, Returning, Unfinished
from net.edge.storing.private_files import IDENTITY_FILE, keep_identity
from net.edge.storing.store import Store
from net.wire.table_setup import TableSetup

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


def check_backup(arguments: argparse.Namespace) -> None:
    """Refuse what could not work before anybody is kept waiting."""
    is_on_the_way = arguments.find is not None or arguments.join is not None
    is_elsewhere = arguments.open is not None or arguments.back is not None
    if arguments.restore and (is_elsewhere or not is_on_the_way):
        raise BorgoError("restore-way")
    if arguments.backup and (arguments.restore or arguments.back is not None):
        raise BorgoError("backup-too-late")
    if arguments.backup and arguments.open is not None and arguments.onlookers == 0:
        raise BorgoError("backup-onlookers")


def backup_in_words(phrase: str, setup: TableSetup) -> str:
    """The words of a backup, said when the game begins; or that there is none.

    Whoever goes on from one comes as an onlooker: whether that can be, the opener has said.
    """
    return spoken().say(
        "typed.backup-made" if setup.onlookers else "typed.backup-none", phrase=phrase
    )


def restore(arguments: argparse.Namespace, home: Path) -> tuple[Identity, Store]:
    """Gather the game from the others, open the backup with the words, and keep both here."""
    words = asked(spoken().say("typed.backup") + " ")
    gathered = _gathered(arguments)
    backup = opened(words, gathered)
    keep_identity(home / IDENTITY_FILE, backup.identity_secret)
    identity, store = open_player(home)
    keep_restored(store, gathered, backup)
    return identity, store


def _gathered(arguments: argparse.Namespace) -> Gathered:
    node = GatherNode(Verifier(SodiumGroup(), os.urandom))
    gathered = asyncio.run(node.gather(way_in(arguments), arguments.interface))
    if gathered.watched.reason != GATHERED:
        raise BorgoError("restore-failed", reason=gathered.watched.reason)
    return gathered
