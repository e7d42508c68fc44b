"""Section 14, TV-8: what a changed client can say of hidden cards; all is refused."""

from typing import Any

import pytest
from msgspec.structs import replace

from engine.ids import HIDE, SlotId
from engine.questions import (
    CardsAmong,
    CardsAt,
    CurrentIsAmong,
    NotHide,
    OpenCards,
    Question,
    SlotIsAmong,
    WhichOf,
)
from engine.requests import Sealed
from engine.rules import powers, trail
from engine.shapes import Shape
from net.crypto.faults import Unprovable
from net.fairness.trail.placing import check_place, make_place
from net.fairness.trail.trail_answers import check_attest, make_attest
from net.fairness.trail.trail_ledger import TrailRequest, slot_number
from net.wire.bodies import TrailAbsent, TrailInSet, TrailNotHide, TrailOpened
from net.wire.bodies_trail import SlotOpening
from tests.support.trail_position import Proven, moments, proven

MALFORMED, PROOF, OPENING, RULE = 1, 3, 4, 7

TRAIL = ["strasbourg", "hide", "paris", "nantes"]  # Hide lies on Paris


def claim(table: Proven, asked: TrailRequest, said: Any, vault: Any = None) -> Any:
    return make_attest(table.ledger, vault or table.vault, asked, said)


def asked_for(table: Proven, place: str, *, lairs: bool = True) -> TrailRequest:
    slots = trail.hidden_slots(table.state, lairs=lairs)
    return table.question(CardsAt(place, slots, table.ties()))


def test_a_true_absence_is_believed() -> None:
    """T-8."""
    table = proven(step="dracula", trail=TRAIL, lairs=["rome"])
    for lairs in (True, False):
        asked = asked_for(table, "vienna", lairs=lairs)
        assert check_attest(table.ledger, asked, claim(table, asked, ())) == ()


@pytest.mark.parametrize("city", ["strasbourg", "paris", "rome"])
def test_a_false_absence(city: str) -> None:
    """G-4, T-8."""
    table = proven(step="dracula", trail=TRAIL, lairs=["rome"])
    asked = asked_for(table, city)
    with pytest.raises(Unprovable):
        claim(table, asked, ())
    body = claim(table, asked, (), table.liar(**{city: "vienna"}))
    assert isinstance(body, TrailAbsent)
    assert table.refused(asked, body) == PROOF
    silent = [each for each in body.absent if each.slot != slot_number(table.slot(city))]
    assert table.refused(asked, replace(body, absent=tuple(silent))) == MALFORMED
    truth_about_vienna = claim(table, asked_for(table, "vienna"), ())
    assert table.refused(asked, truth_about_vienna) == MALFORMED
    told_as_paris = replace(truth_about_vienna, city=body.city)
    assert table.refused(asked, told_as_paris) == PROOF
    assert table.refused(asked, TrailOpened((), ())) == RULE


def test_lairs_passed_over_in_silence() -> None:
    """T-7."""
    table = proven(step="dracula", trail=TRAIL, lairs=["rome"])
    body = claim(table, asked_for(table, "rome", lairs=False), ())
    assert table.refused(asked_for(table, "rome"), body) == MALFORMED


def opened(table: Proven, *values: str) -> tuple[tuple[SlotId, str], ...]:
    return tuple((table.slot(value), value) for value in values)


def test_a_city_is_found_with_the_hide_on_it() -> None:
    """T-9."""
    table = proven(step="dracula", trail=TRAIL)
    asked = asked_for(table, "paris")
    both = opened(table, "paris", "hide")
    assert check_attest(table.ledger, asked, claim(table, asked, both)) == both


def test_a_tied_hide_kept_hidden() -> None:
    table = proven(step="dracula", trail=TRAIL)
    asked, alone = asked_for(table, "paris"), opened(table, "paris")
    with pytest.raises(Unprovable):
        claim(table, asked, alone)
    body = claim(table, asked, alone, table.liar(hide="vienna"))
    assert table.refused(asked, body) == PROOF
    assert table.refused(asked, replace(body, not_hide=())) == MALFORMED


def test_what_is_not_hide_is_proved_so() -> None:
    table = proven(step="dracula", trail=["strasbourg", "brussels", "paris"])
    asked, alone = asked_for(table, "paris"), opened(table, "paris")
    body = claim(table, asked, alone)
    assert [each.slot for each in body.not_hide] == [slot_number(table.slot("brussels"))]
    assert check_attest(table.ledger, asked, body) == alone


def test_hide_opened_without_its_city() -> None:
    """T-12."""
    table = proven(step="dracula", trail=TRAIL)
    asked = table.question(OpenCards((table.slot("hide"),), table.ties()))
    both = opened(table, "hide", "paris")
    body = claim(table, asked, both)
    assert check_attest(table.ledger, asked, body) == both
    assert table.refused(asked, replace(body, openings=body.openings[:1])) == RULE
    assert table.refused(asked, replace(body, openings=body.openings[::-1])) == RULE
    assert table.refused(asked, replace(body, openings=body.openings * 2)) == MALFORMED


