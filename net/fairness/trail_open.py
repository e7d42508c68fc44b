"""TRAIL_OPEN: hidden cards are turned up with what is tied to them (T-8 to T-12, PA-13).

An opening is checked against the seal and against its twin (22.1). With every location that is
turned up, each hidden card tied to it is turned up as Hide or proved not to be (T-9): what the
openings claim is compared with what the engine's own `truth` would say of them, so that half an
answer is none.
"""

from collections import defaultdict
from collections.abc import Sequence

from engine import truth
from engine.ids import HIDE, SlotId
from engine.knowledge import Knowledge
from engine.questions import CardsAmong, CardsAt, OpenCards, Openings
from engine.state import State
from net.crypto.commitment import TrailOpening, check_trail_opening, open_value
from net.crypto.faults import Malformed, RuleBroken
from net.crypto.set_proofs import check_different, prove_different
from net.crypto.transcript import Purpose
from net.fairness.trail_ledger import HIDE_CODE, Asked, TrailLedger, slot_number
from net.fairness.trail_shape import slot_named
from net.fairness.trail_vault import TrailVault
from net.wire.bodies_trail import SlotOpening, SlotProof, TrailOpened

Opened = CardsAt | CardsAmong | OpenCards

_UNTOLD = "?"  # the value of a card that was not turned up: not one that was asked for, not Hide


def make_openings(
    ledger: TrailLedger, vault: TrailVault, asked: Asked, question: Opened, claim: Openings
) -> TrailOpened:
    """Dracula's peer: turn up the cards of a claim."""
    openings = tuple(SlotOpening(*vault.opening(ledger.hidden(slot))) for slot, _ in claim)
    doubted = _doubted(question, dict(claim))
    return TrailOpened(openings, prove_not_hide(ledger, vault, asked, doubted))


def check_openings(
    ledger: TrailLedger, asked: Asked, question: Opened, body: TrailOpened
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
    ledger: TrailLedger, vault: TrailVault, asked: Asked, slots: Sequence[SlotId]
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
    ledger: TrailLedger, asked: Asked, slots: Sequence[SlotId], proofs: Sequence[SlotProof]
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
