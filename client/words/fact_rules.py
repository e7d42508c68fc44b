"""Finds the rule for a fact: the clause that a reader of the chronicle may want to read next.

What caused the fact comes first, if that is a clause or a card; then the card it is about; then the
rule for such facts in general. Where a fact does not name its cause, the state it happened in and
the facts beside it decide.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from client.words.rulebook import sentences
from engine.facts import board, combat, hands, trail
from engine.facts.fact import Fact
from engine.ids import CASTLE, DRACULA, HIDE, VAN_HELSING, CardId, ClauseId, SlotId
from engine.state import State, hideouts

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
        "tickets": "ticket.reserve",  # nothing else gives any
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
        trail.HuntersNamed: "card.evil_presence",
        trail.RegionTold: "regions.effects",
        board.BiteRemoved: "card.blood_transfusion",
        board.DespairGrew: "dawn.week.despair",
        board.HospitalChosen: "defeated.hunter.hospital-tie",
        board.HunterBitten: "bitten.token",
        board.HunterDelayed: "delayed.figure",
        board.HunterHealed: "damage.recover.character",
        board.HunterMoved: "bats.effect",
        board.HunterPlaced: "setup.hunters.before-dracula",
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
        combat.CombatCardExchanged: "card.planned_ambush",
        combat.CombatCardFetched: "card.plotting",
        combat.CombatCardsRevealed: "combat.step3.reveal",
        combat.PlotLaid: "card.plotting",
        trail.EncounterDiscarded: "encounters.discard-after",
        trail.EncounterLaid: "dracula-phase.encounter.place",
        trail.RumorLaid: "dracula-phase.rumor",
        hands.CardCovered: "weakened.expose.not-combat",
        hands.CardDiscarded: "events.discard.facedown",
        hands.CardShownToPartner: "hidden.trade.private",
        hands.HandShown: "reveal.from-hand",
        hands.TicketReturned: "ticket.return",
        hands.TicketShown: "movement.rail.two-values",
        hands.EventBuried: "events.discard.facedown",
        board.BatsFlew: "bats.effect",
        board.BatsGiven: "bats.place",
        board.FogPlaced: "fog.place.number",
        board.FogThinned: "fog.remove",
        board.GroundConsecrated: "consecrated.place",
        board.GroundDesecrated: "consecrated.ground-lasts",
        board.HostExpired: "consecrated.host-expires",
        board.HostPlaced: "consecrated.place",
        board.RoadblockPlaced: "roadblock.place",
        board.RoadblockRemoved: "roadblock.remove",
        board.StormPlaced: "storm.place",
        board.StormRemoved: "storm.remove",
        trail.CardLaid: "dracula-phase.place.facedown",
        trail.CardsDenied: "reveal.meaning",
        trail.CurrentCardMoved: "errors.step2.keep-current",
        trail.HideoutCleared: "hideouts.clear.location",
        trail.LairEntered: "lairs.return.hideout",
        trail.LairMade: "lairs.convert.slot",
    }
)


class Happening(NamedTuple):
    """A fact with all that came together with it, and the state that it came in."""

    fact: Any
    together: tuple[Fact, ...] = ()
    before: State | None = None  # None: it is how the game began

    @property
    def earlier(self) -> tuple[Fact, ...]:
        """What came before it, of what came together."""
        same = (at for at, each in enumerate(self.together) if each is self.fact)
        return self.together[: next(same, 0)]

    @property
    def is_setup(self) -> bool:
        """Whether the game was being set up."""
        has_begun = any(isinstance(each, board.StepBegan) for each in self.earlier)
        return not has_begun and (self.before is None or self.before.step == "setup")

    @property
    def action(self) -> str:
        """The action that a hunter used last."""
        taken = [each.action for each in self.earlier if isinstance(each, board.ActionTaken)]
        done = (*(() if self.before is None else self.before.actions), *taken)
        return done[-1] if done else ""

    @property
    def played(self) -> ClauseId:
        """The card whose effect was being carried out; empty if none was."""
        lying: dict[SlotId, CardId] = {}
        for card in () if self.before is None else self.before.resolving:
            if card.card is not None:
                lying[card.slot] = card.card
        for each in self.earlier:
            if isinstance(each, hands.CardPlayed):
                lying[each.slot] = each.card
            else:
                lying.pop(getattr(each, "slot", ""), None)
        return f"card.{next(reversed(lying.values()))}" if lying else ""


def rule_of(fact: Fact, together: tuple[Fact, ...] = (), before: State | None = None) -> ClauseId:
    """The clause to read about a fact, with what happened at once with it; empty if none."""
    special = _SPECIAL.get(type(fact))
    own = "" if special is None else special(Happening(fact, together, before))
    return own or _named(fact) or RULES.get(type(fact), "")


def _named(fact: Fact) -> ClauseId:
    """The clause of the reason a fact names, or else of the card it is about."""
    for field in (*_REASONS, *_CARDS):
        value = getattr(fact, field, None)
        for clause in (value, f"card.{value}") if isinstance(value, str) else ():
            if clause in sentences():
                return str(clause)
    return ""


# Facts that need more than their kind.


def _acted(it: Happening) -> ClauseId:
    fact: board.ActionTaken = it.fact
    if it.before is not None:
        places = [hunter.place for hunter in it.before.hunters.values() if hunter.on_board]
        hunter = it.before.hunters[fact.seat]
        if fact.action == "supply" and hunter.where == "hospital":
            return "hospitals.supply.item"
        if fact.action == "trade" and fact.seat == VAN_HELSING and places.count(hunter.place) < 2:
            return "trade.leader.anywhere"
    return _ACTIONS.get(fact.action, "")


def _moved(it: Happening) -> ClauseId:
    """What lets him go by road and sea differently from an action is a card; bats are none."""
    may_be_granted = it.fact.way in ("road", "sea", "forced")
    return (it.played if may_be_granted else "") or _WAYS.get(it.fact.way, "")


def _drawn(it: Happening) -> ClauseId:
    fact: hands.CardsDrawn = it.fact
    special = {"encounters": _encounters_drawn, "events": _events_drawn, "items": _items_drawn}
    return special.get(fact.kind, lambda _it: "")(it) or _DRAWN.get(fact.kind, "")


def _encounters_drawn(it: Happening) -> ClauseId:
    if it.is_setup:
        return "setup.encounters.hand"
    if it.before is None:
        return ""
    first = it.before.dracula.trail[0]
    if it.before.step == "dracula" and first is not None and first.power == "dark_call":
        return "dark-call.draw"
    lying = (each.card for hideout in hideouts(it.before) for each in hideout.encounters)
    is_soil = it.before.step != "dracula" and "desecrated_soil" in lying
    return "card.desecrated_soil" if is_soil else ""


def _events_drawn(it: Happening) -> ClauseId:
    """A hunter has them by supply alone; Dracula by night, and by cards."""
    if it.fact.seat != DRACULA or it.before is None:
        return ""
    if it.played or it.action == "supply":
        return it.played or "supply.night.dracula"
    return "card.immanuel_hildesheim" if it.before.step == "dracula" else "card.long_night"


def _items_drawn(it: Happening) -> ClauseId:
    hunter = None if it.before is None else it.before.hunters.get(it.fact.seat)
    return "hospitals.supply.item" if hunter is not None and hunter.where == "hospital" else ""


def _covered(it: Happening) -> ClauseId:
    fact: hands.CardCovered = it.fact
    if it.before is not None and it.before.combat is not None:
        return ""
    if any(isinstance(each, hands.CardExposed) for each in it.together[len(it.earlier) :]):
        return "weakened.swap"
    is_trade = it.action == "trade"
    return it.played or (_goods(fact.kind) if is_trade else "")


def _goods(kind: str) -> ClauseId:
    return "trade.leader.events-only" if kind == "events" else "trade.goods"


def _hand_shown(it: Happening) -> ClauseId:
    fact: hands.HandShown = it.fact
    hunter = None if it.before is None else it.before.hunters.get(fact.seat)
    if hunter is not None and hunter.where == "away":
        return f"defeated.hunter.discard-{fact.kind}"
    return it.played


def _encounter_laid(it: Happening) -> ClauseId:
    if it.is_setup:
        return "switch.start_encounter"
    return it.played or ("lairs.convert.encounter" if _is_lair(it, it.fact.hideout) else "")


def _cleared(it: Happening) -> ClauseId:
    fact: trail.HideoutCleared = it.fact
    if any(isinstance(each, trail.CurrentCardMoved) for each in it.together):
        return "errors.step2.clear"
    fallen = None if it.before is None else it.before.dracula.fallen
    if fallen is not None and fallen.slot == fact.slot:
        return "maturing.clear"
    return "lairs.clear.location" if _is_lair(it, fact.slot) else ""


def _is_lair(it: Happening, slot: SlotId) -> bool:
    made = {each.slot for each in it.earlier if isinstance(each, trail.LairMade)}
    lairs = () if it.before is None else it.before.dracula.lairs
    return slot in made | {lair.slot for lair in lairs if lair is not None}


def _rumor_gained(it: Happening) -> ClauseId:
    """One at first; every other comes with despair."""
    is_first = not any(isinstance(each, board.DespairGrew) for each in it.earlier)
    return "setup.rumor.one" if it.is_setup and is_first else ""


def _opened(it: Happening) -> ClauseId:
    return "hide.reveal.with-location" if it.fact.place == HIDE else "reveal.meaning"


def _laid(it: Happening) -> ClauseId:
    """What may be seen of the card: a place in general, unless it is one with rules of its own."""
    hideout = it.fact.hideout
    if hideout.card == HIDE:
        return f"card.{HIDE}"
    if hideout.back == CASTLE:
        return "castle.known"
    return "setup.dracula.card-facedown" if it.is_setup else ""


def _vampire_wounded(it: Happening) -> ClauseId:
    return "damage.suffer.vampire" if it.fact.amount > 0 else "damage.recover.vampire"


_SPECIAL: Mapping[type[Fact], Callable[[Happening], ClauseId]] = MappingProxyType(
    {
        board.ActionTaken: _acted,
        board.DespairGrew: lambda it: "switch.despair_from_start" if it.is_setup else "",
        board.FlagRaised: lambda it: _FLAGS.get(it.fact.flag, ""),
        board.HunterMoved: _moved,
        board.RumorGained: _rumor_gained,
        board.TimeAdvanced: lambda it: "dusk.advance" if it.fact.is_night else "dawn.advance",
        trail.EncounterLaid: _encounter_laid,
        trail.VampireWounded: _vampire_wounded,
        hands.CardCovered: _covered,
        hands.CardExposed: lambda _it: "weakened.expose",
        hands.CardGiven: lambda it: _goods(it.fact.kind),
        hands.CardsDrawn: _drawn,
        hands.HandShown: _hand_shown,
        hands.CardsTakenUp: lambda it: _TAKEN_UP.get(it.fact.kind, ""),
        hands.EventBuried: lambda it: it.played,
        hands.PileShuffled: lambda it: _SHUFFLED.get(it.fact.kind, ""),
        hands.TakenUpKept: lambda it: _TAKEN_UP.get(it.fact.kind, ""),
        board.RoadblockRemoved: lambda it: it.played,
        trail.CardLaid: _laid,
        trail.CardOpened: _opened,
        trail.HideoutCleared: _cleared,
    }
)
