"""Cards go from hand to hand: drawn with everybody's shares, passed on, returned (C-5 to C-10)."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from msgspec.structs import replace

from engine.ids import EVERYONE, SlotId
from engine.knowledge import Knowledge
from engine.requests import Deal
from net.crypto import card_proofs
from net.crypto.card_proofs import Back, HeldCard, RekeySecrets, Target
from net.crypto.faults import Malformed
from net.crypto.share_proofs import decrypted
from net.crypto.transcript import ALL_PEERS, Purpose
from net.errors import LocalMistake
from net.fairness.codes import Deck
from net.fairness.exchange import Exchange, LoneAnswer, Place, Step, read_all
from net.fairness.ledger import Ledger, LockedCard, handle_of
from net.fairness.shares import SharePurpose, check_share_body, make_share_body
from net.fairness.vault import Vault
from net.wire.bodies_cards import Rekeyed, RekeyedCard, RekeyMode, SharesSent, ShareKind
from net.wire.layout import Body

_DRAW = SharePurpose(ShareKind.DRAW, Purpose.SHARE_DRAW)


class Drawing(Exchange):
    """C-5, C-8: all other peers take their locks off; what is left is the receiver's alone.

    The missing share of the receiver protects the cards although all other shares are public. A
    card that is open, or already the receiver's, needs no share.
    """

    def __init__(self, ledger: Ledger, request: Deal, place: Place) -> None:
        super().__init__(ledger, place)
        self.request = request
        self.receiver = ledger.peer_of(request.to)
        self.sealed = tuple(slot for slot in request.slots if ledger.card(slot).is_sealed)
        if any(ledger.card(slot).holder not in (None, self.receiver) for slot in request.slots):
            raise LocalMistake("a card that somebody else holds cannot be drawn")
        if self.sealed:
            others = [peer for peer in ledger.peers if peer != self.receiver]
            self.steps = tuple(Step(peer, SharesSent) for peer in others)

    def make(self, vault: Vault, number: int, answer: Any = None) -> Body:
        """One peer's shares of all cards drawn."""
        context = self.context(number, _DRAW.context)
        return make_share_body(self.ledger, vault, _DRAW, context, self.sealed)

    def _verify(self, number: int, body: SharesSent) -> None:
        peer, context = self.steps[number].peer, self.context(number, _DRAW.context)
        check_share_body(self.ledger, peer, _DRAW, context, self.sealed, body)

    def _settle(self) -> None:
        for position, slot in enumerate(self.sealed):
            card = self.ledger.card(slot)
            payload = decrypted(
                self.ledger.group, card.payload, share_column(self.taken, position)
            )
            held = replace(card, payload=payload, locked_back=None, holder=self.receiver)
            self.ledger.put(slot, held)

    def learn(self, vault: Vault) -> Knowledge:
        """The receiver reads what was drawn."""
        if vault.peer != self.receiver:
            return {}
        return read_all(self.ledger, vault, self.request.slots)
