"""What the blanks of a sentence are filled with, from the fields of a fact and from a view."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Protocol
from zlib import crc32

from msgspec import structs

from client.words.naming import Name, Names, Speaker, nothing, slug
from engine.facts.fact import Fact
from engine.ids import HIDE, SlotId
from engine.view import View

Blanks = dict[str, Any]

VARIANTS = 4


class Teller(Speaker, Protocol):
    """Whoever can say messages and knows which there are."""

    def has(self, message: str) -> bool:
        """Whether there is a message of this id."""


_FAMILIES: Mapping[str, str] = MappingProxyType(
    {
        "seat": "seat",
        "giver": "seat",
        "taker": "seat",
        "place": "place",
        "origin": "place",
        "city": "place",
        "hospital": "place",
        "card": "card",
        "power": "card",
        "vampire": "card",
        "region": "region",
        "kind": "kind",
        "ticket": "ticket",
    }
)
_LISTS: Mapping[str, str] = MappingProxyType(
    {"seats": "seat", "hunters": "seat", "places": "place", "cards": "card"}
)
_REASONS = ("source", "cause", "by")
_SLOTS = ("hideout", "slot")


def from_fields(words: Teller, fact: Fact, view: View | None) -> Blanks:
    """The fields of a fact, each as what it is; where its hunter is; and which variant to tell."""
    found: Blanks = {
        "here": _here(getattr(fact, "seat", ""), view),
        "variant": _variant(fact, view),
    }
    for key, value in structs.asdict(fact).items():
        if isinstance(value, str | None) and key in _FAMILIES:
            found[key] = Name(_FAMILIES[key], value or "")
        elif isinstance(value, str):
            found.update(_from_id(words, key, value, view))
        elif isinstance(value, bool):
            found[key] = "yes" if value else "no"
        elif isinstance(value, int):
            found[key] = value
        elif isinstance(value, tuple):
            found.update(_from_list(key, value))
    return found


def _from_id(words: Teller, key: str, value: str, view: View | None) -> Blanks:
    if key in _REASONS:
        return _reason(words, key, value)
    if key in _SLOTS:
        return {f"{key}-spot": spot(view, value)}
    return {f"{key}-id": slug(value)}


def _from_list(key: str, value: tuple[Any, ...]) -> Blanks:
    return {key: Names(_LISTS[key], value)} if key in _LISTS else {f"{key}-count": len(value)}


def _variant(fact: Fact, view: View | None) -> int:
    """A number below VARIANTS, so that what happens often need not sound the same every time.

    It hangs on the fact and the round alone: a game told twice is told in the same words.
    """
    turn = 0 if view is None else view.state.round
    return crc32(f"{turn} {fact!r}".encode()) % VARIANTS


def _here(seat: str, view: View | None) -> Name:
    """Where a hunter is, if that is on the board."""
    hunter = None if view is None else view.state.hunters.get(seat)
    return Name("place", hunter.place if hunter is not None and hunter.on_board else "")


def _reason(words: Teller, key: str, value: str) -> Blanks:
    """Why something happened: in words of its own, or by the card that did it."""
    own, is_card = f"because-{slug(value)}", words.has(f"card-{value}")
    card = Name("card", value) if is_card else nothing("card")
    told = words.say(own) if words.has(own) else ""
    if is_card and not told:
        told = words.say("because-card", card=card)
    return {key: told, f"{key}-id": slug(value), f"{key}-card": card}


def spot(view: View | None, slot: SlotId) -> Name:
    """Where on the trail or among the lairs a card lies, as far as it still does."""
    if view is not None:
        dracula = view.state.dracula
        places = {f"space-{number}": each for number, each in enumerate(dracula.trail, 1)}
        places |= {f"lair-{number}": each for number, each in enumerate(dracula.lairs, 1)}
        places["fallen"] = dracula.fallen
        for identifier, hideout in places.items():
            if hideout is not None and hideout.slot == slot:
                return Name("spot", identifier)
    return Name("spot", "unknown")


def known(view: View | None, slot: SlotId) -> str:
    """The face of a hidden card to whoever has this view; empty if it is not known."""
    return "" if view is None else view.known.get(slot, "")


def is_place(words: Teller, value: str) -> bool:
    """Whether this is a place, and not Hide or another card."""
    return words.has(f"place-{value}")


def location(value: str) -> Name:
    """A card of the trail: a place, or Hide."""
    return Name("card" if value == HIDE else "place", value)


def way(identifier: str) -> Blanks:
    """A road or railway by its kind and its two ends."""
    kind, first, second = identifier.split(":")
    return {"way": kind, "first": Name("place", first), "second": Name("place", second)}
