"""ANSWER: an open choice, and with it the face of a hidden card it uses (22.4, 22.7, PA-14)."""

from typing import Any

from engine.game import Standing
from engine.options import HandOption, Option
from engine.requests import Choose
from engine.rules.standing import is_passable
from net.crypto.faults import Malformed, OpeningMismatch, RuleBroken
from net.crypto.transcript import Purpose
from net.fairness.exchange import LoneAnswer, Place, refuse_illegal
from net.fairness.ledger import Ledger
from net.fairness.opening import check_shown, make_revealed, open_cards
from net.fairness.vault import Vault
from net.wire.bodies_answer import Answered
from net.wire.layout import Body


class OpenChoice(LoneAnswer):
    """Choose: the option, changes to standing passes, and the card taken from a hidden hand."""

    def __init__(self, ledger: Ledger, request: Choose, place: Place) -> None:
        super().__init__(ledger, place, request, Answered)
        self.request = request

    def make(self, vault: Vault, number: int, answer: Any = None) -> Body:
        """The option that was decided on, with or without changes of what is passed openly."""
        option: Option = answer.option if isinstance(answer, Standing) else answer
        changes = answer.changes if isinstance(answer, Standing) else ()
        revealed = None
        if isinstance(option, HandOption) and not self.ledger.card(option.slot).is_open:
            context = self.context(number, Purpose.REVEAL)
            revealed = make_revealed(self.ledger, vault, context, (option.slot,))
        return Answered(option, changes, revealed)

    def _verify(self, _number: int, body: Answered) -> None:
        option = body.option
        refuse_illegal(self.request, option)
        edition = self.ledger.game.edition
        if not all(is_passable(edition, moment) for moment, _ in body.standing):
            raise RuleBroken("a standing pass at a moment that there is not")
        if isinstance(option, HandOption):
            code = check_shown(self, self.peer, option.slot, body.revealed)
            if self.ledger.codes.card(code) != option.card:
                raise OpeningMismatch("the card is another one")
        elif body.revealed is not None:
            raise Malformed("a card is shown that nobody uses")

    def _settle(self) -> Any:
        body = self.taken[0]
        assert isinstance(body, Answered)
        if body.revealed is not None:
            assert isinstance(body.option, HandOption)
            code = self.ledger.codes.code(body.option.card)
            open_cards(self.ledger, (body.option.slot,), (code,))
        return Standing(body.option, body.standing) if body.standing else body.option
