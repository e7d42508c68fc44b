"""The ordinary effects of encounter cards, when an ambush or a search resolves them.

Each says whether its card is discarded; otherwise it stays face up, or has been moved already.
"""

from engine.cards import striking
from engine.facts.board import BatsGiven, InfluenceChanged
from engine.facts.hands import CardDiscarded
from engine.ids import DRACULA, CardId, Seat, SlotId
from engine.options import ACCEPT, DECLINE, DONE, Discard
from engine.requests import Choose, together
from engine.rules import answering, combat, encounters, hands, wounds
from engine.rules.effects import Effects
from engine.rules.proposals import Resolved
from engine.state import hunters_at
from engine.table import Table

Scene = tuple[SlotId, SlotId, bool]  # the hideout, the encounter, whether it is an ambush

EFFECTS = Effects()

_FIREARMS: tuple[CardId, ...] = ("pistol", "rifle")
_HOST: tuple[CardId, ...] = ("heavenly_host",)
_RATS_DAMAGE = 2
_FANGS_INFLUENCE = 1
_SOIL_CARDS = 3  # drawn, and at most discarded


@EFFECTS.of("new_vampire", "encounter")
async def new_vampire(table: Table, seat: Seat, scene: Scene) -> bool:
    """Clause combat.vampire.start: a fight with this hunter, which others may join."""
    _, encounter, by_ambush = scene
    joining = await _who_joins(table, seat)
    fighters = tuple(each for each in table.state.hunters if each == seat or each in joining)
    await combat.fight_vampire(table, fighters, encounter, "new_vampire", by_ambush=by_ambush)
    return False


async def _who_joins(table: Table, seat: Seat) -> tuple[Seat, ...]:
    """Clauses combat.vampire.new-join, moment.combat.join: others there, by becoming delayed.

    By the card they decide one after another; where the delay is called voluntary, each decides
    alone, without waiting for the others.
    """
    here = hunters_at(table.state, table.state.hunters[seat].place)
    others = tuple(each for each in here if each != seat and _may_join(table, each))
    joining: tuple[Seat, ...] = ()
    if table.switches.new_vampire_join == "voluntary-delay" and others:
        answers = await together(tuple(_joins(other, (seat,)) for other in others))
        pairs = zip(others, answers, strict=True)
        joining = tuple(other for other, answer in pairs if answer == ACCEPT)
    else:
        for other in others:
            joining += (other,) if await _joins(other, (seat, *joining)) == ACCEPT else ()
    for other in joining:
        await wounds.delay(table, other)
    return joining


def _may_join(table: Table, seat: Seat) -> bool:
    passed = table.state.standing.get(seat, ())
    return wounds.is_free_to_be_delayed(table.state, seat) and "combat.join" not in passed


def _joins(other: Seat, fighters: tuple[Seat, ...]) -> Choose:
    return Choose(
        other,
        "combat.join",
        (DECLINE, ACCEPT),
        subject=("new_vampire", *fighters),
        refuse=lambda _: "moment.combat.join",
    )


@EFFECTS.of("reckless_vampire", "encounter")
async def reckless_vampire(table: Table, seat: Seat, scene: Scene) -> bool:
    """Clauses combat.vampire.start, combat.vampire.reckless-single: a fight with this hunter."""
    _, encounter, by_ambush = scene
    await combat.fight_vampire(table, (seat,), encounter, "reckless_vampire", by_ambush=by_ambush)
    return False


@EFFECTS.of("reckless_vampire", "combat.dracula-resolved")
async def reckless_vampire_feasts(table: Table, _seat: Seat, resolved: Resolved) -> Resolved:
    """Clause card.reckless_vampire: influence for each Fangs it resolves, after an ambush (U5)."""
    fight = table.state.combat
    counts = table.switches.reckless_fangs == "always" or (fight is not None and fight.by_ambush)
    if counts and resolved.card == "fangs":
        table.do(InfluenceChanged(_FANGS_INFLUENCE, "reckless_vampire"))
    return resolved


@EFFECTS.of("aristocratic_vampire", "encounter")
async def aristocratic_vampire(table: Table, seat: Seat, _scene: Scene) -> bool:
    """Clauses card.aristocratic_vampire, delayed.no-choice: discarded for a delay of the hunter."""
    if table.state.hunters[seat].delayed or not answering.answers(table, seat):
        return False
    answer = await Choose(
        seat,
        answering.ANSWER,
        (DECLINE, ACCEPT),
        subject=("aristocratic_vampire",),
        refuse=lambda _: "card.aristocratic_vampire",
    )
    if answer != ACCEPT:
        return False
    await wounds.delay(table, seat)
    return True


