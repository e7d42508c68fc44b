"""The scenes of `borgo shot`: screens before a game, talk, recorded games."""

import argparse
import os
import shutil
from pathlib import Path
from random import Random
from typing import Any

from msgspec import structs
from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QApplication, QLineEdit

from client.home import GAMES_FOLDER, SOLO_FOLDER
from client.player_files import KEY_FILES
from client.screens.end.outcome import check_command
from client.simulation import below_from, bots_for, play_out
from client.worker.hall_values import (
    Examined,
    GamesFound,
    KeysShut,
    OpenGame,
    TableRow,
    TablesFound,
)
from client.worker.record_values import Source
from client.worker.table_values import (
    Accusation,
    Difference,
    EndWished,
    GameBeginning,
    GameKept,
    GoOn,
    GoOnWished,
    Guest,
    Listening,
    OpenTable,
    TableClosed,
    TableNotice,
    TableSeen,
    Terms,
)
from client.worker.values import GameOver, LineHeard, Order, PeerSeen, PeersSeen, Report, Shown
from client.workshop.waiting import wait_until
from engine.ids import DRACULA, GODALMING, HUNTERS, MINA, SEWARD, VAN_HELSING, Seat
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


# What other people's programs tell at a table, for pictures of the screens that show it.


ONLOOKER, CLOSING, GUESTS = "onlooker", "closing", "guests"
_ANA, _BEN, _CLEO, _OWN = "Ana", "Ben", "Cleo", "Mina H."
_SEATS = {_ANA: (DRACULA,), _BEN: (GODALMING, SEWARD), _CLEO: (VAN_HELSING,), _OWN: (MINA,)}
_PLAYERS = {seat: name for name, seats in _SEATS.items() for seat in seats}
_WHEN = -2_248_000_000.0  # an evening of 1898
_FALSE_PROOF, _AT = 3, 41  # the code of an accusation, and the request it is about
_GONE: dict[str, Any] = {"is_linked": False, "away_s": 75.0, "waited_s": 75.0}


def _peers(**about_ben: Any) -> PeersSeen:
    """Everybody at the table, with something the matter with one of them."""
    all_there = [
        PeerSeen(name, seats, peer=number, is_own=name == _OWN)
        for number, (name, seats) in enumerate(_SEATS.items())
    ]
    return PeersSeen((all_there[0], structs.replace(all_there[1], **about_ben), *all_there[2:]))


def _accused(accuser: str, accused: str, *, is_unfounded: bool) -> Accusation:
    is_ours = accused == _OWN
    return Accusation(accuser, accused, _FALSE_PROOF, "trail_placed", _AT, is_unfounded, is_ours)


IN_A_GAME: dict[str, tuple[Report, ...]] = {
    "peers": (_peers(waited_s=3.0), GameKept(213)),
    "talk": (LineHeard(_ANA, "?"), LineHeard(_BEN, "!"), LineHeard(_CLEO, "…", private=True)),
    "away": (_peers(step="takeover", offers=("Dora",), **_GONE),),
    "accused": (_accused(_BEN, _OWN, is_unfounded=True),),
    "accused-open": (_accused(_BEN, _OWN, is_unfounded=False),),
    "accuses": (_accused(_BEN, _CLEO, is_unfounded=True),),
    "caught": (
        TableNotice("wrong.other", _BEN, str(_FALSE_PROOF)),
        GameOver("accused.1", None, "1898-10-31.borgo", _FALSE_PROOF, wrongdoer=_BEN),
    ),
    "going-on": (
        TableNotice("wrong.other", _BEN, str(_FALSE_PROOF)),
        GoOnWished(_ANA, _BEN, _AT + 2, GoOn(_AT, 1, is_without=False)),
        GoOnWished(_CLEO, _BEN, _AT + 2, GoOn(_AT, 1, is_without=False)),
    ),
    "differs": (Difference(_BEN, _AT, is_state=True, field="hunters", alone=(_BEN,)),),
    "wished": (EndWished(_ANA, "agreed"), EndWished(_CLEO, "agreed")),
    CLOSING: (_peers(step="unaudited", **_GONE),),
    ONLOOKER: (_peers(), GameKept(213)),
}

