"""Section 14, TV-9: a card Dracula has laid, with a word or bit changed, or laid elsewhere."""

from functools import cache

import pytest
from hypothesis import given as for_any
from hypothesis import settings
from hypothesis import strategies as st
from msgspec.structs import replace

from net.crypto.faults import PeerFault
from net.fairness.trail.placing import check_place
from net.wire.bodies import TrailPlaced
from tests.net.fairness.trail.test_cheating_cards import PROOF, lay
from tests.support.trail_position import Proven, moments, proven


def test_a_placing_is_of_no_use_elsewhere() -> None:
    """H-3."""
    table = proven(step="dracula", trail=["paris", "nantes"])
    asked = table.placing()
    body = lay(table, asked, "brussels")
    for other in moments(asked):
        assert table.refused(other, body) == PROOF


FIELDS = {
    "slot": st.integers(0, 60),
    "back": st.integers(0, 3),
    "power": st.integers(0, 5),
    "face": st.integers(0, 1),
    "announced": st.integers(0, 2),
    "target": st.none() | st.integers(0, 60),
    "lair": st.none() | st.integers(0, 60),
    "code": st.none() | st.integers(1, 210),
}


@cache
def laid_out() -> Proven:
    return proven(
        step="dracula", trail=["paris", "nantes", "le_havre up"], lairs=["rome"], mina="cologne"
    )


@pytest.mark.slow
@settings(deadline=None, max_examples=150)
@for_any(st.sets(st.sampled_from(sorted(FIELDS)), min_size=1), st.data())
def test_no_word_of_an_announcement_can_be_changed(names: set[str], drawn: st.DataObject) -> None:
    table = laid_out()
    asked = table.placing()
    honest = lay(table, asked, "brussels")
    body = replace(honest, **{name: drawn.draw(FIELDS[name], name) for name in sorted(names)})
    if body.face:
        body = replace(body, hidden=None)
    # A lone power needs no proof: announcing one is another legal answer, and only the signature
    # of the entry keeps it from being put into somebody's mouth.
    if body != honest and body.back:
        with pytest.raises(PeerFault):
            check_place(table.ledger, asked, body)


def test_every_bit_of_a_placing_counts() -> None:
    """TV-9: here for one bit in each byte of what is not the announcement."""
    table = proven(step="dracula", trail=["paris", "nantes"])
    asked = table.placing()
    body = lay(table, asked, "brussels")
    assert isinstance(body, TrailPlaced)
    assert body.legality is not None
    for at in range(0, len(body.legality), 37):
        changed = bytearray(body.legality)
        changed[at] ^= 1
        with pytest.raises(PeerFault):
            check_place(table.ledger, asked, replace(body, legality=bytes(changed)))
