"""Cheats with the trail: moves, seals, and what is said of hidden cards (section 9)."""

from typing import Any

from msgspec.structs import replace

from client.cheats.cards import last_scalar_changed
from client.cheats.cheat import Cheat, Noticed, answers, changed
from client.cheats.liar import Liar, Moment
from client.cheats.table import Rules
from engine.questions import CardsAt, CurrentIsAmong, SlotIsAmong, WhichOf
from engine.requests import Attest, Sealed
from engine.shapes import Shape
from net.crypto.commitment import seal_hash
from net.crypto.set_proofs import HiddenMove, prove_legal_move
from net.crypto.transcript import Purpose
from net.fairness.trail.placing import Claim, claim_of, make_place
from net.fairness.trail.trail_answers import make_attest
from net.fairness.trail.trail_ledger import announced_shape, slot_number
from net.wire.bodies import (
    Body,
    TrailAbsent,
    TrailInSet,
    TrailOpened,
    TrailPlaced,
)
from net.wire.bodies_trail import SlotOpening

_MALFORMED, _PROOF, _OPENING, _RULE, _AUDIT = 1, 3, 4, 7, 8

MOVE = "Illegal hidden move, reused location, consecrated city"
_CITY = "Silence about a city"
_OPENED = "Opening that does not match"
SEAL = "Seal that does not fit its twin"
_STUCK = 'False "I cannot move"'

# Without power cards Dracula may always claim that he cannot move.
POWERLESS = Rules(2, (("influence_to_win", 3), ("power_cards", "unused")))


def is_hidden_move(moment: Moment) -> bool:
    """A card is about to be laid face down beside others."""
    body = moment.body
    return isinstance(body, TrailPlaced) and body.hidden is not None and bool(body.different)


def true_move(liar: Liar) -> tuple[int, int]:
    """The codes of the card that is really laid and of where it leads."""
    exchange = liar.exchange
    trail, codes = liar.vault().trail(exchange.trail.codes), exchange.trail.codes
    anchor, slot = exchange.asked.moment.anchor, liar.body.slot
    for code in codes.values:
        for place in codes.places:
            made = trail.lay(anchor, slot, code, place)
            if made.card.point == liar.body.hidden.twin:
                if made.location.point == liar.body.hidden.location:
                    return code, place
            else:
                break
    raise LookupError("a card that does not come from the seed")


def claim_at(moment: Moment, **otherwise: Any) -> Claim:
    """The public sets of a placing; or as they would be if the state were another."""
    exchange: Any = moment.exchange
    body: Any = moment.body
    asked, ledger = exchange.asked, exchange.trail
    asked = asked._replace(state=replace(asked.state, **otherwise))
    return claim_of(ledger, asked, announced_shape(asked, body, ledger.codes))


def _too_far(liar: Liar) -> Body:
    """Goes where no card leads."""
    legal = {each[1] for each in claim_at(liar.moment).triples}
    places = liar.exchange.trail.codes.places
    return moved_to(liar, next(code for code in places if code not in legal))


def moved_to(liar: Liar, code: int) -> Body:
    """Lays a city, and proves the move in a set of its own, in which it is legal."""
    exchange, vault = liar.exchange, liar.vault()
    trail, asked, ledger = vault.trail(exchange.trail.codes), exchange.asked, exchange.trail
    claim = claim_at(liar.moment)
    made = trail.lay(asked.moment.anchor, liar.body.slot, code, code)
    origin = trail.location(ledger.origin(asked))
    triple = (origin.opening.value, code, code)
    move = HiddenMove(origin, made.card, made.location)
    context = asked.context(Purpose.PLACE)
    proof = prove_legal_move(vault.prover, context, move, [*claim.triples[:-1], triple])
    hidden = replace(
        liar.body.hidden,
        seal=seal_hash(ledger.game_id, made.opening),
        twin=made.card.point,
        location=made.location.point,
    )
    return liar.altered(hidden=hidden, legality=proof)


def near(moment: Moment, claim: Claim) -> set[int]:
    """The codes of the cards that a claim lets be laid from where he really is."""
    exchange: Any = moment.exchange
    trail = moment.vault(moment.entry.peer).trail(exchange.trail.codes)
    here = trail.location(exchange.trail.origin(exchange.asked)).opening.value
    return {card for before, card, _ in claim.triples if before == here}