IN_THE_LOBBY: dict[str, tuple[Report, ...]] = {
    GUESTS: (
        TableNotice("met.changed_key", _BEN, "pulp quince brass acid chalk advice"),
        TableNotice("met.new", _CLEO),
        TableNotice("refused.guest", "model dawn lucky obtain head llama", "differing-rules.1.2"),
    ),
    "shuffling": (GameBeginning(240, 600),),
    "closed": (TableClosed("no-table"),),
    "other-version": (TableClosed("differing-rules.2.1"),),
}

AT_THE_START: dict[str, tuple[Report, ...]] = {
    "tables": (
        TablesFound(
            (
                TableRow("a", _ANA, "open", "192.168.1.2", 47123, "60N00-HFE0K-8",
                         needs_passphrase=True, edition="fourth", seats_free=(GODALMING, MINA)),
                TableRow("b", _BEN, "begun", "192.168.1.3", 47123, edition="first-game"),
                TableRow("c", _CLEO, "other-version", "192.168.1.4", 47123,
                         why="differing-rules.1.2"),
            )
        ),
        Examined((("port-taken", "", ""),), 47123),
    ),
    "locked": (KeysShut(is_wrong=True),),
    "stopped": (
        GamesFound((
            OpenGame(_WHEN, "fourth", 213, (_ANA, _BEN, _CLEO), (MINA,), b"a", wrongdoer=_BEN),
            OpenGame(_WHEN, "fourth", 40, (_ANA, _BEN), (MINA,), b"b"),
        )),
    ),
}  # fmt: skip

TOLD = {"game": IN_A_GAME, "combat": IN_A_GAME, "table": IN_THE_LOBBY, "start": AT_THE_START}


def tell(name: str, screen: Any, kind: str) -> None:
    """Let a screen be told this."""
    reports = TOLD[kind][name]
    if kind == "start":
        screen.desk.leave()  # nothing that is near in truth is told any more
        for report in reports:
            screen.desk.receive(report)
        return
    _let_fall_silent(screen.model.bridge)
    if kind == "table":
        _tell_table(name, screen, reports)
    else:
        _tell_game(name, screen, reports)


def _tell_table(name: str, screen: Any, reports: tuple[Report, ...]) -> None:
    _speak(screen.model, (*reports, *_company(screen.seen)) if name == GUESTS else reports)
    if not screen.parts.shows_table:
        wait_until(lambda: screen.parts.glimpse.is_there)


def _tell_game(name: str, screen: Any, reports: tuple[Report, ...]) -> None:
    model = screen.model
    _speak(model, (*_sits_down(model, is_onlooker=name == ONLOOKER), *reports))
    if name == ONLOOKER:
        wait_until(lambda: not screen.parts.prompt.buttons)
    if name == CLOSING:
        for key, at in ((("away", 1), 0), ("confirm", 0)):
            screen.parts.affairs.buttons(key)[at].click()


def _speak(model: Any, reports: tuple[Report, ...]) -> None:
    model.bridge.blockSignals(False)  # noqa: FBT003 (Qt's)
    for report in reports:
        model.bridge.received.emit(report)
    model.bridge.blockSignals(True)  # noqa: FBT003 (Qt's) the true table tells nothing more
    model.hurry()


def _let_fall_silent(bridge: Any) -> None:
    """What the true table has told is shown first, or it would come after all and hide the rest."""
    bridge.blockSignals(True)  # noqa: FBT003 (Qt's)
    QApplication.processEvents()


