"""Makes the Edition of a game from a preset and changed switches."""

from collections.abc import Mapping
from typing import Any

import msgspec

from engine.edition import Board, CardKind, Edition, Numbers
from engine.editions.effects import EFFECTS
from engine.editions.third.board import board, rides
from engine.editions.third.cards import (
    DRACULA_COMBAT,
    DRACULA_EVENTS,
    ENCOUNTERS,
    HUNTER_COMBAT,
    HUNTER_EVENTS,
    ITEMS,
    POWERS,
    TICKETS,
)
from engine.editions.third.characters import CHARACTERS
from engine.editions.third.presets import FOURTH, PRESETS
from engine.errors import BadSwitchValue
from engine.ids import DRACULA, CardId, MomentId
from engine.switches import Switches, Value, check_positions

DEFAULT_PRESET = FOURTH

CARDS: tuple[CardKind, ...] = (
    *HUNTER_COMBAT,
    *DRACULA_COMBAT,
    *ITEMS,
    *HUNTER_EVENTS,
    *DRACULA_EVENTS,
    *ENCOUNTERS,
    *POWERS,
)

_MOMENTS: dict[MomentId, tuple[CardId, ...]] = {
    moment: tuple(
        card.id for card in CARDS if moment in card.moments and moment not in card.in_play
    )
    for moment in sorted({moment for card in CARDS for moment in card.moments})
}

_DECKS: dict[str, tuple[CardId, ...]] = {
    deck: tuple(card.id for card in CARDS if card.deck == deck)
    for deck in sorted({card.deck for card in CARDS})
}

_HANDS: dict[CardId, str] = {
    card.id: "events" if card.deck.endswith("_event") else f"{card.deck}s" for card in CARDS
}

_BOARDS: dict[str, Board] = {
    "adjacent": board(doubtful_border=True),
    "apart": board(doubtful_border=False),
}

_RIDES = rides(_BOARDS["adjacent"], TICKETS)  # boards differ at sea alone


def edition(preset: str = DEFAULT_PRESET, switches: Mapping[str, Value] | None = None) -> Edition:
    """Build the edition of a preset, with the given switches set differently."""
    if preset not in PRESETS:
        raise BadSwitchValue("no-such-preset", preset=preset, known=", ".join(PRESETS))
    chosen = _switches({**PRESETS[preset], **(switches or {})})
    return Edition(
        id=preset,
        board=_BOARDS[chosen.north_sea_north_atlantic],
        characters={
            sheet.seat: (
                msgspec.structs.replace(sheet, health=chosen.dracula_health)
                if sheet.seat == DRACULA
                else sheet
            )
            for sheet in CHARACTERS
        },
        cards={card.id: card for card in CARDS},
        decks=_DECKS,
        hands=_HANDS,
        tickets={ticket.id: ticket for ticket in TICKETS},
        rides=_RIDES,
        switches=chosen,
        numbers=Numbers(),
        effects=EFFECTS,
        moments=_MOMENTS,
        priced=frozenset(moment for (moment, _), effect in EFFECTS.items() if effect.unpaid),
        banner_cards=tuple(card.id for card in CARDS if card.banner),
    )


def _switches(values: Mapping[str, Value]) -> Switches:
    check_positions(values)
    return Switches(**_as_arguments(values))


def _as_arguments(values: Mapping[str, Value]) -> dict[str, Any]:
    return dict(values)  # checked above, which the constructor's types cannot know
