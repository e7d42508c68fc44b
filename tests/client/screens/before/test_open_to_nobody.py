"""Everything in a player's folder is private to its owner, whatever the umask."""

import logging
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from subprocess import DEVNULL

import pytest
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from client.home import (
    GAMES_FOLDER,
    LOG_FILE,
    PENCIL_FILE,
    SETTINGS_FILE,
    SOLO_FOLDER,
    default_home,
    make_home,
    restored_home,
)
from client.own_processes import start
from client.player_files import KEY_FILES
from client.records.archive import BOOK_FILE
from client.screens.first_run import FirstRunScreen
from client.screens.game.screen import GameScreen
from client.sittings.ending import keep
from client.window import fault_log
from client.worker.values import PlayAlone
from engine.ids import DRACULA, GODALMING, HUNTERS
from net.edge.storing.private_files import IDENTITY_FILE, keep_identity
from net.edge.storing.store import FILE_NAME as STORE_FILE
from net.judging.game_file import from_file
from tests.client.screens.before.people import Company
from tests.client.test_own_processes import QUICK, RECORD
from tests.support.modes import everything_allowed, open_to_others
from tests.support.windows import click, give, new_window

pytestmark = [
    pytest.mark.gui,
    pytest.mark.skipif(os.name != "posix", reason="there are no such rights here"),
]
PATIENCE_S = 30.0
PROGRAM = (sys.executable, "-m", "client")


@pytest.fixture(autouse=True)
def _allowed() -> Iterator[None]:
    with everything_allowed():
        yield


def names_in(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


def test_a_window_from_its_first_start_on(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Settings, keys, a game alone, pencil marks, notes on games, and a log that is begun anew."""
    monkeypatch.setattr(fault_log, "_MOST_BYTES", 100)
    home = tmp_path / "deep" / "player"
    window = new_window(home)
    qtbot.addWidget(window)
    fault_log.catch_faults(window.show_fault, home / LOG_FILE)
    assert open_to_others(tmp_path / "deep") == []
    first = window.go("first-run")
    assert isinstance(first, FirstRunScreen)
    qtbot.waitUntil(first.begin.isEnabled, timeout=20_000)
    QTest.keyClicks(first.name, "Ana")
    click(first.begin)
    screen = window.go("game", start=PlayAlone(HUNTERS, "7", folder=str(home / SOLO_FOLDER)))
    assert isinstance(screen, GameScreen)
    model = screen.model
    assert model is not None
    qtbot.waitUntil(lambda: model.prompt is not None, timeout=20_000)
    give(lambda: screen.parts.prompt.pick(0, by_mouse=False))
    qtbot.waitUntil((home / SOLO_FOLDER).exists, timeout=20_000)
    screen.parts.board.marked.emit("paris")
    bridge = model.bridge
    window.go("start")
    qtbot.waitUntil(lambda: not bridge.is_running)
    qtbot.waitUntil((home / BOOK_FILE).exists, timeout=20_000)
    for _ in range(3):
        logging.getLogger("borgo").error("a line of a length that fills the file at once" * 3)
    window.leave_all()
    keep(home, from_file(Path(RECORD).read_bytes()))
    keep_identity(restored_home(home, "game") / IDENTITY_FILE, bytes(32))
    assert names_in(home) >= {
        SETTINGS_FILE, SOLO_FOLDER, PENCIL_FILE, BOOK_FILE, LOG_FILE, f"{LOG_FILE}.1", GAMES_FOLDER,
        IDENTITY_FILE, "restored",
    }  # fmt: skip
    assert open_to_others(tmp_path / "deep") == []


@pytest.mark.wire
@pytest.mark.usefixtures("small_numbers")
def test_a_table_of_a_window_and_its_bots(company: Callable[..., Company], tmp_path: Path) -> None:
    table = company("Ana")
    (ana,) = table.people
    ana.open_table()
    ana.sit(DRACULA)
    click(ana.table.parts.seats[GODALMING].bot)
    table.wait(lambda: len(ana.table.seen.guests) == 2)
    assert names_in(tmp_path / "Ana") >= {STORE_FILE, IDENTITY_FILE, "bots"}
    assert open_to_others(tmp_path / "Ana") == []


def test_every_command_that_ends_at_once(tmp_path: Path) -> None:
    """Those that only explain themselves elsewhere write nothing at all here."""
    home = tmp_path / "data" / "borgo"
    (tmp_path / "data").mkdir(mode=0o700)
    home.mkdir()  # as an older program left it
    inherited = {**os.environ, "XDG_DATA_HOME": str(tmp_path / "data")}
    for command, words in {**QUICK, "identity": ["--lock", "--made"]}.items():
        if words != ["--help"]:
            done = subprocess.run(
                [*PROGRAM, command, *words], env=inherited, stdout=DEVNULL, check=False
            )
            assert done.returncode == 0
    assert names_in(home) == set(KEY_FILES)
    assert open_to_others(tmp_path / "data") == []


@pytest.mark.wire
def test_a_table_at_a_terminal_and_its_bots(tmp_path: Path) -> None:
    home = tmp_path / "data" / "borgo"
    words = [
        "table", "--open", "T", "--name", "Ana", "--seats", "dracula", "--bots", "mina",
        "--bots-across", "--backup", "--interface", "127.0.0.1", "--port", "0",
    ]  # fmt: skip
    program = start(
        [*PROGRAM, *words], stdin=subprocess.PIPE, stdout=DEVNULL, stderr=DEVNULL,
        env={**os.environ, "XDG_DATA_HOME": str(tmp_path / "data")},
    )  # fmt: skip
    try:
        end = time.monotonic() + PATIENCE_S
        while not [*home.glob("bots/mina/store*")] and time.monotonic() < end:
            time.sleep(0.05)
        assert [*home.glob("bots/mina/store*")]
        assert open_to_others(tmp_path / "data") == []
    finally:
        program.send_signal(signal.SIGINT)
        program.communicate(timeout=PATIENCE_S)


def test_a_folder_that_was_left_open_is_closed_where_it_is_ours(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    shared = tmp_path / "shared"
    for folder in (default_home(), shared):
        folder.mkdir()
        make_home(folder)
    assert open_to_others(default_home()) == []
    assert open_to_others(shared) == [f"{shared} 777"]
