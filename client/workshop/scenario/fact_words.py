"""Facts as words in scenarios, and the values that each field of a fact can have.

A value that a field can never have is refused: otherwise an expectation of it, or of its absence,
would prove nothing. Every text field has its own set of words, if need be for each fact; there is
no fallback to all words. Whoever adds a field to a fact names its words here.
"""

import re
from collections.abc import Iterable
from typing import Any, NamedTuple, get_args, get_origin

from msgspec import Struct, UnsetType, structs

from engine.edition import Edition
from engine.errors import BadScenario
from engine.facts.fact import Fact
from engine.ids import CASTLE, DRACULA, HIDE, HUNTERS, LAND, NO_CARD, POWER, SEA, SEATS
from engine.knowledge import Knowledge
from engine.options import BY_NAME, HandOption
from engine.positions.box import KINDS, kinds_of_cards, nearest
from engine.positions.hideouts import LONE_POWERS, POWERS_WITH_PLACE
from engine.positions.position import FLAGS, STEPS
from engine.positions.tokens import QUESTIONS, may_be_holy, put_to, ways_of
from engine.rules.actions import ABILITIES
from engine.rules.windows import is_passable
from engine.state import Encounter, Hideout, Played

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


class FactField(NamedTuple):
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


def fields_named(tag: str, edition: Edition) -> dict[str, FactField]:
    """What may be written for each field of a fact, those of a hideout in it included.

    What each seat has a value of is a field for each seat: `cards.mina`.
    """
    return _fields(tag, all_facts()[tag], edition)


def moments_of(seat: str, edition: Edition) -> frozenset[str]:
    """The moments that a seat can pass openly."""
    return frozenset(each for each in put_to(seat) if is_passable(edition, each))


def _fields(tag: str, kind: type[Struct], edition: Edition) -> dict[str, FactField]:
    found: dict[str, FactField] = {}
    for each in structs.fields(kind):
        if each.type is Hideout:
            found.update(_fields(tag, Hideout, edition))
        if get_origin(each.type) is dict:
            chosen = {seat: (*_chosen(seat, edition), NO_CARD) for seat in SEATS}
            found.update(
                {f"{each.name}.{seat}": FactField(frozenset(chosen[seat])) for seat in SEATS}
            )
        elif each.name != NEVER_WRITTEN:
            found[each.name] = _field(tag, each.name, each.type, edition)
    return found


def _field(tag: str, name: str, of_type: Any, edition: Edition) -> FactField:
    """What a field can be, by its type and, where that is a text, by its name."""
    if of_type in (bool, bool | UnsetType):
        return FactField(frozenset(("true", "false")))
    if of_type is int:
        return FactField(frozenset((NUMBER,)))
    words = _words(tag, name, edition)
    if get_origin(of_type) is tuple:
        return FactField(words | {""}, is_list=True)
    may_lack = type(None) in get_args(of_type) or name in ON_TRAIL
    return FactField(words | {NOTHING} if may_lack else words)


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


_NUMBER = re.compile("-?(0|[1-9][0-9]*)")
# A slot and the field that says which card lies there, unless it lies face down.
_SAME = (("slot", "card"), ("slot", "place"), ("slot", "ticket"), ("opponent", "vampire"))


def vocabulary_list() -> list[str]:
    """Every answer, question and fact with its fields, as they are written in scenarios."""
    lines = ["answers:"]
    for name, kind in sorted(BY_NAME.items()):
        fields = [each.name for each in structs.fields(kind)]
        named = fields[1:] if issubclass(kind, HandOption) else fields
        lines.append(" ".join((f"  {name}", *(f"<{each}>" for each in named))))
    lines += ["  pick <anything>", "  lay <card>", "  choose <card>", "questions:"]
    lines += [f"  {about}" for about in sorted(QUESTIONS)]
    lines += ["facts:"]
    for tag, fact in sorted(all_facts().items()):
        lines.append(" ".join((f"  {tag}", *_fields_listed(fact))))
    return lines


def _fields_listed(fact: type[Fact]) -> list[str]:
    named = [each for each in structs.fields(fact) if each.name != NEVER_WRITTEN]
    return [
        f"{each.name}.<seat>=" if get_origin(each.type) is dict else f"{each.name}="
        for each in named
    ]


# A fact in words: checked, written, compared.
def checked(words: str, edition: Edition, where: str) -> str:
    """The words of a fact; an unknown fact, field or value, or one too many, is a mistake."""
    tag, *rest = words.split() or [""]
    kinds = all_facts()
    if tag not in kinds:
        raise BadScenario(f'{where}: there is no fact "{tag}"{nearest(tag, kinds)}.')
    where = f"{where}: {tag}"
    named: dict[str, str] = {}
    for part in (each for each in rest if "=" in each):
        key, _, value = part.partition("=")
        if key in named:
            raise BadScenario(f'{where} has one value of "{key}", not two.')
        named[key] = value
    bare = [part for part in rest if "=" not in part]
    fields = fields_named(tag, edition)
    for key, value in named.items():
        if key not in fields:
            raise BadScenario(f'{where} has no field "{key}"{nearest(key, fields)}.')
        if "," in value and not fields[key].is_list:
            raise BadScenario(f'{where} {key} is one value, not "{value}".')
        _check_values(value, fields[key].words, f"{where} {key}")
    every = frozenset[str]().union(*(each.words for each in fields.values()))
    for part in bare:
        _check_values(part, every, where)
    _check_together(fields, named, bare, edition, where)
    return words