def test_a_wrong_opening() -> None:
    table = proven(step="dracula", trail=TRAIL)
    slot, codes = table.slot("nantes"), table.ledger.codes
    asked = table.question(OpenCards((slot,), table.ties()))
    body = claim(table, asked, opened(table, "nantes"))
    (true,) = body.openings
    paris = SlotOpening(*table.vault.opening(table.ledger.hidden(table.slot("paris"))))
    for false in (
        replace(true, code=codes.code("rome")),
        replace(true, code=99),
        replace(true, nonce=b"\x01" * 32),
        replace(paris, slot=true.slot),
    ):
        assert table.refused(asked, replace(body, openings=(false,))) == OPENING
    strasbourg = SlotOpening(*table.vault.opening(table.ledger.hidden(table.slot("strasbourg"))))
    assert table.refused(asked, replace(body, openings=(strasbourg,))) == RULE
    assert table.refused(asked, replace(body, openings=(replace(true, slot=999),))) == MALFORMED


def test_another_city_than_the_one_asked_for() -> None:
    table = proven(step="dracula", trail=TRAIL)
    honest = table.question(OpenCards((table.slot("nantes"),), table.ties()))
    body = claim(table, honest, opened(table, "nantes"))
    assert table.refused(asked_for(table, "vienna"), body) == RULE


@pytest.mark.parametrize("target", ["paris", "hide"])
def test_misdirect_on_hide_or_its_city(target: str) -> None:
    """9.3, PA-4: the card can be laid, the proof that follows cannot be given."""
    table = proven(step="dracula", trail=TRAIL)
    shape = Shape(power="misdirect", target=table.slot(target))
    asked = table.placing()
    body = make_place(table.ledger, table.vault, asked, Sealed(shape, "frankfurt"))
    assert check_place(table.ledger, asked, body) == shape
    doubts = powers.misdirect_doubts(table.state, table.slot(target))
    refuses_to_prove(table, doubts)


def test_hide_as_a_lair() -> None:
    """T-13."""
    table = proven(step="dracula", trail=TRAIL)
    refuses_to_prove(table, (table.slot("hide"),))


def refuses_to_prove(table: Proven, doubts: tuple[SlotId, ...]) -> None:
    asked = table.question(NotHide(doubts))
    with pytest.raises(Unprovable):
        claim(table, asked, True)  # noqa: FBT003
    body = claim(table, asked, True, table.liar(hide="vienna"))  # noqa: FBT003
    assert isinstance(body, TrailNotHide)
    assert table.refused(asked, body) == PROOF
    assert table.refused(asked, TrailNotHide(())) == MALFORMED
    others = table.question(NotHide((table.slot("nantes"),)))
    true = claim(table, others, True)  # noqa: FBT003
    assert table.refused(asked, true) == MALFORMED


SETS = {"west": ("strasbourg", "paris"), "east": ("vienna", "prague")}


def test_the_wrong_set() -> None:
    """T-11, PA-6."""
    table = proven(step="dracula", trail=TRAIL)
    slot = table.slot("hide")
    false: list[tuple[Question, Any, str]] = [
        (CurrentIsAmong(("vienna", "prague")), True, "strasbourg"),
        (CurrentIsAmong(("vienna", "strasbourg")), False, "strasbourg"),
        (WhichOf(SETS), "east", "strasbourg"),
        (WhichOf({"elsewhere": ("vienna",)}), "elsewhere", "strasbourg"),
        (SlotIsAmong(slot, (HIDE,)), False, "hide"),
        (SlotIsAmong(slot, ("vienna",)), True, "hide"),
        (CardsAmong((slot,), (HIDE,), table.ties()), (), "hide"),
    ]
    for question, said, of in false:
        asked = table.question(question)
        with pytest.raises(Unprovable):
            claim(table, asked, said)
        as_ = "vienna" if said in (True, "east", "elsewhere") else "rome"
        body = claim(table, asked, said, table.liar(**{of: "vienna" if said == () else as_}))
        assert isinstance(body, TrailInSet)
        assert table.refused(asked, body) == PROOF


def test_the_right_set_is_believed_and_no_other_number() -> None:
    table = proven(step="dracula", trail=TRAIL)
    asked = table.question(WhichOf(SETS))
    body = claim(table, asked, "west")
    assert check_attest(table.ledger, asked, body) == "west"
    assert table.refused(asked, replace(body, answer=1)) == PROOF
    assert table.refused(asked, replace(body, answer=2)) == MALFORMED
    assert table.refused(asked, replace(body, set_id=1)) == MALFORMED
    slot = slot_number(table.slot("hide"))
    assert table.refused(asked, replace(body, subject=1, slot=slot)) == MALFORMED
    with pytest.raises(Unprovable):
        claim(table, asked, "north")


def test_a_set_of_nothing() -> None:
    table = proven(step="dracula", trail=TRAIL)
    everywhere = tuple(table.ledger.edition.board.places)
    asked = table.question(CurrentIsAmong(everywhere))
    body = claim(table, asked, True)  # noqa: FBT003
    assert check_attest(table.ledger, asked, body) is True
    assert table.refused(asked, replace(body, answer=0)) == RULE


def test_an_answer_to_another_kind_of_question() -> None:
    table = proven(step="dracula", trail=TRAIL)
    asked = asked_for(table, "vienna")
    assert table.refused(asked, TrailNotHide(())) == MALFORMED
    assert table.refused(table.question(NotHide(())), claim(table, asked, ())) == MALFORMED


def test_answers_are_of_no_use_elsewhere() -> None:
    """H-3."""
    table = proven(step="dracula", trail=TRAIL)
    answers: list[tuple[TrailRequest, Any]] = [
        (asked_for(table, "vienna"), ()),
        (table.question(CurrentIsAmong(("strasbourg", "rome"))), True),
        (table.question(NotHide((table.slot("nantes"),))), True),
    ]
    for asked, said in answers:
        body = claim(table, asked, said)
        for other in moments(asked):
            assert table.refused(other, body) == PROOF
