"""TRAIL_PLACE: a card is laid, and proved legal without being shown (9.2, 9.3, 22.1).

The proof has three parts, all about public sets that the engine names (`engine/statements.py`):
1. TUPLE: (location before, card, location after) is one of the legal triples. At the start they
   begin with 0, which is nowhere (T-14).
2. NEQ: the card is none of the hidden cards of trail and lairs (I-1).
3. NEQ for every cleared card that may have been Hide and is not yet free again: not both it and the
   new card are Hide. Of two codes only twice Hide adds up to 400.
"""

from collections.abc import Iterator
from typing import NamedTuple

from msgspec.structs import replace

from engine import statements, truth
from engine.ids import HIDE, SlotId
from engine.knowledge import Knowledge
from engine.questions import OpenCards, Ties
from engine.requests import Sealed
from engine.rules import hidden_choice, placing
from engine.rules.announced import is_lone
from engine.shapes import NOTHING, Shape
from engine.state import State
from net.crypto.commitment import Committed, Opening, SealedCard, open_value, seal_hash
from net.crypto.faults import Malformed, RuleBroken
from net.crypto.group import Group, Point
from net.crypto.set_proofs import (
    HiddenMove,
    Move,
    Triple,
    check_different,
    check_legal_move,
    prove_different,
    prove_legal_move,
)
from net.crypto.transcript import Purpose
from net.fairness.cards.exchange import Statement
from net.fairness.trail.trail_answers import check_openings, make_openings, refuse_other_slots
from net.fairness.trail.trail_ledger import (
    HIDE_CODE,
    LaidCard,
    TrailLedger,
    TrailRequest,
    announced_body,
    announced_shape,
    conceal_of,
    slot_named,
    slot_number,
)
from net.fairness.trail.trail_vault import TrailVault
from net.wire.bodies_trail import FaceDown, SlotProof, TrailOpened, TrailPlaced

_BOTH_HIDE = 2 * HIDE_CODE
_NO_CARD = Shape(no_card=True)


class Claim(NamedTuple):
    """What a placing is proved to be: public sets, derived alike by prover and verifier."""

    triples: list[Triple]
    differing: tuple[SlotId, ...]
    resting: tuple[SlotId, ...]
    is_open: bool

    @property
    def slots(self) -> tuple[SlotId, ...]:
        """The slots that NEQ proofs are about, in order."""
        return (*self.differing, *self.resting)


def claim_of(ledger: TrailLedger, asked: TrailRequest, shape: Shape) -> Claim:
    """The public sets of one announced placing."""
    about, code = conceal_of(asked).about, ledger.codes.code
    given = (asked.state, ledger.edition, about, shape)
    return Claim(
        [
            (code(one), code(two), code(three))
            for one, two, three in statements.legal_triples(*given)
        ],
        statements.differing(*given),
        statements.resting(*given),
        shape.face is not None,
    )


def make_place(
    ledger: TrailLedger, vault: TrailVault, asked: TrailRequest, sealed: Sealed
) -> TrailPlaced | TrailOpened:
    """Dracula's peer: lay a card. `sealed` is what everybody sees of it, and its value."""
    shape: Shape = sealed.public
    if shape.no_card:
        return _open_location(ledger, vault, asked)
    body = announced_body(asked, shape, ledger.codes)
    if is_lone(shape):
        return body
    move, hidden = _moved(ledger, vault, asked, sealed)
    claim = claim_of(ledger, asked, shape)
    context = asked.context(Purpose.PLACE)
    return replace(
        body,
        hidden=hidden,
        legality=prove_legal_move(vault.prover, context, move, claim.triples),
        different=_prove_others(ledger, vault, asked, claim, move.card),
    )


