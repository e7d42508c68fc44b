"""The worker for a window that watches a table, and that may play on for somebody gone (22.15).

A window that watched can offer to play on, and does so when all agree. It then joins the table
again under the player's own key. What was already reported to the window stays.
"""

import asyncio
import os
import threading
import time
from collections.abc import Callable, Collection, Iterator
from pathlib import Path

from client.player_files import KEY_FILES
from client.records.ledger_reader import report_to_onlooker
from client.sittings.absences import SeenFromAside
from client.sittings.ending import keep
from client.worker.lan.lan_table import LanTable
from client.worker.lan.table_reports import closing_told, table_seen
from client.worker.pipe import Pipe
from client.worker.prompting import waits_of
from client.worker.record_values import WantLedger, WantRecord
from client.worker.table_values import GameKept, OfferToPlay, TableClosed, TableNotice, WatchTable
from client.worker.values import (
    GameOver,
    Leave,
    LineHeard,
    PeerSeen,
    PeersSeen,
    Report,
    Shown,
    TableOpened,
)
from engine.record import older_rules, played_switches
from engine.view import see
from net.crypto.group import SodiumGroup
from net.crypto.keys import Identity
from net.crypto.transcript import Verifier
from net.edge.coming_back.newcomer import StandInNode
from net.edge.coming_back.resume import Returning
from net.edge.finding.route import TableToJoin
from net.edge.node import Ended
from net.edge.onlooker_node import Watched, WatchNode
from net.edge.people.shown_names import shown_name
from net.edge.storing.private_files import is_locked
from net.game.replica import Replica
from net.lobby.events import ShowTable
from net.onlooking.onlooker import Onlooker
from net.peer.effects import Show


class PublicEyes:
    """Reports to the window what everybody at the table sees."""

    def __init__(
        self, tell: Callable[[Report], None], clock: Callable[[], float] = time.monotonic,
        *, can_play: bool = False,
    ) -> None:  # fmt: skip
        self._tell = tell
        self._can_play = can_play  # the player's own key can be used
        self._told = self._again = 0  # up to which request it was told, and is not told again
        self._clock = clock
        self._is_opened = False
        self._seen = SeenFromAside(clock)
        self._index = -1
        self._away_since: dict[int, float] = {}
        self.outcome: tuple[str | None, str | None] = (None, None)

    def seated(self, shown: ShowTable) -> None:
        """The table before the game."""
        self._tell(table_seen(shown))

    def happened(self, shown: Show, proceedings: Replica) -> None:
        """Report what followed from an answer, and the public game after it."""
        self._open(proceedings)
        game = proceedings.game
        self.outcome = (game.state.outcome, game.state.cause)
        index, view, waits = proceedings.chain.index, see(game.state, {}), waits_of(game.pending)
        if index <= self._again:
            return
        self._told, self._again = index, 0
        self._tell(Shown(index, view, shown.facts, waits, game.position))

    def look_again(self) -> None:
        """The game is followed again from its start: report only what is new."""
        self._again = self._told

    def heard(self, name: str, text: str) -> None:
        """What somebody says to all."""
        self._tell(LineHeard(name, text))

    def looked(self, onlooker: Onlooker, linked: Collection[bytes]) -> None:
        """Report who is there, whom the game waits for, and how much of it is checked."""
        proceedings, gossip = onlooker.proceedings, onlooker.gossip
        if not self._is_opened or proceedings is None or gossip is None:
            return
        index, peers = proceedings.chain.index, proceedings.setup.peers
        if index != self._index:
            self._index = index
            behind = tuple(
                peer.name for at, peer in enumerate(peers) if gossip.heads.get(at, 0) < index
            )
            self._tell(GameKept(sum(1 for _ in proceedings.chain.everything()), behind))
        self._tell(PeersSeen(tuple(self._peers(proceedings, linked))))

    def _peers(self, proceedings: Replica, linked: Collection[bytes]) -> Iterator[PeerSeen]:
        now, owing = self._clock(), proceedings.unheard
        for number, peer in enumerate(proceedings.setup.peers):
            is_linked = self._seen.is_there(number, proceedings, linked)
            if is_linked:
                self._away_since.pop(number, None)
            away = None if is_linked else now - self._away_since.setdefault(number, now)
            waited = self._seen.waited(proceedings) if number in owing else None
            yield PeerSeen(peer.name, peer.seats, is_linked, waited, number, away_s=away)

    def _open(self, proceedings: Replica) -> None:
        if self._is_opened:
            return
        self._is_opened = True
        setup = proceedings.setup
        players = {seat: peer.name for peer in setup.peers for seat in peer.seats}
        may_offer, rules = self._can_play and setup.recovery, setup.for_engine()
        self._tell(
            TableOpened(
                setup.edition, played_switches(rules), (), players, is_alone=False,
                may_offer=may_offer, older=older_rules(rules),
            )
        )  # fmt: skip


