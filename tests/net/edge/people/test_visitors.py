"""Visitors of a running game: onlookers, peers that lost it, peers elsewhere.

After its game a program stays for those who lack something, for a limited time.
"""

from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace

from engine.record import RULES_VERSION
from engine.versions import PROTOCOL
from net.edge.desk import SuccessionOffer
from net.edge.people.visitors import NEVER_BEGUN, Lingering, Visitors
from net.lobby.events import TurnAway
from net.lobby.refusals import refusing
from net.peer.effects import Send
from net.wire.messages import (
    EntrySent,
    GameBegun,
    Goodbye,
    Greeting,
    HaveHeads,
    Message,
    PlaceWanted,
    Refused,
)
from tests.support.fake_wire import signed, table_for

PEERS = {b"a" * 32: 1, b"b" * 32: 2}
EYES, MORE, OURS, LEAVER = b"e" * 32, b"f" * 32, b"o" * 32, b"l" * 32
GAME = b"g" * 32
HEAD = HaveHeads(bytes(32), 3, bytes(32))
WATCH = Greeting(PROTOCOL.newest, "Eyes", bytes(16), wants_to_watch=True)


class Pretended:
    """Links, company and game as far as a gallery uses them."""

    def __init__(self, onlookers: int = 1, index: int = 0, *, recovery: bool = True) -> None:
        setup = table_for(3)
        self.sent: list[tuple[bytes, Message]] = []
        self.dropped: list[bytes] = []
        self.turned_away: list[TurnAway] = []
        self.watched: list[tuple[bytes, str]] = []
        self.audience: dict[bytes, int] = {}
        self.heads: dict[int, int] = {}
        self.given_up: list[str] = []
        self.former: set[bytes] = set()
        self.offers: list[SuccessionOffer] = []
        self.told: list[tuple[str, bool]] = []
        chain = SimpleNamespace(index=index)
        begin = SimpleNamespace(
            setup=replace(setup, onlookers=onlookers, recovery=recovery),
            signed=signed(setup),
        )
        gossip = SimpleNamespace(head=lambda: HEAD, heads=self.heads, handle=self._gossip)
        proceedings = SimpleNamespace(chain=chain)
        playing: Any = SimpleNamespace(
            id=GAME,
            begin=begin,
            gossip=gossip,
            referee=SimpleNamespace(proceedings=proceedings),
            give_up=self.given_up.append,
        )
        company: Any = self
        links: Any = SimpleNamespace(send=self._send, drop=self.dropped.append)
        reception: Any = SimpleNamespace(
            perform=self._turned_away,
            watched=lambda identity, name: self.watched.append((identity, name)),
            offered=lambda offer, is_ours: self.told.append((offer.name, is_ours)),
        )
        self.gallery = Visitors(links, reception, company, playing, {OURS})

    def number_of(self, identity: bytes) -> int | None:
        return PEERS.get(identity)

    def welcome(self, identity: bytes) -> int | None:
        return self.number_of(identity)

    def offer(self, identity: bytes, name: str) -> SuccessionOffer:
        self.offers.append(SuccessionOffer(identity, name))
        return self.offers[-1]

    def left(self, identity: bytes) -> None:
        self.audience.pop(identity, None)

    def tell_where(self, identity: bytes) -> None:
        self.sent.append((identity, Refused("where")))

    def following(self) -> list[int]:
        return list(self.audience.values())

    def _gossip(self, event: Any) -> list[Send]:
        self.heads[event.peer] = event.message.index
        return [Send(EntrySent(b"x"), event.peer)]

    def _turned_away(self, effect: TurnAway) -> None:
        self.turned_away.append(effect)

    def _send(self, identities: list[bytes], message: Message) -> None:
        self.sent += [(identity, message) for identity in identities]


