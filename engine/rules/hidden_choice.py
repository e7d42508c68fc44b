"""What Dracula may lay, as only those who know his cards can say; and why not the rest.

Every sealed choice listed here has a shape that the request allows. `why_not` names a clause for
exactly those that are not listed.
"""

from msgspec import Struct

from engine.edition import Edition
from engine.ids import CASTLE, HIDE, LAND, POWER, CardId, ClauseId, PlaceId, SlotId
from engine.knowledge import Knowledge
from engine.requests import Conceal, Sealed
from engine.rules import announced, powers, trail, whereabouts
from engine.shapes import NOTHING, Shape
from engine.state import Hideout, State


class Secret(Struct, frozen=True):
    """Dracula's own view of his move: where he is, and what lies where."""

    state: State
    edition: Edition
    here: PlaceId
    held: dict[str, SlotId]  # value of every card on trail and in lairs -> its slot
    lairs: dict[SlotId, Hideout]
    found_in: tuple[PlaceId, ...]  # hunters' cities


def _secret(state: State, edition: Edition, knowledge: Knowledge) -> Secret:
    cards = [each for each in trail.in_places(state) if each.back != POWER]
    return Secret(
        state,
        edition,
        whereabouts.whereabouts(state, knowledge),
        {whereabouts.value_of(each, knowledge): each.slot for each in cards},
        {each.slot: each for each in state.dracula.lairs if each is not None},
        whereabouts.hunters_cities(state),
    )


def placings(
    request: Conceal, state: State, edition: Edition, knowledge: Knowledge
) -> list[Sealed]:
    """Clauses dracula-phase.choose, dracula-phase.no-pass: everything Dracula may really do."""
    if request.about == announced.START:
        hunters = whereabouts.hunters_cities(state)
        cities = edition.board.cities
        return [
            Sealed(Shape(), city)
            for city in cities
            if city not in hunters and whereabouts.back_of(edition, city) == LAND
        ]
    secret = _secret(state, edition, knowledge)
    if request.about == announced.ESCAPE:
        return [Sealed(_shape(secret, place, None, None), place) for place in _flights(secret)]
    found = _moves(secret, None) + _stays(secret, knowledge)
    found += _moves(secret, powers.WOLF_FORM)
    if powers.unavailable(state, edition, powers.MISDIRECT) is None:
        for hideout in powers.targets(state, edition):
            if _misdirect_barred(secret, hideout.slot, knowledge) is None:
                found += _moves(secret, powers.MISDIRECT, hideout.slot)
    return found or [Sealed(Shape(no_card=True), NOTHING)]


def _moves(secret: Secret, power: CardId | None, target: SlotId | None = None) -> list[Sealed]:
    """Clauses dracula-phase.location.reachable, wolf-form.move, lairs.return.move: real moves."""
    state, edition = secret.state, secret.edition
    if power == powers.WOLF_FORM and powers.unavailable(state, edition, power) is not None:
        return []
    how = powers.WOLF if power == powers.WOLF_FORM else powers.MOVE
    holy = state.holy
    found = []
    for place in powers.reachable(edition, how, secret.here, holy):
        slot = secret.held.get(place)
        is_free = slot is None or slot == target or slot in secret.lairs
        if is_free and place not in holy:
            found.append(Sealed(_shape(secret, place, power, target), place))
    return found


def _shape(secret: Secret, place: PlaceId, power: CardId | None, target: SlotId | None) -> Shape:
    """What everybody sees of a move: the lair, or back and face."""
    lair = secret.lairs.get(secret.held.get(place, ""))
    if lair is not None:
        return Shape(lair.back, power=power, target=target, lair=lair.slot)
    back = whereabouts.back_of(secret.edition, place)
    is_open = back == CASTLE or (back == LAND and place in secret.found_in)
    shape = Shape(back, place if is_open else None, power, target)
    if announced.announces_city(secret.state, secret.edition, shape):
        return Shape(back, counts=True)
    return shape


def _stays(secret: Secret, knowledge: Knowledge) -> list[Sealed]:
    """Clauses hide.stay, power.instead-of-location: Hide, Feed and Dark Call."""
    state, edition = secret.state, secret.edition
    return [
        Sealed(_staying_shape(state, edition, power), power)
        for power in powers.STAYING
        if powers.cannot_stay(state, edition, power) is None
        and _really_stays(secret, power, knowledge) is None
    ]


def _staying_shape(state: State, edition: Edition, power: CardId) -> Shape:
    """Clauses power.hide-undisclosed, hide.revealed.faceup: how a card that stays is laid."""
    if power != HIDE:
        return Shape(POWER, power=power)
    if powers.hide_is_open(state, edition):
        return Shape(face=HIDE)
    return Shape(counts=False if announced.announces_city(state, edition, Shape()) else None)


def _really_stays(secret: Secret, power: CardId, knowledge: Knowledge) -> ClauseId | None:
    """Clauses consecrated.no-powers, power.reuse: what his hidden cards add to the public rule."""
    if secret.here in secret.state.holy:
        return "consecrated.no-powers"
    if power != HIDE:
        return None
    resting = any(knowledge.get(slot) == HIDE for slot in secret.state.powers_resting)
    return "power.reuse" if resting or HIDE in secret.held else None


