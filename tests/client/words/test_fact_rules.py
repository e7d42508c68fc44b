"""Every line of the chronicle leads to a rule, to one that the book has, and to the right one."""

import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from client.words import fact_rules
from client.words.fact_rules import rule_of
from client.words.facts import SILENT, sentence
from client.words.rulebook import sentences
from client.words.words import Words
from client.workshop.scenario import scenario_file
from client.workshop.scenario.driver import Driver
from client.workshop.scenario.runner import Turn
from engine.facts import board, hands, trail
from engine.facts.fact import Fact
from engine.state import State
from tests.client.words import engine_ids as ids

_SCENARIOS = Path(__file__).parents[2] / "scenarios"

# What brings a fact about, as a scenario; the kind of fact, with the fields that tell it from
# others there; and the clause that is right for it, or several in the order of the facts.
_CAUSES: tuple[tuple[str, type[Fact], dict[str, object], str], ...] = (
    ("examples/setting_up", board.RumorGained, {}, "setup.rumor.one"),
    ("dawn/a_new_week", board.RumorGained, {}, "dawn.week.rumor"),
    ("dawn/a_new_week", board.DespairGrew, {}, "dawn.week.despair"),
    ("switches/despair_from_start_2", board.DespairGrew, {}, "switch.despair_from_start"),
    ("examples/setting_up", board.HunterPlaced, {}, "setup.hunters.before-dracula"),
    ("examples/setting_up", trail.CardLaid, {}, "setup.dracula.card-facedown"),
    ("ambush/only_on_arriving", trail.CardLaid, {}, "dracula-phase.place.facedown"),
    ("castle/dracula_goes_home", trail.CardLaid, {}, "castle.known"),
    ("examples/setting_up", hands.CardsDrawn, {"kind": "encounters"}, "setup.encounters.hand"),
    ("powers/dark_call", hands.CardsDrawn, {"kind": "encounters"}, "dark-call.draw"),
    (
        "encounter_cards/desecrated_soil_by_ambush",
        hands.CardsDrawn,
        {"kind": "encounters"},
        "card.desecrated_soil",
    ),
    ("supply/large_city_by_day", hands.CardsDrawn, {"kind": "items"}, "supply.item.large-city"),
    (
        "hospitals/supply_is_one_item",
        hands.CardsDrawn,
        {"kind": "items"},
        "hospitals.supply.item",
    ),
    (
        "hospitals/supply_is_one_item",
        board.ActionTaken,
        {"action": "supply"},
        "hospitals.supply.item",
    ),
    ("supply/large_city_by_day", board.ActionTaken, {"action": "supply"}, "supply.event.always"),
    (
        "supply/by_night_from_the_bottom",
        hands.CardsDrawn,
        {"seat": "dracula"},
        "supply.night.dracula",
    ),
    ("hunter_events/long_night", hands.CardsDrawn, {"seat": "dracula"}, "card.long_night"),
    (
        "dracula_events/hildesheim_ally",
        hands.CardsDrawn,
        {"seat": "dracula"},
        "supply.night.dracula card.immanuel_hildesheim",
    ),
    ("events/a_dracula_event_by_day", hands.EventBuried, {}, "events.discard.facedown"),
    ("hunter_events/mystic_research", hands.EventBuried, {}, "card.mystic_research"),
    ("movement/road_to_a_neighbour", board.HunterMoved, {"way": "road"}, "movement.road"),
    ("hunter_events/fast_horses", board.HunterMoved, {"way": "road"}, "card.fast_horses"),
    ("actions/at_sea_by_day", board.HunterMoved, {"way": "sea"}, "movement.sea.hunter-day"),
    ("hunter_events/excellent_weather", board.HunterMoved, {}, "card.excellent_weather"),
    ("hospitals/the_way_out", board.HunterMoved, {"way": "leave"}, "hospitals.move"),
    ("bats/carried_off", board.HunterMoved, {"way": "forced"}, "bats.effect"),
    ("dracula_events/wild_horses", board.HunterMoved, {"way": "forced"}, "card.wild_horses"),
    (
        "dracula_events/vampiric_influence",
        board.HunterMoved,
        {"way": "forced"},
        "card.vampiric_influence",
    ),
    ("roadblock/one_goes_at_dusk", board.RoadblockRemoved, {}, "roadblock.remove"),
    ("hunter_events/good_luck_roadblock", board.RoadblockRemoved, {}, "card.good_luck"),
    ("weakened/hidden_for_a_combat", hands.CardCovered, {}, "weakened.expose.not-combat"),
    ("weakened/cards_may_be_exchanged", hands.CardCovered, {}, "weakened.swap"),
    ("hidden/trades_are_private", hands.CardCovered, {}, "trade.goods"),
    ("trade/items_and_tickets", board.ActionTaken, {"action": "trade"}, "trade.partner"),
    ("trade/items_and_tickets", hands.CardGiven, {}, "trade.goods"),
    ("trade/leader_anywhere", board.ActionTaken, {"action": "trade"}, "trade.leader.anywhere"),
    ("trade/leader_anywhere", hands.CardGiven, {}, "trade.leader.events-only"),
    ("encounter_cards/spy_by_ambush", hands.HandShown, {}, "reveal.from-hand"),
    ("hunter_events/behind_the_veil", hands.HandShown, {}, "card.behind_the_veil"),
    ("wounds/back_at_dawn", hands.HandShown, {"kind": "items"}, "defeated.hunter.discard-items"),
    ("wounds/back_at_dawn", hands.HandShown, {"kind": "events"}, "defeated.hunter.discard-events"),
    (
        "dracula_phase/encounter_then_rumor",
        trail.EncounterLaid,
        {},
        "dracula-phase.encounter.place",
    ),
    (
        "switches/start_encounter_placed",
        trail.EncounterLaid,
        {},
        "switch.start_encounter",
    ),
    ("encounters/a_lair_gets_another", trail.EncounterLaid, {}, "lairs.convert.encounter"),
    (
        "dracula_events/hidden_schemes",
        trail.EncounterLaid,
        {},
        "dracula-phase.encounter.place card.hidden_schemes",
    ),
    ("dracula_events/brides_effect", trail.EncounterLaid, {}, "card.draculas_brides"),
    ("dracula_phase/misdirect_to_a_city", trail.HideoutCleared, {}, "hideouts.clear.location"),
    ("lairs/found_empty", trail.HideoutCleared, {}, "lairs.clear.location"),
    ("encounter_cards/saboteur_matured", trail.HideoutCleared, {}, "maturing.clear"),
    ("errors/no_legal_card", trail.HideoutCleared, {}, "errors.step2.clear"),
)

