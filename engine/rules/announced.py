"""What everybody can check when Dracula lays a card: the possible shapes, the cards each covers.

`Ground` is what limits the hidden card. Whether a shape is legal, the legal triples of a proof
(statements.py) and the clue left behind all come from it, so they cannot disagree.
"""

from collections.abc import Callable, Iterator

from msgspec import Struct
from msgspec.structs import replace

from engine.clues import Laid
from engine.edition import Edition
from engine.ids import CASTLE, HIDE, LAND, POWER, SEA, ClauseId, PlaceId, SlotId
from engine.rules import powers, trail, whereabouts
from engine.shapes import Shape
from engine.state import Hideout, State, current_location, hideout_of, hunters_at

START, CARD, ESCAPE = "setup.dracula", "dracula.card", "dracula.bat"  # what a Conceal is about
NOWHERE: PlaceId = ""  # before the game he is in no place

Triple = tuple[PlaceId, str, PlaceId]  # previous location, card, new location


class Ground(Struct, frozen=True):
    """What limits the hidden card of one announced placing, as everybody sees it."""

    reach: str
    back: str
    before: SlotId | None
    origins: tuple[PlaceId, ...]
    origin: PlaceId | None  # where he openly is
    barred: tuple[PlaceId, ...]
    differs: tuple[SlotId, ...]
    hide: bool
    holy: tuple[PlaceId, ...]
    resting: tuple[SlotId, ...]
    only: str | None = None  # the value, where the shape tells it

    def clue(self, slot: SlotId) -> Laid:
        """What the public may conclude when the card lies there."""
        return Laid(
            slot,
            self.before,
            self.reach,
            self.back,
            self.barred,
            self.differs,
            hide=self.hide,
            holy=self.holy,
            origin=self.origin,
            partner=self.before if self.hide else None,
            resting=self.resting if self.hide else (),
        )


def is_lone(shape: Shape) -> bool:
    """Clause power.instead-of-location: whether a power card lies alone, with nothing sealed."""
    return shape.power in powers.LONE


def announces_city(state: State, edition: Edition, shape: Shape) -> bool:
    """Clause despair.three.hide: whether it must be said if a card face down is a city or Hide."""
    plain = shape.power is None and shape.face is None and shape.lair is None
    return (
        plain
        and shape.back == LAND
        and edition.switches.despair_hide_counts == "no"
        and state.despair >= edition.numbers.despair_tokens
        and powers.may_hide_facedown(state, edition)
    )


def ground(state: State, edition: Edition, about: str, shape: Shape) -> Ground:
    """What limits the card of a placing: reach, back, cards and cities it cannot be."""
    lair = hideout_of(state, shape.lair) if shape.lair is not None else None
    others = tuple(
        each
        for each in trail.in_places(state)
        if each.slot not in (shape.target, shape.lair) and each.back == shape.back
    )
    starts = about == START
    hide = about == CARD and shape.power is None and _may_be_hide(state, edition, shape)
    hidden = tuple(each.slot for each in others if each.is_hidden)
    return Ground(
        reach="start" if starts else _reach_of(about, shape),
        back=shape.back,
        before=None if starts else whereabouts.newest(state).slot,
        origins=(NOWHERE,) if starts else whereabouts.possible(state, edition),
        origin=None if starts else current_location(state),
        barred=_barred(state, edition, about, shape, others),
        differs=() if lair is not None else hidden,
        hide=hide,
        holy=state.holy,
        resting=tuple(slot for slot in state.powers_resting if slot not in edition.cards),
        only=_told(shape, lair),
    )


def _reach_of(about: str, shape: Shape) -> str:
    if about == ESCAPE:
        return powers.BAT
    return powers.WOLF if shape.power == powers.WOLF_FORM else powers.MOVE


def _may_be_hide(state: State, edition: Edition, shape: Shape) -> bool:
    if shape.face == HIDE:
        return True
    plain = shape.face is None and shape.lair is None and shape.back == LAND
    return plain and shape.counts is not True and powers.may_hide_facedown(state, edition)


