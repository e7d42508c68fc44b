"""A program that dies between signing a set-up and the game: all begin it, or nobody does."""

from collections.abc import Sequence

import pytest

from engine.canonical import encode
from engine.ids import DRACULA, HUNTERS
from net.crypto.hashing import setup_hash
from net.lobby.events import (
    Begin,
    Came,
    Heard,
    Left,
    LobbyStage,
    SeatsChosen,
    ShowTable,
    Summoned,
    Terms,
    TurnAway,
)
from net.lobby.refusals import STRANGE
from net.wire.messages import GameBegun, Refused, SeatsWanted
from tests.support.lobbies import FakeTable, Seatmate


def three_at_a_table() -> FakeTable:
    table = FakeTable()
    table.tell(table.mates[0], SeatsChosen(HUNTERS[:2]))
    table.join(DRACULA)
    table.join(*HUNTERS[2:])
    table.settle()
    return table


def come_back(table: FakeTable, number: int, promised: set[bytes]) -> Seatmate:
    """The same player with a new program, which has what was on its disk."""
    mate = Seatmate(number, None)
    mate.promised |= promised
    table.mates[number] = mate
    return mate


def begun(mates: Sequence[Seatmate]) -> set[bytes]:
    return {setup_hash(mate.begun.signed.setup) for mate in mates if mate.begun is not None}


def crash(victim: int, lives: int) -> tuple[FakeTable, bool]:
    """All are ready; one dies after so many effects. Whether it would have lived on otherwise."""
    table = three_at_a_table()
    table.lives[table.mates[victim].key] = lives
    for mate in table.mates:
        if table.lives.get(mate.key) != 0:
            table.ready(mate)
    table.settle()
    return table, table.lives[table.mates[victim].key] > 0


@pytest.mark.parametrize("victim", [0, 1, 2], ids=["who proposes", "Dracula", "a hunter"])
def test_wherever_it_dies_all_are_in_one_game_or_all_in_the_lobby(victim: int) -> None:
    survived = False
    lives = 0
    while not survived:
        table, survived = crash(victim, lives)
        lives += 1
        dead = table.mates[victim]
        others = [mate for mate in table.mates if mate is not dead]
        table.lives.clear()
        table.lose(dead)
        table.settle()
        hashes = begun([*others, dead])
        assert len(hashes) <= 1, "never two games of one table"
        if dead.begun is not None:
            continue_game(table, dead, others)
        else:
            join_again(table, victim, dead.promised)
    assert lives > 5, "there were moments to die at"


def continue_game(table: FakeTable, dead: Seatmate, others: list[Seatmate]) -> None:
    """Its disk has the game: it shows the others the signed set-up, as a node does when greeted."""
    assert dead.begun is not None
    shown = GameBegun(encode(dead.begun.signed))
    for mate in others:
        if mate.begun is None:
            table.tell(mate, Came(dead.key))
            table.tell(mate, Heard(dead.key, shown))
    table.settle()
    assert len(begun([dead, *others])) == 1
    assert all(mate.begun is not None for mate in others)


def join_again(table: FakeTable, victim: int, promised: set[bytes]) -> None:
    """Its disk has no game: it comes to the table anew, and is shown the game if there is one."""
    mate = come_back(table, victim, promised)
    others = [each for each in table.mates if each is not mate]
    players = [each for each in others if each.begun is not None]
    if players:
        assert len(players) == len(others)
        begin = players[0].begun
        assert begin is not None
        assert setup_hash(begin.signed.setup) in promised, "it signed, so it promised first"
        mate.lobby.come_to(players[0].key)
        table.tell(mate, Came(players[0].key))
        table.tell(mate, Heard(players[0].key, GameBegun(encode(begin.signed))))
        assert begun(table.mates) == {setup_hash(begin.signed.setup)}
        assert isinstance(mate.begun, Summoned), "it may have been in it, and not know it"
    else:
        host = next(each for each in others if each.lobby.proposes)
        mate.lobby.come_to(host.key)
        table.connect(mate.key, host.key)
        seats = {0: HUNTERS[:2], 1: (DRACULA,), 2: HUNTERS[2:]}[victim]
        table.tell(mate, SeatsChosen(seats))
        table.settle()
        for each in table.mates:
            table.ready(each)
        table.settle()
        assert len(begun(table.mates)) == 1
        assert {type(each.begun) for each in table.mates} == {Begin}, "nobody need ask first"


