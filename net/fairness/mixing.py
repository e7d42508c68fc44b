"""A holder mixes cards of its own, so that nobody knows how long it has held which (C-11, C-12)."""

from typing import Any

from engine.knowledge import Knowledge
from engine.requests import Shuffle
from net.crypto.faults import Malformed
from net.crypto.hashing import list_hash
from net.crypto.shuffle_proof import Pile, check_shuffle, remixed, shuffle_and_prove
from net.crypto.transcript import Purpose
from net.errors import LocalMistake
from net.fairness.exchange import LoneAnswer, Place, read_all
from net.fairness.ledger import Ledger, LockedCard, handle_of
from net.fairness.vault import Vault
from net.wire.bodies_cards import Mixed
from net.wire.layout import Body


class HandMix(LoneAnswer):
    """MIX over the cards the engine names, held or open, under the holder's own key (PA-10)."""

    def __init__(self, ledger: Ledger, request: Shuffle, place: Place) -> None:
        super().__init__(ledger, place, request, Mixed)
        self.request = request
        cards = ledger.cards(request.old)
        if any(not card.is_open and card.holder != self.peer for card in cards):
            raise LocalMistake("a mix of cards that are somebody else's")
        if request.cards or len({card.deck for card in cards}) != 1:
            raise LocalMistake("a mix of cards of several decks, or of none")
        self._deck = cards[0].deck
        self._back = _common_back(cards)
        rows = [(card.mask, card.payload) for card in cards]
        self._pile = Pile((ledger.keys[self.peer].identity,), rows)
        self._handles = tuple(handle_of(slot) for slot in request.old)

    def make(self, vault: Vault, number: int, answer: Any = None) -> Body:
        """The mixed cards; there is nothing to decide."""
        del answer
        context = self.context(number, Purpose.MIX)
        rows = self._pile.rows
        remixing = vault.secrets.remixing(context, list_hash(rows), len(rows))
        proof = shuffle_and_prove(vault.prover, context, self._pile, remixing)
        return Mixed(self._handles, proof)

    def remakes(self, vault: Vault, number: int) -> bool:
        """A-2: the same permutation and re-encryption."""
        context, rows = self.context(number, Purpose.MIX), self._pile.rows
        remixing = vault.secrets.remixing(context, list_hash(rows), len(rows))
        return remixed(self.ledger.group, self._pile, remixing) == self._mixed

    def _verify(self, number: int, body: Mixed) -> None:
        if body.handles != self._handles:
            raise Malformed("a mix of other cards")
        context = self.context(number, Purpose.MIX)
        self._mixed = check_shuffle(self.ledger.verifier, context, self._pile, body.proof)

    def _settle(self) -> None:
        self.ledger.forget(self.request.old)
        for slot, (mask, payload) in zip(self.request.new, self._mixed, strict=True):
            card = LockedCard(self._deck, mask, payload, back=self._back, holder=self.peer)
            self.ledger.put(slot, card)

    def learn(self, vault: Vault) -> Knowledge:
        """The holder reads where its cards are now."""
        return read_all(self.ledger, vault, self.request.new) if vault.peer == self.peer else {}


def _common_back(cards: list[LockedCard]) -> int | None:
    """The back of events that all have the same; after a mix nobody could tell others apart."""
    backs = {card.back for card in cards}
    return backs.pop() if len(backs) == 1 else None
