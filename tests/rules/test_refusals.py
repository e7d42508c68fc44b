"""Whatever a player points at is offered, or refused by a clause that exists.

In positions of random games everything imaginable is pointed at: by a hunter every place, seat and
action, by Dracula every location, power, target and lair, and by whoever is asked anything answers
that belong to quite other questions.
"""

from collections.abc import Iterator
from typing import Any

import pytest

from engine.edition import Edition
from engine.ids import CASTLE, DRACULA, HIDE, LAND, MINA, POWER, SEATS
from engine.local import LocalGame
from engine.options import (
    ACCEPT,
    DONE,
    PASS,
    STEP_IN,
    Discard,
    Lead,
    LeaveHospital,
    Option,
    PickCard,
    PickEffect,
    PickPlace,
    PickSeat,
    PickSlot,
    PickWay,
    Play,
    RailBy,
    ReserveTicket,
    Rest,
    RoadTo,
    Search,
    SeaTo,
    Supply,
    Trade,
    UseAbility,
)
from engine.record import members
from engine.requests import Choose, Conceal, Request, Sealed
from engine.rules import actions, hidden_choice, powers, whereabouts
from engine.rules.announced import announces_city
from engine.shapes import NOTHING, Shape
from engine.state import State
from tests.conftest import CLAUSES, read_clauses
from tests.support.games import random_questions

GAMES = (("fourth", 0), ("fourth", 1), ("third-pl", 0), ("third-ru", 0), ("first-game", 0))
MOST = 1200  # answers of each game that are looked at
LEAST = 40  # questions of the kind wanted that each game has to bring


@pytest.fixture(scope="module")
def clauses() -> frozenset[str]:
    """Every clause id of the rules."""
    known = read_clauses(CLAUSES)
    assert known
    return frozenset(known)


def everything_to_do(edition: Edition, state: State) -> Iterator[Option]:
    """Everything a hunter might point at when asked for an action."""
    yield from (PASS, LeaveHospital(), ReserveTicket(), Rest(), Search(), Supply())
    for place in edition.board.places:
        yield from (RoadTo(place), SeaTo(place))
    for seat in SEATS:
        yield from (Trade(seat), Lead(seat))
    tickets = (ticket for hunter in state.hunters.values() for ticket in hunter.tickets)
    yield from (RailBy(ticket) for ticket in tickets)
    yield from (UseAbility("psychic_bond"), UseAbility("wealthy"))


def cards_to_play(edition: Edition, request: Choose) -> Iterator[Play]:
    """Every item and event that this hand could not be playing now, with a slot of nobody."""
    playable = {card for part in request.hand for card in part.cards}
    for card in edition.cards.values():
        if card.deck in ("item", "hunter_event", "dracula_event") and card.id not in playable:
            yield Play("e0", card.id)


@pytest.mark.rule("actions.list", "actions.special", "movement.hunter.modes", "events.timing")
@pytest.mark.parametrize(("preset", "number"), GAMES)
def test_every_action_is_offered_or_refused_by_a_clause(
    preset: str, number: int, clauses: frozenset[str]
) -> None:
    """For the acting hunter: an option and no clause, or a clause and no option."""
    asked = 0
    for local, request in random_questions(f"refusals-{number}", preset, MOST):
        if not isinstance(request, Choose) or request.about != "action":
            continue
        asked += 1
        table = local.game.table
        for option in everything_to_do(table.edition, table.state):
            clause = actions.barred(table, request.seat, option)
            assert request.accepts(option) == (clause is None), (request.seat, option, clause)
            assert request.why_not(option) == clause
            assert clause is None or clause in clauses, (option, clause)
        for card in cards_to_play(table.edition, request):
            assert request.why_not(card) in clauses, card
    assert asked >= LEAST


def everything_to_lay(
    edition: Edition, state: State, knowledge: dict[str, str]
) -> Iterator[Sealed]:
    """Every card Dracula might point at, with what he would announce of it."""
    yield Sealed(Shape(no_card=True), NOTHING)
    yield from (Sealed(Shape(POWER, power=power), power) for power in powers.LONE)
    yield Sealed(_hide(edition, state), HIDE)
    targets = [each.slot for each in state.dracula.trail if each is not None]
    ways: list[tuple[str | None, str | None]]
    ways = [(None, None), (powers.WOLF_FORM, None), (powers.MISDIRECT, None)]
    ways += [(powers.MISDIRECT, target) for target in targets]
    for power, target in ways:
        for place in edition.board.places:
            yield Sealed(_card(edition, state, place, power, target), place)
        for lair in state.dracula.lairs:
            if lair is not None:
                place = lair.card or knowledge[lair.slot]
                shape = Shape(lair.back, power=power, target=target, lair=lair.slot)
                yield Sealed(shape, place)


