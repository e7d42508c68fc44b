"""Joint randomness: a pile that all peers shuffle, and numbers that all peers draw together.

1. Shuffling a pile: peers first return the cards that they hold of it, then each peer shuffles in
   turn (S-3, C-14).
2. Lots: a number that follows from a share of every peer, so that nobody can choose it (D-1 to
   D-3).
"""

from collections.abc import Iterator
from typing import Any

from engine.ids import SlotId
from engine.requests import Lot, Shuffle
from net.crypto.faults import Malformed
from net.crypto.group import Point
from net.crypto.hashing import coin_result, list_hash
from net.crypto.linear_proofs import Shares, check_shares, coin_point, coin_total, share_points
from net.crypto.shuffle_proof import Pile, Row, check_shuffle, remixed, shuffle_and_prove
from net.crypto.transcript import Purpose, context_index
from net.errors import LocalMistake
from net.fairness.cards.codes import PILES, Deck
from net.fairness.cards.exchange import Exchange, ExchangePlace, Statement, Step
from net.fairness.cards.hidden_cards import (
    Handover,
    check_rekeyed,
    make_rekeyed,
    rekeyed_cards,
    remakes_rekeyed,
)
from net.fairness.cards.ledger import Ledger, LockedCard, handle_of
from net.fairness.cards.vault import Vault
from net.wire.bodies_cards import CoinShared, Rekeyed, Shuffled
from net.wire.layout import Body


class JointShuffle(Exchange):
    """RETURN by each peer that holds cards of the pile, then SHUFFLE by all, each on the last.

    Section 14: after a wrong one all may agree to do without its maker's.
    """

    def __init__(self, ledger: Ledger, request: Shuffle, place: ExchangePlace) -> None:
        super().__init__(ledger, place)
        self.request = request
        self.deck = PILES[request.pile]
        self.returns = _returns(ledger, request.old)
        self._rows: list[list[Row]] = []
        if request.new:
            self.steps = (
                *(Step(each.giver, Rekeyed) for each in self.returns),
                *(Step(peer, Shuffled) for peer in ledger.peers if peer not in place.without),
            )

    def is_due(self, number: int) -> bool:
        """L-4: returns at any time, each shuffle when the one before it is here."""
        return number < len(self.returns) or len(self.taken) >= number

    def make(self, vault: Vault, number: int, answer: Any = None) -> Body:
        """One peer's return or shuffle; there is nothing to decide."""
        del answer
        if number < len(self.returns):
            return make_rekeyed(self, vault, number, self.returns[number])
        pile = self._pile(number)
        context = self.context(number, Purpose.SHUFFLE)
        remixing = vault.secrets.remixing(context, list_hash(pile.rows), len(pile.rows))
        proof = shuffle_and_prove(vault.prover, context, pile, remixing)
        generation = self.ledger.generation(self.deck)
        return Shuffled(self.deck, generation, len(pile.rows), len(pile.keys), proof)

    def remakes(self, vault: Vault, number: int) -> bool:
        """A-2: the same permutation and re-encryption, or the same locks of what was returned."""
        if number < len(self.returns):
            return remakes_rekeyed(self, vault, number, self.returns[number])
        pile, context = self._pile(number), self.context(number, Purpose.SHUFFLE)
        remixing = vault.secrets.remixing(context, list_hash(pile.rows), len(pile.rows))
        made = remixed(self.ledger.group, pile, remixing)
        return made == self._rows[number - len(self.returns)]

    def stated(self, number: int) -> Statement | None:
        """22.12: the pile as it is before anybody shuffles it."""
        if number != len(self.returns):
            return None
        codes = [self.ledger.codes.code(card) for card in self.request.cards]
        return {"cards": codes, "old": [handle_of(slot) for slot in self.request.old]}

    def _verify(self, number: int, body: Any) -> None:
        if number < len(self.returns):
            check_rekeyed(self, number, self.returns[number], body)
            return
        pile = self._pile(number)
        expected = (self.deck, self.ledger.generation(self.deck), len(pile.rows), len(pile.keys))
        if (body.deck, body.generation, body.count, body.payloads) != expected:
            raise Malformed("a shuffle of another pile")
        context = self.context(number, Purpose.SHUFFLE)
        rows = check_shuffle(self.ledger.verifier, context, pile, body.proof)
        del self._rows[number - len(self.returns) :]
        self._rows.append(rows)

    def _pile(self, number: int) -> Pile:
        """What a step shuffles: the pile itself, or what the step before made of it."""
        done = number - len(self.returns)
        rows = self._rows[done - 1] if done else self._first_rows()
        return Pile(self.ledger.shuffle_keys(self.deck), rows)

    def _first_rows(self) -> list[Row]:
        """S-3, C-14: cards by their faces, sealed ones as they are, held ones as returned."""
        ledger = self.ledger
        cards = [ledger.opened(ledger.codes.code(card)) for card in self.request.cards]
        returned: dict[SlotId, LockedCard] = {}
        for number, handover in enumerate(self.returns):
            body = self.taken[number]
            assert isinstance(body, Rekeyed)
            returned.update(rekeyed_cards(ledger, handover, body))
        cards += [returned.get(slot) or ledger.card(slot) for slot in self.request.old]
        if any(card.deck != self.deck for card in cards):
            raise LocalMistake("a card of another deck")
        return [ledger.row(card) for card in cards]

    def _settle(self) -> None:
        if not self.steps:
            return
        self.ledger.forget(self.request.old)
        if self.request.cards:
            self.ledger.void(self.deck)
        self.ledger.count_shuffle(self.deck)
        for slot, row in zip(self.request.new, self._rows[-1], strict=True):
            self.ledger.put(slot, _sealed(self.deck, row))


def _returns(ledger: Ledger, slots: tuple[SlotId, ...]) -> tuple[Handover, ...]:
    """C-14: what each peer that holds some of these cards returns, ascending."""
    held: dict[int, list[SlotId]] = {}
    for slot in slots:
        holder = ledger.card(slot).holder
        if holder is not None:
            held.setdefault(holder, []).append(slot)
    return tuple(Handover(peer, tuple(held[peer])) for peer in sorted(held))


def _sealed(deck: Deck, row: Row) -> LockedCard:
    mask, *payloads = row
    back = payloads[0] if deck == Deck.EVENT else None
    return LockedCard(deck, mask, payloads[-1], locked_back=back, is_unseen=True)


# --- Lots ---


_BYTE_VALUES = 256


class Toss(Exchange):
    """COIN_SHARE by all peers; each follows from its peer's key, so there is nothing to steer."""

    def __init__(self, ledger: Ledger, request: Lot, place: ExchangePlace) -> None:
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
