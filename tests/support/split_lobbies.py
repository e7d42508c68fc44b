"""Lobbies whose network breaks and heals: channels are lost, called again, and time passes."""

from collections import deque
from collections.abc import Iterable
from random import Random
from typing import Any

from engine.canonical import encode
from engine.ids import DRACULA, HUNTERS
from net.lobby.events import (
    Begin,
    Came,
    Dial,
    EndLobby,
    Forget,
    Heard,
    LobbyEffect,
    LobbyEvent,
    Say,
    SeatsChosen,
    Terms,
    TurnAway,
    Went,
)
from net.wire.messages import GameBegun, Goodbye, Greeting, Refused
from tests.support.lobbies import HUNG_UP, FakeTable, Seatmate

_BROKEN = b"\xff"  # no message: the network lost what else was on the channel
_REDIAL_S = 1.0

SEATS = ((DRACULA,), HUNTERS[:1], HUNTERS[1:2], HUNTERS[2:])


class SplitTable(FakeTable):
    """Whoever is wanted is called once a second, and reached unless the two are cut off."""

    def __init__(self, terms: Terms | None = None, **ourselves: Any) -> None:
        super().__init__(terms, **ourselves)
        self.cut: set[frozenset[bytes]] = set()
        self.wanted: dict[tuple[bytes, bytes], None] = {}
        self.now = 0.0
        self.begun: list[tuple[Seatmate, Begin]] = []
        self.said: list[tuple[Seatmate, Say]] = []

    # The network

    def break_off(self, one: Seatmate, *others: Seatmate) -> None:
        """No way between one and others; each notices it at its own time."""
        for other in others:
            self.cut.add(frozenset((one.key, other.key)))
            for pair in ((one.key, other.key), (other.key, one.key)):
                queue = self.channels.get(pair)
                if queue is not None and _BROKEN not in queue:
                    for _ in range(len(queue) - self.pick(len(queue) + 1)):
                        queue.pop()
                    queue.append(_BROKEN)

    def split(self, side: Iterable[Seatmate]) -> None:
        """Some here, the others there."""
        there = [*side]
        for one in there:
            self.break_off(one, *(each for each in self.mates if each not in there))

    def heal(self) -> None:
        self.cut.clear()

    def connect(self, one: bytes, other: bytes) -> None:
        """Open a channel, also in place of one that only one of the two knows to be broken."""
        pairs = ((one, other), (other, one))
        is_open = all(_BROKEN not in self.channels.get(pair, (_BROKEN,)) for pair in pairs)
        is_gone = any(self.of(each) in self.gone for each in (one, other))
        if is_open or is_gone or frozenset((one, other)) in self.cut:
            return
        for pair in pairs:
            self.channels[pair] = deque()
        for sender, receiver in pairs:
            self.tell(self.of(receiver), Came(sender, self.of(sender).host))

    def arrive(self, sender: bytes, receiver: bytes, message: bytes) -> None:
        if message == _BROKEN:
            del self.channels[sender, receiver]
            self.tell(self.of(receiver), Went(sender))
        else:
            super().arrive(sender, receiver, message)

    def part(self, one: bytes, other: bytes) -> None:
        for pair in ((one, other), (other, one)):
            if self.channels.pop(pair, None) is not None:
                self.tell(self.of(pair[1]), Went(pair[0]))

    def say(self, mate: Seatmate, said: Say) -> None:
        self.said.append((mate, said))
        super().say(mate, said)

    # The programs

    def tell(self, mate: Seatmate, event: LobbyEvent) -> None:
        """Who plays hears the lobby no more; who comes then is shown the game, or out."""
        if mate.begun is None:
            super().tell(mate, event)
        elif isinstance(event, Heard) and isinstance(event.message, Greeting):
            if event.identity in [peer.identity for peer in mate.begun.setup.peers]:
                self.say(mate, Say(GameBegun(encode(mate.begun.signed)), event.identity))
            else:
                self.say(mate, Say(Refused("begun"), event.identity))
                self.perform(mate, TurnAway(event.identity, "begun"))

    def perform(self, mate: Seatmate, effect: LobbyEffect) -> None:
        if isinstance(effect, Dial):
            self.wanted[mate.key, effect.peer.identity] = None
        elif isinstance(effect, Forget):
            self.wanted.pop((mate.key, effect.identity), None)
        elif isinstance(effect, Begin):
            self.begun.append((mate, effect))
            others = [peer.identity for peer in effect.setup.peers if peer.identity != mate.key]
            self.wanted |= {(mate.key, other): None for other in others}
        super().perform(mate, effect)
        if isinstance(effect, EndLobby):
            self.quit(mate, effect.reason)

    def quit(self, mate: Seatmate, reason: str) -> None:
        """A program ends of its own will."""
        self.say(mate, Say(Goodbye(reason)))
        for (one, _), queue in self.channels.items():
            if one == mate.key and _BROKEN not in queue:
                queue.append(HUNG_UP)
        self.gone.append(mate)

    def here(self) -> list[Seatmate]:
        return [mate for mate in self.mates if mate not in self.gone]

    def pass_time(self, seconds: float) -> None:
        """What is on its way comes, who is missing is called, and everybody looks at the clock."""
        until = self.now + seconds
        while self.now < until:
            self.settle()
            self.look()
        self.settle()

    def look(self) -> None:
        """A second passes."""
        self.now += _REDIAL_S
        for one, other in tuple(self.wanted):
            if self.of(one) not in self.gone:
                self.connect(one, other)
        for mate in self.here():
            if mate.begun is None:
                self.tick(mate, self.now)


def four(seed: int = 0) -> SplitTable:
    """A table of four, all of whom have chosen their seats."""
    table = SplitTable()
    table.pick = Random(seed).randrange
    table.tell(table.mates[0], SeatsChosen(SEATS[0]))
    for seats in SEATS[1:]:
        table.join(*seats)
        table.settle()
    return table
