"""A table may forbid saying where Dracula could be; looking back is no way around it."""

from pathlib import Path

import pytest
from msgspec import structs
from pytestqt.qtbot import QtBot

from client.records.reading import Opened, open_record
from client.records.replayer import may_deduce
from client.screens.replay.screen import ReplayScreen
from client.window.main_window import MainWindow
from client.worker.record_values import Source
from net.wire.table_setup import TableSetup


def _forbid(monkeypatch: pytest.MonkeyPatch) -> None:
    def setup(opened: Opened) -> TableSetup:
        assert opened.game is not None
        return structs.replace(opened.game.setup(), aid=False)

    monkeypatch.setattr(Opened, "setup", property(setup))


@pytest.mark.gui
@pytest.mark.parametrize("aid", [True, False])
def test_where_dracula_could_be_is_told_where_the_table_allows_it(
    qtbot: QtBot, window: MainWindow, at_table: Path, monkeypatch: pytest.MonkeyPatch, *, aid: bool
) -> None:
    if not aid:
        _forbid(monkeypatch)
    screen = window.go("replay", path=str(at_table))
    assert isinstance(screen, ReplayScreen)
    qtbot.waitUntil(lambda: screen.step_shown is not None, timeout=20_000)
    parts, shown = screen.parts, screen.step_shown
    assert shown is not None
    assert (shown.possible is not None) == aid
    parts.heat.setChecked(True)
    assert parts.heat.isHidden() == (not aid)
    told = window.services.words.say("replay.public-knew", count=len(shown.possible or ()))
    assert (told in parts.known.toPlainText()) == aid


def test_once_the_game_is_over_it_is_told(at_table: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened = open_record(Source(path=str(at_table)))
    assert not opened.has_ended
    _forbid(monkeypatch)
    assert not may_deduce(opened, is_over=False)
    assert may_deduce(opened, is_over=True)
    assert may_deduce(opened._replace(has_ended=True), is_over=False)
    assert may_deduce(opened._replace(fault="a wrong entry"), is_over=False)
