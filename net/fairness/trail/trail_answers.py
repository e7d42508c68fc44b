"""Dracula's answers about hidden cards of the trail, each with its proof (L-8).

1. TRAIL_ABSENT, TRAIL_IN_SET and TRAIL_NOT_HIDE prove a claim without turning up a card. What a
   question is about, and which sets its answers mean, are public; prover and verifier derive them
   alike. No set needs a number of its own, so `set_id` is 0.
2. TRAIL_OPEN turns up hidden cards with what is tied to them (T-8 to T-12, PA-13). An opening is
   checked against the seal and against its twin (22.1).
3. With every location that is turned up, each hidden card tied to it is turned up as Hide or proved
   not to be (T-9). The claim of the openings is compared with what the engine's own `truth` would
   say of them, so half an answer is refused.
"""

from collections import defaultdict
from collections.abc import Sequence
from typing import Any, NamedTuple, TypeAlias

from engine import statements, truth
from engine.ids import HIDE, SlotId
from engine.knowledge import Knowledge
from engine.questions import (
    CardsAmong,
    CardsAt,
    CurrentIsAmong,
    NotHide,
    OpenCards,
    Openings,
    Question,
    SlotIsAmong,
    WhichOf,
)
from engine.requests import Attest
from engine.state import State
from net.crypto.commitment import TrailOpening, check_trail_opening, open_value
from net.crypto.faults import Malformed, RuleBroken, Unprovable
from net.crypto.set_proofs import check_different, check_in_set, prove_different, prove_in_set
from net.crypto.transcript import Purpose
from net.errors import LocalMistake
from net.fairness.cards.exchange import Statement
from net.fairness.trail.trail_ledger import (
    HIDE_CODE,
    TrailLedger,
    TrailRequest,
    slot_named,
    slot_number,
)
from net.fairness.trail.trail_vault import TrailVault
from net.wire.bodies_trail import (
    Scope,
    SlotOpening,
    SlotProof,
    Subject,
    TrailAbsent,
    TrailInSet,
    TrailNotHide,
    TrailOpened,
)

TrailAnswer: TypeAlias = TrailOpened | TrailAbsent | TrailInSet | TrailNotHide


class Answers(NamedTuple):
    """PA-6: the claims that TRAIL_IN_SET can make, and the public set that each one means."""

    claims: tuple[Any, ...]  # by the number that `answer` has
    sets: tuple[tuple[str, ...], ...]


def make_attest(
    ledger: TrailLedger, vault: TrailVault, asked: TrailRequest, claim: Any
) -> TrailAnswer:
    """Dracula's peer: claim something and prove it."""
    match question := question_of(asked):
        case CardsAt() | CardsAmong() | OpenCards() if claim:
            return make_openings(ledger, vault, asked, question, claim)
        case CardsAt():
            return _make_absent(ledger, vault, asked, question)
        case NotHide():
            return TrailNotHide(prove_not_hide(ledger, vault, asked, question.slots))
        case CardsAmong() | SlotIsAmong() | CurrentIsAmong() | WhichOf():
            return _make_in_set(ledger, vault, asked, claim)
        case _:
            raise LocalMistake(f"a {type(claim).__name__} is no answer about the trail")


def check_attest(ledger: TrailLedger, asked: TrailRequest, body: TrailAnswer) -> Any:
    """Everybody: the claim that a body makes and proves."""
    question = question_of(asked)
    match question, body:
        case ((CardsAt() | CardsAmong() | OpenCards()), TrailOpened()):
            claim: Any = check_openings(ledger, asked, question, body)
        case CardsAt(), TrailAbsent():
            claim = _check_absent(ledger, asked, question, body)
        case NotHide(), TrailNotHide():
            check_not_hide(ledger, asked, question.slots, body.not_hide)
            claim = True
        case ((CardsAmong() | SlotIsAmong() | CurrentIsAmong() | WhichOf()), TrailInSet()):
            claim = _check_in_set(ledger, asked, body)
        case _:
            raise Malformed(f"{type(body).__name__} is no answer to this question")
    if not question.accepts(claim):
        raise RuleBroken("a claim that the question cannot have")
    return claim


def question_of(asked: TrailRequest) -> Question:
    """The question about the trail that is asked."""
    if not isinstance(asked.request, Attest):
        raise LocalMistake("no question was asked")
    return asked.request.question


def _scope(asked: TrailRequest, question: CardsAt) -> Scope:
    """T-7: whether lairs are among the cards in question."""
    lairs = {each.slot for each in asked.state.dracula.lairs if each is not None}
    return Scope.TRAIL if lairs.isdisjoint(question.slots) else Scope.TRAIL_AND_LAIRS


