"""How a window shows whom the game waits for, and which choices are sealed meanwhile."""

from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec import structs
from pytestqt.qtbot import QtBot

from client.look.palette import DAY
from client.panels.sheets import Sheet
from client.panels.tracks import TurnMark
from client.screens.game.asking import passed_over
from client.screens.game.screen import GameScreen
from client.settings import PASSED_AT_FIRST
from client.window.main_window import MainWindow
from client.window.table_model import TableModel
from client.worker.values import Awaited, Order, PlayAlone, Waits
from engine.editions import edition
from engine.ids import DRACULA, EVERYONE, HUNTERS, MINA, SEWARD
from engine.state import Card, Hunter
from engine.view import View

pytestmark = pytest.mark.gui

CHOOSE = "combat.choose"


def _model(screen: GameScreen) -> TableModel:
    assert screen.model is not None
    return screen.model


def _alone(screen: GameScreen, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let nothing reach the worker any more, so that nothing follows from an answer."""
    orders: list[Order] = []
    monkeypatch.setattr(_model(screen).bridge, "send", orders.append)


def _to_act(screen: GameScreen) -> list[str]:
    """Who is said to act: by the sign and its word, and to whoever does not see it."""
    sheets = screen.parts.sheets.findChildren(Sheet)
    word = screen.words.say("sheet.waited")
    found = [each for each in sheets if any(m.isVisible() for m in each.findChildren(TurnMark))]
    assert found == [each for each in sheets if word in each.accessibleName()]
    return [each.seat for each in found]


def _ground(sheet: Sheet) -> str:
    """The colour a sheet has below all that is written on it."""
    return sheet.grab().toImage().pixelColor(sheet.rect().center().x(), 4).name()


def _sealed(screen: GameScreen) -> dict[str, tuple[str, str]]:
    """What lies sealed before each fighter: the name on it, and what is said of it."""
    found = {}
    for row, seat in zip(screen.parts.combat._sides.rows, _fighters(screen), strict=True):
        for card in row.cards:
            if card.look is not None and card.look.deck == "envelope":
                found[seat] = (card.look.title, card.accessibleName())
    return found


def _fighters(screen: GameScreen) -> tuple[str, ...]:
    view = _model(screen).view
    assert view is not None
    assert view.state.combat is not None
    return DRACULA, *view.state.combat.fighters


def test_who_is_to_act_is_said_by_a_sign_and_a_word(play: Callable[..., GameScreen]) -> None:
    screen = play(*HUNTERS)
    prompt = _model(screen).prompt
    assert prompt is not None
    assert _to_act(screen) == [prompt.seat]
    _model(screen)._show(Awaited((Waits(DRACULA, "x", has_answered=True), Waits(MINA, "x"))))
    assert _to_act(screen) == [MINA]
    grounds = {each.seat: _ground(each) for each in screen.parts.sheets.findChildren(Sheet)}
    assert grounds.pop(MINA) == DAY.pressed.name()
    assert set(grounds.values()) == {DAY.raised.name()}


def test_nobody_is_waited_for_after_ones_own_answer(
    qtbot: QtBot, play: Callable[..., GameScreen], monkeypatch: pytest.MonkeyPatch
) -> None:
    screen = play(DRACULA)
    _alone(screen, monkeypatch)
    model = _model(screen)
    model.answer(0)
    qtbot.waitUntil(lambda: not screen._clearing.isActive())
    assert screen.parts.prompt._question.text() == screen.words.say("game.working")
    assert _to_act(screen) == []
    # A report that was on its way does not ask for it again.
    model._show(Awaited((Waits(DRACULA, "x"), Waits(SEWARD, "x"))))
    assert model.missing == (SEWARD,)
    assert "Seward" in screen.parts.prompt._question.text()


def test_a_player_is_not_said_to_be_waited_for_before_the_question_is_there(
    qtbot: QtBot, play: Callable[..., GameScreen], monkeypatch: pytest.MonkeyPatch
) -> None:
    screen = play(DRACULA)
    _alone(screen, monkeypatch)
    model = _model(screen)
    model.answer(0)
    qtbot.waitUntil(lambda: not screen._clearing.isActive())
    model.chosen.clear()  # as when the game has gone on to what it asks next
    working = screen.words.say("game.working")
    for asked in (DRACULA, EVERYONE):
        model._show(Awaited((Waits(asked, "x"),)))
        assert screen.parts.prompt._question.text() == working
    model._show(Awaited((Waits(DRACULA, "x"), Waits(SEWARD, "x"))))
    seward = screen.words.say("game.waiting", who=screen.words.seat(SEWARD))
    assert screen.parts.prompt._question.text() == seward


def test_choices_lie_sealed_while_others_choose(
    qtbot: QtBot, play: Callable[..., GameScreen], monkeypatch: pytest.MonkeyPatch
) -> None:
    screen = play(DRACULA, seed="4", skip_to=CHOOSE)
    model = _model(screen)
    sealed = screen.words.say("combat.sealed")
    hunters = _fighters(screen)[1:]
    assert hunters
    assert _sealed(screen) == dict.fromkeys(hunters, ("", sealed))
    _alone(screen, monkeypatch)
    prompt, view = model.prompt, model.view
    assert prompt is not None
    assert view is not None
    name = screen.words.card(view.known[prompt.answers[0].value]).name
    model.answer(0)
    qtbot.waitUntil(lambda: not screen._clearing.isActive())
    own = screen.words.say("combat.sealed-own", card=name)
    assert _sealed(screen) == {DRACULA: (name, own), **dict.fromkeys(hunters, ("", sealed))}


def test_a_second_copy_of_a_card_is_a_draw_of_its_own(play: Callable[..., GameScreen]) -> None:
    view = _model(play(SEWARD, skip=20)).view
    assert view is not None
    played, card = edition("fourth", {}), "good_luck"
    moments = played.cards[card].moments

    def holding(*slots: str) -> View:
        """Seward with copies of the card; a hand that is mixed has new slots."""
        seward = structs.replace(view.state.hunters[SEWARD], items=(), events=slots)
        hunters = {**view.state.hunters, SEWARD: seward}
        state = structs.replace(view.state, hunters=hunters)
        return structs.replace(view, state=state, known=dict.fromkeys(slots, card))

    for now, told in ((("e-2", "e-3"), [card]), (("e-2",), []), ((), [])):
        views = (holding("e-1"), holding(*now))
        assert passed_over((SEWARD,), views, played, moments) == told


def test_a_card_taken_back_or_laid_open_is_no_draw(play: Callable[..., GameScreen]) -> None:
    view = _model(play(SEWARD, skip=20)).view
    assert view is not None
    played, card = edition("fourth", {}), "good_luck"
    moments = played.cards[card].moments
    bare = structs.replace(view.state.hunters[SEWARD], items=(), events=(), event_shown=None)
    held = structs.replace(bare, events=("e-2",))
    laid = structs.replace(bare, event_shown=Card("e-1", card))

    def seen(seward: Hunter) -> View:
        hunters = {**view.state.hunters, SEWARD: seward}
        state = structs.replace(view.state, hunters=hunters)
        return structs.replace(view, state=state, known={"e-2": card})

    for before, after, told in ((laid, held, []), (held, laid, []), (bare, laid, [card])):
        views = (seen(before), seen(after))
        assert passed_over((SEWARD,), views, played, moments) == told


def test_a_card_that_a_partner_shows_is_not_ones_own_draw(play: Callable[..., GameScreen]) -> None:
    view = _model(play(SEWARD, skip=20)).view
    assert view is not None
    passes = PASSED_AT_FIRST
    played = edition("fourth", {})
    card = "good_luck"
    moments = played.cards[card].moments
    hunters = {
        seat: structs.replace(hunter, events=("e-own",) if seat == SEWARD else ("e-mina",))
        for seat, hunter in view.state.hunters.items()
    }
    before = structs.replace(view, state=structs.replace(view.state, hunters=hunters), known={})
    for slot, told in (("e-own", [card]), ("e-mina", [])):
        after = structs.replace(before, known={slot: card})
        assert passed_over((SEWARD,), (before, after), played, (*passes, *moments)) == told


def test_a_game_gone_back_to_has_its_chronicle(
    qtbot: QtBot, window: MainWindow, play: Callable[..., GameScreen], tmp_path: Path
) -> None:
    folder = str(tmp_path / "alone")
    screen = play(*HUNTERS, skip=60, shows_skipped=True, folder=folder)
    lines, bridge = _lines(screen), _model(screen).bridge
    assert len(lines) > 40
    screen.leave()
    qtbot.waitUntil(lambda: not bridge.is_running)
    (record,) = (tmp_path / "alone").glob("*.borgo")
    again = window.go("game", start=PlayAlone(HUNTERS, "7", resume=str(record)))
    assert isinstance(again, GameScreen)
    qtbot.waitUntil(lambda: _lines(again) == lines)


def _lines(screen: GameScreen) -> list[tuple[str, int]]:
    """The lines of the game itself, and the moment each leads to."""
    chronicle = screen.parts.chronicle
    items = [chronicle.item(row) for row in range(chronicle.count())]
    return [(each.text(), each.data(257)) for each in items if not each.font().italic()]


def test_the_sand_runs_in_sight_alone_and_only_where_things_may_move(
    qtbot: QtBot, window: MainWindow, play: Callable[..., GameScreen]
) -> None:
    screen = play(*HUNTERS)
    sign = next(mark.sign for mark in screen.findChildren(TurnMark) if mark.isVisible())
    assert not sign.runs
    window.services.settings = window.services.settings._replace(reduced_motion=False)
    window.visit("rules")
    window.back()
    assert sign.runs
    before = sign.run
    qtbot.waitUntil(lambda: sign.run != before)
    window.visit("rules")
    assert not sign.runs
