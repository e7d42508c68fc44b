"""Who is away since when by our own clock, and for whom the game waits (22.15)."""

from msgspec.structs import replace

from client.sittings.absences import bots_wish
from net.edge.desk import SuccessionOffer
from net.edge.people.attendance import Attendance, is_overdue
from net.limits import UNREACHABLE_S
from net.wire.messages import Message
from tests.support.fake_wire import FakeWire, table_for
from tests.support.small_group import SmallGroup


class Cables:
    """Channels that a test cuts."""

    def __init__(self) -> None:
        self.cut: set[int] = set()

    def send(self, message: Message, to: int | None) -> None:
        raise AssertionError((message, to))

    def is_linked(self, peer: int) -> bool:
        return peer not in self.cut

    def has_program(self, peer: int) -> bool:
        return peer >= 0

    @property
    def offers(self) -> list[SuccessionOffer]:
        return []

    @property
    def vanished(self) -> list[bytes]:
        return []


class Table:
    """Peer 0's view of a table of three whose game waits for what `mute` do not say."""

    def __init__(self, *mute: int, until: int = 4, clock_s: int = 0) -> None:
        setup = replace(table_for(3, influence_to_win=3), clock_s=clock_s)
        self.wire = FakeWire(setup, SmallGroup(), "attendance")
        self.wire.run_until(until)
        self.wire.carry = lambda sender, _to, message: [] if sender in mute else [message]
        self.wire.run()
        self.cables = Cables()
        referee = self.wire.nodes[0].referee
        self.attendance = Attendance(referee, self.cables, lambda: {0})


def test_a_blip_after_a_long_thought_is_a_blip() -> None:
    table = Table(2)
    table.attendance.look(0.0)
    table.attendance.look(3000.0)
    table.cables.cut = {2}
    table.attendance.look(3000.25)
    (mute,) = table.attendance.waited(3001.0)
    assert (mute.peer, mute.is_linked, mute.since, mute.away) == (2, False, 3001.0, 0.75)
    assert not is_overdue(mute)
    assert bots_wish(mute) is None
    assert not table.attendance.may_be_given_up(2, 3001.0)
    assert table.attendance.may_be_given_up(2, 3000.25 + UNREACHABLE_S)
    table.attendance.linked(2)
    assert not table.attendance.may_be_given_up(2, 3000.25 + UNREACHABLE_S)


def test_who_is_away_and_owes_nothing_is_shown_with_how_long() -> None:
    table = Table(2)
    table.cables.cut = {1}
    table.attendance.look(0.0)
    shown = {each.peer: each for each in table.attendance.shown(7.0)}
    assert (shown[1].owes, shown[1].away, shown[1].is_linked) == (False, 7.0, False)
    assert (shown[2].owes, shown[2].away, shown[2].since) == (True, None, 7.0)
    table.cables.cut = set()
    table.attendance.look(8.0)
    assert [each.peer for each in table.attendance.shown(9.0)] == [2]


def test_a_move_clock_that_ran_out_is_enough() -> None:
    table = Table(2, clock_s=20)
    table.attendance.look(0.0)
    assert not table.attendance.may_be_given_up(2, 19.0)
    assert table.attendance.may_be_given_up(2, 20.0)
    assert not table.attendance.may_be_given_up(1, 900.0), "nobody waits for this one"


def test_who_is_there_and_does_not_say_its_last_word_is_waited_for_a_minute() -> None:
    """22.8: cheat audit-refused; there is a channel, and no clock."""
    table = Table(until=1_000_000)
    referee = table.wire.nodes[0].referee
    assert referee.proceedings.closes_as == ""
    table = Table(2, until=1)
    table.attendance.look(0.0)
    (mute,) = table.attendance.waited(UNREACHABLE_S - 1)
    assert (mute.peer, mute.is_linked, mute.closes_as) == (2, True, "unbegun")
    assert not table.attendance.may_be_given_up(2, UNREACHABLE_S - 1)
    assert table.attendance.may_be_given_up(2, UNREACHABLE_S)
    table.cables.cut = {1}
    table.attendance.look(1.0)
    assert not table.attendance.may_be_given_up(1, 900.0), "its word is here"


def test_only_whose_turn_it_is_is_waited_for() -> None:
    """The first shuffle: every peer has a part, and each waits for the one before it."""
    table = Table(0, until=3)
    proceedings = table.wire.nodes[1].referee.proceedings
    owing = [proceedings.hearing.peers[part] for part in proceedings.chain.missing()]
    assert {*owing} == {0, 1, 2}
    table.attendance = Attendance(table.wire.nodes[1].referee, table.cables, lambda: {1})
    table.attendance.look(0.0)
    assert [each.peer for each in table.attendance.waited(5.0)] == [0]
