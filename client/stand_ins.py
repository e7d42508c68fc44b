"""Bots that our player lets stand in for who is gone: programs of their own (22.15).

1. One comes to the table as any newcomer, offers itself, and only then we name it: a program that
   never comes is never named.
2. It gets the table's key instead of the passphrase, which a player who came back does not have.
3. For whom which was sent is kept with the game. It ends with its keeper, and is started again when
   its keeper comes back.
"""

from collections.abc import Sequence

import msgspec

from client.absences import can_be_filled
from client.table_bots import KeptBots
from net.crypto.hashing import setup_hash
from net.edge.coming_back.resume import Returning
from net.edge.desk import Waited
from net.edge.finding.discovery import LOOPBACK
from net.edge.node import Node
from net.edge.storing.store import Store
from net.peer.replacement_vote import TakeOverWished

_NAME = "stand-ins"


class StandIns:
    """The bots that stand in at one table; `interface` is the only one we listen at, if any."""

    def __init__(self, bots: KeptBots, store: Store, interface: str | None) -> None:
        self._bots = bots
        self._store = store
        self._interface = interface
        self._port = 0
        self._node: Node | None = None
        self._sent: dict[int, bytes] = {}  # which is to have whose place

    def sit_at(self, node: Node) -> None:
        """Where our player sits."""
        self._node = node

    def listening(self, port: int, way: object) -> None:
        """Where a bot finds us; who stood in for somebody when we were last here is sent again."""
        self._port = port
        if not isinstance(way, Returning):
            return
        game = setup_hash(way.begin.signed.setup)
        self._sent = self._kept(game)
        for key in self._sent.values():
            words = ["--return", game.hex(), *self._way()]
            self._bots.send_stand_in(words, way.whereabouts.key, key)

    def send_for(self, peer: int) -> bool:
        """Let a bot come that is to have a place, if none is on its way; whether there is one."""
        assert self._node is not None
        assert self._node.playing is not None
        before = self._sent.get(peer, b"")
        seated = self._node.playing.referee.proceedings.roster.identities
        if before not in seated and self._bots.is_running(before):
            return True
        key = self._bots.send_stand_in(self._way(), self._node.table_key)
        if key is not None:
            self._sent[peer] = key
            kept = msgspec.msgpack.encode(self._sent)
            self._store.keep_secret(self._node.playing.id, _NAME, kept)
        return key is not None

    def wishes(self, waited: Sequence[Waited]) -> list[TakeOverWished]:
        """Name who has come, for the place it was sent for."""
        found = []
        for each in waited:
            key, absence = self._sent.get(each.peer), each.absence
            has_come = any(key == offer.identity for offer in each.offers)
            if key is None or absence is None or not has_come or not can_be_filled(each):
                continue
            if key not in absence.agreed:
                found.append(TakeOverWished(absence.request, each.peer, key))
        return found

    def _way(self) -> list[str]:
        where = self._interface or LOOPBACK
        only = [] if self._interface is None else ["--interface", self._interface]
        return ["--stand-in", "--join", f"{where}:{self._port}", *only]

    def _kept(self, game: bytes) -> dict[int, bytes]:
        kept = self._store.secret(game, _NAME)
        return {} if kept is None else msgspec.msgpack.decode(kept, type=dict[int, bytes])
