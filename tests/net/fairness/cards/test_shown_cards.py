"""What becomes of cards: shown, proved, played, chosen; and lots, which have no card."""

import pytest

from engine.game import Standing
from engine.ids import EVERYONE, GODALMING, SEWARD
from engine.options import PASS, Play, Show
from engine.questions import CardIsAmong
from engine.requests import Attest, Choose, Conceal, FromHand, Lot, Reveal, Sealed
from net.crypto.faults import Unprovable
from net.errors import LocalMistake
from net.fairness.cards.shuffle import drawn_below
from tests.net.fairness.cards.conftest import SODIUM
from tests.net.fairness.cards.hands import ITEMS, hand
from tests.net.fairness.cards.peers import Peers


def test_a_card_is_shown_to_one_peer_alone(peers: Peers) -> None:
    """C-18."""
    (slot,) = hand(peers, 1)
    exchanges = peers.exchanges(Reveal(GODALMING, (slot,), to=SEWARD))
    peers.hold(exchanges)
    assert peers.settle(exchanges) == ()
    learned = [each.learn(vault) for each, vault in zip(exchanges, peers.vaults, strict=True)]
    assert learned == [{}, {}, {slot: peers.face(1, slot)}]
    assert not peers.ledgers[0].card(slot).is_open


def test_an_open_card_is_shown_to_one_peer_without_a_word(peers: Peers) -> None:
    (slot,) = hand(peers, 1)
    (face,) = peers.run(Reveal(GODALMING, (slot,)))
    exchanges = peers.exchanges(Reveal(GODALMING, (slot,), to=SEWARD))
    assert exchanges[0].steps == ()
    assert exchanges[2].learn(peers.vaults[2]) == {slot: face}


def test_a_card_is_among_others_without_being_shown(peers: Peers) -> None:
    (slot,) = hand(peers, 1)
    assert peers.run(Attest(GODALMING, CardIsAmong(slot, ITEMS))) is True
    assert not peers.ledgers[0].card(slot).is_open


def test_an_open_card_is_among_others_too(peers: Peers) -> None:
    (slot,) = hand(peers, 1)
    peers.run(Reveal(GODALMING, (slot,)))
    assert peers.run(Attest(GODALMING, CardIsAmong(slot, ITEMS))) is True


def test_nobody_proves_what_is_not_so(peers: Peers) -> None:
    (slot,) = hand(peers, 1)
    exchange = peers.exchanges(Attest(GODALMING, CardIsAmong(slot, ("pistol", "stake"))))[1]
    with pytest.raises(Unprovable):
        exchange.make(peers.vaults[1], 0)


def test_an_answer_opens_the_card_it_uses(peers: Peers) -> None:
    (slot,) = hand(peers, 1)
    face = str(peers.face(1, slot))
    request = Choose(GODALMING, "test", (PASS,), (FromHand(Play, (slot,), ITEMS),))
    assert peers.run(request, Play(slot, face)) == Play(slot, face)
    assert peers.ledgers[0].card(slot).is_open
    again = Choose(GODALMING, "test", (Show(slot, face),))
    exchanges = peers.exchanges(again)
    body = peers.body(exchanges, 0, Show(slot, face))
    assert body.revealed is None  # type: ignore[attr-defined]
    peers.send(exchanges, 0, body)


def test_an_answer_without_a_card_opens_nothing(peers: Peers) -> None:
    (slot,) = hand(peers, 1)
    request = Choose(GODALMING, "test", (PASS,), (FromHand(Play, (slot,), ITEMS),))
    assert peers.run(request, PASS) == PASS
    assert not peers.ledgers[0].card(slot).is_open


def test_an_answer_may_change_what_is_passed_openly(peers: Peers) -> None:
    answer = Standing(PASS, (("weakened.swap", True),))
    assert peers.run(Choose(GODALMING, "test", (PASS,)), answer) == answer


@pytest.mark.parametrize("pick", [0, 1, 2])
def test_a_choice_is_sealed_and_opened(peers: Peers, pick: int) -> None:
    first, second = hand(peers, 2)
    choices = ("punch", first, second)
    request = Conceal(GODALMING, "c70", "combat.choose", choices)
    assert peers.run(request, Sealed("c70", choices[pick])) == "c70"
    assert [
        vault.choice(ledger, ledger.choices["c70"])
        for vault, ledger in zip(peers.vaults, peers.ledgers, strict=True)
    ] == [None, choices[pick], None]
    known = {first: peers.face(1, first), second: peers.face(1, second)}
    faces = ("punch", *(f"{slot}={card}" for slot, card in known.items()))
    assert peers.run(Reveal(GODALMING, ("c70",), faces)) == (faces[pick],)
    assert not peers.ledgers[0].choices
    for number, slot in enumerate((first, second)):
        assert peers.ledgers[0].card(slot).is_open == (pick == number + 1)


def test_a_choice_of_an_open_card_needs_no_reveal(peers: Peers) -> None:
    (slot,) = hand(peers, 1)
    (face,) = peers.run(Reveal(GODALMING, (slot,)))
    peers.run(Conceal(GODALMING, "c70", "combat.choose", (slot,)), Sealed("c70", slot))
    assert peers.run(Reveal(GODALMING, ("c70",))) == (f"{slot}={face}",)


def test_a_lot_is_the_same_for_all_and_another_each_time(peers: Peers) -> None:
    """D-1."""
    drawn = {peers.run(Lot(EVERYONE, 200)) for _ in range(6)}
    assert len(drawn) > 1
    assert all(0 <= number < 200 for number in drawn)


def test_every_lot_is_as_likely_as_another() -> None:
    """D-3."""
    counts = [0] * 6
    for toss in range(1200):
        counts[drawn_below(6, toss.to_bytes(32, "little"), SODIUM.generator)] += 1
    assert all(150 <= count <= 250 for count in counts)


def test_a_lot_among_more_than_a_byte_is_refused(peers: Peers) -> None:
    with pytest.raises(LocalMistake):
        peers.exchanges(Lot(EVERYONE, 257))


def test_nothing_is_settled_before_it_is_complete(peers: Peers) -> None:
    exchange = peers.exchanges(Lot(EVERYONE, 6))[0]
    with pytest.raises(LocalMistake):
        exchange.settle()


def test_a_vault_prints_nothing(peers: Peers) -> None:
    assert repr(peers.vaults[0]) == "Vault(…)"
