"""What one peer's seats learn from settled requests: values by its vault, and who knows them.

1. What is shown to one peer alone is judged by it alone, before anything follows (C-18).
2. A successor replays the game without a vault, notes what its seats may know, and reads it once it
   has the keys. What was shown or sealed to the leaver alone is lost (K-8).
"""

from collections.abc import Sequence
from typing import Any

from engine.knowledge import Knowledge
from engine.record import members
from engine.requests import Request
from engine.witness import Witness, lesson
from net.crypto.faults import PeerFault
from net.errors import LocalMistake
from net.fairness.exchange import Exchange
from net.fairness.opening import Showing
from net.fairness.vault import Vault
from net.log.evidence import faulty
from net.parts import Answering, Hearing
from net.proceedings import Proceedings


class Lessons:
    """The knowledge of the seats of one peer."""

    def __init__(self, peer: int, proceedings: Proceedings) -> None:
        self.witness = Witness()
        self._peer = peer
        self._game = proceedings

    def inspect(self, hearing: Hearing, vault: Vault | None) -> None:
        """C-18: judge what was shown to us; PeerMisbehaved if it is wrong."""
        entries = self._game.chain.entries(self._game.chain.index)
        for part in hearing.parts:
            exchange = hearing.exchanges[part.exchange]
            if isinstance(exchange, Showing):
                try:
                    self._learned(exchange, vault)
                except PeerFault as fault:
                    raise faulty(entries[part.number], fault) from fault

    def learn(
        self, request: Request[Any], exchanges: Sequence[Answering], vault: Vault | None
    ) -> None:
        """A request of the rules is settled."""
        ours = self._game.roster.seats[self._peer]
        for member, exchange in zip(members(request), exchanges, strict=True):
            assert isinstance(exchange, Exchange)
            self.witness.values.update(self._learned(exchange, vault))
            learned = lesson(member)
            if learned is not None and learned[0] in ours:
                self.witness.attend(member)

    def catch_up(self, vault: Vault) -> None:
        """K-2: read what our seats hold, now that we have the keys."""
        ledger = self._game.ledger
        assert ledger is not None
        for seat in self._game.roster.seats[self._peer]:
            for slot in self.witness.missing[seat]:
                if ledger.has_card(slot) and (face := vault.face(ledger, slot)) is not None:
                    self.witness.values[slot] = self.witness.knowledge[seat][slot] = face
            self.witness.missing[seat].clear()

    def _learned(self, exchange: Exchange, vault: Vault | None) -> Knowledge:
        if vault is None:
            return {}
        case = self._game.recovery.interlude.accepted
        if case is None or case.peer != self._peer:
            return exchange.learn(vault)
        try:
            return exchange.learn(vault)
        except (PeerFault, LocalMistake):
            return {}  # made for whoever was here before
