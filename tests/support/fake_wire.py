"""Referees joined in memory: delay, reordering, duplicates and a clock in hand, all from a seed.

A node performs effects in their order like the real edge does: what is recorded is on its disk,
what is sent is on its way, what is asked is answered by a bot.
"""

import heapq
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from msgspec.structs import replace

from client.simulation import below_from
from engine.bots.plain import Bot, RandomBot, plain_bots
from engine.ids import SEATS
from engine.record import RULES_VERSION, Setup, players_for
from net.crypto.group import Group
from net.crypto.keys import Identity
from net.crypto.transcript import Verifier
from net.judging.game_file import table_game, to_file
from net.lobby.setup import make_setup
from net.log.chain import outlasts
from net.log.entry import Entry, decode_entry
from net.log.roster import Player
from net.peer.effects import (
    Accuse,
    Arrived,
    Ask,
    Close,
    Decided,
    DecksRenewed,
    Differs,
    Effect,
    Event,
    Judged,
    Record,
    Send,
    Show,
    Started,
    TimedOutTold,
    Told,
    WakeAt,
    Wished,
    Woke,
)
from net.peer.referee import Referee
from net.peer.signer import Signer
from net.wire.bodies import Resumed
from net.wire.messages import EntrySent, Message
from net.wire.table_setup import SeatedPeer, SignedSetup, TableSetup, encode_setup, sign_setup
from tests.support.proving import entropy_from

Carry = Callable[[int, int, Message], Sequence[Message]]


def identities_for(count: int) -> list[Identity]:
    return [Identity(bytes((number + 1,)) * 32) for number in range(count)]


# A game that is over within some turns: as long as most questions about peers need.
OVER_SOON: dict[str, str | int] = {"influence_to_win": 3, "despair_from_start": 3}


def table_for(
    count: int,
    preset: str = "fourth",
    delay_ms: int = 0,
    *,
    rules: int = RULES_VERSION,
    **switches: Any,
) -> TableSetup:
    """A table of so many peers with the usual division of the hunters."""
    played = Setup(preset, switches, players_for(count), rules)
    peers = [
        SeatedPeer(identity.public_key, f"Peer {number}", seats, bytes((number,)) * 16)
        for number, (identity, seats) in enumerate(
            zip(identities_for(count), played.players, strict=True)
        )
    ]
    return replace(make_setup(played, peers), delay_ms=delay_ms)


def signed(setup: TableSetup) -> SignedSetup:
    signatures = tuple(sign_setup(each, setup) for each in identities_for(len(setup.peers)))
    return SignedSetup(encode_setup(setup), signatures)


@dataclass
class Node:
    """One peer: its referee, its disk, who answers for it, and what became of it."""

    referee: Referee
    bots: dict[str, Bot]
    disk: list[bytes] = field(default_factory=list)
    accused: list[Accuse] = field(default_factory=list)
    closed: list[str] = field(default_factory=list)
    shown: list[Show] = field(default_factory=list)
    asked: list[Ask] = field(default_factory=list)
    told: list[Told] = field(default_factory=list)

    @property
    def head(self) -> tuple[int, bytes]:
        chain = self.referee.proceedings.chain
        return chain.index, chain.parent

    @property
    def is_over(self) -> bool:
        return bool(self.closed)