def _visited(moment: Moment) -> list[tuple[int, int]]:
    """Hidden cards whose places could be gone to, if they did not lie there: slot and code."""
    ledger = moment.exchange.trail  # type: ignore[attr-defined]
    trail = moment.vault(moment.entry.peer).trail(ledger.codes)
    claim = claim_at(moment)
    found = (trail.opening(ledger.hidden(slot)) for slot in claim.differing)
    return [(each.slot, each.code) for each in found if each.code in near(moment, claim)]


def _used_again(liar: Liar) -> Body:
    """Goes where a hidden card of its own lies, and proves of that one that it is another."""
    exchange = liar.exchange
    codes = exchange.trail.codes
    shape = announced_shape(exchange.asked, liar.body, codes)
    slot, code = _visited(liar.moment)[0]
    other = next(each for each in codes.places if each != code)
    vault = liar.lying_vault({slot: other})
    return make_place(exchange.trail, vault, exchange.asked, Sealed(shape, codes.value(code)))


def _elsewhere(liar: Liar) -> Body:
    """Says with L that he is somewhere else than where the card leads."""
    code, place = true_move(liar)
    exchange = liar.exchange
    other = next(each for each in exchange.trail.codes.places if each != place)
    trail = liar.vault().trail(exchange.trail.codes)
    made = trail.lay(exchange.asked.moment.anchor, liar.body.slot, code, other)
    return liar.altered(hidden=replace(liar.body.hidden, location=made.location.point))


def _copied_location(liar: Liar) -> Body:
    return liar.altered(hidden=replace(liar.body.hidden, location=liar.body.hidden.twin))


def sealed_as_another(liar: Liar) -> Body:
    """The plain seal says another card than the proofs are about."""
    code, place = true_move(liar)
    exchange = liar.exchange
    other = next(each for each in exchange.trail.codes.places if each not in (code, place))
    trail = liar.vault().trail(exchange.trail.codes)
    made = trail.lay(exchange.asked.moment.anchor, liar.body.slot, other, other)
    seal = seal_hash(exchange.trail.game_id, made.opening)
    return liar.altered(hidden=replace(liar.body.hidden, seal=seal))


def is_first_card(moment: Moment) -> bool:
    """A card is about to be laid face down, perhaps the first of all."""
    return isinstance(moment.body, TrailPlaced) and moment.body.hidden is not None


# What is said of hidden cards


def _is_found(moment: Moment) -> bool:
    """Dracula is asked about a city, and a hidden card is that city."""
    request = getattr(moment.exchange, "request", None)
    is_city = isinstance(request, Attest) and isinstance(request.question, CardsAt)
    return is_city and isinstance(moment.body, TrailOpened) and bool(moment.body.openings)


def _false_absence(liar: Liar) -> Body:
    """Says that the city is nowhere, with proofs about cards that do not lie there."""
    exchange = liar.exchange
    place = exchange.trail.codes.code(exchange.request.question.place)
    other = next(code for code in exchange.trail.codes.places if code != place)
    lies = {slot_number(slot): other for slot in exchange.request.question.slots}
    return make_attest(exchange.trail, liar.lying_vault(lies), exchange.asked, ())


def _opened_as_another(liar: Liar) -> Body:
    first, *others = liar.body.openings
    code = next(each for each in liar.exchange.trail.codes.places if each != first.code)
    return liar.altered(openings=(SlotOpening(first.slot, code, first.nonce), *others))


def _opened_with_another_nonce(liar: Liar) -> Body:
    first, *others = liar.body.openings
    return liar.altered(openings=(replace(first, nonce=bytes(32)), *others))


def _subject(moment: Moment) -> Any:
    """What a question about a set is about: a card, or where he is."""
    exchange: Any = moment.exchange
    question = exchange.request.question
    if isinstance(question, SlotIsAmong):
        return exchange.trail.hidden(question.slot)
    return exchange.trail.location(exchange.asked.state)


def _other_claims(moment: Moment) -> list[tuple[Any, str]]:
    """What is not so and could be claimed, each with a place that would make it so."""
    exchange: Any = moment.exchange
    match exchange.request.question:
        case SlotIsAmong(places=places) | CurrentIsAmong(places=places):
            is_in = moment.body.answer == 1  # type: ignore[attr-defined]
            board = exchange.trail.edition.board.places
            wanted = [each for each in board if (each in places) != is_in]
            return [(not is_in, place) for place in wanted]
        case WhichOf(sets=sets):
            others = list(sets.items())
            del others[moment.body.answer]  # type: ignore[attr-defined]
            return [(name, places[0]) for name, places in others if places]
        case _:
            return []


