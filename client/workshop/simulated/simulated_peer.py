"""A complete program at a simulated table: its disk, the network it sees, and an onlooker.

1. It does nothing by itself: it is told what happens and returns what is to be done, in order.
2. Each start of the program begins a new life, which knows only the disk. It gets other random
   bytes, so that nothing can depend on drawing the same twice.
3. On the disk (`FakeStore`) an own entry is safe when `record` returns, and with it everything
   recorded before. Received entries since then may be lost in a crash, the newest first. A second,
   different own entry at one place is our own mistake (K-1), in whichever life it was made.
4. On the network (`SimulatedWire`) all chance comes from the plan's seed, and `trace` is a hash of
   all that was said. Before the game channels keep order and lose nothing, as real ones; during the
   game any message may be late, lost, repeated or reordered, which is worse than any channel.
"""

import hashlib
import heapq
from collections import deque
from collections.abc import Sequence
from typing import Any, NamedTuple

from client.simulation import below_from
from client.workshop.simulated.table_plan import Plan
from client.workshop.soak.chance import chance_from, entropy_from
from engine.bots.plain import Bot, RandomBot, plain_bots
from engine.canonical import encode
from engine.ids import SEATS
from engine.record import edition_of, players_for
from net.crypto.group import Group
from net.crypto.keys import Identity
from net.crypto.transcript import Verifier
from net.errors import LocalMistake
from net.gossip import CatchUp, Gossip
from net.judging.game_file import TableGame, evidence_of, table_game
from net.limits import MOST_EARLY_MESSAGES
from net.lobby.events import (
    Begin,
    Came,
    EndLobby,
    Heard,
    LobbyEffect,
    LobbyEvent,
    Ourselves,
    Say,
    Terms,
)
from net.lobby.machine import Lobby
from net.log.chain import outlasts
from net.log.entry import EntryPlace, decode_entry
from net.log.roster import Player
from net.onlooking.onlooker import Onlooker
from net.peer.effects import Accuse, Arrived, Ask, Close, Decided, Effect, Event, Started
from net.peer.referee import Referee
from net.talk import Conversation, Hear, KeepLine, Spoke
from net.wire.messages import (
    ChatSent,
    EntrySent,
    GameBegun,
    Message,
    StateTold,
    WantEntry,
    WantState,
    Whispered,
    decode_message,
    encode_message,
)

_FIRST_PORT = 4000

# What the referee hears of a channel; the rest is the gossip's alone.
_FOR_THE_REFEREE = (EntrySent, WantEntry, WantState, StateTold)

# How likely a player says something at each tick, if the plan wants talk.
_TALKATIVE = 0.02


