"""How a player sees each card on the table: face or back, name and text."""

from functools import cache

from client.look.card_face import CardLook, back_look, look_of, place_look, ticket_look
from client.words.messages import slug
from client.words.words import Words
from engine.edition import CardKind
from engine.editions import CARDS
from engine.ids import HIDE, POWER, SlotId
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


# Names of what lies on the table, as its own player may read them.


def face_name(words: Words, face: str) -> str:
    """A card or ticket by its name."""
    return words.card(face).name if words.has(f"card-{slug(face)}") else words.ticket(face)


def face_text(words: Words, face: str) -> str:
    """What a card does, in our words; tickets differ by their numbers alone."""
    return words.card(face if words.has(f"card-{slug(face)}") else "ticket").text


def face_of(view: View, slot: SlotId) -> str | None:
    """The face of a card in a hand, or of one that lies open beside it."""
    for hunter in view.state.hunters.values():
        for card in (hunter.item_shown, hunter.event_shown):
            if card is not None and card.slot == slot:
                return card.card
    return view.known.get(slot)


def whole_text(words: Words, face: str | None) -> str:
    """A card's name and, below it, what it does; a hidden card has neither."""
    if face is None:
        return words.say("panel.hidden-card")
    return f"{face_name(words, face)}\n{face_text(words, face)}".strip()


def rule_of(words: Words, face: str | None) -> str:
    """The clause of a card by its face, a ticket's for every ticket; none for a hidden one."""
    if face is None:
        return ""
    return f"card.{face}" if words.has(f"card-{slug(face)}") else "card.ticket"


def hideout_rule(hideout: Hideout, view: View) -> str:
    """The clause of what lies on a space of the trail or in a lair."""
    if hideout.power is not None:
        return f"card.{hideout.power}"
    value = hideout.card or view.known.get(hideout.slot)
    return f"card.{HIDE}" if value == HIDE else "hideouts.meaning"


def hideout_title(words: Words, hideout: Hideout, view: View) -> str:
    """What lies on a space of the trail, with what a power or Hide does."""
    name = hideout_name(words, hideout, view)
    rule = hideout_rule(hideout, view)
    if not rule.startswith("card."):
        return name
    card = words.card(rule[5:])
    does = words.say("panel.power", power=card.name, text=card.text)
    return f"{name}\n{does if has_power_beside(hideout) else card.text}"


def has_power_beside(hideout: Hideout) -> bool:
    """Whether a power lies here with the card of a place, as Wolf Form does for all to see."""
    return hideout.power is not None and hideout.back != POWER


def hideout_contents(words: Words, hideout: Hideout, view: View) -> list[str]:
    """What lies on such a card, a line each."""
    lines = []
    for encounter in hideout.encounters:
        card = encounter.card or view.known.get(encounter.slot)
        what = words.card(card).name if card else words.say("panel.encounter-hidden")
        lines.append(words.say("panel.encounter", what=what))
    if hideout.rumor:
        lines.append(words.say("panel.rumor"))
    return lines


def hideout_name(words: Words, hideout: Hideout, view: View) -> str:
    """What lies on a space of the trail or in a lair, as far as this player may know."""
    if hideout.back == POWER and hideout.power is not None:
        return words.card(hideout.power).name
    value = hideout.card or view.known.get(hideout.slot)
    if value is None:
        return words.say(f"back.{hideout.back}")
    return words.card(HIDE).name if value == HIDE else words.place(value)
