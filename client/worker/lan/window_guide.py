"""Connects a node to the window: its events become reports, the window's orders become answers.

1. One question at a time: if several own seats are asked at once, they are asked in turn.
2. A standing order answers by the moment, never by the cards held. A moment without such an order
   is asked even if passing is the only answer. Answers by an order or a bot keep the fixed delay.
"""

import asyncio
import os
from collections.abc import Callable, Sequence
from typing import Any

from msgspec import structs

from client.settings import Orders
from client.simulation import below_from
from client.sittings.absences import GIVING_UP, can_be_filled
from client.sittings.bots import StandIns
from client.worker.lan.table_reports import (
    OwnSeats,
    kept_so_far,
    met,
    peers_seen,
    said_by,
    table_seen,
    trouble,
    wishes_about,
)
from client.worker.prompting import Deducing, prompt_for, waits_for, waits_of
from client.worker.table_values import (
    AboutPeer,
    GameBeginning,
    GiveUp,
    GoOn,
    Listening,
    SeatBackedUp,
    StandDown,
    TableNotice,
)
from client.worker.values import (
    Answered,
    Awaited,
    LineHeard,
    Order,
    Passed,
    Recalled,
    Report,
    SayLine,
    Shown,
    StandingOrders,
    StopNext,
    TableOpened,
    Waits,
)
from engine.facts.fact import Fact
from engine.ids import DRACULA, EVERYONE, Seat
from engine.local import LocalGame
from engine.options import PASS
from engine.record import Setup, members, older_rules, played_switches
from engine.view import View
from net.edge.coming_back.backup import about_game, new_backup, seal_backup
from net.edge.desk import OnOrder, TalkLine, Waited
from net.edge.finding.short_codes import code_or_nothing
from net.edge.node import Node
from net.edge.people.notices import (
    AddressesChanged,
    CallerRefused,
    Flooded,
    GameEntered,
    GuestRefused,
    KnownGuest,
    ListensAt,
    Notice,
    OffersToPlay,
    Unreadable,
    Watches,
)
from net.edge.people.shown_names import spoken_key
from net.edge.playing import Playing
from net.game.replica import Replica
from net.lobby.events import LobbyEvent, ShowTable
from net.log.chain import FIRST_EPOCH
from net.peer.effects import Ask, BackupMade, Event, GivenUpFor, Show, Told
from net.peer.replacement_vote import LeaveWished
from net.wire.bodies import Backup

# Shows the game of a table of peers to one window, step by step, as its player's seats see it.


