"""The first screen: a game alone in one click, games to go on with, and what may be wrong."""

import asyncio
import multiprocessing
from contextlib import closing
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from client.commands.identity import relock
from client.commands.shot_before import play_a_little
from client.home import SOLO_FOLDER
from client.main_window import MainWindow
from client.player_files import KEY_FILES
from client.replaying.reading import digest_of
from client.replaying.verdict_book import BOOK_FILE, VerdictBook
from client.screens.game import GameScreen
from client.screens.start import StartScreen
from client.worker import hall
from client.worker.hall import Hall
from client.worker.hall_values import (
    EnterHall,
    Examined,
    GamesFound,
    NoLooking,
    OpenGame,
    PutAway,
    TableRow,
    TablesFound,
)
from client.worker.table_values import WatchTable
from client.worker.values import Leave, Order
from client.worker.wires import Pipe
from engine.ids import DRACULA, HUNTERS, MINA, SEWARD
from net.edge.identity_file import load_or_make_identity
from net.edge.store import FILE_NAME, Store
from net.edge.store_errors import StoreInUse
from net.edge.store_key import load_or_make_store_key
from tests.support.windows import choose, click

pytestmark = pytest.mark.gui

_WAITING = (
    OpenGame(2, "fourth", 7, seats=HUNTERS, path="one"),
    OpenGame(1, "fourth", 9, seats=HUNTERS, path="two"),
)


@pytest.fixture
def start(window: MainWindow, qtbot: QtBot) -> StartScreen:
    screen = window.go("start")
    assert isinstance(screen, StartScreen)
    qtbot.waitUntil(lambda: bool(screen.parts.key.text()), timeout=20_000)
    return screen


def _asked(window: MainWindow, qtbot: QtBot) -> GameScreen:
    screen = window.screens["game"]
    assert isinstance(screen, GameScreen)
    qtbot.waitUntil(
        lambda: screen.model is not None and screen.model.prompt is not None, timeout=20_000
    )
    return screen


def test_one_click_seats_bots_and_starts(
    start: StartScreen, window: MainWindow, qtbot: QtBot
) -> None:
    click(start.parts.alone)
    assert window.current == "game"
    game = _asked(window, qtbot)
    assert game.model.seats == HUNTERS


def test_a_side_and_a_first_game_can_be_chosen(
    start: StartScreen, window: MainWindow, qtbot: QtBot
) -> None:
    choose(start.parts.side, DRACULA)
    choose(start.parts.rules_set, "first-game")
    start.parts.alone.setFocus()
    QTest.keyClick(start.parts.alone, Qt.Key.Key_Return)
    game = _asked(window, qtbot)
    assert game.model.seats == (DRACULA,)
    assert game.model.table.edition == "first-game"


def test_you_are_in_the_corner(start: StartScreen) -> None:
    assert "Ana" in start.parts.you.text()
    assert len(start.parts.key.text().split(": ")[1].split()) == 6


def test_an_unfinished_game_alone_goes_on(window: MainWindow, tmp_path: Path, qtbot: QtBot) -> None:
    play_a_little(tmp_path, "5")
    screen = window.go("start")
    assert isinstance(screen, StartScreen)
    qtbot.waitUntil(lambda: screen.parts.games.count() == 1, timeout=20_000)
    click(screen.parts.resume)
    game = _asked(window, qtbot)
    assert game.model.index >= 100
    assert game.model.seats == HUNTERS


def test_every_unfinished_game_alone_is_offered_once_it_was_looked_at(
    window: MainWindow, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hall, "_MOST_RUN", 1)
    play_a_little(tmp_path, "5")
    play_a_little(tmp_path, "6")
    for count in (1, 2):
        screen = window.go("start")
        assert isinstance(screen, StartScreen)
        qtbot.waitUntil(
            lambda count=count, screen=screen: screen.parts.games.count() == count, timeout=20_000
        )
        window.go("settings")


