"""Games that are put away: asked about once, listed no more, and kept in their files."""

import asyncio
import multiprocessing
from contextlib import closing
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from client.home import SOLO_FOLDER
from client.player_files import KEY_FILES
from client.records.archive import BOOK_FILE, VerdictBook
from client.records.reading import digest_of
from client.screens.start.screen import StartScreen
from client.window.main_window import MainWindow
from client.worker.hall import Hall
from client.worker.hall_values import (
    EnterHall,
    GamesFound,
    OpenGame,
    PutAway,
)
from client.worker.pipe import Pipe
from client.worker.values import Leave, Order
from client.workshop.shot_scenes import play_a_little
from engine.ids import HUNTERS
from net.edge.storing.private_files import load_or_make_store_key
from net.edge.storing.store import FILE_NAME, Store
from tests.support.windows import click

pytestmark = pytest.mark.gui

_WAITING = (
    OpenGame(2, "fourth", 7, seats=HUNTERS, path="one"),
    OpenGame(1, "fourth", 9, seats=HUNTERS, path="two"),
)


def test_a_game_alone_that_is_put_away_is_listed_no_more_and_stays_in_its_file(
    window: MainWindow, tmp_path: Path, qtbot: QtBot
) -> None:
    play_a_little(tmp_path, "5")
    screen = window.go("start")
    assert isinstance(screen, StartScreen)
    parts = screen.parts
    qtbot.waitUntil(lambda: parts.games.count() == 1, timeout=20_000)
    asked = parts.put_away.text()
    click(parts.put_away)
    assert parts.put_away.text() != asked, "the first click only asks"
    assert parts.games.count() == 1
    click(parts.put_away)
    qtbot.waitUntil(lambda: parts.games.count() == 0, timeout=20_000)
    assert parts.games_box.isHidden()
    assert len(list((tmp_path / SOLO_FOLDER).glob("*.borgo"))) == 1
    book = VerdictBook(tmp_path)  # also when the program is started again
    assert [noted.is_put_away for noted in book._notes.values()] == [True]


@pytest.fixture
def listed(start: StartScreen, monkeypatch: pytest.MonkeyPatch) -> list[Order]:
    """Two games wait; what the worker is ordered about them, instead of being ordered it."""
    orders: list[Order] = []
    assert start.desk is not None
    start.desk.leave()  # the worker may not have told yet which games it has found: none
    monkeypatch.setattr(start.desk._games, "_send", orders.append)
    start.desk.receive(GamesFound(_WAITING))
    return orders


def test_a_game_is_put_away_once(start: StartScreen, listed: list[Order]) -> None:
    parts = start.parts
    plain = parts.put_away.text()
    for _ in range(2):
        click(parts.put_away)
    assert listed == [PutAway(_WAITING[0])]
    assert parts.put_away.text() == plain
    assert not parts.put_away.isEnabled()
    assert not parts.resume.isEnabled()
    QTest.keyClick(parts.games, Qt.Key.Key_Return)  # it is not gone on with meanwhile
    assert start.isVisible()
    parts.games.setCurrentRow(1)
    assert parts.put_away.isEnabled()
    assert start.desk is not None
    start.desk.receive(GamesFound(_WAITING, "The disk is full."))
    assert parts.put_away.isEnabled()
    assert parts.resume.isEnabled()


def test_putting_away_is_asked_again_after_a_while(
    start: StartScreen, listed: list[Order], qtbot: QtBot
) -> None:
    assert start.desk is not None
    start.desk._games._asked._forgetting.setInterval(0)
    plain = start.parts.put_away.text()
    for _ in range(2):
        click(start.parts.put_away)
        qtbot.waitUntil(lambda: start.parts.put_away.text() == plain)
    assert listed == []


def test_putting_away_is_asked_again_for_another_game(
    start: StartScreen, listed: list[Order]
) -> None:
    click(start.parts.put_away)
    start.parts.games.setCurrentRow(1)
    click(start.parts.put_away)
    assert listed == []


async def _put_away(made: Hall, game: OpenGame) -> None:
    telling = await made._put_away(game)
    if telling is not None:
        await telling


def test_a_game_is_put_away_whatever_is_ordered_right_after(tmp_path: Path) -> None:
    play_a_little(tmp_path, "5")
    (path,) = (tmp_path / SOLO_FOLDER).glob("*.borgo")
    ours, theirs = multiprocessing.Pipe()
    made = Hall(EnterHall(str(tmp_path), looks=False), Pipe(theirs))
    for order in (PutAway(OpenGame(0, "fourth", 7, path=str(path))), Leave()):
        made._orders.put_nowait(order)
    made.run()
    ours.close()
    assert VerdictBook(tmp_path).find(digest_of(path.read_bytes())).is_put_away


def test_a_table_s_game_that_is_put_away_waits_for_nobody(tmp_path: Path) -> None:
    game, key = bytes(32), load_or_make_store_key(tmp_path / KEY_FILES[1], None)
    with closing(Store(tmp_path / FILE_NAME, key)) as store:
        store.begin_game(game, b"", 0)
    ours, theirs = multiprocessing.Pipe()
    waiting = OpenGame(0, "fourth", 7, ("Ana", "Ben"), game=game)
    asyncio.run(_put_away(Hall(EnterHall(str(tmp_path)), Pipe(theirs)), waiting))
    assert ours.recv() == GamesFound(())
    with closing(Store(tmp_path / FILE_NAME, key)) as store:
        assert [kept.outcome for kept in store.games()] == ["left"]


def test_a_game_that_cannot_be_put_away_stays_and_says_why(tmp_path: Path) -> None:
    play_a_little(tmp_path, "5")
    ours, theirs = multiprocessing.Pipe()
    made = Hall(EnterHall(str(tmp_path)), Pipe(theirs))
    asyncio.run(made._tell_games())
    (waiting,) = ours.recv().games
    (tmp_path / BOOK_FILE).unlink()
    (tmp_path / BOOK_FILE).mkdir()  # where the note of it should be
    asyncio.run(_put_away(made, waiting))
    told = ours.recv()
    assert told.games == (waiting,)
    assert BOOK_FILE in told.fault
