"""A picture that `borgo shot` draws shows all of the screen as a player would see it."""

from pathlib import Path

import pytest
from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QImage
from pytestqt.qtbot import QtBot

from client.commands.command_line import main
from tests.client.screens.before.people import Person

pytestmark = [pytest.mark.gui, pytest.mark.slow]

MAP = QRect(300, 120, 400, 300)
DARK = 90  # of 255; the same map by day has twice as much


@pytest.mark.usefixtures("qapp")
def test_a_picture_of_the_night_is_dark_all_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("QT_SCALE_FACTOR", "1")  # put back after the test
    out = tmp_path / "night.png"
    asked = ["--seed", "2", "--as", "dracula", "--until", "dracula.card"]
    assert main(["shot", "--screen", "game", *asked, "--size", "1024x640", "--out", str(out)]) == 0
    picture = QImage(str(out))
    assert picture.size() == QSize(1024, 640)
    whole = picture.copy(MAP).scaled(1, 1, mode=Qt.TransformationMode.SmoothTransformation)
    assert whole.pixelColor(0, 0).value() < DARK


@pytest.mark.usefixtures("qapp")
def test_a_game_that_never_comes_to_a_screen_is_not_shown_elsewhere(
    alone: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("QT_SCALE_FACTOR", "1")  # put back after the test
    out = tmp_path / "none.png"
    over = ["--file", str(alone), "--out", str(out)]
    assert main(["shot", "--screen", "combat", *over]) == 2
    assert "does not come" in capsys.readouterr().err
    assert not out.exists()


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize("seat", ["hunters", "dracula"])
def test_the_usual_game_comes_to_a_fight(
    seat: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("QT_SCALE_FACTOR", "1")  # put back after the test
    out = tmp_path / "fight.png"
    assert main(["shot", "--screen", "combat", "--as", seat, "--out", str(out)]) == 0
    assert out.exists()


@pytest.mark.wire
@pytest.mark.parametrize("screen", ["start", "table", "settings"])
def test_a_picture_shows_nothing_of_the_machine_that_drew_it(
    screen: str, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("QT_SCALE_FACTOR", "1")  # put back after the test
    here, elsewhere = tmp_path / "here.png", tmp_path / "elsewhere.png"
    assert main(["shot", "--screen", screen, "--out", str(here)]) == 0
    # Another time zone, another folder, and a table near that anybody sees.
    monkeypatch.setenv("TZ", "Asia/Tokyo")
    monkeypatch.chdir(tmp_path)
    if screen == "start":
        ana = Person(qtbot, tmp_path / "Ana", "Ana")
        ana.open_table()
    assert main(["shot", "--screen", screen, "--out", str(elsewhere)]) == 0
    if screen == "start":
        ana.window.leave_all()
    assert QImage(str(here)) == QImage(str(elsewhere))
