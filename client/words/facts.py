"""Turns a fact into a sentence: the message, and the values for its placeholders.

Which facts are worth telling is decided here; how they sound, in the language files. A view adds
what its seat knows: the face of a drawn card, the place of a card laid face down.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import groupby
from types import MappingProxyType
from typing import Any, Protocol
from zlib import crc32

from msgspec import structs
from msgspec.structs import replace

from client.words.messages import Name, Names, Speaker, joined, nothing, slug
from engine.facts import board, combat, hands, trail
from engine.facts.fact import Fact
from engine.ids import DRACULA, HIDE, POWER, SlotId
from engine.state import State, newest_location
from engine.view import View

# What the blanks of a sentence are filled with, from the fields of a fact and from a view.


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


# The book-keeping of hidden cards, and what the next fact tells better.
SILENT: frozenset[type[Fact]] = frozenset(
    {
        board.FlagLowered,
        board.StandingChanged,
        board.StepBegan,
        board.TurnEnded,
        combat.BulletsUsed,
        combat.BatCardTaken,
        combat.CombatCardsChosen,
        combat.CombatCardsDrawn,
        combat.CombatDeckMade,
        combat.CombatHandMixed,
        combat.CombatRefreshed,
        combat.PlotUsed,
        hands.HandMixed,
        hands.BackOpened,
        hands.ResolvingDiscarded,
        hands.SlotsMade,
        hands.TakenUpMixed,
        trail.HideoutsMoved,
        trail.TrailSlid,
        trail.WhereaboutsTold,
    }
)


_OF_FIGHTS = (combat.__name__,)


def message_of(fact: Fact) -> str:
    """The message that tells a fact of this kind."""
    return f"fact-{type(fact).__struct_config__.tag}"


def place_of(words: Teller, fact: Fact) -> str:
    """The place a fact happened in; empty if it names none, or a card that is none."""
    named = (getattr(fact, name, None) for name in ("place", "city", "to"))
    return next((each for each in named if isinstance(each, str) and is_place(words, each)), "")


def sentences(
    words: Teller, happened: Iterable[Fact], view: View | None, before: State | None = None
) -> Iterator[tuple[Fact, str]]:
    """The facts worth telling with their sentences; hideouts cleared together are told as one.

    Of a fight that is over by now, whoever knows the state before can say against whom it was.
    """
    fought = view
    if view is not None and before is not None and view.state.combat is None:
        fought = replace(view, state=replace(view.state, combat=before.combat))
    for kind, run in groupby(happened, key=type):
        group = list(run)
        seen = fought if kind.__module__ in _OF_FIGHTS else view
        if kind is trail.HideoutCleared:
            yield group[0], sentence(words, group[0], view, count=len(group))
            continue
        for fact in group:
            told = sentence(words, fact, seen)
            if told:
                yield fact, told


def sentence(words: Teller, fact: Fact, view: View | None, **more: Any) -> str:
    """A fact as a sentence; empty if it is not worth telling."""
    if type(fact) in SILENT or _IS_IDLE.get(type(fact), _never)(fact) or _is_plain(fact, view):
        return ""
    blanks = from_fields(words, fact, view)
    special = _SPECIAL.get(type(fact))
    if special is not None:
        blanks.update(special(words, fact, view))
    return words.say(message_of(fact), **{**blanks, **more})


# Facts with a form that tells nothing.


def _never(_fact: Any) -> bool:
    return False


def _is_plain(fact: Fact, view: View | None) -> bool:
    """Whether a hunter is engaged for want of another, which needs no telling."""
    fight = None if view is None else view.state.combat
    return isinstance(fact, combat.HunterEngaged) and fight is not None and len(fight.hunters) == 1


_TOLD_ACTIONS = {"rest", "search", "supply", "trade"}


def _is_idle_action(fact: board.ActionTaken) -> bool:
    return fact.action not in _TOLD_ACTIONS and not fact.action.startswith("ability.")


_IS_IDLE: Mapping[type[Fact], Callable[[Any], bool]] = MappingProxyType(
    {
        board.ActionTaken: _is_idle_action,
        # The refilling of his hand follows every encounter he lays.
        hands.CardsDrawn: lambda fact: fact.kind == "encounters" and len(fact.slots) == 1,
        # What the other cards did has been told by then.
        combat.DraculaCardResolved: lambda fact: not fact.card.startswith("escape"),
        board.HunterHealed: lambda fact: not fact.amount,
        board.DraculaHealed: lambda fact: not fact.amount,
        board.InfluenceChanged: lambda fact: not fact.by,
        trail.VampireWounded: lambda fact: not fact.amount,
        hands.HandShown: lambda fact: not fact.cards,
        # A shuffle that takes nothing in is the mixing of a pool or the first of a deck.
        hands.PileShuffled: lambda fact: not fact.taken or fact.kind == "tickets",
        # An announced power lying alone was told when it was shown.
        trail.CardLaid: lambda fact: fact.hideout.back == POWER,
        trail.CardsDenied: lambda fact: not fact.slots,
    }
)


# Facts whose blanks are more than their fields.


def _drawn(_words: Teller, fact: hands.CardsDrawn, view: View | None) -> Blanks:
    faces = tuple(known(view, slot) for slot in fact.slots)
    if fact.kind == "tickets" or not all(faces):
        faces = ()
    return {"known": Names("card", faces), "count": len(fact.slots)}


def _laid(_words: Teller, fact: trail.CardLaid, view: View | None) -> Blanks:
    hideout = fact.hideout
    return {
        "back": hideout.back,
        "place": location(hideout.card or ""),
        "known": location(known(view, hideout.slot)),
        "power": Name("card", hideout.power) if hideout.power else nothing("card"),
        "space": fact.space + 1,
    }


def _opened(_words: Teller, fact: trail.CardOpened, view: View | None) -> Blanks:
    newest = None if view is None else newest_location(view.state)
    is_current = newest is not None and newest[1].slot == fact.slot
    return {"place": location(fact.place), "current": "yes" if is_current else "no"}


def _denied(_words: Teller, fact: trail.CardsDenied, _view: View | None) -> Blanks:
    places = tuple(place for place in fact.places if place != HIDE)
    return {"places": Names("place", places), "count": len(fact.slots)}


def _revealed(words: Teller, fact: combat.CombatCardsRevealed, view: View | None) -> Blanks:
    fight = None if view is None else view.state.combat
    lines: list[str] = []
    for seat, played in fact.cards.items():
        card, fighter, kind = Name("card", played.card), Name("seat", seat), "seat"
        # Over with this round, or told to whoever has no view: it may have been any vampire.
        if seat == DRACULA and fight is None:
            fighter, kind = nothing("seat"), "unknown"
        elif seat == DRACULA and fight is not None and fight.vampire is not None:
            fighter, kind = Name("card", fight.vampire), "encounter"
        first = "no" if lines else "yes"
        message = "fact-combat_cards_revealed-one"
        lines.append(words.say(message, fighter=fighter, kind=kind, card=card, first=first))
    return {"cards": joined(words, lines)}


def _way(_words: Teller, fact: Any, _view: View | None) -> Blanks:
    return way(fact.way)


_SPECIAL: Mapping[type[Fact], Callable[[Teller, Any, View | None], Blanks]] = MappingProxyType(
    {
        board.TimeAdvanced: lambda _words, fact, _view: {"day": Name("day", str(fact.day))},
        combat.CombatBegan: lambda _words, fact, _view: {
            "opponent": Name("card", fact.vampire) if fact.vampire else Name("seat", "dracula")
        },
        combat.CombatCardsRevealed: _revealed,
        combat.CombatCardExchanged: lambda _words, fact, _view: {
            "card": Name("card", fact.card.card)
        },
        trail.EncounterLaid: lambda _words, fact, view: {
            "known": Name("card", known(view, fact.slot))
        },
        trail.VampireWounded: lambda _words, fact, _view: {
            "amount": abs(fact.amount),
            "way": "hurt" if fact.amount > 0 else "healed",
        },
        board.InfluenceChanged: lambda _words, fact, _view: {
            "amount": abs(fact.by),
            "way": "up" if fact.by > 0 else "down",
        },
        board.RoadblockPlaced: _way,
        board.RoadblockRemoved: _way,
        hands.CardsDrawn: _drawn,
        trail.CardLaid: _laid,
        trail.CardsDenied: _denied,
        trail.CardOpened: _opened,
        trail.HideoutCleared: lambda _words, _fact, _view: {"count": 1},
    }
)
