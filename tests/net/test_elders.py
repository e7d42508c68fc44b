"""Who stood before us at a table before the game, as one peer remembers it."""

from net.elders import Elders
from net.wire.messages import PeerAt

FIRST, SECOND, THIRD, US = (PeerAt(bytes((number,)) * 32, "192.0.2.1", 1) for number in range(4))


def test_who_is_back_as_a_guest_behind_us_stood_before_us_all_the_same() -> None:
    """It proposes where it was, though who proposes here has not heard that yet."""
    elders = Elders()
    elders.place((FIRST, SECOND, THIRD, US), 3)
    elders.place((THIRD, US, FIRST, SECOND), 1)
    assert {at.identity for at in elders.lost(())} == {
        FIRST.identity,
        SECOND.identity,
        THIRD.identity,
    }
    assert elders.follows(SECOND.identity, FIRST)


def test_who_went_of_its_own_will_is_forgotten() -> None:
    elders = Elders()
    elders.place((FIRST, SECOND, US), 2)
    elders.dismiss(FIRST.identity)
    elders.place((SECOND, US), 1)
    assert elders.lost(()) == [SECOND]
