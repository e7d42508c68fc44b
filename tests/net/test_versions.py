"""Numbers between peers: a new game has the newest, an older one goes on, only later ones not.

Most of it by a program that has one protocol, or one version of the rules, more than this one.
"""

from typing import Any

import msgspec
import pytest
from msgspec.structs import asdict, replace

from engine import record_file
from engine.canonical import encode
from engine.versions import FILE, FURY, PROTOCOL, RULES, Series, TooNew
from net.crypto.faults import Malformed
from net.judging import game_file
from net.judging.game_file import TableGame, from_file, to_file
from net.limits import LONGEST_SETUP
from net.lobby.events import Came, EndLobby, Say
from net.lobby.refusals import ProgramNumbers, known_refusal, newest, number_fault, refusing
from net.lobby.setup import check_setup, mismatch
from net.onlooking.approach import OnlookerStage
from net.onlooking.onlooker import Onlooker
from net.session.handshake import (
    NO_TABLE,
    Call,
    ChannelRefused,
    Handshake,
    HandshakeInput,
    Refusal,
    Spoken,
    encode_greeting,
)
from net.session.noise import Pattern
from net.wire import table_setup
from net.wire.messages import GameBegun, Greeting, Probed, Refused
from net.wire.table_setup import (
    check_numbers,
    decode_setup,
    encode_setup,
    read_signed_setup,
)
from tests.net.session.conversations import JOHN, MINA, TABLE, converse, entropy, opened, refusals
from tests.support.fake_wire import signed, table_for
from tests.support.onlooking import KEYS, SETUP, tell

LATER = PROTOCOL.newest + 1


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> None:
    """As it will be when there is one protocol more."""
    monkeypatch.setattr(PROTOCOL, "newest", LATER)


def at(table: bytes, protocol: int) -> dict[str, Any]:
    return {"tables": {table: b"", NO_TABLE: b""}, "protocols": {table: protocol}}


def dialling(table: bytes, protocol: int) -> Handshake:
    return Handshake(MINA, entropy("dialling"), call=Call(table), **at(table, protocol))


def answering(protocol: int) -> Handshake:
    return Handshake(JOHN, entropy("answering"), **at(TABLE, protocol))


@pytest.mark.usefixtures("later")
@pytest.mark.parametrize("protocol", [1, LATER])
def test_a_table_is_called_in_the_protocol_of_its_game(protocol: int) -> None:
    dialled = dialling(TABLE, protocol)
    ours, theirs = converse(dialled, answering(protocol))
    assert opened(ours).table == opened(theirs).table == TABLE


@pytest.mark.usefixtures("later")
@pytest.mark.parametrize(("called", "spoken"), [(1, LATER), (LATER, 1)])
def test_who_answers_learns_both_numbers(called: int, spoken: int) -> None:
    answered = answering(spoken)
    effects = answered.handle(
        HandshakeInput.FRAME, encode_greeting(called, Pattern.XX, TABLE) + bytes(32)
    )
    assert effects[-1] == ChannelRefused(Refusal.OTHER_VERSION, Spoken(called, spoken))


@pytest.mark.usefixtures("later")
def test_what_is_here_is_asked_in_the_first_protocol_and_answered_in_any() -> None:
    """So two programs that have only older ones in common can say which they have."""
    (greeting,) = dialling(NO_TABLE, LATER).handle(HandshakeInput.START)
    assert getattr(greeting, "content", b"").startswith(encode_greeting(1, Pattern.XX, NO_TABLE))
    for number in (*PROTOCOL.known, LATER + 1):
        effects = answering(LATER).handle(
            HandshakeInput.FRAME,
            encode_greeting(number, Pattern.XX, NO_TABLE) + bytes(range(1, 33)),
        )
        assert refusals(effects) == ([] if number <= LATER else [Refusal.OTHER_VERSION])


@pytest.mark.usefixtures("later")
def test_a_table_that_is_gone_is_said_to_be_gone_in_any_protocol() -> None:
    for number in PROTOCOL.known:
        greeting = encode_greeting(number, Pattern.XX, b"gone".ljust(16))
        effects = answering(LATER).handle(HandshakeInput.FRAME, greeting + bytes(32))
        assert refusals(effects) == [Refusal.NO_SUCH_TABLE]


@pytest.mark.usefixtures("later")
def test_a_new_game_has_the_newest_and_an_older_one_only_goes_on() -> None:
    assert table_for(2).protocol == LATER
    older = replace(table_for(2), protocol=1)
    assert decode_setup(encode_setup(older)) == older
    check_setup(older)
    assert mismatch(older) == f"differing-protocol.1.{LATER}"
    assert mismatch(older, has_begun=True) is None
    newer = replace(older, protocol=LATER + 1)
    assert mismatch(newer, has_begun=True) == f"differing-protocol.{LATER + 1}.{LATER}"