class SimulatedPeer:
    """A peer of a table that exists in memory only."""

    def __init__(self, number: int, plan: Plan, group: Group, *, opens: bool) -> None:
        self.number = number
        self.plan = plan
        self.identity = Identity(entropy_from(f"{plan.seed}/{number}/identity")(32))
        self.seats = players_for(plan.peers)[number]
        self.store = FakeStore()
        self.begin: Begin | None = None
        self.is_up = True
        self.lives = 0
        self.since = 0  # the epoch in which its keys begin
        self.is_awake = False  # who came later: whether it has begun to act
        self._levelling: CatchUp | None = None  # K-3: after a return, while it only listens
        self.goes_on = False  # its player would take a stopped game up again
        self.accused: list[Accuse] = []
        self.closed: list[str] = []
        self.heard: list[Hear] = []  # of the talk, its own lines too
        self._chance = chance_from(f"{plan.seed}/{number}/talk")
        self._said = 0
        self._group = group
        self.game_seed = entropy_from(f"{plan.seed}/{number}/seed")(32)
        self._early: deque[tuple[int, Message]] = deque(maxlen=MOST_EARLY_MESSAGES)
        ourselves = Ourselves(self.identity, f"Peer {number}", "192.0.2.1", _FIRST_PORT + number)
        agreed = Terms(plan.edition, plan.switches, plan.delay_ms, recovery=plan.recovery)
        terms = agreed if opens else None
        self.lobby = Lobby(ourselves, entropy_from(f"{plan.seed}/{number}/lobby"), terms)

    @property
    def key(self) -> bytes:
        """What the lobby calls this peer by."""
        return self.identity.public_key

    @property
    def is_done(self) -> bool:
        """Whether the game is over for it, one way or another."""
        return self.is_up and bool(self.closed or (self.accused and not self.goes_on))

    @property
    def position(self) -> int:
        """The request it waits for."""
        return self.referee.proceedings.chain.index if self.begin is not None else -1

    # Before the game

    def feel(self, event: LobbyEvent) -> Sequence[LobbyEffect]:
        """Something happened at the table before the game."""
        return self.lobby.handle(event)

    def enter(self, begin: Begin, now: float) -> Sequence[Effect]:
        """All have signed: play."""
        if begin.peer != self.number:
            raise AssertionError(f"peer {self.number} was made peer {begin.peer}")
        self.begin = begin
        self._live()
        effects = list(self.referee.handle(Started(), now))
        for sender, message in self._early:
            effects += self._heard(Arrived(sender, message), now)
        return effects

    # A life

    def come_back(self, now: float) -> Sequence[Effect]:
        """K-3: a new start of the program, with what the disk has."""
        self.is_up = True
        self.accused, self.closed = [], []
        self._live()
        self.referee.restore(self.store.entries())
        self._levelling = CatchUp()
        offer = self.referee.taking_up.offer if self.goes_on else None
        wished = [] if offer is None else self.referee.handle(offer, now)
        return [*wished, *self._go_on_if_level(now)]

    def _go_on_if_level(self, now: float) -> Sequence[Effect]:
        """Answer nothing before the others have said what they know, as the real edge does."""
        if self._levelling is None:
            return []
        proceedings = self.referee.proceedings
        others = {*proceedings.roster.peers} - {self.number}
        others -= proceedings.recovery.keys_before.keys()
        is_over = self.referee.is_stopped or not proceedings.hearing.parts
        if not (is_over or self._levelling.is_done(self.gossip, others, now)):
            return []
        self._levelling = None
        return self.referee.handle(Started(), now)

    def understudy(self, number: int) -> "SimulatedPeer":
        """K-8: a new program for the place of another, which knows what this one knows."""
        other = SimulatedPeer(number, self.plan, self._group, opens=False)
        draw = entropy_from(f"{self.plan.seed}/{number}/understudy")
        other.identity, other.game_seed = Identity(draw(32)), draw(32)
        other.since = self.referee.proceedings.chain.epoch + 1
        other.begin = self.begin
        for entry in self.store.entries():
            other.store.record(entry, own=False)
        other._live()
        other.referee.restore(other.store.entries())
        return other

    def _live(self) -> None:
        assert self.begin is not None
        self.lives += 1
        entropy = entropy_from(f"{self.plan.seed}/{self.number}/entropy/{self.lives}")
        player = Player(self.number, self.identity, self.game_seed, self.since)
        self.referee = Referee(player, self.begin.setup, Verifier(self._group, entropy))
        proceedings = self.referee.proceedings
        self.gossip = Gossip(proceedings.chain, proceedings.setup_hash)
        named = proceedings.setup_hash
        self.talk = Conversation(proceedings.roster, self.number, self.identity, named)
        self.talk.restore(self.store.lines)
        self._bots = self._new_bots()

    def _new_bots(self) -> dict[str, Bot]:
        assert self.begin is not None
        below = below_from(f"{self.plan.seed}/{self.number}/bots/{self.lives}")
        if self.plan.bots == "random":
            return dict.fromkeys(SEATS, RandomBot(below))
        return dict(plain_bots(edition_of(self.begin.setup.for_engine()), below))

    # In the game

    def hear(self, sender: int, sender_key: bytes, message: Message, now: float) -> Sequence[Any]:
        """A message came from another peer."""
        if self.begin is not None:
            return self._heard(Arrived(sender, message), now)
        self._early.append((sender, message))
        return self.feel(Heard(sender_key, message))

    def asked(self, number: int, message: Message) -> Sequence[Effect]:
        """Somebody who looks on wants to know what is there."""
        return [] if self.begin is None else self.gossip.handle(Arrived(number, message))

    def _heard(self, arrived: Arrived, now: float) -> Sequence[Effect]:
        if isinstance(arrived.message, ChatSent | Whispered):
            return self.talk.arrived(arrived.peer, arrived.message, now)
        effects: list[Effect] = list(self.gossip.handle(arrived))
        if isinstance(arrived.message, _FOR_THE_REFEREE):
            effects += self.handle(arrived, now)
        return [*effects, *self._go_on_if_level(now)]

    def handle(self, event: Event, now: float) -> Sequence[Effect]:
        """Something happened that concerns the referee."""
        effects = self.referee.handle(event, now)
        return [*effects, *self.talk.asked(self.referee.proceedings.request, now)]

    def tick(self, now: float) -> Sequence[Effect]:
        """A moment has passed."""
        if self.begin is None:
            return []
        told = [*self.gossip.ticked(now), *self._go_on_if_level(now)]
        return [*told, *(self._speak(now) if self.plan.talks else ())]

    def _speak(self, now: float) -> Sequence[Effect]:
        """Say something to all, and to the one with whom a trade is on; no two lines are alike."""
        if self.is_done or self.since or self._chance.random() >= _TALKATIVE:
            return []
        self._said += 1
        parent, text = self.referee.proceedings.chain.parent, f"{self._said} of peer {self.number}"
        spoken = (Spoke(f"Aloud, {text}"), Spoke(f"In private, {text}", is_private=True))
        return [effect for each in spoken for effect in self.talk.speak(each, parent, now)]

    def linked(self, peer: int) -> Sequence[Effect]:
        """Another peer can be reached, perhaps again."""
        if self.begin is None:
            return []
        reminders = self.referee.reminders(peer)
        return [*self.gossip.linked(peer), *reminders, *self.talk.linked(peer)]

    def decide(self, asked: Ask) -> Decided:
        """The answer of a bot."""
        answer = asked.answers[0]
        if len(asked.answers) > 1:
            seat = asked.request.seat
            view = self.referee.view(seat)
            answer = self._bots[seat].choose(view, asked.request, list(asked.answers))
        return Decided(asked.index, asked.part, answer)

    def note(self, effect: Accuse | Close | KeepLine | Hear) -> None:
        """The game takes no more entries, or something was said."""
        match effect:
            case Accuse():
                self.accused.append(effect)
                self.gossip.offending = effect.entries
            case Close():
                self.closed.append(effect.reason)
            case KeepLine():
                self.store.lines.append(effect.line)
            case Hear():
                self.heard.append(effect)

    def file(self) -> TableGame:
        """The game as this peer keeps it; after an accusation with the evidence at its end."""
        assert self.begin is not None
        so_far = self.referee.proceedings
        if self.referee.misdeed is not None:
            return evidence_of(self.begin.signed, so_far.chain, self.referee.misdeed)
        return table_game(self.begin.signed, so_far.recorded(), so_far.chain.parent)


