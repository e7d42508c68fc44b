"""Cheats with Hide: denied, passed over, cleared by Misdirect, made a lair (T-9, T-13, 9.3)."""

from collections.abc import Callable, Sequence
from typing import Any

from msgspec.structs import replace

from client.cheats.cards import last_scalar_changed
from client.cheats.cheat import Cheat, answers, changed
from client.cheats.liar import Liar, Moment
from client.cheats.log import on_the_head
from client.cheats.table import Rules
from client.cheats.trail import first_left_out, true_move
from engine.ids import HIDE, SlotId
from engine.questions import NotHide
from engine.requests import Choose, Request, Sealed
from engine.rules.lairs import LAIR
from engine.shapes import Shape
from net.fairness.trail.placing import make_place
from net.fairness.trail.trail_answers import make_attest
from net.fairness.trail.trail_ledger import HIDE_CODE, announced_shape, slot_number
from net.log.entry import Entry
from net.wire.bodies import Answered, Body, TrailNotHide, TrailOpened, TrailPlaced
from net.wire.bodies_trail import TrailPower

_MALFORMED, _PROOF = 1, 3

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
