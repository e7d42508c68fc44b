"""Names of what lies on the table, as its own player may read them."""

from client.words.messages import slug
from client.words.words import Words
from engine.ids import HIDE, POWER, SlotId
from engine.state import Hideout
from engine.view import View


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
