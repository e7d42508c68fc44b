"""The table before the game: 22.10, and what happens when somebody changes, goes or cannot play."""

from random import Random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.canonical import encode
from engine.ids import DRACULA, HUNTERS, SEATS
from engine.record import RULES_VERSION
from engine.versions import PROTOCOL
from net.errors import LocalMistake
from net.lobby.events import (
    Heard,
    Left,
    LobbyInput,
    LobbyStage,
    MarkedReady,
    SeatsChosen,
    Terms,
    TermsChosen,
    Unmarked,
)
from net.lobby.machine import Lobby
from net.lobby.setup import Guest, seated
from net.wire.messages import Greeting, SetupOffered
from net.wire.table_setup import encode_setup, read_signed_setup
from tests.support.lobbies import FakeTable


def full_table(terms: Terms | None = None) -> FakeTable:
    table = FakeTable(terms)
    table.tell(table.mates[0], SeatsChosen((HUNTERS[0],)))
    table.join(DRACULA)
    for number in range(1, 4):
        table.join(HUNTERS[number])
    table.settle()
    return table


def begins(table: FakeTable) -> None:
    begun = [mate.begun for mate in table.mates if not mate.ended]
    assert all(begun)
    signed = {encode(each.signed) for each in begun if each is not None}
    assert len(signed) == 1
    setup = read_signed_setup(signed.pop())
    for mate in table.mates:
        if mate.begun is not None:
            assert setup.peers[mate.begun.peer].identity == mate.key


def test_five_meet_take_seats_agree_and_begin_the_same_game() -> None:
    table = full_table()
    for mate in table.mates:
        assert mate.shown is not None
        assert mate.shown.lacking is None
        assert mate.shown.setup is not None
        assert mate.shown.setup.peers[0].seats == (DRACULA,)
        table.ready(mate)
        table.settle()
    begins(table)
    assert len(table.channels) == 20  # everybody with everybody


def test_any_change_clears_the_marks() -> None:
    table = full_table()
    opener, _, *others = table.mates
    for mate in others:
        table.ready(mate)
    table.settle()
    assert opener.shown is not None
    assert len(opener.shown.ready) == 3
    table.tell(opener, TermsChosen(Terms(switches={"influence_to_win": 3})))
    table.settle()
    for mate in table.mates:
        assert mate.shown is not None
        assert mate.shown.ready == ()
        assert mate.lobby.stage is LobbyStage.OFFERED
        assert mate.shown.setup is not None
        assert mate.shown.setup.switches["influence_to_win"] == 3


def test_whoever_proposes_signs_last_and_is_shown_as_ready_at_once() -> None:
    table = full_table()
    opener, *others = table.mates
    table.ready(opener)
    table.settle()
    table.ready(others[0])
    table.settle()
    assert opener.shown is not None
    assert opener.shown.setup is not None
    ready = {opener.shown.setup.peers[number].identity for number in opener.shown.ready}
    assert ready == {opener.key, others[0].key}
    table.tell(opener, Unmarked())
    table.settle()
    assert opener.shown.ready == ()


def test_only_who_proposes_changes_what_is_played() -> None:
    table = full_table()
    before = table.mates[0].shown
    table.tell(table.mates[1], TermsChosen(Terms(switches={"influence_to_win": 3})))
    table.settle()
    assert table.mates[0].shown == before


def test_a_mark_for_what_was_shown_before_is_nothing() -> None:
    table = full_table()
    second = table.mates[1]
    assert second.shown is not None
    old = second.shown.setup_hash
    table.tell(table.mates[0], TermsChosen(Terms(switches={"influence_to_win": 3})))
    table.settle()
    table.tell(second, MarkedReady(old))
    assert second.lobby.stage is LobbyStage.OFFERED


def test_a_mark_is_taken_back_by_other_random_bytes() -> None:
    table = full_table()
    for mate in table.mates[1:]:
        table.ready(mate)
    table.settle()
    table.tell(table.mates[2], Unmarked())
    table.settle()
    for mate in table.mates:
        assert mate.lobby.stage is LobbyStage.OFFERED
        assert mate.shown is not None
        assert mate.shown.ready == ()
    for mate in table.mates:
        table.ready(mate)
    table.settle()
    begins(table)


def test_if_the_opener_goes_the_next_proposes() -> None:
    terms = Terms(switches={"influence_to_win": 3})
    table = full_table(terms=terms)
    opener, heir, *others = table.mates
    for mate in others:
        table.ready(mate)
    table.lose(opener)
    table.settle()
    table.mates.remove(opener)
    assert heir.lobby.proposes
    assert heir.shown is not None
    assert heir.shown.lacking == "seats-free"
    table.tell(others[-1], SeatsChosen((HUNTERS[0], HUNTERS[3])))
    table.settle()
    for mate in table.mates:
        assert mate.shown is not None
        assert mate.shown.setup is not None
        assert mate.shown.setup.switches["influence_to_win"] == 3
        table.ready(mate)
    table.settle()
    begins(table)


def test_goodbye_is_going() -> None:
    table = full_table()
    table.tell(table.mates[0], Left())
    table.settle()
    assert table.mates[0].lobby.stage is LobbyStage.CLOSED
    assert table.mates[1].lobby.proposes


