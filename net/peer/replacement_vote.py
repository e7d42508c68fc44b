"""What one peer signs when another does not answer: its votes beside the answers (L-9, 22.15, K-8).

1. TIMEOUT, PEER_LEAVE and the agreement to a successor are signed because a player wants them;
   WITHDRAW, VSS_RELEASE, PEER_ACCEPT and KEY_ROTATE because the log requires them.
2. What to sign follows from the log, so nothing is signed twice after a restart (K-1).
3. A peer that has signed TIMEOUT uses a later answer only if another peer received it in time.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from net.crypto.faults import PeerFault
from net.fairness.cards.vault import Owner
from net.fairness.trail.trail_vault import PeerVault
from net.game.replica import Replica
from net.log.entry import Entry
from net.log.evidence import faulty
from net.log.roster import DRACULAS_PEER, Player
from net.peer.effects import Event, TimedOutTold
from net.replacement.case import Case
from net.replacement.handover import (
    Scalars,
    SuccessorVault,
    make_acceptance,
    make_release,
    make_rotation,
    open_release,
    rebuild,
)
from net.wire.bodies import PeerLeft, TimedOut, Withdrawn
from net.wire.layout import NOBODY, Body

# --- What a player can want; each wish names its request ---


class RecoveryWish(Event, frozen=True):
    """A wish about the pending request; dropped if it was meant for an older one."""

    index: int


class TimeOutWished(RecoveryWish, frozen=True):
    """Our player stops waiting for a peer (22.15); what that peer still owes is to be void."""

    peer: int


class TakeOverWished(RecoveryWish, frozen=True):
    """Our player proposes this identity for a peer's place, or agrees to it (K-8)."""

    peer: int
    successor: bytes


class LeaveWished(RecoveryWish, frozen=True):
    """Our player leaves the game, and may name a successor (K-8)."""

    successor: bytes = NOBODY


class TakeOverHere(RecoveryWish, frozen=True):
    """Our player wants to take over a peer's place with this program, under a separate identity."""

    peer: int


# --- Votes as they are signed and shown ---


class Word(NamedTuple):
    """A body to be signed as a control entry; `beside` is an answer to a request that is over."""

    body: Body
    is_successors: bool = False
    beside: Entry | None = None