def _sits_down(model: Any, *, is_onlooker: bool) -> tuple[Report, ...]:
    """The same game, played with people; whoever only looks on is asked nothing."""
    seats: tuple[Seat, ...] = () if is_onlooker else model.seats
    opened = structs.replace(
        model.table, is_alone=False, players=_PLAYERS, seats=seats, recovery=True
    )
    view = see(model.view.state, {}) if is_onlooker else model.view
    shown = Shown(model.index, view, (), model.waits, model.step)
    asked = () if is_onlooker or model.prompt is None else (model.prompt,)
    if is_onlooker:
        model.prompt = None
        model.asked.emit(None)
    return (opened, shown, _peers(), GameKept(212), *asked)


def _company(seen: Any) -> tuple[Report, ...]:
    """The same table with people at it, one of them under a key that is not known."""
    words = "hinder plot screen weld green flow", "eye cement top ship bud canal"
    guests = (
        Guest(_BEN, HUNTERS[:2], words[0], b"b", is_distrusted=True),
        Guest(_CLEO, HUNTERS[2:], words[1], b"c", is_ready=True),
        Guest(_ANA, (), words[1], b"d", watches=True),
    )
    told = structs.replace(seen, guests=(seen.guests[0], *guests), lacking="key-changed")
    return (told,)


# Pictures of the screens that show recorded games: makes such games, waits until they show.


RECORD_SCREENS = ("end", "replay", "chronicles", "ledger")
_WRITTEN, _A_DAY = 1_800_000_000, 86_400


def enter_record_screen(arguments: argparse.Namespace, window: Any) -> None:
    """Show one of these screens, with a game of the seed or of a file that was named."""
    home: Path = window.services.home
    path = arguments.file or played_alone(home, arguments.seed, arguments.seat)
    source = Source(path=str(path))
    match arguments.screen:
        case "end":
            screen = window.go("end", source=source)
            wait_until(lambda: screen.judged is not None or screen.is_refused)
            _show_command(screen, source.path if arguments.file else path.name)
        case "replay":
            eyes = "all" if arguments.seat == "hunters" else arguments.seat
            screen = window.go("replay", source=source, at=arguments.at or 0, eyes=eyes)
            wait_until(lambda: _is_read(screen) or _is_refused(screen))
            if _is_refused(screen):
                return
            is_night = screen.step_shown.view.state.is_night
            palette = window.services.palette_for(is_night=is_night)
            wait_until(lambda: window.services.palette is palette)
        case "ledger":
            screen = window.go("ledger", source=source)
            wait_until(lambda: not screen.bar.isVisible())
        case _:
            for number in range(1, 4):
                side = "dracula" if number % 2 else "hunters"
                played_alone(home, f"{arguments.seed}-{number}", side)
            if arguments.file:
                folder = home / GAMES_FOLDER
                folder.mkdir(exist_ok=True)
                os.utime(shutil.copy(arguments.file, folder), (_WRITTEN, _WRITTEN))
            screen = window.go("chronicles")
            wait_until(lambda: screen.is_listed)


def _show_command(screen: Any, file: str) -> None:
    """Repeat the check where the file lies, with a program by its name: not as on this machine."""
    screen.parts.command.setText(check_command(file))
    screen.parts.command.setCursorPosition(0)


def _is_read(screen: Any) -> bool:
    """Whether a replay shows a step and tells its chronicle."""
    return screen.step_shown is not None and screen.is_told


def _is_refused(screen: Any) -> bool:
    """Whether a replay says why a file cannot be shown, instead of the game."""
    parts, loading = screen.parts, screen.words.say("common.loading")
    is_said = parts.wait.isVisible() and parts.bar.isHidden()
    return bool(is_said and parts.message.text() != loading)


def played_alone(home: Path, seed: str, side: str) -> Path:
    """A whole game between plain bots, kept as one that was played alone."""
    below = below_from(seed)
    local = LocalGame(Setup(), below)
    play_out(local, bots_for("plain", local, below))
    folder = home / SOLO_FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"1898-10-31 20.00 {side} {seed}.borgo"
    path.write_bytes(to_bytes(local.record()))
    written = _WRITTEN - _A_DAY * len(list(folder.iterdir()))
    os.utime(path, (written, written))  # the same picture on every day
    return path
