"""Runs one game on this machine: performs, in order, the effects of referee, gossip and talk.

1. It decides nothing: the referee says what is right, the gossip what is forwarded, the guide what
   a seat answers.
2. An own entry is on the disk before it is on the wire, because the effects are in that order and
   are performed in it.
3. `News` tells our player what is beside the game itself, and keeps some of it: talk and troubles.
4. `yield_cpu` is for several peers on one machine, bots above all: all receive an answer before one
   of them works on it.
"""

import asyncio
import time
from collections.abc import Callable, Coroutine, Iterable
from typing import Any

from engine.canonical import encode
from engine.requests import Attest, Choose, Conceal
from net.crypto.hashing import setup_hash
from net.edge.coming_back.resume import (
    KeptAddresses,
    Remembered,
    keep_for_return,
    keep_stopped,
    stopped_by_whom,
)
from net.edge.coming_back.second_places import SecondPlaceGame, SecondPlaces
from net.edge.desk import Carrier, Desk, OnOrder, TalkLine
from net.edge.people.attendance import BROKEN_OFF, Attendance
from net.errors import LocalMistake
from net.gossip import CatchUp, Gossip
from net.judging.game_file import FrameKind, TableGame, evidence_of, table_game
from net.limits import HEARING_S
from net.lobby.events import Begin, Summoned
from net.log.entry import Entry
from net.log.roster import Player
from net.peer.disputes import ACCUSED
from net.peer.effects import (
    Accuse,
    Arrived,
    Ask,
    BrokenOff,
    Close,
    Decided,
    DecksRenewed,
    Differs,
    Effect,
    Event,
    GivenUpFor,
    Judged,
    Record,
    ResumesRefused,
    ResumeTold,
    Send,
    Show,
    Started,
    TakenUp,
    TimedOutTold,
    Told,
    Unsaid,
    WakeAt,
    Wished,
    Woke,
)
from net.peer.referee import Referee
from net.peer.replacement_vote import TakeOverHere, TimeOutWished
from net.talk import Conversation, Hear, KeepLine, Spoke
from net.wire.messages import ChatSent, EntrySent, StateTold, WantEntry, WantState, Whispered

# What the referee hears of a channel; the rest is the gossip's and the talk's alone.
_FOR_THE_REFEREE = (EntrySent, WantEntry, WantState, StateTold)