class Showing:
    """What the window was told of one game, and what it must be told next."""

    def __init__(
        self, tell: Callable[[Report], None], own: OwnSeats, *, aid: bool, recalls: bool = True
    ) -> None:
        self._tell = tell
        self._recalls = recalls  # the window does not know what was before
        self._own = own
        self._deducing = Deducing(tell, is_wanted=aid)
        self._seats: tuple[Seat, ...] = ()  # the player's own, as they were told
        self._index = -1  # of what was told last
        self._playing: Playing | None = None  # what was shown: another one after going back in it
        self._waits: tuple[Waits, ...] = ()

    def show(self, playing: Playing, facts: tuple[Fact, ...] | None = None) -> None:
        """Report what just happened; without events, how the game stands if not yet reported."""
        self._open(playing)
        proceedings = playing.referee.proceedings
        index = proceedings.chain.index
        if facts is None and index == self._index:
            return
        self._index, self._waits = index, waited_for(proceedings)
        self._conclude(playing)
        step = proceedings.game.position
        shown = Shown(index, self._own.view(playing), facts or (), self._waits, step)
        if not self._recalls:
            playing.remembered.past.clear()
        for report in _after_the_past(playing, shown):
            self._tell(report)

    def show_answers(self, playing: Playing) -> None:
        """Report which of those asked together have answered: every peer has these entries."""
        proceedings = playing.referee.proceedings
        waits = waited_for(proceedings)
        if proceedings.chain.index == self._index and waits != self._waits:
            self._waits = waits
            self._tell(Awaited(waits))

    def want_aid(self, playing: Playing | None, *, is_wanted: bool) -> None:
        """Turn the aid on or off: where Dracula can be."""
        self._deducing.want(is_wanted=is_wanted)
        if playing is not None and self._seats:
            self._conclude(playing)

    def _conclude(self, playing: Playing) -> None:
        if playing.begin.setup.aid and DRACULA not in self._seats:
            proceedings = playing.referee.proceedings
            state, edition = proceedings.game.state, proceedings.edition
            self._deducing.conclude(proceedings.chain.index, state, edition)

    def _open(self, playing: Playing) -> None:
        """Report a game's start; once more when our seats change or all go back in the game.

        What is played, by whom, and what is ours.
        """
        seats = self._own.seats(playing)
        if (seats == self._seats and playing is self._playing) or not seats:
            return
        self._seats, self._playing, self._index = seats, playing, -1
        self._deducing.begin()
        setup, rules = playing.begin.setup, playing.begin.setup.for_engine()
        players = {seat: peer.name for peer in setup.peers for seat in peer.seats}
        self._tell(
            TableOpened(
                setup.edition, played_switches(rules), seats, players, is_alone=False,
                aid=setup.aid, recovery=setup.recovery,
                game=playing.id.hex(), backup=can_back_up(playing), older=older_rules(rules),
            )
        )  # fmt: skip
        self._tell(peers_seen(playing, (), self._own))


def waited_for(proceedings: Replica) -> tuple[Waits, ...]:
    """Who is asked and who has answered, as every peer derives it from the entries."""
    exchanges = proceedings.hearing.exchanges if proceedings.is_in_play else ()
    answered = [number for number, each in enumerate(exchanges) if each.is_complete]
    if asked := proceedings.renewing:
        return waits_for(asked, answered)
    return waits_of(proceedings.game.pending, answered)


def _after_the_past(playing: Playing, shown: Shown) -> list[Report]:
    """What is shown; in a game that was gone back to, once, with all that had been before it."""
    past = playing.remembered.past
    if not past:
        return [shown]
    steps = [Shown(-1, each.view, each.facts, (), each.step) for each in past]
    past.clear()
    names = playing.referee.proceedings.roster.names
    lines = tuple(LineHeard(names[peer], text) for peer, text in playing.talk.said())
    # The screen of the game comes to the front with the first step that is shown to it.
    return [structs.replace(shown, facts=()), Recalled((*steps, shown), lines)]


_PARTS = 100  # one joint request in hundredths, by how many peers have done their part