def _told(shape: Shape, lair: Hideout | None) -> str | None:
    """The value of the card where everybody hears it with the shape."""
    if lair is not None:
        return lair.card
    return HIDE if shape.counts is False else shape.face


def _barred(
    state: State, edition: Edition, about: str, shape: Shape, others: tuple[Hideout, ...]
) -> tuple[PlaceId, ...]:
    """Clauses consecrated.no-entry, locations.reuse, dracula-phase.hunter-city.faceup."""
    closed = [each.card for each in others if each.card is not None and each.card != HIDE]
    if shape.back == SEA:
        return tuple(sorted(closed))
    closed += state.holy
    lair = hideout_of(state, shape.lair) if shape.lair is not None else None
    stays_hidden = shape.face is None and (lair is None or lair.is_hidden)
    if stays_hidden or about == ESCAPE:
        closed += whereabouts.hunters_cities(state)
    places = edition.board.places
    return tuple(sorted({place for place in closed if places[place].is_city}))


def triples(edition: Edition, ground: Ground) -> Iterator[Triple]:
    """Clause dracula-phase.location.reachable: every legal (previous place, card, new place)."""
    barred = frozenset(ground.barred)
    for origin in ground.origins:
        if ground.only != HIDE:
            for place in _ahead(edition, ground, origin):
                fits = ground.only in (None, place) and place not in barred
                if fits and whereabouts.back_of(edition, place) == ground.back:
                    yield origin, place, place
        if ground.hide and origin not in ground.holy:
            yield origin, HIDE, origin


def _ahead(edition: Edition, ground: Ground, origin: PlaceId) -> tuple[PlaceId, ...]:
    if ground.reach == "start":
        return edition.board.cities
    return powers.reachable(edition, ground.reach, origin, ground.holy)


def allows(state: State, edition: Edition, about: str) -> Callable[[Shape], ClauseId | None]:
    """The check of a `Conceal` about the trail: the clause that openly forbids a shape."""

    def check(shape: Shape) -> ClauseId | None:
        return refusal(state, edition, about, shape)

    return check


def refusal(state: State, edition: Edition, about: str, shape: Shape) -> ClauseId | None:
    """The clause that forbids a shape whatever the hidden cards are; None if it is possible."""
    if about != CARD:
        return _refuse_special(state, edition, about, shape)
    if shape.no_card:
        return _refuse_nothing(state, edition, shape)
    if shape.power in powers.LONE:
        if shape != Shape(POWER, power=shape.power):
            return "power.instead-of-location"
        return powers.cannot_stay(state, edition, shape.power)
    return (
        _refuse_power(state, edition, shape)
        or _refuse_face(state, edition, shape)
        or _refuse_place(state, edition, about, shape)
    )


def _refuse_special(state: State, edition: Edition, about: str, shape: Shape) -> ClauseId | None:
    """Clauses setup.dracula.not-sea, setup.dracula.not-castle, power.not-at-setup, U42."""
    if about == START:
        if shape.power is not None:
            return "power.not-at-setup"
        if shape.back == CASTLE:
            return "setup.dracula.not-castle"
        if shape != Shape():
            return "setup.dracula.not-sea" if shape.back == SEA else "setup.dracula.card-facedown"
    elif shape != Shape(shape.back, face=shape.face) or shape.back not in (LAND, CASTLE):
        return "escape-bat.move-optional"
    elif (shape.face is not None) != (shape.back == CASTLE):
        return "escape-bat.place"
    return _refuse_place(state, edition, about, shape)


