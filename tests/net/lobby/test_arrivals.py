"""Bots and their keepers, onlookers, strangers with known names: who may sit at a table."""

from collections import deque

import msgspec
import pytest

from engine.errors import BadSetup
from engine.ids import DRACULA, HUNTERS
from engine.versions import PROTOCOL
from net.limits import CLOSING_S
from net.lobby.events import (
    Accepted,
    Came,
    Heard,
    LobbyStage,
    Recognised,
    SeatsChosen,
    Terms,
    TermsChosen,
)
from net.lobby.setup import Guest, check_setup, lacking, seated
from net.wire.messages import Greeting, PeersKnown, SetupOffered
from net.wire.table_setup import TableSetup, encode_setup
from tests.support.lobbies import FakeTable, Seatmate


def offered(mate: Seatmate) -> TableSetup:
    assert mate.shown is not None
    assert mate.shown.setup is not None
    return mate.shown.setup


def bot_key(number: int) -> bytes:
    """The identity of the mate that will come as this number."""
    return Seatmate(number, None).key


def table_with_bot(keeper_seats: tuple[str, ...], bot_seats: tuple[str, ...]) -> FakeTable:
    """The opener keeps a bot; somebody else has the rest."""
    table = FakeTable(keeps=frozenset({bot_key(1)}))
    opener = table.mates[0]
    table.tell(opener, SeatsChosen(keeper_seats))
    table.join(*bot_seats, kept_by=opener.key)
    rest = [seat for seat in (DRACULA, *HUNTERS) if seat not in (*keeper_seats, *bot_seats)]
    if rest:
        table.join(*rest)
    table.settle()
    return table


def test_a_hunters_player_keeps_a_hunters_bot_and_the_set_up_says_so() -> None:
    table = table_with_bot((HUNTERS[0],), HUNTERS[1:])
    setup = offered(table.mates[2])
    bot = next(peer for peer in setup.peers if peer.is_bot)
    assert bot.seats == HUNTERS[1:]
    assert bot.kept_by is not None
    assert setup.peers[bot.kept_by].identity == table.mates[0].key
    for mate in table.mates:
        table.ready(mate)
    table.settle()
    assert all(mate.begun for mate in table.mates)


@pytest.mark.parametrize(
    ("keeper", "bot"), [((DRACULA,), HUNTERS[:1]), (HUNTERS[:1], (DRACULA,))], ids=["his", "hers"]
)
def test_a_bot_of_the_other_side_needs_everybodys_signature_to_that(
    keeper: tuple[str, ...], bot: tuple[str, ...]
) -> None:
    table = table_with_bot(keeper, bot)
    for mate in table.mates:
        assert mate.shown is not None
        assert mate.shown.lacking == "bot-across"
        assert mate.lobby.stage is LobbyStage.GATHERING
    with pytest.raises(BadSetup, match="bot-across"):
        check_setup(offered(table.mates[0]))
    table.tell(table.mates[0], TermsChosen(Terms(bots_across=True)))
    table.settle()
    for mate in table.mates:
        assert offered(mate).bots_across
        table.ready(mate)
    table.settle()
    assert all(mate.begun for mate in table.mates)


def test_a_bot_that_is_ready_and_has_to_propose_when_its_keeper_goes_is_ready_no_more() -> None:
    table = FakeTable(keeps=frozenset({bot_key(1)}))
    opener = table.mates[0]
    table.tell(opener, SeatsChosen((HUNTERS[0],)))
    bot = table.join(HUNTERS[1], kept_by=opener.key)
    table.join(*HUNTERS[2:])
    table.join(DRACULA)
    table.settle()
    table.ready(bot)
    table.settle()
    table.lose(opener)
    table.settle()
    assert bot.lobby.proposes
    assert bot.shown is not None
    assert bot.shown.ready == ()
    assert bot.key not in [peer.identity for peer in offered(bot).peers]


def test_a_stranger_who_takes_a_known_name_later_is_not_trusted_for_having_come_before() -> None:
    table = table_with_bot((HUNTERS[0],), HUNTERS[1:])
    opener, guest = table.mates[0], table.mates[2]
    table.tell(opener, Recognised(guest.key, is_trusted=True))
    assert opener.lobby.stage is LobbyStage.OFFERED
    table.tell(opener, Recognised(guest.key, is_trusted=False))
    assert opener.shown is not None
    assert opener.shown.lacking == "key-changed"


