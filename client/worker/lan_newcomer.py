"""A window that looked on offers to play on for who is gone, and does so when all agree (22.15).

It comes to the table again under the player's own key; what it told the window before stays told.
"""

import os

from client.records.ledger_reader import report_to_onlooker
from client.worker.lan_table import LanTable
from client.worker.lan_watch import PublicEyes, finish_watching
from client.worker.ledger_values import WantLedger
from client.worker.record_values import WantRecord
from client.worker.table_values import TableNotice, WatchTable
from client.worker.wires import Pipe
from net.crypto.group import SodiumGroup
from net.crypto.transcript import Verifier
from net.edge.coming_back.newcomer import StandInNode
from net.edge.coming_back.resume import Returning
from net.edge.finding.route import TableToJoin
from net.edge.node import Ended


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
