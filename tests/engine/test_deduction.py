"""Deduction never excludes the truth, and `exact` lists nothing that has no history."""

from random import Random

import pytest
from msgspec.structs import replace

from engine.clues import Clue, Laid, NotThere
from engine.deduction import Whereabouts, bound, exact
from engine.deduction.atlas import atlas_of
from engine.deduction.network import Network
from engine.editions import edition
from engine.editions.third.presets import PRESETS
from engine.facts.trail import CardLaid, CardOpened, CardsDenied, TrailSlid, WhereaboutsTold
from engine.ids import DRACULA, HIDE, LAND, POWER, SEA
from engine.rules.powers import reachable
from engine.rules.whereabouts import whereabouts
from engine.state import Hideout, Hunter, State, hideouts, newest_location
from tests.engine.deduction_asking import small_edition, walked
from tests.engine.deduction_reference import histories, location
from tests.engine.deduction_walk import Walk
from tests.support.games import random_questions

BATCH = 20
FOURTH = edition()
CITIES = {place.id for place in FOURTH.board.places.values() if place.kind in ("large", "small")}
HUNTED = ("madrid", "vienna")


def enumerated(walk: Walk) -> tuple[set[str], dict[str, set[str]]]:
    """Where Dracula can be and what each card can be, from every history there is."""
    told: dict[str, list[Clue]] = {}
    for clue in walk.heard:
        for slot in clue.slots if isinstance(clue, NotThere) else (clue.slot,):
            told.setdefault(slot, []).append(clue)
    current: set[str] = set()
    slots: dict[str, set[str]] = {
        each.slot: set() for each in hideouts(walk.state) if each.back != POWER
    }
    for values in histories(walk.heard, walk.edition):
        current.add(location(values, walk.newest.slot, told))
        for slot, found in slots.items():
            found.add(values[slot])
    return current, slots


def as_sets(found: Whereabouts) -> tuple[set[str], dict[str, set[str]]]:
    return set(found.current), {slot: set(values) for slot, values in found.slots.items()}


def assert_within(inner: Whereabouts, outer: Whereabouts) -> None:
    assert set(inner.current) <= set(outer.current)
    assert inner.slots.keys() == outer.slots.keys()
    assert all(set(inner.slots[slot]) <= set(outer.slots[slot]) for slot in inner.slots)


def assert_true_of(found: Whereabouts, state: State, values: dict[str, str]) -> None:
    """Where Dracula is and what his cards are has not been excluded."""
    assert whereabouts(state, values) in found.current
    for hideout in hideouts(state):
        if hideout.back != POWER:
            value = hideout.card or values[hideout.slot]
            assert value in found.slots[hideout.slot]


def small_walk(seed: int) -> Walk:
    random = Random(seed)
    holy_roads = random.choice(("no-touching-road", "no-passing-through"))
    where_he_is = "forbidden" if seed % 4 == 0 else "allowed"
    board = small_edition(
        random.choice((3, 4)),
        wolf_form_holy_roads=holy_roads,
        misdirect_current_location=where_he_is,
    )
    return walked(board, seed, random.randint(1, 7), random.choice((0.1, 0.3, 0.5)))


@pytest.mark.slow
@pytest.mark.parametrize("batch", range(15))
def test_it_finds_what_enumerating_every_history_finds(batch: int) -> None:
    for seed in range(batch * BATCH, (batch + 1) * BATCH):
        walk = small_walk(seed)
        assert as_sets(exact(walk.state, walk.edition)) == enumerated(walk), f"walk {seed}"


@pytest.mark.parametrize("holy_roads", ["no-touching-road", "no-passing-through"])
@pytest.mark.parametrize("way", ["move", "wolf", "bat"])
def test_a_step_leads_where_the_rules_lead(way: str, holy_roads: str) -> None:
    played = edition("fourth", {"wolf_form_holy_roads": holy_roads})
    places = sorted(played.board.places)
    holy = ("paris", "venice", "klausenburg", "naples")
    atlas = atlas_of(played)
    for place in places:
        origin = Laid("t2", "t1", way, LAND, (), (), hide=False, holy=holy, origin=place)
        state = State(hunters={}, clues=(origin,))
        found = set(atlas.names(Network(state, played).sets[0]))
        ends = set(reachable(played, way, place, holy)) & CITIES
        assert found - set(holy) == ends - set(holy), place


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(12))
def test_clues_are_dropped_without_loss(seed: int) -> None:
    played = edition()
    walk = walked(played, seed, 9 + seed, 0.4)
    everything = replace(walk.state, clues=tuple(walk.heard))
    assert exact(walk.state, played) == exact(everything, played)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(6))