def _hide(edition: Edition, state: State) -> Shape:
    if powers.hide_is_open(state, edition):
        return Shape(face=HIDE)
    return Shape(counts=False if announces_city(state, edition, Shape()) else None)


def _card(
    edition: Edition, state: State, place: str, power: str | None, target: str | None
) -> Shape:
    back = whereabouts.back_of(edition, place)
    met = back == LAND and place in whereabouts.hunters_cities(state)
    shape = Shape(back, place if met or back == CASTLE else None, power, target)
    return Shape(back, counts=True) if announces_city(state, edition, shape) else shape


def dracula_card(local: LocalGame, request: Request[Any], clauses: frozenset[str]) -> None:
    """One question for Dracula's card: legal placings carry no clause, all others a real one."""
    assert isinstance(request, Conceal)
    edition, state = local.game.table.edition, local.game.state
    knowledge = local.dealer.knowledge[DRACULA]
    legal = hidden_choice.placings(request, state, edition, knowledge)
    assert legal, "Dracula always has an answer"
    pointed = list(everything_to_lay(edition, state, knowledge))
    for sealed in pointed:
        clause = hidden_choice.why_not(request, sealed, state, edition, knowledge)
        assert (sealed in legal) == (clause is None), (sealed, clause)
        assert clause is None or clause in clauses, (sealed, clause)
        if clause is None:
            assert request.accepts(sealed.public), sealed
    missing = [each for each in legal if each not in pointed]
    assert not missing, "something legal that nobody could point at"


@pytest.mark.rule("dracula-phase.choose", "dracula-phase.no-pass", "moment.dracula.card")
@pytest.mark.parametrize(("preset", "number"), GAMES)
def test_every_card_is_legal_or_refused_by_a_clause(
    preset: str, number: int, clauses: frozenset[str]
) -> None:
    """For Dracula: every location and power, alone and together, into every lair."""
    asked = 0
    for local, request in random_questions(f"placings-{number}", preset, MOST):
        if isinstance(request, Conceal) and request.about == "dracula.card":
            asked += 1
            dracula_card(local, request, clauses)
    assert asked


TIMING = "events.timing"
KINDS = 60  # of questions that the games below have to bring
FOREIGN: tuple[Option, ...] = (
    PASS,
    DONE,
    ACCEPT,
    STEP_IN,
    RoadTo("paris"),
    Search(),
    PickPlace("paris"),
    PickPlace("adriatic_sea"),
    PickSeat(MINA),
    PickSeat(DRACULA),
    PickSlot("e0"),
    PickCard("dodge"),
    PickEffect("none"),
    PickWay("road:nantes:paris"),
    Play("e0", "escape_route"),
    Discard("i0", "rifle"),
)


def choices_of(seed: str, preset: str) -> Iterator[tuple[Edition, Choose]]:
    """Every choice that a random game puts to anybody, alone or together with others."""
    for local, request in random_questions(seed, preset):
        for member in members(request):
            if isinstance(member, Choose):
                yield local.game.table.edition, member


def is_window(edition: Edition, about: str) -> bool:
    """Whether a question is a moment for cards from a hand, so that timing can be the reason."""
    cards = edition.moments.get(about.removesuffix("?"), ()) if about != "action" else ()
    return any(edition.hands[card] in ("items", "events") for card in cards)


@pytest.mark.rule("events.timing")
def test_every_question_refuses_foreign_answers_by_a_clause_of_its_own(
    clauses: frozenset[str],
) -> None:
    """Whatever is asked: timing is named only in a window, or to a card that is not for now."""
    asked: set[str] = set()
    for preset in ("fourth", "third-pl", "third-ru", "first-game"):
        for edition, request in choices_of("foreign-0", preset):
            asked.add(request.about)
            for option in (each for each in FOREIGN if not request.accepts(each)):
                clause = request.why_not(option)
                assert clause in clauses, (request.about, option, clause)
                may_be_late = is_window(edition, request.about) or isinstance(option, Play)
                assert clause != TIMING or may_be_late, (request.about, option)
    assert len(asked) >= KINDS


@pytest.mark.rule("dracula-phase.encounter.place")
def test_an_encounter_step_cannot_be_passed() -> None:
    """What Dracula is asked for in his encounter step is no matter of timing."""
    questions = (request for _, request in choices_of("encounter step", "fourth"))
    asked = next(each for each in questions if each.about == "dracula.encounter")
    assert asked.why_not(PASS) == "dracula-phase.encounter.place"
