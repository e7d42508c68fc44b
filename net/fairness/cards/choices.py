"""Exchanges for the players' choices: open ones, and sealed ones that all make at the same time.

1. Sealed: first all commit (CHOICE_COMMIT), then all open (CHOICE_OPEN), so nobody can choose by
   what another has chosen (X-1 to X-4).
2. Open: ANSWER carries the option, and the face of a hidden card that it uses (22.4, 22.7, PA-14).
"""

from typing import Any

from engine.game import Standing
from engine.ids import NO_CARD
from engine.knowledge import Knowledge
from engine.options import HandOption, Option
from engine.requests import Choose, Conceal, Reveal, Sealed
from engine.rules.windows import is_passable
from net.crypto.commitment import check_choice, commit_choice
from net.crypto.faults import Malformed, OpeningMismatch, RuleBroken
from net.crypto.transcript import Purpose
from net.errors import LocalMistake
from net.fairness.cards.codes import NO_CHOICE, choice_named, choice_number
from net.fairness.cards.exchange import ExchangePlace, LoneAnswer, refuse_illegal
from net.fairness.cards.ledger import Ledger, SealedChoice
from net.fairness.cards.opening import check_shown, make_revealed, open_cards
from net.fairness.cards.vault import Vault
from net.wire.bodies import Answered
from net.wire.bodies_cards import ChoiceCommitted, ChoiceOpened
from net.wire.layout import Body

SALT_SIZE = 32

# 22.15: what nobody can open counts as no card, so that nobody chooses late.
_LOST = ChoiceOpened(NO_CHOICE, bytes(SALT_SIZE), None)


class Committing(LoneAnswer):
    """CHOICE_COMMIT: a choice is fixed and nobody can see it (X-1)."""

    def __init__(self, ledger: Ledger, request: Conceal, place: ExchangePlace) -> None:
        super().__init__(ledger, place, request, ChoiceCommitted)
        self.request = request

    def make(self, vault: Vault, number: int, answer: Any = None) -> Body:
        """The commitment to what was decided, a `Sealed`."""
        assert isinstance(answer, Sealed)
        context = self.context(number, Purpose.CHOICE)
        chosen = choice_number(self.ledger.codes, self.request.choices, answer.value)
        salt = vault.secrets.choice_salt(context, chosen)
        return ChoiceCommitted(commit_choice(context, chosen, salt))

    def remakes(self, vault: Vault, number: int) -> bool:
        """A-2: one of the choices there were, with the salt that the seed gives."""
        body = self.taken[number]
        assert isinstance(body, ChoiceCommitted)
        context = self.context(number, Purpose.CHOICE)
        sealed = SealedChoice(self.peer, body.commitment, context, self.request.choices)
        return vault.choice(self.ledger, sealed) is not None

    def _verify(self, _number: int, _body: ChoiceCommitted) -> None:
        """Any 32 bytes may be a commitment."""

    def _settle(self) -> Any:
        body = self.taken[0]
        assert isinstance(body, ChoiceCommitted)
        context = self.context(0, Purpose.CHOICE)
        self.ledger.choices[self.request.slot] = SealedChoice(
            self.peer, body.commitment, context, self.request.choices
        )
        return self.request.slot

    def learn(self, vault: Vault) -> Knowledge:
        """Whoever chose finds its choice again."""
        if vault.peer != self.peer:
            return {}
        sealed = self.ledger.choices.get(self.request.slot)
        if sealed is None:
            return {}  # lost with whoever made it (22.15)
        chosen = vault.choice(self.ledger, sealed)
        if chosen is None:
            raise LocalMistake("a choice of ours that we did not make")
        return {self.request.slot: chosen}


class ChoiceOpening(LoneAnswer):
    """CHOICE_OPEN: the choice, its salt, and the card if it is one of a hidden hand (X-3)."""

    def __init__(self, ledger: Ledger, request: Reveal, place: ExchangePlace) -> None:
        super().__init__(ledger, place, request, ChoiceOpened)
        self.request = request
        (self._slot,) = request.slots

    @property
    def sealed(self) -> SealedChoice:
        """What was committed to; it is void from the moment its maker is replaced (22.15)."""
        return self.ledger.choices[self._slot]

    def make(self, vault: Vault, number: int, answer: Any = None) -> Body:
        """The opening; there is nothing to decide any more."""
        del answer
        if self.sealed.commitment is None:
            return _LOST
        value = vault.choice(self.ledger, self.sealed)
        if value is None:
            raise LocalMistake("we were about to open a choice that we did not make")
        chosen = choice_number(self.ledger.codes, self.sealed.choices, value)
        salt = vault.secrets.choice_salt(self.sealed.context, chosen)
        revealed = None
        if self._is_of_hand(value) and not self.ledger.card(value).is_open:
            context = self.context(number, Purpose.REVEAL)
            revealed = make_revealed(self.ledger, vault, context, (value,))
        return ChoiceOpened(chosen, salt, revealed)

    def _verify(self, _number: int, body: ChoiceOpened) -> None:
        if self.sealed.commitment is None and body != _LOST:
            raise RuleBroken("a choice that nobody can open counts as no card")
        face = NO_CARD if self.sealed.commitment is None else self._checked(body)
        refuse_illegal(self.request, (face,))
        self._face = face

    def _checked(self, body: ChoiceOpened) -> str:
        """X-3: the face of what was committed to."""
        sealed = self.sealed
        assert sealed.commitment is not None
        check_choice(sealed.context, sealed.commitment, body.choice, body.salt)
        value = choice_named(self.ledger.codes, sealed.choices, body.choice)
        if value is None:
            raise RuleBroken("a choice of something that could not be chosen")
        if self._is_of_hand(value):
            code = check_shown(self, self.peer, value, body.revealed)
            return f"{value}={self.ledger.codes.card(code)}"
        if body.revealed is not None:
            raise Malformed("a card is shown that nobody chose")
        return value

    def _settle(self) -> tuple[str, ...]:
        body = self.taken[0]
        assert isinstance(body, ChoiceOpened)
        if body.revealed is not None:
            slot, _, _ = self._face.rpartition("=")
            open_cards(self.ledger, (slot,), (body.revealed.cards[0].code,))
        del self.ledger.choices[self._slot]
        return (self._face,)

    def _is_of_hand(self, value: str) -> bool:
        return value not in self.ledger.codes.own_combat_cards


# --- Open choices ---


class OpenChoice(LoneAnswer):
    """Choose: the option, changes to standing passes, and the card taken from a hidden hand."""

    def __init__(self, ledger: Ledger, request: Choose, place: ExchangePlace) -> None:
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