def test_nobody_plays_and_looks_on_at_once() -> None:
    table = table_with_bot((HUNTERS[0],), HUNTERS[1:])
    opener, guest = table.mates[0].lobby, table.mates[2]
    opener.handle(
        Heard(guest.key, Greeting(PROTOCOL.newest, "Peer 2", bytes(16), wants_to_watch=True))
    )
    assert guest.key not in opener.watchers
    watcher = Seatmate(6, None)
    opener.handle(Came(watcher.key))
    opener.handle(
        Heard(watcher.key, Greeting(PROTOCOL.newest, "Peer 6", bytes(16), wants_to_watch=True))
    )
    assert watcher.key in opener.watchers
    opener.handle(Heard(watcher.key, Greeting(PROTOCOL.newest, "Peer 6", bytes(16))))
    assert watcher.key not in opener.watchers


def test_nobody_is_made_the_keeper_of_a_bot_it_did_not_start() -> None:
    table = FakeTable()
    opener = table.mates[0]
    table.tell(opener, SeatsChosen((HUNTERS[0],)))
    table.join(*HUNTERS[1:], kept_by=opener.key)
    table.join(DRACULA)
    table.settle()
    assert opener.shown is not None
    assert opener.shown.lacking == "not-our-bot"


def test_a_bot_whose_keeper_is_not_there_has_no_seat() -> None:
    strange = bytes(32)
    guests = {
        b"a" * 32: Guest("A", bytes(16), (DRACULA,)),
        b"b" * 32: Guest("B", bytes(16), HUNTERS[:1], kept_by=strange),
        b"c" * 32: Guest("C", bytes(16), HUNTERS[1:2], kept_by=b"b" * 32),
        b"d" * 32: Guest("D", bytes(16), HUNTERS[2:], kept_by=b"d" * 32),
    }
    found = seated(guests)
    assert [peer.name for peer in found] == ["A", "D"]
    assert found[1].kept_by == 1, "a bot that nobody keeps company is its own keeper"


def test_a_bot_keeps_no_bot() -> None:
    table = table_with_bot((HUNTERS[0],), HUNTERS[1:])
    setup = offered(table.mates[0])
    keeper = next(number for number, peer in enumerate(setup.peers) if not peer.is_bot and number)
    peers = list(setup.peers)
    peers[keeper] = msgspec.structs.replace(peers[keeper], is_bot=True, kept_by=keeper)
    other = msgspec.structs.replace(setup, peers=tuple(peers))
    assert lacking(other) == "bot-keeps-bot"


def test_where_each_player_has_one_hunter_two_are_too_many() -> None:
    setup = offered(table_with_bot((HUNTERS[0],), HUNTERS[1:]).mates[0])
    assert lacking(setup) is None
    switches = {**setup.switches, "hunters_in_play": "one-per-player"}
    assert lacking(msgspec.structs.replace(setup, switches=switches)) == "one-hunter-each"


def greet_to_watch(table: FakeTable, number: int) -> Seatmate:
    """An onlooker comes to the opener."""
    mate = Seatmate(number, None)
    opener = table.mates[0]
    table.mates.append(mate)
    table.channels[mate.key, opener.key] = deque()
    table.channels[opener.key, mate.key] = deque()
    table.tell(opener, Came(mate.key))
    greeting = Greeting(PROTOCOL.newest, f"Eyes {number}", bytes(16), wants_to_watch=True)
    table.tell(opener, Heard(mate.key, greeting))
    return mate


def test_onlookers_are_admitted_as_the_set_up_says_and_shown_apart() -> None:
    table = FakeTable(Terms(onlookers=1))
    opener = table.mates[0]
    table.tell(opener, SeatsChosen((DRACULA,)))
    table.join(*HUNTERS)
    table.settle()
    eyes = greet_to_watch(table, 7)
    assert opener.shown is not None
    assert [guest.name for guest in opener.shown.guests if guest.watches] == ["Eyes 7"]
    assert eyes.key not in opener.lobby.order, "an onlooker never proposes"
    assert offered(opener).onlookers == 1
    again = greet_to_watch(table, 8)
    assert opener.turned == [(again.key, "onlookers-full")]
    table.tell(opener, TermsChosen(Terms(onlookers=0)))
    third = greet_to_watch(table, 9)
    assert opener.turned[-1] == (third.key, "no-onlookers")