def _check_values(value: str, known: frozenset[str], where: str) -> None:
    """A value, or a list of them, that its field can have."""
    for word in value.split(","):
        if not _is_known(word, known):
            hint = "; it is a whole number" if known == {NUMBER} else nearest(word, known)
            raise BadScenario(f'{where}: there is no "{word}" here{hint}.')


def _is_known(word: str, known: frozenset[str]) -> bool:
    return word in known or (NUMBER in known and _NUMBER.fullmatch(word) is not None)


def _check_together(
    fields: dict[str, FactField],
    named: dict[str, str],
    bare: list[str],
    edition: Edition,
    where: str,
) -> None:
    """Words that may each be written, but never all of the same fact."""
    left = {key: each.words for key, each in fields.items()}
    _narrow_slots(left, named, bare)
    seats = [each for each in (named.get("seat"), *bare) if each in SEATS]
    if "moment" in left and seats:
        left["moment"] = moments_of(seats[0], edition)
    kinds = [each for each in (named.get("kind"), *bare) if each in KINDS]
    if "kind" in left and kinds:
        for key in ("slot", "slots", "card", "cards", "taken"):
            left[key] = left.get(key, frozenset()) & _lying_as(kinds[0], edition)
    for key, value in named.items():
        if left[key]:
            _check_values(value, left[key], f"{where} {key}")
    free = [(left[key], each.is_list) for key, each in fields.items() if key not in named]
    if not _have_room(bare, free):
        raise BadScenario(f"{where} has no fields for all of {', '.join(bare)}.")


def _lying_as(kind: str, edition: Edition) -> frozenset[str]:
    kinds = kinds_of_cards(edition)
    return frozenset((*(card for card in kinds if kinds[card] == kind), NOTHING, ""))


def _narrow_slots(left: dict[str, frozenset[str]], named: dict[str, str], bare: list[str]) -> None:
    """A slot and the card that is said to lie there are one, unless it lies face down."""
    for slot, card in _SAME:
        if slot not in left or left.get(card, {NUMBER}) == {NUMBER}:
            continue
        if slot in named:
            left[card] &= {named[slot], NOTHING}
        elif NOTHING not in (named.get(card), *bare):
            left[slot] -= left[card]


def _have_room(bare: list[str], free: list[tuple[frozenset[str], bool]]) -> bool:
    """Whether each word that names no field has a field of its own."""
    if not bare:
        return True
    first, *others = bare
    fitting = [
        number
        for number, (words, is_list) in enumerate(free)
        if all(_is_known(part, words) for part in (first.split(",") if is_list else [first]))
    ]
    return any(_have_room(others, free[:at] + free[at + 1 :]) for at in fitting)


def unheard(fact: Fact, edition: Edition) -> str | None:
    """A fact's reason that no scenario could name, if there is one; there must be none."""
    for name in BECAUSE:
        reason = getattr(fact, name, None)
        if isinstance(reason, str) and reason not in REASONS and reason not in edition.cards:
            return reason
    return None


def fields_of(fact: Struct, values: Knowledge) -> dict[str, str]:
    """Every field of a fact as its value is written."""
    found: dict[str, str] = {}
    for each in structs.fields(type(fact)):
        value = getattr(fact, each.name)
        if isinstance(value, Hideout):
            found.update(fields_of(value, values))
        if isinstance(value, dict):
            for key, inner in value.items():
                found[f"{each.name}.{key}"] = _written(inner, values)
        elif each.name in ("slot", *ON_TRAIL) and isinstance(value, str):
            found[each.name] = _lying(value, values)
        elif each.name != NEVER_WRITTEN:
            found[each.name] = _written(value, values)
    return found


def _lying(slot: str, values: Knowledge) -> str:
    """The card in a slot; nothing for a power card that is announced and lies alone."""
    return values.get(slot) or NOTHING


def _written(value: Any, values: Knowledge) -> str:
    """A value by the card that lies in a slot, if it is one."""
    match value:
        case None | bool():
            return str(value).lower()
        case UnsetType():
            return "false"
        case tuple():
            return ",".join(_written(each, values) for each in value)
        case Played():
            return value.card
        case Hideout() | Encounter():
            return _lying(value.slot, values)
        case _:
            named = values.get(str(value), str(value))
            # A sealed combat choice names the slot of the card that was chosen.
            return values.get(named, named)


def in_words(fact: Fact, values: Knowledge) -> str:
    """A fact as one line."""
    parts = [f"{key}={written}" for key, written in fields_of(fact, values).items()]
    return " ".join((str(fact.__struct_config__.tag), *parts))


def matches(words: str, fact: Fact, values: Knowledge) -> bool:
    """Whether a fact is of this tag, and every other word is one of its values."""
    tag, *rest = words.split()
    if fact.__struct_config__.tag != tag:
        return False
    fields = fields_of(fact, values)
    for part in rest:
        key, equals, value = part.partition("=")
        if fields.get(key) != value if equals else part not in fields.values():
            return False
    return True