class WindowGuide:
    """Stands for the player at the other end of the pipe."""

    def __init__(
        self, tell: Callable[[Report], None], orders: Orders, key: bytes, own: OwnSeats,
        showing: Showing,
    ) -> None:  # fmt: skip
        self.orders = orders
        self._own = own
        self._showing = showing
        self.talking: asyncio.Queue[Event] = asyncio.Queue()
        self.on_listening: list[Callable[[str, int], None]] = []
        self.closed_by = ""
        self.stand_ins: StandIns | None = None  # bots that the player can send
        self._about_peers: list[AboutPeer] = []  # what the player wants about somebody who is gone
        self._backing_up: asyncio.Task[None] | None = None  # kept until it is done
        self._tell = tell
        self._key = key
        self._node: Node | None = None
        self._beginning = 0  # how many requests all settle together before anybody is asked
        self._answer: tuple[int, int, asyncio.Future[int]] | None = None
        self._one_question = asyncio.Lock()

    def sit_at(self, node: Node) -> None:
        """Remember the node this guide serves."""
        self._node = node

    def obeys(self, order: Order) -> bool:
        """Carry out an order of the player; returns whether it was one for a running game."""
        match order:
            case Answered():
                self.answered(order)
            case StandingOrders():
                self.orders.passes = frozenset(order.passes)
                playing = None if self._node is None else self._node.playing
                self._showing.want_aid(playing, is_wanted=order.aid)
            case StopNext():
                self.orders.stops_next = order.stops
            case SayLine() | GiveUp() | GoOn():
                self.talking.put_nowait(said_by(order))
            case AboutPeer() if order.step in GIVING_UP:
                opens = order.step == "gone-open"
                self.talking.put_nowait(GivenUpFor(order.peer, opens=opens))
            case AboutPeer():
                self._about_peers.append(order)
            case StandDown():
                index = self._playing().referee.proceedings.chain.index
                self.talking.put_nowait(LeaveWished(index))
            case _:
                return False
        return True

    def back_up(self) -> None:
        """Let the other peers store a backup of our player's place."""
        self._backing_up = asyncio.create_task(back_up(self._playing(), self._tell))

    # Before the game

    def listening(self, address: str, port: int) -> None:
        """Report the address and the words of our key."""
        code = code_or_nothing(address, port)
        self._tell(Listening(address, port, spoken_key(self._key), code, self._key))
        for act in self.on_listening:
            act(address, port)

    def noticed(self, notice: Notice) -> None:
        """Report what a person should know."""
        match notice:
            case KnownGuest():
                self._tell(met(notice))
            case GuestRefused():
                self._tell(TableNotice("refused.guest", spoken_key(notice.identity), notice.reason))
            case CallerRefused():
                self._tell(TableNotice("refused.caller", notice.host, notice.reason))
            case Flooded() | Unreadable() | Watches() | OffersToPlay():
                what, key = type(notice).__name__.lower(), spoken_key(notice.identity)
                self._tell(TableNotice(what, notice.name or key, key))
            case GameEntered():
                self._beginning = requests_before_play(notice.setup.for_engine())
                self._tell(GameBeginning(0, self._beginning * _PARTS))
            case AddressesChanged():
                self._tell(TableNotice("addresses.changed", "", ", ".join(notice.addresses)))
            case ListensAt():
                self._tell(TableNotice("addresses.several", "", ", ".join(notice.addresses)))

    async def at_table(self, shown: ShowTable) -> LobbyEvent | None:
        """Show the table; the player's choices arrive as orders of their own."""
        self._tell(table_seen(shown))
        return None

    # The game

    async def decide(self, view: View, asked: Ask) -> Any:
        """The answer of the player or a standing order; what the rules force is not asked."""
        del view  # it is shown with everything else
        if self._is_passed(asked):
            return OnOrder(PASS)
        if asked.is_forced:
            return asked.answers[0]
        async with self._one_question:
            # What the player ordered at the question before this one holds for it already.
            if self._is_passed(asked):
                return OnOrder(PASS)
            return asked.answers[await self._ask(asked)]

    def _is_passed(self, asked: Ask) -> bool:
        moment = self.orders.passing(asked.request)
        if moment is not None:
            self._tell(Passed(asked.request.seat, moment))
        return moment is not None

    async def _ask(self, asked: Ask) -> int:
        playing = self._playing()
        game = playing.referee.proceedings.game
        self._showing.show(playing)
        self.orders.shown(asked.request)
        known = self._own.knowledge(playing, asked.request.seat)
        table = (game.state, game.table.edition, known)
        position = (asked.index, asked.part)
        future: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self._answer = (*position, future)
        self._tell(prompt_for(position, asked.request, asked.answers, table))
        return await future

    def answered(self, answer: Answered, most: int = 1 << 16) -> None:
        """Take an answer; one to an older question is dropped."""
        if self._answer is None:
            return
        index, part, future = self._answer
        if (index, part) == (answer.index, answer.part) and 0 <= answer.choice < most:
            self._answer = None
            if not future.done():
                future.set_result(answer.choice)

    def happened(self, shown: Show) -> None:
        """Show the game after each answer, with what followed from it."""
        self._tell_beginning()
        self._showing.show(self._playing(), shown.facts)

    def _playing(self) -> Playing:
        assert self._node is not None
        playing = self._node.playing
        assert playing is not None
        return playing

    def closed(self, reason: str) -> None:
        """The game takes no more entries."""
        self.closed_by = reason

    # Beside the game

    def waiting(self, waited: Sequence[Waited]) -> Sequence[Event] | None:
        """Report who is there and whom the game waits for; do what our player wants about it."""
        playing = self._playing()
        self._showing.show(playing)  # a game gone back to may have nothing else to tell yet
        self._tell(peers_seen(playing, waited, self._own))
        wishes = wishes_about(self._about_peers, waited)
        self._send_bots(waited)
        self._about_peers.clear()
        return wishes if self.stand_ins is None else [*wishes, *self.stand_ins.wishes(waited)]

    def _send_bots(self, waited: Sequence[Waited]) -> None:
        """Start bots that play on for somebody gone."""
        wanted = [order.peer for order in self._about_peers if order.step == "stand-in"]
        for each in waited:
            if each.peer in wanted and can_be_filled(each) and self.stand_ins is not None:
                has_one = self.stand_ins.send_for(each.peer)
                self._tell(TableNotice("stand-in.comes" if has_one else "stand-in.none", each.name))

    def heard(self, said: TalkLine) -> None:
        """Report a line of talk, or that our own line was not sent."""
        if said.text:
            self._tell(LineHeard(said.name, said.text, said.is_private, said.to))
        else:
            self._tell(TableNotice(f"unsaid.{said.note}"))

    async def talk(self) -> Event:
        """The player's next line or wish."""
        return await self.talking.get()

    def told(self, told: Told) -> None:
        """Report trouble between the peers."""
        self._tell(trouble(self._playing(), told))

    def kept(self, entries: int) -> None:
        """Report how many entries are checked and stored."""
        if self._node is not None and self._node.playing is not None:
            self._tell(kept_so_far(self._node.playing, entries))
            self._showing.show_answers(self._node.playing)
        self._tell_beginning()

    def _tell_beginning(self) -> None:
        """Report the progress of the joint shuffling, until anybody is asked."""
        if not self._beginning:
            return
        proceedings = self._playing().referee.proceedings
        index, peers = proceedings.chain.index, len(proceedings.hearing.peers)
        given = peers - len(proceedings.chain.missing())
        done = index * _PARTS + _PARTS * given // max(1, peers)
        total = self._beginning * _PARTS
        if index >= self._beginning:
            self._beginning = 0
        self._tell(GameBeginning(min(done, total), total))


