"""CARD_IN_SET: a hidden card is one of a public set; no more is said of it (C-17, C-20)."""

from typing import Any

from engine.questions import CardIsAmong
from engine.requests import Attest
from net.crypto.card_proofs import (
    CardInSet,
    HeldCard,
    InSetContexts,
    LinkSecrets,
    check_card_in_set,
    prove_card_in_set,
)
from net.crypto.commitment import Opening, commit
from net.crypto.faults import Malformed, Unprovable
from net.crypto.transcript import Purpose
from net.errors import LocalMistake
from net.fairness.exchange import LoneAnswer, Place, Statement
from net.fairness.ledger import Ledger, handle_of
from net.fairness.vault import Vault
from net.wire.bodies_cards import CardProved
from net.wire.layout import Body

# The number of the set in its request, which asks about one.
_THE_SET = 0


class CardInSetProof(LoneAnswer):
    """Attest that a card of one's own is among these, by proof and without showing it."""

    def __init__(self, ledger: Ledger, request: Attest, place: Place) -> None:
        super().__init__(ledger, place, request, CardProved)
        assert isinstance(request.question, CardIsAmong)
        self.question = request.question
        self._card = ledger.card(request.question.slot)
        if not self._card.is_open and self._card.holder != self.peer:
            raise LocalMistake("a proof about a card of somebody else")
        self._codes = [ledger.codes.code(card) for card in request.question.cards]

    def make(self, vault: Vault, number: int, answer: Any = None) -> Body:
        """The proof; there is nothing to decide, for the rules made it so."""
        del answer
        code = vault.code(self.ledger, self._card)
        if code is None:
            raise Unprovable("we cannot read the card")
        handle, contexts = handle_of(self.question.slot), self._contexts(number)
        blinding = vault.secrets.link_blinding(contexts.link, handle)
        secrets = LinkSecrets(vault.game.identity, blinding, code)
        made = prove_card_in_set(vault.prover, contexts, self._held(), secrets, self._codes)
        return CardProved(handle, _THE_SET, made.commitment, made.link, made.member)

    def remakes(self, vault: Vault, number: int) -> bool:
        """A-2: the same commitment to the card (22.13)."""
        body, code = self.taken[number], vault.code(self.ledger, self._card)
        assert isinstance(body, CardProved)
        link = self._contexts(number).link
        blinding = vault.secrets.link_blinding(link, handle_of(self.question.slot))
        return code is not None and body.commitment == commit(
            self.ledger.group, Opening(code, blinding)
        )

    def stated(self, _number: int) -> Statement:
        """22.12: the set."""
        return {"codes": sorted(self._codes)}

    def _verify(self, number: int, body: CardProved) -> None:
        if (body.handle, body.set_id) != (handle_of(self.question.slot), _THE_SET):
            raise Malformed("a proof about another card or set")
        claim = CardInSet(body.commitment, body.link, body.member)
        contexts = self._contexts(number)
        check_card_in_set(self.ledger.verifier, contexts, self._held(), claim, self._codes)

    def _settle(self) -> bool:
        return True

    def _held(self) -> HeldCard:
        key = self.ledger.keys[self.peer].identity
        return HeldCard(key, self._card.mask, self._card.payload)

    def _contexts(self, number: int) -> InSetContexts:
        return InSetContexts(
            self.context(number, Purpose.LINK), self.context(number, Purpose.CARD_SET)
        )
