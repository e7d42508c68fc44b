"""Onlookers that are refused, and those that decline a game they cannot follow."""

import msgspec
import pytest

from engine.canonical import encode
from net.limits import CLOSING_S
from net.lobby.events import Came, EndLobby, Forget, Say, Went
from net.lobby.refusals import STRANGE, refusing
from net.onlooking.onlooker import Onlooker
from net.wire.messages import (
    GameBegun,
    PeersKnown,
    Refused,
    SetupOffered,
)
from net.wire.table_setup import encode_setup
from tests.support.fake_wire import signed
from tests.support.onlooking import AT, KEYS, SETUP, follow, tell

REFUSALS = {
    "no-onlookers": "no-onlookers",
    "onlookers-full": "onlookers-full",
    "other-protocol.1": "other-protocol.1",
    "other-protocol.2": "differing-protocol.1.2",
    "accused.1": STRANGE,
    "\x1b[2J": STRANGE,
}


@pytest.mark.parametrize("said", REFUSALS, ids=ascii)
def test_a_refusal_ends_it_with_the_reason_if_it_is_one(onlooker: Onlooker, said: str) -> None:
    onlooker.handle(Came(KEYS[0]))
    assert tell(onlooker, Refused(said)) == [EndLobby(REFUSALS[said])]


def test_who_is_refused_by_who_proposes_does_not_call_again(onlooker: Onlooker) -> None:
    """Whoever it came to first cannot know how many are there."""
    onlooker.handle(Came(KEYS[1]))
    tell(onlooker, PeersKnown(AT), key=KEYS[1])
    onlooker.handle(Came(KEYS[0]))
    assert tell(onlooker, Refused("onlookers-full")) == [EndLobby("onlookers-full")]


def test_a_player_that_lets_nobody_look_on_is_not_called_again(onlooker: Onlooker) -> None:
    follow(onlooker)
    onlooker.handle(Came(KEYS[1]))
    assert tell(onlooker, Refused("onlookers-full"), key=KEYS[1]) == [Forget(KEYS[1])]
    assert list(onlooker.handle(Went(KEYS[1]))) == []


OTHER_RULES = msgspec.structs.replace(SETUP, rules=SETUP.rules + 1)


@pytest.mark.parametrize(
    ("offer", "reason"),
    [
        (b"\x01", "unreadable-offer"),
        (encode_setup(OTHER_RULES), f"differing-rules.{OTHER_RULES.rules}.{SETUP.rules}"),
    ],
    ids=["unreadable", "other rules"],
)
def test_another_version_is_refused_on_both_sides(
    onlooker: Onlooker, offer: bytes, reason: str
) -> None:
    onlooker.handle(Came(KEYS[0]))
    assert tell(onlooker, SetupOffered(offer)) == [*map(Say, refusing(reason))]
    assert list(onlooker.handle(Went(KEYS[0]))) == [EndLobby(reason)], "who has heard it hangs up"


def declined(onlooker: Onlooker) -> None:
    onlooker.handle(Came(KEYS[0]))
    tell(onlooker, SetupOffered(b"\x01"))


def test_who_does_not_hang_up_is_not_waited_for(onlooker: Onlooker) -> None:
    declined(onlooker)
    assert list(onlooker.tick(1.0)) == []
    assert list(onlooker.tick(1.0 + CLOSING_S)) == [EndLobby("unreadable-offer")]
    assert list(onlooker.tick(2.0 + CLOSING_S)) == []


def test_a_game_that_cannot_be_followed_begins_without_its_onlooker(onlooker: Onlooker) -> None:
    """Who plays has not heard that it was refused, or the onlooker came to the game itself."""
    begun = GameBegun(encode(type(signed(SETUP))(b"\x01", ())))
    onlooker.handle(Came(KEYS[0]))
    assert tell(onlooker, begun) == [EndLobby("unreadable-offer")]


def test_what_was_declined_is_not_followed(onlooker: Onlooker) -> None:
    declined(onlooker)
    assert tell(onlooker, GameBegun(encode(signed(SETUP)))) == [EndLobby("unreadable-offer")]