def can_back_up(playing: Playing) -> bool:
    """Once a game, and only if the table lets onlookers in: restoring starts as one."""
    begin, chain = playing.begin, playing.referee.proceedings.chain
    notes = (note for index in range(chain.index + 1) for note in chain.beside(index))
    has_one = any(note.kind == Backup.kind and note.peer == begin.peer for note in notes)
    # A backup is known again by the set-up, which does not name who took a place over.
    is_first = playing.referee.player.since == FIRST_EPOCH
    return begin.setup.onlookers > 0 and is_first and not has_one


async def back_up(playing: Playing, tell: Callable[[Report], None]) -> None:
    """Make the words, which takes half a second, and let the others store what they seal."""
    words, key = await asyncio.to_thread(new_backup, os.urandom)
    if not can_back_up(playing):
        tell(TableNotice("backup.none"))
        return
    player = playing.referee.player
    about = about_game(playing.begin.setup)
    playing.handle(BackupMade(seal_backup(key, player.identity, player.seed, about, os.urandom)))
    tell(SeatBackedUp(words))


def requests_before_play(setup: Setup) -> int:
    """How many requests of a new game are joint work: shuffles, deals and lots."""
    local = LocalGame(setup, below_from(""))
    count = 0
    while (pending := local.game.pending) is not None:
        if any(member.seat != EVERYONE for member in members(pending)):
            break
        local.step(lambda _request, answers: answers[0])
        count += 1
    return count