_NAMING = {"source", "cause", "by", "card", "power", "vampire"}


def test_every_kind_of_fact_worth_telling_has_a_rule() -> None:
    for kind in set(ids.facts()) - SILENT:
        names = bool(_NAMING & set(kind.__struct_fields__))
        assert names or kind in fact_rules.RULES or kind in fact_rules._SPECIAL, kind
    assert not SILENT & (set(fact_rules.RULES) | set(fact_rules._SPECIAL))


def test_every_rule_stands_in_the_book(words: Words) -> None:
    topics = [topic for chapter in words.chapters() for topic in chapter.topics]
    written = {clause for topic in topics for clause in topic.clauses}
    tables = (fact_rules.RULES, fact_rules._FLAGS, fact_rules._ACTIONS, fact_rules._WAYS)
    more = (fact_rules._DRAWN, fact_rules._SHUFFLED, fact_rules._TAKEN_UP)
    named = {clause for table in (*tables, *more) for clause in table.values()}
    assert named <= written
    assert set(sentences()) == written


@cache
def _batches(name: str) -> tuple[tuple[State, tuple[Fact, ...]], ...]:
    """What came together in a scenario, each time with the state before."""
    path = _SCENARIOS / f"{name}.toml"
    scenario = scenario_file.parse(tomllib.loads(path.read_text(encoding="utf-8")), name)
    driver, found = Driver(scenario), list[tuple[State, tuple[Fact, ...]]]()
    note, before = driver._take_note, [driver.game.state]

    def look() -> None:
        found.append((before[-1], tuple(driver.game.facts)))
        before.append(driver.game.state)
        note()

    driver._take_note = look  # type: ignore[method-assign]
    for number, step in enumerate(scenario.steps):
        upcoming = scenario.steps[number + 1 : number + 2]
        Turn(driver, step, upcoming, step.passing or scenario.passing).play()
    return tuple(found)


def _rules(words: Words, name: str, kind: type[Fact], fields: dict[str, object]) -> Iterator[str]:
    for before, facts in _batches(name):
        for fact in facts:
            if type(fact) is not kind or not sentence(words, fact, None):
                continue
            if all(getattr(fact, each) == value for each, value in fields.items()):
                yield rule_of(fact, facts, before)


@pytest.mark.parametrize(
    ("name", "kind", "fields", "clause"),
    _CAUSES,
    ids=[f"{kind.__name__}-{clause}" for _, kind, _, clause in _CAUSES],
)
def test_the_rule_is_that_of_what_brought_it_about(
    words: Words, name: str, kind: type[Fact], fields: dict[str, object], clause: str
) -> None:
    assert set(clause.split()) <= set(sentences())
    assert list(dict.fromkeys(_rules(words, name, kind, fields))) == clause.split()


def test_how_the_game_began_is_setting_up_though_no_state_came_before() -> None:
    """A window is told all of it at once, and what follows it too where nobody is asked."""
    drawn = hands.CardsDrawn("dracula", "encounters", ("n1", "n2"))
    rumor, despair = board.RumorGained(), board.DespairGrew()
    facts = (drawn, rumor, board.StepBegan("day", 1), board.StepBegan("dawn", 2), despair)
    facts = (*facts, board.RumorGained(), hands.CardsDrawn("dracula", "encounters", ("n3", "n4")))
    assert [rule_of(fact, facts) for fact in facts if type(fact) is not board.StepBegan] == [
        "setup.encounters.hand",
        "setup.rumor.one",
        "dawn.week.despair",
        "dawn.week.rumor",
        "encounters.refill",
    ]


def test_a_rumor_that_comes_with_despair_from_the_start_is_that_weeks() -> None:
    facts = (board.RumorGained(), board.DespairGrew(), board.RumorGained())
    assert [rule_of(fact, facts) for fact in facts] == [
        "setup.rumor.one",
        "switch.despair_from_start",
        "dawn.week.rumor",
    ]
