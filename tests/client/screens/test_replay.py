"""A replay on the screen: scrubbed, stepped, played, jumped through, seen as anybody, proved."""

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QContextMenuEvent, QImage
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from client.look.palette import DAY, NIGHT
from client.panels.card_button import CardButton
from client.records.replayer import Timeline
from client.screens.game.screen import GameScreen
from client.screens.replay.screen import ReplayScreen
from client.screens.rules import RulesScreen
from client.window.main_window import MainWindow
from client.worker.record_values import ALL, PUBLIC
from client.worker.values import PlayAlone
from engine.ids import DRACULA, HUNTERS, MINA
from engine.record import Record
from engine.record_file import from_bytes, to_bytes
from tests.support.fitting import settle

pytestmark = pytest.mark.gui
LEFT = Qt.MouseButton.LeftButton


def _open(qtbot: QtBot, window: MainWindow, path: Path, **more: object) -> ReplayScreen:
    screen = window.go("replay", path=str(path), **more)
    assert isinstance(screen, ReplayScreen)
    qtbot.waitUntil(lambda: screen.step_shown is not None and screen.is_told, timeout=20_000)
    return screen


def _settle(qtbot: QtBot, screen: ReplayScreen) -> None:
    def is_shown() -> bool:
        step = screen.step_shown
        return step is not None and (step.at, step.eyes) == (screen.at, screen.eyes)

    qtbot.waitUntil(is_shown, timeout=20_000)


def test_no_empty_button_stands_there_until_the_first_step_is_shown(window: MainWindow) -> None:
    screen = window.go("replay")
    assert isinstance(screen, ReplayScreen)
    assert screen.parts.switch.isHidden()
    assert not screen.parts.eyes.isHidden()