# The disk.
class FakeStore:
    """The entries of one peer in one game."""

    def __init__(self) -> None:
        self._safe: list[bytes] = []
        self._unsafe: list[bytes] = []
        self._own: dict[EntryPlace, bytes] = {}
        self.lines: list[bytes] = []  # of the talk, which is small and loses nothing here

    def record(self, entry: bytes, *, own: bool) -> None:
        """Keep an entry."""
        if own:
            place = decode_entry(entry).place
            if self._own.setdefault(place, entry) != entry:
                raise LocalMistake(f"{place} is answered a second time")
        self._unsafe.append(entry)
        if own:
            self.sync()

    def set_aside(self, index: int, agreed: tuple[bytes, ...]) -> None:
        """All have agreed to ask a request again: what followed from it is gone, and safely so."""
        kept = [each for each in self.entries() if outlasts(decode_entry(each), index)]
        self._safe, self._unsafe = [*kept, *agreed], []

    def sync(self) -> None:
        """Everything so far is safe."""
        self._safe += self._unsafe
        self._unsafe = []

    @property
    def unsafe(self) -> int:
        """How many of the latest entries a crash could take."""
        return len(self._unsafe)

    def crash(self, kept: int) -> None:
        """The program ends: of what is not safe only so many remain."""
        self._unsafe = self._unsafe[:kept]

    def entries(self) -> list[bytes]:
        """What a restarted program reads: each entry once, in the order of the real store."""
        found = dict.fromkeys((*self._safe, *self._unsafe))
        decoded = {encoded: decode_entry(encoded) for encoded in found}
        return sorted(
            found,
            key=lambda encoded: (
                decoded[encoded].index,
                decoded[encoded].part,
                decoded[encoded].epoch,
                decoded[encoded].peer,
            ),
        )


# The network: what can happen to a peer, and when it is due.
class Delivered(NamedTuple):
    """A message of another peer arrives."""

    sender: int
    message: bytes


class ToldReferee(NamedTuple):
    """Something for the referee of one life; the next life knows nothing of it."""

    life: int
    event: Event


class Felt(NamedTuple):
    """Something for the lobby."""

    event: LobbyEvent


class Entered(NamedTuple):
    """The game begins, once everything is said that the lobby had to say."""

    begin: Begin


class Ticked(NamedTuple):
    """A moment has passed."""


class Returned(NamedTuple):
    """The program is started again."""


class Rejoined(NamedTuple):
    """Nothing lies between this peer and the others any more."""


class CameToWatch(NamedTuple):
    """Somebody who looks on comes to the table."""


Happening = CameToWatch | Delivered | ToldReferee | Felt | Entered | Ticked | Returned | Rejoined


