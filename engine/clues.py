"""Clues: what everybody has learned of hidden trail cards, kept in the state for `deduction`.

A clue speaks of slots and public sets only. Together the clues are exactly what the public knows of
the hidden cards; nothing else limits them:

1. Every slot has one *value*, fixed when it is laid: a place, or HIDE. It never changes, also when
   the card becomes a lair, comes back from one, or leaves the trail.
2. `location(slot)` is where Dracula was while that card was his newest: its value if that is a
   place; for HIDE, `location(partner)` of its `Laid` clue (or `origin`, if that names a place).
3. Slots that have left trail and lairs stay in the clues as links of the road. Their values limit
   no later card, because a card is compared only with those that lay there when it was laid.
4. A slot may have two `Laid` clues: when it was laid, and when Dracula came back to it as a lair.
   Both hold.
5. Clues that no hidden card depends on any more are dropped (`worth_keeping`); the rest still says
   as much.

Types are compared with `is`: these loops are long and `isinstance` of a struct is slow.
"""

from collections.abc import Container, Iterable

from msgspec import Struct
from msgspec.structs import replace

from engine.ids import HIDE, PlaceId, SlotId


class Laid(Struct, frozen=True, gc=False, tag="laid"):
    """A card was laid: where Dracula can have come from and where he cannot have gone.

    If its value is a place, that place
      * has this `back` (LAND: a city but not Castle Dracula; SEA: a sea zone; CASTLE: the castle),
      * is none of `barred`,
      * is not the value of any slot of `differs`,
      * can be reached from location(before) as `reach` says ("start": no place came before).
        `origin` is that location where everybody saw it; then `before` needs no look.
        "move", "wolf" and "bat" are rules/powers.py: reachable(edition, reach, from, holy).
    If its value is HIDE, then
      * `hide` is true,
      * no slot of `differs` has the value HIDE, nor has any of `resting` (cards cleared away, of
        which a Hide could not be used again yet),
      * location(partner) is none of `holy`.
    """

    slot: SlotId
    before: SlotId | None  # the card Dracula's place came from until then; None at the start
    reach: str  # "start", "move", "wolf" or "bat"
    back: str
    barred: tuple[PlaceId, ...]
    differs: tuple[SlotId, ...]  # the hidden cards of trail and lairs then
    hide: bool  # whether it may be Hide
    holy: tuple[PlaceId, ...] = ()  # cities closed to Dracula then
    origin: PlaceId | None = None  # where Dracula openly was when it was laid
    partner: SlotId | None = None  # the older card it is tied to if it is Hide
    resting: tuple[SlotId, ...] = ()


class NotThere(Struct, frozen=True, gc=False, tag="not_there"):
    """None of these slots has any of these values (places, or HIDE)."""

    slots: tuple[SlotId, ...]
    places: tuple[PlaceId, ...]


class CameOut(Struct, frozen=True, gc=False, tag="came_out"):
    """A slot has this value: it was opened, laid open, or proved to be HIDE."""

    slot: SlotId
    place: PlaceId


class WasThen(Struct, frozen=True, gc=False, tag="was_then"):
    """location(slot) is one of these places."""

    slot: SlotId
    places: tuple[PlaceId, ...]


Clue = Laid | NotThere | CameOut | WasThen


def with_denial(
    clues: tuple[Clue, ...], slots: tuple[SlotId, ...], places: tuple[PlaceId, ...]
) -> tuple[Clue, ...]:
    """The clues and one denial more, told once for each slot and place."""
    told = {
        (slot, place)
        for clue in clues
        if type(clue) is NotThere
        for place in clue.places
        if place in places
        for slot in clue.slots
    }
    fresh: dict[tuple[SlotId, ...], tuple[PlaceId, ...]] = {}
    for place in places:
        left = tuple(slot for slot in slots if (slot, place) not in told)
        if left:
            fresh[left] = (*fresh.get(left, ()), place)
    kept: list[Clue] = []
    for clue in clues:
        if type(clue) is NotThere and clue.slots in fresh:
            kept.append(NotThere(clue.slots, (*clue.places, *fresh.pop(clue.slots))))
        else:
            kept.append(clue)
    return (*kept, *(NotThere(left, more) for left, more in fresh.items()))


def _linked(clue: Laid, seen: Container[SlotId]) -> tuple[SlotId, ...]:
    """The slots whose unseen values a clue makes depend on one another.

    Only a card that was laid does, and only while its own place is unseen: once that is known, it
    says something of each other card by itself.
    """
    if clue.slot in seen:
        return ()
    came = (clue.before, clue.partner) if clue.origin is None else ()
    others = (*came, *clue.differs, *clue.resting)
    return (clue.slot, *[slot for slot in others if slot is not None and slot not in seen])


def _needed(clues: tuple[Clue, ...], hidden: Iterable[SlotId]) -> set[SlotId]:
    """The unseen slots that the hidden ones depend on, through any chain of clues."""
    seen = {clue.slot for clue in clues if type(clue) is CameOut and clue.place != HIDE}
    found = [_linked(clue, seen) for clue in reversed(clues) if type(clue) is Laid]
    links = [slots for slots in found if len(slots) > 1]
    needed = {slot for slot in hidden if slot not in seen}
    grown = True
    while grown:
        grown = False
        for slots in links:  # newest first, since a card hangs on older ones
            if not needed.isdisjoint(slots) and not needed.issuperset(slots):
                needed.update(slots)
                grown = True
    return needed


def worth_keeping(clues: tuple[Clue, ...], hidden: tuple[SlotId, ...]) -> tuple[Clue, ...]:
    """The clues that cards still hidden depend on, in order."""
    if not clues or not hidden:
        return ()
    needed = _needed(clues, hidden)
    kept: list[Clue] = []
    mentioned: set[SlotId] = set(needed)
    for clue in clues:
        if type(clue) is not Laid:
            kept.append(clue)
        elif not needed.isdisjoint(
            (clue.slot, clue.before, clue.partner, *clue.differs, *clue.resting)
        ):
            kept.append(clue)
            mentioned.update((clue.slot, *clue.differs))
            mentioned.update([each for each in (clue.before, clue.partner) if each is not None])
    narrowed = [_narrowed(clue, needed, mentioned) for clue in kept]
    return tuple([clue for clue in narrowed if clue is not None])


def _narrowed(clue: Clue, needed: set[SlotId], mentioned: set[SlotId]) -> Clue | None:
    """What is left of a clue that speaks of needed slots; None if it speaks of none."""
    if type(clue) is CameOut:
        return clue if clue.slot in mentioned else None
    if type(clue) is WasThen:
        return clue if clue.slot in needed else None
    if type(clue) is NotThere and not needed.issuperset(clue.slots):
        slots = tuple([slot for slot in clue.slots if slot in needed])
        return replace(clue, slots=slots) if slots else None
    return clue
