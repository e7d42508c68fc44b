"""One complete peer of a simulated table: lobby, referee, gossip, talk, bots, disk.

1. It does nothing by itself: it is told what happens and says what is to be done, in order.
2. A life begins with a start of the program. A new life knows the disk and nothing else; its fresh
   bytes are other ones, so that nothing can depend on drawing the same twice.
"""

from collections import deque
from collections.abc import Sequence
from typing import Any

from client.simulation import below_from
from client.soak.chance import chance_from, entropy_from
from client.soak.fake_store import FakeStore
from client.soak.plan import Plan
from engine.bots.bot import Bot, RandomBot
from engine.bots.plain import plain_bots
from engine.ids import SEATS
from engine.record import edition_of, players_for
from net.crypto.group import Group
from net.crypto.keys import Identity
from net.crypto.transcript import Verifier
from net.gossip import CatchUp, Gossip
from net.judging.game_file import TableGame, evidence_of, table_game
from net.limits import MOST_EARLY_MESSAGES
from net.lobby.events import Begin, Heard, LobbyEffect, LobbyEvent, Ourselves, Terms
from net.lobby.machine import Lobby
from net.log.roster import Player
from net.peer.effects import Accuse, Arrived, Ask, Close, Decided, Effect, Event, Started
from net.peer.referee import Referee
from net.talk import Conversation, Hear, KeepLine, Spoke
from net.wire.messages import (
    ChatSent,
    EntrySent,
    Message,
    StateTold,
    WantEntry,
    WantState,
    Whispered,
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
        """What a bot answers."""
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
