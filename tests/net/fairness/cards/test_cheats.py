"""A changed client that deals, passes or mixes otherwise, refused with its code (TV-8)."""

from typing import Any

import pytest
from msgspec.structs import replace

from engine.ids import DRACULA, EVERYONE, GODALMING, MINA
from engine.requests import (
    Deal,
    Lot,
    Reveal,
    Shuffle,
)
from net.crypto.derivation import Remixing
from net.crypto.linear_proofs import share_points
from net.crypto.shuffle_proof import Pile, remixed, shuffle_and_prove
from net.crypto.transcript import Purpose
from net.wire.bodies_cards import (
    CoinShared,
    Mixed,
    Rekeyed,
    SharesSent,
    Shuffled,
)
from tests.net.fairness.cards.cheating import (
    ITEMS,
    MALFORMED,
    PROOF,
    another,
    face,
    hand,
    honest,
    refused,
)
from tests.net.fairness.cards.conftest import SODIUM
from tests.net.fairness.cards.peers import Peers

# Shares


def test_a_wrong_share(peers: Peers) -> None:
    slots = tuple(peers.shuffled("item_deck", ITEMS, "i", 0)[:2])
    exchanges, body = honest(peers, Deal(EVERYONE, slots, MINA))
    assert isinstance(body, SharesSent)
    first, second = body.shares
    wrong = replace(first, share=SODIUM.add(first.share, SODIUM.generator))
    assert refused(exchanges, replace(body, shares=(wrong, second))) == PROOF
    crossed = (replace(first, share=second.share), replace(second, share=first.share))
    assert refused(exchanges, replace(body, shares=crossed)) == PROOF
    assert refused(exchanges, replace(body, shares=(second, first))) == MALFORMED
    assert refused(exchanges, replace(body, shares=(first,))) == MALFORMED
    assert refused(exchanges, replace(body, purpose=2)) == MALFORMED
    peers.send(exchanges, 0, body)


def test_a_share_with_the_key_of_backs(peers: Peers) -> None:
    """C-2: a back is opened with another key than a card, so neither opens the other."""
    slot = peers.shuffled("event_deck", ("long_night", "roadblock"), "e", 0)[0]
    exchanges, body = honest(peers, Reveal(EVERYONE, (slot,)))
    vault, mask = peers.vaults[0], peers.ledgers[0].card(slot).mask
    context = exchanges[0].context(0, Purpose.SHARE_OPEN)
    made = share_points(vault.prover, context, vault.game.back, (mask,))
    share = replace(body.shares[0], share=made.points[0])
    assert refused(exchanges, replace(body, shares=(share,), proof=made.proof)) == PROOF


def test_a_share_of_another_moment(peers: Peers) -> None:
    slot = peers.shuffled("item_deck", ITEMS, "i", 0)[0]
    _, old = honest(peers, Deal(EVERYONE, (slot,), MINA))
    peers.anchor = b"\x99" * 32
    exchanges = peers.exchanges(Deal(EVERYONE, (slot,), MINA))
    assert refused(exchanges, old) == PROOF


def test_a_wrong_coin(peers: Peers) -> None:
    """D-2."""
    exchanges, body = honest(peers, Lot(EVERYONE, 6))
    assert isinstance(body, CoinShared)
    forged = replace(body, share=SODIUM.add(body.share, SODIUM.generator))
    assert refused(exchanges, forged) == PROOF


# REKEY


def test_a_card_swapped_in_a_trade(peers: Peers) -> None:
    mine, other = hand(peers)
    exchanges, body = honest(peers, Deal(GODALMING, (mine,), MINA))
    _, swapped = honest(peers, Deal(GODALMING, (other,), MINA))
    assert isinstance(swapped, Rekeyed)
    named = replace(swapped, cards=(replace(swapped.cards[0], handle=body.cards[0].handle),))
    assert refused(exchanges, named) == PROOF
    assert refused(exchanges, swapped) == MALFORMED


def test_a_card_passed_to_somebody_else(peers: Peers) -> None:
    mine, _ = hand(peers)
    exchanges = peers.exchanges(Deal(GODALMING, (mine,), MINA))
    _, elsewhere = honest(peers, Deal(GODALMING, (mine,), DRACULA))
    assert refused(exchanges, elsewhere) == MALFORMED
    assert refused(exchanges, replace(elsewhere, target=2)) == PROOF


def test_a_card_made_up_in_a_return(peers: Peers) -> None:
    mine, _ = hand(peers)
    exchanges, body = honest(peers, Deal(GODALMING, (mine,), "item_deck"))
    code = peers.ledgers[0].codes.code(another(face(peers, mine)))
    old = peers.ledgers[0].codes.code(face(peers, mine))
    (card,) = body.cards
    payload = SODIUM.add(card.payload, SODIUM.base_multiply(code - old))
    forged = replace(body, cards=(replace(card, payload=payload),))
    assert refused(exchanges, forged) == PROOF


