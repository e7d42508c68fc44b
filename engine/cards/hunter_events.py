"""Hunter events: at dawn, at dusk, by day, as an action, and those that Dracula must answer."""

from typing import Any

from engine.cards import choices
from engine.facts.board import (
    BiteRemoved,
    FlagRaised,
    GroundConsecrated,
    HostPlaced,
    InfluenceChanged,
    RoadblockRemoved,
)
from engine.facts.hands import AllyDismissed, AllyTakenBack, CardDiscarded, CardReturned
from engine.facts.trail import HuntersNamed, RegionTold
from engine.ids import DRACULA, HIDE, LAND, MINA, SEA, ClauseId, PlaceId, Seat, SlotId
from engine.knowledge import Knowledge
from engine.options import PASS, Discard, PickCard, PickEffect, PickSlot, PickWay, Show
from engine.requests import Choose
from engine.rules import disclosure, encounters, hands, trail, victory, weakened, windows, wounds
from engine.rules.effects import Effects, effect_of
from engine.state import Card, Hideout, State, hand_of, shown_of
from engine.table import Table

EFFECTS = Effects()


@EFFECTS.of(
    "speedy_telegraph",
    "dawn.events",
    barred=choices.unless_raised("free_order", "card.speedy_telegraph"),
)
async def speedy_telegraph(table: Table, _seat: Seat, proposal: Any) -> Any:
    """Clause card.speedy_telegraph: in this day and night the hunters act in any order."""
    table.do(FlagRaised("free_order"))
    return proposal


@EFFECTS.of(
    "renewed_vigor",
    "dawn.events",
    barred=choices.unless_raised("extra_action", "card.renewed_vigor"),
)
async def renewed_vigor(table: Table, _seat: Seat, proposal: Any) -> Any:
    """Clause card.renewed_vigor: this day every hunter may take a second, different action."""
    table.do(FlagRaised("extra_action"))
    return proposal


def _no_long_night(table: Table, _seat: Seat, _proposal: Any) -> ClauseId | None:
    """What keeps Long Night from being played, or from ever being of use."""
    if table.switches.night_card_moves == "forbidden":
        return "movement.hunter.night-effects"
    return "card.long_night" if "long_night" in table.state.flags else None


@EFFECTS.of("long_night", "dawn.events", barred=_no_long_night)
async def long_night(table: Table, _seat: Seat, proposal: Any) -> Any:
    """Clause card.long_night: in the coming night hunters may move by road, at a price."""
    table.do(FlagRaised("long_night"))
    return proposal


async def _turn_up(table: Table, hideout: Hideout | None) -> None:
    """Turn up the card of a trail space; an empty space or an open card gives nothing."""
    if hideout is not None:
        await disclosure.disclose_slots(table, (hideout.slot,))


@EFFECTS.of("newspaper_reports", "event.drawn")
async def early_news(table: Table, _seat: Seat, proposal: Any) -> Any:
    """Clause card.newspaper_reports: played when drawn, the card on the third space is revealed."""
    await _turn_up(table, table.state.dracula.trail[2])
    return proposal


def _late_spaces(table: Table) -> list[Hideout]:
    """What lies on the fifth and sixth spaces."""
    return [hideout for hideout in table.state.dracula.trail[4:6] if hideout is not None]


def _no_late_news(table: Table, _seat: Seat, _proposal: Any) -> ClauseId | None:
    """Whether both spaces are empty."""
    return None if _late_spaces(table) else "card.newspaper_reports"


@EFFECTS.of("newspaper_reports", "dawn.events", "dusk.events", barred=_no_late_news)
async def late_news(table: Table, seat: Seat, proposal: Any) -> Any:
    """Clause card.newspaper_reports: at dawn or dusk, the card on the fifth or sixth space."""
    spaces = _late_spaces(table)
    options = [PickSlot(hideout.slot) for hideout in spaces]
    chosen = await choices.one_of(seat, "newspaper_reports.space", options)
    await _turn_up(table, next(each for each in spaces if each.slot == chosen.slot))
    return proposal