def test_a_long_walk_is_never_lost(seed: int) -> None:
    played = edition()
    walk = walked(played, 100 + seed, 40, 0.1 * (seed % 3))
    found = exact(walk.state, played)
    assert_true_of(found, walk.state, walk.truth)
    assert_within(found, bound(walk.state, played))


@pytest.mark.slow
@pytest.mark.parametrize("preset", PRESETS)
def test_no_game_excludes_the_truth(preset: str) -> None:
    seen = None
    for local, _ in random_questions("deduction", preset):
        state = local.game.state
        if state.clues is seen or newest_location(state) is None:
            continue
        seen = state.clues
        played, values = local.game.table.edition, local.dealer.knowledge[DRACULA]
        found = exact(state, played)
        assert_true_of(found, state, values)
        assert_within(found, bound(state, played))


@pytest.mark.parametrize("where_he_is", ["allowed", "forbidden"])
def test_a_walk_clears_his_own_hideout_where_the_text_lets_him(where_he_is: str) -> None:
    walk = Walk(edition("fourth", {"misdirect_current_location": where_he_is}), Random(1))
    cleared = {choice.target for choice in walk.choices() if choice.target}
    assert cleared == ({walk.newest.slot} if where_he_is == "allowed" else set())


# The rest says in single cases what the comparisons above say in general.


def started(*places: str) -> State:
    """The start face down, and Dracula's word that it is one of these places."""
    hunters = {
        seat: Hunter(place=city, where="board")
        for seat, city in zip(("mina", "seward"), HUNTED, strict=True)
    }
    state = _laid(State(hunters=hunters), Laid("t1", None, "start", LAND, HUNTED, (), hide=False))
    return WhereaboutsTold("t1", places).apply(state) if places else state


def moved(state: State, reach: str = "move", back: str = LAND, *, hide: bool = False) -> State:
    """One more card face down."""
    others = tuple(each.slot for each in hideouts(state) if each.back == back)
    newest = newest_location(state)
    assert newest is not None
    slot = f"t{len(hideouts(state)) + 1}"
    clue = Laid(slot, newest[1].slot, reach, back, HUNTED, others, hide=hide)
    clue = replace(clue, partner=clue.before if hide else None)
    return _laid(TrailSlid().apply(state), clue)


def _laid(state: State, clue: Laid) -> State:
    hideout = Hideout(clue.slot, clue.back, partner=clue.partner, not_hide=not clue.hide)
    return CardLaid(hideout, 0, clue).apply(state)


def test_he_begins_in_any_city_without_a_hunter() -> None:
    assert set(bound(started(), FOURTH).current) == CITIES - set(HUNTED)


def test_a_move_leads_to_a_neighbour() -> None:
    state = moved(started("geneva"))
    assert exact(state, FOURTH).current == FOURTH.board.adjacent["geneva"]


def test_hide_leaves_him_where_he_was() -> None:
    state = moved(started("geneva"), hide=True)
    assert exact(state, FOURTH).slots["t2"] == (*FOURTH.board.adjacent["geneva"], HIDE)
    assert "geneva" in exact(state, FOURTH).current
    state = CardsDenied(("t2",), FOURTH.board.adjacent["geneva"]).apply(state)
    assert bound(state, FOURTH) == Whereabouts(("geneva",), {"t2": (HIDE,), "t1": ("geneva",)})


def test_a_wolf_goes_two_roads_and_lands_from_the_sea() -> None:
    near = set(FOURTH.board.roads["geneva"])
    far = {city for place in near for city in FOURTH.board.roads[place]}
    wolf = set(exact(moved(started("geneva"), "wolf"), FOURTH).current)
    assert wolf == (near | far) - {"geneva", *HUNTED, "castle_dracula"}
    at_sea = moved(started("cagliari"), back=SEA)
    landed = set(exact(moved(at_sea, "wolf"), FOURTH).current)
    assert {"naples", "bari", "barcelona", "saragossa"} <= landed
    assert "lisbon" not in landed


def test_no_card_lies_there_twice() -> None:
    irish = moved(started("dublin", "galway"))
    assert exact(irish, FOURTH).current == ("dublin", "galway")
    told = CardsDenied(("t1",), ("galway",)).apply(irish)
    assert bound(told, FOURTH).current == ("galway",)


def test_a_road_that_would_turn_back_on_itself_is_seen_by_exact_alone() -> None:
    state = moved(moved(started()))
    assert {"dublin", "galway"} <= set(bound(state, FOURTH).slots["t1"])
    assert not {"dublin", "galway"} & set(exact(state, FOURTH).slots["t1"])


def test_what_lies_open_is_certain() -> None:
    state = CardOpened("t1", "geneva").apply(started())
    assert bound(state, FOURTH) == Whereabouts(("geneva",), {"t1": ("geneva",)})
    assert state.clues == ()
