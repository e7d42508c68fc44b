"""Cards that are drawn: with the shares of everybody but the receiver (C-5, C-6, C-8)."""

from msgspec.structs import replace

from engine.knowledge import Knowledge
from engine.requests import Deal
from net.errors import LocalMistake
from net.fairness.exchange import Place, read_all
from net.fairness.ledger import Ledger
from net.fairness.shares import JointShares
from net.fairness.vault import Vault
from net.wire.bodies_cards import ShareKind


class Drawing(JointShares):
    """C-5: all other peers take their locks off; what is left is the receiver's alone.

    The shares are public; the receiver's own missing share protects the cards. Cards that are only
    looked at go the same way: which they are, the engine decides after they were seen. A card
    that is open, or already the receiver's, needs no share.
    """

    kind = ShareKind.DRAW

    def __init__(self, ledger: Ledger, request: Deal, place: Place) -> None:
        super().__init__(
            ledger, place, (slot for slot in request.slots if ledger.card(slot).is_sealed)
        )
        self.request = request
        self.receiver = ledger.peer_of(request.to)
        if any(card.holder not in (None, self.receiver) for card in ledger.cards(request.slots)):
            raise LocalMistake("a card that somebody else holds cannot be drawn")
        self.ask(peer for peer in ledger.peers if peer != self.receiver)

    def _settle(self) -> None:
        for position, slot in enumerate(self.shared):
            card = self.ledger.card(slot)
            payload = self.unlocked(position, card.payload)
            held = replace(card, payload=payload, locked_back=None, holder=self.receiver)
            self.ledger.put(slot, replace(held, is_unseen=False))

    def learn(self, vault: Vault) -> Knowledge:
        """The receiver reads what was drawn."""
        if vault.peer != self.receiver:
            return {}
        return read_all(self.ledger, vault, self.request.slots)