def _returnable(table: Table) -> list[Card]:
    """The hunters' events with an ally effect that lie face up in the discard (U11)."""
    kinds = table.edition.cards
    return [
        lying
        for lying in table.state.event_discard
        if lying.card is not None
        and kinds[lying.card].ally
        and kinds[lying.card].deck == "hunter_event"
    ]


def _nobody_returns(table: Table, _seat: Seat, _proposal: Any) -> ClauseId | None:
    """Whether no ally event of the hunters lies face up in the discard."""
    return None if _returnable(table) else "card.surprising_return"


@EFFECTS.of("surprising_return", "dawn.events", "dusk.events", barred=_nobody_returns)
async def surprising_return(table: Table, seat: Seat, proposal: Any) -> Any:
    """Clause card.surprising_return: an ally event of the discard is played as if just drawn."""
    lying = _returnable(table)
    options = [PickCard(each.card) for each in lying if each.card is not None]
    card = (await choices.one_of(seat, "surprising_return.card", options)).card
    slot = next(each.slot for each in lying if each.card == card)
    table.do(AllyTakenBack(slot, card))
    await effect_of(table, "event.drawn", card).run(table, seat, proposal)
    hands.clear_away(table, slot, card)
    return proposal


@EFFECTS.of("hired_scouts", "event.drawn")
async def hired_scouts(table: Table, seat: Seat, proposal: Any) -> Any:
    """Clause card.hired_scouts: two cities are named and their cards on the trail revealed."""
    first = await choices.city(table, seat, "hired_scouts")
    second = await choices.city(table, seat, "hired_scouts", (first,))
    for place in (first, second):
        await disclosure.disclose_city(table, place, lairs=choices.reaches_lairs(table))
    return proposal


@EFFECTS.of("local_rumors", "event.drawn")
async def local_rumors(table: Table, seat: Seat, proposal: Any) -> Any:
    """Clause card.local_rumors: every card on the trail adjacent to the hunter is revealed."""
    lairs = choices.reaches_lairs(table)
    slots = trail.hidden_slots(table.state, lairs=lairs, backs=(LAND, SEA))
    places = choices.beside(table, seat)
    if slots:
        await disclosure.disclose_among(table, slots, places)
    cards = trail.in_places(table.state) if lairs else table.state.dracula.trail
    known = tuple(each.slot for each in cards if each is not None and each.card in places)
    await disclosure.turn_up_known(table, known)
    return proposal


@EFFECTS.of("evil_presence", "event.drawn")
async def evil_presence(table: Table, _seat: Seat, proposal: Any) -> Any:
    """Clause card.evil_presence: Dracula names every hunter next to where he is (U60)."""
    seats = [seat for seat, hunter in table.state.hunters.items() if hunter.in_play]
    near = {seat: choices.beside(table, seat) for seat in seats}
    asked = tuple(dict.fromkeys(near.values()))
    told = dict(zip(asked, await disclosure.tell_each(table, asked), strict=True))
    table.do(HuntersNamed(tuple(seat for seat in seats if told[near[seat]])))
    return proposal


@EFFECTS.of("behind_the_veil", "event.drawn")
async def behind_the_veil(table: Table, seat: Seat, proposal: Any) -> Any:
    """Clause card.behind_the_veil: Dracula's hands are shown; the hunter discards an encounter."""
    await hands.show_hand(table, DRACULA, "events")
    faces = await hands.show_hand(table, DRACULA, "encounters")
    if faces:
        options = [PickCard(card) for card in dict.fromkeys(faces.values())]
        card = (await choices.one_of(seat, "behind_the_veil.encounter", options)).card
        slot = next(each for each, face in faces.items() if face == card)
        table.do(CardDiscarded(DRACULA, "encounters", slot, card))
        await encounters.refill(table)
    return proposal


def _no_luck(table: Table, _seat: Seat, _proposal: Any) -> ClauseId | None:
    """Whether it is not day (DF-21), or nothing lies out that luck could take away."""
    state = table.state
    if state.step != "day":
        return "events.timing"
    return None if state.roadblocks or state.dracula.ally is not None else "card.good_luck"