def check_place(ledger: TrailLedger, asked: TrailRequest, body: TrailPlaced | TrailOpened) -> Shape:
    """Everybody: the shape that a body announces, which is allowed and proved."""
    if isinstance(body, TrailOpened):
        return _check_location(ledger, asked, body)
    shape = announced_shape(asked, body, ledger.codes)
    if not asked.request.accepts(shape):
        raise RuleBroken("the rules do not allow this placing, whatever the card is")
    if is_lone(shape):
        return shape
    if body.legality is None:
        raise Malformed("a card without a proof")
    claim, move = claim_of(ledger, asked, shape), _shown_move(ledger, asked, shape, body)
    context = asked.context(Purpose.PLACE)
    check_legal_move(ledger.verifier, context, move, claim.triples, body.legality)
    _check_others(ledger, asked, claim, move.card, body.different)
    return shape


def stated_place(
    ledger: TrailLedger, asked: TrailRequest, shape: Shape, body: TrailPlaced | TrailOpened
) -> Statement | None:
    """22.12: the public sets of a verified placing; a lone power has none."""
    if isinstance(body, TrailOpened):
        return {"conceals": True}
    if is_lone(shape):
        return None
    claim = claim_of(ledger, asked, shape)
    stated: Statement = {
        "before": ledger.stated(ledger.origin(asked)),
        "triples": claim.triples,
        "differs": [slot_number(slot) for slot in claim.differing],
        "rests": [slot_number(slot) for slot in claim.resting],
    }
    if shape.lair is not None:
        stated["card"] = ledger.stated(ledger.card(asked.state, shape.lair))
    return stated


def take_place(ledger: TrailLedger, asked: TrailRequest, body: TrailPlaced | TrailOpened) -> None:
    """Keep what a verified body commits to."""
    if isinstance(body, TrailOpened):
        return
    if body.hidden is not None:
        seal, twin, location = body.hidden.seal, body.hidden.twin, body.hidden.location
        laid = LaidCard(asked.moment.anchor, body.slot, SealedCard(seal, twin), location)
        ledger.laid[conceal_of(asked).slot] = laid
    lair = slot_named(asked.state, body.lair)
    if lair in ledger.laid:
        laid = ledger.laid[lair]
        ledger.laid[lair] = laid._replace(location=laid.sealed.twin)


def _moved(
    ledger: TrailLedger, vault: TrailVault, asked: TrailRequest, sealed: Sealed
) -> tuple[HiddenMove, FaceDown | None]:
    """Where Dracula goes with all openings, and what is sent of a card laid face down."""
    shape: Shape = sealed.public
    previous = vault.location(ledger.origin(asked))
    if shape.lair is not None:
        lair = vault.card(ledger.card(asked.state, shape.lair))
        return HiddenMove(previous, lair, lair), None
    code = ledger.codes.code(sealed.value)
    if shape.face is not None:
        card = open_value(ledger.group, code)
        return HiddenMove(previous, card, previous if shape.face == HIDE else card), None
    place = previous.opening.value if code == HIDE_CODE else code
    made = vault.lay(asked.moment.anchor, slot_number(conceal_of(asked).slot), code, place)
    seal = seal_hash(ledger.game_id, made.opening)
    hidden = FaceDown(seal, made.card.point, made.location.point)
    return HiddenMove(previous, made.card, made.location), hidden


def _shown_move(ledger: TrailLedger, asked: TrailRequest, shape: Shape, body: TrailPlaced) -> Move:
    """The same as everybody has it."""
    previous = ledger.location_point(ledger.origin(asked))
    if shape.lair is not None:
        lair = ledger.card_point(ledger.card(asked.state, shape.lair))
        return Move(previous, lair, lair)
    if shape.face is not None:
        card = ledger.open_point(ledger.codes.code(shape.face))
        return Move(previous, card, previous if shape.face == HIDE else card)
    if body.hidden is None:
        raise Malformed("a card face down without its seal")
    if body.hidden.twin == body.hidden.location:
        raise Malformed("a card and its location committed to in the same bytes")
    return Move(previous, body.hidden.twin, body.hidden.location)


