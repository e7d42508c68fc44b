"""Proposals: what is about to happen, passed to cards that may change or cancel it."""

from msgspec import Struct

from engine.ids import CardId, PlaceId, Seat, SlotId


class Harm(Struct, frozen=True):
    """A hunter is about to be bitten, or to suffer damage."""

    seat: Seat
    amount: int  # 0 for a bite
    source: str  # a card id or a rule's name
    bite: bool = False


class RailRide(Struct, frozen=True):
    """A hunter has named a ticket to spend."""

    seat: Seat
    ticket: SlotId
    carriage: bool = False  # Chartered Carriage replaces the printed values
    chosen_by_dracula: bool = False


class Arrival(Struct, frozen=True):
    """A hunter's figure has come to a place; `way` is road, rail, sea, leave or forced."""

    seat: Seat
    origin: PlaceId
    place: PlaceId
    way: str


class Ambush(Struct, frozen=True):
    """Dracula uses an encounter against a hunter who has just arrived."""

    seat: Seat
    hideout: SlotId
    encounter: SlotId
    card: CardId


class Searching(Struct, frozen=True):
    """A hunter searches; which cards were shown for it, and what was found."""

    seat: Seat
    showing: SlotId = ""  # the card just shown, in the hand
    dogs: bool = False
    stakes: tuple[SlotId, ...] = ()  # shown Stakes, by their slot in the hand
    found: tuple[tuple[SlotId, SlotId, CardId], ...] = ()  # (hideout, encounter, card)


class PlayedEvent(Struct, frozen=True):
    """An event has been announced and may be canceled before it does anything."""

    seat: Seat
    card: CardId
    canceled: bool = False


class SeaDamage(Struct, frozen=True):
    """Dracula is about to suffer for going by sea."""

    amount: int
    embarking: bool


class CancelCard(Struct, frozen=True):
    """Dracula's combat card is about to be canceled by the engaged hunter's banner."""

    card: CardId
    canceled: bool = True


class Escape(Struct, frozen=True):
    """A combat card that ends the fight has passed Pride and is about to resolve."""

    card: CardId
    canceled: bool = False
    by: CardId = ""  # the card that canceled it


class Resolved(Struct, frozen=True):
    """A combat card of Dracula's has resolved: on whom, and whom it struck and really hurt."""

    card: CardId
    seat: Seat  # the engaged hunter
    struck: tuple[Seat, ...] = ()  # against whom it was used
    wounded: tuple[Seat, ...] = ()  # who suffered damage from it
    stays: bool = False  # its text keeps it face up


class Shot(Struct, frozen=True):
    """A hunter's firearm has resolved."""

    seat: Seat
    card: CardId