@EFFECTS.of("good_luck", "day.free", "event.over-limit", barred=_no_luck)
async def good_luck(table: Table, seat: Seat, proposal: Any) -> Any:
    """Clause card.good_luck: by day a roadblock is taken off, or Dracula's ally discarded."""
    ally, roadblocks = table.state.dracula.ally, tuple(dict.fromkeys(table.state.roadblocks))
    effects = [PickEffect("roadblock")] if roadblocks else []
    effects += [PickEffect("ally")] if ally is not None else []
    chosen = await choices.one_of(seat, "good_luck.effect", effects)
    if chosen.effect == "roadblock":
        ways = [PickWay(way) for way in roadblocks]
        table.do(RoadblockRemoved((await choices.one_of(seat, "good_luck.roadblock", ways)).way))
    elif ally is not None and ally.card is not None:
        table.do(AllyDismissed(DRACULA, ally.card))
    return proposal


# Hunter events that cost an action: blood, research, holy ground, an atonement.


ACTION_EFFECTS = Effects()

RESEARCHED = 6  # events at the bottom of the deck that Mystic Research looks at
ATONED = 2  # influence that Vampire Lair takes away
# Consecrated Ground names the castle and its two neighbours as beyond its reach.
UNHOLY = ("castle_dracula", "galatz", "klausenburg")


def _patients(table: Table, seat: Seat) -> tuple[Seat, ...]:
    """The other hunters in the city who have a bite that can be taken off."""
    state = table.state
    return tuple(other for other in choices.company(table, seat) if state.hunters[other].bites)


def _no_transfusion(table: Table, seat: Seat, _proposal: Any) -> ClauseId | None:
    """Blood is given by an unbitten hunter to a bitten one in the same city."""
    clause = choices.unable(table, seat)
    if clause is not None:
        return clause
    if weakened.is_weakened(table, seat):
        return "card.blood_transfusion"
    if _patients(table, seat):
        return None
    return choices.alone(
        table, seat, "hospitals.no-blood-transfusion", "card.blood_transfusion"
    ) or ("card.blood_transfusion")


@ACTION_EFFECTS.of("blood_transfusion", "action", barred=_no_transfusion)
async def blood_transfusion(table: Table, seat: Seat, proposal: Any) -> Any:
    """Clause card.blood_transfusion: a bite off a hunter here, at 1 damage to the player."""
    patients = _patients(table, seat)

    def why(other: Seat) -> ClauseId | None:
        return None if other in patients else "card.blood_transfusion"

    patient = await choices.hunter(table, seat, "blood_transfusion.hunter", why)
    assert patient is not None
    table.do(BiteRemoved(patient))
    if not weakened.is_weakened(table, patient):
        weakened.cover(table, patient)
    await wounds.hurt(table, seat, 1, "blood_transfusion")
    victory.check(table)
    return proposal


def _no_research(table: Table, seat: Seat, _proposal: Any) -> ClauseId | None:
    """An action like any other, if there is a deck."""
    return choices.unable(table, seat) or (
        None if table.state.event_deck else "card.mystic_research"
    )


@ACTION_EFFECTS.of("mystic_research", "action", barred=_no_research)
async def mystic_research(table: Table, _seat: Seat, proposal: Any) -> Any:
    """Clause card.mystic_research: Dracula's of the bottom six events are discarded face down."""
    bottom = table.state.event_deck[-RESEARCHED:]
    backs = await hands.open_backs(table, bottom)
    for slot in bottom:
        if backs[slot] == "dracula":
            hands.bury_event(table, slot)
    await hands.open_top(table)
    return proposal


def _no_consecration(table: Table, seat: Seat, _proposal: Any) -> ClauseId | None:
    """A night action."""
    return choices.unable(table, seat, "night")


@ACTION_EFFECTS.of("consecrated_ground", "action", barred=_no_consecration)
async def consecrated_ground(table: Table, seat: Seat, proposal: Any) -> Any:
    """Clause card.consecrated_ground: a holy token on a city, and one more for each host shown."""
    board = table.edition.board

    def why(place: PlaceId) -> ClauseId | None:
        is_fit = board.places[place].is_city and place not in UNHOLY
        return None if is_fit else "card.consecrated_ground"

    place = await choices.place(seat, "consecrated_ground.city", board.places, why)
    assert place is not None
    table.do(GroundConsecrated(place))
    await _reveal_under(table, place)
    moment, card = "consecrate.hosts", "heavenly_host"
    for other in tuple(table.state.hunters):
        if windows.is_asked(table, moment, other, None):
            answer = await hands.may_show(table, other, (card,), moment, PASS)
            if isinstance(answer, Show):
                await effect_of(table, moment, card).run(table, other, None)
    return proposal


