"""Pictures of the screens before a game: a player of the seed's key, a table of that player."""

import argparse
from pathlib import Path
from random import Random
from typing import Any

from client.home import SOLO_FOLDER
from client.player_files import KEY_FILES
from client.simulation import below_from, bots_for
from client.waiting import wait_until
from engine.ids import DRACULA, HUNTERS
from engine.local import LocalGame
from engine.record import Setup
from engine.record_file import to_bytes
from engine.requests import Request
from engine.view import see
from net.edge.discovery import LOOPBACK
from net.edge.identity_file import load_or_make_identity

BEFORE_SCREENS = ("start", "table", "settings", "first-run")
_NAME = "Mina H."
_STEPS = 120  # of the game that is shown as unfinished


def enter_before_screen(arguments: argparse.Namespace, window: Any) -> None:
    """Show one of these screens as a player would find it."""
    services = window.services
    services.interface, services.port = LOOPBACK, 0
    bytes_of = Random(arguments.seed).randbytes  # noqa: S311 (a key for a picture)
    load_or_make_identity(services.home / KEY_FILES[0], None, bytes_of)
    if arguments.screen != "first-run":
        services.settings = services.settings._replace(name=_NAME)
    match arguments.screen:
        case "start":
            play_a_little(services.home, arguments.seed)
            screen = window.go("start")
            parts = screen.parts
            wait_until(lambda: parts.key.text() and parts.games.count())
            wait_until(lambda: parts.near.glimpse.is_there)
        case "table":
            _enter_table(window)
        case "settings":
            screen = window.go("settings")
            wait_until(lambda: screen.parts.key.text().count(" ") > 3)
        case _:
            screen = window.go("first-run")
            wait_until(lambda: screen.begin.isEnabled() and screen.glimpse.is_there)


def _enter_table(window: Any) -> None:
    """A table with its player and one bot for the others."""
    start = window.go("start")
    wait_until(lambda: start.desk is not None)
    start.parts.open.click()
    screen = window.screens["table"]
    wait_until(lambda: screen.seen is not None)
    screen.parts.seats[DRACULA].sit.click()
    for seat in HUNTERS[:2]:
        screen.parts.seats[seat].bot.click()
    wait_until(lambda: len(screen.seen.guests) == 3 and screen.seen.lacking == "seats-free")


def play_a_little(home: Path, seed: str) -> None:
    """A game alone that was broken off."""
    below = below_from(seed)
    local = LocalGame(Setup(), below)
    bots = bots_for("plain", local, below)

    def choose(request: Request[Any], answers: list[Any]) -> Any:
        view = see(local.game.state, local.dealer.knowledge[request.seat])
        return bots[request.seat].choose(view, request, answers)

    for _ in range(_STEPS):
        local.step(choose)
    path = home / SOLO_FOLDER / f"1898-10-31 20.00 hunters {seed}.borgo"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(to_bytes(local.record()))
