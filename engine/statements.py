"""The public sets that proofs are about, from the state alone.

Prover and verifier derive the same sets here, by the rules of `rules/announced.py`: a card can be
laid with a proof if and only if its shape is allowed.
"""

from collections.abc import Iterable

from engine.edition import Edition
from engine.ids import HIDE, PlaceId, SlotId
from engine.rules import announced
from engine.rules.announced import NOWHERE, Triple
from engine.shapes import Shape
from engine.state import State, hideout_of

__all__ = [
    "NOWHERE",
    "Triple",
    "differing",
    "legal_triples",
    "other_places",
    "other_values",
    "resting",
]


def legal_triples(state: State, edition: Edition, about: str, shape: Shape) -> tuple[Triple, ...]:
    """The set M of protocol 9.2 for a placing: (previous location, card, new location), sorted.

    `about` is that of the pending `Conceal`. At the start the previous location is NOWHERE (the
    proof is of the card alone, T-14). For a lair the card is the one it has. A lone power and
    "no legal card" seal nothing and have no triples.
    """
    if shape.no_card or announced.refusal(state, edition, about, shape) is not None:
        return ()
    if announced.is_lone(shape):
        return ()
    limits = announced.ground(state, edition, about, shape)
    return tuple(sorted(set(announced.triples(edition, limits))))


def differing(state: State, edition: Edition, about: str, shape: Shape) -> tuple[SlotId, ...]:
    """The hidden slots that a new card is proved different from (I-1); none for a lair."""
    if shape.no_card or announced.is_lone(shape):
        return ()
    return announced.ground(state, edition, about, shape).differs


def resting(state: State, edition: Edition, about: str, shape: Shape) -> tuple[SlotId, ...]:
    """Cards cleared away of which none may be Hide if the new card is (power.reuse)."""
    if shape.no_card or announced.is_lone(shape):
        return ()
    limits = announced.ground(state, edition, about, shape)
    return limits.resting if limits.hide else ()


def other_places(edition: Edition, places: Iterable[PlaceId]) -> tuple[PlaceId, ...]:
    """What "no" means about the current location: every other place of the board (T-11)."""
    named = frozenset(places)
    return tuple(place for place in edition.board.places if place not in named)


def other_values(
    state: State, edition: Edition, slot: SlotId, places: Iterable[PlaceId]
) -> tuple[str, ...]:
    """What "no" means about a slot: every other place, and Hide if it may be that (PA-6)."""
    named = frozenset(places)
    hideout = hideout_of(state, slot)
    hides = (HIDE,) if hideout is not None and hideout.may_be_hide else ()
    return tuple(value for value in (*edition.board.places, *hides) if value not in named)
