"""Set-up: which decks are mixed, by whom, with which cards; and the deck that never is."""

from collections import Counter

import pytest

from engine.ids import DRACULA, EVERYONE, HUNTERS
from engine.local import LocalGame
from engine.record import Setup
from engine.requests import Conceal, Shuffle
from tests.support.tables import BOARD, FOURTH, cards_in


def mixed_at_setup() -> tuple[LocalGame, dict[str, Shuffle]]:
    """A game up to Dracula's start, and every deck that was mixed on the way there."""
    local = LocalGame(Setup(), lambda count: count - 1)
    mixed = {}
    while not isinstance(local.game.pending, Conceal):
        if isinstance(local.game.pending, Shuffle):
            mixed[local.game.pending.pile] = local.game.pending
        local.step(lambda _, answers: answers[0])
    return local, mixed


@pytest.mark.rule(
    "setup.items.deck",
    "setup.events.single-deck",
    "setup.encounters.deck",
    "setup.tickets.facedown",
)
def test_four_decks_are_mixed_by_everyone_with_every_copy_in_them() -> None:
    _, mixed = mixed_at_setup()
    contents = {
        "item_deck": cards_in("item"),
        "event_deck": {**cards_in("hunter_event"), **cards_in("dracula_event")},
        "encounter_deck": cards_in("encounter"),
        "ticket_pool": {ticket.id: ticket.copies for ticket in FOURTH.tickets.values()},
    }
    for pile, copies in contents.items():
        assert mixed[pile].seat == EVERYONE
        assert Counter(mixed[pile].cards) == copies
        assert len(mixed[pile].new) == sum(copies.values())


@pytest.mark.rule("setup.location-deck.sorted")
def test_the_location_deck_lies_sorted_and_is_never_mixed() -> None:
    local, mixed = mixed_at_setup()
    assert {card for deck in mixed.values() for card in deck.cards}.isdisjoint(BOARD.places)
    assert list(BOARD.places) == sorted(BOARD.places)
    assert len(BOARD.places) == 70
    request = local.game.pending
    assert isinstance(request, Conceal)
    offered = [sealed.value for sealed in local.allowed(request)]
    assert offered == sorted(offered)


@pytest.mark.rule("setup.dracula.secret-choice", "setup.dracula.card-facedown")
def test_dracula_may_start_in_any_city_that_no_hunter_is_in_and_nothing_shows_which() -> None:
    """T-14."""
    local, _ = mixed_at_setup()
    request = local.game.pending
    assert isinstance(request, Conceal)
    hunters = {local.game.state.hunters[seat].place for seat in HUNTERS}
    choices = local.allowed(request)
    assert {sealed.value for sealed in choices} == {*BOARD.cities} - hunters - {"castle_dracula"}
    assert len({sealed.public for sealed in choices}) == 1
    assert request.seat == DRACULA
