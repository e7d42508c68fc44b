"""A player with a window, as a separate program that behaves like `borgo table` to whoever runs it.

It takes the same arguments and writes the same progress, and what its window showed. It opens or
joins a table, or goes back to a game, from the first screen.
"""

import argparse
import os
import shutil
import signal
import sys
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtWidgets import QApplication

from client.commands.command_line import INTERRUPTED
from client.terminal.progress import ProgressFile
from client.typed import seats_in
from client.window.bridge import Bridge
from client.worker.table_values import GameKept, TableSeen, Terms
from client.worker.values import GameOver, Report, Shown
from client.workshop.soak.windows import WindowPlayer, plain_choice
from client.workshop.waiting import wait_until
from engine.canonical import digest
from engine.editions import edition


class WindowGuest:
    """The window, who sits before it, and the file that tells of both."""

    def __init__(self, arguments: argparse.Namespace) -> None:
        self._arguments = arguments
        self._progress = ProgressFile(arguments.progress)
        self._entries = 0
        self._is_leaving = False
        self._player = WindowPlayer(
            arguments.home, arguments.name, seats_in(arguments.seats), self._bridge,
            arguments.interface,
        )  # fmt: skip
        signal.signal(signal.SIGINT, self._interrupted)

    def run(self) -> int:
        """Come, play to the end, and keep the record; or leave when that is asked for."""
        player = self._player
        try:
            self._come()
            wait_until(lambda: self._is_leaving or player.model.table is not None)
            self._play()
            if self._is_leaving:
                return INTERRUPTED
            over = player.model.over
            assert over is not None, f"the window says: {player.window.notice}"
            assert over.record is not None
            shutil.copyfile(over.record, self._arguments.out)
        finally:
            player.window.close()
        return 0

    def _come(self) -> None:
        player = self._player
        player.go_to_start()
        if self._arguments.back:
            player.go_on()
            return
        if self._arguments.open is not None:
            player.open(self._arguments.open, Terms("fourth", delay_ms=0))
        else:
            player.sit_down_at(self._arguments.find)
        player.sit(*player.seats)
        wait_until(lambda: self._is_leaving or player.stays_ready())

    def _play(self) -> None:
        player = self._player
        table = player.model.table
        assert table is not None
        choice = plain_choice(edition(table.edition, dict(table.switches)), self._arguments.seed)
        while not (self._is_leaving or player.model.has_ended):
            prompt = player.model.prompt
            if prompt is not None:
                player.give(choice(player, prompt))
            wait_until(lambda: self._is_leaving or player.model.prompt or player.model.has_ended)

    def _bridge(self) -> Bridge:
        bridge = Bridge()
        bridge.received.connect(self._note)
        return bridge

    def _note(self, report: Report) -> None:
        """Write down how far the table and the game are."""
        match report:
            case TableSeen():
                self._progress.write(0, guests=len(report.guests))
            case GameKept():
                self._entries = report.entries
                self._progress.write(self._entries)
            case Shown():
                shown = (report.step, digest(report.view))
                self._progress.write(self._entries, settled=report.index, shown=shown)
            case GameOver():
                self._progress.write(self._entries, is_over=True)
            case _:
                return

    def _interrupted(self, _signal: int, _frame: object) -> None:
        self._is_leaving = True


def _read(words: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    for name in ("--name", "--seats", "--player", "--seed", "--port", "--interface"):
        parser.add_argument(name)
    for name in ("--find", "--open"):
        parser.add_argument(name)
    for name in ("--home", "--out", "--progress"):
        parser.add_argument(name, type=Path)
    parser.add_argument("--return", dest="back", action="store_true")
    return parser.parse_args(words)


def main(words: Sequence[str]) -> int:
    """Open the window where nobody sees it."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    application = QApplication(["borgo"])
    status = WindowGuest(_read(words)).run()
    application.processEvents()
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
