"""What tests of cheats share: a hand to cheat with, and how honest peers take it."""

from typing import Any

import pytest

from engine.ids import GODALMING
from engine.requests import (
    Request,
)
from net.crypto.faults import PeerFault
from net.fairness.cards.exchange import Exchange
from tests.net.fairness.cards.peers import Peers

ITEMS = ("crucifix", "dogs", "knife", "rifle")
MALFORMED, PROOF, OPENING, RULE = 1, 3, 4, 7


def hand(peers: Peers, count: int = 2, seat: str = GODALMING) -> tuple[str, ...]:
    slots = tuple(peers.shuffled("item_deck", ITEMS, "i", 0)[:count])
    peers.deal(slots, seat)
    return slots


def face(peers: Peers, slot: str, peer: int = 1) -> str:
    found = peers.face(peer, slot)
    assert found is not None
    return found


def another(*faces: str) -> str:
    return next(card for card in ITEMS if card not in faces)


def refused(exchanges: list[Exchange], body: Any, number: int = 0) -> int:
    """The one code with which every honest peer refuses a body; nothing is kept of it."""
    codes = set()
    for peer, exchange in enumerate(exchanges):
        if peer == exchange.steps[number].peer:
            continue
        with pytest.raises(PeerFault) as fault:
            exchange.check(number, body)
        assert number not in exchange.taken
        codes.add(fault.value.code)
    (code,) = codes
    return code


def honest(peers: Peers, request: Request[Any], answer: Any = None) -> tuple[list[Exchange], Any]:
    exchanges = peers.exchanges(request)
    return exchanges, peers.body(exchanges, 0, answer)
