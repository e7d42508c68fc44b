"""A place gone on with on this machine, from the words of its backup: gathered, opened, kept (K-5).

1. The player here has a key already, and keeps it: what is restored lies in a folder of its own,
   unless it is the player's own key that comes back.
2. Nothing is kept before the words have opened the backup.
"""

import asyncio
import os
import threading
from pathlib import Path

from client.home import restored_home
from client.words.words import fault_words
from client.worker.table_door import closing_told
from client.worker.table_values import RestoreSeat, SeatRestored, TableClosed
from client.worker.values import Leave
from client.worker.wires import Pipe
from engine.errors import BorgoError
from net.crypto.group import SodiumGroup
from net.crypto.transcript import Verifier
from net.edge.coming_back.backup import (
    GATHERED,
    BackedUp,
    Gathered,
    GatherNode,
    keep_restored,
    opened,
)
from net.edge.finding.route import TableToJoin
from net.edge.storing.private_files import (
    IDENTITY_FILE,
    keep_identity,
    load_or_make_identity,
    load_or_make_store_key,
)
from net.edge.storing.private_files import STORE_KEY_FILE as KEY_FILE
from net.edge.storing.store import FILE_NAME as STORE_FILE
from net.edge.storing.store import Store


class Restoring:
    """Looks on until everything is here, then opens the backup and keeps both."""

    def __init__(self, order: RestoreSeat, pipe: Pipe) -> None:
        self._order = order
        self._pipe = pipe

    def run(self) -> None:
        """Restore, unless the player goes away meanwhile."""
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
        """In a thread: the only order there is now is to leave."""
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
