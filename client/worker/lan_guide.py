"""Sits before a node for the window: what the node tells becomes reports, orders become answers.

1. One question at a time: several own seats that are asked at once are asked in turn.
2. A standing order answers by the moment, never by the hand; a window that is not passed is asked
   even if only passing is possible. What an order or a bot answers keeps the fixed delay.
"""

import asyncio
from collections.abc import Callable, Sequence
from typing import Any

from client.sittings.absences import GIVING_UP, can_be_filled
from client.sittings.bots import StandIns
from client.worker.beginning import requests_before_play
from client.worker.lan_affairs import kept_so_far, peers_seen, said_by, trouble, wishes_about
from client.worker.lan_backup import back_up
from client.worker.lan_showing import Showing
from client.worker.own_seats import OwnSeats
from client.worker.seated import met, table_seen
from client.worker.sending import prompt_for
from client.worker.standing import Orders
from client.worker.table_values import (
    AboutPeer,
    GameBeginning,
    GiveUp,
    GoOn,
    Listening,
    StandDown,
    TableNotice,
)
from client.worker.values import (
    Answered,
    LineHeard,
    Order,
    Passed,
    Report,
    SayLine,
    StandingOrders,
    StopNext,
)
from engine.options import PASS
from engine.view import View
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
from net.lobby.events import LobbyEvent, ShowTable
from net.peer.effects import Ask, Event, GivenUpFor, Show, Told
from net.peer.replacement_vote import LeaveWished

_PARTS = 100  # one joint request in hundredths, by how many peers have done their part


class WindowGuide:
    """The player at the other end of the pipe."""

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
        """The node this guide sits before."""
        self._node = node

    def obeys(self, order: Order) -> bool:
        """Do what the player orders; whether it was something for a running game."""
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
        """Let the others keep a backup of our player's place."""
        self._backing_up = asyncio.create_task(back_up(self._playing(), self._tell))

    # Before the game

    def listening(self, address: str, port: int) -> None:
        """Tell the address and the words of our key."""
        code = code_or_nothing(address, port)
        self._tell(Listening(address, port, spoken_key(self._key), code, self._key))
        for act in self.on_listening:
            act(address, port)

    def noticed(self, notice: Notice) -> None:
        """Pass on what a person is to know."""
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
        """Show the table; what the player does comes as an order of its own."""
        self._tell(table_seen(shown))
        return None

    # The game

    async def decide(self, view: View, asked: Ask) -> Any:
        """What the player or a standing order answers; only what is forced by rule is not asked."""
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
        """Say who is there and for whom the game waits; do what our player wants about it."""
        playing = self._playing()
        self._showing.show(playing)  # a game gone back to may have nothing else to tell yet
        self._tell(peers_seen(playing, waited, self._own))
        wishes = wishes_about(self._about_peers, waited)
        self._send_bots(waited)
        self._about_peers.clear()
        return wishes if self.stand_ins is None else [*wishes, *self.stand_ins.wishes(waited)]

    def _send_bots(self, waited: Sequence[Waited]) -> None:
        """Let bots come that are to stand in for somebody."""
        wanted = [order.peer for order in self._about_peers if order.step == "stand-in"]
        for each in waited:
            if each.peer in wanted and can_be_filled(each) and self.stand_ins is not None:
                has_one = self.stand_ins.send_for(each.peer)
                self._tell(TableNotice("stand-in.comes" if has_one else "stand-in.none", each.name))

    def heard(self, said: TalkLine) -> None:
        """Somebody said something, or our own line was not sent."""
        if said.text:
            self._tell(LineHeard(said.name, said.text, said.is_private, said.to))
        else:
            self._tell(TableNotice(f"unsaid.{said.note}"))

    async def talk(self) -> Event:
        """The next line of our player, or what it wants to do."""
        return await self.talking.get()

    def told(self, told: Told) -> None:
        """Something between the peers that a person is to know."""
        self._tell(trouble(self._playing(), told))

    def kept(self, entries: int) -> None:
        """So many entries are checked and kept."""
        if self._node is not None and self._node.playing is not None:
            self._tell(kept_so_far(self._node.playing, entries))
            self._showing.show_answers(self._node.playing)
        self._tell_beginning()

    def _tell_beginning(self) -> None:
        """Until anybody is asked: how much of the joint shuffling is done."""
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