def _refuse_nothing(state: State, edition: Edition, shape: Shape) -> ClauseId | None:
    """Clauses errors.no-legal-card, dracula-phase.no-pass: some card may openly be left to him."""
    if shape != Shape(no_card=True):
        return "errors.no-legal-card"
    holy = state.holy
    possible = whereabouts.possible(state, edition)
    for power in powers.LONE:
        sure = not any(place in holy for place in possible)
        if sure and powers.cannot_stay(state, edition, power) is None:
            return "dracula-phase.no-pass"
    here = current_location(state)
    if here is None:
        return None
    hidden = sum(each.is_hidden for each in trail.in_places(state))
    closed = {*state.holy, *whereabouts.open_places(state)}
    free = [place for place in edition.board.adjacent[here] if place not in closed]
    return "dracula-phase.no-pass" if len(free) > hidden else None


def _refuse_power(state: State, edition: Edition, shape: Shape) -> ClauseId | None:
    """Clauses power.with-location, power.reuse, misdirect.clear: Wolf Form or Misdirect with it."""
    if shape.power is None:
        return None if shape.target is None else "misdirect.clear"
    if shape.power not in (powers.WOLF_FORM, powers.MISDIRECT):
        return "power.list"
    unavailable = powers.unavailable(state, edition, shape.power)
    if unavailable is not None:
        return unavailable
    if shape.power == powers.WOLF_FORM:
        return None if shape.target is None else "misdirect.clear"
    if shape.target is None:
        return "misdirect.clear"
    return powers.misdirect_barred(state, edition, shape.target)


def _refuse_face(state: State, edition: Edition, shape: Shape) -> ClauseId | None:
    """Clauses dracula-phase.place.facedown, castle.known, lairs.return.hideout: back and face."""
    if announces_city(state, edition, shape) != (shape.counts is not None):
        return "despair.three.hide"
    if shape.lair is not None:
        backs = (each.back for each in state.dracula.lairs if each and each.slot == shape.lair)
        fits = shape.back in backs and shape.face is None
        return None if fits else "lairs.return.hideout"
    if shape.back not in (LAND, SEA, CASTLE):
        return "dracula-phase.choose"
    if shape.face == HIDE:
        return _refuse_open_hide(state, edition, shape)
    return _refuse_open_place(state, edition, shape)


def _refuse_open_place(state: State, edition: Edition, shape: Shape) -> ClauseId | None:
    """Clauses dracula-phase.hunter-city.faceup, castle.card-back, dracula-phase.place.facedown."""
    if shape.face is None:
        return "castle.card-back" if shape.back == CASTLE else None
    if shape.face not in edition.board.places:
        return "dracula-phase.choose"
    if whereabouts.back_of(edition, shape.face) != shape.back:
        return "castle.card-back"
    is_found = shape.back == LAND and hunters_at(state, shape.face)
    return None if is_found or shape.back == CASTLE else "dracula-phase.place.facedown"


def _refuse_open_hide(state: State, edition: Edition, shape: Shape) -> ClauseId | None:
    """Clauses hide.revealed.faceup, hide.replaces-location: Hide laid face up."""
    if shape.power is not None or shape.back != LAND:
        return "hide.replaces-location"
    if not powers.hide_is_open(state, edition):
        return "power.hide-undisclosed"
    return powers.cannot_stay(state, edition, HIDE)


def _refuse_place(state: State, edition: Edition, about: str, shape: Shape) -> ClauseId | None:
    """Clauses dracula-phase.location.reachable, consecrated.wolf-form: whether any card fits."""
    limits = ground(state, edition, about, shape)
    if next(triples(edition, limits), None) is not None:
        return None
    if limits.only is not None and limits.only in limits.barred:
        return why_barred(state, limits.only)
    if limits.reach == powers.WOLF:
        unhindered = next(triples(edition, replace(limits, holy=())), None)
        return "wolf-form.move" if unhindered is None else "consecrated.wolf-form"
    return "escape-bat.move-optional" if about == ESCAPE else "dracula-phase.location.reachable"


def why_barred(state: State, place: PlaceId) -> ClauseId:
    """The clause by which Dracula cannot lay the card of a place."""
    if place in state.holy:
        return "consecrated.no-entry"
    lairs = (each.card for each in state.dracula.lairs if each is not None)
    if place in lairs:
        return "lairs.return.hideout"
    return "locations.reuse"
