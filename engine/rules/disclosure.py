"""Questions that Dracula must answer about hidden cards, and what everybody learns from them.

1. Every answer that says something becomes a fact, so the clues in the state are complete.
2. What is visible on the table is not asked.
"""

from engine.facts.trail import CardOpened, CardsDenied, EncounterOpened, WhereaboutsTold
from engine.ids import DRACULA, HIDE, LAND, PlaceId, SlotId
from engine.questions import (
    CardsAmong,
    CardsAt,
    CurrentIsAmong,
    NotHide,
    OpenCards,
    Openings,
    SlotIsAmong,
    Ties,
    WhichOf,
)
from engine.requests import Attest, Reveal, together
from engine.rules import hands, trail, whereabouts
from engine.state import current_location, hideout_of
from engine.table import Table


async def disclose_city(table: Table, place: PlaceId, *, lairs: bool) -> tuple[SlotId, ...]:
    """Clauses ambush.reveal-location, hide.reveal.with-location: whether he has this city's card.

    Its card is turned up with a Hide tied to it, or every hidden card is proved another. The
    slots asked about and turned up come back. Castle Dracula and an open city need no question.
    """
    if whereabouts.back_of(table.edition, place) == LAND:
        here = tuple(each for each in trail.in_places(table.state) if each.card == place)
        slots = trail.hidden_slots(table.state, lairs=lairs)
        if slots and not here:
            ties = trail.ties(table)
            claim: Openings = await Attest(DRACULA, CardsAt(place, slots, ties))
            if not claim:
                table.do(CardsDenied(slots, (place,)))
            return _settle(table, claim, ties)
    cards = trail.in_places(table.state) if lairs else table.state.dracula.trail
    known = tuple(each.slot for each in cards if each is not None and each.card == place)
    for slot in known:
        _turn_up(table, slot)
    return await _hides_at(table, known)


async def _hides_at(table: Table, homes: tuple[SlotId, ...]) -> tuple[SlotId, ...]:
    """Clause hide.reveal.with-location: a Hide laid face down on a location that was known."""
    tied = tuple(hide for home in homes for hide in trail.tied_to(table.state, home))
    for hide in tied:
        _turn_up(table, hide.slot)
    hidden = tuple(hide.slot for hide in tied if hide.is_hidden)
    return await disclose_among(table, hidden, (HIDE,)) if hidden else ()


def _turn_up(table: Table, slot: SlotId) -> None:
    """Clause castle.known: a card that everybody knows is turned up, without a question.

    Clause hide.reveal.location-with-hide: Castle Dracula with the Hide that is tied to it.
    """
    card = hideout_of(table.state, slot)
    assert card is not None
    if card.facedown:
        assert card.card is not None
        table.do(CardOpened(slot, card.card))
    if card.card == HIDE and card.partner and table.switches.hide_reveals_location == "yes":
        _turn_up(table, card.partner)


async def disclose_slots(table: Table, slots: tuple[SlotId, ...]) -> None:
    """Clauses reveal.meaning, hide.reveal.location-with-hide: turn up these cards and their ties.

    A Hide that everybody knows already still shows its location, unless tables play otherwise.
    """
    state, ties = table.state, trail.ties(table)
    hidden = tuple(slot for slot in slots if trail.is_hidden(state, slot))
    asked = tuple(dict.fromkeys((*hidden, *_homes_of_open(table, slots))))
    if asked:
        claim: Openings = await Attest(DRACULA, OpenCards(asked, ties))
        _settle(table, claim, ties)
    await turn_up_known(table, slots)


async def turn_up_known(table: Table, slots: tuple[SlotId, ...]) -> None:
    """Clause reveal.meaning: those of these cards that lie face down, though known, and ties."""
    for slot in slots:
        card = hideout_of(table.state, slot)
        assert card is not None
        _turn_up(table, slot)
        if card.facedown:
            await _hides_at(table, (slot,))


def _homes_of_open(table: Table, slots: tuple[SlotId, ...]) -> tuple[SlotId, ...]:
    """The hidden locations of known Hides among these slots, where Hide shows its location."""
    if table.switches.hide_reveals_location == "no":
        return ()
    found = (hideout_of(table.state, slot) for slot in slots)
    homes = (
        hide.partner
        for hide in found
        if hide is not None and hide.card == HIDE and hide.partner is not None
    )
    return tuple(home for home in homes if trail.is_hidden(table.state, home))


