"""Recovery of a game when a peer does not answer: key shares, time-out and succession (22.8).

It is the part of `net/game/replica.py` that is about the peers themselves. It holds no secret.

1. Everything follows from the entries alone, as in `net/game/replica.py`: players, onlookers and
   auditors derive the same. It signs nothing; `net/peer/replacement_vote.py` does that for one
   peer.
2. A recovery message that arrives too early is kept until it can be judged. A wrong one is named
   with its signer.
3. Until the successor has accepted, nothing of the game changes. Then it answers the void parts
   with the rebuilt keys, in the old epoch. When the request is complete the successor rotates the
   keys, and the next request begins a new epoch.
4. `Absence` tells a player about a peer that owes an answer, so that it can decide what to do.
"""

from collections.abc import Callable, Collection, Sequence
from typing import Any, ClassVar, NamedTuple, Protocol

from msgspec.structs import replace

from engine.ids import NO_CARD
from net.crypto.derivation import GameKeys
from net.crypto.faults import Malformed, OpeningMismatch, PeerFault, RuleBroken
from net.crypto.transcript import Moment
from net.fairness.cards.choices import Committing
from net.fairness.cards.exchange import ExchangePlace
from net.fairness.cards.ledger import Ledger
from net.game.pending import PendingRequest
from net.log.chain import FIRST_EPOCH, Chain
from net.log.entry import Entry, check_signed
from net.log.evidence import faulty
from net.log.roster import DRACULAS_PEER, Player, Roster
from net.replacement.case import Case, left_and_answered
from net.replacement.handover import check_acceptance, check_rotation, rotation_count
from net.replacement.key_shares import Acknowledging, Dealing
from net.wire.bodies import KeysRotated, PeerAccepted, PeerLeft, TimedOut, VssReleased, Withdrawn
from net.wire.layout import NOBODY, Body


class Around(Protocol):
    """What recovery needs of the game."""

    chain: Chain
    hearing: PendingRequest
    roster: Roster

    @property
    def waiting(self) -> tuple[Entry, ...]:
        """Answers that are here and cannot be judged yet."""

    @property
    def ledger(self) -> Ledger | None:
        """The cards, once there are any."""

    @property
    def is_in_play(self) -> bool:
        """Whether a player can be replaced in the pending request."""


