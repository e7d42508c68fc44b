"""A rule that Dracula has broken comes to light: at once where it shows, else in the audit."""

from typing import Any

import pytest

from client.simulation import below_from
from engine.audit import audit
from engine.ids import DRACULA
from engine.local import LocalGame
from engine.record import Record, Setup
from engine.requests import Conceal, Request, Sealed
from engine.rules.announced import CARD
from engine.shapes import NOTHING, Shape

SWITCHES: dict[str, str | int] = {"power_cards": "unused"}


def play_until_his_card(seed: str) -> tuple[LocalGame, Any]:
    """A random game up to Dracula's first card, and its chooser."""
    below = below_from(seed)
    local = LocalGame(Setup("fourth", SWITCHES), below)

    def choose(_: Request[Any], answers: list[Any]) -> Any:
        return answers[below(len(answers))]

    while not is_his_card(local):
        local.step(choose)
    return local, choose


def is_his_card(local: LocalGame) -> bool:
    pending = local.game.pending
    return isinstance(pending, Conceal) and pending.about == CARD


def finished(local: LocalGame, choose: Any) -> Record:
    """The record after the rest of this phase."""
    while local.game.state.step == "dracula":
        local.step(choose)
    return local.record()


@pytest.mark.rule("errors.discovered", "errors.step3.damage", "errors.step2.keep-current")
def test_a_false_claim_of_having_no_card_costs_the_penalty_and_is_found() -> None:
    """T-15."""
    local, choose = play_until_his_card("a false claim")
    before = local.game.state.dracula.damage
    claim = local.game.position
    local.step(lambda *_: Sealed(Shape(no_card=True), NOTHING))
    record = finished(local, choose)
    dracula = local.game.state.dracula
    assert dracula.damage == before + 5
    assert dracula.trail[0] is not None
    assert dracula.trail[0].card is not None
    assert dracula.trail[1:] == (None,) * 5
    (breach,) = audit(record)
    clause = "dracula-phase.no-pass"
    assert (breach.position, breach.seat, breach.clause) == (claim, DRACULA, clause)


@pytest.mark.rule("errors.discovered")
def test_a_move_between_unconnected_cities_is_found() -> None:
    local, choose = play_until_his_card("a false move")
    pending = local.game.pending
    assert isinstance(pending, Conceal)
    move = local.game.position
    state, board = local.game.state, local.game.table.edition.board
    start = local.dealer.values[state.dracula.trail[1].slot]  # type: ignore[union-attr]
    near = {start, *board.adjacent[start], *(hunter.place for hunter in state.hunters.values())}
    far = next(city for city in board.cities if city not in near and city != "castle_dracula")

    def walk(request: Request[Any], answers: list[Any]) -> Any:
        hidden = (each for each in answers if isinstance(each, Sealed) and each.public == Shape())
        return next(hidden) if request is pending else choose(request, answers)

    local.step(walk)
    record = finished(local, choose)
    assert audit(record) == ()
    opened = dict(record.opened) | {pending.slot: far}
    (breach, *_) = audit(Record(record.setup, record.answers, tuple(opened.items())))
    clause = "dracula-phase.location.reachable"
    assert (breach.position, breach.answer, breach.clause) == (move, far, clause)
