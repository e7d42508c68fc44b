"""What becomes of cards: made, drawn, passed, returned, mixed."""

from itertools import combinations

import pytest

from engine.ids import DRACULA, EVERYONE, GODALMING, MINA, SEWARD
from engine.requests import Deal, Reveal, Shuffle
from net.errors import LocalMistake
from net.fairness.cards.codes import BACKS, CodeTable, Deck, card_codes, place_codes
from tests.net.fairness.cards.conftest import SODIUM
from tests.net.fairness.cards.hands import ITEMS, events, hand, items
from tests.net.fairness.cards.peers import EDITION, Peers


def test_codes_follow_from_the_edition() -> None:
    codes = card_codes(EDITION)
    assert codes["newspaper_reports"] == 1001
    assert codes["crucifix"] == 2001
    assert codes["new_vampire"] == 3001
    assert codes["fangs"] == 4001
    assert codes["3/2"] == 5001
    assert "punch" not in codes
    assert len(set(codes.values())) == len(codes) == 30 + 17 + 12 + 13 + 7 + 5


def test_places_have_codes_below_a_hundred() -> None:
    codes = place_codes(EDITION)
    hide = codes.pop("hide")
    assert hide == 200
    assert sorted(codes.values()) == list(range(1, len(codes) + 1))
    assert len(codes) < 100


def test_a_point_is_read_back_only_within_its_deck() -> None:
    table = CodeTable(SODIUM, EDITION)
    point = SODIUM.base_multiply(2001)
    assert table.read(Deck.ITEM, point) == 2001
    assert table.read(Deck.EVENT, point) is None
    with pytest.raises(LocalMistake):
        table.read_back(point)


def test_a_new_deck_is_read_by_nobody(peers: Peers) -> None:
    for slot in items(peers):
        assert peers.ledgers[0].card(slot).is_sealed
        assert [peers.face(peer, slot) for peer in range(3)] == [None] * 3


def test_all_but_one_together_read_nothing(peers: Peers) -> None:
    """G-2."""
    slots = items(peers)
    ledger = peers.ledgers[0]
    for some in (*combinations(peers.vaults, 1), *combinations(peers.vaults, 2)):
        secret = sum(vault.game.identity for vault in some)
        for card in ledger.cards(slots):
            opened = SODIUM.subtract(card.payload, SODIUM.multiply(secret, card.mask))
            assert ledger.codes.read(Deck.ITEM, opened) is None


def test_all_together_hold_every_card_once(peers: Peers) -> None:
    slots = items(peers)
    assert sorted(peers.run(Reveal(EVERYONE, tuple(slots)))) == sorted(ITEMS)


def test_only_the_receiver_reads_a_drawn_card(peers: Peers) -> None:
    """G-3, C-5."""
    (slot,) = hand(peers, 1)
    assert peers.face(1, slot) in ITEMS
    assert peers.face(0, slot) is None
    assert peers.face(2, slot) is None
    assert all(ledger.card(slot).holder == 1 for ledger in peers.ledgers)


def test_a_back_is_open_and_its_card_is_not(peers: Peers) -> None:
    """G-3, C-3."""
    slots = events(peers)
    backs = peers.run(Reveal(EVERYONE, tuple(slots), tuple(BACKS.values()), aspect="back"))
    assert sorted(backs) == ["dracula", "dracula", "hunter", "hunter"]
    assert all(peers.face(peer, slot) is None for peer in range(3) for slot in slots)
    for slot, back in zip(slots, backs, strict=True):
        (card,) = peers.run(Reveal(EVERYONE, (slot,)))
        assert EDITION.cards[card].deck == f"{back}_event"


def test_a_known_back_is_not_asked_for_again(peers: Peers) -> None:
    slots = tuple(events(peers)[:1])
    request = Reveal(EVERYONE, slots, aspect="back")
    first = peers.run(request)
    assert peers.exchanges(request)[0].steps == ()
    assert peers.run(request) == first


def test_a_passed_card_is_the_same_card_for_its_new_holder_alone(peers: Peers) -> None:
    """C-10."""
    (slot,) = hand(peers, 1)
    before = peers.face(1, slot)
    peers.run(Deal(GODALMING, (slot,), MINA))
    assert peers.face(2, slot) == before
    assert peers.face(0, slot) is None
    assert peers.face(1, slot) is None


def test_a_passed_card_may_go_to_another_seat_of_the_same_peer(peers: Peers) -> None:
    (slot,) = hand(peers, 1, SEWARD)
    before = peers.face(2, slot)
    peers.run(Deal(SEWARD, (slot,), MINA))
    assert peers.face(2, slot) == before


def test_a_returned_card_is_sealed_and_can_be_opened_by_all(peers: Peers) -> None:
    """C-9."""
    slots = hand(peers, 2)
    before = tuple(peers.face(1, slot) for slot in slots)
    peers.run(Deal(GODALMING, tuple(slots), "item_deck"))
    assert all(peers.face(peer, slot) is None for peer in range(3) for slot in slots)
    assert peers.run(Reveal(EVERYONE, tuple(slots))) == before


