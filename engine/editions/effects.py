"""The effects of all cards, collected; no card has two effects at one moment."""

from engine.cards import (
    allies,
    combat_cards,
    dracula_events,
    encounters,
    hunter_events,
    matured,
    search_items,
    travel,
)
from engine.errors import EngineBug
from engine.rules.effects import Effects

FAMILIES: tuple[Effects, ...] = (
    travel.EFFECTS,
    hunter_events.EFFECTS,
    hunter_events.ACTION_EFFECTS,
    hunter_events.QUESTION_EFFECTS,
    allies.EFFECTS,
    dracula_events.EFFECTS,
    combat_cards.EFFECTS,
    combat_cards.ITEM_EFFECTS,
    combat_cards.EVENT_EFFECTS,
    encounters.EFFECTS,
    matured.EFFECTS,
    search_items.EFFECTS,
)


def merged(families: tuple[Effects, ...]) -> Effects:
    """All effects together; a card registered twice at one moment is a fault of ours."""
    together = Effects()
    for family in families:
        for moment, card in family:
            if (moment, card) in together:
                raise EngineBug(f"{card} has two effects at {moment}")
        together.update(family)
    return together


EFFECTS = merged(FAMILIES)
