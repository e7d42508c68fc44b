"""One game on this machine: carries out what the referee and the gossip want done, in their order.

It decides nothing: what is right is the referee's, what is passed on the gossip's, what a seat
answers the guide's. An own entry is on the disk before it is on the wire, because the effects say
so and are performed in their order.
"""

import asyncio
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, Protocol

from engine.canonical import encode
from engine.requests import Attest, Choose, Conceal
from engine.view import View
from net.crypto.parties import Verifier
from net.edge.measures import Measures
from net.edge.returning import Whereabouts, keep_for_return
from net.edge.store import Store
from net.effects import (
    Accuse,
    Arrived,
    Ask,
    Close,
    Decided,
    Effect,
    Event,
    Record,
    Send,
    Show,
    Started,
    WakeAt,
    Woke,
)
from net.errors import LocalMistake, PeerMisbehaved
from net.game_file import TableGame, evidence_of, table_game
from net.lobby_events import Begin, LobbyEvent, ShowTable
from net.mesh.gossip import Gossip
from net.referee import Player, Referee
from net.wire.messages import EntrySent, Message


class Waited(NamedTuple):
    """Whom the game waits for."""

    peer: int
    name: str
    is_linked: bool
    since: float


class Guide(Protocol):
    """Whoever sits before this program: a person, a bot, a test."""

    def listening(self, address: str, port: int) -> None:
        """Where others can reach us."""

    async def at_table(self, shown: ShowTable) -> LobbyEvent | None:
        """The table before the game as it stands; what our player does now, if anything."""

    async def decide(self, view: View, asked: Ask) -> Any:
        """One of the answers that are possible."""

    def happened(self, shown: Show) -> None:
        """A request is settled."""

    def waiting(self, waited: Sequence[Waited]) -> None:
        """The game does not get on: for whom it waits."""


class Carrier(Protocol):
    """What brings messages to peers."""

    def send(self, message: Message, to: int | None) -> None:
        """To one peer, or to all that are linked."""

    def is_linked(self, peer: int) -> bool:
        """Whether there is a channel to a peer now."""


class Desk(NamedTuple):
    """What a game is played with on this machine."""

    store: Store
    verifier: Verifier
    guide: Guide
    measures: Measures


class Playing:
    """The referee of one game, and its hands."""

    def __init__(
        self, begin: Begin, player: Player, desk: Desk, carrier: Carrier,
        post: Callable[[Event | Exception], None],
    ) -> None:  # fmt: skip
        self.begin = begin
        self.referee = Referee(player, begin.setup, desk.verifier)
        self.id = self.referee.proceedings.setup_hash
        self.gossip = Gossip(self.referee.proceedings.chain, self.id)
        self.closed: str | None = None
        self.accused: Accuse | None = None
        self._desk = desk
        self._carrier = carrier
        self._post = post
        self._tasks: set[asyncio.Task[None]] = set()
        self._moved: tuple[int, float] = (0, self._now())

    def start(self, now: int, whereabouts: Whereabouts) -> None:
        """Keep the set-up and the seed, then enter the game; after a restart, go on with it."""
        store = self._desk.store
        store.begin_game(self.id, encode(self.begin.signed), now)
        keep_for_return(store, self.id, self.referee.player.seed, whereabouts)
        if entries := store.entries(self.id):
            self.referee.restore(entries)
        self._desk.measures.begin()
        self.handle(Started())

    def handle(self, event: Event) -> None:
        """Something happened: let referee and gossip say what follows, and do it."""
        if isinstance(event, Arrived):
            for answer in self.gossip.handle(event):
                self._perform(answer)
            if not isinstance(event.message, EntrySent):
                return
        for effect in self.referee.handle(event, self._now()):
            self._perform(effect)

    def linked(self, peer: int) -> None:
        """A channel to a peer is open, perhaps again."""
        for effect in self.gossip.linked(peer):
            self._perform(effect)

    def tick(self) -> None:
        """From time to time: say again how far we are, and for whom we wait."""
        now = self._now()
        for effect in self.gossip.ticked(now):
            self._perform(effect)
        index = self.referee.proceedings.chain.index
        if index != self._moved[0]:
            self._moved = (index, now)
        elif now - self._moved[1] >= 1 and self.closed is None:
            self._desk.guide.waiting(self.waited())

    def waited(self) -> list[Waited]:
        """Whom the game waits for, and since when."""
        proceedings = self.referee.proceedings
        peers = proceedings.hearing.peers
        missing = sorted({peers[part] for part in proceedings.chain.missing()})
        ours = self.referee.player.peer
        since = self._now() - self._moved[1]
        return [
            Waited(
                peer,
                proceedings.roster.names[peer],
                peer == ours or self._carrier.is_linked(peer),
                since,
            )
            for peer in missing
        ]

    def is_known_to_all(self, peers: Sequence[int]) -> bool:
        """Whether these peers have said to be as far as we are."""
        index = self.referee.proceedings.chain.index
        return all(self.gossip.heads.get(peer, 0) >= index for peer in peers)

    def game(self) -> TableGame:
        """The game so far, as a file keeps it; what was wrong in it stands at its end (22.12)."""
        chain = self.referee.proceedings.chain
        if self.accused is not None:
            wrong = self.accused
            misbehaved = PeerMisbehaved(wrong.peer, wrong.code, wrong.entries, wrong.words)
            return evidence_of(self.begin.signed, chain, misbehaved)
        return table_game(self.begin.signed, chain.everything(), chain.parent)

    async def stop(self) -> None:
        """Ask nobody any more."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _perform(self, effect: Effect) -> None:
        match effect:
            case Record():
                self._record(effect)
            case Send():
                self._carrier.send(effect.message, effect.to)
            case Ask():
                self._start_asking(effect)
            case Show():
                self._show(effect)
            case WakeAt():
                delay = max(0.0, effect.time - self._now())
                asyncio.get_running_loop().call_later(delay, self._post, Woke())
            case Accuse() | Close():
                self._end(effect)
            case _:
                raise LocalMistake(f"nobody carries out {type(effect).__name__}")

    def _record(self, effect: Record) -> None:
        if effect.own:
            self._desk.store.record_own(self.id, effect.entry)
        else:
            self._desk.store.record_received(self.id, [effect.entry])

    def _show(self, shown: Show) -> None:
        self._desk.measures.answered()
        if isinstance(shown.request, Choose | Conceal | Attest):
            self._desk.measures.ready()
        self._desk.guide.happened(shown)

    def _end(self, effect: Accuse | Close) -> None:
        """The game takes no more entries; everybody is to know how far we came."""
        if isinstance(effect, Accuse):
            self.accused = effect
        self.closed = effect.reason if isinstance(effect, Close) else f"accused.{effect.peer}"
        state = self.referee.proceedings.game.state
        self._desk.store.end_game(self.id, state.outcome or self.closed)
        self._carrier.send(self.gossip.head(), None)

    def _start_asking(self, asked: Ask) -> None:
        task = asyncio.get_running_loop().create_task(self._ask(asked))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _ask(self, asked: Ask) -> None:
        view = self.referee.view(asked.request.seat)
        try:
            answer = await self._desk.guide.decide(view, asked)
        except Exception as failure:
            self._post(failure)
        else:
            self._post(Decided(asked.index, asked.part, answer))

    @staticmethod
    def _now() -> float:
        return asyncio.get_running_loop().time()
