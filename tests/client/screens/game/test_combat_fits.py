"""A fight is seen whole: no row over another, nothing below the edge, with one to four hunters."""

from collections.abc import Callable
from itertools import combinations

import pytest
from msgspec import structs
from PySide6.QtCore import QRect
from PySide6.QtWidgets import QLabel, QScrollArea, QWidget

from client.panels.card_button import CardButton
from client.prompts.gestures import NOTHING, PlainAnswer, YesNo
from client.screens.combat.fight import CombatChoice, CombatHead, CombatView, step_of
from client.screens.combat.fighters import HIGHEST_CARD, LOWEST_CARD, FightRoom, card_height
from client.screens.game.screen import GameScreen
from client.window.main_window import LEAST_SIZE, MainWindow
from engine.editions import edition
from engine.ids import DRACULA, HUNTERS
from engine.state import Combat, Played
from tests.support.fitting import settle

pytestmark = pytest.mark.gui

SIZES = [(1920, 1080), (1366, 768), (1280, 720)]
LAID = tuple(Played(card) for card in ("fangs", "claws"))


def _fight(combat: Combat, hunters: int) -> Combat:
    seats = HUNTERS[:hunters]
    return structs.replace(
        combat,
        hunters=seats,
        fighters=seats,
        round=2,
        played=LAID,
        shown={seat: Played("dodge") for seat in seats},
        locked={seat: (Played("punch"),) for seat in seats},
        mesmerized=seats,
    )


def _rows(view: CombatView) -> list[QRect]:
    rows = [each for each in view.findChildren(QWidget, "fighter") if each.isVisible()]
    return [QRect(each.mapTo(view, each.rect().topLeft()), each.size()) for each in rows]


def _check(view: CombatView, hunters: int) -> None:
    rows = _rows(view)
    assert len(rows) == hunters + 1
    assert not any(one.intersects(other) for one, other in combinations(rows, 2))
    assert view.minimumSizeHint().height() <= view.height()
    scroll = view.findChild(QScrollArea)
    assert isinstance(scroll, QScrollArea)
    assert scroll.verticalScrollBar().maximum() == 0
    assert scroll.horizontalScrollBar().maximum() == 0
    for card in view.findChildren(CardButton):
        around = card.parentWidget()
        assert around is not None
        assert not card.isVisible() or around.rect().contains(card.geometry())
        assert card.height() >= LOWEST_CARD


def test_all_fighters_and_choices_are_seen(
    window: MainWindow, play: Callable[..., GameScreen]
) -> None:
    screen = play(*HUNTERS, seed="48", skip=20, skip_to="combat.choose")
    view = screen.parts.combat
    model = screen.model
    assert model is not None
    assert model.view is not None
    state = model.view.state
    assert state.combat is not None
    assert any(card.use.numbers for card in view.findChildren(CardButton))
    for hunters in range(1, 5):
        now = structs.replace(state, combat=_fight(state.combat, hunters))
        view.show_view(structs.replace(model.view, state=now), edition("fourth", {}))
        for width, height in SIZES:
            window.resize(width, height)
            settle()
            assert (window.width(), window.height()) == (width, height)
            _check(view, hunters)
        window.resize(*LEAST_SIZE)
        settle()
        scroll = view.findChild(QScrollArea)
        assert isinstance(scroll, QScrollArea)
        assert scroll.horizontalScrollBar().maximum() == 0


def test_a_fight_leaves_room_for_yes_and_no(
    window: MainWindow, play: Callable[..., GameScreen]
) -> None:
    screen = play(*HUNTERS, seed="48", skip=20, skip_to="combat.choose")
    view, model = screen.parts.combat, screen.model
    assert model is not None
    assert model.view is not None
    fought = model.view.state.combat
    assert fought is not None
    answers = [(PlainAnswer(0, YesNo.YES), "Take them back"), (PlainAnswer(1, YesNo.NO), "Pass")]
    view.plain.offer(answers)
    for hunters in (1, 2):
        now = structs.replace(model.view.state, combat=_fight(fought, hunters))
        view.show_view(structs.replace(model.view, state=now), edition("fourth", {}))
        for size in SIZES:
            window.resize(*size)
            settle()
            assert view.plain.isVisible()
            _check(view, hunters)


