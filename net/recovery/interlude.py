"""The interlude inside a request that somebody does not answer: time-out and succession (22.8).

1. It follows from the entries alone, as everything in `net/game/replica.py`: player, onlooker and
   auditor come to the same. It signs nothing; `net/recovery/duties.py` does for one peer.
2. What arrives too early is kept until it can be judged. What is wrong is named with its signer.
3. Until the successor has accepted, nothing of the game has changed. Then it answers what is void
   with the rebuilt keys, in the old epoch; when the request is complete it rotates the keys, and
   with the next request a new epoch begins.
"""

from collections.abc import Callable, Sequence
from typing import Any, ClassVar, Protocol

from msgspec.structs import replace

from net.crypto.derivation import GameKeys
from net.crypto.faults import Malformed, OpeningMismatch, PeerFault, RuleBroken
from net.crypto.transcript import Moment
from net.fairness.ledger import Ledger
from net.game.pending import Hearing
from net.log.chain import Chain
from net.log.entry import Entry
from net.log.evidence import faulty
from net.log.roster import DRACULAS_PEER, Roster
from net.recovery.case import Case, left_and_answered
from net.recovery.succession import check_acceptance, check_rotation, rotation_count
from net.wire.bodies import (
    KeysRotated,
    PeerAccepted,
    PeerLeft,
    TimedOut,
    VssReleased,
    Withdrawn,
)
from net.wire.fields import NOBODY
from net.wire.layout import Body


class Interrupted(Protocol):
    """What an interlude sees of the game it is in."""

    @property
    def chain(self) -> Chain:
        """The game's chain."""

    @property
    def hearing(self) -> Hearing:
        """The pending request."""

    @property
    def roster(self) -> Roster:
        """Who signs for whom now."""

    @property
    def can_be_replaced(self) -> bool:
        """Whether the pending request is one in which a hunter's player can be replaced."""

    @property
    def answers(self) -> dict[int, Entry]:
        """What answers the parts of the pending request, judged or not."""

    @property
    def answered(self) -> frozenset[int]:
        """The parts of the pending request that have an answer."""

    @property
    def ledger(self) -> Ledger | None:
        """The cards, once there are any."""


