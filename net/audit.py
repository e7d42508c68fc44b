"""The audit of a game whose seeds are open: everything secret is made anew and compared (A-2).

1. It watches a game being followed, entry by entry, with the seeds in hand; it changes nothing.
2. What a seed makes otherwise than it was sent is no cheat in itself: the proofs stand without it
   (A-3, "not reproducible"). What was opened wrongly in private, or sealed as two things, is.
3. With all seeds every hidden card has a face, and the engine's own audit judges every answer, also
   those that no proof covers.
"""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from engine.audit import Breach
from engine.audit import audit as judge_record
from engine.ids import SlotId
from engine.knowledge import Knowledge
from engine.record import Record, members
from engine.requests import Conceal, Request, Shuffle
from net.crypto.commitment import commit
from net.crypto.faults import OpeningMismatch, PeerFault, Unprovable
from net.errors import LocalMistake
from net.fairness.exchange import Exchange
from net.fairness.ledger import Ledger
from net.fairness.opening import Showing
from net.fairness.vault import Owner
from net.log.chain import FIRST_EPOCH
from net.obligations import PeerVault, Placing
from net.parts import Hearing
from net.proceedings import Proceedings, Settled, Stage


class AuditFinding(Struct, frozen=True):
    """Something the seeds show: where, of whom, and whether it is an offence."""

    index: int
    peer: int
    words: str
    is_offence: bool


class Audit:
    """A game being audited while it is followed."""

    def __init__(self, proceedings: Proceedings, seeds: Mapping[int, bytes]) -> None:
        self.findings: list[AuditFinding] = []
        self.values: Knowledge = {}
        self.answers: list[Any] = []
        self._proceedings = proceedings
        self._seeds = seeds
        self._vaults: dict[int, PeerVault] = {}
        self._joint: int | None = None  # the sum of all x, if all seeds are there
        proceedings.inspectors.append(self._inspect)
        proceedings.watchers.append(self._settled)

    @property
    def unaudited(self) -> list[int]:
        """The peers whose seeds are missing, or are not those of their keys."""
        return [peer for peer in self._proceedings.roster.peers if peer not in self._vaults]

    def record(self) -> Record:
        """The engine's record of the game: its answers, and every hidden value that is open."""
        setup = self._proceedings.setup.for_engine()
        return Record(setup, tuple(self.answers), tuple(self.values.items()))

    def breaches(self) -> tuple[Breach, ...]:
        """Every answer that its seat was not allowed to give, now that everything is open."""
        return judge_record(self.record())

    def _inspect(self, hearing: Hearing) -> None:
        for part in hearing.parts:
            exchange, vault = hearing.exchanges[part.exchange], self._vaults.get(part.peer)
            if vault is None or not isinstance(exchange, Exchange):
                continue
            if not exchange.remakes(vault, part.step):
                self._note(part.peer, "randomness that does not come from the seed")
            if isinstance(exchange, Showing):
                self._judge_shown(exchange, vault)

    def _judge_shown(self, exchange: Showing, giver: PeerVault) -> None:
        """C-18: what one peer alone could judge when it was shown."""
        receiver = self._vaults.get(exchange.receiver)
        if receiver is None:
            return
        try:
            exchange.learn(receiver)
            if not exchange.reseals(giver, receiver):
                self._note(giver.peer, "a box that does not come from the seed")
        except PeerFault as fault:
            self._note(giver.peer, f"something else was shown in private: {fault}", offence=True)

    def _settled(self, settled: Settled) -> None:
        if settled.stage is Stage.OPENING:
            self._open_vaults()
        if settled.request is None:
            return
        joined = members(settled.request)
        is_single = len(joined) == 1 and joined[0] is settled.request
        self.answers.append(settled.answers[0] if is_single else tuple(settled.answers))
        for member, exchange in zip(joined, settled.exchanges, strict=True):
            assert isinstance(exchange, Exchange)
            self._read(member, exchange, settled.index)

    def _open_vaults(self) -> None:
        """Take the seeds that are those of the keys; a wrong one is named where it was opened."""
        proceedings = self._proceedings
        assert proceedings.keys is not None
        group = proceedings.verifier.group
        for peer, seed in self._seeds.items():
            owner = Owner(proceedings.chain.game_id, FIRST_EPOCH, peer)
            vault = PeerVault(group, seed, proceedings.verifier.entropy, owner)
            if vault.keys == proceedings.keys[peer]:
                self._vaults[peer] = vault
        if not self.unaudited:
            secrets = (vault.game.identity for vault in self._vaults.values())
            self._joint = sum(secrets) % group.order

    def _read(self, request: Request[Any], exchange: Exchange, index: int) -> None:
        """Open what a request has hidden."""
        if isinstance(request, Shuffle):
            self.values.update(self._faces(exchange.ledger, request.new))
        if not isinstance(request, Conceal):
            return
        vault = self._vaults.get(exchange.steps[0].peer)
        if vault is None:
            return
        try:
            self.values.update(exchange.learn(vault))
            if isinstance(exchange, Placing):
                self._judge_laid(exchange, vault, index)
        except (Unprovable, LocalMistake):
            self._note(vault.peer, "a sealed choice that does not come from the seed", index)

    def _judge_laid(self, exchange: Placing, vault: PeerVault, index: int) -> None:
        """22.1: a seal that does not fit its twin, of a card that may never be opened."""
        laid = exchange.trail.laid.get(exchange.request.slot)
        if laid is None:
            return
        trail = vault.trail(exchange.trail.codes)
        try:
            trail.check(laid)
        except OpeningMismatch:
            words = "a card sealed as something else than was proved"
            self._note(vault.peer, words, index, offence=True)
        location = trail.location(laid)
        if commit(trail.group, location.opening) != laid.location:
            self._note(vault.peer, "a location that does not come from the seed", index)

    def _faces(self, ledger: Ledger, slots: tuple[SlotId, ...]) -> Knowledge:
        """A-2: every held and every undrawn card, as far as the seeds are there."""
        found: Knowledge = {}
        for slot in slots:
            card = ledger.card(slot)
            secret = self._joint
            if card.holder is not None:
                vault = self._vaults.get(card.holder)
                secret = None if vault is None else vault.game.identity
            if card.code is None and secret is None:
                continue
            payload = card.payload
            if secret is not None:
                unlocked = ledger.group.multiply(secret, card.mask)
                payload = ledger.group.subtract(payload, unlocked)
            code = ledger.codes.read(card.deck, payload)
            face = None if code is None else ledger.codes.card(code)
            if face is not None:
                found[slot] = face
        return found

    def _note(
        self, peer: int, words: str, index: int | None = None, *, offence: bool = False
    ) -> None:
        place = self._proceedings.chain.index if index is None else index
        self.findings.append(AuditFinding(place, peer, words, offence))
