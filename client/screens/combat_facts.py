"""What a fight shows besides its cards: its step, Pride's limit, what each card cancels."""

from collections.abc import Mapping
from typing import Any

from client.words.words import Words
from client.worker.values import Waits
from engine.edition import Edition
from engine.ids import DRACULA, CardId, Seat
from engine.state import Combat, State

STEPS = ("choose", "engage", "reveal", "compare", "dracula", "hunters", "end", "refresh")

_CHOOSING = "combat.choose"
_STEP_OF = {
    _CHOOSING: 0,
    "combat.engage": 1,
    "combat.swap": 2,
    "combat.plotting": 2,
    "combat.cancel-dracula": 3,
    "combat.claws": 4,
    "combat.escape": 4,
    "combat.bat": 4,
    "dracula.bat": 4,
    "combat.fetch": 4,
    "harm.prevent": 4,
    "combat.firearm": 5,
    "combat.circle": 5,
}


def laid_down(waits: tuple[Waits, ...], chosen: Mapping[Seat, Any]) -> dict[Seat, str]:
    """Who has laid down a card while others still choose; which, as far as we chose it."""
    return {
        each.seat: str(chosen[each.seat].value) if each.seat in chosen else ""
        for each in waits
        if each.has_answered and each.about == _CHOOSING
    }


def step_of(combat: Combat, abouts: tuple[str, ...]) -> int | None:
    """Which of the eight steps a fight is in; None before the first round."""
    for about in abouts:
        step = _STEP_OF.get(about.removesuffix("?"))
        if step is not None:
            return step
    if combat.sealed:
        return 2 if combat.engaged is not None else 1
    if not combat.hunters:
        return 6
    if combat.shown:
        return 4
    return 7 if combat.round else None  # the cards of the round before are taken back


def pride_needs(state: State, combat: Combat, edition: Edition) -> int:
    """How many of Dracula's cards must lie before an escape works, the escape itself counted."""
    switches = edition.switches
    extra = 1 if switches.escape_count == "earlier-cards-only" else 0
    by_count = combat.opponent != DRACULA and switches.vampire_escape_threshold == "three-cards"
    needed = edition.numbers.vampire_escape_cards if by_count else state.despair + 1
    return needed + extra


def cancels(card: CardId, edition: Edition) -> tuple[CardId, ...]:
    """The cards of Dracula that this card of a hunter would cancel."""
    banner = edition.cards[card].banner
    return tuple(each.id for each in edition.cards.values() if each.icon in banner)


def cancelled_by(card: CardId, edition: Edition) -> tuple[CardId, ...]:
    """The cards of hunters that would cancel this card of Dracula."""
    icon = edition.cards[card].icon
    if icon is None:
        return ()
    return tuple(each.id for each in edition.cards.values() if icon in each.banner)


def against_words(words: Words, card: CardId, edition: Edition) -> str:
    """What a card cancels, or what would cancel it, before anybody commits."""
    for said, found in (
        ("combat.cancels", cancels(card, edition)),
        ("combat.cancelled-by", cancelled_by(card, edition)),
    ):
        if found:
            return words.say(said, cards=", ".join(words.card(each).name for each in found))
    return ""
