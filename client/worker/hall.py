"""The worker of the screens before a game: the player's keys, nearby tables, unfinished games.

1. The store is open only while it is read, because a table that is entered needs it for itself.
2. Keys are made, locked and unlocked here; the window never has them.
"""

import asyncio
import threading
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path

from client.commands.identity import relock
from client.home import SOLO_FOLDER, restored_folders, restored_home
from client.new_passphrase import check_phrase
from client.player_files import KEY_FILES
from client.records.archive import Noted, VerdictBook
from client.records.game_files import read_game
from client.records.reading import digest_of, seats_in
from client.words.words import fault_words
from client.worker.hall_values import (
    EnterHall,
    Examine,
    Examined,
    GamesFound,
    KeysFailed,
    KeysKnown,
    KeysShut,
    LockKeys,
    NoLooking,
    OpenGame,
    PutAway,
    TableRow,
    TablesFound,
    UnlockKeys,
)
from client.worker.pipe import Pipe
from client.worker.values import Leave, Order
from engine.errors import BorgoError
from engine.record import Record, older_rules
from engine.record_file import from_bytes
from engine.versions import TooNew
from net.crypto.hashing import setup_hash
from net.crypto.keys import Identity
from net.crypto.secrecy import Unlocking
from net.edge.coming_back.resume import Unfinished, too_new, unfinished
from net.edge.finding.diagnosis import ThisMachine, diagnose, examine
from net.edge.finding.discovery import NoDiscovery
from net.edge.finding.short_codes import read_address
from net.edge.finding.table_list import ListedTable, TableList
from net.edge.people.shown_names import spoken_key
from net.edge.storing.private_files import (
    PassphraseNeeded,
    PrivateFileError,
    WrongPassphrase,
    is_locked,
    load_or_make_identity,
    load_or_make_store_key,
    unlocking_of,
)
from net.edge.storing.store import FILE_NAME as STORE_FILE
from net.edge.storing.store import Store
from net.edge.storing.store_file import StoreInUse
from net.edge.transport.sockets import DEFAULT_PORT

# A table that was just left may need some seconds until its bots have ended and its store is free.
_TRIES, _AGAIN_S = 24, 0.5
# So many games alone are run through at a time to see whether they ended, which is noted for good.
_MOST_RUN = 12


