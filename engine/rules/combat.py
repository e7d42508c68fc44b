"""A combat from start to end: who must fight, its rounds, escapes and defeats (K, C)."""

from typing import Any

from engine.edition import Edition
from engine.facts.combat import (
    CombatBegan,
    CombatCardsDrawn,
    CombatCardsRevealed,
    CombatDeckMade,
    CombatEnded,
    CombatRefreshed,
    CombatRefused,
    DraculaCardCanceled,
    DraculaCardResolved,
    HunterEngaged,
    HunterLeftCombat,
    combat_of,
    vampire_of,
)
from engine.facts.hands import CardLeftFront
from engine.facts.trail import EncounterDiscarded
from engine.ids import DRACULA, EVERYONE, NO_CARD, SEA, CardId, ClauseId, PlaceId, Seat, SlotId
from engine.knowledge import Knowledge
from engine.options import ACCEPT, DECLINE, Option, PickSeat
from engine.requests import Choose, Deal, Request, Reveal, Shuffle, together
from engine.rules import (
    combat_choice,
    disclosure,
    effects,
    encounters,
    hands,
    hidden_choice,
    victory,
    weakened,
    windows,
    wounds,
)
from engine.rules.effects import Effect
from engine.rules.proposals import CancelCard, Escape, Resolved
from engine.state import (
    Played,
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
        escaped = await rounds(table)
    await end(table, escaped)


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


# A round of combat: its eight steps, from the choice of cards to fresh hands (C).


async def rounds(table: Table) -> Played | None:
    """Clause combat.rounds: round after round; the escape card that ended it, if one did."""
    while True:
        await combat_choice.choose(table)
        await _engage(table)
        await _reveal(table)
        await _compare(table)
        escaped = await _dracula_resolves(table)
        if escaped is not None or not combat_of(table.state).hunters:
            return escaped
        if not wounds.opponent_is_defeated(table):
            await _hunters_resolve(table)
        if _is_over(table):
            return None
        await _refresh(table)


def _is_over(table: Table) -> bool:
    """Clause combat.step7.six: six cards played, nobody left, or the vampire defeated."""
    combat = combat_of(table.state)
    if not combat.hunters or wounds.opponent_is_defeated(table):
        return True
    return len(combat.played) >= table.edition.numbers.combat_cards_limit


# Step 2


async def _engage(table: Table) -> None:
    """Clauses combat.step2.engage, combat.step2.single: Dracula names the hunter he goes for."""
    hunters = combat_of(table.state).hunters

    def refuse(_: Option) -> ClauseId:
        return "combat.step2.engage"

    if len(hunters) == 1:
        table.do(HunterEngaged(hunters[0]))
        return
    options = tuple(PickSeat(seat) for seat in hunters)
    answer = await Choose(DRACULA, "combat.engage", options, refuse=refuse)
    assert isinstance(answer, PickSeat)
    table.do(HunterEngaged(answer.seat))


# Step 3


async def _reveal(table: Table) -> None:
    """Clause combat.step3.reveal: all cards are turned up together, then some may interfere.

    Clause combat.lost-choice: a choice that nobody can open is no card at all.
    """
    sealed = combat_of(table.state).sealed
    members: tuple[Request[Any], ...] = tuple(
        Reveal(seat, (slot,), combat_choice.faces(table, seat)) for seat, slot in sealed.items()
    )
    answers = await together(members)
    turned_up = zip(sealed, answers, strict=True)
    cards = {seat: _played(face) for seat, (face,) in turned_up if face != NO_CARD}
    table.do(CombatCardsRevealed(cards))
    if combat_of(table.state).round == 1:
        await windows.automatic(table, "combat.swap", combat_of(table.state))
    await _use_plot(table)


def _played(face: str) -> Played:
    slot, _, card = face.rpartition("=")
    return Played(card, slot)


async def _use_plot(table: Table) -> None:
    """Clause combat.plotting.window: a card waiting from an earlier round may cancel one now.

    Waiting cards are alike, so one question is enough: a second would cancel nothing more.
    """
    combat = combat_of(table.state)
    assert combat.engaged is not None
    card = combat.shown.get(combat.engaged)
    if not combat.plottings or card is None:
        return
    if table.edition.cards[card.card].deck != "hunter_combat":
        return
    waiting = next(each for each in combat.played if each.slot == combat.plottings[0])
    plot = effects.effect_of(table, "combat.plotting", waiting.card)
    await plot.run(table, combat.engaged, waiting)


# Steps 4 and 5


async def _compare(table: Table) -> None:
    """Clauses combat.step4.cancel, combat.step4.engaged-only: icon against banner."""
    combat = combat_of(table.state)
    assert combat.engaged is not None
    answer, card = combat.shown.get(combat.engaged), combat.played[-1].card
    cards = table.edition.cards
    if answer is None or answer.canceled or cards[card].icon not in cards[answer.card].banner:
        return
    cancel: CancelCard = await windows.offer(
        table, "combat.cancel-dracula", CancelCard(card), (DRACULA,), once=True
    )
    if cancel.canceled:
        table.do(DraculaCardCanceled(card, answer.card))


async def _dracula_resolves(table: Table) -> Played | None:
    """Clauses combat.step5.resolve, combat.step5.escape-ends: his card acts, if not canceled."""
    combat = combat_of(table.state)
    card, engaged = combat.played[-1], combat.engaged
    if card.canceled:
        return None
    is_escape = table.edition.cards[card.card].escape
    if is_escape and not await _may_escape(table, card.card):
        return None
    resolved: Resolved = await effects.effect_of(table, "combat.dracula", card.card).run(
        table, engaged or DRACULA, card
    )
    table.do(DraculaCardResolved(card.card, resolved.stays))
    await _after_dracula(table, resolved)
    return card if is_escape else None


async def _after_dracula(table: Table, resolved: Resolved) -> None:
    """Clause winning.tie: what answers his card belongs to it; only then is it seen who has won."""
    moment, vampire = "combat.dracula-resolved", combat_of(table.state).vampire
    await windows.automatic(table, moment, resolved)
    own = table.edition.effects.get((moment, vampire)) if vampire is not None else None
    if own is not None:
        await own.run(table, DRACULA, resolved)
    victory.check(table)


async def _may_escape(table: Table, card: CardId) -> bool:
    """Clause combat.step5.pride: an escape passes Pride, then the cards lying against it."""
    clause = _pride(table)
    if clause is not None:
        table.do(DraculaCardCanceled(card, clause))
        return False
    escape: Escape = await windows.automatic(table, "combat.escape", Escape(card))
    if escape.canceled:
        table.do(DraculaCardCanceled(card, escape.by))
    return not escape.canceled


def _pride(table: Table) -> ClauseId | None:
    """Clauses escape-bat.threshold, vampire.escape.three: the clause that keeps Dracula there."""
    combat, switches = combat_of(table.state), table.switches
    if combat.escapes_barred:
        return "golden.cannot"
    played = len(combat.played)
    if switches.escape_count == "earlier-cards-only":
        played -= 1
    by_count = combat.opponent != DRACULA and switches.vampire_escape_threshold == "three-cards"
    if by_count:
        needed = table.edition.numbers.vampire_escape_cards
        return None if played >= needed else "vampire.escape.three"
    return None if played > table.state.despair else "combat.step5.pride"


# Step 6


async def _hunters_resolve(table: Table) -> None:
    """Clauses combat.step6.resolve, combat.step6.out: all who are in it now, in order (U48)."""
    for seat in combat_of(table.state).hunters:
        card = combat_of(table.state).shown.get(seat)  # none: struck down, or lost
        if card is None or card.canceled or not table.state.hunters[seat].on_board:
            continue
        await effects.effect_of(table, "combat.hunter", card.card).run(table, seat, card)
        victory.check(table)
        if wounds.opponent_is_defeated(table):
            return


def leave(table: Table, seat: Seat, by: str) -> None:
    """Clause combat.hunter-escape: out of the combat, but not out of the place."""
    if seat in combat_of(table.state).hunters:
        table.do(HunterLeftCombat(seat, by))


# Step 8


async def _refresh(table: Table) -> None:
    """Clauses combat.step8.hunter-return, combat.step8.dracula-draw: hands for the next round."""
    table.do(CombatRefreshed())
    combat = combat_of(table.state)
    is_full = len(combat.hand) >= table.edition.numbers.combat_hand
    if not combat.deck or (is_full and table.switches.dracula_combat_draw == "below-five"):
        return
    drawn = combat.deck[:1]
    await Deal(EVERYONE, drawn, DRACULA)
    table.do(CombatCardsDrawn(drawn))


async def end(table: Table, escaped: Played | None) -> None:
    """Clauses combat.end.stay, weakened.expose: nobody moves, unless carried off."""
    if escaped is not None:
        flight: Effect | None = table.edition.effects.get(("combat.escaped", escaped.card))
        if flight is not None:
            await flight.run(table, DRACULA, escaped)
    cause = _cause(table, escaped)
    _bury_vampire(table)
    _clear_fronts(table)
    fighters = combat_of(table.state).fighters
    table.do(CombatEnded(cause))
    for seat in fighters:
        await weakened.expose(table, seat)


def _cause(table: Table, escaped: Played | None) -> ClauseId:
    """The clause by which the combat ended."""
    combat = combat_of(table.state)
    if escaped is not None:
        return "combat.step5.escape-ends"
    if wounds.opponent_is_defeated(table):
        return "vampire.defeat"
    if len(combat.played) >= table.edition.numbers.combat_cards_limit:
        return "combat.step7.six"
    if combat.hunters:
        return "combat.end.stay"
    beaten = all(not table.state.hunters[seat].in_play for seat in combat.fighters)
    return "combat.step5.all-defeated" if beaten else "combat.hunter-escape"


def _bury_vampire(table: Table) -> None:
    """Clauses defeated.vampire.discard, vampire.survives.faceup: only a defeated one goes."""
    combat = combat_of(table.state)
    if combat.opponent == DRACULA or not wounds.opponent_is_defeated(table):
        return
    hideout, vampire = vampire_of(table.state)
    table.do(EncounterDiscarded(hideout.slot, vampire.slot, vampire.card))


def _clear_fronts(table: Table) -> None:
    """Clause events.discard.faceup: what lay in front of hunters for this combat is discarded."""
    for seat, hunter in table.state.hunters.items():
        for lying in hunter.in_front:
            if lying.card is not None:
                kind = hands.kind_of(table, lying.card)
                table.do(CardLeftFront(seat, kind, lying.slot, lying.card))


def honest_flight(
    option: Option, _request: Choose, state: State, edition: Edition, knowledge: Knowledge
) -> ClauseId | None:
    """Clause escape-bat.move-optional: he goes only if a card of his deck can take him."""
    if option != ACCEPT or hidden_choice.flights(state, edition, knowledge):
        return None
    return "escape-bat.move-optional"