def test_a_table_with_other_rules_is_refused_on_both_sides() -> None:
    """S-1."""
    table = full_table()
    opener, second = table.mates[:2]
    assert opener.shown is not None
    assert opener.shown.setup is not None
    other = msgspec.structs.replace(opener.shown.setup, rules=99)
    table.tell(second, Heard(opener.key, SetupOffered(encode_setup(other))))
    table.settle()
    ours = RULES_VERSION
    assert second.ended == [f"differing-rules.99.{ours}"]
    assert (second.key, f"differing-rules.{ours}.99") in opener.turned, "both numbers on both sides"


def test_a_table_with_other_cards_is_refused_on_both_sides() -> None:
    table = full_table()
    opener, second = table.mates[:2]
    assert opener.shown is not None
    assert opener.shown.setup is not None
    other = msgspec.structs.replace(opener.shown.setup, tables=bytes(32))
    table.tell(second, Heard(opener.key, SetupOffered(encode_setup(other))))
    table.settle()
    assert second.ended == ["other-cards-or-map"]
    assert (second.key, "other-cards-or-map") in opener.turned


def test_an_old_program_is_turned_away_and_told_why() -> None:
    table = FakeTable()
    mate = table.join(DRACULA)
    table.settle()
    table.tell(table.mates[0], Heard(mate.key, Greeting(7, "Old", bytes(16))))
    table.settle()
    assert table.mates[0].turned == [(mate.key, f"differing-protocol.7.{PROTOCOL.newest}")]
    assert mate.ended == [f"differing-protocol.{PROTOCOL.newest}.7"]


def test_a_sixth_finds_the_table_full() -> None:
    table = full_table()
    sixth = table.join(DRACULA)
    table.settle()
    assert sixth.ended == ["full"]


def test_an_offer_of_somebody_else_is_none() -> None:
    table = full_table()
    second, third = table.mates[1:3]
    assert third.shown is not None
    assert third.shown.setup is not None
    other = msgspec.structs.replace(third.shown.setup, delay_ms=7)
    table.tell(third, Heard(second.key, SetupOffered(encode_setup(other))))
    assert third.shown.setup.delay_ms != 7


def test_nobody_signs_what_misstates_them() -> None:
    table = full_table()
    opener, second = table.mates[:2]
    assert second.shown is not None
    assert second.shown.setup is not None
    peers = list(second.shown.setup.peers)
    peers[0] = msgspec.structs.replace(peers[0], random=bytes(16))
    other = msgspec.structs.replace(second.shown.setup, peers=tuple(peers))
    table.tell(second, Heard(opener.key, SetupOffered(encode_setup(other))))
    assert second.lobby.stage is LobbyStage.GATHERING
    assert second.shown.lacking == "misstated"


def test_who_was_told_of_no_set_up_does_not_say_what_is_played() -> None:
    table = FakeTable(Terms(edition="third-pl"))
    opener, guest = table.mates[0], table.join()
    table.settle()
    assert opener.lobby.standing() == ("third-pl", SEATS)
    assert guest.lobby.standing() == ("", SEATS)
    table.tell(opener, SeatsChosen((DRACULA,)))
    table.tell(guest, SeatsChosen(HUNTERS))
    table.settle()
    assert guest.lobby.standing() == ("third-pl", ())


def test_a_seat_is_theirs_who_came_first() -> None:
    guests = {
        b"a" * 32: Guest("A", bytes(16), (HUNTERS[0], DRACULA)),
        b"b" * 32: Guest("B", bytes(16), (DRACULA, *HUNTERS)),
        b"c" * 32: Guest("C", bytes(16), (DRACULA,)),
    }
    assert [(peer.name, peer.seats) for peer in seated(guests)] == [
        ("A", (DRACULA,)),
        ("B", HUNTERS),
    ]


def test_the_table_of_transitions_is_whole() -> None:
    derived = {LobbyInput.FIT, LobbyInput.UNFIT, LobbyInput.FOREIGN, LobbyInput.COMPLETE}
    for stage in LobbyStage:
        for happening in LobbyInput:
            if happening in derived or (stage, happening) == (LobbyStage.BEGUN, LobbyInput.CLOSE):
                continue
            assert (stage, happening) in Lobby.TRANSITIONS, (stage, happening)
    for stage in (LobbyStage.GATHERING, LobbyStage.OFFERED, LobbyStage.READY):
        assert (stage, LobbyInput.FIT) in Lobby.TRANSITIONS
    lobby = FakeTable().mates[0].lobby
    lobby.queue.append((LobbyInput.COMPLETE, None))
    with pytest.raises(LocalMistake):
        lobby.handle(Unmarked())


@settings(deadline=None, max_examples=30)
@given(st.integers(0, 2**32))
def test_in_any_order_of_messages_all_begin_the_same_game(seed: int) -> None:
    chance = Random(seed)
    table = FakeTable()
    table.pick = chance.randrange
    table.tell(table.mates[0], SeatsChosen((HUNTERS[0], HUNTERS[2])))
    table.join(DRACULA)
    table.join(HUNTERS[1])
    table.join(HUNTERS[3])
    table.settle()
    unmarking = table.mates[chance.randrange(1, 4)]
    for mate in chance.sample(table.mates, 4):
        table.ready(mate)
    table.tell(unmarking, Unmarked())
    table.settle()
    if any(mate.begun is None for mate in table.mates):
        for mate in table.mates:
            assert mate.lobby.stage is LobbyStage.OFFERED
            table.ready(mate)
        table.settle()
    begins(table)
