"""Exchanges that draw, open or show cards, by the shares of the peers whose locks are on them.

1. SHARES: a peer takes its lock off cards, with a proof that the lock was its own.
2. Opening: by the holder, by all peers together, or shown to one peer only (C-3, C-7, C-18).
3. Drawing: all peers but the receiver send shares, so only the receiver can read the card (C-5,
   C-6, C-8).
"""

from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from engine.ids import SlotId
from engine.knowledge import Knowledge
from engine.requests import Deal, Reveal
from engine.versions import shows_are_repeatable
from net.crypto.boxes import open_box, seal_box
from net.crypto.faults import Malformed, OpeningMismatch
from net.crypto.group import Point
from net.crypto.linear_proofs import Shares, check_revealed, check_shares, decrypted, share_points
from net.crypto.transcript import Prover, Purpose, context_index
from net.errors import LocalMistake
from net.fairness.cards.codes import BACKS
from net.fairness.cards.exchange import (
    Exchange,
    ExchangePlace,
    LoneAnswer,
    Step,
    read_all,
    refuse_illegal,
)
from net.fairness.cards.ledger import Ledger, handle_of
from net.fairness.cards.vault import Vault
from net.wire.bodies import encode_body
from net.wire.bodies_cards import CardShare, Revealed, RevealedCard, ShareKind, SharesSent, ShownTo
from net.wire.layout import Body, Reader, read_fields

_PURPOSES = {
    ShareKind.DRAW: Purpose.SHARE_DRAW,
    ShareKind.BACK: Purpose.SHARE_BACK,
    ShareKind.OPEN: Purpose.SHARE_OPEN,
    ShareKind.LOOK: Purpose.SHARE_LOOK,
}


class JointShares(Exchange):
    """One SHARES by each of some peers, for the same cards."""

    kind = ShareKind.DRAW

    def __init__(self, ledger: Ledger, place: ExchangePlace, slots: Iterable[SlotId]) -> None:
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


# --- Opening: by the holder, by all peers together, or to one peer ---


_SHOWN_SIZE = 256


def make_revealed(
    ledger: Ledger,
    vault: Vault,
    context: bytes,
    slots: tuple[SlotId, ...],
    prover: Prover | None = None,
) -> Revealed:
    """C-7: the codes of held cards, and the shares that show them."""
    cards = ledger.cards(slots)
    masks = [card.mask for card in cards]
    made = share_points(prover or vault.prover, context, vault.game.identity, masks)
    codes = [vault.code(ledger, card) for card in cards]
    return Revealed(
        tuple(
            RevealedCard(handle_of(slot), _known(code), share)
            for slot, code, share in zip(slots, codes, made.points, strict=True)
        ),
        made.proof,
    )


def check_revealed_body(
    ledger: Ledger, peer: int, context: bytes, slots: tuple[SlotId, ...], body: Revealed
) -> tuple[int, ...]:
    """C-7: the codes of these cards; refuse other cards, wrong shares and wrong codes."""
    if [each.handle for each in body.cards] != [handle_of(slot) for slot in slots]:
        raise Malformed("other cards were to be shown")
    cards = ledger.cards(slots)
    if any(card.holder != peer for card in cards):
        raise LocalMistake("a card of somebody else")
    masks = [card.mask for card in cards]
    shares = Shares(tuple(each.share for each in body.cards), body.proof)
    check_shares(ledger.verifier, context, ledger.keys[peer].identity, masks, shares)
    for card, each in zip(cards, body.cards, strict=True):
        check_revealed(ledger.group, card.payload, each.share, each.code)
    return tuple(each.code for each in body.cards)


def open_cards(ledger: Ledger, slots: Iterable[SlotId], codes: Iterable[int]) -> None:
    """Everybody has seen these cards."""
    for slot, code in zip(slots, codes, strict=True):
        ledger.put(slot, ledger.opened(code))


def faces(ledger: Ledger, slots: Iterable[SlotId]) -> tuple[str, ...]:
    """The faces of open cards."""
    return tuple(_face(ledger, ledger.card(slot).code) for slot in slots)


