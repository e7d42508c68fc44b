"""The first screen: a game alone in one click, games to go on with, and what may be wrong."""

import pickle
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit
from pytestqt.qtbot import QtBot

from client.commands.identity import relock
from client.home import restored_home
from client.player_files import KEY_FILES
from client.screens.game.screen import GameScreen
from client.screens.start.screen import StartScreen
from client.settings import load
from client.window.main_window import MainWindow
from client.window.services import Services
from client.worker import hall
from client.worker.hall import Hall
from client.worker.hall_values import (
    Examined,
    GamesFound,
    NoLooking,
    OpenGame,
    TableRow,
    TablesFound,
)
from client.worker.table_values import WatchTable
from client.workshop.shot_scenes import play_a_little
from engine.ids import DRACULA, HUNTERS, MINA, SEWARD
from net.edge.storing.private_files import load_or_make_identity, load_or_make_store_key
from net.edge.storing.store_file import StoreInUse
from tests.support.windows import choose, click

pytestmark = pytest.mark.gui


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


def test_the_side_that_was_played_last_is_offered_first(
    start: StartScreen, window: MainWindow, tmp_path: Path, qtbot: QtBot
) -> None:
    choose(start.parts.side, DRACULA)
    click(start.parts.alone)
    _asked(window, qtbot)
    later = StartScreen(Services(start.words, tmp_path, load(tmp_path).settings))
    qtbot.addWidget(later)
    assert later.parts.side.currentData() == DRACULA


def test_a_side_that_cannot_be_kept_is_played(
    start: StartScreen, window: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_settings: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(window.services, "change", fail)
    choose(start.parts.side, MINA)
    click(start.parts.alone)
    assert _asked(window, qtbot).model.seats == (MINA,)


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


def test_whoever_dropped_out_of_a_table_begins_at_the_way_back_to_it(start: StartScreen) -> None:
    assert start.desk is not None
    start.desk.leave()  # the worker would tell which games it has found: none
    parts = start.parts
    alone = OpenGame(2, "fourth", 7, seats=HUNTERS, path="one")
    start.desk.receive(GamesFound((alone,)))
    assert parts.alone.hasFocus()
    parts.games.clear()
    table = OpenGame(3, "fourth", 7, people=("Ben", "Cleo"), game=bytes(32))
    start.desk.receive(GamesFound((table, alone)))
    assert parts.resume.hasFocus()
    parts.alone.setFocus()
    start.desk.receive(GamesFound((table, alone)))  # told again: the keyboard stays
    assert parts.alone.hasFocus()


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
    def in_use(_hall: Hall, _folder: str) -> list[OpenGame]:
        raise StoreInUse("store-in-use")

    monkeypatch.setattr(Hall, "_waiting_in", in_use)
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
    start.desk.receive(Examined((("nothing-heard", "", ""), ("port-taken", "", "")), 47123))
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
    assert load_or_make_identity(tmp_path / KEY_FILES[0], window.services.unlock).public_key
    assert parts.passphrase.text() == ""
    parts.passphrase.undo()
    assert parts.passphrase.text() == ""


def test_the_window_keeps_no_passphrase_once_it_has_opened_the_keys(
    window: MainWindow, tmp_path: Path, qtbot: QtBot
) -> None:
    """It opens those of restored places as well, and what comes to the player from now on."""
    homes = [tmp_path, restored_home(tmp_path, "game")]
    for home in homes:
        load_or_make_identity(home / KEY_FILES[0])
        load_or_make_store_key(home / KEY_FILES[1])
    relock(tmp_path, None, "garlic")
    screen = window.go("start")
    assert isinstance(screen, StartScreen)
    qtbot.waitUntil(screen.parts.locked.isVisible, timeout=20_000)
    QTest.keyClicks(screen.parts.passphrase, "garlic")
    click(screen.parts.unlock)
    qtbot.waitUntil(lambda: window.services.unlock is not None, timeout=20_000)
    unlock = window.services.unlock
    for home in homes:
        assert load_or_make_identity(home / KEY_FILES[0], unlock).public_key
        assert len(load_or_make_store_key(home / KEY_FILES[1], unlock)) == 32
    new = load_or_make_identity(restored_home(tmp_path, "another") / KEY_FILES[0], unlock)
    again = load_or_make_identity(restored_home(tmp_path, "another") / KEY_FILES[0], "garlic")
    assert again.public_key == new.public_key
    assert not [each for each in window.findChildren(QLineEdit) if "garlic" in each.text()]
    assert b"garlic" not in pickle.dumps(unlock)


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