class FakeWire:
    """A table on one clock."""

    def __init__(
        self,
        setup: TableSetup,
        group: Group,
        seed: str,
        bots: str = "plain",
        duplicates: float = 0.05,
    ) -> None:
        self.setup = setup
        self.group = group
        self.seed = seed
        self.now = 0.0
        self.sent = 0
        self._duplicates = duplicates
        self._bots = bots
        self._chance = Random(f"{seed}/wire")
        self._queue: list[tuple[float, int, int, Event]] = []
        self._order = 0
        # What of a message goes on its way from a peer to another; liars replace it.
        self.carry: Carry = lambda _sender, _receiver, message: [message]
        self._restarts = 0
        self.nodes = [self.node(peer) for peer in range(len(setup.peers))]
        for peer in range(len(setup.peers)):
            self.post(0.0, peer, Started())

    def node(self, peer: int) -> Node:
        """A fresh peer, as after a start of its program."""
        # After a restart other random bytes come: nothing may depend on them twice.
        entropy = entropy_from(f"{self.seed}/{peer}/entropy/{self._restarts}")
        identity = identities_for(len(self.setup.peers))[peer]
        game_seed = entropy_from(f"{self.seed}/{peer}/seed")(32)
        player = Player(peer, identity, game_seed)
        referee = Referee(player, self.setup, Verifier(self.group, entropy))
        below = below_from(f"{self.seed}/{peer}/bots")
        if self._bots == "plain":
            return Node(referee, dict(plain_bots(referee.proceedings.edition, below)))
        return Node(referee, dict.fromkeys(SEATS, RandomBot(below)))

    def post(self, delay: float, peer: int, event: Event) -> None:
        self._order += 1
        heapq.heappush(self._queue, (self.now + delay, self._order, peer, event))

    def passage(self) -> Sequence[float]:
        """How long the copies of one message take."""
        copies = 2 if self._chance.random() < self._duplicates else 1
        return [self._chance.uniform(0.001, 0.2) for _ in range(copies)]

    def step(self) -> bool:
        """Let the next thing happen; False when nothing is left."""
        if not self._queue:
            return False
        self.now, _, peer, event = heapq.heappop(self._queue)
        self.perform(peer, self.nodes[peer].referee.handle(event, self.now))
        return True

    def run(self, most: int = 1_000_000) -> None:
        """Let everything happen that will."""
        for _ in range(most):
            if not self.step():
                return
        raise AssertionError("the table goes in circles")

    def run_until(self, index: int) -> None:
        """Stop when every peer has got to this request."""
        while min(node.head[0] for node in self.nodes) < index and self.step():
            continue

    def restart(self, peer: int) -> None:
        """End a peer's program and start it again; what it lacks is sent to it by the others."""
        self._restarts += 1
        before, self.nodes[peer] = self.nodes[peer], self.node(peer)
        node = self.nodes[peer]
        node.disk = before.disk
        node.referee.restore(list(before.disk))
        self._queue = [each for each in self._queue if each[2] != peer]
        heapq.heapify(self._queue)
        self.post(0.0, peer, Started())
        for other, each in enumerate(self.nodes):
            chain = each.referee.proceedings.chain
            wanted = range(node.head[0], chain.index + 1) if other != peer else ()
            for entry in (entry for index in wanted for entry in chain.entries(index)):
                for delay in self.passage():
                    self.post(delay, peer, Arrived(other, EntrySent(entry.to_bytes())))

    def go_back(self, body: Resumed) -> int:
        """All sign to ask the pending request again, and come back to the game; which one."""
        so_far = self.nodes[0].referee.proceedings
        index = min(node.head[0] for node in self.nodes)
        pens = [Signer(peer, each, so_far) for peer, each in enumerate(self.identities)]
        agreed = [pen.sign_instead(index, body).to_bytes() for pen in pens]
        for node in self.nodes:
            kept = [each for each in node.disk if outlasts(decode_entry(each), index)]
            node.disk = [*sorted(kept, key=lambda each: decode_entry(each).index), *agreed]
        for peer in range(len(self.nodes)):
            self.restart(peer)
        return index

    @property
    def identities(self) -> list[Identity]:
        """Who signs for each peer."""
        return [node.referee.player.identity for node in self.nodes]

    def file_of(self, peer: int) -> bytes:
        """A peer's game as a file."""
        game = self.nodes[peer].referee.proceedings
        return to_file(table_game(signed(self.setup), game.recorded(), game.chain.parent))

    def perform(self, peer: int, effects: Sequence[Effect]) -> None:
        for effect in effects:
            self._perform(peer, effect)

    def _perform(self, peer: int, effect: Effect) -> None:
        node = self.nodes[peer]
        match effect:
            case Record():
                node.disk.append(effect.entry)
            case Send():
                self._send(peer, effect)
            case Ask():
                node.asked.append(effect)
                self.post(0.0, peer, self.decide(node, effect))
            case WakeAt():
                self.post(max(0.0, effect.time - self.now), peer, Woke())
            case _:
                self._note(node, effect)

    def _note(self, node: Node, effect: Effect) -> None:
        match effect:
            case Show():
                node.shown.append(effect)
            case Judged() | Differs() | Wished() | TimedOutTold() | DecksRenewed():
                node.told.append(effect)
            case Accuse():
                node.accused.append(effect)
            case Close():
                node.closed.append(effect.reason)
            case _:
                raise AssertionError(f"nobody performs {effect!r}")

    def decide(self, node: Node, asked: Ask) -> Decided:
        """What a bot answers."""
        seat = asked.request.seat
        answers = list(asked.answers)
        if len(answers) > 1:
            view = node.referee.view(seat)
            answer = node.bots[seat].choose(view, asked.request, answers)
        else:
            (answer,) = answers
        return Decided(asked.index, asked.part, answer)

    def _send(self, sender: int, effect: Send) -> None:
        self.sent += 1
        receivers = range(len(self.nodes)) if effect.to is None else (effect.to,)
        for receiver in receivers:
            if receiver != sender:
                for message in self.carry(sender, receiver, effect.message):
                    for delay in self.passage():
                        self.post(delay, receiver, Arrived(sender, message))

    def own_entries(self, peer: int) -> Iterator[Entry]:
        return (entry for entry in map(decode_entry, self.nodes[peer].disk) if entry.peer == peer)
