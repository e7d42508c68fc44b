"""Pictures of the screens before a game: a player of the seed's key, a table of that player."""

import argparse
import os
from pathlib import Path
from random import Random
from typing import Any

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QLineEdit

from client.home import SOLO_FOLDER
from client.player_files import KEY_FILES
from client.simulation import below_from, bots_for
from client.waiting import wait_until
from client.worker.hall_values import TablesFound
from client.worker.table_values import Guest, Listening, OpenTable, TableSeen, Terms
from client.worker.values import Order
from engine.ids import DRACULA, HUNTERS
from engine.local import LocalGame
from engine.record import Setup
from engine.record_file import to_bytes
from engine.requests import Request
from engine.view import see
from net.edge.finding.discovery import LOOPBACK
from net.edge.finding.short_codes import code_or_nothing
from net.edge.people.shown_names import spoken_key
from net.edge.storing.private_files import load_or_make_identity

BEFORE_SCREENS = ("start", "table", "settings", "first-run")
_NAME = "Mina H."
_STEPS = 120  # of the game that is shown as unfinished
_PLAYED = 1_800_000_000  # when
_HOME = "~/.local/share/borgo"  # in place of where the picture is made
_ADDRESS = ("192.168.1.2", 47123)


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
            _enter_start(arguments.seed, window)
        case "table":
            _enter_table(arguments.seed, window)
        case "settings":
            screen = window.go("settings")
            wait_until(lambda: screen.parts.key.text().count(" ") > 3)
            for field in screen.findChildren(QLineEdit):
                if str(services.home) in field.text():
                    field.setText(field.text().replace(str(services.home), _HOME))
        case _:
            screen = window.go("first-run")
            wait_until(lambda: screen.begin.isEnabled() and screen.glimpse.is_there)


def _enter_start(seed: str, window: Any) -> None:
    """With an unfinished game, where no table is near, whatever there is on this machine."""
    path = play_a_little(window.services.home, seed)
    os.utime(path, (_PLAYED, _PLAYED))
    screen = window.go("start")
    parts = screen.parts
    wait_until(lambda: parts.key.text() and parts.games.count())
    screen.desk.leave()
    screen.desk.receive(TablesFound(()))
    wait_until(lambda: parts.near.glimpse.is_there)


def _enter_table(seed: str, window: Any) -> None:
    """A table with its player and two bots, as it would tell of itself at a usual address."""
    services, bytes_of = window.services, Random(f"{seed} table").randbytes  # noqa: S311
    own = load_or_make_identity(services.home / KEY_FILES[0]).public_key
    bridge = _Told()
    makes, services.new_bridge = services.new_bridge, lambda: bridge
    title = services.words.say("start.own-table", name=_NAME)
    order = OpenTable(name=_NAME, home=str(services.home), seats=(DRACULA,), title=title)
    screen = window.go("table", order=order)
    services.new_bridge = makes
    guests = [Guest(_NAME, (DRACULA,), spoken_key(own), own)]
    for number, seat in enumerate(HUNTERS[:2], 1):
        name, key = services.words.say("bot-name", name=_NAME, number=number), bytes_of(32)
        guests.append(Guest(name, (seat,), spoken_key(key), key, is_bot=True, keeper=_NAME))
    address, port = _ADDRESS
    code = code_or_nothing(address, port)
    bridge.received.emit(Listening(address, port, spoken_key(own), code, own))
    terms = Terms(bots_across=True)
    bridge.received.emit(
        TableSeen(tuple(guests), terms.edition, {}, b"", "seats-free", proposes=True, terms=terms)
    )
    wait_until(lambda: screen.parts.shows_table)


class _Told(QObject):
    """A bridge to nowhere: what a table tells is made up here."""

    received = Signal(object)
    is_running = False

    def send(self, order: Order) -> None:
        """Nobody is there to be ordered."""

    def close(self) -> None:
        """Nobody is there to end."""


def play_a_little(home: Path, seed: str) -> Path:
    """A game alone that was broken off, and where it is kept."""
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
    return path
