"""What no game can come to although every card and token is there: refused, with the reason.

A scenario that begins in such a position shows nothing of the rules. Only what is certain under
the table's switches is refused.
"""

from collections.abc import Iterator

from engine.edition import Edition
from engine.ids import HIDE, POWER, SlotId
from engine.knowledge import Knowledge
from engine.state import Hideout, State

# A table of the position with its key, and what cannot be there.
Problem = tuple[str, str]


def impossible(state: State, edition: Edition, values: Knowledge) -> Iterator[Problem]:
    """Everything about a position that the rules never bring about."""
    trail = [
        (f"trail.{number}", each)
        for number, each in enumerate(state.dracula.trail, start=1)
        if each is not None
    ]
    places = {each.slot: values[each.slot] for _, each in trail}
    yield from _sliding_off(trail, places, edition)
    yield from _staying_at_sea(trail, places, edition)
    for where, hideout in trail:
        if places[hideout.slot] == HIDE:
            yield from _hide(where, hideout, state, edition, places)
        if hideout.is_hidden and edition.switches.consecrated_reveals != "nothing":
            home = places.get(hideout.partner or "") if places[hideout.slot] == HIDE else None
            if {places[hideout.slot], home} & {*state.holy}:
                yield where, "a holy token has turned up what lies there"
    yield from _tokens(state, edition)


def _sliding_off(
    trail: list[tuple[str, Hideout]], places: dict[SlotId, str], edition: Edition
) -> Iterator[Problem]:
    """Clause current-location.leftmost: what tells where Dracula is never leaves the trail."""
    where, newest = next(each for each in trail if each[1].back != POWER)
    if places[newest.slot] == HIDE:
        where = next((at for at, each in trail if each.slot == newest.partner), where)
    if where == f"trail.{edition.numbers.trail_length}":
        yield where, "it slides off when Dracula moves, and he would be nowhere"


def _hide(
    where: str, hideout: Hideout, state: State, edition: Edition, places: dict[SlotId, str]
) -> Iterator[Problem]:
    """Clauses hide.no-sea, hide.reveal.with-location, hide.associate: what Hide is tied to."""
    home = next(
        (each for each in state.dracula.trail if each and each.slot == hideout.partner), None
    )
    if home is None:
        lying = [each for each in state.dracula.trail if each is not None and each.back != POWER]
        if lying[0] is hideout:
            yield where, "Hide keeps Dracula where he is, and no location lies to its right"
        return
    place = places[home.slot]
    if place in edition.board.sea_zones:
        yield where, f"Hide cannot be played at sea, and it is tied to {place}"
    is_shown = hideout.is_hidden and not home.lies_facedown
    if is_shown and edition.switches.hide_when_revealed != "facedown-and-hidden":
        yield where, f"{place} lies open, and Hide is turned up with it"


def _staying_at_sea(
    trail: list[tuple[str, Hideout]], places: dict[SlotId, str], edition: Edition
) -> Iterator[Problem]:
    """Clauses feed.no-sea, dark-call.no-sea: a card that lies on the place where Dracula is."""
    for where, hideout in trail:
        place = places[hideout.slot]
        if place in edition.board.sea_zones and where != trail[0][0]:
            yield trail[0][0], f"it cannot be played at sea, and Dracula is in {place}"
        if hideout.back != POWER or hideout.power == "misdirect":
            return


def _tokens(state: State, edition: Edition) -> Iterator[Problem]:
    """What lies with hunters who are off the board, in lairs that are not used, and twice."""
    for seat, hunter in state.hunters.items():
        if hunter.where == "hospital" and hunter.bats:
            yield seat, "bats carry off nobody who is in a hospital"
        if hunter.where == "away" and (hunter.delayed or hunter.bats):
            yield seat, "whoever is defeated is neither delayed nor carried off by bats"
    if edition.switches.lairs == "unused" and any(state.dracula.lairs):
        yield "lairs", "this table plays without lairs"
    bats = sum(each.bat_card for each in state.dracula.trail if each is not None)
    if bats > edition.cards["escape_as_bat"].copies:
        yield "trail", f"there are not {bats} cards of escape_as_bat"
    latest = state.round - (state.step == "dawn")
    if any(number > latest for number in state.hosts.values()):
        yield "hosts", f"a token cannot have come after round {latest}"
    if len({*state.storms}) < len(state.storms) and edition.switches.storms_distinct == "always":
        yield "storms", "at this table no sea zone bears two"
