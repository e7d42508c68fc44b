"""What each field of a fact can be: a value it can never have would be missed for ever.

Every text has its own words, by its field and where need be by its fact; none falls back on the
words of everything. Whoever adds a field to a fact names its words here.
"""

from collections.abc import Iterable
from typing import Any, NamedTuple, get_args, get_origin

from msgspec import Struct, UnsetType, structs

from engine.edition import Edition
from engine.facts.fact import Fact
from engine.ids import CASTLE, DRACULA, HIDE, HUNTERS, LAND, NO_CARD, POWER, SEA, SEATS
from engine.rules.actions import ABILITIES
from engine.rules.standing import is_passable
from engine.scenario.asking import put_to
from engine.scenario.box import KINDS, kinds_of_cards
from engine.scenario.hideouts import LONE_POWERS, POWERS_WITH_PLACE
from engine.scenario.position import FLAGS, STEPS
from engine.scenario.tokens import may_be_holy, ways_of
from engine.state import Hideout

NUMBER = "0"  # stands for every whole number
NOTHING = "none"
NEVER_WRITTEN = "clue"  # what everybody may conclude has no words of its own

_ACTIONS = (
    "move", "ticket", "rest", "search", "supply", "trade", "pass",
    *(f"ability.{each}" for each in ABILITIES),
)  # fmt: skip
_WAYS = ("road", "rail", "sea", "leave", "forced")  # how a hunter came to a place

BECAUSE = ("cause", "source", "by")  # the fields that say why something happened
# Why something happened, where no card is the reason: the clauses that facts name.
REASONS = frozenset((
    "castle.recover", "combat.end.stay", "combat.hunter-escape", "combat.step5.all-defeated",
    "combat.step5.escape-ends", "combat.step5.pride", "combat.step7.six", "dark-call.damage",
    "defeated.dracula", "defeated.hunter.bite", "defeated.hunter.damage", "despair.three.city",
    "despair.three.hide", "errors.step3.damage", "feed.recover", "golden.cannot",
    "movement.sea.dracula-embark", "movement.sea.dracula-sail", "rumor.bonus", "vampire.defeat",
    "vampire.escape.three", "winning.dracula", "winning.influence.fangs",
    "winning.influence.vampire", "wolf-form.damage",
))  # fmt: skip

# Facts of either side; the seat of every other fact is a hunter.
_EITHER_SIDE = frozenset((
    "ally_dismissed", "ally_played", "card_discarded", "card_played", "card_returned", "card_shown",
    "cards_drawn", "hand_mixed", "hand_shown", "standing_changed", "taken_up_kept",
))  # fmt: skip

ON_TRAIL = ("hideout", "partner")  # a slot of the trail or a lair; of a power card: nothing
_TRAIL_FACTS = frozenset((
    "card_laid", "card_opened", "cards_denied", "current_card_moved", "hideout_cleared",
    "lair_entered", "lair_made", "whereabouts_told",
))  # fmt: skip
_ALLY_FACTS = frozenset(("ally_dismissed", "ally_played", "ally_taken_back"))
# The decks that the cards of a fact come from; any card of a hand or deck in every other fact.
_DECKS_OF_FACTS = {
    ("hunter_event", "dracula_event"): frozenset(("back_opened", "event_turned_up")),
    ("dracula_event",): frozenset(("event_buried",)),
    ("encounter",): frozenset((
        "bodyguards_kept", "bodyguards_spent", "encounter_discarded", "encounter_laid",
        "encounter_opened", "encounter_taken_back", "vampire_wounded",
    )),
    ("item",): frozenset(("combat_item_discarded",)),
    ("item", "hunter_event"): frozenset((
        "card_covered", "card_exposed", "card_laid_in_front", "card_left_front", "harm_prevented",
    )),
    ("item", "hunter_combat"): frozenset(("combat_card_exchanged",)),
    ("dracula_combat",): frozenset((
        "bat_card_taken", "combat_card_fetched", "combat_cards_drawn", "combat_deck_made",
        "combat_hand_mixed", "dracula_card_canceled", "dracula_card_resolved", "plot_laid",
        "plot_used",
    )),
}  # fmt: skip


class Field(NamedTuple):
    """What may be written for a field of a fact."""

    words: frozenset[str]
    is_list: bool = False


def all_facts(base: type[Fact] = Fact) -> dict[str, type[Fact]]:
    """Every kind of fact by its name."""
    found: dict[str, type[Fact]] = {}
    for kind in base.__subclasses__():
        found[str(kind.__struct_config__.tag)] = kind
        found.update(all_facts(kind))
    return found


def fields_named(tag: str, edition: Edition) -> dict[str, Field]:
    """What may be written for each field of a fact, those of a hideout in it included.

    What each seat has a value of is a field for each seat: `cards.mina`.
    """
    return _fields(tag, all_facts()[tag], edition)