@EFFECTS.of("hoax", "encounter")
async def hoax(table: Table, seat: Seat, _scene: Scene) -> bool:
    """Clause card.hoax: the searching hunter is delayed."""
    await wounds.delay(table, seat)
    return True


@EFFECTS.of("unnatural_fog", "encounter")
async def unnatural_fog(table: Table, seat: Seat, _scene: Scene) -> bool:
    """Clause fog.place.number: fog here, twice at a port; by day it delays all hunters here."""
    place = table.state.hunters[seat].place
    is_port = bool(table.edition.board.seas[place])
    striking.lay_fog(table, place, 2 if is_port else 1)
    if not table.state.is_night:
        for each in hunters_at(table.state, place):
            await wounds.delay(table, each)
    return True


@EFFECTS.of("desecrated_soil", "encounter")
async def desecrated_soil(table: Table, seat: Seat, _scene: Scene) -> bool:
    """Clause card.desecrated_soil: Dracula draws three encounters and discards up to three.

    What he discards from his hand goes face up (U54).
    """
    await hands.draw(table, DRACULA, "encounters", _SOIL_CARDS)
    for _ in range(_SOIL_CARDS):
        if not await _discards_encounter(table):
            break
    await encounters.refill(table)
    return await answering.shows_one(table, seat, _HOST, "desecrated_soil")


async def _discards_encounter(table: Table) -> bool:
    """Clause obligation.ob-32b: one encounter of the hand, or no more."""
    await hands.mix(table, DRACULA, "encounters")
    every = hands.cards_of(table, "encounters")
    _, hidden = hands.from_hand(table.state, DRACULA, "encounters", Discard, every)
    answer = await Choose(
        DRACULA,
        "desecrated_soil.discard",
        (DONE,),
        hidden,
        subject=("desecrated_soil",),
        refuse=lambda _: "card.desecrated_soil",
    )
    if not isinstance(answer, Discard):
        return False
    table.do(CardDiscarded(DRACULA, "encounters", answer.slot, answer.card))
    return True


@EFFECTS.of("szgany_mob", "encounter")
async def szgany_mob(table: Table, seat: Seat, _scene: Scene) -> bool:
    """Clause card.szgany_mob: it strikes every hunter in the city."""
    await striking.mob(table, (table.state.hunters[seat].place,))
    return True


@EFFECTS.of("rats", "encounter")
async def rats(table: Table, seat: Seat, _scene: Scene) -> bool:
    """Clause card.rats: damage; a firearm shown afterwards gets rid of them."""
    await wounds.hurt(table, seat, _RATS_DAMAGE, "rats")
    return await answering.shows_one(table, seat, _FIREARMS, "rats")


@EFFECTS.of("saboteur", "encounter")
async def saboteur(table: Table, seat: Seat, _scene: Scene) -> bool:
    """Clause card.saboteur: a delay; a firearm shown afterwards gets rid of him."""
    await wounds.delay(table, seat)
    return await answering.shows_one(table, seat, _FIREARMS, "saboteur")


@EFFECTS.of("wolves", "encounter")
async def wolves(table: Table, seat: Seat, _scene: Scene) -> bool:
    """Clause card.wolves: they strike every hunter in the city."""
    await striking.wolves(table, table.state.hunters[seat].place)
    return True


@EFFECTS.of("szgany_bodyguards", "encounter")
async def szgany_bodyguards(table: Table, seat: Seat, _scene: Scene) -> bool:
    """Clause card.szgany_bodyguards: they strike this hunter."""
    await striking.bodyguards(table, seat)
    return True


@EFFECTS.of("szgany_bodyguards", "combat.before")
async def kept_bodyguards(table: Table, _seat: Seat, victim: Seat) -> None:
    """Clause card.szgany_bodyguards: kept from maturing, they strike before a combat."""
    await striking.bodyguards(table, victim)


@EFFECTS.of("bats", "encounter")
async def bats(table: Table, seat: Seat, _scene: Scene) -> bool:
    """Clause bats.place: a token under the hunter, if one is left (U21)."""
    given = sum(1 for hunter in table.state.hunters.values() if hunter.bats)
    if given < table.edition.numbers.bats_tokens and not table.state.hunters[seat].bats:
        table.do(BatsGiven(seat))
    return True


@EFFECTS.of("spy", "encounter")
async def spy(table: Table, seat: Seat, _scene: Scene) -> bool:
    """Clause card.spy: it strikes this hunter."""
    await striking.spy(table, seat)
    return True
