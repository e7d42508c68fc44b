"""A holder gives cards away unseen: to another peer (C-10), or back under all locks (C-9)."""

from typing import Any, NamedTuple

from msgspec.structs import replace

from engine.ids import SlotId
from engine.knowledge import Knowledge
from engine.requests import Deal
from net.crypto import card_proofs
from net.crypto.card_proofs import Back, HeldCard, RekeySecrets, Target
from net.crypto.faults import Malformed
from net.crypto.transcript import ALL_PEERS, Purpose
from net.errors import LocalMistake
from net.fairness.codes import Deck
from net.fairness.exchange import Exchange, LoneAnswer, Place, read_all
from net.fairness.ledger import Ledger, LockedCard, handle_of
from net.fairness.vault import Vault
from net.wire.bodies_cards import Rekeyed, RekeyedCard, RekeyMode
from net.wire.layout import Body


class Handover(NamedTuple):
    """Which cards a peer gives away, and to whom; to nobody when they are returned."""

    giver: int
    slots: tuple[SlotId, ...]
    receiver: int | None = None

    def target(self, ledger: Ledger, card: LockedCard) -> Target:
        """The key a card goes to; a returned event takes its open back along."""
        if self.receiver is not None:
            return Target(ledger.keys[self.receiver].identity)
        if card.deck != Deck.EVENT:
            return Target(ledger.joint_identity)
        if card.back is None:
            raise LocalMistake("an event whose back nobody has seen cannot be returned")
        return Target(ledger.joint_identity, Back(card.back, ledger.joint_back))

    def held(self, ledger: Ledger, slot: SlotId) -> HeldCard:
        """The card under the giver's lock. An open one is (O, v·G), which is under every lock."""
        card = ledger.card(slot)
        if not card.is_open and card.holder != self.giver:
            raise LocalMistake(f"peer {self.giver} does not hold {slot}")
        return HeldCard(ledger.keys[self.giver].identity, card.mask, card.payload)


def make_rekeyed(exchange: Exchange, vault: Vault, step: int, handover: Handover) -> Rekeyed:
    """P-3: every card under its new lock, each with its proof."""
    ledger, cards = exchange.ledger, []
    for number, slot in enumerate(handover.slots):
        context = exchange.context(step, Purpose.REKEY, number)
        handle = handle_of(slot)
        secrets = RekeySecrets(vault.game.identity, vault.secrets.rekey_randomness(context, handle))
        held = handover.held(ledger, slot)
        target = handover.target(ledger, ledger.card(slot))
        made = card_proofs.rekey(vault.prover, context, held, target, secrets)
        cards.append(RekeyedCard(handle, made.mask, made.payload, made.back, made.proof))
    if handover.receiver is None:
        return Rekeyed(RekeyMode.RETURN, ALL_PEERS, tuple(cards))
    return Rekeyed(RekeyMode.PASS, handover.receiver, tuple(cards))


def check_rekeyed(exchange: Exchange, step: int, handover: Handover, body: Rekeyed) -> None:
    """P-3: refuse cards that were not asked for, or are not the ones that were held."""
    ledger = exchange.ledger
    handles = [handle_of(slot) for slot in handover.slots]
    receiver = ALL_PEERS if handover.receiver is None else handover.receiver
    if body.target != receiver or [each.handle for each in body.cards] != handles:
        raise Malformed("other cards, or to somebody else")
    for number, (slot, sent) in enumerate(zip(handover.slots, body.cards, strict=True)):
        card_proofs.check_rekeyed(
            ledger.verifier,
            exchange.context(step, Purpose.REKEY, number),
            handover.held(ledger, slot),
            handover.target(ledger, ledger.card(slot)),
            card_proofs.Rekeyed(sent.mask, sent.payload, sent.back, sent.proof),
        )


def remakes_rekeyed(exchange: Exchange, vault: Vault, step: int, handover: Handover) -> bool:
    """A-2: whether the new locks have the randomness that the seed gives (22.13)."""
    body, group = exchange.taken[step], exchange.ledger.group
    assert isinstance(body, Rekeyed)
    return all(
        sent.mask
        == group.base_multiply(
            vault.secrets.rekey_randomness(
                exchange.context(step, Purpose.REKEY, number), handle_of(slot)
            )
        )
        for number, (slot, sent) in enumerate(zip(handover.slots, body.cards, strict=True))
    )


def rekeyed_cards(ledger: Ledger, handover: Handover, body: Rekeyed) -> dict[SlotId, LockedCard]:
    """The cards under their new lock."""
    return {
        slot: replace(
            ledger.card(slot),
            mask=sent.mask,
            payload=sent.payload,
            locked_back=sent.back,
            holder=handover.receiver,
            code=None,
        )
        for slot, sent in zip(handover.slots, body.cards, strict=True)
    }


class GivingAway(LoneAnswer):
    """Deal by a holder: REKEY pass to a seat, return to a pile (PA-8)."""

    def __init__(self, ledger: Ledger, request: Deal, place: Place) -> None:
        super().__init__(ledger, place, request, Rekeyed)
        receiver = ledger.peer_of(request.to) if ledger.is_seat(request.to) else None
        self.handover = Handover(self.peer, request.slots, receiver)

    def make(self, vault: Vault, number: int, answer: Any = None) -> Body:
        """The cards under their new lock; there is nothing to decide."""
        del answer
        return make_rekeyed(self, vault, number, self.handover)

    def remakes(self, vault: Vault, number: int) -> bool:
        """A-2: the same locks."""
        return remakes_rekeyed(self, vault, number, self.handover)

    def _verify(self, number: int, body: Rekeyed) -> None:
        check_rekeyed(self, number, self.handover, body)

    def _settle(self) -> None:
        body = self.taken[0]
        assert isinstance(body, Rekeyed)
        for slot, card in rekeyed_cards(self.ledger, self.handover, body).items():
            self.ledger.put(slot, card)

    def learn(self, vault: Vault) -> Knowledge:
        """C-10: whoever was given cards reads them."""
        if vault.peer != self.handover.receiver:
            return {}
        return read_all(self.ledger, vault, self.handover.slots)
