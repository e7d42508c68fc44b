"""A network that stalls or splits before the game: one table again, or a clear reason why not.

The second part is about false claims to propose: who gives way to them, and who does not.
"""

from collections import Counter

import pytest
from msgspec.structs import replace

from engine.ids import DRACULA, HUNTERS
from net.limits import CALLING_S, MOST_MISSED, SEEKING_S
from net.lobby.events import Heard, Left, LobbyStage, SeatsChosen, Summoned, Terms, TermsChosen
from net.wire.messages import PeerAt, PeersKnown, Refused, SetupOffered
from net.wire.table_setup import encode_setup
from tests.support.lobbies import Seatmate
from tests.support.split_lobbies import SEATS, SplitTable, four


def is_one(table: SplitTable) -> bool:
    """Whether all see one table with all at it."""
    here = table.here()
    orders = {tuple(mate.lobby.order) for mate in here}
    hashes = {mate.shown.setup_hash for mate in here if mate.shown is not None}
    return (
        len(orders) == len(hashes) == 1
        and {*orders.pop()} == {mate.key for mate in here}
        and sum(mate.lobby.proposes for mate in here) == 1
    )


def begins(table: SplitTable) -> bool:
    for mate in table.here():
        if mate.lobby.stage is LobbyStage.OFFERED:
            table.ready(mate)
    table.settle()
    return len({begin.signed.setup for _, begin in table.begun}) == 1 and all(
        mate.begun for mate in table.here()
    )


@pytest.mark.parametrize("seed", [0])
@pytest.mark.parametrize("stalled", [(0,), (1,), (3,), (2, 3), (0, 3), (0, 1, 2, 3)], ids=str)
@pytest.mark.parametrize("ready", [(), (1, 2, 3), (0, 2)], ids=str)
def test_who_was_cut_off_is_at_the_same_table_again(
    stalled: tuple[int, ...], ready: tuple[int, ...], seed: int
) -> None:
    table = four(seed)
    for number in ready:
        table.ready(table.mates[number])
    table.settle()
    if len(stalled) == 4:
        for mate in table.mates:
            table.split([mate])
    else:
        table.split([table.mates[number] for number in stalled])
    table.pass_time(7)
    assert not is_one(table), "it was cut in two"
    table.heal()
    table.pass_time(3)
    assert is_one(table)
    assert table.mates[0].lobby.proposes, "who came first"
    assert begins(table)


@pytest.mark.parametrize("seed", range(2))
def test_who_cannot_reach_whoever_all_others_follow_is_told_so(seed: int) -> None:
    table = four(seed)
    opener, heir, *others = table.mates
    table.break_off(opener, heir)
    table.pass_time(MOST_MISSED * CALLING_S - 2)
    assert heir.ended == []
    table.pass_time(4)
    assert heir.ended == ["not-reached"]
    assert opener.lobby.order == [opener.key, *(mate.key for mate in others)]
    table.tell(opener, SeatsChosen((DRACULA, HUNTERS[0])))
    table.tell(others[0], SeatsChosen(HUNTERS[:2]))
    table.settle()
    assert begins(table)


def test_a_single_channel_that_comes_again_in_time_ends_nothing() -> None:
    table = four()
    table.break_off(*table.mates[:2])
    table.pass_time(MOST_MISSED * CALLING_S - 3)
    table.heal()
    table.pass_time(CALLING_S)
    assert is_one(table)
    assert begins(table)


@pytest.mark.parametrize("seed", range(2))
def test_who_proposes_for_somebody_though_others_do_not_follow_goes_on(seed: int) -> None:
    """One of the others cannot reach the first either: the two are a table."""
    table = four(seed)
    opener, heir, *others = table.mates
    table.break_off(opener, heir, others[1])
    table.break_off(others[0], others[1])
    table.pass_time(3 * CALLING_S)
    assert heir.ended == []
    assert heir.lobby.proposes
    assert others[1].lobby.order[0] == heir.key
    table.heal()
    table.pass_time(3)
    assert is_one(table)


def test_who_said_goodbye_is_not_called() -> None:
    table = four()
    opener, heir, *_ = table.mates
    table.tell(opener, Left())
    table.settle()
    assert heir.lobby.proposes
    assert opener.key not in {called for _, called in table.wanted}
    table.tell(table.mates[2], Left())
    table.settle()
    assert table.mates[2].key not in {called for _, called in table.wanted}


def test_who_is_never_found_is_called_no_more() -> None:
    table = four()
    opener, heir, *_ = table.mates
    table.lose(opener)
    table.pass_time(5)
    assert (heir.key, opener.key) in table.wanted
    table.tick(heir, table.now + SEEKING_S)
    assert (heir.key, opener.key) not in table.wanted
    assert heir.lobby.proposes


def test_who_crashed_and_comes_as_a_newcomer_takes_nothing_over() -> None:
    table = four()
    opener, heir, *_ = table.mates
    table.lose(opener)
    table.pass_time(5)
    table.gone.clear()
    again = table.mates[0] = Seatmate(0, None)
    again.lobby.come_to(heir.key)
    table.connect(again.key, heir.key)
    table.tell(again, SeatsChosen(SEATS[0]))
    table.pass_time(CALLING_S)
    assert is_one(table)
    assert heir.lobby.proposes
    table.split([again])
    table.pass_time(7)
    table.heal()
    table.pass_time(3 * CALLING_S)
    assert is_one(table), "though each remembers that the other stood before it"
    assert begins(table)


def test_who_comes_back_when_the_others_play_is_told_so() -> None:
    table = four()
    late = table.mates[3]
    table.split([late])
    table.pass_time(7)
    table.tell(table.mates[2], SeatsChosen(HUNTERS[1:]))
    table.settle()
    for mate in table.mates[:3]:
        table.ready(mate)
    table.settle()
    assert all(mate.begun for mate in table.mates[:3])
    table.heal()
    table.pass_time(3)
    assert late.ended == ["begun"]


def test_who_has_no_seat_is_told_that_the_game_begins_without_it() -> None:
    table = four()
    watching = table.join()
    table.settle()
    for mate in table.mates[:4]:
        table.ready(mate)
    table.settle()
    assert all(mate.begun for mate in table.mates[:4])
    assert watching.ended == ["begun"]


def test_a_mark_stands_again_when_what_was_signed_is_proposed_again() -> None:
    """All others count it, so whoever gave it must be ready too, and begin."""
    table = four()
    opener, *others = table.mates
    for mate in others:
        table.ready(mate)
    table.settle()
    for delay in (100, Terms().delay_ms):
        table.tell(opener, TermsChosen(Terms(delay_ms=delay)))
        table.settle()
    assert {mate.lobby.stage for mate in others} == {LobbyStage.READY}
    table.ready(opener)
    table.settle()
    assert all(mate.begun for mate in table.mates)


def test_who_signed_and_turned_to_another_set_up_is_called_to_the_game() -> None:
    """It may have turned to another table, and be linked to those who begin."""
    table = four()
    opener, *others = table.mates
    for mate in others:
        table.ready(mate)
    table.settle()
    turned = others[-1]
    assert turned.shown is not None
    assert turned.shown.setup is not None
    other = encode_setup(replace(turned.shown.setup, delay_ms=7))
    table.tell(turned, Heard(opener.key, SetupOffered(other)))
    assert turned.lobby.stage is LobbyStage.OFFERED
    table.ready(opener)
    table.settle()
    assert isinstance(turned.begun, Summoned)
    assert len({begin.signed.setup for _, begin in table.begun}) == 1


# --- Claims about who proposes ---


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