class Playing:
    """The referee of one game, with all that performs its effects."""

    def __init__(
        self, begin: Begin, player: Player, desk: Desk, carrier: Carrier,
        post: Callable[[Event | Exception], None],
    ) -> None:  # fmt: skip
        self.begin = begin
        self.remembered = Remembered(desk.verifier)
        self.id = setup_hash(begin.signed.setup)
        self._entries = desk.store.entries(self.id)
        verifier = self.remembered.verifier() if self._entries else desk.verifier
        self.referee = Referee(player, begin.setup, verifier)
        self.referee.on_entry = self._reached
        stage = SecondPlaceGame(self.id, begin.setup, desk.store, desk.verifier)
        self.understudies = SecondPlaces(stage, self.referee)
        self.gossip = Gossip(self.referee.proceedings.chain, self.id)
        roster = self.referee.proceedings.roster
        self.talk = Conversation(roster, player.peer, player.identity, self.id)
        self.talk.reaches = carrier.is_linked
        self._news = News(desk, self.id, roster.names, player.peer)
        self.attendance = Attendance(
            self.referee, carrier, lambda: {player.peer, *self.understudies.peers}
        )
        self.closed: str | None = None
        self.accused: Accuse | None = None
        self._desk = desk
        self._carrier = carrier
        self._post = post
        self._tasks: set[asyncio.Task[None]] = set()
        self._wakes: set[float] = set()  # when we are to be woken
        self._is_shown_waiting = False
        self._levelling: CatchUp | None = None  # K-3: after a return, while we only listen
        self.kept = len(self._entries)  # entries, on the disk
        self._goes_on = False  # section 14: before what stopped the game, if all others do
        self._agrees = True  # our player, to that
        self.is_taken_up = False  # they do: a new start from the disk goes on from there

    @property
    def wrongdoer(self) -> int | None:
        """Section 14: the peer before whose wrong entry all could resume; None if there is none."""
        offer = self.referee.taking_up.offer
        return None if offer is None else offer.peer

    def start(self, now: int, whereabouts: KeptAddresses, *, agrees: bool = True) -> None:
        """Store the set-up and the seed, then enter the game; after a restart, continue it.

        A player that returns to a game stopped by a wrong entry agrees to resume before it, unless
        `agrees` is false; it may also still end the game, if all others do too. A peer that is
        summoned to a running game may have been in it before its disk was restored: it starts like
        one that returns.
        """
        store = self._desk.store
        known = [game for game in store.games() if game.id == self.id]
        self._goes_on = any(stopped_by_whom(store, game) is not None for game in known)
        self._agrees = agrees
        store.begin_game(self.id, encode(self.begin.signed), now)
        keep_for_return(store, self.id, self.referee.player.seed, whereabouts)
        self._enter(is_return=bool(known) or isinstance(self.begin, Summoned))

    def go_on(self) -> None:
        """Section 14: all have agreed; continue from what is on the disk now."""
        self._enter(is_return=True)

    def _enter(self, *, is_return: bool) -> None:
        if is_return:
            self._restore()
        self._desk.measures.begin(is_new=not self._entries)
        self._entries = []
        self._desk.guide.kept(self.kept)
        self._do(self._listen())
        if self._goes_on and self._agrees and (offer := self.referee.taking_up.offer) is not None:
            self.handle(offer)
        if self._levelling is None:
            self.handle(Started())

    def handle(self, event: Event) -> None:
        """Let the state machines handle an event, and perform their effects."""
        now = self._now()
        match event:
            case Spoke():
                chain = self.referee.proceedings.chain
                self._perform_all(self.talk.speak(event, chain.parent, now))
            case Arrived(peer=peer, message=ChatSent() | Whispered() as line):
                self._perform_all(self.talk.arrived(peer, line, now))
            case Arrived():
                self._perform_all(self.gossip.handle(event))
                if isinstance(event.message, _FOR_THE_REFEREE):
                    self._judge(event, now)
                self._go_on_if_level(now)
            case TimeOutWished() | GivenUpFor() | TakeOverHere() if why := self.attendance.why_not(
                event, now
            ):
                self._news.perform(Unsaid(why))
            case BrokenOff():
                self.give_up(BROKEN_OFF)
            case TakeOverHere():
                self._judge(self.understudies.take_over(event), now)
            case _:
                self._judge(event, now)

    def linked(self, peer: int) -> None:
        """A channel to a peer is open, perhaps again."""
        self.attendance.linked(peer)
        self._perform_all([*self.gossip.linked(peer), *self.referee.reminders(peer)])
        self._perform_all(self.talk.linked(peer))

    def tick(self) -> None:
        """From time to time: send our head again, and show for whom we wait."""
        now = self._now()
        self._perform_all(self.gossip.ticked(now))
        self._go_on_if_level(now)
        self.attendance.look(now)
        waited = self.attendance.shown(now)
        if self._goes_on:  # the game waits for nobody's answer, only for all to be there
            waited = [each._replace(owes=False, absence=None) for each in waited if each.away]
        if self.closed is None and (waited or self._is_shown_waiting):
            self._is_shown_waiting = bool(waited)
            for wish in self._desk.guide.waiting(waited) or ():
                self.handle(wish)

    def is_known_to_all(self) -> bool:
        """Whether all peers have said that they are as far as we are."""
        index = self.referee.proceedings.chain.index
        return all(self.gossip.heads.get(peer, 0) >= index for peer in self._others())

    def _others(self) -> set[int]:
        """The peers that run in another program."""
        peers = self.referee.proceedings.roster.peers
        return {peer for peer in peers if self.attendance.speaks_for_itself(peer)}

    def _go_on_if_level(self, now: float) -> None:
        """K-3: after a return, answer once we know what the others know."""
        asked = self._levelling
        if asked is not None and asked.is_done(self.gossip, self._others(), now):
            self._levelling = None
            self._judge(Started(), now)

    def end(self) -> None:
        """We leave the game; one that is over for good is not returned to."""
        result = self.referee.proceedings.result
        if self.closed != BROKEN_OFF:
            self._desk.store.end_game(self.id, result or self.closed or "left")

    def game(self) -> TableGame:
        """The game so far, as a file keeps it; a wrong entry stands at its end (22.12)."""
        so_far, wrong = self.referee.proceedings, self.referee.misdeed
        notes = [note.to_bytes() for note in self.referee.notes]
        if wrong is not None:
            return evidence_of(self.begin.signed, so_far.chain, wrong, notes)
        game = table_game(self.begin.signed, so_far.recorded(), so_far.chain.parent, notes)
        return game._replace(chat=self.talk.lines())

    def give_up(self, reason: str) -> None:
        """Stop: there is no such game after all. The reason is an id."""
        self._end(Close(reason))

    async def stop(self) -> None:
        """Cancel all questions to our player."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _restore(self) -> None:
        """K-3: replay what is stored; proofs that were verified then are not verified again."""
        (kept,) = [game for game in self._desk.store.games() if game.id == self.id]
        self.remembered.bring_back(self.referee, kept, self._entries)
        notes = self._desk.store.notes(self.id)
        self.talk.restore(note for kind, note in notes if kind == FrameKind.CHAT)
        self.understudies.restore()
        self.talk.roster = self.referee.proceedings.roster
        self.talk.asked(self.referee.proceedings.request, self._now())
        is_over = self.referee.is_stopped or not self.referee.proceedings.hearing.parts
        self._levelling = None if is_over else CatchUp()

    def _reached(self, entry: Entry) -> None:
        """A new answer is here: let the other peers on this machine read it before we judge it."""
        chain = self.referee.proceedings.chain
        if not chain.is_new(entry) or entry.index > chain.index:
            return  # however often it comes, and however far ahead, nobody is kept waiting
        self._desk.measures.reached(entry.index, entry.part)
        if max(self.gossip.heads.values(), default=0) <= entry.index:  # else we lag behind
            yield_cpu()

    def _judge(self, event: Event, now: float) -> None:
        chain, kept = self.referee.proceedings.chain, self.kept
        before = chain.index
        self._perform_all(self.referee.work(event, now))
        self._perform_all(self.understudies.handle(event, now))
        self._perform_all(self.understudies.level(now))
        if chain.index != before:
            self._desk.store.set_head(self.id, chain.index, chain.parent)
            self._perform_all(self.talk.asked(self.referee.proceedings.request, now))
        self.talk.roster = self.referee.proceedings.roster
        if self.kept != kept:
            self._desk.guide.kept(self.kept)
            if self.accused is not None:  # where a fork began may be known only now
                keep_stopped(self._desk.store, self.id, self.wrongdoer)

    def _perform_all(self, effects: Iterable[Effect]) -> None:
        for effect in effects:
            self._perform(effect)

    def _perform(self, effect: Effect) -> None:
        match effect:
            case Record():
                self._record(effect)
            case Send():
                self._send(effect)
            case Ask():
                self._do(self._ask(effect))
            case Show():
                self._show(effect)
            case WakeAt():
                self._wake_at(effect.time)
            case Accuse() | Close():
                self._end(effect)
            case TakenUp():
                aside = (effect.index, effect.parent, effect.entries)
                self._desk.store.set_aside(self.id, *aside)
                self.is_taken_up = True
            case _:
                self._news.perform(effect)

    def _wake_at(self, time: float) -> None:
        """Wake once at this time, however often it is asked for."""
        if time not in self._wakes:
            self._wakes.add(time)
            asyncio.get_running_loop().call_at(time, self._woke, time)

    def _woke(self, time: float) -> None:
        self._wakes.discard(time)
        self._post(Woke())

    def _send(self, effect: Send) -> None:
        self._carrier.send(effect.message, effect.to)
        if effect.to is None and isinstance(effect.message, EntrySent):
            yield_cpu()

    def _record(self, effect: Record) -> None:
        if effect.own:
            self._desk.measures.signed(effect.entry)
            self._desk.store.record_own(self.id, effect.entry)
        else:
            self._desk.store.record_received(self.id, [effect.entry])
        self.kept += 1

    def _show(self, shown: Show) -> None:
        self._desk.measures.answered()
        if isinstance(shown.request, Choose | Conceal | Attest):
            self._desk.measures.ready()
        self._desk.guide.happened(shown)

    def _end(self, effect: Accuse | Close) -> None:
        """The game takes no more entries; tell all peers how far we came."""
        if isinstance(effect, Accuse):
            self.accused = effect
            self.gossip.offending = effect.entries
            self._news.perform(effect)
        keep_stopped(self._desk.store, self.id, self.wrongdoer)
        reason = effect.reason if isinstance(effect, Close) else f"{ACCUSED}{effect.peer}"
        if reason == self.closed or (self._goes_on and self.wrongdoer is not None):
            return  # more is known of what ended the game, or it can be taken up
        self.closed = reason
        self._carrier.send(self.gossip.head(), None)
        self._desk.guide.closed(self.closed)

    def _do(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _ask(self, asked: Ask) -> None:
        referee = self.understudies.referee_for(asked.request.seat)
        view = referee.view(asked.request.seat)
        try:
            answer = await self._desk.guide.decide(view, asked)
        except Exception as failure:
            self._post(failure)
        else:
            on_order = isinstance(answer, OnOrder)
            plain = answer.answer if on_order else answer
            self._post(Decided(asked.index, asked.part, plain, automatic=on_order))

    async def _listen(self) -> None:
        """Pass on our player's lines of talk."""
        try:
            while True:
                self._post(await self._desk.guide.talk())
        except Exception as failure:
            self._post(failure)

    @staticmethod
    def _now() -> float:
        return asyncio.get_running_loop().time()


