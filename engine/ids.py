"""The ids of the game: all are plain strings; those that the code names are constants here."""

from typing import TypeAlias

Seat: TypeAlias = str  # a character that acts: Dracula or one of the four hunters
PlaceId: TypeAlias = str  # a city, Castle Dracula or a sea zone
RegionId: TypeAlias = str  # a coloured part of the map
CardId: TypeAlias = str  # a type of card; copies share it
SlotId: TypeAlias = str  # a hidden card, token or choice
ClauseId: TypeAlias = str  # one rule sentence of resources/rules/clauses.toml
MomentId: TypeAlias = str  # a named point where cards may interrupt, or "action"

DRACULA: Seat = "dracula"
GODALMING: Seat = "godalming"
SEWARD: Seat = "seward"
VAN_HELSING: Seat = "van_helsing"
MINA: Seat = "mina"
HUNTERS: tuple[Seat, ...] = (GODALMING, SEWARD, VAN_HELSING, MINA)  # in activation order
SEATS: tuple[Seat, ...] = (DRACULA, *HUNTERS)
EVERYONE: Seat = "everyone"  # asked of all peers jointly; no character

LAND = "land"  # back of a city's location card, and of Hide
SEA = "sea"  # back of a sea zone's location card
CASTLE = "castle"  # back of Castle Dracula's location card, unlike all others
POWER = "power"  # back of an announced power card lying alone
HIDE: CardId = "hide"  # the power card that passes for a location card
NO_CARD: CardId = "no_card"  # a secret choice that nobody can open any more