def test_a_returned_event_keeps_its_back(peers: Peers) -> None:
    """C-9."""
    slot = events(peers)[0]
    (back,) = peers.run(Reveal(EVERYONE, (slot,), aspect="back"))
    seat = DRACULA if back == "dracula" else GODALMING
    peers.deal([slot], seat)
    peers.run(Deal(seat, (slot,), "event_deck"))
    peers.run(Shuffle(EVERYONE, "event_deck", (slot,), ("e900",)))
    assert peers.run(Reveal(EVERYONE, ("e900",), aspect="back")) == (back,)


def test_an_event_whose_back_nobody_saw_is_not_returned(peers: Peers) -> None:
    slot = events(peers)[0]
    peers.deal([slot], GODALMING)
    exchange = peers.exchanges(Deal(GODALMING, (slot,), "event_deck"))[1]
    with pytest.raises(LocalMistake):
        exchange.make(peers.vaults[1], 0)


def test_a_reshuffle_takes_open_sealed_and_held_cards(peers: Peers) -> None:
    """C-14."""
    slots = items(peers)
    peers.deal(slots[:1], GODALMING)
    peers.deal(slots[1:2], MINA)
    peers.run(Reveal(EVERYONE, (slots[2],)))
    new = tuple(f"i{number}" for number in range(50, 55))
    request = Shuffle(EVERYONE, "item_deck", tuple(slots), new)
    kinds = [(step.peer, step.kind.__name__) for step in peers.exchanges(request)[0].steps]
    assert kinds[:2] == [(1, "Rekeyed"), (2, "Rekeyed")]
    assert kinds[2:] == [(0, "Shuffled"), (1, "Shuffled"), (2, "Shuffled")]
    peers.run(request)
    assert sorted(peers.run(Reveal(EVERYONE, new))) == sorted(ITEMS)
    with pytest.raises(LocalMistake):
        peers.ledgers[0].card(slots[0])


def test_a_shuffle_waits_for_the_one_before(peers: Peers) -> None:
    slots = tuple(f"i{number}" for number in range(2))
    exchange = peers.exchanges(Shuffle(EVERYONE, "item_deck", (), slots, ITEMS[:2]))[1]
    assert [exchange.is_due(number) for number in range(3)] == [True, False, False]


def test_a_new_deck_makes_the_old_one_void(peers: Peers) -> None:
    old = peers.shuffled("combat_deck", ("fangs", "claws"), "b", 0)
    peers.shuffled("combat_deck", ("fangs", "claws"), "b", 10)
    assert peers.ledgers[0].generation(Deck.COMBAT) == 2
    with pytest.raises(LocalMistake):
        peers.ledgers[0].card(old[0])


def test_a_mixed_hand_has_the_same_cards_for_its_holder_alone(peers: Peers) -> None:
    """C-11."""
    slots = hand(peers, 3)
    before = sorted(str(peers.face(1, slot)) for slot in slots)
    new = ("i60", "i61", "i62")
    peers.run(Shuffle(GODALMING, "godalming.items", tuple(slots), new))
    assert sorted(str(peers.face(1, slot)) for slot in new) == before
    assert all(peers.face(peer, slot) is None for peer in (0, 2) for slot in new)


def test_an_open_card_is_hidden_again_by_a_mix(peers: Peers) -> None:
    """C-11."""
    slots = hand(peers, 2)
    peers.run(Reveal(GODALMING, (slots[0],)))
    peers.run(Shuffle(GODALMING, "godalming.items", tuple(slots), ("i60", "i61")))
    assert not any(card.is_open for card in peers.ledgers[0].cards(("i60", "i61")))
    assert peers.face(0, "i60") is None


def test_an_open_card_can_be_passed_and_returned(peers: Peers) -> None:
    slots = hand(peers, 2)
    shown = peers.run(Reveal(GODALMING, tuple(slots)))
    peers.run(Deal(GODALMING, (slots[0],), MINA))
    assert peers.face(2, slots[0]) == shown[0]
    assert peers.face(0, slots[0]) is None
    peers.run(Deal(GODALMING, (slots[1],), "item_deck"))
    assert peers.run(Reveal(EVERYONE, (slots[1],))) == (shown[1],)


def test_an_open_card_is_not_shown_again(peers: Peers) -> None:
    slots = tuple(hand(peers, 2))
    first = peers.run(Reveal(GODALMING, slots[:1]))
    assert len(peers.exchanges(Reveal(GODALMING, slots))[0].steps) == 1
    assert peers.run(Reveal(GODALMING, slots))[:1] == first
    assert peers.exchanges(Reveal(GODALMING, slots))[0].steps == ()


def test_a_drawn_card_that_is_open_already_needs_no_share(peers: Peers) -> None:
    slot = items(peers)[0]
    (face,) = peers.run(Reveal(EVERYONE, (slot,)))
    exchanges = peers.exchanges(Deal(EVERYONE, (slot,), MINA))
    assert exchanges[0].steps == ()
    peers.settle(exchanges)
    assert exchanges[2].learn(peers.vaults[2]) == {slot: face}


def test_a_drawn_card_is_drawn_by_nobody_else(peers: Peers) -> None:
    """C-1: the next share would open it to everybody; it may be passed, or returned and mixed."""
    (slot,) = hand(peers, 1)
    with pytest.raises(LocalMistake):
        peers.exchanges(Deal(EVERYONE, (slot,), MINA))
    peers.run(Deal(GODALMING, (slot,), MINA))
    assert peers.face(2, slot) in ITEMS