def test_an_event_returned_under_another_back(peers: Peers) -> None:
    slot = peers.shuffled("event_deck", ("long_night", "roadblock"), "e", 0)[0]
    peers.run(Reveal(EVERYONE, (slot,), aspect="back"))
    peers.deal([slot], GODALMING)
    exchanges, body = honest(peers, Deal(GODALMING, (slot,), "event_deck"))
    (card,) = body.cards
    other = replace(card, back=SODIUM.add(card.back, SODIUM.generator))
    assert refused(exchanges, replace(body, cards=(other,))) == PROOF
    without = replace(card, back=None)
    assert refused(exchanges, replace(body, cards=(without,))) == MALFORMED


# Shuffles


def stacked(peers: Peers, exchange: Any, rows: list[Any]) -> Shuffled:
    """A shuffle of other rows than those that lie there, with an honest proof about them."""
    pile = Pile(exchange.ledger.shuffle_keys(exchange.deck), rows)
    order = tuple(range(len(rows)))
    context = exchange.context(0, Purpose.SHUFFLE)
    proof = shuffle_and_prove(peers.vaults[0].prover, context, pile, Remixing(order, (5,) * 4))
    return Shuffled(exchange.deck, 0, len(rows), len(pile.keys), proof)


NEW_DECK = Shuffle(EVERYONE, "item_deck", (), ("i0", "i1", "i2", "i3"), ITEMS)


def test_a_duplicated_card(peers: Peers) -> None:
    exchanges = peers.exchanges(NEW_DECK)
    rows = [exchanges[0].ledger.row(exchanges[0].ledger.opened(2001)) for _ in range(4)]
    assert refused(exchanges, stacked(peers, exchanges[0], rows)) == PROOF
    ledger = exchanges[0].ledger
    rows = [ledger.row(ledger.opened(ledger.codes.code(card))) for card in ITEMS]
    peers.send(exchanges, 0, stacked(peers, exchanges[0], rows))


def test_a_short_deck(peers: Peers) -> None:
    exchanges = peers.exchanges(NEW_DECK)
    ledger = exchanges[0].ledger
    rows = [ledger.row(ledger.opened(ledger.codes.code(card))) for card in ITEMS[:3]]
    pile = Pile(ledger.shuffle_keys(exchanges[0].deck), rows)  # type: ignore[attr-defined]
    context = exchanges[0].context(0, Purpose.SHUFFLE)
    remixing = Remixing((0, 1, 2), (5, 6, 7))
    proof = shuffle_and_prove(peers.vaults[0].prover, context, pile, remixing)
    short = Shuffled(2, 0, 3, 1, proof)
    assert refused(exchanges, short) == MALFORMED


def test_a_row_exchanged_after_the_proof(peers: Peers) -> None:
    exchanges, body = honest(peers, NEW_DECK)
    ledger = exchanges[0].ledger
    pile = Pile(ledger.shuffle_keys(2), [ledger.row(ledger.opened(2001))])  # type: ignore[arg-type]
    row = b"".join(remixed(SODIUM, pile, Remixing((0,), (9,)))[0])
    forged = replace(body, proof=row + body.proof[len(row) :])
    assert refused(exchanges, forged) == PROOF


@pytest.mark.parametrize("change", [{"deck": 3}, {"generation": 1}])
def test_a_shuffle_of_another_pile(peers: Peers, change: dict[str, int]) -> None:
    exchanges, body = honest(peers, NEW_DECK)
    assert refused(exchanges, replace(body, **change)) == MALFORMED


def test_a_shuffle_of_what_lay_there_before(peers: Peers) -> None:
    """The second peer ignores the first one's shuffle and mixes the open deck itself."""
    exchanges, first = honest(peers, NEW_DECK)
    alone = peers.exchanges(NEW_DECK, first_part=1)[1]
    peers.send(exchanges, 0, first)
    alone.steps = alone.steps[1:]
    forged = alone.make(peers.vaults[1], 0)
    assert alone.context(0, Purpose.SHUFFLE) == exchanges[1].context(1, Purpose.SHUFFLE)
    assert refused(exchanges, forged, number=1) == PROOF


def test_a_hand_mixed_with_a_card_of_another(peers: Peers) -> None:
    slots = hand(peers)
    request = Shuffle(GODALMING, "godalming.items", slots, ("i10", "i11"))
    exchanges, body = honest(peers, request)
    assert isinstance(body, Mixed)
    pile = exchanges[1]._pile  # type: ignore[attr-defined]
    better = Pile(pile.keys, [pile.rows[0], pile.rows[0]])
    context = exchanges[1].context(0, Purpose.MIX)
    proof = shuffle_and_prove(peers.vaults[1].prover, context, better, Remixing((0, 1), (5, 6)))
    assert refused(exchanges, replace(body, proof=proof)) == PROOF
    assert refused(exchanges, replace(body, handles=body.handles[::-1])) == MALFORMED