def test_cards_shrink_with_their_room_down_to_a_floor() -> None:
    wide = FightRoom(780, 900, 6, (1,), 4, 34)
    assert card_height(wide._replace(width=1400)) == HIGHEST_CARD
    assert LOWEST_CARD < card_height(wide._replace(height=440, hunters=(2, 2, 2, 2))) < HIGHEST_CARD
    assert card_height(wide._replace(height=100)) == LOWEST_CARD


def test_the_last_two_steps_are_lit() -> None:
    fight = Combat(DRACULA, "paris", night=False, by_ambush=False, hunters=("mina",))
    assert step_of(fight, ()) is None
    again = structs.replace(fight, round=1, locked={"mina": (Played("punch"),)})
    assert step_of(again, ()) == 7
    assert step_of(again, ("combat.choose",)) == 0
    assert step_of(structs.replace(again, hunters=()), ()) == 6


def test_a_fight_that_no_hunter_is_in_any_more_names_none(
    play: Callable[..., GameScreen],
) -> None:
    screen = play(*HUNTERS, seed="48", skip=20, skip_to="combat.choose")
    state, words = screen.model.view.state, screen.words
    head = CombatHead(words)
    head.show_fight(state, state.combat, edition("fourth"))
    assert "against Mina" in head._title.text()
    head.show_fight(state, structs.replace(state.combat, hunters=()), edition("fourth"))
    assert head._title.text().endswith(f"Dracula in {words.place(state.combat.city)}")


@pytest.mark.parametrize("percent", [100, 150, 200])
def test_the_eight_steps_are_in_one_line(
    window: MainWindow, play: Callable[..., GameScreen], percent: int
) -> None:
    window.services.settings = window.services.settings._replace(text_percent=percent)
    window.apply(window.services.palette)
    screen = play(*HUNTERS, skip=20, skip_to="combat.choose")
    settle()
    steps = [
        each for each in screen.parts.combat.findChildren(QLabel) if each.objectName() == "step"
    ]
    assert len({each.y() for each in steps}) == 1
    names = [each.accessibleName() for each in steps]
    assert [name for name, each in zip(names, steps, strict=True) if each.property("now")] == [
        each.text() for each in steps if each.property("now")
    ]
    assert all(each.text() in (name, name[0]) for name, each in zip(names, steps, strict=True))
    assert all(
        each.text() == name or each.toolTip() == name
        for name, each in zip(names, steps, strict=True)
    )


def test_who_stand_side_by_side_have_frames_of_one_height(
    window: MainWindow, play: Callable[..., GameScreen]
) -> None:
    window.services.settings = window.services.settings._replace(text_percent=150)
    window.apply(window.services.palette)
    screen = play(*HUNTERS, seed="48", skip=20, skip_to="combat.choose")
    view, shown = screen.parts.combat, screen.model.view
    combat = structs.replace(
        _fight(shown.state.combat, 2), mesmerized=HUNTERS[:1], engaged=HUNTERS[0]
    )
    state = structs.replace(shown.state, combat=combat)
    view.show_view(structs.replace(shown, state=state), edition("fourth", {}))
    window.resize(*SIZES[1])
    settle()
    _, one, other = _rows(view)
    assert (one.top(), one.height()) == (other.top(), other.height())


@pytest.mark.parametrize("percent", [150, 200])
def test_what_may_be_chosen_is_in_sight_in_large_letters(
    window: MainWindow, play: Callable[..., GameScreen], percent: int
) -> None:
    window.services.settings = window.services.settings._replace(text_percent=percent)
    window.apply(window.services.palette)
    window.resize(1366, 768)
    screen = play(*HUNTERS, seed="48", skip=20, skip_to="combat.choose")
    settle()
    view = screen.parts.combat
    scroll = view.findChild(QScrollArea)
    assert isinstance(scroll, QScrollArea)
    choices = view.findChildren(CombatChoice)
    assert choices
    for each in choices:
        box = QRect(each.mapTo(scroll.viewport(), each.rect().topLeft()), each.size())
        assert scroll.viewport().rect().contains(box)


def test_every_card_that_one_answer_is_about_is_shown(play: Callable[..., GameScreen]) -> None:
    screen = play(*HUNTERS, seed="48", skip=20, skip_to="combat.choose")
    view, yes = screen.parts.combat, (0,)
    view.offer(structs.replace(NOTHING, cards={"dodge": yes, "garlic": yes}))
    assert len(view._offers) == 2
    assert all(each._card.use.numbers == yes for each in view._offers)