async def disclose_among(
    table: Table, slots: tuple[SlotId, ...], places: tuple[PlaceId, ...]
) -> tuple[SlotId, ...]:
    """Clause reveal.meaning: turn up those of these hidden cards that are one of these places.

    Each card is asked about by itself (protocol, amendment 18). The slots turned up come back.
    """
    ties = trail.ties(table)
    claims: tuple[Openings, ...] = await together(
        tuple(Attest(DRACULA, CardsAmong((slot,), places, ties)) for slot in slots)
    )
    denied = tuple(slot for slot, claim in zip(slots, claims, strict=True) if not claim)
    opened = _settle(table, tuple(pair for claim in claims for pair in claim), ties)
    left = tuple(slot for slot in denied if slot not in opened)
    if left:
        table.do(CardsDenied(left, places))
    return opened


def _settle(table: Table, openings: Openings, ties: Ties) -> tuple[SlotId, ...]:
    """Clause hide.reveal.with-location: cards turned up; what is not a tied Hide is proved so."""
    values = dict(openings)
    for slot, value in values.items():
        table.do(CardOpened(slot, value))
        _turn_up(table, slot)
    spared = tuple(
        hide
        for slot, value in values.items()
        if value != HIDE
        for hide in ties.hides.get(slot, ())
        if hide not in values
    )
    if spared:
        table.do(CardsDenied(spared, (HIDE,)))
    return tuple(values)


async def prove_not_hide(table: Table, slots: tuple[SlotId, ...]) -> None:
    """Clause power.no-lair and its like: these hidden cards are proved not to be Hide."""
    if slots:
        await Attest(DRACULA, NotHide(slots))
        table.do(CardsDenied(slots, (HIDE,)))


async def tell_if_hide(table: Table, slot: SlotId) -> bool:
    """Obligation OB-39b: whether this hidden card is Hide; its location stays hidden."""
    is_hide: bool = await Attest(DRACULA, SlotIsAmong(slot, (HIDE,)))
    table.do(CardOpened(slot, HIDE) if is_hide else CardsDenied((slot,), (HIDE,)))
    return is_hide


async def tell_whether(table: Table, places: tuple[PlaceId, ...]) -> bool:
    """Clause current-location.meaning: whether Dracula is in one of these places."""
    (answer,) = await tell_each(table, (places,))
    return answer


async def tell_each(table: Table, sets: tuple[tuple[PlaceId, ...], ...]) -> tuple[bool, ...]:
    """Clause current-location.meaning: for each of these sets of places, whether he is in it.

    All are asked at once, so that no answer waits for another.
    """
    both = [{"yes": places, "no": _others(table, places)} for places in sets]
    certain = [_certain(table, each) for each in both]
    asked = tuple(
        Attest(DRACULA, CurrentIsAmong(each["yes"]))
        for each, known in zip(both, certain, strict=True)
        if known is None
    )
    answers = list(await together(asked)) if asked else []
    told = [known or ("yes" if answers.pop(0) else "no") for known in certain]
    for each, known, name in zip(both, certain, told, strict=True):
        if known is None:
            _told(table, each[name])
    return tuple(name == "yes" for name in told)


async def tell_which(table: Table, sets: dict[str, tuple[PlaceId, ...]]) -> str:
    """Clause regions.effects: in which of these sets of places, which leave none out, he is."""
    certain = _certain(table, sets)
    if certain is not None:
        return certain
    name: str = await Attest(DRACULA, WhichOf(sets))
    _told(table, sets[name])
    return name


async def prove_not_in(table: Table, places: tuple[PlaceId, ...]) -> None:
    """Clause consecrated.no-powers: Dracula is proved not to be in any of these places."""
    sets = {"elsewhere": _others(table, places)}
    if set(whereabouts.possible(table.state, table.edition)) & set(places):
        await Attest(DRACULA, WhichOf(sets))
        _told(table, sets["elsewhere"])


def _others(table: Table, places: tuple[PlaceId, ...]) -> tuple[PlaceId, ...]:
    named = set(places)
    return tuple(place for place in table.edition.board.places if place not in named)


def _certain(table: Table, sets: dict[str, tuple[PlaceId, ...]]) -> str | None:
    """The name of the only set that he can be in as far as the table shows."""
    possible = set(whereabouts.possible(table.state, table.edition))
    names = [name for name, places in sets.items() if not possible.isdisjoint(places)]
    return names[0] if len(names) == 1 else None


def _told(table: Table, places: tuple[PlaceId, ...]) -> None:
    """What everybody now knows of a place that is not open anyway."""
    if current_location(table.state) is None:
        table.do(WhereaboutsTold(whereabouts.newest(table.state).slot, places))


async def open_encounters(table: Table, hideout: SlotId) -> None:
    """Clauses search.reveal, consecrated.reveal-encounters: all encounters there are turned up."""
    found = hideout_of(table.state, hideout)
    hidden = tuple(each.slot for each in found.encounters if each.card is None) if found else ()
    if hidden:
        faces = await Reveal(DRACULA, hidden, hands.cards_of(table, "encounters"))
        for slot, card in zip(hidden, faces, strict=True):
            table.do(EncounterOpened(hideout, slot, card))
