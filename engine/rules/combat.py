"""A combat from its cause to its end: who must fight, against whom, and with which cards (K)."""

from engine.facts.combat import CombatBegan, CombatRefused, combat_of
from engine.facts.combat_cards import CombatCardsDrawn, CombatDeckMade
from engine.ids import DRACULA, EVERYONE, SEA, CardId, PlaceId, Seat, SlotId
from engine.options import ACCEPT, DECLINE
from engine.requests import Choose, Deal, Shuffle
from engine.rules import combat_end, combat_round, disclosure, encounters, weakened, windows
from engine.state import (
    State,
    current_class,
    current_location,
    hideouts,
    hunters_at,
    newest_location,
)
from engine.table import Table


async def dawn_or_dusk(table: Table) -> None:
    """Clauses combat.start.mandatory, dawn.combat.after-marker: hunters with Dracula fight him."""
    if table.switches.combat_at_sea == "possible":
        await _meet_at_sea(table)
    place = current_location(table.state)
    if place is None or not _can_fight_at(table, place):
        return
    hunters = await _not_refused(table, place)
    if not hunters:
        return
    await encounters.bodyguards_before_combat(table, hunters)
    left = tuple(seat for seat in hunters if seat in hunters_at(table.state, place))
    if left:
        night = _is_night(table.state)
        await _fight(table, CombatBegan(DRACULA, place, night, left))


def _can_fight_at(table: Table, place: PlaceId) -> bool:
    """Clause combat.no-sea: no combat in a sea zone, unless the table has decided otherwise."""
    is_city = table.edition.board.places[place].is_city
    return is_city or table.switches.combat_at_sea == "possible"


async def _meet_at_sea(table: Table) -> None:
    """Where combat at sea is possible, sharing Dracula's sea zone turns his card up."""
    for zone in table.edition.board.sea_zones:
        newest = newest_location(table.state)
        if newest is None or current_class(table.state) != SEA or not newest[1].is_hidden:
            return
        if hunters_at(table.state, zone):
            await disclosure.disclose_among(table, (newest[1].slot,), (zone,))


async def _not_refused(table: Table, place: PlaceId) -> tuple[Seat, ...]:
    """Clause fog.decline-combat: in fog Dracula may refuse a hunter, or by switch all at once."""
    hunters = hunters_at(table.state, place)
    if place not in table.state.fog:
        return hunters
    groups: tuple[tuple[Seat, ...], ...] = tuple((seat,) for seat in hunters)
    if table.switches.fog_decline == "whole-combat" and hunters:
        groups = (hunters,)
    left: tuple[Seat, ...] = ()
    for group in groups:
        answer = await Choose(
            DRACULA,
            "combat.refuse",
            (ACCEPT, DECLINE),
            subject=group,
            refuse=lambda _: "fog.decline-combat",
        )
        if answer == ACCEPT:
            left += group
        else:
            table.do(CombatRefused(group))
    return left


def _is_night(state: State) -> bool:
    """Clause combat.night-effects: dusk and night, or a day that Dracula has darkened."""
    return state.is_night or "night_combats" in state.flags


async def fight_vampire(
    table: Table, hunters: tuple[Seat, ...], encounter: SlotId, card: CardId, *, by_ambush: bool
) -> None:
    """Clauses combat.vampire.start, vampire.same-rules: a fight against the vampire of a card.

    Clause combat.night-effects.not-vampire: by day rules even at night, unless switched on.
    """
    night = table.switches.night_effects_in_vampire_combat == "on" and _is_night(table.state)
    city = table.state.hunters[hunters[0]].place
    await _fight(table, CombatBegan(encounter, city, night, hunters, card, by_ambush))


async def _fight(table: Table, began: CombatBegan) -> None:
    """Clauses combat.opponents, events.timing: everything between the first and the last step."""
    table.do(began)
    await weakened.may_cover(table, began.hunters)
    fought = await windows.offer(table, "combat.start", table.state.combat, began.hunters)
    escaped = None
    if fought is not None and combat_of(table.state).hunters:
        await _deal(table)
        escaped = await combat_round.rounds(table)
    await combat_end.end(table, escaped)


def combat_deck(table: Table) -> tuple[CardId, ...]:
    """Clause escape-bat.out-of-deck: all Dracula's combat cards but those lying on the trail."""
    away = sum(hideout.bat_card for hideout in hideouts(table.state))
    return tuple(
        kind.id
        for kind in table.edition.cards.values()
        if kind.deck == "dracula_combat"
        for _ in range(kind.copies - (away if kind.on_trail else 0))
    )


async def _deal(table: Table) -> None:
    """Clause combat.step1.dracula-card: a new deck for this fight, and five cards of it (U23)."""
    cards = combat_deck(table)
    new = table.new_slots("b", len(cards))
    await Shuffle(EVERYONE, "combat_deck", (), new, cards)
    table.do(CombatDeckMade(new))
    hand = new[: table.edition.numbers.combat_hand]
    await Deal(EVERYONE, hand, DRACULA)
    table.do(CombatCardsDrawn(hand))
