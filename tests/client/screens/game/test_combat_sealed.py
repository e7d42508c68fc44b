"""A card laid face down in a fight belongs to the choice it was laid for, and to no later one."""

from collections.abc import Callable

import pytest
from msgspec import structs

from client.panels.shown_cards import face_of
from client.screens.game.screen import GameScreen
from client.worker.values import Waits
from engine.editions import edition
from engine.ids import HUNTERS
from engine.requests import Sealed
from engine.shapes import Shape

pytestmark = pytest.mark.gui


def test_a_choice_is_not_looked_for_in_the_fight_after_it(play: Callable[..., GameScreen]) -> None:
    screen = play(*HUNTERS, seed="48", skip=20, skip_to="combat.choose")
    assert screen.model is not None
    view = screen.model.view
    assert view is not None
    assert view.state.combat is not None
    shown, played = screen.parts.combat, edition("fourth", {})
    seat = view.state.combat.hunters[0]
    slot = next(slot for hunter in view.state.hunters.values() for slot in hunter.items)
    assert face_of(view, slot)
    waits = (Waits(seat, "combat.choose", has_answered=True),)
    shown.show_waits(waits, {seat: Sealed(Shape(), slot)})

    # The hand was mixed meanwhile, as for a card taken from it: nothing has that name any more.
    known = {name: value for name, value in view.known.items() if name != slot}
    fight = structs.replace(view.state.combat, round=view.state.combat.round + 1)
    after = structs.replace(view, known=known, state=structs.replace(view.state, combat=fight))
    shown.show_view(after, played)
    shown.show_waits((), {})