def _make_absent(
    ledger: TrailLedger, vault: TrailVault, asked: TrailRequest, question: CardsAt
) -> TrailAbsent:
    """T-8: for every hidden card in question, NEQ to the city."""
    code = ledger.codes.code(question.place)
    city = open_value(ledger.group, code)
    proofs = tuple(
        SlotProof(
            slot_number(slot),
            prove_different(
                vault.prover,
                asked.context(Purpose.ABSENT, number),
                vault.card(ledger.hidden(slot)),
                city,
            ),
        )
        for number, slot in enumerate(question.slots)
    )
    return TrailAbsent(code, _scope(asked, question), proofs)


def _check_absent(
    ledger: TrailLedger, asked: TrailRequest, question: CardsAt, body: TrailAbsent
) -> Openings:
    code = ledger.codes.code(question.place)
    if (body.city, body.scope) != (code, _scope(asked, question)):
        raise Malformed("another city, or other cards, than those in question")
    refuse_other_slots(question.slots, body.absent)
    city = ledger.open_point(code)
    for number, (slot, each) in enumerate(zip(question.slots, body.absent, strict=True)):
        context = asked.context(Purpose.ABSENT, number)
        twin = ledger.hidden(slot).sealed.twin
        check_different(ledger.verifier, context, twin, city, each.proof)
    return ()


def _answers(ledger: TrailLedger, asked: TrailRequest) -> Answers:
    """T-11, PA-6: what each number means; no is 0 and yes is 1, sets count from 0."""
    edition = ledger.edition
    match question := question_of(asked):
        case CardsAmong(slots=(slot,), places=places):
            return Answers(((),), (statements.other_values(asked.state, edition, slot, places),))
        case SlotIsAmong(slot=slot, places=places):
            others = statements.other_values(asked.state, edition, slot, places)
            return Answers((False, True), (others, places))
        case CurrentIsAmong(places=places):
            return Answers((False, True), (statements.other_places(edition, places), places))
        case WhichOf(sets=sets):
            return Answers(tuple(sets), tuple(sets.values()))
        case _:
            raise LocalMistake(f"{type(question).__name__} has no sets, or too many slots")


def _make_in_set(
    ledger: TrailLedger, vault: TrailVault, asked: TrailRequest, claim: Any
) -> TrailInSet:
    """T-11: MEMBER in the set that the claim means."""
    answers, question = _answers(ledger, asked), question_of(asked)
    if claim not in answers.claims:
        raise Unprovable("a claim that the question cannot have")
    number = answers.claims.index(claim)
    if isinstance(question, SlotIsAmong | CardsAmong):
        subject, slot = Subject.SLOT, _slot_of(question)
        committed = vault.card(ledger.hidden(slot))
    else:
        subject, slot = Subject.CURRENT_LOCATION, None
        committed = vault.location(ledger.location(asked.state))
    codes = [ledger.codes.code(value) for value in answers.sets[number]]
    proof = prove_in_set(vault.prover, asked.context(Purpose.IN_SET), committed, codes)
    return TrailInSet(subject, None if slot is None else slot_number(slot), 0, number, proof)


def stated_sets(ledger: TrailLedger, asked: TrailRequest) -> Statement:
    """22.12: which sets the answers of TRAIL_IN_SET to a question mean, and of what."""
    question = question_of(asked)
    sets = _answers(ledger, asked).sets
    stated: Statement = {"sets": [sorted(map(ledger.codes.code, values)) for values in sets]}
    if isinstance(question, SlotIsAmong | CardsAmong):
        stated["card"] = ledger.stated(ledger.hidden(_slot_of(question)))
    else:
        stated["location"] = ledger.stated(ledger.location(asked.state))
    return stated


def _slot_of(question: SlotIsAmong | CardsAmong) -> str:
    return question.slot if isinstance(question, SlotIsAmong) else question.slots[0]


def _check_in_set(ledger: TrailLedger, asked: TrailRequest, body: TrailInSet) -> Any:
    answers, question = _answers(ledger, asked), question_of(asked)
    if isinstance(question, SlotIsAmong | CardsAmong):
        slot = _slot_of(question)
        number, point = slot_number(slot), ledger.hidden(slot).sealed.twin
    else:
        number, point = None, ledger.location_point(ledger.location(asked.state))
    if (body.slot, body.set_id) != (number, 0) or body.answer >= len(answers.sets):
        raise Malformed("an answer to another question")
    codes = [ledger.codes.code(value) for value in answers.sets[body.answer]]
    if not codes:
        raise RuleBroken("an answer that nothing could make true")
    check_in_set(ledger.verifier, asked.context(Purpose.IN_SET), point, codes, body.member)
    return answers.claims[body.answer]