def _misdirect_barred(secret: Secret, target: SlotId, knowledge: Knowledge) -> ClauseId | None:
    """Clauses misdirect.not-power, misdirect.not-hide-location: where Hide lies hidden."""
    for slot in powers.misdirect_doubts(secret.state, target):
        if knowledge[slot] == HIDE:
            return "misdirect.not-power" if slot == target else "misdirect.not-hide-location"
    return None


def flights(state: State, edition: Edition, knowledge: Knowledge) -> tuple[PlaceId, ...]:
    """Clause escape-bat.move-optional: the cities a bat can really fly to."""
    return _flights(_secret(state, edition, knowledge))


def _flights(secret: Secret) -> tuple[PlaceId, ...]:
    """Clauses escape-bat.no-consecrated, locations.reuse: cities free to fly to (U42)."""
    near = powers.by_bat(secret.edition, secret.here, secret.state.holy)
    closed = {*secret.found_in, *secret.held}
    return tuple(place for place in near if place not in closed)


def why_not(
    request: Conceal, sealed: Sealed, state: State, edition: Edition, knowledge: Knowledge
) -> ClauseId | None:
    """The clause that forbids a card Dracula points at, with the shape he would announce."""
    assert request.allows is not None
    openly = request.allows(sealed.public)
    if openly is not None:
        return openly
    legal = placings(request, state, edition, knowledge)
    if sealed in legal or (sealed.public.no_card and sealed.public == legal[0].public):
        return None
    if request.about == announced.START:
        return _why_no_start(state, edition, sealed.value)
    if sealed.public.no_card:
        return "dracula-phase.no-pass"
    return _why(_secret(state, edition, knowledge), request.about, sealed, knowledge)


def _why_no_start(state: State, edition: Edition, value: str) -> ClauseId:
    """Clauses setup.dracula.not-hunter-city, setup.dracula.not-castle, setup.dracula.not-sea."""
    if value not in edition.board.places:
        return "power.not-at-setup"
    if value in whereabouts.hunters_cities(state):
        return "setup.dracula.not-hunter-city"
    is_sea = edition.board.places[value].is_sea
    return "setup.dracula.not-sea" if is_sea else "setup.dracula.not-castle"


def _why(secret: Secret, about: str, sealed: Sealed, knowledge: Knowledge) -> ClauseId:
    """The clause that a card breaks which looks possible to everybody else."""
    shape: Shape = sealed.public
    target = shape.target
    if target is not None:
        barred = _misdirect_barred(secret, target, knowledge)
        if barred is not None:
            return barred
    if sealed.value in powers.STAYING:
        return _why_no_stay(secret, sealed.value, knowledge)
    return _why_place(secret, about, shape, sealed.value)


def _why_no_stay(secret: Secret, power: CardId, knowledge: Knowledge) -> ClauseId:
    """Clauses hide.no-sea, hide.revealed.faceup: a card that stays, under a shape it cannot have.

    Hide face down looks like any land card, so the public check alone does not refuse it.
    """
    state, edition = secret.state, secret.edition
    barred = powers.cannot_stay(state, edition, power) or _really_stays(secret, power, knowledge)
    if barred is not None:
        return barred
    is_open = power == HIDE and powers.hide_is_open(state, edition)
    return "hide.revealed.faceup" if is_open else "dracula-phase.choose"


def _why_place(secret: Secret, about: str, shape: Shape, place: str) -> ClauseId:
    """The clause by which he cannot lay the card of this place in this way."""
    state, edition = secret.state, secret.edition
    if place not in edition.board.places:
        return "dracula-phase.choose"
    if place in state.holy:
        return "consecrated.no-entry"
    slot = secret.held.get(place)
    if slot is not None and slot not in (shape.target, shape.lair):
        return "lairs.return.hideout" if slot in secret.lairs else "locations.reuse"
    far = _why_far(secret, about, shape, place)
    if far is not None:
        return far
    if about == announced.ESCAPE and place in secret.found_in:
        return "escape-bat.move-optional"
    return _why_seen(secret, shape, place)


def _why_far(secret: Secret, about: str, shape: Shape, place: PlaceId) -> ClauseId | None:
    """Clauses dracula-phase.location.reachable, wolf-form.move, consecrated.wolf-form."""
    edition, holy = secret.edition, secret.state.holy
    how = powers.MOVE
    if about == announced.ESCAPE:
        how = powers.BAT
    elif shape.power == powers.WOLF_FORM:
        how = powers.WOLF
    if place in powers.reachable(edition, how, secret.here, holy):
        return None
    if how == powers.MOVE:
        return "dracula-phase.location.reachable"
    unhindered = place in powers.reachable(edition, how, secret.here, ())
    if how == powers.BAT:
        return "escape-bat.no-consecrated" if unhindered else "escape-bat.move-optional"
    return "consecrated.wolf-form" if unhindered else "wolf-form.move"


def _why_seen(secret: Secret, shape: Shape, place: PlaceId) -> ClauseId:
    """Clauses dracula-phase.hunter-city.faceup, castle.card-back: it would lie there wrongly."""
    if shape.lair is not None:
        return "lairs.return.move"
    back = whereabouts.back_of(secret.edition, place)
    if back != shape.back:
        return "castle.card-back" if CASTLE in (shape.back, back) else "dracula-phase.choose"
    if place in secret.found_in:
        return "dracula-phase.hunter-city.faceup"
    return "dracula-phase.place.facedown" if shape.face is not None else "despair.three.hide"