def three_in_a_game() -> tuple[FakeTable, GameBegun]:
    """And what shows that it has begun."""
    table = three_at_a_table()
    for mate in table.mates:
        table.ready(mate)
    table.settle()
    begin = table.mates[0].begun
    assert begin is not None
    return table, GameBegun(encode(begin.signed))


def test_a_game_that_this_store_never_signed_is_not_entered() -> None:
    """A copied key, or a lost store: two programs of one name must not both answer."""
    table, shown = three_in_a_game()
    mate = come_back(table, 1, promised=set())
    host = table.mates[0]
    mate.lobby.come_to(host.key)
    table.tell(mate, Came(host.key))
    table.tell(mate, Heard(host.key, shown))
    assert mate.begun is None
    assert mate.ended == ["not-signed-here"]
    assert mate.lobby.stage is LobbyStage.CLOSED


@pytest.mark.parametrize("told_by", ["a player, when it is over", "an onlooker"])
def test_a_game_of_last_week_takes_nobody_from_the_table(told_by: str) -> None:
    """Whoever played or watched it has what shows that it began."""
    table, shown = three_in_a_game()
    mate, opener = come_back(table, 1, table.mates[1].promised), Seatmate(7, Terms())
    teller = Seatmate(8, None)
    if told_by != "an onlooker":
        mate.played |= mate.promised
        teller = table.mates[0]
    mate.lobby.come_to(opener.key)
    for each in (opener, teller):
        mate.lobby.handle(Came(each.key))
    assert list(mate.lobby.handle(Heard(teller.key, shown))) == []
    assert mate.lobby.stage is LobbyStage.GATHERING


def test_who_is_about_to_begin_another_game_does_not_enter_an_old_one() -> None:
    table = three_at_a_table()
    for mate in table.mates:
        table.ready(mate)
    table.settle()
    old = table.mates[0].begun
    assert old is not None
    again = three_at_a_table()
    guest = again.mates[1]
    guest.promised.add(setup_hash(old.signed.setup))
    again.tell(again.mates[2], SeatsChosen(HUNTERS[3:]))
    again.tell(again.mates[0], SeatsChosen(HUNTERS[:3]))
    again.settle()
    again.ready(guest)
    again.tell(guest, Heard(again.mates[0].key, GameBegun(encode(old.signed))))
    assert guest.begun is None
    assert guest.lobby.stage is LobbyStage.READY
    again.tell(guest, Left())
    assert guest.ended == ["left"]


def test_a_refusal_by_whoever_proposes_ends_it_with_the_reason() -> None:
    table = three_at_a_table()
    table.tell(table.mates[1], Heard(table.mates[0].key, Refused("begun")))
    assert table.mates[1].ended == ["begun"]


NO_REASONS = ["a.²", "\x1b]0;pwn\x07\x1b[2J", "accused.1", "over", "other-rules.²", "full.1", ""]


@pytest.mark.parametrize("said", [*NO_REASONS, "accused." + "9" * 55], ids=ascii)
def test_what_is_no_reason_to_refuse_is_told_as_none_that_we_know(said: str) -> None:
    """Whoever is at an open table may say it: the one who proposes, and a guest."""
    table = three_at_a_table()
    opener, guest, _ = table.mates
    told = opener.lobby.handle(Heard(guest.key, Refused(said)))
    assert [each.reason for each in told if isinstance(each, TurnAway)] == [STRANGE]
    table.tell(guest, Heard(opener.key, Refused(said)))
    assert guest.ended == [STRANGE]


def test_seats_that_there_are_not_are_no_wish() -> None:
    table = three_at_a_table()
    opener, guest, _ = table.mates
    told = opener.lobby.handle(Heard(guest.key, SeatsWanted(("\x1b[41mx", DRACULA))))
    shown = [each for each in told if isinstance(each, ShowTable)]
    assert {seat for guest in shown[-1].guests for seat in guest.wish} == {DRACULA, *HUNTERS}
