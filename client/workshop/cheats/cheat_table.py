"""An in-memory table for modified programs: real referees, no sockets, no clock.

1. Bots play a game once, from a seed. Every cheat begins at some moment of it, with referees that
   have followed it up to there.
2. Up to that moment, proofs that our own bots have just made are not checked again. From then on
   every proof is.
"""

import hashlib
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import count
from typing import Any, NamedTuple

from msgspec.structs import replace

from client.simulation import below_from
from engine.bots.plain import RandomBot
from engine.record import Setup, players_for
from engine.requests import Request
from net.crypto.group import Group
from net.crypto.keys import Identity
from net.crypto.secrecy import concealed
from net.crypto.transcript import Entropy, Verifier
from net.lobby.setup import make_setup
from net.log.entry import Entry, decode_entry
from net.log.roster import Player
from net.peer.effects import (
    Arrived,
    Ask,
    Decided,
    Effect,
    Event,
    Record,
    ResumeTold,
    ResumeWished,
    Send,
    Started,
    WakeAt,
    Woke,
)
from net.peer.referee import Referee
from net.peer.signer import Signer
from net.wire.bodies import Resumed
from net.wire.messages import EntrySent, Message
from net.wire.table_setup import SeatedPeer, SignedSetup, TableSetup, encode_setup, sign_setup

_RANDOM_SIZE = 16


def entropy_from(seed: str) -> Entropy:
    """Bytes that a seed decides: for games that are shown, never for one that is played."""
    numbers = count()

    def entropy(size: int) -> bytes:
        return hashlib.shake_256(f"{seed}/{next(numbers)}".encode()).digest(size)

    return entropy


# Whether a bot favours an answer to a request.
Habit = Callable[[Request[Any], Any], bool]


class Rules(NamedTuple):
    """The rules of such a table."""

    peers: int = 3
    switches: tuple[tuple[str, Any], ...] = (("influence_to_win", 3),)
    recovery: bool = False
    requests: int = 260  # so much is played: enough for most cheats, and a short way to follow
    habits: tuple[Habit, ...] = ()  # what bots do whenever they can, the first of these first
    goes_back: tuple[int, ...] = ()  # the requests that all agree to ask again, as if one was wrong


class Cast(NamedTuple):
    """Who plays: the set-up, signed, and what the peers sign and hide with."""

    group: Group
    setup: TableSetup
    signed: SignedSetup
    identities: tuple[Identity, ...]
    seeds: tuple[bytes, ...]
    habits: tuple[Habit, ...] = ()

    def __repr__(self) -> str:
        """N-9: nothing of the secret."""
        return concealed(self)

    @property
    def peers(self) -> range:
        """All peers."""
        return range(len(self.seeds))


def cast_for(group: Group, rules: Rules, seed: str) -> Cast:
    """The peers that a seed decides, with the usual division of the hunters."""
    draw = entropy_from(f"{seed}/cast")
    engine = Setup("fourth", dict(rules.switches), players_for(rules.peers))
    identities = tuple(Identity(draw(32)) for _ in range(rules.peers))
    seats = zip(identities, engine.players, strict=True)
    peers = [
        SeatedPeer(each.public_key, f"Peer {number}", held, draw(_RANDOM_SIZE))
        for number, (each, held) in enumerate(seats)
    ]
    setup = replace(make_setup(engine, peers), delay_ms=0, recovery=rules.recovery)
    signatures = tuple(sign_setup(each, setup) for each in identities)
    signed = SignedSetup(encode_setup(setup), signatures)
    seeds = tuple(draw(32) for _ in identities)
    return Cast(group, setup, signed, identities, seeds, rules.habits)


class Checks:
    """Whether proofs are checked; referees of one table share it."""

    def __init__(self, group: Group, seed: str) -> None:
        self._real = Verifier(group, entropy_from(seed))
        self.verifier = Verifier(group, entropy_from(f"{seed}/weights"), self._check)
        self.are_on = True

    def _check(self, check: Callable[..., Any], arguments: tuple[Any, ...]) -> None:
        if self.are_on:
            check(self._real, *arguments)


# A modified program that goes on playing: its entry as it should be -> as it leaves.
Tongue = Callable[[Entry], Entry]