def _no_host(table: Table, _seat: Seat, _proposal: Any) -> ClauseId | None:
    """Whether all Heavenly Host tokens lie on the board."""
    left = table.edition.numbers.heavenly_host_tokens - len(table.state.hosts)
    return None if left > 0 else "card.consecrated_ground"


@ACTION_EFFECTS.of("heavenly_host", "consecrate.hosts", barred=_no_host)
async def heavenly_host(table: Table, seat: Seat, proposal: Any) -> Any:
    """Clause card.consecrated_ground: shown with it, a token on a city without a holy one (U58)."""
    board, holy = table.edition.board, table.state.holy

    def why(place: PlaceId) -> ClauseId | None:
        is_fit = board.places[place].is_city and place not in (*UNHOLY, *holy)
        return None if is_fit else "card.consecrated_ground"

    place = await choices.place(seat, "heavenly_host.city", board.places, why)
    assert place is not None
    table.do(HostPlaced(place))
    await _reveal_under(table, place)
    return proposal


async def _reveal_under(table: Table, place: PlaceId) -> None:
    """Clauses consecrated.reveal-location, consecrated.reveal-encounters.

    A Hide tied to the place is shown with it, but not the encounters lying with Hide (DF-15).
    """
    if table.switches.consecrated_reveals == "nothing":
        return
    await disclosure.disclose_city(table, place, lairs=False)
    for hideout in table.state.dracula.trail:
        if hideout is not None and hideout.card == place:
            await disclosure.open_encounters(table, hideout.slot)


def _no_vampire_lair(table: Table, seat: Seat, _proposal: Any) -> ClauseId | None:
    """A day action for whoever may hold a Stake."""
    clause = choices.unable(table, seat, "day")
    if clause is not None:
        return clause
    if table.state.hunters[seat].delayed:
        return "delayed.no-choice"
    return None if windows.may_hold(table, seat, "stake") else "card.vampire_lair"


def _no_stake(state: State, seat: Seat, knowledge: Knowledge) -> ClauseId | None:
    """Whether the hunter holds no Stake to pay with."""
    shown = shown_of(state, seat, "items")
    held = [knowledge[slot] for slot in hand_of(state, seat, "items")]
    held += [shown.card] if shown is not None and shown.card is not None else []
    return None if "stake" in held else "card.vampire_lair"


@ACTION_EFFECTS.of("vampire_lair", "action", barred=_no_vampire_lair, unpaid=_no_stake)
async def vampire_lair(table: Table, seat: Seat, proposal: Any) -> Any:
    """Clause card.vampire_lair: a Stake and a delay for less influence."""
    await hands.mix(table, seat, "items")
    shown, hidden = hands.from_hand(table.state, seat, "items", Discard, ("stake",))
    answer = await Choose(
        seat, "vampire_lair.stake", shown, hidden, refuse=lambda _: "card.vampire_lair"
    )
    assert isinstance(answer, Discard)
    table.do(CardDiscarded(seat, "items", answer.slot, answer.card))
    await weakened.expose(table, seat)
    await wounds.delay(table, seat)
    table.do(InfluenceChanged(-min(ATONED, table.state.influence), "vampire_lair"))
    return proposal


# Actions of the hunters that make Dracula answer or show something of his trail.


QUESTION_EFFECTS = Effects()


def _studied(table: Table) -> list[Hideout]:
    """The hideouts whose encounters are not all known."""
    dracula = table.state.dracula
    places = (*dracula.trail, *(dracula.lairs if choices.reaches_lairs(table) else ()))
    return [
        hideout
        for hideout in places
        if hideout is not None and any(each.card is None for each in hideout.encounters)
    ]


def _no_cylinders(table: Table, seat: Seat, _proposal: Any) -> ClauseId | None:
    """An action like any other, if one of its two effects can do anything."""
    if table.switches.power_cards == "unused" and not _studied(table):
        return choices.unable(table, seat) or "card.wax_cylinders"
    return choices.unable(table, seat)


