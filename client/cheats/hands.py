"""Cheats with what is shown: cards played, revealed, proved, and sealed choices (8.2, 8.3, 10)."""

from typing import Any

from msgspec.structs import replace

from client.cheats.cheat import Cheat, Noticed, answers, changed
from client.cheats.liar import Liar, Moment
from engine.options import PASS, HandOption, PickPlace
from net.fairness.cards.exchange import Exchange
from net.wire.bodies import (
    Answered,
    Body,
    CardProved,
    ChoiceCommitted,
    ChoiceOpened,
    Revealed,
    ShownTo,
)
from net.wire.bodies_cards import RevealedCard

_MALFORMED, _PROOF, _OPENING, _RULE, _AUDIT = 1, 3, 4, 7, 8

_OPENED = "Opening that does not match"
_QUIET = "Keeping a play-immediately card quiet"
_ILLEGAL = "Breaking a rule openly"


# Cards shown


def _other_code(liar: Liar, card: RevealedCard) -> int:
    """Another card of the same deck."""
    codes = liar.exchange.ledger.codes
    near = (card.code - 1, card.code + 1)
    return next(code for code in near if codes.card(code) is not None)


def _revealed_as_another(liar: Liar, body: Revealed) -> Revealed:
    first, *others = body.cards
    return replace(body, cards=(replace(first, code=_other_code(liar, first)), *others))


def _made_up_share(liar: Liar, body: Revealed) -> Revealed:
    """The share that would show another card, which only a false proof can support."""
    first, *others = body.cards
    code, group = _other_code(liar, first), liar.group
    fitting = group.subtract(first.share, group.base_multiply(code - first.code))
    return replace(body, cards=(replace(first, code=code, share=fitting), *others))


def _other_cards(moment: Moment) -> list[str]:
    """What could be played in place of the card that is played, if one had it."""
    option: Any = moment.body.option  # type: ignore[attr-defined]
    parts = getattr(getattr(moment.exchange, "request", None), "hand", ())
    fitting = [each for each in parts if type(option) is each.verb and option.slot in each.slots]
    return [card for each in fitting for card in each.cards if card != option.card]


def _played_as_another(liar: Liar) -> Body:
    option = replace(liar.body.option, card=_other_cards(liar.moment)[0])
    return liar.altered(option=option)


def _shows(moment: Moment) -> bool:
    body = moment.body
    is_shown = isinstance(body, Answered) and body.revealed is not None
    return is_shown and bool(_other_cards(moment))


def _plain_answer(moment: Moment) -> bool:
    body = moment.body
    return isinstance(body, Answered) and not isinstance(body.option, HandOption)


def _use_of_no_card(liar: Liar) -> Body:
    return liar.altered(option=PASS)


def _may_pass(moment: Moment) -> bool:
    request: Any = getattr(moment.exchange, "request", None)
    return _shows(moment) and bool(request.accepts(PASS))


# Duties and choices


def _other_commitment(liar: Liar) -> Body:
    point = liar.group.add(liar.body.commitment, liar.group.generator)
    return liar.altered(commitment=point)


def _shown_wrongly(liar: Liar) -> Body:
    sealed = liar.body.sealed
    return liar.altered(sealed=sealed[:-9] + bytes(9))


def _to_another_peer(moment: Moment) -> bool:
    return isinstance(moment.body, ShownTo) and moment.body.target != moment.entry.peer


def _opened_for_committed(_: Liar) -> Body:
    return ChoiceOpened(0x8000, bytes(32), None)


def _with_card(moment: Moment) -> bool:
    return isinstance(moment.body, ChoiceOpened) and moment.body.revealed is not None


def _illegal(moment: Moment) -> bool:
    return _plain_answer(moment) and isinstance(moment.exchange, Exchange)


HAND_CHEATS = (
    Cheat("card-played-as-another", _OPENED, "plays a card and says that it is another", _OPENING,
          _shows, changed(_played_as_another)),
    Cheat("card-played-unseen", _OPENED, "plays a card and does not show it", _OPENING,
          _shows, changed(lambda liar: liar.altered(revealed=None))),
    Cheat("card-shown-for-nothing", _OPENED, "shows a card with an answer that uses none",
          _MALFORMED, _may_pass, changed(_use_of_no_card)),
    Cheat("reveal-as-another", _OPENED, "reveals a card under another name", _OPENING,
          answers(Revealed), changed(lambda liar: _revealed_as_another(liar, liar.body))),
    Cheat("reveal-with-made-up-share", _OPENED, "makes up the share that would show a better card",
          _PROOF, answers(Revealed), changed(lambda liar: _made_up_share(liar, liar.body))),
    Cheat("shown-in-private", _OPENED, "shows another card to one peer alone", _OPENING,
          _to_another_peer, changed(_shown_wrongly), Noticed.BY_RECEIVER),
    Cheat("shown-and-left-out", _OPENED, "shows one peer another card, which is left out", _AUDIT,
          _to_another_peer, changed(_shown_wrongly), Noticed.WITHOUT_RECEIVER),
    Cheat("duty-denied", _QUIET, "claims that a card it holds is none that must be played", _PROOF,
          answers(CardProved), changed(_other_commitment)),
    Cheat("duty-of-another-card", _QUIET, "proves it of another card", _MALFORMED,
          answers(CardProved),
          changed(lambda liar: liar.altered(handle=liar.body.handle + 1))),
    Cheat("choice-changed", _OPENED, "opens another combat card than it committed to", _OPENING,
          answers(ChoiceOpened),
          changed(lambda liar: liar.altered(choice=liar.body.choice ^ 1))),
    Cheat("choice-salted", _OPENED, "opens its choice with another salt", _OPENING,
          answers(ChoiceOpened), changed(lambda liar: liar.altered(salt=bytes(32)))),
    Cheat("choice-opened-early", _OPENED, "opens a choice when it is asked to commit", _MALFORMED,
          answers(ChoiceCommitted), changed(_opened_for_committed)),
    Cheat("chosen-card-unseen", _OPENED, "fights with a card of its hand and does not show it",
          _OPENING, _with_card, changed(lambda liar: liar.altered(revealed=None))),
    Cheat("illegal-answer", _ILLEGAL, "answers what the rules do not allow", _RULE,
          _illegal, changed(lambda liar: liar.altered(option=PickPlace("atlantis")))),
    Cheat("pass-at-no-moment", _ILLEGAL, "fills the state with passes at moments there are not",
          _RULE, _illegal,
          changed(lambda liar: liar.altered(standing=(("x" * 40, True),)))),
)  # fmt: skip