class CheatTable:
    """Referees that hear each other at once, in the order in which they speak."""

    def __init__(self, cast: Cast, seed: str, entries: Sequence[bytes] = ()) -> None:
        self.cast = cast
        self.checks = Checks(cast.group, f"{seed}/checks")
        self.effects: list[list[Effect]] = [[] for _ in cast.peers]
        self.is_mute: set[int] = set()  # peers whose program says nothing any more
        self.tongues: dict[int, Tongue] = {}  # what leaves a program in place of its own entries
        self._queue: deque[tuple[int, Event]] = deque()
        self._bots = [RandomBot(below_from(f"{seed}/{peer}")) for peer in cast.peers]
        self.checks.are_on = not entries
        self.referees = [self._referee(peer, entries) for peer in cast.peers]
        self.checks.are_on = True

    def _referee(self, peer: int, entries: Sequence[bytes]) -> Referee:
        player = Player(peer, self.cast.identities[peer], self.cast.seeds[peer])
        referee = Referee(player, self.cast.setup, self.checks.verifier)
        referee.restore(entries, listens=False)
        return referee

    def seat(self, player: Player, host: int, before: Sequence[bytes]) -> None:
        """Put another program in a peer's place, with what its host has kept."""
        kept = (each.entry for each in self.of_type(host, Record))
        referee = Referee(player, self.cast.setup, self.checks.verifier)
        referee.restore([*before, *kept], listens=False)
        self.referees[player.peer] = referee
        self.effects[player.peer] = []

    def tell(self, peer: int, event: Event) -> None:
        """Queue an event for a peer."""
        self._queue.append((peer, event))

    def deliver(self, entry: Entry, receivers: Iterable[int]) -> None:
        """Bring an entry, as its own peer would."""
        for receiver in receivers:
            self.tell(receiver, Arrived(entry.peer, EntrySent(entry.to_bytes())))

    def run(self, until: Callable[[], bool] = lambda: False) -> None:
        """Run until nothing is left to happen, or until enough has."""
        while self._queue and not until():
            peer, event = self._queue.popleft()
            for effect in self.referees[peer].handle(event, 0.0):
                self._perform(peer, effect)

    def start(self) -> None:
        """Start all peers from where they are."""
        for peer in self.cast.peers:
            self.tell(peer, Started())

    def of_type(self, peer: int, kind: type[Any]) -> Iterator[Any]:
        """The effects of one type that a peer's referee wanted."""
        return (effect for effect in self.effects[peer] if isinstance(effect, kind))

    def _perform(self, peer: int, effect: Effect) -> None:
        self.effects[peer].append(effect)
        match effect:
            case Send() if peer not in self.is_mute:
                everybody = [other for other in self.cast.peers if other != peer]
                for receiver in everybody if effect.to is None else (effect.to,):
                    self.tell(receiver, Arrived(peer, self._told(peer, effect.message)))
            case Ask():
                self.tell(peer, self._decided(peer, effect))
            case WakeAt():
                self.tell(peer, Woke())
            case ResumeTold(index=index, about=about, is_without=is_without):
                wish = ResumeWished(index, about, is_without, needs_evidence=True)
                self.tell(peer, wish)
            case _:
                pass

    def _told(self, peer: int, message: Message) -> Message:
        if peer not in self.tongues or not isinstance(message, EntrySent):
            return message
        entry = decode_entry(message.entry)
        told = self.tongues[peer](entry) if entry.peer == peer else entry
        return EntrySent(told.to_bytes())

    def _decided(self, peer: int, asked: Ask) -> Decided:
        answers = list(asked.answers)
        for habit in self.cast.habits:
            if favoured := [each for each in answers if habit(asked.request, each)]:
                answers = favoured
                break
        answer = answers[0]
        if len(answers) > 1:
            view = self.referees[peer].view(asked.request.seat)
            answer = self._bots[peer].choose(view, asked.request, answers)
        return Decided(asked.index, asked.part, answer)


class PlayedGame(NamedTuple):
    """An honest game, and its entries in the order of the file."""

    cast: Cast
    seed: str
    entries: tuple[bytes, ...]


def play(group: Group, rules: Rules, seed: str) -> PlayedGame:
    """Play a game with bots, for as many requests as the rules say."""
    cast = cast_for(group, rules, seed)
    table = CheatTable(cast, seed)
    table.checks.are_on = False  # all of them are our own, and nothing is believed of this game
    table.start()
    for index in rules.goes_back:
        table = _gone_back(table, index, seed)
    chain = table.referees[0].proceedings.chain
    table.run(lambda: chain.index >= rules.requests)
    return PlayedGame(cast, seed, tuple(entry.to_bytes() for entry in chain.everything()))


def _gone_back(table: CheatTable, index: int, seed: str) -> CheatTable:
    """All have signed to ask a request again, and come back to their game."""
    proceedings = table.referees[0].proceedings
    table.run(lambda: proceedings.chain.index >= index)
    agreed = [
        Signer(peer, identity, proceedings).sign_instead(index, Resumed(0, 0))
        for peer, identity in enumerate(table.cast.identities)
    ]
    kept = [entry.to_bytes() for entry in (*proceedings.chain.everything(), *agreed)]
    again = CheatTable(table.cast, f"{seed}/{index}", kept)
    again.checks.are_on = False
    again.start()
    return again