def moments_of(seat: str, edition: Edition) -> frozenset[str]:
    """The moments that a seat can pass openly."""
    return frozenset(each for each in put_to(seat) if is_passable(edition, each))


def _fields(tag: str, kind: type[Struct], edition: Edition) -> dict[str, Field]:
    found: dict[str, Field] = {}
    for each in structs.fields(kind):
        if each.type is Hideout:
            found.update(_fields(tag, Hideout, edition))
        if get_origin(each.type) is dict:
            chosen = {seat: (*_chosen(seat, edition), NO_CARD) for seat in SEATS}
            found.update({f"{each.name}.{seat}": Field(frozenset(chosen[seat])) for seat in SEATS})
        elif each.name != NEVER_WRITTEN:
            found[each.name] = _field(tag, each.name, each.type, edition)
    return found


def _field(tag: str, name: str, of_type: Any, edition: Edition) -> Field:
    """What a field can be, by its type and, where that is a text, by its name."""
    if of_type in (bool, bool | UnsetType):
        return Field(frozenset(("true", "false")))
    if of_type is int:
        return Field(frozenset((NUMBER,)))
    words = _words(tag, name, edition)
    if get_origin(of_type) is tuple:
        return Field(words | {""}, is_list=True)
    may_lack = type(None) in get_args(of_type) or name in ON_TRAIL
    return Field(words | {NOTHING} if may_lack else words)


def _words(tag: str, name: str, edition: Edition) -> frozenset[str]:
    """The words of a text: of the field of this fact, or of the field in all others."""
    board = edition.board
    if name in ("seat", "seats", "hunters", "giver", "taker"):
        return frozenset(SEATS if tag in _EITHER_SIDE else HUNTERS)
    if name in ("slot", "slots", "card", "cards"):
        return frozenset(_cards(tag, name, edition))
    if name in BECAUSE and tag == "hunter_card_canceled":
        return frozenset(_of(edition, "dracula_combat"))
    if name == "way":
        return frozenset(_WAYS if tag == "hunter_moved" else ways_of(edition))
    vampires = [card.id for card in edition.cards.values() if card.vampire]
    of_fields: dict[str, Iterable[str]] = {
        **dict.fromkeys(("place", "places"), _places(tag, edition)),
        **dict.fromkeys(("city", "origin"), board.places),
        **dict.fromkeys(ON_TRAIL, (*board.places, HIDE, *LONE_POWERS)),
        **dict.fromkeys(BECAUSE, (*REASONS, *edition.cards)),
        **dict.fromkeys(("taken", "old", "new"), kinds_of_cards(edition)),
        "deck": _of(edition, "dracula_combat"),
        "encounters": _of(edition, "encounter"),
        "power": (*LONE_POWERS, *POWERS_WITH_PLACE),
        "vampire": vampires,
        "opponent": (DRACULA, *vampires),
        "hospital": board.hospitals,
        "region": (*board.regions, ""),  # a sea zone lies in none
        "kind": KINDS,
        "moment": moments_of(DRACULA, edition) | moments_of(HUNTERS[0], edition),
        "action": (*_ACTIONS, *(f"card.{card}" for card in edition.cards)),
        "outcome": ("hunters", DRACULA),
        "flag": FLAGS,
        "step": STEPS[1:],
        "back": ("hunter", DRACULA) if tag == "back_opened" else (LAND, SEA, CASTLE, POWER),
        "ticket": edition.tickets,
    }
    return frozenset(of_fields[name])


def _places(tag: str, edition: Edition) -> Iterable[str]:
    """The places that a fact can be about."""
    board = edition.board
    match tag:
        case "storm_placed" | "storm_removed":
            return board.sea_zones
        case "fog_placed" | "fog_thinned" | "hunter_placed":
            return board.cities
        case "ground_consecrated" | "ground_desecrated" | "host_placed" | "host_expired":
            return may_be_holy(edition)
        case "card_opened" | "cards_denied":
            return (*board.places, HIDE)
        case _:
            return board.places


def _cards(tag: str, name: str, edition: Edition) -> Iterable[str]:
    """The cards that a fact can be about."""
    for decks, facts in _DECKS_OF_FACTS.items():
        if tag in facts:
            return _of(edition, *decks)
    if tag in _TRAIL_FACTS:
        return (*edition.board.places, HIDE, *LONE_POWERS, NOTHING)
    if tag in _ALLY_FACTS:
        return [card.id for card in edition.cards.values() if card.ally]
    if tag in ("ticket_returned", "ticket_shown"):
        return edition.tickets
    kinds = kinds_of_cards(edition)
    return kinds if name != "card" else [card for card in kinds if kinds[card] != "tickets"]


def _chosen(seat: str, edition: Edition) -> list[str]:
    """What a seat can choose in a round of a fight."""
    return _of(edition, *(("dracula_combat",) if seat == DRACULA else ("hunter_combat", "item")))


def _of(edition: Edition, *decks: str) -> list[str]:
    return [card.id for card in edition.cards.values() if card.deck in decks]