class Recovery:
    """Which peers can be replaced, and which one is being replaced."""

    def __init__(self, game: Around, *, is_on: bool, across: bool = False) -> None:
        self.is_on = is_on
        self.across = across  # all have signed that Dracula's program may play a hunter too
        self.dealing: Dealing | None = None  # the shares that everybody has acknowledged
        self.complaints: tuple[tuple[int, int], ...] = ()  # dealer and who complains
        self.key_epochs = dict.fromkeys(game.roster.peers, FIRST_EPOCH)
        # of a peer that was replaced, the keys before the last rotation and their epoch.
        self.keys_before: dict[int, tuple[int, GameKeys]] = {}
        self.seated: list[Callable[[Case], None]] = []  # told when a successor is in its place
        self.rotated: list[Callable[[Case], None]] = []  # told when it has keys of its own
        self._game = game
        self._dealt: Dealing | None = None
        self.interlude = AbsencePhase(self)

    # What an interlude sees of the game

    @property
    def chain(self) -> Chain:
        """The game's chain."""
        return self._game.chain

    @property
    def hearing(self) -> PendingRequest:
        """The pending request."""
        return self._game.hearing

    @property
    def roster(self) -> Roster:
        """Who signs for whom now."""
        return self._game.roster

    @property
    def ledger(self) -> Ledger | None:
        """The cards, once there are any."""
        return self._game.ledger

    @property
    def can_be_replaced(self) -> bool:
        """Whether the pending request is one in which a hunter's player can be replaced."""
        return self.is_on and self._game.is_in_play and self.dealing is not None

    def may_take_over(self, us: int) -> bool:
        """K-7: Dracula's program is to hold no hunter's keys, unless all signed that it may."""
        return us != DRACULAS_PEER or self.across

    def may_agree(self, us: int, case: Case, successor: bytes) -> bool:
        """K-7: Dracula's peer proposes nobody; nobody agrees if only it proposes."""
        if self.across or case.is_named_by_hunters(successor):
            return True
        return us != DRACULAS_PEER and not case.has_signed(DRACULAS_PEER, successor)

    @property
    def answers(self) -> dict[int, Entry]:
        """The entries for the parts of the pending request, judged or not."""
        chain = self._game.chain
        here = (*chain.entries(chain.index), *self._game.waiting)
        return {entry.part: entry for entry in here if not entry.is_final}

    @property
    def answered(self) -> frozenset[int]:
        """The parts of the pending request that have an answer."""
        return frozenset(self.answers)

    # Dealing

    def exchange(self, *, acknowledging: bool) -> Dealing | Acknowledging:
        """The request by which shares are dealt, or acknowledged."""
        place, ledger = ExchangePlace(self._game.chain.parent), self._game.ledger
        assert ledger is not None
        if not acknowledging:
            return Dealing(ledger, place)
        assert self._dealt is not None
        return Acknowledging(self._dealt, place)

    def dealt(self, dealing: Dealing) -> None:
        """All peers have dealt their shares."""
        self._dealt = dealing

    def acknowledged(self, complaints: tuple[tuple[int, int], ...]) -> None:
        """All peers have acknowledged their shares, or complained of them."""
        self.complaints = complaints
        if not complaints:
            self.dealing = self._dealt

    @property
    def complaint(self) -> str | None:
        """Why the game ends before it is played, as an id: who complains of whose shares."""
        for dealer, receiver in self.complaints:
            return f"recovery.complaint.{receiver}.{dealer}"
        return None

    # The interlude

    def begin(self) -> None:
        """A request begins; there are no recovery messages in it yet."""
        self.interlude = AbsencePhase(self)

    def check_signed(self, entry: Entry) -> None:
        """L-5: refuse what neither the peer nor its agreed successor has signed.

        Before its acceptance a successor signs only control entries; an answer that arrives before
        the acceptance is sent again.
        """
        try:
            check_signed(entry, self._game.roster.identities[entry.peer])
        except PeerFault:
            successor = self.interlude.successor_of(entry.peer)
            if successor is None or not entry.is_control:
                raise
            check_signed(entry, successor)

    def is_seated(self, player: Player) -> bool:
        """Whether a player is the one who answers for its number."""
        return self._game.roster.identities[player.peer] == player.identity.public_key

    def is_too_late(self, entry: Entry) -> bool:
        """22.15: whether an answer is void; PeerMisbehaved if its peer had signed to leave."""
        chain, interlude = self._game.chain, self.interlude
        is_pending = not entry.is_control and (entry.index, entry.epoch) == (
            chain.index,
            chain.epoch,
        )
        case = interlude.cases.get(entry.peer) if is_pending else None
        if case is None or interlude.accepted is case or not case.is_void(entry.part):
            return False
        if case.left is not None:
            raise left_and_answered(case.left, entry)
        return True

    def take(self, entry: Entry, body: Body) -> None:
        """Take a recovery message of the pending request."""
        before = self.interlude.accepted
        self.interlude.take(entry, body)
        case = self.interlude.accepted
        if case is not None and before is None:
            self._seat(case)

    def _seat(self, case: Case) -> None:
        """K-8: from now on the successor signs for the peer."""
        assert case.successor is not None
        self._game.roster = self._game.roster.seat(case.peer, case.successor)
        for told in self.seated:
            told(case)

    def settled(self) -> bool:
        """The pending request is answered.

        Returns whether its recovery messages are complete too.
        """
        interlude = self.interlude
        if interlude.accepted is None or interlude.is_rotated:
            return True
        ledger, peer = self._game.ledger, interlude.accepted.peer
        assert ledger is not None
        before = ledger.keys[peer]
        interlude.is_settled = True
        if not interlude.rotate():
            return False
        self.keys_before[peer] = (self.key_epochs[peer], before)
        self.key_epochs[peer] = self._game.chain.epoch + 1
        for told in self.rotated:
            told(interlude.accepted)
        return True

    def openable(self, answers: list[Any]) -> list[Any]:
        """22.15: what the leaver sealed in the interrupted request itself is to be chosen anew."""
        case, ledger, hearing = self.interlude.accepted, self._game.ledger, self._game.hearing
        if case is None or ledger is None:
            return answers
        void = case.void_parts()
        for part in hearing.parts:
            exchange = hearing.exchanges[part.exchange]
            is_leavers = part.peer == case.peer and part.number not in void
            if is_leavers and isinstance(exchange, Committing):
                del ledger.choices[exchange.request.slot]
                answers[part.exchange] = NO_CARD
        return answers

    def close(self) -> bool:
        """Close the pending request with its recovery messages.

        Returns whether a new epoch begins.
        """
        chain, case = self._game.chain, self.interlude.accepted
        if case is None:
            chain.close()
            return False
        parts = [entry for entry in chain.entries(chain.index) if not entry.is_final]
        reading = self.interlude.in_reading_order(parts)
        chain.close(case.entries())
        chain.keep_as(reading)
        chain.epoch += 1
        return True


