"""Dracula's trail as it lies before everybody."""

from collections.abc import Callable

import pytest
from msgspec import structs

from client.screens.game.screen import GameScreen
from engine.ids import DRACULA, HUNTERS

pytestmark = pytest.mark.gui


def test_wolf_form_is_named_and_seen_beside_the_card_it_brought(
    play: Callable[..., GameScreen],
) -> None:
    screen = play(*HUNTERS, seed="3", skip=20, skip_to="action")
    trail, view, words = screen.parts.trail, screen.model.view, screen.words
    first, *others = view.state.dracula.trail
    wolf = structs.replace(first, power="wolf_form", power_up=True, encounters=())
    dracula = structs.replace(view.state.dracula, trail=(wolf, *others))
    trail.show_view(structs.replace(view, state=structs.replace(view.state, dracula=dracula)))
    assert words.card("wolf_form").name in trail._spaces[0].accessibleName()
    wolf_seen = trail._spaces[0].grab().toImage()
    bare = structs.replace(dracula, trail=(structs.replace(wolf, power=None), *others))
    trail.show_view(structs.replace(view, state=structs.replace(view.state, dracula=bare)))
    assert wolf_seen != trail._spaces[0].grab().toImage()


def test_what_lies_on_a_hideout_that_slid_off_is_said_where_its_fate_is_chosen(
    play: Callable[..., GameScreen],
) -> None:
    screen = play(DRACULA, seed="5", skip=10, skip_to="dracula.slide-off")
    view, words = screen.model.view, screen.words
    fallen = view.state.dracula.fallen
    lies = [words.card(view.known[each.slot]).name for each in fallen.encounters]
    assert lies
    (card,) = [card for slot, card in screen.parts.hand._cards if slot == fallen.slot]
    assert all(name in card.accessibleName() for name in lies)
    assert len(card._tokens) >= len(lies)
