"""Cheats with the trail: moves, seals, Hide, and claims about hidden cards (section 9)."""

from collections.abc import Callable, Sequence
from typing import Any

from msgspec.structs import replace

from client.workshop.cheats.card_cheats import last_scalar_changed
from client.workshop.cheats.cheat import Cheat, Liar, Moment, Noticed, answers, changed
from client.workshop.cheats.cheat_table import Rules
from client.workshop.cheats.log_cheats import on_the_head
from engine.editions import edition
from engine.ids import HIDE, SlotId
from engine.options import PickPlace, Play, Rest, Supply
from engine.questions import CardsAt, CurrentIsAmong, NotHide, SlotIsAmong, WhichOf
from engine.requests import Attest, Choose, Conceal, Request, Sealed
from engine.rules.lairs import LAIR
from engine.shapes import Shape
from net.crypto.commitment import seal_hash
from net.crypto.set_proofs import HiddenMove, prove_legal_move
from net.crypto.transcript import Purpose
from net.fairness.trail.placing import Claim, claim_of, make_place
from net.fairness.trail.trail_answers import make_attest
from net.fairness.trail.trail_ledger import HIDE_CODE, announced_shape, slot_number
from net.log.entry import Entry
from net.wire.bodies import (
    Answered,
    Body,
    TrailAbsent,
    TrailInSet,
    TrailNotHide,
    TrailOpened,
    TrailPlaced,
)
from net.wire.bodies_trail import SlotOpening, TrailPower

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


# Cheats with Hide: denied, passed over, cleared by Misdirect, made a lair (T-9, T-13, 9.3).


_HIDE = "Hiding an attached Hide, Misdirect on it, Hide as lair"


def _lays_hide(_request: Request[Any], answer: Any) -> bool:
    return isinstance(answer, Sealed) and answer.value == HIDE


# Dracula lays Hide whenever he can: it slides off, and hunters come upon it.
_HIDING = Rules(habits=(_lays_hide,), requests=400)


def _is_hide(moment: Moment, slot: SlotId) -> bool:
    """Whether a hidden card is really Hide."""
    locks = moment.proceedings.locks
    if locks is None or slot not in locks.trail.laid:
        return False
    trail = moment.vault(moment.entry.peer).trail(locks.trail.codes)
    return trail.opening(locks.trail.hidden(slot)).code == HIDE_CODE


def _denies(liar: Liar, exchange: Any, slots: Sequence[SlotId]) -> Any:
    """Dracula's secrets as if another card lay in these slots."""
    other = next(iter(exchange.trail.codes.places))
    return liar.lying_vault({slot_number(slot): other for slot in slots}, exchange)


# What is asked of a card that may be Hide


def _not_hide_made_up(liar: Liar) -> Body:
    first, *others = liar.body.not_hide
    wrong = replace(first, proof=last_scalar_changed(first.proof))
    return liar.altered(not_hide=(wrong, *others))


def _attached_is_denied(liar: Liar) -> Body:
    """Turns up a location, and proves of the Hide tied to it that it is none, as far as it can."""
    exchange = liar.exchange
    claim = tuple(
        (slot, exchange.trail.codes.value(each.code))
        for slot in exchange.request.question.slots
        for each in liar.body.openings
        if each.slot == slot_number(slot) and each.code != HIDE_CODE
    )
    hidden = [slot for slot in exchange.trail.laid if _is_hide(liar.moment, slot)]
    vault = _denies(liar, exchange, hidden)
    return make_attest(exchange.trail, vault, exchange.asked, claim)


def _bears_hide(moment: Moment) -> bool:
    """A location is turned up, and a Hide with it."""
    body: Any = moment.body
    codes = [each.code for each in body.openings]
    question = getattr(getattr(moment.exchange, "request", None), "question", None)
    return len(codes) > 1 and codes[0] != HIDE_CODE == codes[1] and question is not None


# What only a Hide that is called a city allows


def _then_denies(lies: Callable[[Liar], Body]) -> Callable[[Liar], Sequence[Entry]]:
    """Everybody takes the first lie for possible, and asks whether the card is Hide."""

    def tells(liar: Liar) -> Sequence[Entry]:
        table = liar.table
        table.deliver(liar.says(lies(liar)), liar.honest)
        table.run()
        hearing = table.referees[liar.honest[0]].proceedings.hearing
        exchange: Any = hearing.exchanges[0]
        assert isinstance(exchange.request.question, NotHide)
        vault = _denies(liar, exchange, exchange.request.question.slots)
        return [on_the_head(liar, make_attest(exchange.trail, vault, exchange.asked, ()), 0)]

    return tells


def _slides_off(moment: Moment) -> bool:
    """Hide has slid off, hidden: it can only mature, as Dracula alone knows."""
    fallen = moment.proceedings.game.state.dracula.fallen
    request: Any = moment.request
    is_asked = isinstance(request, Choose) and LAIR in request.options
    return is_asked and fallen is not None and _is_hide(moment, fallen.slot)


def _on_hide(moment: Moment) -> list[Shape]:
    """The Misdirect that is laid, with a Hide as its target in place of a city."""
    exchange: Any = moment.exchange
    body: Any = moment.body
    shape = announced_shape(exchange.asked, body, exchange.trail.codes)
    trail = (each for each in moment.proceedings.game.state.dracula.trail if each is not None)
    hides = [each.slot for each in trail if each.is_hidden and _is_hide(moment, each.slot)]
    found = [replace(shape, target=slot) for slot in hides if shape.target != slot]
    return [each for each in found if exchange.request.accepts(each)]