def _false_region(liar: Liar) -> Body:
    exchange = liar.exchange
    claim, place = _other_claims(liar.moment)[0]
    number = _subject(liar.moment).number
    vault = liar.lying_vault({number: exchange.trail.codes.code(place)})
    return make_attest(exchange.trail, vault, exchange.asked, claim)


def _has_other_claim(moment: Moment) -> bool:
    if not isinstance(moment.body, TrailInSet) or not _other_claims(moment):
        return False
    return not isinstance(_subject(moment), int)


def _no_card(liar: Liar) -> Body:
    """PA-13: turns up where he is, and claims that there is no card he could lay."""
    exchange = liar.exchange
    sealed = Sealed(Shape(no_card=True), "")
    trail = liar.vault().trail(exchange.trail.codes)
    return make_place(exchange.trail, trail, exchange.asked, sealed)


def _may_claim(moment: Moment) -> bool:
    request: Any = getattr(moment.exchange, "request", None)
    return is_hidden_move(moment) and bool(request.accepts(Shape(no_card=True)))


def first_left_out(name: str) -> Any:
    """A body without the first of some proofs."""
    return changed(lambda liar: liar.altered(**{name: getattr(liar.body, name)[1:]}))


TRAIL_CHEATS = (
    Cheat("move-too-far", MOVE, "moves where no road leads, with a proof in a set of its own",
          _PROOF, is_hidden_move, changed(_too_far)),
    Cheat("broken-move-proof", MOVE, "makes up the proof that its move is legal", _PROOF,
          is_hidden_move,
          changed(lambda liar: liar.altered(legality=last_scalar_changed(liar.body.legality)))),
    Cheat("location-elsewhere", MOVE, "lays one city and says to be in another", _PROOF,
          is_hidden_move, changed(_elsewhere)),
    Cheat("location-copied", MOVE, "sends one commitment for card and place", _MALFORMED,
          is_hidden_move,
          changed(_copied_location)),
    Cheat("location-used-again", MOVE, "goes where a hidden card of its own lies already", _PROOF,
          lambda moment: is_hidden_move(moment) and bool(_visited(moment)), changed(_used_again)),
    Cheat("card-passed-over", MOVE, "does not say that its card differs from one that lies there",
          _MALFORMED, is_hidden_move, first_left_out("different")),
    Cheat("other-slot", MOVE, "lays its card under a slot that is not the next", _MALFORMED,
          is_hidden_move, changed(lambda liar: liar.altered(slot=liar.body.slot + 1))),
    Cheat("false-absence", _CITY, "says that a hunter has not found him", _PROOF,
          _is_found, changed(_false_absence)),
    Cheat("another-city-absent", _CITY, "proves of another city that he is not there", _MALFORMED,
          answers(TrailAbsent),
          changed(lambda liar: liar.altered(city=liar.body.city % 60 + 1))),
    Cheat("card-not-asked", _CITY, "leaves a hidden card out of its denial", _MALFORMED,
          answers(TrailAbsent, lambda moment: bool(moment.body.absent)),  # type: ignore[attr-defined]
          first_left_out("absent")),
    Cheat("opened-as-another", _OPENED, "opens a trail card as another city", _OPENING,
          answers(TrailOpened, lambda moment: bool(moment.body.openings)),  # type: ignore[attr-defined]
          changed(_opened_as_another)),
    Cheat("opened-with-another-nonce", _OPENED, "opens a trail card with a made-up nonce",
          _OPENING,
          answers(TrailOpened, lambda moment: bool(moment.body.openings)),  # type: ignore[attr-defined]
          changed(_opened_with_another_nonce)),
    Cheat("false-region", _CITY, "answers yes for no, or no for yes, about where it is", _PROOF,
          _has_other_claim, changed(_false_region)),
    Cheat("seal-and-twin", SEAL, "seals another card than it proves, and never opens it", _AUDIT,
          is_first_card, changed(sealed_as_another), Noticed.AT_AUDIT),
    Cheat("cannot-move", _STUCK, "claims that there is no card it could lay", _AUDIT,
          _may_claim, changed(_no_card), Noticed.AT_AUDIT,
          POWERLESS),
    Cheat("cannot-move-shown", _STUCK, "claims so where the claim turns up the whole trail",
          _RULE, _may_claim, changed(_no_card), rules=Rules(2, (
              ("influence_to_win", 3), ("power_cards", "unused"),
              ("no_card_opens", "trail-and-lairs")))),
)  # fmt: skip