class ReplacementVote:
    """The recovery messages that one peer signs in one game."""

    def __init__(self, player: Player, proceedings: Replica) -> None:
        self._player = player
        self._game = proceedings
        self._recovery = proceedings.recovery
        self._wishes: list[TimeOutWished | TakeOverWished] = []
        self._leaving: LeaveWished | None = None  # as soon as we owe nothing we have begun
        self._late: dict[int, Entry] = {}
        self._overdue: list[Entry] = []
        self._about_us: list[Entry] = []  # TIMEOUTs of requests that were over here
        self.rebuilt: Scalars | None = None  # what a successor has to open at the end
        self._vault: SuccessorVault | None = None

    def wish(self, wish: RecoveryWish) -> None:
        """Note a wish of our player; ignored if it is impossible or for an older request."""
        if isinstance(wish, LeaveWished):
            self._leaving = wish if self._player.peer != DRACULAS_PEER else None
        if wish.index != self._game.chain.index:
            return
        if isinstance(wish, TimeOutWished | TakeOverWished):
            others = {*self._game.roster.peers} - {DRACULAS_PEER, self._player.peer}
            self._wishes += [wish] if wish.peer in others else []

    @property
    def is_seated(self) -> bool:
        """Whether our identity holds our place now."""
        return self._recovery.is_seated(self._player)

    def readable(self, entries: Iterable[bytes]) -> Iterator[Entry]:
        """K-3: stored entries, each once it can be read: a successor's after all agreed to it."""
        waiting: list[bytes] = []
        for encoded in entries:
            waiting.append(encoded)
            yield from self._read_all(waiting)
        for encoded in waiting:
            self._game.read(encoded)  # says what is wrong with it

    def _read_all(self, waiting: list[bytes]) -> Iterator[Entry]:
        for encoded in list(waiting):
            try:
                entry = self._game.read(encoded)
            except PeerFault:
                continue
            waiting.remove(encoded)
            yield entry

    def clear(self) -> None:
        """The request is settled: answer the peers that signed to lack an answer we have."""
        self._wishes.clear()
        self._late.clear()
        for entry in self._game.chain.beside(self._game.chain.index - 1):
            self.heard(entry)

    # Answers that come after our TIMEOUT

    def holds_back(self, entry: Entry) -> bool:
        """22.15: whether an answer must wait until another peer signs that it came in time."""
        chain = self._game.chain
        if entry.is_control or entry.index != chain.index or entry.epoch != chain.epoch:
            return False
        case = self._recovery.interlude.cases.get(entry.peer)
        if case is None or self._recovery.interlude.accepted is case:
            return False
        if not case.has_timed_out(self._player.peer, entry.part):
            return False
        if entry.hash in case.counted(entry.part):
            return False
        self._late[entry.part] = entry
        return True

    def counted(self) -> Sequence[Entry]:
        """Answers that were held back and count after all."""
        cases = self._recovery.interlude.cases
        found = [
            entry
            for part, entry in self._late.items()
            if entry.peer in cases and entry.hash in cases[entry.peer].counted(part)
        ]
        for entry in found:
            del self._late[entry.part]
        return found

    def heard(self, entry: Entry) -> None:
        """22.15: a peer lacks an answer that is settled here: we will sign that we have it."""
        is_over = entry.index < self._game.chain.index
        if entry.kind == TimedOut.kind and is_over and entry.peer != self._player.peer:
            self._overdue.append(entry)
            self._about_us.append(entry)

    def is_out(self) -> bool:
        """Whether all others lacked an answer of ours from which we went on: then it is void."""
        signed: dict[tuple[int, int], set[int]] = {}
        for entry in self._about_us:
            body = self._game.decode(entry)
            assert isinstance(body, TimedOut)
            if body.peer == self._player.peer:
                signed.setdefault((body.index, body.part), set()).add(entry.peer)
        others = set(self._game.roster.peers) - {self._player.peer}
        return others in signed.values()

    def _said_too_late(self) -> Iterator[Word]:
        chain, us = self._game.chain, self._player.peer
        while self._overdue:
            entry = self._overdue.pop(0)
            body = self._game.decode(entry)
            assert isinstance(body, TimedOut)
            ours = [each for each in chain.beside(entry.index) if each.peer == us]
            spoken = [self._game.decode(each) for each in ours]
            has_spoken = any(
                isinstance(each, TimedOut | Withdrawn) and each.part == body.part for each in spoken
            )
            answers = [each for each in chain.entries(entry.index) if each.part == body.part]
            if answers and not has_spoken and body.peer != us:
                said = Withdrawn(entry.index, body.part, answers[0].hash)
                yield Word(said, beside=answers[0])

    # What we sign

    def words(self, vault: PeerVault | None, now: float) -> Iterator[Word]:
        """What is to be signed now; call again after each."""
        yield from self._said_too_late()
        if not self._recovery.can_be_replaced:
            return
        if self.is_seated:
            yield from self._withdrawals()
            yield from self._wished(now)
            yield from self._releases(vault)
        yield from self._as_successor(vault)

    def _withdrawals(self) -> Iterator[Word]:
        us, game, recovery = self._player.peer, self._game, self._recovery
        answers = recovery.answers
        for case in recovery.interlude.cases.values():
            for part in case.disputed_parts():
                has_spoken = case.has_timed_out(us, part) or case.has_withdrawn(us, part)
                if case.peer != us and part in answers and not has_spoken:
                    yield Word(Withdrawn(game.chain.index, part, answers[part].hash))

    def _wished(self, now: float) -> Iterator[Word]:
        for wish in self._wishes:
            if isinstance(wish, TimeOutWished):
                yield from self._timeouts(wish.peer, now)
            else:
                yield from self._agreement(wish)
        if self._leaving is not None:
            us = self._player.peer
            case = self._recovery.interlude.case_of(us)
            if case.left is None and not self._recovery.answered.intersection(case.parts):
                yield Word(PeerLeft(us, self._leaving.successor))

    def _timeouts(self, peer: int, now: float) -> Iterator[Word]:
        game, us, recovery = self._game, self._player.peer, self._recovery
        case = recovery.interlude.case_of(peer)
        if any(
            self._waits_for(other)
            for other in recovery.interlude.cases.values()
            if other is not case
        ):
            return  # one at a time: two that are void could not replace each other
        for part in case.parts:
            is_known = part in recovery.answered or case.counted(part)
            if not is_known and not case.has_timed_out(us, part):
                chain = game.chain
                yield Word(TimedOut(peer, chain.parent, chain.index, part, int(now)))

    def _waits_for(self, case: Case) -> bool:
        """Whether we have signed to lack an answer, and none has counted since."""
        us = self._player.peer
        disputed = case.disputed_parts()
        return any(case.has_timed_out(us, part) and not case.counted(part) for part in disputed)

    def _agreement(self, wish: TakeOverWished) -> Iterator[Word]:
        us, interlude = self._player.peer, self._recovery.interlude
        case = interlude.case_of(wish.peer)
        has_chosen = us == min(case.others) and us in case.proposals()
        if us == case.peer or has_chosen or not interlude.is_open(case):
            return
        if not self._recovery.may_agree(us, case, wish.successor):
            return
        if not case.has_signed(us, wish.successor):
            yield Word(PeerLeft(wish.peer, wish.successor))

    def _releases(self, vault: PeerVault | None) -> Iterator[Word]:
        game, us, recovery = self._game, self._player.peer, self._recovery
        case = recovery.interlude.succession()
        if case is None or vault is None or us == case.peer or us in case.releases:
            return
        assert case.successor is not None
        assert recovery.dealing is not None
        moment = recovery.interlude.moment(us, game.chain.epoch)
        yield Word(make_release(recovery.dealing, vault, moment, case.peer, case.successor))

    def _as_successor(self, vault: PeerVault | None) -> Iterator[Word]:
        game, us, recovery = self._game, self._player.peer, self._recovery
        case = recovery.interlude.succession()
        key = self._player.identity.public_key
        if case is None or case.peer != us or case.successor != key:
            return
        moment = recovery.interlude.moment(us, game.chain.epoch + 1)
        if case.acceptance is None and set(case.releases) == set(case.others):
            yield Word(make_acceptance(self.vault_of(case), moment), is_successors=True)
        elif recovery.interlude.rotations_needed() > 0 and isinstance(vault, SuccessorVault):
            ledger = game.ledger
            assert ledger is not None
            body = make_rotation(ledger, vault, moment, len(case.rotations))
            yield Word(body, is_successors=True)

    # What a successor gets

    def comes_with(self, case: Case) -> bool | None:
        """Whether we are the successor of a case; None if it is not about us, or long over."""
        epoch, us = self._game.chain.epoch + 1, self._player
        if case.peer != us.peer or us.since > epoch:
            return None
        return case.successor == us.identity.public_key

    def may_answer(self, part: int) -> bool:
        """Whether we may answer a part: we hold the place, and the part is not void."""
        if not self.is_seated:
            return False
        if self._recovery.interlude.accepted is None:
            return not self._recovery.interlude.is_void(part)
        return part not in self._recovery.answered

    def vault_of(self, case: Case) -> SuccessorVault:
        """K-8: our vault as successor, with the keys rebuilt from the others' shares."""
        if self._vault is None:
            self._vault = self._rebuilt(case)
        return self._vault

    def _rebuilt(self, case: Case) -> SuccessorVault:
        game, player, recovery = self._game, self._player, self._recovery
        assert recovery.dealing is not None
        released: dict[int, Scalars] = {}
        for peer, (entry, body) in case.releases.items():
            moment = recovery.interlude.moment(peer, game.chain.epoch)
            try:
                released[peer] = open_release(recovery.dealing, player.identity, moment, body)
            except PeerFault as fault:
                raise faulty(entry, fault) from fault
        self.rebuilt = rebuild(recovery.dealing, case.peer, released)
        owner = Owner(game.chain.game_id, game.chain.epoch + 1, player.peer)
        verifier = game.verifier
        vault = SuccessorVault(verifier.group, player.seed, verifier.entropy, owner)
        vault.borrow(self.rebuilt)
        return vault

    def rotate(self, case: Case) -> None:
        """K-9: our place has keys of our own now."""
        if self._vault is not None and self.comes_with(case):
            self._vault.rotate()


def time_outs_told(proceedings: Replica, entry: Entry) -> Sequence[TimedOutTold]:
    """22.15: who has stopped waiting, and for whom; the peer it is about is told too."""
    if entry.kind != TimedOut.kind:
        return []
    body = proceedings.decode(entry)
    assert isinstance(body, TimedOut)
    return [TimedOutTold(entry.peer, body.peer, entry.index)]