def _misdirects(moment: Moment) -> bool:
    body: Any = moment.body
    is_laid = body.power == TrailPower.MISDIRECT and body.hidden is not None
    return is_laid and bool(_on_hide(moment))


def _clears_hide(liar: Liar) -> Body:
    exchange = liar.exchange
    trail = liar.vault().trail(exchange.trail.codes)
    code, _ = true_move(liar)
    sealed = Sealed(_on_hide(liar.moment)[0], exchange.trail.codes.value(code))
    return make_place(exchange.trail, trail, exchange.asked, sealed)


HIDE_CHEATS = (
    Cheat("hide-denied", _HIDE, "makes up that a card is not Hide", _PROOF,
          answers(TrailNotHide, lambda moment: bool(moment.body.not_hide)),  # type: ignore[attr-defined]
          changed(_not_hide_made_up)),
    Cheat("hide-passed-over", _HIDE, "says nothing of a card that may be Hide", _MALFORMED,
          answers(TrailNotHide, lambda moment: bool(moment.body.not_hide)),  # type: ignore[attr-defined]
          first_left_out("not_hide")),
    Cheat("attached-hide-denied", _HIDE, "turns up a city and keeps the Hide on it hidden", _PROOF,
          answers(TrailOpened, _bears_hide), changed(_attached_is_denied), rules=_HIDING),
    Cheat("attached-hide-passed-over", _HIDE, "turns up a city and says nothing of a card on it",
          _MALFORMED,
          answers(TrailOpened, lambda moment: bool(moment.body.not_hide)),  # type: ignore[attr-defined]
          first_left_out("not_hide")),
    Cheat("misdirect-on-hide", _HIDE, "clears Hide with Misdirect and calls it a city", _PROOF,
          answers(TrailPlaced, _misdirects), _then_denies(_clears_hide), rules=_HIDING),
    Cheat("hide-as-lair", _HIDE, "makes a lair of Hide and calls it a city", _PROOF,
          answers(Answered, _slides_off), _then_denies(lambda liar: liar.altered(option=LAIR)),
          rules=_HIDING),
)  # fmt: skip


# Cheats that need others to have done something first: ground made holy, a card to be opened.


_HALLOWED = "strasbourg"  # most roads of all lead there
_ROUND_ABOUT = frozenset(edition("fourth").board.roads[_HALLOWED])


# Holy ground


def _hallows(request: Request[Any], answer: Any) -> bool:
    """Hunters look for the card that makes ground holy, and lay it where Dracula may be."""
    match answer:
        case Play(card="consecrated_ground"):
            return True
        case PickPlace(place=place):
            return place == _HALLOWED and getattr(request, "about", "") == "consecrated_ground.city"
        case _:
            return False


def _stays_near(_request: Request[Any], answer: Any) -> bool:
    return isinstance(answer, Sealed) and answer.value in _ROUND_ABOUT


def _supplies(_request: Request[Any], answer: Any) -> bool:
    return isinstance(answer, Supply)


def _closed_cities(moment: Moment) -> list[int]:
    """Where he could go from here if no ground were holy."""
    free = near(moment, claim_at(moment, consecrated=None, hosts={}))
    return sorted(free - near(moment, claim_at(moment)))


def _enters_holy_ground(liar: Liar) -> Sequence[Entry]:
    return [liar.says(moved_to(liar, _closed_cities(liar.moment)[0]))]


# A card that is opened


def _seals_and_opens(liar: Liar) -> Sequence[Entry]:
    """Plays on after a false seal; when asked for the next card, shows the last one instead."""
    table, peer = liar.table, liar.peer
    false = liar.says(sealed_as_another(liar))
    table.is_mute.discard(peer)
    table.deliver(false, liar.game.cast.peers)
    table.start()
    proceedings = table.referees[peer].proceedings
    table.run(lambda: proceedings.chain.index > false.index and _is_placing(proceedings.request))
    table.referees[peer].is_stopped = True  # its own program would not send what follows
    exchange: Any = proceedings.hearing.exchanges[0]
    trail = liar.vault().trail(exchange.trail.codes)
    shown = make_place(exchange.trail, trail, exchange.asked, Sealed(Shape(no_card=True), ""))
    return [on_the_head(liar, shown, 0)]


def _is_placing(request: Request[Any] | None) -> bool:
    return isinstance(request, Conceal) and request.allows is not None


def _rests(_request: Request[Any], answer: Any) -> bool:
    return isinstance(answer, Rest)


# Hunters stay where they are: nobody asks about the card before it is shown.
_RESTFUL = POWERLESS._replace(requests=40, habits=(_rests,))

LATER_CHEATS = (
    Cheat("holy-ground", MOVE, "goes into a city that is closed to him", _PROOF,
          lambda moment: is_hidden_move(moment) and bool(_closed_cities(moment)),
          _enters_holy_ground, rules=Rules(2, habits=(_hallows, _stays_near, _supplies))),
    Cheat("seal-and-twin-opened", SEAL, "seals another card than it proves, and opens it", _OPENING,
          is_first_card, _seals_and_opens, rules=_RESTFUL),
)  # fmt: skip
