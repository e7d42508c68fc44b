"""Options: what a seat may answer, as small values that read well in a log.

An answer repeats its option, so what is offered and what is accepted cannot disagree. Options that
take a hidden card from a hand name its slot and its face: the face is proved with it.
"""

import re
from typing import Any

from msgspec import Struct, structs

from engine.ids import CardId, PlaceId, Seat, SlotId


def _snake(name: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


class Option(
    Struct, frozen=True, gc=False, tag_field="option", tag=_snake, forbid_unknown_fields=True
):
    """One thing a seat may answer a `Choose` with."""


class Pass(Option, frozen=True):
    """Play nothing, do nothing, give up the action."""


class StepIn(Option, frozen=True):
    """Ask for a turn in this window; the card is named when the turn comes."""


class Done(Option, frozen=True):
    """Nothing more in a choice of several things."""


class Accept(Option, frozen=True):
    """Take what is offered."""


class Decline(Option, frozen=True):
    """Leave what is offered."""


class RoadTo(Option, frozen=True):
    """Move by road to a city."""

    place: PlaceId


class SeaTo(Option, frozen=True):
    """Move by sea to a sea zone or a port."""

    place: PlaceId


class RailBy(Option, frozen=True):
    """Move by railway, spending this ticket; the destination follows."""

    ticket: SlotId


class LeaveHospital(Option, frozen=True):
    """Move from a hospital space into its city."""


class ReserveTicket(Option, frozen=True):
    """Take the reserve-a-ticket action."""


class Rest(Option, frozen=True):
    """Take the rest action."""


class Search(Option, frozen=True):
    """Take the search action."""


class Supply(Option, frozen=True):
    """Take the supply action."""


class Trade(Option, frozen=True):
    """Trade with a hunter in the same city."""

    seat: Seat


class Lead(Option, frozen=True):
    """Use Leader: exchange events with a hunter in any city."""

    seat: Seat


class UseAbility(Option, frozen=True):
    """Use a sheet ability that costs an action."""

    ability: str


class PickPlace(Option, frozen=True):
    """Name a place."""

    place: PlaceId


class PickSeat(Option, frozen=True):
    """Name a character."""

    seat: Seat


class PickSlot(Option, frozen=True):
    """Name a card by where it lies: an encounter, a hideout, a ticket, a hidden card."""

    slot: SlotId


class PickCard(Option, frozen=True):
    """Name a card everybody can see."""

    card: CardId


class PickWay(Option, frozen=True):
    """Name a road or railway by its id."""

    way: str


class PickEffect(Option, frozen=True):
    """Name one of the effects a card offers."""

    effect: str


class HandOption(Option, frozen=True):
    """Something done with a card of a hidden hand, whose face is proved by the answer."""

    slot: SlotId
    card: CardId


class Play(HandOption, frozen=True):
    """Play a card from the hand (or one lying open for its owner)."""


class Discard(HandOption, frozen=True):
    """Discard a card from the hand, face up."""


class Show(HandOption, frozen=True):
    """Show a card and take it back."""


class Expose(HandOption, frozen=True):
    """Lay a card open because the hunter is weakened."""


class Give(Option, frozen=True):
    """Hand a card or ticket over in a trade, unseen by the others."""

    slot: SlotId


class ShowPartner(Option, frozen=True):
    """Let the trade partner alone see a card or ticket."""

    slot: SlotId


PASS, STEP_IN, DONE, ACCEPT, DECLINE = Pass(), StepIn(), Done(), Accept(), Decline()


def _concrete(base: type[Option]) -> dict[str, type[Option]]:
    found: dict[str, type[Option]] = {}
    for kind in base.__subclasses__():
        found[_snake(kind.__name__)] = kind
        found.update(_concrete(kind))
    return found


BY_NAME = {name: kind for name, kind in _concrete(Option).items() if name != "hand_option"}


def in_words(option: Option) -> str:
    """The option as plain words, `road_to paris`, as scenarios and exports write it."""
    values: tuple[Any, ...] = structs.astuple(option)
    return " ".join((_snake(type(option).__name__), *map(str, values)))
