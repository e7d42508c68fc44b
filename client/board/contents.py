"""What lies on the board and what it is called, read from a view and nothing else.

1. Only `View.face` and the public state are read, so a value this seat does not know cannot appear.
2. What only this seat knows is marked `secret` and drawn differently.
"""

from msgspec import Struct

from client.words.words import Words
from engine.editions.third.map import HOSPITALS, PLACES, PORTS
from engine.ids import DRACULA, HIDE, POWER, CardId, PlaceId, Seat
from engine.knowledge import Known
from engine.state import Hideout, State, newest_location
from engine.view import View


class Figure(Struct, frozen=True):
    """A character's figure."""

    seat: Seat
    place: PlaceId
    in_hospital: bool = False
    lying: bool = False  # delayed, or defeated and not yet back
    bats: bool = False
    secret: bool = False


class Token(Struct, frozen=True):
    """Something that lies at a place; a number is printed on it if it has one."""

    kind: str
    place: PlaceId
    number: int | None = None
    secret: bool = False


class ShownHideout(Struct, frozen=True):
    """A hideout or lair whose place can be seen, with what lies in it."""

    place: PlaceId
    space: int | None  # 1 to 6 on the trail; None for a lair, and for what slid off the trail
    encounters: tuple[CardId | None, ...]
    rumor: bool = False
    secret: bool = False
    is_lair: bool = False


class Contents(Struct, frozen=True):
    """Everything on the board."""

    figures: tuple[Figure, ...] = ()
    tokens: tuple[Token, ...] = ()
    hideouts: tuple[ShownHideout, ...] = ()
    roadblocks: tuple[str, ...] = ()
    fight: PlaceId | None = None


def contents(view: View) -> Contents:
    """Read the board from a view."""
    state = view.state
    return Contents(
        figures=(*_hunters(state), *_dracula(view)),
        tokens=_tokens(state),
        hideouts=_hideouts(view),
        roadblocks=state.roadblocks,
        fight=None if state.combat is None else state.combat.city,
    )


def _hunters(state: State) -> tuple[Figure, ...]:
    return tuple(
        Figure(
            seat=seat,
            place=hunter.place,
            in_hospital=hunter.where != "board",
            lying=hunter.delayed or hunter.where == "away",
            bats=hunter.bats,
        )
        for seat, hunter in state.hunters.items()
        if hunter.place and hunter.where != "off"
    )


def _place_of(view: View, hideout: Hideout) -> tuple[PlaceId | None, bool]:
    """The place of a trail card as this seat knows it, and whether only this seat does."""
    card, secret = hideout.card, False
    if card is None and hideout.back != POWER:
        face = view.face(hideout.slot)
        if not isinstance(face, Known):
            return None, False
        card, secret = face.value, True
    if card == HIDE:
        partner = _by_slot(view.state, hideout.partner)
        if partner is None:
            return None, secret
        place, tied_secret = _place_of(view, partner)
        return place, secret or tied_secret
    return card, secret


def _by_slot(state: State, slot: str | None) -> Hideout | None:
    dracula = state.dracula
    for hideout in (*dracula.trail, dracula.fallen, *dracula.lairs):
        if hideout is not None and hideout.slot == slot:
            return hideout
    return None


def _dracula(view: View) -> tuple[Figure, ...]:
    newest = newest_location(view.state)
    if newest is None:
        return ()
    place, secret = _place_of(view, newest[1])
    return () if place is None else (Figure(DRACULA, place, secret=secret),)


def _tokens(state: State) -> tuple[Token, ...]:
    found = [Token("fog", place, left) for place, left in sorted(state.fog.items())]
    found += [Token("storm", zone) for zone in state.storms]
    if state.consecrated is not None:
        found.append(Token("consecrated", state.consecrated))
    found += [Token("host", city) for city in sorted(state.hosts)]
    return tuple(found)


def _hideouts(view: View) -> tuple[ShownHideout, ...]:
    dracula = view.state.dracula
    spaces: list[tuple[int | None, Hideout | None]] = list(enumerate(dracula.trail, 1))
    spaces += [(None, other) for other in (*dracula.lairs, dracula.fallen)]
    found = []
    for space, hideout in spaces:
        if hideout is None:
            continue
        place, secret = _place_of(view, hideout)
        if place is None or hideout.back == POWER:
            continue
        encounters = tuple(
            each.card if each.card is not None else view.known.get(each.slot)
            for each in hideout.encounters
        )
        is_lair = space is None and hideout is not dracula.fallen
        found.append(ShownHideout(place, space, encounters, hideout.rumor, secret, is_lair))
    return tuple(found)


_PLACES = {place.id: place for place in PLACES}
_PORTS = {city for city, _ in PORTS}


def place_title(words: Words, place: PlaceId) -> str:
    """The name of a place with its kind and region."""
    found = _PLACES[place]
    region = "" if found.region is None else words.region(found.region)
    title = words.say(f"board.{found.kind}", place=words.place(place), region=region)
    extras = [words.say("board.port")] if place in _PORTS else []
    extras += [words.say("board.hospital")] if place in HOSPITALS else []
    return ", ".join((title, *extras))


def lying_about(words: Words, contents: Contents) -> dict[PlaceId, list[str]]:
    """Everything that lies on the board, one phrase each, by where it lies."""
    found: dict[PlaceId, list[str]] = {}
    for figure in contents.figures:
        found.setdefault(figure.place, []).append(_figure(words, figure))
    for token in contents.tokens:
        found.setdefault(token.place, []).append(_token(words, token))
    for hideout in contents.hideouts:
        found.setdefault(hideout.place, []).extend(_hideout(words, hideout))
    for way in contents.roadblocks:
        for place in way.split(":")[1:]:
            found.setdefault(place, []).append(words.say("board.roadblock"))
    if contents.fight is not None:
        found.setdefault(contents.fight, []).append(words.say("board.fight"))
    return found


def _figure(words: Words, figure: Figure) -> str:
    how = "-hospital" if figure.in_hospital else "-lying" if figure.lying else ""
    return words.say(f"board.figure{how}", seat=words.seat(figure.seat))


def _token(words: Words, token: Token) -> str:
    return words.say(f"board.{token.kind}", count=token.number or 1)


def _hideout(words: Words, hideout: ShownHideout) -> list[str]:
    if hideout.is_lair:
        found = [words.say("board.lair")]
    elif hideout.space is None:
        found = [words.say("spot.fallen")]
    else:
        found = [words.say("board.hideout", space=hideout.space)]
    found += [
        words.say("board.encounter") if card is None else words.card(card).name
        for card in hideout.encounters
    ]
    return found + ([words.say("board.rumor")] if hideout.rumor else [])
