"""Somebody who looks on at a table of two, and what it is told."""

from typing import Any

from engine.canonical import encode
from net.lobby.events import Came, Heard
from net.onlooking.onlooker import Onlooker
from net.wire.messages import (
    GameBegun,
    Message,
    PeerAt,
    PeersKnown,
)
from tests.support.fake_wire import identities_for, signed, table_for
from tests.support.small_group import SmallGroup

GROUP = SmallGroup()


KEYS = [identity.public_key for identity in identities_for(2)]


SETUP = table_for(2, influence_to_win=3)


AT = tuple(PeerAt(key, "192.0.2.1", 4000 + number) for number, key in enumerate(KEYS))


def tell(onlooker: Onlooker, *messages: Message, key: bytes = KEYS[0]) -> list[Any]:
    return [effect for each in messages for effect in onlooker.handle(Heard(key, each))]


def follow(onlooker: Onlooker) -> list[Any]:
    effects = list(onlooker.handle(Came(KEYS[0])))
    return effects + tell(onlooker, PeersKnown(AT), GameBegun(encode(signed(SETUP))))
