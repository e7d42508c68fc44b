"""Lobbies joined in memory, message by message, in an order the test decides."""

from collections import deque
from collections.abc import Callable, Sequence
from typing import Any

from net.crypto.keys import Identity
from net.lobby.events import (
    Begin,
    Bond,
    Came,
    Dial,
    EndLobby,
    Forget,
    Heard,
    LobbyEffect,
    LobbyEvent,
    MarkedReady,
    Met,
    Ourselves,
    Promise,
    Say,
    SeatsChosen,
    ShowTable,
    Terms,
    TurnAway,
    Went,
)
from net.lobby.machine import Lobby
from net.wire.messages import decode_message, encode_message
from tests.support.proving import entropy_from

HUNG_UP = b""  # the last thing on a channel


class Seatmate:
    """One peer at the table and what it has been shown."""

    def __init__(self, number: int, terms: Terms | None, **ourselves: Any) -> None:
        self.identity = Identity(bytes((number + 1,)) * 32)
        self.key = self.identity.public_key
        self.host = f"192.0.2.{number + 1}"
        self.promised: set[bytes] = set()  # what its disk holds
        self.played: set[bytes] = set()
        self.met: list[tuple[bytes, str]] = []
        us = Ourselves(self.identity, f"Peer {number}", "127.0.0.1", 4000 + number, **ourselves)
        self.lobby = Lobby(us, entropy_from(f"lobby/{number}"), terms, self.bond)
        self.shown: ShowTable | None = None
        self.begun: Begin | None = None
        self.ended: list[str] = []
        self.turned: list[tuple[bytes, str]] = []

    def bond(self, setup_hash: bytes) -> Bond:
        if setup_hash in self.played:
            return Bond.PLAYED
        return Bond.PROMISED if setup_hash in self.promised else Bond.NONE


class FakeTable:
    """Channels in memory; what is on one channel stays in order, channels overtake each other."""

    def __init__(self, terms: Terms | None = None, **ourselves: Any) -> None:
        self.mates = [Seatmate(0, terms or Terms(), **ourselves)]
        self.channels: dict[tuple[bytes, bytes], deque[bytes]] = {}
        self.pick: Callable[[int], int] = lambda _count: 0
        # How many effects each peer still performs before its program dies.
        self.lives: dict[bytes, int] = {}
        self.gone: list[Seatmate] = []  # whoever calls them reaches nobody

    def join(self, *seats: str, at: int = 0, **ourselves: Any) -> Seatmate:
        mate = Seatmate(len(self.mates), None, **ourselves)
        self.mates.append(mate)
        mate.lobby.come_to(self.mates[at].key)
        self.connect(mate.key, self.mates[at].key)
        self.tell(mate, SeatsChosen(seats))
        return mate

    def of(self, key: bytes) -> Seatmate:
        return next(mate for mate in self.mates if mate.key == key)

    def connect(self, one: bytes, other: bytes) -> None:
        if (one, other) not in self.channels:
            self.channels[one, other] = deque()
            self.channels[other, one] = deque()
            self.tell(self.of(one), Came(other, self.of(other).host))
            self.tell(self.of(other), Came(one, self.of(one).host))

    def lose(self, mate: Seatmate) -> None:
        """A program dies: some of what it said last still comes; each notices it at its time."""
        self.gone.append(mate)
        for (one, _), queue in self.channels.items():
            if one == mate.key:
                for _ in range(len(queue) - self.pick(len(queue) + 1)):
                    queue.pop()
                queue.append(HUNG_UP)

    def tell(self, mate: Seatmate, event: LobbyEvent) -> None:
        if mate not in self.gone:
            self.perform_all(mate, mate.lobby.handle(event))

    def tick(self, mate: Seatmate, now: float) -> None:
        self.perform_all(mate, mate.lobby.tick(now))

    def perform_all(self, mate: Seatmate, effects: Sequence[LobbyEffect]) -> None:
        for effect in effects:
            if self.lives.get(mate.key) == 0:
                return
            if mate.key in self.lives:
                self.lives[mate.key] -= 1
            self.perform(mate, effect)

    def ready(self, mate: Seatmate) -> None:
        assert mate.shown is not None
        self.tell(mate, MarkedReady(mate.shown.setup_hash))

    def perform(self, mate: Seatmate, effect: LobbyEffect) -> None:
        match effect:
            case Say():
                self.say(mate, effect)
            case Dial() if self.of(effect.peer.identity) not in self.gone:
                self.connect(mate.key, effect.peer.identity)
            case ShowTable():
                mate.shown = effect
            case Begin():
                mate.begun = effect
            case EndLobby():
                mate.ended.append(effect.reason)
            case TurnAway():
                mate.turned.append((effect.identity, effect.reason))
                if (mate.key, effect.identity) in self.channels:
                    self.channels[mate.key, effect.identity].append(HUNG_UP)
            case _:
                self.keep(mate, effect)

    def keep(self, mate: Seatmate, effect: LobbyEffect) -> None:
        match effect:
            case Promise():
                mate.promised.add(effect.setup_hash)
            case Met():
                mate.met.append((effect.identity, effect.name))
            case Dial() | Forget():
                pass  # nobody is reached there
            case _:
                raise AssertionError(effect)

    def say(self, mate: Seatmate, said: Say) -> None:
        receivers = [key for one, key in self.channels if one == mate.key]
        for key in receivers if said.to is None else [said.to]:
            if (mate.key, key) in self.channels:
                self.channels[mate.key, key].append(encode_message(said.message))

    def settle(self) -> None:
        """Deliver until nothing is on its way."""
        while self.deliver_one():
            pass

    def deliver_one(self) -> bool:
        """Deliver what is next on one of the channels; whether there was anything."""
        waiting = [pair for pair, queue in self.channels.items() if queue]
        if waiting:
            sender, receiver = waiting[self.pick(len(waiting))]
            self.arrive(sender, receiver, self.channels[sender, receiver].popleft())
        return bool(waiting)

    def arrive(self, sender: bytes, receiver: bytes, message: bytes) -> None:
        if message == HUNG_UP:
            self.part(sender, receiver)
        elif self.lives.get(receiver) != 0:
            self.tell(self.of(receiver), Heard(sender, decode_message(message)))

    def part(self, one: bytes, other: bytes) -> None:
        """One of the two has ended their connection, after what it said last."""
        del self.channels[one, other], self.channels[other, one]
        self.tell(self.of(one), Went(other))
        self.tell(self.of(other), Went(one))