def test_games_alone_are_listed_while_the_store_is_in_use(
    window: MainWindow, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    def in_use(_hall: Hall) -> list[OpenGame]:
        raise StoreInUse("store-in-use")

    monkeypatch.setattr(Hall, "_at_tables", in_use)
    play_a_little(tmp_path, "5")
    screen = window.go("start")
    assert isinstance(screen, StartScreen)
    qtbot.waitUntil(lambda: screen.parts.games.count() == 1, timeout=20_000)
    assert screen.parts.resume.isEnabled()


def test_tables_are_listed_as_they_stand(start: StartScreen) -> None:
    rows = (
        TableRow("a", "Friday", "open", "10.0.0.2", 7, "CODE-1", True, "fourth", (MINA, SEWARD)),  # noqa: FBT003
        TableRow("b", "Old", "other-version", "10.0.0.3", 7),
        TableRow("c", "Gone", "gone", "10.0.0.4", 7),
        TableRow("d", "Busy", "begun", "10.0.0.5", 7),
    )
    assert start.desk is not None
    start.desk.receive(TablesFound(rows))  # as the worker tells it
    near = start.parts.near
    first = near.list.item(0).text()
    assert all(each in first for each in ("Friday", "Mina", "CODE-1"))
    enabled = [bool(near.list.item(at).flags() & Qt.ItemFlag.ItemIsEnabled) for at in range(4)]
    assert enabled == [True, False, False, True]
    assert near.sit.isEnabled()
    near.list.setCurrentRow(3)
    assert not near.sit.isEnabled()
    assert near.watch.isEnabled()
    assert start.desk is not None
    start.desk.receive(TablesFound(()))
    assert near.evening.isVisible()


def test_a_table_that_has_answered_is_chosen_by_itself(start: StartScreen) -> None:
    assert start.desk is not None
    start.parts.near.list.setFocus()
    for state, may_sit in (("found", False), ("open", True), ("begun", False)):
        start.desk.receive(TablesFound((TableRow("a", "Friday", state, "10.0.0.2", 7),)))
        assert start.parts.near.sit.isEnabled() == may_sit
        assert start.parts.near.watch.isEnabled() == (state != "found")


def test_what_may_be_wrong_is_said(start: StartScreen) -> None:
    near = start.parts.near
    assert start.desk is not None
    start.desk.receive(NoLooking("no multicast"))
    assert near.note.text() == start.words.say("start.no-looking")
    start.desk.receive(Examined((("nothing-heard", ""), ("port-taken", "")), 47123))
    assert near.findings.text().count("\n") == 1
    QTest.keyClicks(near.address, "nonsense")
    QTest.keyClick(near.address, Qt.Key.Key_Return)
    assert near.findings.text() == start.words.say("start.bad-address")


@pytest.mark.slow
def test_the_machine_is_examined(start: StartScreen, qtbot: QtBot) -> None:
    near = start.parts.near
    click(near.doctor)
    assert not near.doctor.isEnabled()
    qtbot.waitUntil(near.doctor.isEnabled, timeout=30_000)
    assert near.findings.text().endswith(".")


def test_a_locked_key_is_asked_for(window: MainWindow, tmp_path: Path, qtbot: QtBot) -> None:
    load_or_make_identity(tmp_path / KEY_FILES[0])
    load_or_make_store_key(tmp_path / KEY_FILES[1])
    relock(tmp_path, None, "garlic")
    screen = window.go("start")
    assert isinstance(screen, StartScreen)
    parts = screen.parts
    qtbot.waitUntil(parts.locked.isVisible, timeout=20_000)
    click(parts.open)
    assert window.current == "start"
    assert parts.unlock_note.text() == screen.words.say("start.unlock-first")
    QTest.keyClicks(parts.passphrase, "onion")
    QTest.keyClick(parts.passphrase, Qt.Key.Key_Return)
    wrong = screen.words.say("start.wrong-passphrase")
    qtbot.waitUntil(lambda: parts.unlock_note.text() == wrong, timeout=20_000)
    QTest.keyClicks(parts.passphrase, "garlic")
    click(parts.unlock)
    qtbot.waitUntil(lambda: parts.locked.isHidden() and bool(parts.key.text()), timeout=20_000)
    assert window.services.unlock == "garlic"


@pytest.mark.parametrize("name", ["chronicles", "rules", "settings"])
def test_other_screens_are_visited_and_left(
    start: StartScreen, window: MainWindow, name: str
) -> None:
    click(getattr(start.parts, name))
    assert window.current == name
    QTest.keyClick(window.screens[name], Qt.Key.Key_Escape)
    assert window.current == "start"


def test_everything_that_can_be_pressed_has_a_name(start: StartScreen) -> None:
    parts = start.parts
    fields = (parts.side, parts.rules_set, parts.title, parts.games, parts.passphrase)
    near = (parts.near.list, parts.near.address)
    assert all(each.accessibleName() for each in (*fields, *near))


def test_enter_on_a_table_whose_game_has_begun_looks_on(
    start: StartScreen, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert start.desk is not None
    orders: list[object] = []
    monkeypatch.setattr(start.desk, "_go_to_table", lambda order, **_: orders.append(order))
    start.desk.receive(TablesFound((TableRow("a", "Friday", "begun", "10.0.0.2", 7),)))
    QTest.keyClick(start.parts.near.list, Qt.Key.Key_Return)
    assert [type(order) for order in orders] == [WatchTable]


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
