"""What a place is and what lies there, in words: for the note beside it and for listeners."""

from client.board.contents import Contents, Figure, ShownHideout, Token
from client.words.words import Words
from engine.editions.third.map import HOSPITALS, PLACES, PORTS
from engine.ids import PlaceId

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
