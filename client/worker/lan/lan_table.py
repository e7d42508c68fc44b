"""The worker for a table of peers: runs one node, obeys the player's orders; also from a backup.

Going on from the words of a backup on this machine (`Restoring`, K-5):
1. The player may have another key here and keeps it: what is restored gets a folder of its own,
   unless it is the player's own key that comes back.
2. Nothing is kept before the words have opened the backup.
"""

import asyncio
import os
import threading
import time
from pathlib import Path

from client.home import restored_home
from client.records.ledger_reader import report_on
from client.settings import Orders
from client.sittings.bots import Bot, KeptBots, StandIns, bots_of, new_bots, spare_bots
from client.sittings.ending import keep
from client.words.words import fault_words
from client.worker.lan.table_reports import OwnSeats, closing_told
from client.worker.lan.window_guide import Showing, WindowGuide
from client.worker.pipe import Pipe
from client.worker.record_values import WantLedger, WantRecord
from client.worker.table_values import (
    AcceptKey,
    BackUpSeat,
    BotEnded,
    BotSent,
    ChooseSeats,
    ChooseTerms,
    DismissBot,
    FindTable,
    JoinTable,
    MarkReady,
    OpenTable,
    PhraseMade,
    RestoreSeat,
    ReturnToTable,
    SeatBot,
    SeatRestored,
    TableClosed,
    TableNotice,
    TableOrder,
    Terms,
)
from client.worker.values import Broken, GameOver, Leave, Order
from client.written_files import CannotWrite
from engine.errors import BorgoError
from engine.ids import Seat
from net.crypto.group import SodiumGroup
from net.crypto.hashing import setup_hash
from net.crypto.transcript import Verifier
from net.edge.coming_back.backup import (
    GATHERED,
    BackedUp,
    Gathered,
    GatherNode,
    keep_restored,
    opened,
)
from net.edge.coming_back.resume import NothingToReturnTo, Returning, unfinished
from net.edge.desk import Desk
from net.edge.finding.route import Route, TableToFind, TableToJoin, TableToOpen
from net.edge.measures import Measures
from net.edge.node import Ended, ListenPlace, Node, Person
from net.edge.people.shown_names import fresh_phrase, shown_name
from net.edge.storing.private_files import (
    IDENTITY_FILE,
    keep_identity,
    load_or_make_identity,
    load_or_make_store_key,
)
from net.edge.storing.private_files import STORE_KEY_FILE as KEY_FILE
from net.edge.storing.store import FILE_NAME as STORE_FILE
from net.edge.storing.store import Store
from net.edge.storing.store_file import StoreInUse
from net.edge.transport.sockets import DEFAULT_PORT
from net.lobby import events

_TRIES, _AGAIN_S = 20, 0.25


