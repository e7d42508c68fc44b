"""Events that may stay in play as an ally: how one is chosen, and its effects from then on."""

from typing import Any

from msgspec.structs import replace

from engine.cards import choices
from engine.facts.hands import AllyDismissed, AllyPlayed, CardDiscarded, EventTurnedUp
from engine.ids import CASTLE, DRACULA, EVERYONE, LAND, CardId, ClauseId, Seat, SlotId
from engine.options import DONE, PASS, Discard, Option, PickEffect, PickSlot
from engine.requests import Choose, Reveal
from engine.rules import answering, disclosure, encounters, hands, supply, victory, wounds
from engine.rules.effects import Effects
from engine.rules.proposals import Resolved, SeaDamage
from engine.state import Hideout
from engine.table import Table

EFFECTS = Effects()

BRIDES_SPACES = 3  # the first spaces of the trail that the Brides visit
BRIDES_HIDEOUTS = 2  # how many hideouts they visit at most
FORETOLD = 6  # events on top of the deck that Hildesheim looks at
HARD_SAILING = 2  # damage of a move from sea zone to sea zone with Rufus Smith about
AGATHA_DAMAGE = 2
AGATHA_ANSWERS = ("fangs", "escape_as_bat", "escape_as_mist")
WOLF_BITE, WOLF_SNAP = 4, 1  # damage as an event; as an ally in every phase
WOLF_WARDS = ("crucifix", "heavenly_host")


async def _stays(table: Table, seat: Seat, card: CardId) -> bool:
    """Clause events.ally.choice: whether a played event stays as an ally, replacing the old one."""
    options = (PickEffect("effect"), PickEffect("ally"))
    chosen = await choices.one_of(seat, "ally.choice", options, _no_such_choice, (card,))
    if chosen.effect == "effect":
        return False
    state = table.state
    old = state.dracula.ally if seat == DRACULA else state.hunter_ally
    if old is not None and old.card is not None:
        table.do(AllyDismissed(seat, old.card))
    slot = next(lying.slot for lying in state.resolving if lying.card == card)
    table.do(AllyPlayed(seat, slot, card))
    return True


def _no_such_choice(_option: Option) -> ClauseId:
    return "events.ally.choice"


async def _ally_or_city(table: Table, seat: Seat, card: CardId) -> None:
    """The hunters' three: an ally, or a named city's card on the trail revealed."""
    if not await _stays(table, seat, card):
        place = await choices.city(table, seat, card)
        await disclosure.disclose_city(table, place, lairs=choices.reaches_lairs(table))


@EFFECTS.of("rufus_smith", "event.drawn")
async def rufus_smith(table: Table, seat: Seat, proposal: Any) -> Any:
    """Clause card.rufus_smith: an ally who makes sailing dearer, or a city revealed."""
    await _ally_or_city(table, seat, "rufus_smith")
    return proposal


@EFFECTS.of("rufus_smith", "sea.damage")
async def rufus_at_sea(_table: Table, _seat: Seat, voyage: SeaDamage) -> SeaDamage:
    """Clause card.rufus_smith: from sea zone to sea zone Dracula suffers 2 damage."""
    return voyage if voyage.embarking else replace(voyage, amount=HARD_SAILING)


@EFFECTS.of("sister_agatha", "event.drawn")
async def sister_agatha(table: Table, seat: Seat, proposal: Any) -> Any:
    """Clause card.sister_agatha: an ally who hurts Dracula in combat, or a city revealed."""
    await _ally_or_city(table, seat, "sister_agatha")
    return proposal


@EFFECTS.of("sister_agatha", "combat.dracula-resolved")
async def agatha_answers(table: Table, _seat: Seat, resolved: Resolved) -> Resolved:
    """Clause card.sister_agatha: 2 damage after Fangs or an escape in a combat of his own (U16)."""
    combat = table.state.combat
    is_his_own = combat is not None and combat.opponent == DRACULA
    if is_his_own and resolved.card in AGATHA_ANSWERS:
        wounds.hurt_dracula(table, AGATHA_DAMAGE, "sister_agatha")
    return resolved


@EFFECTS.of("jonathan_harker", "event.drawn")
async def jonathan_harker(table: Table, seat: Seat, proposal: Any) -> Any:
    """Clause card.jonathan_harker: an ally who watches the sixth space, or a city revealed."""
    await _ally_or_city(table, seat, "jonathan_harker")
    return proposal


@EFFECTS.of("jonathan_harker", "trail.sixth")
async def harker_watches(table: Table, _seat: Seat, proposal: Any) -> Any:
    """Clause card.jonathan_harker: a hidden card that reaches the last space is revealed (DF-3)."""
    last = table.state.dracula.trail[-1]
    if last is not None and last.lies_facedown:
        await disclosure.disclose_slots(table, (last.slot,))
    return proposal


def takes_encounters(table: Table, hideout: Hideout | None) -> bool:
    """Clauses encounters.no-sea, encounters.no-misdirect: whether an encounter may lie here."""
    if hideout is None:
        return False
    if hideout.back == CASTLE:
        return table.switches.castle_encounter == "placed"
    return hideout.back == LAND


