"""What a game screen says is so: its answers, whose cards lie in a hand, what is newest, a rule."""

from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton

from client.main_window import MainWindow
from client.screens.game import GameScreen
from engine.facts.combat import CombatBegan, CombatRefused
from engine.ids import DRACULA, GODALMING, HUNTERS
from engine.state import State
from tests.client.window.playing import model_of, prompt_of
from tests.client.window.scenes import Scene
from tests.support.windows import click

pytestmark = pytest.mark.gui

IN_FOG: dict[str, Any] = {
    "position": {"step": "dusk", "mina": "paris", "trail": ["paris up"], "fog": {"paris": 2}}
}
BY_DAY: dict[str, Any] = {
    "position": {
        "turn": GODALMING,
        GODALMING: {"place": "paris", "tickets": ["3/2"], "items": ["knife"]},
        "mina": {"place": "munich", "items": ["pistol"]},
        "seward": {"place": "rome", "events": ["hypnosis"]},
    }
}


@pytest.mark.rule("fog.decline-combat")
@pytest.mark.parametrize(
    ("label", "follows", "told"),
    [
        ("Fight", CombatBegan, "face to face with Dracula"),
        ("Refuse", CombatRefused, "would not fight Mina"),
    ],
)
def test_in_fog_each_button_does_what_it_says(
    window: MainWindow, label: str, follows: type, told: str
) -> None:
    scene = Scene(window, IN_FOG, (DRACULA,))
    assert prompt_of(scene.screen).about == "combat.refuse"
    scene.click(label)
    kinds = {type(fact) for fact in scene.facts} & {CombatBegan, CombatRefused}
    assert kinds == {follows}
    chronicle = scene.screen.parts.chronicle
    lines = [chronicle.item(row).text() for row in range(chronicle.count())]
    assert any(told in line for line in lines), lines


def _state(screen: GameScreen) -> State:
    view = model_of(screen).view
    assert view is not None
    return view.state


def _tab(screen: GameScreen, seat: str) -> QPushButton:
    tabs = screen.parts.hand.findChildren(QPushButton, "tab")
    return next(each for each in tabs if each.text() == screen.words.seat(seat))


def test_a_ticket_lies_in_its_owners_hand_alone(window: MainWindow) -> None:
    screen = Scene(window, BY_DAY, HUNTERS).screen
    assert prompt_of(screen).seat == GODALMING
    for seat in (*HUNTERS, GODALMING):
        click(_tab(screen, seat))
        hunter = _state(screen).hunters[seat]
        shown = {slot for slot, _ in screen.parts.hand._cards}
        own = {*hunter.items, *hunter.events, *hunter.tickets}
        own |= {each.slot for each in (hunter.item_shown, hunter.event_shown) if each is not None}
        assert shown == own, seat
    assert len(screen.parts.hand._cards) == 2