def _face(ledger: Ledger, code: int | None) -> str:
    face = None if code is None else ledger.codes.card(code)
    if face is None:
        raise LocalMistake("a card that is not open, or is none")
    return face


def _known(code: int | None) -> int:
    if code is None:
        raise LocalMistake("we were about to show a card we cannot read")
    return code


class HolderReveal(LoneAnswer):
    """REVEAL by whoever holds the cards. What is open already is not shown again."""

    def __init__(self, ledger: Ledger, request: Reveal, place: ExchangePlace) -> None:
        super().__init__(ledger, place, request, Revealed)
        self.request = request
        self.hidden = tuple(slot for slot in request.slots if not ledger.card(slot).is_open)
        if not self.hidden:
            self.steps = ()

    def make(self, vault: Vault, number: int, answer: Any = None) -> Body:
        """The cards, opened; there is nothing to decide."""
        del answer
        context = self.context(number, Purpose.REVEAL)
        return make_revealed(self.ledger, vault, context, self.hidden)

    def _verify(self, number: int, body: Revealed) -> None:
        context = self.context(number, Purpose.REVEAL)
        codes = check_revealed_body(self.ledger, self.peer, context, self.hidden, body)
        shown = dict(zip(self.hidden, codes, strict=True))
        answer = tuple(
            _face(self.ledger, shown.get(slot, self.ledger.card(slot).code))
            for slot in self.request.slots
        )
        refuse_illegal(self.request, answer)

    def _settle(self) -> tuple[str, ...]:
        if self.steps:
            body = self.taken[0]
            assert isinstance(body, Revealed)
            open_cards(self.ledger, self.hidden, (each.code for each in body.cards))
        return faces(self.ledger, self.request.slots)


class JointReveal(JointShares):
    """C-7: all peers open sealed cards together."""

    kind = ShareKind.OPEN

    def __init__(self, ledger: Ledger, request: Reveal, place: ExchangePlace) -> None:
        super().__init__(
            ledger, place, (slot for slot in request.slots if not ledger.card(slot).is_open)
        )
        self.request = request
        if not all(card.is_sealed for card in ledger.cards(self.shared)):
            raise LocalMistake("a card that somebody holds is for its holder to show")
        self.ask(ledger.peers)

    def _settle(self) -> tuple[str, ...]:
        ledger = self.ledger
        for position, slot in enumerate(self.shared):
            card = ledger.card(slot)
            code = ledger.codes.read(card.deck, self.unlocked(position, card.payload))
            if code is None:
                raise LocalMistake(f"{slot} is no card of its deck")
            ledger.put(slot, ledger.opened(code))
        return faces(ledger, self.request.slots)


class BackReveal(JointShares):
    """C-3: all peers open the backs of sealed events; the cards stay hidden (C-2)."""

    kind = ShareKind.BACK

    def __init__(self, ledger: Ledger, request: Reveal, place: ExchangePlace) -> None:
        super().__init__(
            ledger, place, (slot for slot in request.slots if ledger.card(slot).back is None)
        )
        self.request = request
        self.ask(ledger.peers)

    def _settle(self) -> tuple[str, ...]:
        ledger = self.ledger
        for position, slot in enumerate(self.shared):
            card = ledger.card(slot)
            if card.locked_back is None:
                raise LocalMistake(f"{slot} has no back to open")
            back = ledger.codes.read_back(self.unlocked(position, card.locked_back))
            ledger.put(slot, replace(card, back=back))
        backs = (ledger.card(slot).back for slot in self.request.slots)
        return tuple(BACKS[back] for back in backs if back is not None)


