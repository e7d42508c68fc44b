"""Lots: a number that follows from everybody's share and that nobody could choose (D-1 to D-3)."""

from collections.abc import Iterator
from typing import Any

from engine.requests import Lot
from net.crypto.group import Point
from net.crypto.hashing import coin_result
from net.crypto.share_proofs import Shares, check_shares, coin_point, coin_total, share_points
from net.crypto.transcript import Purpose, context_index
from net.errors import LocalMistake
from net.fairness.exchange import Exchange, Place, Step
from net.fairness.ledger import Ledger
from net.fairness.vault import Vault
from net.wire.bodies_cards import CoinShared
from net.wire.layout import Body

_BYTE_VALUES = 256


class Toss(Exchange):
    """COIN_SHARE by all peers; each follows from its peer's key, so there is nothing to steer."""

    def __init__(self, ledger: Ledger, request: Lot, place: Place) -> None:
        super().__init__(ledger, place)
        if not 1 <= request.count <= _BYTE_VALUES:
            raise LocalMistake(f"a lot among {request.count}")
        self.request = request
        self.steps = tuple(Step(peer, CoinShared) for peer in ledger.peers)
        # 22.11: the one context that all peers share.
        self._context = (
            self.moment(0).for_all_peers().context(Purpose.COIN, context_index(place.first_part, 0))
        )
        self._point = coin_point(ledger.group, self._context)

    def make(self, vault: Vault, number: int, answer: Any = None) -> Body:
        """One peer's share; there is nothing to decide."""
        del answer
        context = self.context(number, Purpose.COIN)
        made = share_points(vault.prover, context, vault.game.coin, (self._point,))
        return CoinShared(made.points[0], made.proof)

    def _verify(self, number: int, body: CoinShared) -> None:
        key = self.ledger.keys[self.steps[number].peer].coin
        shares = Shares((body.share,), body.proof)
        context = self.context(number, Purpose.COIN)
        check_shares(self.ledger.verifier, context, key, (self._point,), shares)

    def _settle(self) -> int:
        shares = [body.share for body in self.taken.values() if isinstance(body, CoinShared)]
        total = coin_total(self.ledger.group, shares)
        return drawn_below(self.request.count, self._context, total)


def drawn_below(count: int, context: bytes, total: Point) -> int:
    """D-3: a number below the count, each equally likely."""
    limit = _BYTE_VALUES - _BYTE_VALUES % count
    return next(byte for byte in _bytes(context, total) if byte < limit) % count


def _bytes(context: bytes, total: Point) -> Iterator[int]:
    """D-1, D-3: the result byte by byte; when it runs out, hashed again with a counter."""
    yield from coin_result(context, total)
    counter = 1
    while True:
        yield from coin_result(context, total + counter.to_bytes(4, "little"))
        counter += 1