class LanTable:
    """One table, from joining it until it is over."""

    recalls = True  # what was before is told to a window that comes back

    def __init__(self, order: TableOrder, pipe: Pipe) -> None:
        self._order = order
        self._pipe = pipe
        self._home = Path(order.home)
        restored = order.restored if isinstance(order, ReturnToTable) else ""
        keys = restored_home(self._home, restored)
        self._identity = load_or_make_identity(keys / IDENTITY_FILE, order.unlock)
        store_key = load_or_make_store_key(keys / KEY_FILE, order.unlock)
        self._store = _opened(keys / STORE_FILE, store_key)
        spares = spare_bots(self._home)
        self._bots = KeptBots(self._identity.public_key, order.name, self._wished_bots(), spares)
        self._stand_ins = StandIns(self._bots, self._store, order.interface)
        self._phrase = order.passphrase
        self._bots_way: list[str] = []
        self._watching: set[asyncio.Task[None]] = set()
        self._is_over = False
        self._person: Person | None = None
        self._node: Node | None = None
        self._guide: WindowGuide | None = None

    def run(self) -> None:
        """Sit at the table until it is over or the player leaves."""
        try:
            asyncio.run(self._run())
        finally:
            self._bots.finish(is_over=self._is_over)
            self._store.close()

    def _wished_bots(self) -> list[Bot]:
        """The bots this player brings: new ones, or those of the resumed game."""
        order = self._order
        if not isinstance(order, ReturnToTable):
            return new_bots(self._home, order.bots)
        begin = self._way_back(order).begin
        return bots_of(self._home, begin.setup, begin.peer)

    def _bring_bots(self, address: str, port: int) -> None:
        """Start the bots once the table's address is known."""
        match self._order:
            case OpenTable():
                self._bots_way = ["--join", f"{address}:{port}"]
            case JoinTable(host=host, at_port=there):
                self._bots_way = ["--join", f"{host}:{there}"]
            case FindTable(title=title):
                self._bots_way = ["--find", title]
            case ReturnToTable(game=game):
                self._bots_way = ["--return", game.hex()]
            case _:
                pass  # a newcomer brings nobody
        self._bots.start(self._bots_way, self._phrase)

    async def _run(self) -> None:
        order = self._order
        key = self._identity.public_key
        own = OwnSeats(self._bots.keys)
        showing = Showing(self._pipe.tell, own, aid=order.aid, recalls=self.recalls)
        self._guide = WindowGuide(self._pipe.tell, Orders(order.passes), key, own, showing)
        desk = Desk(self._store, Verifier(SodiumGroup(), os.urandom), self._guide, Measures())
        port = DEFAULT_PORT if order.port is None else order.port
        self._guide.on_listening.append(self._bring_bots)
        self._guide.stand_ins = self._stand_ins
        name = shown_name(order.name)
        self._person = Person(self._identity, name, order.seats, None, self._bots.keys)
        self._node = Node(self._person, desk, ListenPlace(order.interface, port))
        self._guide.sit_at(self._node)
        self._stand_ins.sit_at(self._node)
        running = asyncio.create_task(self._come())
        threading.Thread(
            target=self._read, args=(asyncio.get_running_loop(), running), daemon=True
        ).start()
        with closing_told(self._pipe):
            ended = await running
            if ended is not None:
                self._finish(ended)

    async def _come(self) -> Ended | None:
        """Join the table and play; returns nothing if the result was already reported."""
        return await self._sit(self._route())

    async def _sit(self, way: Route | Returning) -> Ended:
        assert self._guide is not None
        assert self._node is not None
        self._guide.on_listening.append(lambda _host, port: self._stand_ins.listening(port, way))
        return await self._node.run(way)

    def _route(self) -> Route | Returning:
        order = self._order
        match order:
            case OpenTable():
                if order.makes_phrase:
                    self._phrase = fresh_phrase(os.urandom)
                    self._pipe.tell(PhraseMade(self._phrase))
                return TableToOpen(order.title, _terms(order.terms), self._phrase)
            case FindTable():
                return TableToFind(order.title, None, order.passphrase)
            case JoinTable():
                return TableToJoin(order.host, order.at_port, order.passphrase)
            case ReturnToTable():
                return self._way_back(order)
            case _:
                raise AssertionError(order)

    def _way_back(self, order: ReturnToTable) -> Returning:
        for each in unfinished(self._store, self._identity.public_key):
            if setup_hash(each.returning.begin.signed.setup) == order.game:
                return each.returning._replace(agrees=order.agrees)
        raise NothingToReturnTo("game-not-waiting")

    def _read(self, loop: asyncio.AbstractEventLoop, running: "asyncio.Task[Ended | None]") -> None:
        """Runs in a thread: passes orders to the loop; the last one says the window has gone."""
        while True:
            order = self._pipe.receive(None)
            if order is None:
                continue
            try:
                loop.call_soon_threadsafe(self._obey, order, running)
            except RuntimeError:  # the table is over and its loop closed
                return
            if isinstance(order, Leave):
                return

    def _obey(self, order: Order, running: "asyncio.Task[Ended | None]") -> None:
        assert self._guide is not None
        match order:
            case Leave():
                running.cancel()
            case WantRecord() | WantLedger():
                self._tell_of_the_game(order)
            case BackUpSeat():
                self._guide.back_up()
            case _:
                if not self._guide.obeys(order):
                    self._obey_before_the_game(order)

    def _tell_of_the_game(self, order: WantRecord | WantLedger) -> None:
        assert self._node is not None
        if self._node.playing is not None:
            self._pipe.tell(report_on(order, self._node.playing))

    def _obey_before_the_game(self, order: Order) -> None:
        assert self._node is not None
        match order:
            case ChooseSeats():
                self._node.post(events.SeatsChosen(order.seats))
            case ChooseTerms():
                self._node.post(events.TermsChosen(_terms(order.terms)))
            case MarkReady(is_ready=True):
                self._node.post(events.MarkedReady(order.setup_hash))
            case MarkReady():
                self._node.post(events.Unmarked())
            case AcceptKey():
                self._node.post(events.Accepted(order.identity))
            case SeatBot():
                self._seat_bot(order.seats)
            case DismissBot():
                self._bots.dismiss(order.identity)
            case _:
                return

    def _seat_bot(self, seats: tuple[Seat, ...]) -> None:
        """Start a bot and report that it is on its way: its program takes some seconds."""
        key = self._bots.send_spare(seats, self._bots_way, self._phrase)
        if key is None:
            self._pipe.tell(TableNotice("bot-none"))
            return
        self._pipe.tell(BotSent(key, seats))
        watching = asyncio.create_task(self._watch_bot(key))
        self._watching.add(watching)
        watching.add_done_callback(self._watching.discard)

    async def _watch_bot(self, key: bytes) -> None:
        """Until the game begins, report when a bot has ended."""
        assert self._node is not None
        while self._node.playing is None:
            if not self._bots.is_running(key):
                self._pipe.tell(BotEnded(key))
                return
            await asyncio.sleep(_AGAIN_S)

    def _finish(self, ended: Ended) -> None:
        playing = ended.playing
        self._is_over = playing is not None
        if playing is None:
            self._pipe.tell(TableClosed(ended.reason))
            return
        try:
            path = keep(self._home, playing.game())
        except CannotWrite as error:  # the store has noted that it is over
            self._pipe.tell(Broken(fault_words(error), waits=False))
            return
        proceedings = playing.referee.proceedings
        by = playing.wrongdoer
        code = None if playing.accused is None else playing.accused.code
        is_short = ended.reason.startswith(("unsigned.", "unaudited."))
        self._pipe.tell(
            GameOver(
                proceedings.result or ended.reason, proceedings.game.state.cause, str(path), code,
                ended.reason if is_short else "",
                "" if by is None else playing.begin.setup.peers[by].name,
            )
        )  # fmt: skip


