"""From a fact to its rule: the clause that whoever reads of it may want to read next.

What brought a fact about comes first, where that is a clause or a card; then the card it is about;
then what the rules say of such facts in general.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from client.words.rulebook import sentences
from engine.facts import (
    answers,
    board,
    combat,
    combat_cards,
    encounters,
    hands,
    piles,
    tokens,
    trail,
)
from engine.facts.fact import Fact
from engine.ids import CASTLE, HIDE, ClauseId

_REASONS = ("source", "cause", "by")
_CARDS = ("card", "power", "vampire")

_FLAGS: Mapping[str, ClauseId] = MappingProxyType(
    {
        "extra_action": "card.renewed_vigor",
        "free_order": "card.speedy_telegraph",
        "long_night": "card.long_night",
        "night_combats": "card.nocturnal_visit",
        "no_supply": "card.devilish_power",
        "second_phase": "card.unearthly_swiftness",
        "skip_day": "card.darkness_returns",
    }
)
_ACTIONS: Mapping[str, ClauseId] = MappingProxyType(
    {
        "rest": "rest.recover",
        "search": "search.reveal",
        "supply": "supply.event.always",
        "trade": "trade.partner",
    }
)
_WAYS: Mapping[str, ClauseId] = MappingProxyType(
    {
        "road": "movement.road",
        "rail": "movement.rail.ticket",
        "sea": "movement.sea.hunter-day",
        "leave": "hospitals.move",
    }
)
_DRAWN: Mapping[str, ClauseId] = MappingProxyType(
    {
        "items": "supply.item.large-city",
        "events": "supply.event.always",
        "encounters": "encounters.refill",
        "tickets": "ticket.reserve",
    }
)
_SHUFFLED: Mapping[str, ClauseId] = MappingProxyType(
    {
        "items": "obligation.ob-48b",
        "events": "obligation.ob-48b",
        "encounters": "encounters.reshuffle",
    }
)
# Who takes cards up to look at them and keep one: by their kind, there is one card for each.
_TAKEN_UP: Mapping[str, ClauseId] = MappingProxyType(
    {"items": "card.lucky_find", "events": "card.hoax"}
)

# What the rules say of facts of a kind, where neither a reason nor a card says more.
RULES: Mapping[type[Fact], ClauseId] = MappingProxyType(
    {
        answers.HuntersNamed: "card.evil_presence",
        answers.RegionTold: "regions.effects",
        board.BiteRemoved: "card.blood_transfusion",
        board.DespairGrew: "dawn.week.despair",
        board.HospitalChosen: "defeated.hunter.hospital-tie",
        board.HunterBitten: "bitten.token",
        board.HunterDelayed: "delayed.figure",
        board.HunterHealed: "damage.recover.character",
        board.HunterMoved: "movement.hunter.night-effects",
        board.HunterPlaced: "setup.hunters.start-city",
        board.HunterReturned: "defeated.hunter.return",
        board.HunterStoodUp: "actions.delayed.stand",
        board.HunterWounded: "damage.suffer.character",
        board.DraculaHealed: "damage.recover.character",
        board.DraculaWounded: "damage.suffer.character",
        board.ActionTaken: "abilities.special-action",
        board.RumorGained: "dawn.week.rumor",
        combat.CombatBegan: "combat.start.mandatory",
        combat.CombatRefused: "fog.decline-combat",
        combat.EscapesBarred: "card.enraged",
        combat.HunterEngaged: "combat.step2.engage",
        combat.HunterMesmerized: "mesmerize.duration",
        combat_cards.CombatCardExchanged: "card.planned_ambush",
        combat_cards.CombatCardFetched: "card.plotting",
        combat_cards.CombatCardsRevealed: "combat.step3.reveal",
        combat_cards.PlotLaid: "card.plotting",
        encounters.EncounterDiscarded: "encounters.discard-after",
        encounters.EncounterLaid: "dracula-phase.encounter.place",
        encounters.RumorLaid: "dracula-phase.rumor",
        hands.CardCovered: "weakened.expose.not-combat",
        hands.CardDiscarded: "events.discard.facedown",
        hands.CardGiven: "trade.goods",
        hands.CardShownToPartner: "hidden.trade.private",
        hands.HandShown: "reveal.from-hand",
        hands.TicketReturned: "ticket.return",
        hands.TicketShown: "movement.rail.two-values",
        piles.EventBuried: "events.discard.facedown",
        tokens.BatsFlew: "bats.effect",
        tokens.BatsGiven: "bats.place",
        tokens.FogPlaced: "fog.place.number",
        tokens.FogThinned: "fog.remove",
        tokens.GroundConsecrated: "consecrated.place",
        tokens.GroundDesecrated: "consecrated.ground-lasts",
        tokens.HostExpired: "consecrated.host-expires",
        tokens.HostPlaced: "consecrated.place",
        tokens.RoadblockPlaced: "roadblock.place",
        tokens.RoadblockRemoved: "roadblock.remove",
        tokens.StormPlaced: "storm.place",
        tokens.StormRemoved: "storm.remove",
        trail.CardLaid: "dracula-phase.place.facedown",
        trail.CardsDenied: "reveal.meaning",
        trail.CurrentCardMoved: "errors.step2.keep-current",
        trail.HideoutCleared: "hideouts.clear.location",
        trail.LairEntered: "lairs.return.hideout",
        trail.LairMade: "lairs.convert.slot",
    }
)


def rule_of(fact: Fact) -> ClauseId:
    """The clause to read about a fact; empty if there is none."""
    special = _SPECIAL.get(type(fact))
    own = "" if special is None else special(fact)
    return own or _named(fact) or RULES.get(type(fact), "")


def _named(fact: Fact) -> ClauseId:
    """The clause of the reason a fact names, or else of the card it is about."""
    for field in (*_REASONS, *_CARDS):
        value = getattr(fact, field, None)
        for clause in (value, f"card.{value}") if isinstance(value, str) else ():
            if clause in sentences():
                return str(clause)
    return ""


def _opened(fact: trail.CardOpened) -> ClauseId:
    return "hide.reveal.with-location" if fact.place == HIDE else "reveal.meaning"


def _laid(fact: trail.CardLaid) -> ClauseId:
    """What may be seen of the card: a place in general, unless it is one with rules of its own."""
    if fact.hideout.card == HIDE:
        return f"card.{HIDE}"
    return "castle.known" if fact.hideout.back == CASTLE else ""


_SPECIAL: Mapping[type[Fact], Callable[[Any], ClauseId]] = MappingProxyType(
    {
        board.ActionTaken: lambda fact: _ACTIONS.get(fact.action, ""),
        board.FlagRaised: lambda fact: _FLAGS.get(fact.flag, ""),
        board.HunterMoved: lambda fact: _WAYS.get(fact.way, ""),
        board.TimeAdvanced: lambda fact: "dusk.advance" if fact.is_night else "dawn.advance",
        encounters.VampireWounded: lambda fact: (
            "damage.suffer.vampire" if fact.amount > 0 else "damage.recover.vampire"
        ),
        hands.CardExposed: lambda _fact: "weakened.expose",
        hands.CardsDrawn: lambda fact: _DRAWN.get(fact.kind, ""),
        piles.CardsTakenUp: lambda fact: _TAKEN_UP.get(fact.kind, ""),
        piles.PileShuffled: lambda fact: _SHUFFLED.get(fact.kind, ""),
        piles.TakenUpKept: lambda fact: _TAKEN_UP.get(fact.kind, ""),
        trail.CardLaid: _laid,
        trail.CardOpened: _opened,
    }
)
