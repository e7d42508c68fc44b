"""What is claimed about who proposes, before the game: who gives way to it and who does not."""

from collections import Counter

from net.limits import CALLING_S, MOST_MISSED
from net.lobby_events import Heard, Left
from net.wire.messages import PeerAt, PeersKnown, Refused
from tests.support.lobbies import Seatmate
from tests.support.split_lobbies import four


def claim(leader: Seatmate, *others: Seatmate) -> PeersKnown:
    return PeersKnown(tuple(PeerAt(each.key, each.host, 4000) for each in (leader, *others)))


def test_nobody_gives_way_to_who_stood_behind_it_or_to_a_stranger() -> None:
    table = four()
    opener, heir, third, fourth = table.mates
    table.lose(opener)
    table.pass_time(5)
    stranger = Seatmate(9, None)
    table.mates.append(stranger)
    table.connect(stranger.key, heir.key)
    table.settle()
    before = list(heir.lobby.order)
    for liar in (stranger, third, fourth):
        for message in (
            claim(liar, heir),
            claim(liar, heir, stranger),
            claim(opener, liar),
            Refused("begun"),
        ):
            table.tell(heir, Heard(liar.key, message))
    assert heir.lobby.proposes
    assert heir.lobby.order == before
    assert heir.ended == []


def test_a_place_is_given_by_who_proposes_and_by_nobody_else() -> None:
    """Nor is anybody made to propose by being told so: two would, and nobody hear of it."""
    table = four()
    opener, heir, third, _ = table.mates
    before = list(third.lobby.order)
    for lie in (claim(third, opener), claim(heir, opener, third)):
        table.tell(third, Heard(opener.key, lie))
        assert third.lobby.order == before
        assert not third.lobby.proposes


def test_a_stranger_alone_with_who_misses_others_ends_nothing_by_what_it_says() -> None:
    table = four()
    opener, heir, third, fourth = table.mates
    for mate in (opener, third, fourth):
        table.lose(mate)
    table.pass_time(5)
    stranger = Seatmate(9, None)
    table.mates.append(stranger)
    table.connect(stranger.key, heir.key)
    table.settle()
    for _ in range(3):
        table.tell(heir, Heard(stranger.key, claim(opener, stranger)))
        table.pass_time(MOST_MISSED * CALLING_S)
    assert heir.ended == []
    assert heir.lobby.proposes


def test_one_that_makes_us_give_way_and_says_no_more_is_not_waited_for_for_ever() -> None:
    table = four()
    opener, heir, third, _ = table.mates
    table.split([opener])
    table.pass_time(7)
    table.tell(opener, Left())
    table.heal()
    table.gone.clear()
    opener.lobby.handle = lambda _event: ()  # type: ignore[method-assign]
    table.connect(heir.key, opener.key)
    table.settle()
    table.said.clear()
    claims = 0
    for _ in range(60):
        if heir.lobby.proposes:
            claims += 1
            table.tell(heir, Heard(opener.key, claim(opener, heir)))
            assert not heir.lobby.proposes
        table.pass_time(1)
    assert 2 <= claims <= 60 / CALLING_S
    counts = Counter(mate.key for mate, _ in table.said)
    assert counts[heir.key] < 40 * claims
    assert third.ended == []
