"""How each card of the table is to be drawn: which face, which back, turned or sealed."""

from functools import cache

from client.look.card_face import CardLook, back_look, look_of, place_look, ticket_look
from client.prompts.labels import face_name, has_power_beside, hideout_name
from client.words.words import Words
from engine.edition import CardKind
from engine.editions import CARDS
from engine.ids import HIDE, POWER
from engine.state import Hideout, Played
from engine.view import View

# The deck a hidden card of a hand belongs to, by the letter its slot begins with.
_DECK_OF = {"i": "item", "e": "hunter_event", "n": "encounter", "b": "dracula_combat"}


ALL_CARDS = frozenset(card.id for card in CARDS)


@cache
def _kinds() -> dict[str, CardKind]:
    return {card.id: card for card in CARDS}


def face_look(words: Words, face: str | None, slot: str = "") -> CardLook:
    """A card of a hand: its face, or the back of its deck."""
    if face is None:
        return back_look(_DECK_OF.get(slot[:1], "ticket"))
    kind = _kinds().get(face)
    name = face_name(words, face)
    if kind is None:
        return ticket_look(face)._replace(title=name)
    return look_of(kind, name)


def played_look(words: Words, played: Played) -> CardLook:
    """A combat card in play, struck through if it was canceled."""
    return face_look(words, played.card)._replace(is_canceled=played.canceled)


def hideout_tokens(hideout: Hideout) -> tuple[str, ...]:
    """The tokens that lie on a card of the trail, by kind."""
    rumor = ("rumor",) if hideout.rumor else ()
    power = (hideout.power or "",) if has_power_beside(hideout) else ()
    return (*("encounter" for _ in hideout.encounters), *rumor, *power)


def hideout_look(words: Words, hideout: Hideout, view: View) -> CardLook:
    """A card of the trail: what this player may see of it."""
    if hideout.back == POWER and hideout.power is not None:
        return look_of(_kinds()[hideout.power], words.card(hideout.power).name)
    value = hideout.card or view.known.get(hideout.slot)
    if value is None:
        return back_look(hideout.back)
    name = hideout_name(words, hideout, view)
    note = "" if hideout.lies_facedown else words.say("panel.open")
    if value == HIDE:
        return look_of(_kinds()[HIDE], name)._replace(note=note)
    return place_look(value, name)._replace(note=note)