class Hall:
    """Serves the screens before the game until the window goes on."""

    def __init__(self, order: EnterHall, pipe: Pipe) -> None:
        self._home = Path(order.home)
        self._unlock = order.unlock
        self._order = order
        self._pipe = pipe
        self._identity: Identity | None = None
        self._orders: asyncio.Queue[Order] = asyncio.Queue()
        self._told: tuple[OpenGame, ...] = ()  # the games that were listed last
        self._too_new: TooNew | None = None  # why one that waits is not among them

    def run(self) -> None:
        """Work until the window leaves."""
        asyncio.run(self._run())

    async def _run(self) -> None:
        threading.Thread(target=self._read, args=(asyncio.get_running_loop(),), daemon=True).start()
        await asyncio.to_thread(self._open_keys, is_tried=self._unlock is not None)
        looking = asyncio.create_task(self._look()) if self._order.looks else None
        telling = asyncio.create_task(self._tell_games()) if self._order.looks else None
        try:
            order: Order | None = None
            while not isinstance(order, Leave):
                order = None  # while nothing is ordered nobody holds a passphrase
                order = await self._orders.get()
                anew = await self._obey(order)
                if anew is not None and telling is not None:
                    telling.cancel()  # what it has found may be true no more
                telling = anew or telling
        finally:
            for task in (looking, telling):
                if task is not None:
                    task.cancel()
                    await asyncio.gather(task, return_exceptions=True)

    def _read(self, loop: asyncio.AbstractEventLoop) -> None:
        """Runs in a thread: passes orders to the loop; the last one says the window has gone."""
        order: Order | None = None
        while not isinstance(order, Leave):
            order = None  # as above
            order = self._pipe.receive(None)
            if order is None:
                continue
            try:
                loop.call_soon_threadsafe(self._orders.put_nowait, order)
            except RuntimeError:  # the hall is closed
                return

    async def _obey(self, order: Order) -> "asyncio.Task[None] | None":
        match order:
            case UnlockKeys():
                await asyncio.to_thread(self._try, order.passphrase)
                return asyncio.create_task(self._tell_games()) if self._order.looks else None
            case LockKeys():
                await asyncio.to_thread(self._lock, order)
            case Examine():
                await self._examine(order)
            case PutAway():
                return await self._put_away(order.game)
            case _:
                pass
        return None

    # The keys

    def _try(self, passphrase: str) -> None:
        """Derive the key from a passphrase; the passphrase is kept no longer than that takes."""
        with suppress(PrivateFileError):  # what is wrong shows when they are opened
            self._unlock = self._unlocking_of(passphrase)
        self._open_keys(is_tried=True)

    def _unlocking_of(self, passphrase: str) -> Unlocking:
        """Unlock the player's keys, and those of restored places that the passphrase opens."""
        found = unlocking_of(passphrase, (self._home / name for name in KEY_FILES))
        for folder in restored_folders(self._home):
            paths = [restored_home(self._home, folder) / name for name in KEY_FILES]
            with suppress(PrivateFileError):
                found = Unlocking((*found.keys, *unlocking_of(passphrase, paths).keys))
        return found

    def _open_keys(self, *, is_tried: bool) -> None:
        """Load or make the player's key, and report its fingerprint words."""
        path, store_path = (self._home / name for name in KEY_FILES)
        try:
            locked = is_locked(path)
            self._identity = load_or_make_identity(path, self._unlock if locked else None)
            is_new = not store_path.exists()
            opens = self._unlock if is_locked(store_path) or (is_new and locked) else None
            load_or_make_store_key(store_path, opens)
            words = spoken_key(self._identity.public_key)
            self._pipe.tell(KeysKnown(words, locked, self._unlock if locked else None))
        except (PassphraseNeeded, WrongPassphrase):
            self._unlock = self._identity = None
            self._pipe.tell(KeysShut(is_wrong=is_tried))
        except BorgoError as error:
            self._pipe.tell(KeysFailed(fault_words(error)))

    def _lock(self, order: LockKeys) -> None:
        try:
            if order.new is not None:
                check_phrase(order.new)
            relock(self._home, order.old, order.new)
            self._unlock = None if order.new is None else self._unlocking_of(order.new)
        except (PassphraseNeeded, WrongPassphrase):
            self._pipe.tell(KeysShut(is_wrong=True))
            return
        except BorgoError as error:
            self._pipe.tell(KeysFailed(fault_words(error)))
            return
        self._open_keys(is_tried=False)

    # Tables

    async def _look(self) -> None:
        tables = TableList(self._tell_tables, self._order.interface)
        try:
            await tables.start()
            await asyncio.Event().wait()
        except NoDiscovery as error:
            self._pipe.tell(NoLooking(fault_words(error)))
        finally:
            await tables.close()

    def _tell_tables(self, tables: list[ListedTable]) -> None:
        self._pipe.tell(TablesFound(tuple(map(_row, tables))))

    async def _examine(self, order: Examine) -> None:
        try:
            address = read_address(order.address) if order.address else None
            findings = await examine(ThisMachine(self._order.interface), address)
        except (BorgoError, OSError) as error:
            self._pipe.tell(Examined((), DEFAULT_PORT, fault_words(error)))
            return
        found = tuple((it.ailment.value, it.about, it.why) for it in diagnose(findings))
        self._pipe.tell(Examined(found, DEFAULT_PORT))

    # Games that are not over

    async def _put_away(self, game: OpenGame) -> "asyncio.Task[None] | None":
        """Take a game off the list of unfinished ones, then report which are left."""
        try:
            await asyncio.to_thread(self._end_table if game.game else self._end_alone, game)
        except BorgoError as error:
            self._pipe.tell(GamesFound(self._told, fault_words(error)))
            return None
        return asyncio.create_task(self._tell_games())

    def _end_alone(self, game: OpenGame) -> None:
        VerdictBook(self._home).put_away(digest_of(read_game(Path(game.path))))

    def _end_table(self, game: OpenGame) -> None:
        with closing(self._store_in(restored_home(self._home, game.restored))[0]) as store:
            store.end_game(game.game, "left")

    async def _tell_games(self) -> None:
        alone, newer = await asyncio.to_thread(self._alone)
        for attempt in range(_TRIES):
            self._too_new = newer
            found, faults = await asyncio.to_thread(self._at_tables)
            is_in_use = any(isinstance(each, StoreInUse) for each in faults)
            if is_in_use and attempt == 0:  # what can be read waits for nobody
                self._tell_found(found + alone)
            elif not is_in_use or attempt == _TRIES - 1:
                self._tell_found(found + alone, next(iter(faults), self._too_new))
                return
            await asyncio.sleep(_AGAIN_S)

    def _tell_found(self, games: list[OpenGame], fault: BorgoError | None = None) -> None:
        self._told = tuple(sorted(games, key=lambda each: each.when, reverse=True))
        self._pipe.tell(GamesFound(self._told, "" if fault is None else fault_words(fault)))

    def _at_tables(self) -> tuple[list[OpenGame], list[BorgoError]]:
        """The games in every store that can be read, and what is wrong with the others."""
        found: list[OpenGame] = []
        faults: list[BorgoError] = []
        folders = () if self._identity is None else ("", *restored_folders(self._home))
        for folder in folders:
            try:
                found += self._waiting_in(folder)
            except BorgoError as error:
                faults.append(error)
        return found, faults

    def _waiting_in(self, folder: str) -> list[OpenGame]:
        """The games of the player's own store, or of a place that was restored from a backup."""
        home = restored_home(self._home, folder)
        if not (home / STORE_FILE).exists():
            return []
        store, identity = self._store_in(home)
        with closing(store):
            self._too_new = self._too_new or too_new(store)
            return [_open_game(each, folder) for each in unfinished(store, identity.public_key)]

    def _store_in(self, home: Path) -> tuple[Store, Identity]:
        opens = [self._unlock if is_locked(home / name) else None for name in KEY_FILES]
        identity = load_or_make_identity(home / KEY_FILES[0], opens[0])
        key = load_or_make_store_key(home / KEY_FILES[1], opens[1])
        return Store(home / STORE_FILE, key), identity

    def _alone(self) -> tuple[list[OpenGame], TooNew | None]:
        """The unfinished games alone, and why the newest other one cannot go on."""
        book, found, runs = VerdictBook(self._home), [], 0
        newer: TooNew | None = None
        for path in self._files_alone():
            noted = Noted()
            try:
                file = read_game(path)
                digest = digest_of(file)
                noted = book.find(digest)
                record = from_bytes(file)
                if noted.outcome is None and runs < _MOST_RUN:
                    runs += 1
                    noted = book.look_at(digest, record)
            except TooNew as error:
                newer = newer or (None if noted.outcome or noted.is_put_away else error)
                continue
            except BorgoError:
                continue  # one that cannot be read is for the chronicles
            if noted.outcome == "" and noted.verdict != "violation" and not noted.is_put_away:
                found.append(_alone_game(path, record))
        return found, newer

    def _files_alone(self) -> Iterator[Path]:
        """The files of games alone, the newest first."""
        files = sorted((self._home / SOLO_FOLDER).glob("*.borgo"), key=_written, reverse=True)
        return filter(lambda path: seats_in(path.stem), files)


def _row(table: ListedTable) -> TableRow:
    return TableRow(
        table.table.hex(), table.name, table.state.value, table.host, table.port, table.code,
        table.needs_passphrase, table.edition, table.seats_free, table.why,
    )  # fmt: skip


def _open_game(game: Unfinished, restored: str) -> OpenGame:
    begin = game.returning.begin
    return OpenGame(
        game.began_at, begin.setup.edition, game.requests, game.names,
        begin.setup.peers[begin.peer].seats, game=setup_hash(begin.signed.setup),
        restored=restored,
        wrongdoer="" if game.stopped_by is None else game.names[game.stopped_by],
        older=older_rules(begin.setup.for_engine()),
    )  # fmt: skip


def _alone_game(path: Path, record: Record) -> OpenGame:
    setup = record.setup
    return OpenGame(
        _written(path), setup.edition, len(record.answers), seats=seats_in(path.stem),
        path=str(path), older=older_rules(setup),
    )  # fmt: skip


def _written(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0


def serve_hall(order: EnterHall, pipe: Pipe) -> None:
    """Serve the screens before the game until the window leaves."""
    Hall(order, pipe).run()
