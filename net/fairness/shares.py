"""SHARES: several peers take their locks off cards, each with a proof that it was its own."""

from collections.abc import Iterable
from typing import Any

from engine.ids import SlotId
from net.crypto.faults import Malformed
from net.crypto.group import Point
from net.crypto.share_proofs import Shares, check_shares, decrypted, share_points
from net.crypto.transcript import Purpose
from net.fairness.exchange import Exchange, Place, Step
from net.fairness.ledger import Ledger, handle_of
from net.fairness.vault import Vault
from net.wire.bodies_cards import CardShare, ShareKind, SharesSent
from net.wire.layout import Body

_PURPOSES = {
    ShareKind.DRAW: Purpose.SHARE_DRAW,
    ShareKind.BACK: Purpose.SHARE_BACK,
    ShareKind.OPEN: Purpose.SHARE_OPEN,
    ShareKind.LOOK: Purpose.SHARE_LOOK,
}


class JointShares(Exchange):
    """One SHARES by each of some peers, for the same cards."""

    kind = ShareKind.DRAW

    def __init__(self, ledger: Ledger, place: Place, slots: Iterable[SlotId]) -> None:
        super().__init__(ledger, place)
        self.shared = tuple(slots)

    def ask(self, peers: Iterable[int]) -> None:
        """Expect shares of these peers; of nobody, if there is nothing to take a lock off."""
        if self.shared:
            self.steps = tuple(Step(peer, SharesSent) for peer in peers)

    def make(self, vault: Vault, number: int, answer: Any = None) -> Body:
        """One peer's shares of all the cards; there is nothing to decide."""
        del answer
        secret = vault.game.back if self.kind == ShareKind.BACK else vault.game.identity
        context = self.context(number, _PURPOSES[self.kind])
        made = share_points(vault.prover, context, secret, self._masks())
        rows = zip(self.shared, made.points, strict=True)
        shares = tuple(CardShare(handle_of(slot), point) for slot, point in rows)
        return SharesSent(self.kind, shares, made.proof)

    def unlocked(self, position: int, payload: Point) -> Point:
        """What is left of a payload without the locks of all who sent shares."""
        shares = (body.shares[position].share for body in self._bodies())
        return decrypted(self.ledger.group, payload, shares)

    def _verify(self, number: int, body: SharesSent) -> None:
        handles = [handle_of(slot) for slot in self.shared]
        if body.purpose != self.kind or [each.handle for each in body.shares] != handles:
            raise Malformed("shares of other cards, or for another purpose")
        keys = self.ledger.keys[self.steps[number].peer]
        key = keys.back if self.kind == ShareKind.BACK else keys.identity
        context = self.context(number, _PURPOSES[self.kind])
        sent = Shares(tuple(each.share for each in body.shares), body.proof)
        check_shares(self.ledger.verifier, context, key, self._masks(), sent)

    def _masks(self) -> list[Point]:
        return [card.mask for card in self.ledger.cards(self.shared)]

    def _bodies(self) -> list[SharesSent]:
        return [body for body in self.taken.values() if isinstance(body, SharesSent)]