@EFFECTS.of("draculas_brides", "event.drawn")
async def draculas_brides(table: Table, seat: Seat, proposal: Any) -> Any:
    """Clause card.draculas_brides: an ally, or encounters laid on one or two young hideouts."""
    if not await _stays(table, seat, "draculas_brides"):
        await _visit(table)
    return proposal


async def _visit(table: Table) -> None:
    """Clause card.draculas_brides: an encounter on each of one or two of the first spaces."""
    visited: tuple[SlotId, ...] = ()
    while len(visited) < BRIDES_HIDEOUTS and table.state.dracula.encounters:
        options: list[Option] = [
            PickSlot(hideout.slot)
            for hideout in table.state.dracula.trail[:BRIDES_SPACES]
            if hideout is not None
            and hideout.slot not in visited
            and takes_encounters(table, hideout)
        ]
        if not options:
            return
        options += [DONE] if visited else []
        answer = await choices.one_of(DRACULA, "draculas_brides.hideout", options)
        if not isinstance(answer, PickSlot):
            return
        visited += (answer.slot,)
        about, clause = "draculas_brides.encounter", "card.draculas_brides"
        await encounters.place_from_hand(table, answer.slot, about, clause)


@EFFECTS.of("draculas_brides", "dracula.allies")
async def brides_exchange(table: Table, _seat: Seat, proposal: Any) -> Any:
    """Clause card.draculas_brides: he may exchange an encounter, discarded face up (U54)."""
    every = hands.cards_of(table, "encounters")
    if await hands.mix(table, DRACULA, "encounters"):
        _, hidden = hands.from_hand(table.state, DRACULA, "encounters", Discard, every)
        answer = await Choose(
            DRACULA,
            "dracula.allies",
            (PASS,),
            hidden,
            subject=("draculas_brides",),
            refuse=lambda _: "card.draculas_brides",
        )
        if isinstance(answer, Discard):
            table.do(CardDiscarded(DRACULA, "encounters", answer.slot, answer.card))
            await hands.draw(table, DRACULA, "encounters", 1)
    return proposal


@EFFECTS.of("great_wolf", "event.drawn")
async def great_wolf(table: Table, seat: Seat, proposal: Any) -> Any:
    """Clause card.great_wolf: an ally, or 4 damage to a hunter who shows no ward."""
    if not await _stays(table, seat, "great_wolf"):
        await _wolf_attacks(table, WOLF_BITE)
    return proposal


@EFFECTS.of("great_wolf", "dracula.allies")
async def wolf_prowls(table: Table, _seat: Seat, proposal: Any) -> Any:
    """Clause card.great_wolf: at the start of the phase, 1 damage to a hunter who shows no ward."""
    await _wolf_attacks(table, WOLF_SNAP)
    return proposal


async def _wolf_attacks(table: Table, amount: int) -> None:
    """Dracula must name a hunter, wherever that is; only the defeated are out of reach."""

    def why(seat: Seat) -> ClauseId | None:
        return None if table.state.hunters[seat].in_play else "defeated.hunter.removed"

    victim = await choices.hunter(table, DRACULA, "great_wolf.hunter", why)
    if victim is None or await answering.shows_one(table, victim, WOLF_WARDS, "great_wolf"):
        return
    await wounds.hurt(table, victim, amount, "great_wolf")
    victory.check(table)


@EFFECTS.of("immanuel_hildesheim", "event.drawn")
async def immanuel_hildesheim(table: Table, seat: Seat, proposal: Any) -> Any:
    """Clause card.immanuel_hildesheim: an ally, or Dracula's events among the top six."""
    if not await _stays(table, seat, "immanuel_hildesheim"):
        await _foretell(table)
    return proposal


async def _foretell(table: Table) -> None:
    """Clause card.immanuel_hildesheim: his of the top six to Dracula, the others discarded."""
    top = table.state.event_deck[:FORETOLD]
    backs = await hands.open_backs(table, top)
    others = tuple(slot for slot in top if backs[slot] == "hunter")
    if others:
        faces = await Reveal(EVERYONE, others)
        for slot, card in zip(others, faces, strict=True):
            table.do(EventTurnedUp(slot, card))
    mine = tuple(slot for slot in top if backs[slot] == "dracula")
    if mine:
        await hands.take(table, DRACULA, "events", mine)
        await supply.receive_events(table, DRACULA, mine)
    await hands.open_top(table)


@EFFECTS.of("immanuel_hildesheim", "dracula.allies")
async def hildesheim_reports(table: Table, _seat: Seat, proposal: Any) -> Any:
    """Clause card.immanuel_hildesheim: the top event is drawn if it is Dracula's."""
    await hands.open_top(table)
    deck = table.state.event_deck
    if deck and table.state.backs[deck[0]] == "dracula":
        await hands.take(table, DRACULA, "events", deck[:1])
        await supply.receive_events(table, DRACULA, deck[:1])
    return proposal