# --- What our player is told beside the game ---


class News:
    """Tells our player about talk and troubles; `names` are the peers', in peer order."""

    def __init__(self, desk: Desk, game: bytes, names: tuple[str, ...], ours: int) -> None:
        self._desk = desk
        self._game = game
        self._names = names
        self._ours = ours

    def perform(self, effect: Effect) -> None:
        """Store a line, or tell something."""
        match effect:
            case KeepLine():
                self._desk.store.keep_note(self._game, FrameKind.CHAT, effect.line, own=effect.own)
            case Hear():
                self._hear(effect)
            case Unsaid():
                self._hear(Hear(self._ours, "", note=effect.reason))
            case Judged() | Differs() | Wished() | TimedOutTold() | Accuse():
                self._tell(effect)
            case ResumeTold() | ResumesRefused() | DecksRenewed():
                self._tell(effect)
            case _:
                raise LocalMistake(f"nobody carries out {type(effect).__name__}")

    def _hear(self, line: Hear) -> None:
        name, to = self._names[line.peer], "" if line.to is None else self._names[line.to]
        said = TalkLine(line.peer, name, line.text, line.is_private, line.note, to)
        self._desk.guide.heard(said)

    def _tell(self, effect: Told) -> None:
        """Tell our player; of two states that should be equal both are stored (22.9)."""
        if isinstance(effect, Differs) and effect.states is not None:
            for name, state in zip(("state.ours", "state.theirs"), effect.states, strict=True):
                self._desk.store.keep_secret(self._game, name, state)
        self._desk.guide.told(effect)


# --- Several peers on one machine ---


def yield_cpu() -> None:
    """Let other programs on this machine have the processors for a moment.

    It sleeps instead of yielding: on a busy machine a program that yields runs after every busy
    one, but one that sleeps is woken before them.
    """
    time.sleep(HEARING_S)
