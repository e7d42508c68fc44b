"""Exchanges in which a holder gives away, mixes or proves something of cards it alone can read.

1. Giving away: a card goes unseen to another peer (C-10), or back under the locks of all (C-9).
2. MIX: a holder mixes its own cards, so that nobody knows how long it has held which (C-11, C-12).
3. CARD_IN_SET: a hidden card is one of a public set; nothing else is revealed (C-17, C-20).
"""

from typing import Any, NamedTuple

from msgspec.structs import replace

from engine.ids import SlotId
from engine.knowledge import Knowledge
from engine.questions import CardIsAmong
from engine.requests import Attest, Deal, Shuffle
from net.crypto import card_proofs
from net.crypto.card_proofs import (
    Back,
    CardInSet,
    HeldCard,
    InSetContexts,
    LinkSecrets,
    RekeySecrets,
    Target,
    check_card_in_set,
    prove_card_in_set,
)
from net.crypto.commitment import Opening, commit
from net.crypto.faults import Malformed, Unprovable
from net.crypto.hashing import list_hash
from net.crypto.shuffle_proof import Pile, check_shuffle, remixed, shuffle_and_prove
from net.crypto.transcript import ALL_PEERS, Purpose
from net.errors import LocalMistake
from net.fairness.cards.codes import Deck
from net.fairness.cards.exchange import Exchange, ExchangePlace, LoneAnswer, Statement, read_all
from net.fairness.cards.ledger import Ledger, LockedCard, handle_of
from net.fairness.cards.vault import Vault
from net.wire.bodies_cards import CardProved, Mixed, Rekeyed, RekeyedCard, RekeyMode
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
            card_proofs.RekeyProof(sent.mask, sent.payload, sent.back, sent.proof),
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

    def __init__(self, ledger: Ledger, request: Deal, place: ExchangePlace) -> None:
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


# --- Mixing one's own cards ---


class HandMix(LoneAnswer):
    """MIX over the cards the engine names, held or open, under the holder's own key (PA-10)."""

    def __init__(self, ledger: Ledger, request: Shuffle, place: ExchangePlace) -> None:
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


# --- Proving that a hidden card is one of a set ---


# The number of the set in its request, which asks about one.
_THE_SET = 0


class CardInSetProof(LoneAnswer):
    """Attest that a card of one's own is among these, by proof and without showing it."""

    def __init__(self, ledger: Ledger, request: Attest, place: ExchangePlace) -> None:
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