def _prove_others(
    ledger: TrailLedger, vault: TrailVault, asked: TrailRequest, claim: Claim, card: Committed
) -> tuple[SlotProof, ...]:
    """NEQ of the new card, in order of the claim's slots."""
    pairs: list[tuple[Committed, Committed]] = []
    for slot in claim.differing:
        other = vault.card(ledger.hidden(slot))
        pairs.append((other, card) if claim.is_open else (card, other))
    for slot in claim.resting:
        both = _joined(ledger.group, card, vault.card(ledger.hidden(slot)))
        pairs.append((both, open_value(ledger.group, _BOTH_HIDE)))
    return tuple(
        SlotProof(slot_number(slot), prove_different(vault.prover, context, left, right))
        for slot, context, (left, right) in zip(
            claim.slots, _contexts(asked, claim), pairs, strict=True
        )
    )


def _check_others(
    ledger: TrailLedger,
    asked: TrailRequest,
    claim: Claim,
    card: Point,
    proofs: tuple[SlotProof, ...],
) -> None:
    refuse_other_slots(claim.slots, proofs)
    pairs: list[tuple[Point, Point]] = []
    for slot in claim.differing:
        other = ledger.hidden(slot).sealed.twin
        pairs.append((other, card) if claim.is_open else (card, other))
    for slot in claim.resting:
        both = ledger.group.add(card, ledger.hidden(slot).sealed.twin)
        pairs.append((both, ledger.open_point(_BOTH_HIDE)))
    for each, context, (left, right) in zip(proofs, _contexts(asked, claim), pairs, strict=True):
        check_different(ledger.verifier, context, left, right, each.proof)


def _contexts(asked: TrailRequest, claim: Claim) -> Iterator[bytes]:
    return (asked.context(Purpose.PLACE_NEQ, number) for number in range(len(claim.slots)))


def _joined(group: Group, left: Committed, right: Committed) -> Committed:
    """The sum of two commitments commits to the sum of their values."""
    value = left.opening.value + right.opening.value
    blinding = (left.opening.blinding + right.opening.blinding) % group.order
    return Committed(group.add(left.point, right.point), Opening(value, blinding))


def _location_question(ledger: TrailLedger, state: State) -> OpenCards:
    """PA-13: what "no legal card" turns up; nothing where his location lies open."""
    found = placing.location_question(state, ledger.edition.switches)
    return found or OpenCards((), Ties({}, {}))


def _open_location(ledger: TrailLedger, vault: TrailVault, asked: TrailRequest) -> TrailOpened:
    question = _location_question(ledger, asked.state)
    known = {
        slot: ledger.codes.value(vault.opening(ledger.hidden(slot)).code)
        for slot in (*question.slots, *question.ties.homes.values())
    }
    claim = truth.truth_of(question, asked.state, known)
    return make_openings(ledger, vault, asked, question, claim)


def _check_location(ledger: TrailLedger, asked: TrailRequest, body: TrailOpened) -> Shape:
    if not asked.request.accepts(_NO_CARD):
        raise RuleBroken("some card is openly left to him")
    claim = check_openings(ledger, asked, _location_question(ledger, asked.state), body)
    if ledger.edition.switches.no_card_opens == "trail-and-lairs":
        _refuse_false_claim(ledger, asked, dict(claim))
    return _NO_CARD


def _refuse_false_claim(ledger: TrailLedger, asked: TrailRequest, known: Knowledge) -> None:
    """T-15: with his whole trail open everybody sees whether a card was left to him.

    A cleared card that still rests is not opened; it may have been Hide, which the audit will say.
    """
    resting = dict.fromkeys(asked.state.powers_resting, HIDE)
    sealed = Sealed(_NO_CARD, NOTHING)
    request, edition = conceal_of(asked), ledger.edition
    if hidden_choice.why_not(request, sealed, asked.state, edition, {**resting, **known}):
        raise RuleBroken("a card was left to him, as those he turned up show")