class Interrupted(Protocol):
    """What the recovery phase sees of its game."""

    @property
    def chain(self) -> Chain:
        """The game's chain."""

    @property
    def hearing(self) -> PendingRequest:
        """The pending request."""

    @property
    def roster(self) -> Roster:
        """Who signs for whom now."""

    @property
    def can_be_replaced(self) -> bool:
        """Whether the pending request is one in which a hunter's player can be replaced."""

    @property
    def answers(self) -> dict[int, Entry]:
        """The entries for the parts of the pending request, judged or not."""

    @property
    def answered(self) -> frozenset[int]:
        """The parts of the pending request that have an answer."""

    @property
    def ledger(self) -> Ledger | None:
        """The cards, once there are any."""


# --- The recovery messages inside one request ---


class AbsencePhase:
    """The recovery messages of the pending request."""

    def __init__(self, game: Interrupted) -> None:
        self._game = game
        self.cases: dict[int, Case] = {}
        self.is_settled = False  # the interrupted request; then keys can be rotated
        self.accepted: Case | None = None  # whose successor is in its place
        self.is_rotated = False
        self._early: list[tuple[Entry, Body]] = []

    def take(self, entry: Entry, body: Body) -> None:
        """Store a control entry of the pending request; PeerMisbehaved if it cannot be right."""
        self._early.append((entry, body))
        while self._take_ripe():
            continue

    def _take_ripe(self) -> bool:
        """Take the stored messages that can be judged now. Returns whether there were any."""
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
        """K-8: a successor signs in the next epoch, all others in this one."""
        if not self._game.can_be_replaced:
            raise RuleBroken("nobody can be replaced here")
        is_successors = isinstance(body, PeerAccepted | KeysRotated)
        if entry.epoch != self._game.chain.epoch + is_successors:
            raise Malformed("of another epoch")

    def case_of(self, peer: int) -> Case:
        """The case of a peer; made when it is first mentioned."""
        if peer == DRACULAS_PEER or peer >= self._game.roster.size:
            raise RuleBroken("that peer cannot be replaced")
        if peer not in self.cases:
            hearing = self._game.hearing
            others = [other for other in self._game.roster.peers if other != peer]
            owed = [part.number for part in hearing.parts if part.peer == peer]
            self.cases[peer] = Case(peer, others, owed)
        return self.cases[peer]

    def is_void(self, part: int) -> bool:
        """Whether an answer to a part came too late or never."""
        return any(case.is_void(part) for case in self.cases.values())

    def is_open(self, case: Case) -> bool:
        """Whether the others may decide about a place."""
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
        """H-3: the moment at which a peer signs here."""
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


# --- What a player is told of an absent peer ---


class Absence(NamedTuple):
    """How far the table is with one peer's absence, from another peer's view."""

    request: int  # the index of the pending one, for the wishes about it
    can_be_replaced: bool
    is_timed_out: bool  # we have signed to be without an answer
    has_left: bool  # on purpose
    is_open: bool  # all have, or it has left: the place can be given to somebody
    proposals: tuple[bytes, ...]  # identities that others would have there, the lowest's first
    agreed: tuple[bytes, ...]  # those that we have signed
    is_ours_to_fill: bool  # we play the lowest of the hunters' peers that are left
    can_be_ours: bool = True  # K-7: not if we play Dracula, unless all have signed to allow that
    proposers: tuple[int, ...] = ()  # who has signed the first of the proposals


def absence_of(
    recovery: Recovery, us: int, peer: int, here: Collection[int] = (),
    vanished: Collection[bytes] = (),
) -> Absence:  # fmt: skip
    """The absence of one peer in the pending request, as we see it.

    The places `here` are played by this program too. A volunteer that has `vanished` since is left
    out, unless the lowest of the others has signed for it: then nobody else can have the place.
    """
    index = recovery.chain.index
    if not recovery.can_be_replaced or peer in (DRACULAS_PEER, us):
        return Absence(
            index, can_be_replaced=False, is_timed_out=False, has_left=False, is_open=False,
            proposals=(), agreed=(), is_ours_to_fill=False,
        )  # fmt: skip
    case = recovery.interlude.case_of(peer)
    said = case.proposals()
    lost = {key for key in vanished if not case.has_signed(min(case.others), key)}
    named = (said[other] for other in sorted(said) if other != us and said[other] not in lost)
    proposals = tuple(dict.fromkeys(key for key in named if recovery.may_agree(us, case, key)))
    hunters = [other for other in case.others if other != DRACULAS_PEER]
    return Absence(
        index,
        can_be_replaced=True,
        is_timed_out=any(case.has_timed_out(us, part) for part in case.parts),
        has_left=case.left is not None,
        is_open=recovery.interlude.is_open(case),
        proposals=proposals,
        agreed=tuple(key for key in case.signed_by(us) if key not in lost),
        is_ours_to_fill=min(hunters) in (us, *here),
        can_be_ours=recovery.may_take_over(us),
        proposers=tuple(
            each for each in case.others for first in proposals[:1] if case.has_signed(each, first)
        ),
    )