def test_a_known_name_with_another_key_holds_the_signature_back() -> None:
    """S-4: never silently accepted."""
    table = FakeTable()
    opener = table.mates[0]
    table.tell(opener, SeatsChosen((DRACULA,)))
    stranger = table.join(*HUNTERS)
    table.settle()
    assert opener.met == [(stranger.key, "Peer 1")]
    table.tell(opener, Recognised(stranger.key, is_trusted=False))
    assert opener.shown is not None
    assert opener.shown.lacking == "key-changed"
    assert any(guest.is_distrusted for guest in opener.shown.guests)
    table.ready(opener)
    table.ready(stranger)
    table.settle()
    assert opener.begun is None
    assert stranger.begun is None
    table.tell(opener, Accepted(stranger.key))
    table.tell(opener, Recognised(stranger.key, is_trusted=False))  # the same one came again
    table.ready(opener)
    table.settle()
    assert opener.begun is not None
    assert stranger.begun is not None


def test_an_address_that_is_seen_counts_more_than_one_that_is_said() -> None:
    table = FakeTable()
    opener = table.mates[0]
    mate = table.join(DRACULA)
    table.settle()
    assert opener.lobby.addresses[mate.key].address == mate.host
    assert opener.lobby.addresses[mate.key].port == 4001
    assert mate.lobby.seen_at == mate.host
    table.tell(mate, Came(opener.key, "127.0.0.1"))
    table.tell(mate, Heard(opener.key, PeersKnown((opener.lobby._at(),))))
    greeting = Greeting(PROTOCOL.newest, "Peer 0", bytes(16), seen_at="<b>not an address</b>")
    table.tell(mate, Heard(opener.key, greeting))
    assert mate.lobby.seen_at == mate.host


def test_a_set_up_that_cannot_be_read_is_refused_on_both_sides() -> None:
    table = FakeTable()
    opener = table.mates[0]
    table.tell(opener, SeatsChosen((DRACULA,)))
    guest = table.join(*HUNTERS)
    table.settle()
    newer = msgspec.msgpack.decode(encode_setup(offered(opener)))
    newer["weather"] = "fog"
    encoded = msgspec.msgpack.encode(newer)
    table.tell(guest, Heard(opener.key, SetupOffered(encoded)))
    assert guest.ended == [], "it does not hang up before it was heard"
    table.settle()
    assert guest.ended == ["unreadable-offer"]
    assert (guest.key, "unreadable-offer") in opener.turned


def test_who_does_not_hang_up_when_it_is_refused_is_not_waited_for() -> None:
    table = FakeTable()
    opener, guest = table.mates[0], table.join(*HUNTERS)
    table.settle()
    table.tell(guest, Heard(opener.key, SetupOffered(b"\x01")))
    table.tick(guest, 1.0)
    assert guest.ended == []
    table.tick(guest, 1.0 + CLOSING_S)
    assert guest.ended == ["unreadable-offer"]
    table.tick(guest, 2.0 + CLOSING_S)
    assert len(guest.ended) == 1


def test_a_table_with_a_switch_that_this_program_lacks_is_refused_on_both_sides() -> None:
    table = FakeTable()
    opener = table.mates[0]
    table.tell(opener, SeatsChosen((DRACULA,)))
    guest = table.join(*HUNTERS)
    table.settle()
    setup = offered(opener)
    for switches in ({**setup.switches, "weather": 1}, dict(list(setup.switches.items())[1:])):
        other = msgspec.structs.replace(setup, switches=switches)
        table.tell(guest, Heard(opener.key, SetupOffered(encode_setup(other))))
        table.settle()
    assert guest.ended[0] in {"unknown-rule-set", "not-every-switch"}
    assert (guest.key, guest.ended[0]) in opener.turned