class SimulatedWire:
    """The network and the clock of one table; everybody on it has a number."""

    def __init__(self, plan: Plan) -> None:
        self.now = 0.0
        self.chance = chance_from(f"{plan.seed}/wire")
        self.trace = hashlib.blake2b(digest_size=16)
        self._weather = plan.weather
        self._queue: list[tuple[float, int, int, Happening]] = []
        self._order = 0
        self._arrivals: dict[tuple[int, int], float] = {}  # of the last message of a channel

    def post(self, delay: float, number: int, happening: Happening) -> None:
        """Schedule an event for somebody after a delay."""
        self._order += 1
        heapq.heappush(self._queue, (self.now + delay, self._order, number, happening))

    def next(self) -> tuple[int, Happening]:
        """Take the next event and its receiver; the clock advances to it."""
        self.now, _, number, happening = heapq.heappop(self._queue)
        return number, happening

    def note(self, about: bytes, content: bytes) -> None:
        """Something for the trace."""
        self.trace.update(b"%s %d " % (about, len(content)))
        self.trace.update(content)

    def send(self, sender: int, receiver: int, encoded: bytes) -> None:
        """In a game: as the weather lets it."""
        if not self._weather.is_parted(self.now, sender, receiver):
            for passage in self._weather.passages(self.chance):
                self.post(passage, receiver, Delivered(sender, encoded))

    def connect(self, one: int, other: int) -> float | None:
        """Open a channel before the game; after how long it is open, None if it was already."""
        if (one, other) in self._arrivals:
            return None
        start = self.chance.uniform(0, 1)
        for ends in ((one, other), (other, one)):
            self._arrivals[ends] = self.now + start
        return start

    def channels(self, sender: int) -> list[int]:
        """Whom somebody has a channel to before the game."""
        return [receiver for one, receiver in self._arrivals if one == sender]

    def say(self, sender: int, receiver: int, encoded: bytes) -> None:
        """In a lobby: in order, and without loss."""
        passage = self.chance.uniform(0.001, self._weather.slowest)
        arrival = max(self._arrivals[sender, receiver], self.now) + passage
        self._arrivals[sender, receiver] = arrival
        self.post(arrival - self.now, receiver, Delivered(sender, encoded))


# An onlooker at a simulated table, who comes during a game and follows it to its end.


_TICK = 0.25

# Simulated seconds after the beginning of a game.
_LATEST = 15.0


class SimulatedOnlooker:
    """An onlooker, numbered after all peers, without key, disk or bot; it never crashes."""

    def __init__(
        self, plan: Plan, group: Group, wire: SimulatedWire, peers: Sequence[SimulatedPeer]
    ) -> None:
        entropy = entropy_from(f"{plan.seed}/onlooker")
        self.number = plan.peers
        self.machine = Onlooker("Onlooker", entropy(16), Verifier(group, entropy))
        self.is_here = False
        self.closed: list[str] = []  # why it stopped looking on
        self._wire = wire
        self._peers = peers

    @property
    def is_looking(self) -> bool:
        """Whether the game goes on for it; players may close it without somebody's last word."""
        is_short = any(each.closed and each.referee.proceedings.closes_as for each in self._peers)
        return self.is_here and not self.closed and not is_short

    def invite(self) -> None:
        """Somebody plays; once all do, an onlooker may come at any time of a short game."""
        if all(peer.begin is not None for peer in self._peers):
            self._wire.post(self._wire.chance.uniform(0, _LATEST), self.number, CameToWatch())

    def happen(self, happening: Happening) -> None:
        """Something happens to it; what it says goes on its way."""
        for effect in () if self.closed else self._effects_of(happening):
            if isinstance(effect, EndLobby):
                self.closed.append(effect.reason)
            elif isinstance(effect, Say):
                self._say(effect)

    def _effects_of(self, happening: Happening) -> Sequence[Any]:
        match happening:
            case CameToWatch():
                self._wire.post(_TICK, self.number, Ticked())
                return self._come()
            case Ticked():
                self._wire.post(_TICK, self.number, Ticked())
                return self.machine.tick(self._wire.now)
            case Delivered():
                key = self._peers[happening.sender].key
                return self.machine.handle(Heard(key, decode_message(happening.message)))
            case _:
                raise AssertionError(happening)

    def _come(self) -> Sequence[Any]:
        """To everybody at once; the first of them says what is played."""
        self.is_here = True
        keys, begin = [peer.key for peer in self._peers], self._peers[0].begin
        assert begin is not None
        begun = Heard(keys[0], GameBegun(encode(begin.signed)))
        events: list[LobbyEvent] = [*map(Came, keys), begun]
        return [effect for event in events for effect in self.machine.handle(event)]

    def _say(self, said: Say) -> None:
        encoded = encode_message(said.message)
        for peer in self._peers:
            if said.to in (None, peer.key):
                self._wire.send(self.number, peer.number, encoded)