@pytest.mark.parametrize("series", [PROTOCOL, RULES[FURY]], ids=lambda series: series.name)
def test_two_programs_sit_down_only_if_their_newest_are_equal(
    series: Series, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = newest()
    monkeypatch.setattr(series, "newest", series.newest + 1)
    assert number_fault(newest()) is None
    fault = f"differing-{series.name}.{series.newest - 1}.{series.newest}"
    assert number_fault(first) == fault
    assert number_fault(first, has_begun=True) is None
    later = newest()._replace(**{series.name: series.newest + 1})
    assert number_fault(later, has_begun=True) is not None


def test_a_refusal_is_said_as_the_first_protocol_has_it() -> None:
    """And both sides name both numbers, also if the other is of the first release."""
    numbers, said = refusing("differing-rules.3.2")
    assert said == Refused("other-rules.3")
    assert isinstance(numbers, Probed)
    assert numbers.table == NO_TABLE, "it names no table"
    assert ProgramNumbers(numbers.protocol, numbers.rules) == newest()
    assert known_refusal("other-rules.3", ProgramNumbers(1, 2)) == "differing-rules.2.3"
    assert known_refusal("other-protocol.2", ProgramNumbers(1, 2)) == "differing-protocol.1.2"
    assert known_refusal("other-rules.2") == "differing-rules.1.2", "which says no numbers"
    assert known_refusal("other-rules.1") == "other-rules.1"
    assert refusing("full") == (Refused("full"),)


def test_there_is_a_reader_of_every_number() -> None:
    """Whoever raises one keeps the readers of those before and adds its own."""
    assert {*game_file._READERS} == {*record_file._READERS} == {*FILE.known}
    assert {*table_setup._SETUPS} == {*PROTOCOL.known}


@pytest.mark.usefixtures("later")
def test_an_onlooker_follows_a_game_that_is_older(onlooker: Onlooker) -> None:
    onlooker.protocol = 1  # as its door has found
    older = replace(SETUP, protocol=1)
    (said,) = onlooker.handle(Came(KEYS[0]))
    assert isinstance(said, Say)
    assert isinstance(said.message, Greeting)
    assert said.message.protocol == 1
    tell(onlooker, GameBegun(encode(signed(older))))
    assert onlooker.stage is OnlookerStage.FOLLOWING


def test_an_onlooker_of_an_older_program_says_both_numbers(onlooker: Onlooker) -> None:
    onlooker.handle(Came(KEYS[0]))
    begun = GameBegun(encode(signed(replace(SETUP, protocol=LATER))))
    reason = f"differing-protocol.{LATER}.{PROTOCOL.newest}"
    assert tell(onlooker, begun) == [*map(Say, refusing(reason)), EndLobby(reason)]


WRAPPERS: dict[str, dict[str, Any]] = {
    "as today": {},
    "more signatures": {"signatures": (bytes(64),) * 6},
    "none": {"signatures": ()},
    "longer ones": {"signatures": (bytes(128), bytes(128))},
    "one field more": {"witness": {"of": [b"what", None]}},
    "a longer set-up": {"signatures": (bytes(64), bytes(64))},
}


def later_setup(wrapper: str = "as today", **changes: Any) -> bytes:
    """A signed set-up as a later program may have it: with something that we do not know."""
    more = "x" * LONGEST_SETUP if wrapper == "a longer set-up" else "fog"
    encoded = msgspec.msgpack.encode({**asdict(SETUP), "weather": more, **changes})
    signed = {"setup": encoded, "signatures": (bytes(64), bytes(64))}
    return encode({**signed, **WRAPPERS[wrapper]})


@pytest.mark.parametrize("wrapper", WRAPPERS)
@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"protocol": LATER}, f"too-new-protocol: theirs={LATER}"),
        ({"rules": 99}, "too-new-rules: theirs=99"),
    ],
    ids=["protocol", "rules"],
)
def test_a_game_of_a_later_program_is_not_called_damaged(
    changes: dict[str, Any], fault: str, wrapper: str
) -> None:
    with pytest.raises(TooNew, match=fault):
        check_numbers(later_setup(wrapper, **changes))
    with pytest.raises(TooNew, match=fault):
        from_file(to_file(TableGame(later_setup(wrapper, **changes), ())))


@pytest.mark.parametrize("wrapper", WRAPPERS)
def test_what_is_damaged_is_not_called_newer(wrapper: str) -> None:
    check_numbers(later_setup(wrapper))
    with pytest.raises(Malformed):
        read_signed_setup(later_setup(wrapper))


@pytest.mark.parametrize(
    "nothing",
    [
        b"nothing of the kind",
        encode({"signatures": ()}),
        encode({"setup": {"protocol": LATER}}),
        encode({"setup": b"\xff" * 9}),
        b"\x82\xa5setup\xc4\x00\xa4more" + b"\x91" * 60_000,
        b"\x81\xa5setup\xc5\xea\x60" + b"\x91" * 60_000,
    ],
    ids=["no words", "no set-up", "another type", "no map", "deep", "deep within"],
)
def test_what_is_no_set_up_has_no_numbers(nothing: bytes) -> None:
    check_numbers(nothing)