def test_an_onlooker_is_shown_the_game_and_may_ask_for_entries_only() -> None:
    game = Pretended()
    assert game.gallery.hears(EYES, WATCH)
    kinds = [type(message) for _, message in game.sent]
    assert kinds == [GameBegun, Refused, HaveHeads]
    assert game.audience == {EYES: 5}, "a number that no peer has"
    assert game.watched == [(EYES, "Eyes")]
    game.sent.clear()
    assert game.gallery.hears(EYES, HEAD)
    assert game.sent == [(EYES, EntrySent(b"x"))]
    assert game.gallery.hears(EYES, EntrySent(b"forged")), "heard, and nothing done with it"
    assert len(game.sent) == 1
    assert game.gallery.is_served()
    game.heads[5] = -1
    assert not game.gallery.is_served()


@pytest.mark.parametrize(("most", "reason"), [(0, "no-onlookers"), (1, "onlookers-full")])
def test_no_more_onlookers_than_all_have_signed(most: int, reason: str) -> None:
    game = Pretended(onlookers=most)
    game.gallery.hears(EYES, WATCH)
    game.gallery.hears(MORE, WATCH)
    assert game.sent[-1] == (MORE, Refused(reason))
    assert game.turned_away[-1] == TurnAway(MORE, reason)
    game.gallery.left(EYES)
    assert game.audience == {}


def test_an_onlooker_that_cannot_follow_is_hung_up_on() -> None:
    game = Pretended()
    game.gallery.hears(EYES, WATCH)
    game.gallery.hears(EYES, Refused("unreadable-offer"))
    assert game.dropped == [EYES]


def test_a_stranger_is_told_that_the_game_has_begun() -> None:
    game = Pretended()
    for message in (HEAD, Greeting(PROTOCOL.newest, "Late", bytes(16))):
        game.gallery.hears(EYES, message)
        assert game.sent[-1] == (EYES, Refused("begun"))
        assert game.turned_away[-1] == TurnAway(EYES, "begun"), "for both screens"
    game.gallery.hears(EYES, Greeting(PROTOCOL.newest + 1, "New", bytes(16), wants_to_watch=True))
    assert game.sent[-1] == (EYES, Refused(f"other-protocol.{PROTOCOL.newest + 1}"))


@pytest.mark.parametrize("first", [(), (WATCH,)], ids=["joins", "looks on"])
def test_who_cannot_follow_the_rules_of_the_game_says_its_numbers(
    first: tuple[Message, ...],
) -> None:
    game = Pretended()
    for message in (*first, *refusing("differing-rules.1.9"), Goodbye("left")):
        game.gallery.hears(EYES, message)
    assert game.turned_away == [TurnAway(EYES, f"differing-rules.{RULES_VERSION}.1")]
    assert (EYES, Refused("begun")) not in game.sent


@pytest.mark.parametrize("first", [(), (WATCH,)], ids=["joins", "looks on"])
def test_the_first_release_says_no_numbers_and_they_are_known(first: tuple[Message, ...]) -> None:
    game = Pretended()
    for message in (*first, Refused("other-rules.2"), Goodbye("left")):
        game.gallery.hears(EYES, message)
    assert game.turned_away == [TurnAway(EYES, "differing-rules.1.2")]
    assert (EYES, Refused("begun")) not in game.sent


def test_a_peer_that_greets_is_shown_what_it_signed() -> None:
    game = Pretended()
    peer = next(iter(PEERS))
    assert game.gallery.hears(peer, Greeting(PROTOCOL.newest, "Peer 1", bytes(16)))
    assert isinstance(game.sent[-1][1], GameBegun)
    assert not game.gallery.hears(peer, HEAD), "what is of the game is for the game"


@pytest.mark.parametrize(("index", "ends"), [(0, [NEVER_BEGUN]), (1, [])], ids=["alone", "not"])
def test_a_game_nobody_else_began_is_given_up(index: int, ends: list[str]) -> None:
    game = Pretended(index=index)
    first, second = PEERS
    game.gallery.hears(first, Refused("begun"))
    assert game.given_up == []
    game.gallery.hears(second, Refused("not-signed-here"))
    assert game.given_up == ends