def _terms(terms: Terms) -> events.Terms:
    return events.Terms(
        terms.edition,
        dict(terms.switches),
        audit=terms.audit,
        onlookers=terms.onlookers,
        clock_s=terms.clock_s,
        recovery=terms.recovery,
        bots_across=terms.bots_across,
        aid=terms.aid,
        delay_ms=terms.delay_ms,
    )


def _opened(path: Path, key: bytes) -> Store:
    """Open the store; retried, since another worker may still be closing it."""
    for _ in range(_TRIES):
        try:
            return Store(path, key)
        except StoreInUse:
            time.sleep(_AGAIN_S)
    return Store(path, key)


# Going on from a backup, in the worker.
class Restoring:
    """Watches the game until all of it is here, then opens the backup and stores both."""

    def __init__(self, order: RestoreSeat, pipe: Pipe) -> None:
        self._order = order
        self._pipe = pipe

    def run(self) -> None:
        """Restore the place, unless the player leaves meanwhile."""
        asyncio.run(self._run())

    async def _run(self) -> None:
        order = self._order
        node = GatherNode(Verifier(SodiumGroup(), os.urandom))
        route = TableToJoin(order.host, order.at_port, order.passphrase)
        gathering = asyncio.create_task(node.gather(route, order.interface))
        threading.Thread(
            target=self._read, args=(asyncio.get_running_loop(), gathering), daemon=True
        ).start()
        try:
            with closing_told(self._pipe):
                await self._restore(gathering)
        except BorgoError as error:
            self._pipe.tell(TableClosed("not-restored", fault_words(error)))

    async def _restore(self, gathering: "asyncio.Task[Gathered]") -> None:
        gathered = await gathering
        if gathered.watched.reason != GATHERED:
            self._pipe.tell(TableClosed(gathered.watched.reason))
            return
        self._pipe.tell(await asyncio.to_thread(self._keep, gathered))

    def _read(self, loop: asyncio.AbstractEventLoop, gathering: "asyncio.Task[Gathered]") -> None:
        """Runs in a thread: the only possible order is to leave."""
        while not isinstance(self._pipe.receive(None), Leave):
            pass
        try:
            loop.call_soon_threadsafe(gathering.cancel)
        except RuntimeError:  # it is done and the loop closed
            return

    def _keep(self, gathered: Gathered) -> SeatRestored:
        backup = opened(self._order.words, gathered)
        assert gathered.proceedings is not None
        game = gathered.proceedings.setup_hash
        folder = "" if self._is_ours(backup) else game.hex()
        home, unlock = restored_home(Path(self._order.home), folder), self._order.unlock
        keep_identity(home / IDENTITY_FILE, backup.identity_secret, unlock)
        store = Store(home / STORE_FILE, load_or_make_store_key(home / KEY_FILE, unlock))
        try:
            keep_restored(store, gathered, backup)
        finally:
            store.close()
        return SeatRestored(game, folder)

    def _is_ours(self, backup: BackedUp) -> bool:
        path = Path(self._order.home) / IDENTITY_FILE
        ours = load_or_make_identity(path, self._order.unlock)
        return ours.public_key == backup.identity.public_key
