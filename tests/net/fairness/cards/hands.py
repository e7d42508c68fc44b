"""Decks and hands of a few cards, for tests about what becomes of them."""

from engine.ids import GODALMING
from tests.net.fairness.cards.peers import Peers

ITEMS = ("crucifix", "dogs", "dogs", "knife", "rifle")
EVENTS = ("newspaper_reports", "long_night", "hidden_schemes", "roadblock")
# Peer 1 runs Godalming and Van Helsing, peer 2 runs Seward and Mina.


def items(peers: Peers) -> list[str]:
    return peers.shuffled("item_deck", ITEMS, "i", 0)


def events(peers: Peers) -> list[str]:
    return peers.shuffled("event_deck", EVENTS, "e", 100)


def hand(peers: Peers, count: int, seat: str = GODALMING) -> list[str]:
    slots = items(peers)[:count]
    peers.deal(slots, seat)
    return slots
