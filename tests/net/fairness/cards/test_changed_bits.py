"""TV-9: a body with one bit changed is no answer, whichever bit and whatever it answers."""

from typing import Any

import pytest

from engine.ids import EVERYONE, GODALMING, MINA
from engine.options import Play
from engine.questions import CardIsAmong
from engine.requests import Attest, Choose, Conceal, Deal, FromHand, Lot, Reveal, Sealed, Shuffle
from net.crypto.faults import PeerFault
from net.wire.bodies import decode_body, encode_body
from tests.net.fairness.cards.cheating import ITEMS, face, hand, honest
from tests.net.fairness.cards.conftest import SODIUM
from tests.net.fairness.cards.peers import Peers
from tests.support.proving import each_flipped

# Every so many bits one is changed; a prime, so that all fields and all bits of a byte have a turn.
STEP = 89


def asked(peers: Peers, name: str) -> tuple[Any, Any]:
    """A request by its name, and what its seat decides."""
    mine, other = hand(peers)
    if name == "choice":
        peers.run(Conceal(GODALMING, "c90", "combat.choose", (mine, other)), Sealed("c90", mine))
    play = Play(mine, face(peers, mine))
    requests = {
        "draw": (Deal(EVERYONE, ("i2", "i3"), MINA), None),
        "pass": (Deal(GODALMING, (mine, other), MINA), None),
        "return": (Deal(GODALMING, (mine,), "item_deck"), None),
        "shuffle": (Shuffle(EVERYONE, "item_deck", ("i2", "i3"), ("i4", "i5")), None),
        "mix": (Shuffle(GODALMING, "godalming.items", (mine, other), ("i4", "i5")), None),
        "reveal": (Reveal(GODALMING, (mine, other)), None),
        "open": (Reveal(EVERYONE, ("i2", "i3")), None),
        "proof": (Attest(GODALMING, CardIsAmong(mine, ITEMS)), None),
        "choice": (Reveal(GODALMING, ("c90",)), None),
        "answer": (Choose(GODALMING, "test", (), (FromHand(Play, (mine,), ITEMS),)), play),
        "lot": (Lot(EVERYONE, 6), None),
    }
    return requests[name]


@pytest.mark.parametrize(
    "name",
    [
        "draw", "pass", "return", "shuffle", "mix", "reveal", "open", "proof", "choice", "answer",
        "lot",
    ],
)  # fmt: skip
def test_a_changed_bit_is_refused(peers: Peers, name: str) -> None:
    exchanges, body = honest(peers, *asked(peers, name))
    written = encode_body(body)
    for changed in each_flipped(written, STEP):
        with pytest.raises(PeerFault):
            exchanges[2].check(0, decode_body(SODIUM, body.kind, changed))
    exchanges[2].check(0, decode_body(SODIUM, body.kind, written))
