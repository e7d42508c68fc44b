"""The audit of a game whose seeds are open: everything secret is made anew and compared (A-2).

1. It watches a game being followed, entry by entry, with the seeds in hand; it changes nothing.
2. What a seed makes otherwise than it was sent is no cheat in itself: the proofs stand without it
   (A-3, "not reproducible"). What was opened wrongly in private, or sealed as two things, is.
   What was shown in private is judged by its receiver's seed, or else by its giver's, which makes
   it anew: so whoever of the two opens nothing can neither accuse nor deny (C-18).
3. With all seeds every hidden card has a face, and the engine's own audit judges every answer, also
   those that no proof covers. Without some, whoever has opened its own reads again what it read in
   play, and its answers are judged by that; those of the others are not (A-3).
"""

import contextlib
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from engine.audit import Breach
from engine.audit import audit as judge_record
from engine.ids import SlotId
from engine.knowledge import Knowledge
from engine.options import HandOption
from engine.record import Record, members
from engine.requests import Conceal, Request, Reveal, Shuffle
from net.crypto.commitment import commit
from net.crypto.faults import OpeningMismatch, PeerFault, Unprovable
from net.crypto.transcript import Verifier
from net.errors import LocalMistake
from net.fairness.cards.codes import Deck
from net.fairness.cards.exchange import Exchange
from net.fairness.cards.ledger import Ledger
from net.fairness.cards.opening import Showing
from net.fairness.cards.vault import Owner
from net.fairness.trail.trail_vault import PeerVault
from net.game.pending import Part, PendingRequest, Placing
from net.game.replica import Replica
from net.game.stages import GameStage, Settled
from net.log.chain import FIRST_EPOCH
from net.log.entry import decode_entry
from net.replacement.case import Case
from net.replacement.handover import SuccessorVault, remakes_rotation
from net.wire.bodies import AuditOpened, decode_body


class AuditFinding(Struct, frozen=True):
    """Something the seeds show: where, of whom, and whether it is an offence."""

    index: int
    peer: int
    words: str
    is_offence: bool


