"""The type Edition: the numbers, map, cards and switches that one game is played with.

1. An edition is a value: rules read it and never ask which preset it came from.
2. Every map over places has an entry for every place, so a look-up never fails.
"""

from collections.abc import Mapping
from typing import Any, Literal

import msgspec

from engine.ids import CardId, MomentId, PlaceId, RegionId, Seat
from engine.switches import Switches


class Place(msgspec.Struct, frozen=True):
    """One location of the board."""

    id: PlaceId
    kind: Literal["large", "small", "castle", "sea"]
    region: RegionId | None = None  # a sea zone has none

    @property
    def is_sea(self) -> bool:
        """Whether this is a sea zone."""
        return self.kind == "sea"

    @property
    def is_city(self) -> bool:
        """Whether this is a city, Castle Dracula included (castle.like-city)."""
        return self.kind != "sea"


class Board(msgspec.Struct, frozen=True):
    """The map: places and the ways between them, every list in the order of the place list."""

    places: dict[PlaceId, Place]
    roads: dict[PlaceId, tuple[PlaceId, ...]]  # cities one road away
    rails: dict[PlaceId, tuple[tuple[PlaceId, str], ...]]  # (city one link away, white or yellow)
    seas: dict[PlaceId, tuple[PlaceId, ...]]  # port: sea zones; sea zone: sea zones and ports
    adjacent: dict[PlaceId, tuple[PlaceId, ...]]  # roads and sea links, never railways
    regions: dict[RegionId, tuple[PlaceId, ...]]
    hospitals: tuple[PlaceId, ...]  # the cities the hospital spaces are attached to
    hospital_roads: dict[PlaceId, dict[PlaceId, int]]  # place: hospital city: roads to it, if any
    hospital_fixed: dict[PlaceId, PlaceId]  # places whose hospital is named by a rule, not counted
    backs: dict[PlaceId, str]  # LAND, SEA or CASTLE: the back of each location card
    castle: PlaceId
    cities: tuple[PlaceId, ...]  # large, small and the castle
    sea_zones: tuple[PlaceId, ...]


class Character(msgspec.Struct, frozen=True):
    """The printed numbers of one character sheet."""

    seat: Seat
    health: int
    bite_spaces: int
    bitten: bool  # a bite is printed on the sheet
    item_limit: int
    event_limit: int
    ticket_limit: int
    first_city: PlaceId | None = None  # where a hunter starts when hunter_starts is "fixed"


class CardKind(msgspec.Struct, frozen=True):
    """One type of card: what is printed on it that rules ask about."""

    id: CardId
    deck: Literal[
        "item",
        "hunter_event",
        "dracula_event",
        "encounter",
        "hunter_combat",
        "dracula_combat",
        "power",
    ]
    copies: int
    moments: tuple[MomentId, ...]  # where it acts; "action" for a card that costs an action
    in_play: tuple[MomentId, ...] = ()  # those where it acts from where it lies, not from a hand
    banner: tuple[str, ...] = ()  # the icons it cancels
    icon: str | None = None  # the icon by which it is cancelled
    escape: bool = False  # of Dracula's: it ends the combat, as far as Pride lets it
    on_trail: bool = False  # of Dracula's: it can lie on the trail, out of the combat deck
    weapon: bool = False
    only: Seat | None = None  # the one hunter who can play it
    must_play: bool = False  # when drawn
    may_play_on_draw: bool = False  # now, or kept for its other moment
    ally: bool = False
    vampire: bool = False
    health: int | None = None  # of a vampire that is fought
    may_ambush: bool = False
    matures: bool = False  # it has a matured effect
    influence: int = 0  # gained when it matures
    reveals_location: bool = False  # when it matures
    cancelled_by: MomentId | None = None  # the window in which its play can be cancelled


class Ticket(msgspec.Struct, frozen=True):
    """One kind of railway ticket."""

    id: str
    white: int  # links of a ride on white railways alone
    yellow: int  # links of a ride with any yellow railway; 0 for none
    copies: int


class Numbers(msgspec.Struct, frozen=True, kw_only=True):
    """The printed numbers that rules use; what one card alone needs is in its effect."""

    days_in_week: int = 7

    # the trail
    trail_length: int = 6
    lair_slots: int = 3
    rumor_spaces: int = 3  # a rumor token may lie on the first so many
    vampire_clears_from: int = 4  # a matured vampire clears this space and all after it

    # pieces in the box
    fog_tokens: int = 4
    storm_tokens: int = 6
    roadblock_tokens: int = 8
    bats_tokens: int = 2
    heavenly_host_tokens: int = 3
    despair_tokens: int = 3
    rumor_tokens: int = 4

    # hands
    encounter_hand: int = 5  # refilled to this
    combat_hand: int = 5  # dealt at the start of a combat
    starting_rumors: int = 1

    # influence
    defeat_influence: int = 2  # Rage, and one more for each despair token
    fury_influence: int = 3  # a city or Hide with all despair tokens out
    rumor_influence: int = 3  # more for a matured vampire with a rumor token
    fangs_influence: int = 1

    # Dracula's movement
    embark_damage: int = 2  # from a port out to sea
    sail_damage: int = 1  # from sea zone to sea zone
    castle_recovery: int = 5
    wolf_form_damage: int = 1
    wolf_form_roads: int = 2
    dark_call_damage: int = 2
    dark_call_cards: int = 5
    feed_recovery: int = 3
    error_damage: int = 5

    # combat
    combat_cards_limit: int = 6  # Dracula's cards; then the combat ends
    escape_as_bat_roads: int = 2
    vampire_escape_cards: int = 3  # already played before an escape from a vampire combat works

    # hunters' actions
    rest_recovery: int = 1
    rest_recovery_with_seward: int = 2
    supply_items: int = 1
    supply_items_godalming: int = 2
    reserved_tickets: int = 1
    reserved_tickets_godalming: int = 2


class Edition(msgspec.Struct, frozen=True):
    """Everything a game is played with, once the preset and the switches are chosen."""

    id: str
    board: Board
    characters: dict[Seat, Character]
    cards: dict[CardId, CardKind]
    decks: dict[str, tuple[CardId, ...]]  # the cards of each deck, in the order of the tables
    hands: dict[CardId, str]  # the kind of hand each card belongs in: items, events, encounters
    tickets: dict[str, Ticket]
    rides: dict[str, dict[PlaceId, tuple[PlaceId, ...]]]  # ticket: city: where it leads unhindered
    switches: Switches
    numbers: Numbers
    effects: Mapping[tuple[MomentId, CardId], Any]  # what cards do, by moment and card
    moments: dict[MomentId, tuple[CardId, ...]]  # the cards played from a hand at each moment
    priced: frozenset[MomentId]  # moments where a card has a price that its holder alone can judge
    banner_cards: tuple[CardId, ...]  # what a hunter may choose in combat
