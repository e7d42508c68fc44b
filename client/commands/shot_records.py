"""Pictures of the screens that show recorded games: makes such games, waits until they show."""

import argparse
import os
import shutil
from pathlib import Path
from typing import Any

from client.home import GAMES_FOLDER, SOLO_FOLDER
from client.screens.check_command import check_command
from client.simulation import below_from, bots_for, play_out
from client.waiting import wait_until
from client.worker.record_values import Source
from engine.local import LocalGame
from engine.record import Setup
from engine.record_file import to_bytes

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
