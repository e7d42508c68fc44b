"""The five power cards: when each can be played, as far as everybody sees."""

from engine.edition import Edition
from engine.ids import CASTLE, HIDE, POWER, SEA, CardId, ClauseId, SlotId
from engine.rules import trail, whereabouts
from engine.state import (
    Hideout,
    State,
    current_class,
    current_location,
    hunters_at,
    is_revealed,
)

DARK_CALL: CardId = "dark_call"
FEED: CardId = "feed"
MISDIRECT: CardId = "misdirect"
WOLF_FORM: CardId = "wolf_form"
LONE: tuple[CardId, ...] = (DARK_CALL, FEED)  # laid alone in place of a location, openly
STAYING: tuple[CardId, ...] = (*LONE, HIDE)  # they leave Dracula where he is

_NO_SEA: dict[CardId, ClauseId] = {
    DARK_CALL: "dark-call.no-sea",
    FEED: "feed.no-sea",
    HIDE: "hide.no-sea",
}


def unavailable(state: State, edition: Edition, power: CardId) -> ClauseId | None:
    """Clauses power.reuse, power.list: whether the card is openly out of the location deck."""
    if edition.switches.power_cards == "unused":
        return "setup.location-deck.power-cards"
    if power in state.powers_resting:
        return "power.reuse"
    for each in (*state.dracula.trail, *state.dracula.lairs):
        if each is not None and power in (each.power, each.card):
            return "power.reuse"
    return None


def cannot_stay(state: State, edition: Edition, power: CardId) -> ClauseId | None:
    """Clauses dark-call.no-sea, feed.no-sea, hide.no-sea, consecrated.no-powers, power.reuse."""
    if current_class(state) == SEA:
        return _NO_SEA[power]
    holy = state.holy
    if holy and all(place in holy for place in whereabouts.possible(state, edition)):
        return "consecrated.no-powers"
    return unavailable(state, edition, power)


def hide_is_open(state: State, edition: Edition) -> bool:
    """Clauses hide.revealed.faceup, power.hide-undisclosed: whether all see that Hide is laid now.

    While he stands revealed they do: a city would take his figure off the board again. Where Hide
    hides him all the same, it would still be shown if it got no encounter, or by a hunter standing
    there (hide.reveal.with-location).
    """
    here = current_location(state)
    if here is None or not is_revealed(state):
        return False
    switches = edition.switches
    secret = (
        switches.hide_when_revealed == "facedown-and-hidden"
        and switches.hide_when_revealed_encounter == "placed"
    )
    return not secret or bool(hunters_at(state, here))


def may_hide_facedown(state: State, edition: Edition) -> bool:
    """Whether a land card laid face down now may, for all anybody knows, be Hide (PA-9)."""
    return not hide_is_open(state, edition) and cannot_stay(state, edition, HIDE) is None


def misdirect_barred(state: State, edition: Edition, target: SlotId) -> ClauseId | None:
    """Clauses misdirect.clear, misdirect.not-castle, misdirect.not-sea, misdirect.not-power.

    Clause misdirect.not-hide-location: a known Hide is tied to it. What is hidden is proved.
    """
    hideout = next((each for each in state.dracula.trail if each and each.slot == target), None)
    if hideout is None:
        return "misdirect.clear"
    unfit = _of_no_avail(hideout, edition)
    if unfit is not None:
        return unfit
    if any(hide.card == HIDE for hide in trail.tied_to(state, target)):
        return "misdirect.not-hide-location"
    is_newest = whereabouts.newest(state).slot == target
    forbidden = edition.switches.misdirect_current_location == "forbidden"
    return "misdirect.clear" if is_newest and forbidden else None


def _of_no_avail(hideout: Hideout, edition: Edition) -> ClauseId | None:
    """Clauses misdirect.not-power, misdirect.not-castle, misdirect.not-sea: by what it holds."""
    if hideout.back == POWER or hideout.power is not None or hideout.card == HIDE:
        return "misdirect.not-power"
    if hideout.back == CASTLE:
        return "misdirect.not-castle"
    if hideout.back == SEA and edition.switches.misdirect_sea == "forbidden":
        return "misdirect.not-sea"
    return None


def misdirect_doubts(state: State, target: SlotId) -> tuple[SlotId, ...]:
    """Obligation OB-5: the hidden cards to be proved not Hide, the target and what may be on it."""
    own = tuple(
        each.slot
        for each in state.dracula.trail
        if each is not None and each.slot == target and each.may_be_hide
    )
    hides = trail.tied_to(state, target)
    return (*own, *(each.slot for each in hides if each.may_be_hide))


def targets(state: State, edition: Edition) -> tuple[Hideout, ...]:
    """The hideouts Misdirect can clear, as far as everybody sees."""
    return tuple(
        each
        for each in state.dracula.trail
        if each is not None and misdirect_barred(state, edition, each.slot) is None
    )
