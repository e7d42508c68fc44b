"""What a game knows of its peers' replaceability: shares dealt, the interlude, who signs for whom.

It is the part of `net/game/replica.py` that is about the peers themselves. It holds no secret.
"""

from collections.abc import Callable
from typing import Any, Protocol

from engine.ids import NO_CARD
from net.crypto.derivation import GameKeys
from net.crypto.faults import PeerFault
from net.fairness.choices import Committing
from net.fairness.exchange import Place
from net.fairness.ledger import Ledger
from net.game.pending import Hearing
from net.log.chain import FIRST_EPOCH, Chain
from net.log.entry import Entry, check_signed
from net.log.roster import DRACULAS_PEER, Player, Roster
from net.recovery.case import Case, left_and_answered
from net.recovery.dealing import Acknowledging, Dealing
from net.recovery.interlude import Interlude
from net.wire.layout import Body


class Around(Protocol):
    """The game around."""

    chain: Chain
    hearing: Hearing
    roster: Roster

    @property
    def waiting(self) -> tuple[Entry, ...]:
        """Answers that are here and cannot be judged yet."""

    @property
    def ledger(self) -> Ledger | None:
        """The cards, once there are any."""

    @property
    def is_in_play(self) -> bool:
        """Whether somebody can be replaced in the pending request."""


class Recovery:
    """Who can be replaced, and who is being replaced."""

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
        self.interlude = Interlude(self)

    # What an interlude sees of the game

    @property
    def chain(self) -> Chain:
        """The game's chain."""
        return self._game.chain

    @property
    def hearing(self) -> Hearing:
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
        """K-7: Dracula's peer names nobody, and nobody agrees to whom it alone would have."""
        if self.across or case.is_named_by_hunters(successor):
            return True
        return us != DRACULAS_PEER and not case.has_signed(DRACULAS_PEER, successor)

    @property
    def answers(self) -> dict[int, Entry]:
        """What answers the parts of the pending request, judged or not."""
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
        place, ledger = Place(self._game.chain.parent), self._game.ledger
        assert ledger is not None
        if not acknowledging:
            return Dealing(ledger, place)
        assert self._dealt is not None
        return Acknowledging(self._dealt, place)

    def dealt(self, dealing: Dealing) -> None:
        """Everybody has dealt."""
        self._dealt = dealing

    def acknowledged(self, complaints: tuple[tuple[int, int], ...]) -> None:
        """Everybody has said what it was dealt."""
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
        """A request begins, and nobody has spoken beside it."""
        self.interlude = Interlude(self)

    def check_signed(self, entry: Entry) -> None:
        """L-5: refuse what neither the peer nor its agreed successor has signed.

        A successor answers nothing before it has accepted: what overtakes its word comes again.
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
        """A word beside the pending request."""
        before = self.interlude.accepted
        self.interlude.take(entry, body)
        case = self.interlude.accepted
        if case is not None and before is None:
            self._seat(case)

    def _seat(self, case: Case) -> None:
        """K-8: the successor signs for the peer from now on."""
        assert case.successor is not None
        self._game.roster = self._game.roster.seat(case.peer, case.successor)
        for told in self.seated:
            told(case)

    def settled(self) -> bool:
        """The pending request has its answers: whether nothing more belongs to it."""
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
        """Close the pending request with its interlude; whether a new epoch begins."""
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