class Interlude:
    """What was signed beside the answers of the pending request."""

    def __init__(self, game: Interrupted) -> None:
        self._game = game
        self.cases: dict[int, Case] = {}
        self.is_settled = False  # the interrupted request; then keys can be rotated
        self.accepted: Case | None = None  # whose successor is in its place
        self.is_rotated = False
        self._early: list[tuple[Entry, Body]] = []

    def take(self, entry: Entry, body: Body) -> None:
        """Keep a control entry of the pending request; PeerMisbehaved if it cannot be right."""
        self._early.append((entry, body))
        while self._take_ripe():
            continue

    def _take_ripe(self) -> bool:
        """Take what can be judged now; whether there was anything."""
        for position, (entry, body) in enumerate(self._early):
            try:
                self._check_signer(entry, body)
                is_taken = self._TAKE[type(body)](self, entry, body)
            except PeerFault as fault:
                del self._early[position]
                raise faulty(entry, fault) from fault
            if is_taken:
                del self._early[position]
                return True
        return False

    def _check_signer(self, entry: Entry, body: Body) -> None:
        """K-8: a successor speaks in the next epoch, everybody else in this one."""
        if not self._game.can_be_replaced:
            raise RuleBroken("nobody can be replaced here")
        is_successors = isinstance(body, PeerAccepted | KeysRotated)
        if entry.epoch != self._game.chain.epoch + is_successors:
            raise Malformed("of another epoch")

    def case_of(self, peer: int) -> Case:
        """The case of a peer; there is one for whoever is spoken of."""
        if peer == DRACULAS_PEER or peer >= self._game.roster.size:
            raise RuleBroken("that peer cannot be replaced")
        if peer not in self.cases:
            hearing = self._game.hearing
            others = [other for other in self._game.roster.peers if other != peer]
            owed = [part.number for part in hearing.parts if part.peer == peer]
            self.cases[peer] = Case(peer, others, owed)
        return self.cases[peer]

    def is_void(self, part: int) -> bool:
        """Whether an answer to a part came too late, or never."""
        return any(case.is_void(part) for case in self.cases.values())

    def is_open(self, case: Case) -> bool:
        """Whether the others may decide what becomes of a place."""
        return case.is_open(self._game.answered)

    def successor_of(self, peer: int) -> bytes | None:
        """Who may sign for a peer besides itself: the successor all have agreed to."""
        case = self.cases.get(peer)
        return None if case is None or not self.is_open(case) else case.successor

    def succession(self) -> Case | None:
        """The case in which all have agreed to a successor."""
        found = [case for peer, case in self.cases.items() if self.successor_of(peer) is not None]
        return found[0] if found else None

    # Each kind of entry

    # Each says whether it could be judged: what it builds on may still be on its way.

    def _time_out(self, entry: Entry, body: TimedOut) -> bool:
        peers = self._game.hearing.peers
        if (body.index, body.parent) != (entry.index, entry.parent):
            raise Malformed("it speaks of another request than it stands on")
        if peers[body.part : body.part + 1] != (body.peer,) or body.peer == entry.peer:
            raise RuleBroken("that peer does not owe that part")
        self.case_of(body.peer).time_out(entry, body)
        return True

    def _withdraw(self, entry: Entry, body: Withdrawn) -> bool:
        peers = self._game.hearing.peers
        if body.index != entry.index or body.part >= len(peers):
            raise Malformed("it speaks of another request than it stands on")
        if peers[body.part] == entry.peer:
            raise RuleBroken("nobody speaks for itself here")
        self.case_of(peers[body.part]).withdraw(entry, body)
        return True

    def _leave(self, entry: Entry, body: PeerLeft) -> bool:
        case = self.case_of(body.peer)
        if body.successor == NOBODY and entry.peer != body.peer:
            raise RuleBroken("a place is given to somebody")
        if body.successor in self._game.roster.identities:
            raise RuleBroken("a successor has an identity of its own")
        if entry.peer == body.peer:
            answers = self._game.answers
            for part in case.parts:
                if part in answers:
                    raise left_and_answered(entry, answers[part])
        case.leave(entry, body)
        return True

    def _release(self, entry: Entry, body: VssReleased) -> bool:
        case = self.case_of(body.peer)
        if entry.peer == body.peer:
            raise RuleBroken("nobody keeps shares of its own")
        if not case.has_signed(entry.peer, body.successor):
            return False
        _, before = case.releases.setdefault(entry.peer, (entry, body))
        if before != body:
            raise RuleBroken("shares are handed over once")
        return True

    def _accept(self, entry: Entry, body: PeerAccepted) -> bool:
        case, ledger = self.case_of(entry.peer), self._game.ledger
        if case.successor is None or set(case.releases) != set(case.others) or ledger is None:
            return False
        if case.acceptance is not None:
            raise RuleBroken("it is here already")
        moment = self.moment(case.peer, self._game.chain.epoch + 1)
        keys = check_acceptance(ledger.verifier, moment, ledger.keys, body)
        ledger.replace_keys(case.peer, keys)
        for slot in ledger.choices_of(case.peer):
            ledger.void_choice(slot)
        case.acceptance = (entry, body)
        self.accepted = case
        return True

    def _rotate(self, entry: Entry, body: KeysRotated) -> bool:
        case = self.accepted
        if case is None:
            return False
        if entry.peer != case.peer:
            raise RuleBroken("nobody asked this peer for other keys")
        if any(_keys(each) != _keys(body) for _, each in case.rotations.values()):
            raise OpeningMismatch("other keys than before")
        case.rotations[entry.part] = (entry, body)
        return True

    _TAKE: ClassVar[dict[type[Body], Callable[..., bool]]] = {
        TimedOut: _time_out,
        Withdrawn: _withdraw,
        PeerLeft: _leave,
        VssReleased: _release,
        PeerAccepted: _accept,
        KeysRotated: _rotate,
    }

    # When the interrupted request is complete

    def rotations_needed(self) -> int:
        """How many KEY_ROTATE the successor has still to send; 0 before it is asked."""
        ledger, case = self._game.ledger, self.accepted
        if ledger is None or case is None or not self.is_settled or self.is_rotated:
            return 0
        return rotation_count(ledger, case.peer) - len(case.rotations)

    def rotate(self) -> bool:
        """Lock every card anew once all new keys are here and right; PeerMisbehaved if wrong."""
        ledger, case = self._game.ledger, self.accepted
        if ledger is None or case is None or self.rotations_needed() > 0:
            return False
        moment = self.moment(case.peer, self._game.chain.epoch + 1)
        changed: dict[int, Any] = {}
        ordered = case.rotations_in_order()
        for number, (entry, body) in enumerate(ordered):
            try:
                changed |= check_rotation(ledger, moment, number, body)
            except PeerFault as fault:
                raise faulty(entry, fault) from fault
        case.masks = {handle: card.mask for handle, card in ledger.locked_with(case.peer)}
        ledger.replace_cards(changed)
        body, box = ordered[0][1], ledger.keys[case.peer].box
        ledger.replace_keys(case.peer, GameKeys(body.identity, body.back, body.coin, box))
        ledger.game = replace(ledger.game, epoch=ledger.game.epoch + 1)
        self.is_rotated = True
        return True

    def moment(self, peer: int, epoch: int) -> Moment:
        """H-3: where a peer speaks in this interlude."""
        chain = self._game.chain
        return Moment(chain.game_id, epoch, chain.parent, peer)

    def in_reading_order(self, entries: Sequence[Entry]) -> list[Entry]:
        """22.12: the request's entries and the interlude as a reader can follow them one by one."""
        case = self.accepted
        if case is None:
            return list(entries)
        void = case.void_parts()
        early = [entry for entry in entries if entry.part not in void]
        late = [entry for entry in entries if entry.part in void]
        whole = case.entries()
        said = len(case.opening()) + 1
        return [*early, *whole[:said], *late, *whole[said:]]


def _keys(body: KeysRotated) -> tuple[bytes, ...]:
    return (body.identity, body.back, body.coin)