class WatchedTable:
    """One watched table, until it is over or the player leaves."""

    def __init__(self, order: WatchTable, pipe: Pipe) -> None:
        self._order = order
        self._pipe = pipe
        self._eyes = PublicEyes(pipe.tell, can_play=not _is_shut(order))
        self._offers = False  # the player would play on for somebody
        # A key for this once: whoever only looks on need not be known.
        identity = Identity(os.urandom(32))
        verifier = Verifier(SodiumGroup(), os.urandom)
        self._node = WatchNode(identity, shown_name(order.name), verifier, self._eyes)

    def run(self) -> None:
        """Watch; if the player offers it and all agree, play on for somebody gone."""
        asyncio.run(self._run())
        if self._offers:
            # Only then the player's own store is opened.

            NewcomerTable(self._order, self._pipe, self._eyes).run()

    async def _run(self) -> None:
        order = self._order
        route = TableToJoin(order.host, order.at_port, order.passphrase)
        running = asyncio.create_task(self._node.run(route, order.interface))
        threading.Thread(
            target=self._read, args=(asyncio.get_running_loop(), running), daemon=True
        ).start()
        with closing_told(self._pipe):
            try:
                watched = await running
            except asyncio.CancelledError:
                if self._offers:
                    return
                raise
            finish_watching(self._pipe, self._eyes, Path(self._order.home), watched)

    def _read(self, loop: asyncio.AbstractEventLoop, running: "asyncio.Task[Watched]") -> None:
        """Runs in a thread: takes an onlooker's orders (look back, ledger, offer, leave)."""
        while True:
            order = self._pipe.receive(None)
            try:
                if isinstance(order, WantRecord | WantLedger):
                    loop.call_soon_threadsafe(self._report, order)
                elif isinstance(order, Leave | OfferToPlay):
                    self._offers = isinstance(order, OfferToPlay)
                    loop.call_soon_threadsafe(running.cancel)
                    return
            except RuntimeError:  # the table is over and its loop closed
                return

    def _report(self, order: WantRecord | WantLedger) -> None:
        report = report_to_onlooker(order, self._node.onlooker)
        if report is not None:
            self._pipe.tell(report)


def finish_watching(pipe: Pipe, eyes: PublicEyes, home: Path, watched: Watched) -> None:
    """Report how a watched game ended, and save it."""
    outcome, cause = eyes.outcome
    if watched.game is None or watched.reason != "over":
        pipe.tell(TableClosed(watched.reason))
        return
    path = keep(home, watched.game)
    pipe.tell(GameOver(outcome or watched.reason, cause, str(path)))


def _is_shut(order: WatchTable) -> bool:
    """Whether the player's key is locked and no passphrase was asked for."""
    return order.unlock is None and any(is_locked(Path(order.home) / name) for name in KEY_FILES)


# Playing on for somebody gone.
class NewcomerTable(LanTable):
    """One table, from offering to play on there until it is over."""

    recalls = False

    def __init__(self, order: WatchTable, pipe: Pipe, eyes: PublicEyes) -> None:
        super().__init__(order, pipe)
        self._there = TableToJoin(order.host, order.at_port, order.passphrase)
        self._eyes = eyes
        self._newcomer: StandInNode | None = None

    async def _come(self) -> Ended | None:
        assert self._node is not None
        assert self._person is not None
        self._eyes.look_again()
        self._pipe.tell(TableNotice("offering"))
        verifier = Verifier(SodiumGroup(), os.urandom)
        self._newcomer = StandInNode(self._person, verifier, self._eyes, self._store)
        way = await self._newcomer.stand_in(self._there, self._order.interface)
        if not isinstance(way, Returning):
            finish_watching(self._pipe, self._eyes, self._home, way)
            return None
        return await self._sit(way)

    def _tell_of_the_game(self, order: WantRecord | WantLedger) -> None:
        assert self._node is not None
        if self._node.playing is not None or self._newcomer is None:
            super()._tell_of_the_game(order)
        elif (report := report_to_onlooker(order, self._newcomer.onlooker)) is not None:
            self._pipe.tell(report)
