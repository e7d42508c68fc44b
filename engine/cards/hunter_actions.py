"""Hunter events that cost an action: blood, research, holy ground, an atonement."""

from typing import Any

from engine.cards import acting, choices
from engine.facts.board import BiteRemoved, InfluenceChanged
from engine.facts.hands import CardDiscarded
from engine.facts.tokens import GroundConsecrated, HostPlaced
from engine.ids import ClauseId, PlaceId, Seat
from engine.knowledge import Knowledge
from engine.options import PASS, Discard, Show
from engine.requests import Choose
from engine.rules import disclosure, hands, victory, weakened, windows, wounds
from engine.rules.effects import Effects, effect_of
from engine.state import State, hand_of, shown_of
from engine.table import Table

EFFECTS = Effects()

RESEARCHED = 6  # events at the bottom of the deck that Mystic Research looks at
ATONED = 2  # influence that Vampire Lair takes away
# Consecrated Ground names the castle and its two neighbours as beyond its reach.
UNHOLY = ("castle_dracula", "galatz", "klausenburg")


def _patients(table: Table, seat: Seat) -> tuple[Seat, ...]:
    """The other hunters in the city who have a bite that can be taken off."""
    state = table.state
    return tuple(other for other in acting.company(table, seat) if state.hunters[other].bites)


def _no_transfusion(table: Table, seat: Seat, _proposal: Any) -> ClauseId | None:
    """Blood is given by an unbitten hunter to a bitten one in the same city."""
    clause = acting.unable(table, seat)
    if clause is not None:
        return clause
    if weakened.is_weakened(table, seat):
        return "card.blood_transfusion"
    if _patients(table, seat):
        return None
    return acting.alone(
        table, seat, "hospitals.no-blood-transfusion", "card.blood_transfusion"
    ) or ("card.blood_transfusion")


@EFFECTS.of("blood_transfusion", "action", barred=_no_transfusion)
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
    return acting.unable(table, seat) or (
        None if table.state.event_deck else "card.mystic_research"
    )


@EFFECTS.of("mystic_research", "action", barred=_no_research)
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
    return acting.unable(table, seat, "night")


@EFFECTS.of("consecrated_ground", "action", barred=_no_consecration)
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


@EFFECTS.of("heavenly_host", "consecrate.hosts", barred=_no_host)
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
    clause = acting.unable(table, seat, "day")
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


@EFFECTS.of("vampire_lair", "action", barred=_no_vampire_lair, unpaid=_no_stake)
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