class Audit:
    """A game being audited while it is followed."""

    def __init__(self, proceedings: Replica, openings: Mapping[int, AuditOpened]) -> None:
        self.findings: list[AuditFinding] = []
        self.values: Knowledge = {}
        self.answers: list[Any] = []
        self.indexes: list[int] = []  # of the requests that the answers answered
        self.shown: dict[bytes, bool] = {}  # whether a SHOW was right, by hash; as seeds can tell
        self._proceedings = proceedings
        self._openings = openings
        self._vaults: dict[int, PeerVault] = {}
        self._secrets: dict[int, int] = {}  # every x that is known, of the keys of now
        self._replaced: set[int] = set()  # whose first keys nobody's seed gives
        proceedings.inspectors.append(self._inspect)
        proceedings.watchers.append(self._settled)
        proceedings.recovery.seated.append(self._seated)
        proceedings.recovery.rotated.append(self._rotated)

    @property
    def unaudited(self) -> list[int]:
        """The peers whose seeds are missing, or are not those of their keys from first to last."""
        audited = self._vaults.keys() - self._replaced
        return [peer for peer in self._proceedings.roster.peers if peer not in audited]

    def record(self) -> Record:
        """The engine's record of the game: its answers, and every hidden value that is open."""
        setup = self._proceedings.setup.for_engine()
        return Record(setup, tuple(self.answers), tuple(self.values.items()))

    def breaches(self) -> tuple[Breach, ...]:
        """Every answer that its seat was not allowed to give, by what is open now.

        Whose seed is missing is not judged: what it knew is not known (A-3).
        """
        if not self._vaults:
            return ()
        return tuple(self._as_far_as_open(breach) for breach in judge_record(self.record()))

    def _as_far_as_open(self, breach: Breach) -> Breach:
        roster = self._proceedings.roster
        is_seats = roster.is_seat(breach.seat)
        is_open = not is_seats or roster.peer_of(breach.seat) in self._vaults
        return breach if is_open else replace(breach, missing=True)

    def _inspect(self, hearing: PendingRequest) -> None:
        for part in hearing.parts:
            exchange, vault = hearing.exchanges[part.exchange], self._vaults.get(part.peer)
            if not isinstance(exchange, Exchange):
                continue
            if self._is_leavers(part.peer, part.number):
                vault = None
            if vault is not None and not exchange.remakes(vault, part.step):
                self._note(part.peer, "randomness that does not come from the seed")
            if isinstance(exchange, Showing):
                self._judge_shown(exchange, part, vault)

    def _is_leavers(self, peer: int, part: int) -> bool:
        """Whether a part was answered by somebody who was then replaced, and whose seed is lost."""
        case = self._proceedings.recovery.interlude.accepted
        return case is not None and case.peer == peer and part not in case.void_parts()

    def _judge_shown(self, exchange: Showing, part: Part, giver: PeerVault | None) -> None:
        """C-18: what one peer alone could judge when it was shown.

        Before protocol 2 it takes both seeds. Not judged is what was shown to somebody who left
        before the request was over: the box may be for the keys before, or for those after.
        """
        chain, case = self._proceedings.chain, self._proceedings.recovery.interlude.accepted
        is_gone = case is not None and case.peer == exchange.receiver
        receiver = None if is_gone else self._vaults.get(exchange.receiver)
        if giver is None and not exchange.is_repeatable:
            return
        if receiver is not None:
            is_right = self._is_read(exchange, part.peer, receiver)
            if giver is not None and is_right and not exchange.reseals(giver, receiver):
                self._note(part.peer, "a box that does not come from the seed")
        elif giver is not None and exchange.is_repeatable and not is_gone:
            is_right = exchange.remakes(giver, part.step)
        else:
            return
        for entry in chain.entries(chain.index):
            if entry.part == part.number:
                self.shown[entry.hash] = is_right

    def _is_read(self, exchange: Showing, giver: int, receiver: PeerVault) -> bool:
        try:
            exchange.learn(receiver)
        except PeerFault as fault:
            self._note(giver, f"something else was shown in private: {fault}", offence=True)
            return False
        return True

    def _settled(self, settled: Settled) -> None:
        if settled.stage is GameStage.OPENING:
            self._open_vaults()
        if settled.stage is GameStage.RESHUFFLING and self._proceedings.ledger is not None:
            ledger = self._proceedings.ledger
            for deck in Deck:
                self.values.update(self._faces(ledger, ledger.unseen(deck)))
        if settled.request is None:
            return
        joined = members(settled.request)
        is_single = len(joined) == 1 and joined[0] is settled.request
        self.answers.append(settled.answers[0] if is_single else tuple(settled.answers))
        self.indexes.append(settled.index)
        for number, (member, exchange) in enumerate(zip(joined, settled.exchanges, strict=True)):
            assert isinstance(exchange, Exchange)
            self._read(member, exchange, settled.index)
            for slot, value in _shown(member, settled.answers[number]):
                self.values.setdefault(slot, value)

    def _open_vaults(self) -> None:
        """Take the seeds that are those of the keys; a wrong one is named where it was opened."""
        proceedings = self._proceedings
        assert proceedings.keys is not None
        for peer, opening in self._openings.items():
            keys = proceedings.keys[peer]
            vault = self._vault(peer, opening, FIRST_EPOCH)
            if vault is not None and vault.keys == keys:
                self._vaults[peer] = vault
                self._secrets[peer] = vault.game.identity
            for rebuilt in opening.scalars:
                if proceedings.verifier.group.base_multiply(rebuilt.identity) == keys.identity:
                    self._secrets[peer] = rebuilt.identity

    def _vault(self, peer: int, opening: AuditOpened, epoch: int) -> SuccessorVault | None:
        seeds = [each.seed for each in opening.seeds if each.epoch == epoch]
        if not seeds:
            return None
        proceedings = self._proceedings
        owner = Owner(proceedings.chain.game_id, epoch, peer)
        verifier = proceedings.verifier
        return SuccessorVault(verifier.group, seeds[0], verifier.entropy, owner)

    def _seated(self, case: Case) -> None:
        """K-8: from now on a peer's answers come from the seed of its successor."""
        peer, epoch = case.peer, self._proceedings.chain.epoch + 1
        self._replaced.add(peer)
        self._vaults.pop(peer, None)
        opening = self._openings.get(peer)
        vault = None if opening is None else self._vault(peer, opening, epoch)
        if opening is not None and vault is not None and opening.scalars:
            rebuilt = opening.scalars[0]
            vault.borrow((rebuilt.identity, rebuilt.back, rebuilt.coin))
            self._vaults[peer] = vault

    def _rotated(self, case: Case) -> None:
        """K-9: the successor has keys of its own."""
        self._secrets.pop(case.peer, None)
        vault = self._vaults.get(case.peer)
        if isinstance(vault, SuccessorVault):
            proceedings = self._proceedings
            moment = proceedings.recovery.interlude.moment(case.peer, proceedings.chain.epoch + 1)
            if not remakes_rotation(proceedings.verifier.group, vault, moment, case):
                self._note(case.peer, "randomness that does not come from the seed")
            vault.rotate()
            self._secrets[case.peer] = vault.game.identity

    def _joint(self) -> int | None:
        """The sum of all x, if all are known."""
        if len(self._secrets) < self._proceedings.roster.size:
            return None
        return sum(self._secrets.values()) % self._proceedings.verifier.group.order

    def _read(self, request: Request[Any], exchange: Exchange, index: int) -> None:
        """Open what a request has hidden."""
        if isinstance(request, Shuffle):
            self.values.update(self._faces(exchange.ledger, request.new))
        elif self._joint() is None:
            self._read_as_played(exchange)
        if not isinstance(request, Conceal):
            return
        vault = self._vaults.get(exchange.steps[0].peer)
        if vault is None or self._is_leavers(vault.peer, exchange.place.first_part):
            return
        try:
            self.values.update(exchange.learn(vault))
            if isinstance(exchange, Placing):
                self._judge_laid(exchange, vault, index)
        except (Unprovable, LocalMistake):
            self._note(vault.peer, "a sealed choice that does not come from the seed", index)

    def _read_as_played(self, exchange: Exchange) -> None:
        """What a peer was dealt, given or shown, as it read that itself: by its own seed."""
        for vault in self._vaults.values():
            with contextlib.suppress(PeerFault, Unprovable, LocalMistake):
                self.values.update(exchange.learn(vault))

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
        joint = self._joint()
        for slot in slots:
            card = ledger.card(slot)
            secret = joint if card.holder is None else self._secrets.get(card.holder)
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


def _shown(request: Request[Any], answer: Any) -> Iterator[tuple[SlotId, str]]:
    """What an answer has proved to everybody, also of a peer whose secrets are lost."""
    option = getattr(answer, "option", answer)
    if isinstance(option, HandOption):
        yield option.slot, option.card
    if not isinstance(request, Reveal) or request.aspect != "card" or request.to is not None:
        return
    for slot, face in zip(request.slots, answer, strict=True):
        chosen, _, card = face.rpartition("=")
        yield slot, chosen or card
        if chosen:
            yield chosen, card


def openings_in(entries: Iterable[bytes], verifier: Verifier) -> dict[int, AuditOpened]:
    """What was opened at the end of a game, as far as it can be read; judged later like all."""
    openings: dict[int, AuditOpened] = {}
    for encoded in entries:
        try:
            entry = decode_entry(encoded)
            if entry.kind != AuditOpened.kind:
                continue
            body = decode_body(verifier.group, entry.kind, entry.body)
        except PeerFault:
            continue
        if isinstance(body, AuditOpened) and body.seeds:
            openings[entry.peer] = body
    return openings
