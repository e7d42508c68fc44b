"""The public game as an onlooker follows it, and goes back where the players did not go on.

1. A player never goes past a request that it has helped to end or to call void. An onlooker, who
   signs nothing, may have all its answers and go on before it hears so; then it goes back.
2. It goes back for an early end that all have signed who must (22.8), and where a player's entry
   or head stands on another parent than its own (22.9).
3. What it verified is not proved again. It goes back so often and no more: whoever lies about
   parents is for the players to find.
"""

from collections.abc import Callable
from typing import Any

from net.crypto.faults import PeerFault
from net.crypto.parties import Verifier
from net.game.early_end import EarlyEnd
from net.game.replica import Proceedings, Watcher
from net.limits import MOST_REREADINGS
from net.log.chain import Finding
from net.log.entry import Entry
from net.mesh.gossip import Gossip
from net.wire.messages import HaveHeads
from net.wire.table_setup import TableSetup


class Following:
    """One game, as far as it was followed."""

    def __init__(self, setup: TableSetup, verifier: Verifier, watcher: Watcher) -> None:
        self._verifier = verifier
        self._watcher = watcher
        self._is_verified = False  # what is taken now was judged before
        self._finals: dict[int, EarlyEnd] = {}  # of requests that we have gone past
        self._times = 0
        self._begin(setup)

    def take(self, encoded: bytes) -> tuple[Entry, Finding] | None:
        """Take an entry, or nothing if nobody at the table signed it; PeerMisbehaved if wrong."""
        try:
            entry = self.proceedings.read(encoded)
        except PeerFault:
            return None  # L-5: evidence against nobody
        chain = self.proceedings.chain
        finding = self.proceedings.take(entry)
        if finding is Finding.CONTROL:
            chain.keep_control(entry)
        if finding is Finding.FINAL and entry.index < chain.index:
            self._heard_of_an_end(entry)
        if finding is Finding.HELD:
            self.compare(entry.index, entry.parent)
        return entry, finding

    def compare(self, index: int, parent: bytes) -> None:
        """A player stands on this parent: if ours is another, the request before it was another."""
        if index > 0 and self.proceedings.chain.agrees(index, parent) is False:
            self._go_back(index - 1)

    def return_head(self) -> HaveHeads:
        """How far we are after going back, to be told once."""
        self.has_gone_back = False
        return self.gossip.head()

    def _begin(self, setup: TableSetup) -> None:
        verifier = Verifier(self._verifier.group, self._verifier.entropy, self._check)
        self.proceedings = Proceedings(setup, verifier)
        self.gossip = Gossip(self.proceedings.chain, self.proceedings.setup_hash)
        self.has_gone_back = False  # since this was last looked at
        if not self._is_verified:
            self.proceedings.watchers.append(self._watcher)

    def _check(self, check: Callable[..., Any], arguments: tuple[Any, ...]) -> None:
        if not self._is_verified:
            check(self._verifier, *arguments)

    def _heard_of_an_end(self, entry: Entry) -> None:
        """A FINAL in place of a request that we have gone past; if all signed it, that is how."""
        end = self._finals.setdefault(entry.index, EarlyEnd(self.proceedings.roster.size))
        try:
            end.take(entry, self.proceedings.decode(entry))
        except PeerFault:
            return
        if (agreed := end.agreed()) is not None:
            self._go_back(entry.index)
            for final in agreed[1]:
                self.proceedings.take(final)

    def _go_back(self, index: int) -> None:
        """Read what we have again, up to a request; what follows comes from the others."""
        if self._times >= MOST_REREADINGS:
            return
        self._times += 1
        before = self.proceedings.chain
        entries = [
            entry
            for number in range(index)
            for entry in (*before.entries(number), *before.beside(number))
        ]
        self._is_verified = True
        self._begin(self.proceedings.setup)
        for entry in entries:
            if self.proceedings.take(entry) is Finding.CONTROL:
                self.proceedings.chain.keep_control(entry)
        self._is_verified = False
        self.proceedings.watchers.append(self._watcher)
        self.has_gone_back = True