class Showing(LoneAnswer):
    """C-18: SHOW, a REVEAL that one other peer alone can read, always of one length."""

    def __init__(self, ledger: Ledger, request: Reveal, place: ExchangePlace) -> None:
        super().__init__(ledger, place, request, ShownTo)
        if request.to is None:
            raise LocalMistake("shown to nobody")
        self.request = request
        self.receiver = ledger.peer_of(request.to)
        self.hidden = tuple(slot for slot in request.slots if not ledger.card(slot).is_open)
        self.is_repeatable = shows_are_repeatable(ledger.game.protocol)
        if not self.hidden:
            self.steps = ()

    def make(self, vault: Vault, number: int, answer: Any = None) -> Body:
        """The opened cards, sealed to the receiver; there is nothing to decide."""
        del answer
        context = self._show_context(number)
        prover = vault.repeatable_prover(context) if self.is_repeatable else vault.prover
        revealed = make_revealed(self.ledger, vault, context, self.hidden, prover)
        content = encode_body(revealed).ljust(_SHOWN_SIZE, b"\0")
        receiver = self.ledger.keys[self.receiver].box
        return ShownTo(self.receiver, seal_box(vault.secrets, context, receiver, content))

    def _verify(self, _number: int, body: ShownTo) -> None:
        """Only the receiver can judge what is inside; see `learn`."""
        if body.target != self.receiver:
            raise Malformed("shown to somebody else")

    def _settle(self) -> tuple[str, ...]:
        return ()

    def learn(self, vault: Vault) -> Knowledge:
        """C-18: the receiver reads and verifies what it was shown; a PeerFault if it is wrong.

        Nobody else can tell, so ask it before the body is accepted: it needs no settling.
        """
        if vault.peer != self.receiver:
            return {}
        codes = self._read(vault) if self.steps else ()
        known = dict(zip(self.hidden, codes, strict=True))
        ledger = self.ledger
        return {
            slot: _face(ledger, known[slot] if slot in known else ledger.card(slot).code)
            for slot in self.request.slots
        }

    def remakes(self, vault: Vault, number: int) -> bool:
        """A-2: from protocol 2 on, whether all of it is what its giver's seed makes."""
        if not self.is_repeatable:
            return True
        try:
            return self.make(vault, number) == self.taken[number]
        except LocalMistake:  # a card that this seed cannot read
            return False

    def reseals(self, giver: Vault, receiver: Vault) -> bool:
        """A-2: whether the box is what the giver's seed makes of its content (22.13)."""
        body, context = self.taken[0], self._show_context(0)
        assert isinstance(body, ShownTo)
        content = open_box(receiver.game.box, context, body.sealed)
        key = self.ledger.keys[self.receiver].box
        return seal_box(giver.secrets, context, key, content) == body.sealed

    def _read(self, vault: Vault) -> tuple[int, ...]:
        body = self.taken[0]
        assert isinstance(body, ShownTo)
        context = self._show_context(0)
        content = open_box(vault.game.box, context, body.sealed)
        revealed = read_fields(Revealed, Reader(self.ledger.group, content))
        if encode_body(revealed).ljust(_SHOWN_SIZE, b"\0") != content:
            raise Malformed("something after what is shown")
        return check_revealed_body(self.ledger, self.peer, context, self.hidden, revealed)

    def _show_context(self, step: int) -> bytes:
        """C-18: the context names the receiver; the giver is named by its key in the proof."""
        index = context_index(self.place.first_part + step, 0)
        return self.moment(self.receiver).context(Purpose.SHOW, index)


def check_shown(exchange: Exchange, peer: int, slot: SlotId, revealed: Revealed | None) -> int:
    """PA-14, X-3: the code of one card that an answer takes from a hand, proved by the answer."""
    card = exchange.ledger.card(slot)
    if card.code is not None:
        if revealed is not None:
            raise Malformed("a card that lies open is not shown again")
        return card.code
    if revealed is None:
        raise OpeningMismatch("a hidden card is used and not shown")
    context = exchange.context(0, Purpose.REVEAL)
    (code,) = check_revealed_body(exchange.ledger, peer, context, (slot,), revealed)
    return code


# --- Drawing ---


class Drawing(JointShares):
    """C-5: all other peers take their locks off; what is left is the receiver's alone.

    The shares are public; the receiver's own missing share protects the cards. Cards that are only
    looked at go the same way: which they are, the engine decides after they were seen. A card
    that is open, or already the receiver's, needs no share.
    """

    kind = ShareKind.DRAW

    def __init__(self, ledger: Ledger, request: Deal, place: ExchangePlace) -> None:
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