@QUESTION_EFFECTS.of("wax_cylinders", "action", barred=_no_cylinders)
async def wax_cylinders(table: Table, seat: Seat, proposal: Any) -> Any:
    """Clause card.wax_cylinders: a hideout's encounters are revealed, or Hide wherever it is."""
    studied = _studied(table)
    effects = [PickEffect("deduction")] if studied else []
    effects += [PickEffect("analysis")] if table.switches.power_cards == "used" else []
    chosen = await choices.one_of(seat, "wax_cylinders.effect", effects)
    if chosen.effect == "analysis":
        await _analyse(table, seat)
        return proposal
    options = [PickSlot(hideout.slot) for hideout in studied]
    slot = (await choices.one_of(seat, "wax_cylinders.hideout", options)).slot
    await disclosure.open_encounters(table, slot)
    return proposal


async def _analyse(table: Table, seat: Seat) -> None:
    """Clause card.wax_cylinders: Hide is shown on the trail or in the deck; this card is kept."""
    cards = [hideout for hideout in table.state.dracula.trail if hideout is not None]
    known = tuple(hideout.slot for hideout in cards if hideout.card == HIDE)
    if known:
        await disclosure.disclose_slots(table, known)
    slots = tuple(hideout.slot for hideout in cards if hideout.may_be_hide and not known)
    if slots:
        await disclosure.disclose_among(table, slots, (HIDE,))
    lying = next(each for each in table.state.resolving if each.card == "wax_cylinders")
    table.do(CardReturned(seat, "events", lying.slot, "wax_cylinders"))
    if weakened.is_weakened(table, seat):
        await weakened.expose(table, seat)


def _no_hypnosis(table: Table, seat: Seat, _proposal: Any) -> ClauseId | None:
    """Mina needs another hunter in her city."""
    return choices.unable(table, seat) or choices.alone(
        table, seat, "hospitals.no-hypnosis", "card.hypnosis"
    )


@QUESTION_EFFECTS.of("hypnosis", "action", barred=_no_hypnosis)
async def hypnosis(table: Table, seat: Seat, proposal: Any) -> Any:
    """Clause card.hypnosis: Dracula tells his region, or the sea; Mina becomes delayed."""
    board = table.edition.board
    told = await disclosure.tell_which(table, {**board.regions, SEA: board.sea_zones})
    table.do(RegionTold("" if told == SEA else told, there=True))
    await wounds.delay(table, seat)
    return proposal


def _no_bond(table: Table, seat: Seat, _proposal: Any) -> ClauseId | None:
    """Mina's own, with another hunter in her city."""
    if seat != MINA:
        return "abilities.special-action"
    return choices.unable(table, seat) or choices.alone(
        table, seat, "hospitals.no-psychic-bond", "abilities.special-action"
    )


@QUESTION_EFFECTS.of("psychic_bond", "action", barred=_no_bond)
async def psychic_bond(table: Table, seat: Seat, proposal: Any) -> Any:
    """Clause regions.effects: Dracula tells whether he is in Mina's region."""
    board = table.edition.board
    region = board.places[table.state.hunters[seat].place].region
    assert region is not None
    there = await disclosure.tell_whether(table, board.regions[region])
    table.do(RegionTold(region, there))
    return proposal


def _sea_cards(table: Table) -> tuple[SlotId, ...]:
    """The hidden sea cards on the trail; their back tells them."""
    return trail.hidden_slots(table.state, lairs=False, backs=(SEA,))


def _no_money_trail(table: Table, seat: Seat, _proposal: Any) -> ClauseId | None:
    """There must be a sea card to turn up."""
    return choices.unable(table, seat) or (None if _sea_cards(table) else "card.money_trail")


@QUESTION_EFFECTS.of("money_trail", "action", barred=_no_money_trail)
async def money_trail(table: Table, seat: Seat, proposal: Any) -> Any:
    """Clause card.money_trail: Dracula reveals a sea card of the trail."""
    options = [PickSlot(slot) for slot in _sea_cards(table)]
    slot = (await choices.one_of(seat, "money_trail.card", options)).slot
    await disclosure.disclose_slots(table, (slot,))
    return proposal