# --- Turning cards up ---


Opened = CardsAt | CardsAmong | OpenCards

_UNTOLD = "?"  # the value of a card that was not turned up: not one that was asked for, not Hide


def make_openings(
    ledger: TrailLedger, vault: TrailVault, asked: TrailRequest, question: Opened, claim: Openings
) -> TrailOpened:
    """Dracula's peer: turn up the cards of a claim."""
    openings = tuple(SlotOpening(*vault.opening(ledger.hidden(slot))) for slot, _ in claim)
    doubted = _doubted(question, dict(claim))
    return TrailOpened(openings, prove_not_hide(ledger, vault, asked, doubted))


def check_openings(
    ledger: TrailLedger, asked: TrailRequest, question: Opened, body: TrailOpened
) -> Openings:
    """Everybody: the claim that a body makes and proves."""
    values: Knowledge = {}
    for each in body.openings:
        slot = _opened_slot(asked.state, question, each)
        if slot in values:
            raise Malformed(f"{slot} is turned up twice")
        opening = TrailOpening(each.slot, each.code, each.nonce)
        sealed = ledger.hidden(slot).sealed
        check_trail_opening(ledger.group, ledger.game_id, sealed, opening)
        values[slot] = ledger.codes.value(each.code)
    claim = tuple(values.items())
    _refuse_half(asked.state, question, claim)
    check_not_hide(ledger, asked, _doubted(question, values), body.not_hide)
    return claim


def prove_not_hide(
    ledger: TrailLedger, vault: TrailVault, asked: TrailRequest, slots: Sequence[SlotId]
) -> tuple[SlotProof, ...]:
    """T-9, T-13, PA-1, PA-4: NEQ to 200 for each of these hidden cards."""
    hide = open_value(ledger.group, HIDE_CODE)
    return tuple(
        SlotProof(
            slot_number(slot),
            prove_different(
                vault.prover,
                asked.context(Purpose.NOT_HIDE, number),
                vault.card(ledger.hidden(slot)),
                hide,
            ),
        )
        for number, slot in enumerate(slots)
    )


def check_not_hide(
    ledger: TrailLedger, asked: TrailRequest, slots: Sequence[SlotId], proofs: Sequence[SlotProof]
) -> None:
    """Refuse unless each of these hidden cards is proved not to be Hide, in this order."""
    refuse_other_slots(slots, proofs)
    hide = ledger.open_point(HIDE_CODE)
    for number, (slot, each) in enumerate(zip(slots, proofs, strict=True)):
        context = asked.context(Purpose.NOT_HIDE, number)
        twin = ledger.hidden(slot).sealed.twin
        check_different(ledger.verifier, context, twin, hide, each.proof)


def refuse_other_slots(slots: Sequence[SlotId], proofs: Sequence[SlotProof]) -> None:
    """E-5: the proofs are of exactly these slots, in order."""
    if [slot_number(slot) for slot in slots] != [each.slot for each in proofs]:
        raise Malformed("proofs of other slots than those in question")


def _opened_slot(state: State, question: Opened, opening: SlotOpening) -> SlotId:
    slot = slot_named(state, opening.slot)
    ties = question.ties
    tied = {hide for hides in ties.hides.values() for hide in hides} | set(ties.homes.values())
    if slot is None or (slot not in question.slots and slot not in tied):
        raise RuleBroken(f"slot {opening.slot} is not in question")
    return slot


def _refuse_half(state: State, question: Opened, claim: Openings) -> None:
    """T-9: nothing that is tied is left out, nothing else is turned up, in the engine's order."""
    told: Knowledge = defaultdict(lambda: _UNTOLD, claim)
    whole = truth.truth_of(question, state, told)
    asks_nothing = isinstance(question, OpenCards) and not question.slots
    if claim != whole or not (claim or asks_nothing) or not question.accepts(claim):
        raise RuleBroken("not the cards that are to be turned up together")


def _doubted(question: Opened, values: Knowledge) -> tuple[SlotId, ...]:
    """T-9: what could be a Hide tied to a card turned up, and stays hidden."""
    found = (
        hide
        for slot, value in values.items()
        if value != HIDE
        for hide in question.ties.hides.get(slot, ())
        if hide not in values
    )
    return tuple(dict.fromkeys(found))
