"""What is announced of a placing: the engine's `Shape` in the fields of TRAIL_PLACE, and back."""

from engine.ids import CASTLE, LAND, POWER, SEA, SlotId
from engine.requests import Conceal
from engine.rules import powers
from engine.rules.announced import ESCAPE
from engine.shapes import Shape
from engine.state import State, hideouts
from net.crypto.faults import Malformed
from net.errors import LocalMistake
from net.fairness.trail_ledger import Asked, PlaceCodes, slot_number
from net.wire.bodies_trail import Announced, TrailBack, TrailPlaced, TrailPower

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


def conceal_of(asked: Asked) -> Conceal:
    """The request for a card on the trail."""
    if not isinstance(asked.request, Conceal) or asked.request.allows is None:
        raise LocalMistake("a placing that nobody asked for")
    return asked.request


def announced_body(asked: Asked, shape: Shape, codes: PlaceCodes) -> TrailPlaced:
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


def announced_shape(asked: Asked, body: TrailPlaced, codes: PlaceCodes) -> Shape:
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