def test_an_onlooker_may_offer_to_play_on_and_nobody_else_may() -> None:
    """22.15: in this game, from who was let in; how often it says so is nothing to anybody."""
    game = Pretended()
    game.gallery.hears(EYES, PlaceWanted(GAME))
    assert game.sent[-1] == (EYES, Refused("begun")), "it has not even greeted"
    game.gallery.hears(EYES, WATCH)
    game.gallery.hears(EYES, PlaceWanted(bytes(32)))
    assert game.offers == [], "of another game"
    game.gallery.hears(EYES, PlaceWanted(GAME))
    assert (game.offers, game.told) == ([SuccessionOffer(EYES, "Eyes")], [("Eyes", False)])
    peer = next(iter(PEERS))
    assert not game.gallery.hears(peer, PlaceWanted(GAME)), "the game hears it, and does nothing"
    assert len(game.offers) == 1
    game.gallery.left(EYES)
    game.gallery.hears(EYES, PlaceWanted(GAME))
    assert len(game.offers) == 1


def test_where_nobody_can_be_replaced_nobody_can_offer_it() -> None:
    game = Pretended(recovery=False)
    game.gallery.hears(EYES, WATCH)
    game.gallery.hears(EYES, PlaceWanted(GAME))
    assert game.offers == []


def test_our_own_bots_come_in_where_nobody_looks_on() -> None:
    """To stand in for somebody; they take nobody's place in the gallery, and nobody is told."""
    game = Pretended(onlookers=0)
    game.gallery.hears(OURS, WATCH)
    assert OURS in game.audience
    game.gallery.hears(OURS, PlaceWanted(GAME))
    assert game.told == [("Eyes", True)]
    game = Pretended(onlookers=1)
    game.gallery.hears(OURS, WATCH)
    game.gallery.hears(EYES, WATCH)
    assert {OURS, EYES} == game.audience.keys()


def test_who_was_replaced_is_heard_no_more_and_hears_that_it_was() -> None:
    game = Pretended(onlookers=0)
    game.former = {LEAVER}
    game.gallery.welcome(LEAVER)
    assert game.audience.keys() == {LEAVER}
    game.gallery.left(LEAVER)
    game.gallery.hears(LEAVER, HEAD)
    assert game.sent[-1] == (LEAVER, EntrySent(b"x")), "what lacks is sent"
    game.gallery.hears(LEAVER, EntrySent(b"late"))
    game.gallery.hears(LEAVER, PlaceWanted(GAME))
    assert (game.turned_away, game.offers) == ([], [])


# --- After the game ---


def game(*, accused: bool = False, known: bool = True, closed: str = "over") -> Any:
    proceedings = SimpleNamespace(closes_as="" if closed == "over" else "unaudited")
    return SimpleNamespace(
        accused=object() if accused else None,
        is_known_to_all=lambda: known,
        closed=closed,
        referee=SimpleNamespace(proceedings=proceedings),
    )


@pytest.mark.parametrize(
    ("playing", "over", "stays"),
    [
        (game(), 0.0, None),
        (game(known=False), 15.0, 14.9),
        (game(accused=True), 5.0, 4.9),
        (game(closed="unaudited.1"), 15.0, 14.9),
    ],
    ids=[
        "all have everything",
        "somebody lacks something",
        "something was wrong",
        "22.8: ended in the midst of a request",
    ],
)
def test_how_long_it_stays(playing: Any, over: float, stays: float | None) -> None:
    lingering = Lingering()
    assert lingering.is_over(playing, None, 100.0) is (over == 0.0)
    if stays is not None:
        assert not lingering.is_over(playing, None, 100.0 + stays)
    assert lingering.is_over(playing, None, 100.0 + over)


def test_an_onlooker_that_is_behind_is_waited_for() -> None:
    behind: Any = SimpleNamespace(is_served=lambda: False)
    lingering = Lingering()
    assert not lingering.is_over(game(), behind, 0.0)
    assert lingering.is_over(game(), behind, 15.0)