def test_every_way_to_move_shows_that_step(
    qtbot: QtBot, window: MainWindow, alone: Path, played: Record
) -> None:
    screen = _open(qtbot, window, alone)
    timeline = Timeline(played)
    slider = screen.parts.controls.slider
    assert (screen.at, screen.eyes) == (0, ALL)
    qtbot.keyClick(slider, Qt.Key.Key_Right)
    assert screen.at == 1
    qtbot.keyClick(slider, Qt.Key.Key_End)
    assert screen.at == len(played.answers)
    qtbot.mouseClick(slider, LEFT, pos=QPoint(slider.width() // 2, 30))
    assert 0 < screen.at < screen.steps
    _settle(qtbot, screen)
    step = screen.step_shown
    assert step is not None
    assert step.view == timeline.view(screen.at, ALL)
    for name, at in (("first", 0), ("last", screen.steps)):
        qtbot.mouseClick(screen.parts.controls.buttons[name], LEFT)
        assert screen.at == at


def test_steps_go_from_event_to_event(qtbot: QtBot, window: MainWindow, alone: Path) -> None:
    screen = _open(qtbot, window, alone)
    told = sorted({line.at for line in screen.lines})
    qtbot.keyClick(screen, Qt.Key.Key_Period)
    assert screen.at == told[0] or told[0] == 0
    for _ in range(3):
        qtbot.mouseClick(screen.parts.controls.buttons["step"], LEFT)
    before = screen.at
    qtbot.keyClick(screen, Qt.Key.Key_Comma)
    assert screen.at < before


@pytest.mark.parametrize(("kind", "count"), [("fight", 4), ("reveal", 3), ("week", 1)])
def test_keys_jump_to_fights_reveals_and_weeks(
    qtbot: QtBot, window: MainWindow, alone: Path, kind: str, count: int
) -> None:
    key = {"fight": Qt.Key.Key_F, "reveal": Qt.Key.Key_R, "week": Qt.Key.Key_W}[kind]
    screen = _open(qtbot, window, alone)
    assert screen.model is not None
    assert screen.model.record is not None
    moments = sorted({m.at for m in screen.model.record.marks if m.kind == kind})
    assert len(moments) == count
    for at in moments:
        qtbot.keyClick(screen, key)
        assert screen.at == at
    _settle(qtbot, screen)
    qtbot.keyClick(screen, key)
    assert screen.parts.controls.place.text() == window.services.words.say("replay.no-more")
    for at in reversed(moments[:-1]):
        qtbot.keyClick(screen, key, Qt.KeyboardModifier.ShiftModifier)
        assert screen.at == at


def test_a_cards_history_is_walked_through(qtbot: QtBot, window: MainWindow, alone: Path) -> None:
    screen = _open(qtbot, window, alone)
    controls = screen.parts.controls
    controls.kind.setCurrentIndex(controls.kind.findData("card"))
    assert controls.cards.isVisible()
    moments = sorted({line.at for line in screen.lines if controls.card in line.cards})
    qtbot.mouseClick(controls.after, LEFT)
    assert screen.at == moments[0]


def test_it_runs_by_itself_and_stops(qtbot: QtBot, window: MainWindow, alone: Path) -> None:
    screen = _open(qtbot, window, alone)
    controls = screen.parts.controls
    controls.speed.setCurrentIndex(controls.speed.count() - 1)
    qtbot.mouseClick(controls.buttons["play"], LEFT)
    qtbot.waitUntil(lambda: screen.at > 3, timeout=20_000)
    qtbot.keyClick(controls.slider, Qt.Key.Key_Space)
    words = window.services.words
    assert controls.buttons["play"].accessibleName() == words.say("replay.play")
    qtbot.keyClick(controls.slider, Qt.Key.Key_Space)
    before = screen.at
    qtbot.keyClick(controls.slider, Qt.Key.Key_F1)
    assert window.current == "rules"
    qtbot.waitUntil(lambda: not screen._clock.isActive(), timeout=20_000)
    assert screen.at == before


def test_it_is_seen_as_anybody(
    qtbot: QtBot, window: MainWindow, alone: Path, played: Record
) -> None:
    screen = _open(qtbot, window, alone, at=60)
    timeline = Timeline(played)
    for eyes in (PUBLIC, DRACULA, MINA, ALL):
        screen.parts.eyes.setCurrentIndex(screen.parts.eyes.findData(eyes))
        _settle(qtbot, screen)
        step = screen.step_shown
        assert step is not None
        assert step.view == timeline.view(60, eyes)
    qtbot.keyClick(screen, Qt.Key.Key_E)
    assert screen.eyes == PUBLIC
    assert window.services.words.seat(MINA) in screen.parts.known.toPlainText()


def test_a_line_of_the_chronicle_leads_to_its_step(
    qtbot: QtBot, window: MainWindow, alone: Path
) -> None:
    screen = _open(qtbot, window, alone)
    chronicle = screen.parts.chronicle
    row = chronicle.count() // 2
    chronicle.scrollToItem(chronicle.item(row))
    spot = chronicle.visualItemRect(chronicle.item(row)).center()
    qtbot.mouseClick(chronicle.viewport(), LEFT, pos=spot)
    assert screen.at == screen.lines[row].at


def test_every_step_says_whether_it_was_checked(
    qtbot: QtBot, window: MainWindow, alone: Path
) -> None:
    screen = _open(qtbot, window, alone, at=10)
    words, proof = window.services.words, screen.parts.proof
    screen.parts.tabs.setCurrentWidget(proof)
    assert proof.state_words == words.say("replay.state-unchecked")
    qtbot.mouseClick(proof.check, LEFT)
    proof.cancel.setFocus()
    qtbot.keyClick(proof.cancel, Qt.Key.Key_Space)
    assert proof.check.hasFocus()  # so that the same key takes it up again
    qtbot.keyClick(proof.check, Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: screen.judged is not None, timeout=20_000)
    assert proof.state_words == words.say("replay.state-unsigned")


def test_a_breach_is_shown_where_it_happened(
    qtbot: QtBot, window: MainWindow, alone: Path, played: Record
) -> None:
    """Dracula's first place is said to have been another: what followed cannot have been true."""
    slot = next(slot for slot, value in played.opened if slot.startswith("t"))
    opened = tuple((s, "athens" if s == slot else value) for s, value in played.opened)
    alone.write_bytes(to_bytes(Record(played.setup, played.answers, opened)))
    screen = _open(qtbot, window, alone)
    qtbot.mouseClick(screen.parts.proof.check, LEFT)
    screen.parts.tabs.setCurrentWidget(screen.parts.proof)
    qtbot.mouseClick(screen.parts.proof.check, LEFT)
    qtbot.waitUntil(lambda: screen.judged is not None, timeout=20_000)
    assert screen.judged is not None
    assert screen.judged.kind == "violation"
    screen.go_to(screen.judged.step + 1)
    _settle(qtbot, screen)
    words = window.services.words
    assert screen.parts.proof.state_words == words.say("replay.state-wrong")
    screen.go_to(screen.steps)
    _settle(qtbot, screen)
    assert screen.parts.proof.state_words == words.say("replay.state-after")


def test_a_game_that_cannot_be_followed_is_shown_as_far_as_it_goes(
    qtbot: QtBot, window: MainWindow, alone: Path, played: Record
) -> None:
    cut = Record(played.setup, (*played.answers[:40], "nonsense"), played.opened)
    alone.write_bytes(to_bytes(cut))
    screen = _open(qtbot, window, alone)
    assert screen.steps == 40
    words = window.services.words
    assert screen.parts.head.title.text() == words.say("replay.title-cut")
    assert screen.parts.tabs.currentWidget() is screen.parts.proof


@pytest.mark.parametrize("content", [b"", b"hello", b"BORGO1\n" + b"\xff" * 400])
def test_a_hostile_file_is_refused_in_words(
    qtbot: QtBot, window: MainWindow, tmp_path: Path, content: bytes
) -> None:
    path = tmp_path / "bad.borgo"
    path.write_bytes(content)
    screen = window.go("replay", path=str(path))
    assert isinstance(screen, ReplayScreen)
    refused = window.services.words.say("replay.refused", what="").strip()
    qtbot.waitUntil(lambda: screen.parts.message.text().startswith(refused), timeout=20_000)
    settle()
    assert screen.parts.head.height() <= 2 * screen.parts.head.sizeHint().height()
    assert not screen.parts.body.isVisible()


def test_a_running_game_is_looked_back_on_as_far_as_its_player_may(
    qtbot: QtBot, window: MainWindow
) -> None:
    game = window.go("game", start=PlayAlone(HUNTERS, "7", skip=25))
    assert isinstance(game, GameScreen)
    model = game.model
    assert model is not None
    qtbot.waitUntil(lambda: model.prompt is not None, timeout=20_000)
    qtbot.keyClick(game, Qt.Key.Key_F8)
    screen = window.screens["replay"]
    assert isinstance(screen, ReplayScreen)
    qtbot.waitUntil(lambda: screen.step_shown is not None, timeout=20_000)
    eyes = [screen.parts.eyes.itemData(n) for n in range(screen.parts.eyes.count())]
    assert eyes == [PUBLIC, *HUNTERS, ALL]
    step = screen.step_shown
    assert step is not None
    assert screen.at == screen.steps
    assert step.view == model.view
    assert screen.model is not None
    told = dict(from_bytes(screen.model.source.content).opened)
    dracula = step.view.state.dracula
    hidden = (*dracula.events, *dracula.encounters, *(each.slot for each in dracula.trail if each))
    assert hidden
    assert not set(hidden) & set(told)
    qtbot.keyClick(screen, Qt.Key.Key_Escape)
    assert window.current == "game"
    assert game.model is model


def test_the_replay_of_a_fight_lights_the_step_it_is_in(
    qtbot: QtBot, window: MainWindow, alone: Path, played: Record
) -> None:
    timeline = Timeline(played)
    at = next(n for n, asked in enumerate(timeline.asked)
              if any(getattr(each, "about", "") == "combat.choose" for each in asked))  # fmt: skip
    screen = _open(qtbot, window, alone, at=at)
    assert screen.parts.centre.currentWidget() is screen.parts.combat
    steps = screen.parts.combat.findChildren(QLabel, "step")
    assert [bool(each.property("now")) for each in steps] == [True, *[False] * 7]
    qtbot.mouseClick(screen.parts.switch, LEFT)
    assert screen.parts.centre.currentWidget() is screen.parts.board
    screen.go_to(0)
    _settle(qtbot, screen)
    assert not screen.parts.switch.isVisible()


def test_a_card_lying_open_leads_to_its_rule(qtbot: QtBot, window: MainWindow, alone: Path) -> None:
    screen = _open(qtbot, window, alone)
    with qtbot.waitSignal(screen.visits) as visited:
        screen.parts.sheets.read.emit("card.dodge")
    assert visited.args == ["rules", {"clause": "card.dodge"}]


def test_a_card_leads_to_its_rule_and_back(qtbot: QtBot, window: MainWindow, alone: Path) -> None:
    screen = _open(qtbot, window, alone, at=60, eyes=DRACULA)
    card = next(each for each in screen.parts.hand.findChildren(CardButton) if each.rule)
    spot = card.rect().center()
    asked = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, spot, card.mapToGlobal(spot))
    QApplication.sendEvent(card, asked)
    rules = window.screens["rules"]
    assert isinstance(rules, RulesScreen)
    assert window.services.words.clause(card.rule).title in rules.page.toPlainText()
    qtbot.keyClick(rules.contents, Qt.Key.Key_Escape)
    assert window.current == "replay"
    assert screen.at == 60


def test_the_chronicle_and_the_road_are_saved(
    qtbot: QtBot, window: MainWindow, alone: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    screen = _open(qtbot, window, alone)
    saved = tmp_path / "saved"
    monkeypatch.setattr(
        "PySide6.QtWidgets.QFileDialog.getSaveFileName", lambda *_: (str(saved), "")
    )
    menu = screen.parts.save.menu()
    assert menu is not None
    chronicle, road, _verdict = menu.actions()
    said = screen.words.say("end.saved", what=str(saved))
    chronicle.trigger()
    qtbot.waitUntil(lambda: screen.parts.controls.place.text() == said)
    assert saved.read_text(encoding="utf-8").splitlines() == [line.text for line in screen.lines]
    road.trigger()  # a name without an ending is a picture all the same
    assert screen.parts.controls.place.text() != said
    qtbot.waitUntil(lambda: screen.parts.controls.place.text() == said, timeout=20_000)
    assert QImage(str(saved)).width() > 1500


def test_whoever_leaves_a_replay_by_night_is_back_in_the_day(
    qtbot: QtBot, window: MainWindow, alone: Path, played: Record
) -> None:
    window.services.settings = window.services.settings._replace(palette="game")
    nights = [at for at, each in enumerate(Timeline(played).states) if each.is_night]
    window.go("start")
    window.visit("replay", path=str(alone), at=nights[0])
    qtbot.waitUntil(lambda: window.services.palette is NIGHT, timeout=20_000)
    window.back()
    assert window.current == "start"
    assert window.services.palette is DAY
