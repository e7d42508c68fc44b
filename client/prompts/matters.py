"""What a question is about that is answered with yes, no or an effect: the card, seat or place."""

from collections.abc import Iterator
from typing import Any

from engine.editions import CARDS
from engine.ids import SEATS
from engine.requests import Request
from engine.state import State

Spot = tuple[str, str]  # ("place", id), ("slot", id), ("seat", id), ("card", id)

_CARDS = frozenset(card.id for card in CARDS)

# Questions of a card that neither begin with its name nor have it for a subject.
_CARD_OF = {"combat.bat": "escape_as_bat"}


def matter(request: Request[Any], state: State | None) -> Iterator[Spot]:
    """Everything on the table that such a question concerns."""
    about: str = getattr(request, "about", "")
    card = _CARD_OF.get(about, about.partition(".")[0])
    if card in _CARDS:
        yield "card", card
    for each in getattr(request, "subject", ()):
        yield _kind(each), each
    hunter = None if state is None else state.hunters.get(request.seat)
    if hunter is not None and about == "ticket.again":
        yield "place", hunter.place
    if hunter is not None and about == "weakened.cover":
        shown = (hunter.item_shown, hunter.event_shown)
        yield from (("slot", each.slot) for each in shown if each is not None)


def _kind(subject: str) -> str:
    if subject in SEATS:
        return "seat"
    return "card" if subject in _CARDS else "slot"
