"""The public ledger of Dracula's hidden trail: for each card its seal, its twin K, and L.

1. It follows from the log alone; two peers with the same log have equal ledgers. It holds no
   secret.
2. The engine's state says what lies where, and what is open. The ledger has only the commitments of
   cards laid face down, by slot. They stay when a card leaves the trail: a cleared card that may
   have been Hide still limits the next one, and the audit opens all of them.
3. Every card keeps the L it was laid with. Dracula's current location is the L of the newest
   location card that still lies there, which is how the engine sees it as well (I-3).
4. The ledger changes only when a request is complete (`TrailLedger.take`).
5. `announced_body` and `announced_shape` translate between the engine's `Shape` and the fields of
   TRAIL_PLACE.
"""

from typing import Any, NamedTuple, TypeAlias

from engine.edition import Edition
from engine.ids import CASTLE, HIDE, LAND, POWER, SEA, SlotId
from engine.requests import Conceal, Request
from engine.rules import powers, whereabouts
from engine.rules.announced import ESCAPE, START
from engine.shapes import Shape
from engine.state import State, current_location, hideout_of, hideouts
from engine.statements import NOWHERE
from net.crypto.commitment import SealedCard
from net.crypto.faults import Malformed
from net.crypto.group import Group, Point
from net.crypto.transcript import Moment, Purpose, Verifier, context_index
from net.errors import LocalMistake
from net.fairness.cards.exchange import Statement
from net.wire.bodies_trail import Announced, TrailBack, TrailPlaced, TrailPower

HIDE_CODE = 200  # section 2
NOWHERE_CODE = 0  # T-14: the place before the start; no card has it


class PlaceCodes:
    """Section 2: places as numbers, in alphabetical order from 1, and Hide."""

    def __init__(self, edition: Edition) -> None:
        self._codes = {place: code for code, place in enumerate(sorted(edition.board.places), 1)}
        self.places: tuple[int, ...] = tuple(self._codes.values())
        self._codes[HIDE] = HIDE_CODE
        self._values = {code: value for value, code in self._codes.items()}
        self._codes[NOWHERE] = NOWHERE_CODE

    @property
    def values(self) -> tuple[int, ...]:
        """Everything a trail card can be, ascending."""
        return tuple(self._values)

    def code(self, value: str) -> int:
        """The number of a place, or of Hide."""
        return self._codes[value]

    def value(self, code: int) -> str:
        """The place or Hide of a number that a peer sent."""
        try:
            return self._values[code]
        except KeyError as error:
            raise Malformed(f"no card of the trail has the code {code}") from error

    def listed(self) -> tuple[tuple[int, str], ...]:
        """Every code with its place, ascending: a part of what a set-up agrees on (22.10)."""
        return tuple(self._values.items())


class LaidCard(NamedTuple):
    """22.1: a card laid face down: when, under which slot, and what was sent of it."""

    anchor: bytes
    number: int
    sealed: SealedCard
    location: Point  # L; the twin itself since Dracula came back to it as a lair (T-5)


# Section 9.1: the code of an open value, or the card that hides it.
Found: TypeAlias = int | LaidCard


class TrailRequest(NamedTuple):
    """One request to Dracula as it stands: where in which game, and what everybody sees."""

    moment: Moment
    part: int
    request: Request[Any]
    state: State

    def context(self, purpose: Purpose, number: int = 0) -> bytes:
        """22.11: the context of one proof of the body that answers it."""
        return self.moment.context(purpose, context_index(self.part, number))


def slot_number(slot: SlotId) -> int:
    """The number of a trail slot, as it travels."""
    return int(slot[1:])


class TrailLedger:
    """The commitments of one game's trail."""

    def __init__(self, game_id: bytes, edition: Edition, verifier: Verifier) -> None:
        self.game_id = game_id
        self.edition = edition
        self.verifier = verifier
        self.codes = PlaceCodes(edition)
        self.laid: dict[SlotId, LaidCard] = {}

    @property
    def group(self) -> Group:
        """The group everything is computed in."""
        return self.verifier.group

    def card(self, state: State, slot: SlotId) -> Found:
        """What a slot of trail or lairs holds: an open value, or what hides it."""
        hideout = hideout_of(state, slot)
        if hideout is not None and hideout.card is not None:
            return self.codes.code(hideout.card)
        return self.hidden(slot)

    def hidden(self, slot: SlotId) -> LaidCard:
        """The card laid face down under a slot, wherever it lies now."""
        try:
            return self.laid[slot]
        except KeyError as error:
            raise LocalMistake(f"no card was laid face down as {slot}") from error

    def location(self, state: State) -> Found:
        """I-3: where Dracula is: the open place, or the card whose L hides it (T-10)."""
        here = current_location(state)
        if here is not None and here != HIDE:
            return self.codes.code(here)
        return self.hidden(whereabouts.newest(state).slot)

    def origin(self, asked: TrailRequest) -> Found:
        """9.2: the location before a placing; before the start there is none (T-14)."""
        starts = getattr(asked.request, "about", None) == START
        return NOWHERE_CODE if starts else self.location(asked.state)

    def stated(self, found: Found) -> Statement:
        """22.12: an open value, or the slot that hides it."""
        return {"slot": found.number} if isinstance(found, LaidCard) else {"open": found}

    def card_point(self, found: Found) -> Point:
        """Section 9.1: K, or v·G for an open value."""
        return found.sealed.twin if isinstance(found, LaidCard) else self.open_point(found)

    def location_point(self, found: Found) -> Point:
        """Section 9.1: L, or v·G for an open value."""
        return found.location if isinstance(found, LaidCard) else self.open_point(found)

    def open_point(self, code: int) -> Point:
        """Section 9.1: an open value in formulas."""
        return self.group.base_multiply(code)


# --- What is announced when a card is laid ---


_BACKS = {
    POWER: TrailBack.POWER,
    LAND: TrailBack.LAND,
    SEA: TrailBack.SEA,
    CASTLE: TrailBack.CASTLE,
}
_POWERS = {
    None: TrailPower.NONE,
    powers.WOLF_FORM: TrailPower.WOLF_FORM,
    powers.MISDIRECT: TrailPower.MISDIRECT,
    powers.FEED: TrailPower.FEED,
    powers.DARK_CALL: TrailPower.DARK_CALL,
}
_COUNTS = {None: Announced.NOTHING, True: Announced.CITY, False: Announced.HIDE}

_BACK_NAMED = {code: back for back, code in _BACKS.items()}
_POWER_NAMED = {code: power for power, code in _POWERS.items()}
_COUNTS_NAMED = {code: counts for counts, code in _COUNTS.items()}


def conceal_of(asked: TrailRequest) -> Conceal:
    """The request for a card on the trail."""
    if not isinstance(asked.request, Conceal) or asked.request.allows is None:
        raise LocalMistake("a placing that nobody asked for")
    return asked.request


def announced_body(asked: TrailRequest, shape: Shape, codes: PlaceCodes) -> TrailPlaced:
    """TRAIL_PLACE without its commitments and proofs; complete for a lone power."""
    request = conceal_of(asked)
    power = TrailPower.ESCAPE_AS_BAT if request.about == ESCAPE else _POWERS[shape.power]
    return TrailPlaced(
        slot_number(request.slot),
        _BACKS[shape.back],
        power,
        int(shape.face is not None),
        _COUNTS[shape.counts],
        None if shape.target is None else slot_number(shape.target),
        None if shape.lair is None else slot_number(shape.lair),
        code=None if shape.face is None else codes.code(shape.face),
    )


def announced_shape(asked: TrailRequest, body: TrailPlaced, codes: PlaceCodes) -> Shape:
    """The shape that a body announces; whether it is allowed is for the request to say."""
    request, power = conceal_of(asked), TrailPower(body.power)
    if body.slot != slot_number(request.slot):
        raise Malformed(f"slot {body.slot} where {request.slot} was asked for")
    if (power == TrailPower.ESCAPE_AS_BAT) != (request.about == ESCAPE):
        raise Malformed("an escape where none is, or none where one is")
    return Shape(
        _BACK_NAMED[TrailBack(body.back)],
        None if body.code is None else codes.value(body.code),
        _POWER_NAMED.get(power),
        slot_named(asked.state, body.target),
        slot_named(asked.state, body.lair),
        counts=_COUNTS_NAMED[Announced(body.announced)],
    )


def slot_named(state: State, number: int | None) -> SlotId | None:
    """The slot of trail or lairs with this number."""
    if number is None:
        return None
    for hideout in hideouts(state):
        if slot_number(hideout.slot) == number:
            return hideout.slot
    raise Malformed(f"no card lies as slot {number}")
