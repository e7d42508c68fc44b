"""One peer's part in going on before a wrong entry: its RESUME, and those of the others.

1. Whoever was stopped signs what follows from what stopped it. Whoever was not, because it finds
   its own entry right, signs what the others have signed, and only when all of them have: a word
   of others alone stops nobody. A bot signs nothing that its own program has seen no reason for.
   Of two sides whose states differ each finds the other's entries wrong: one of them begins, and
   all sign what its lowest peer has signed. Who has not been stopped sees by the others' signed
   accusations that they have another state.
2. One RESUME in an epoch, and nothing after it; none once we have signed an end, or given a share
   of a leaver's keys away. Each of these takes all, so only one of them can come about.
3. Only what can stand in place of a request of ours, of this epoch, is kept, and of each peer only
   so much (`net/game/redo.py`). Whoever signs two in one place stops nobody with it: of them that
   one counts which all others have signed.
4. Once all are here it is told that the game goes on with a referee that has not gone further
   (`TakenUp`); that one reads them from its disk, in place of the request (K-3).
"""

from collections.abc import Sequence

from msgspec import Struct

from net.crypto.faults import PeerFault
from net.game.redo import (
    RedoPoint,
    Resumes,
    ResumeStatus,
    Shufflers,
    check_resumed,
    remedy,
    shufflers_in,
    shufflers_of,
)
from net.game.replica import Replica
from net.limits import MOST_RESUME_WISHES
from net.log.entry import Entry
from net.peer.disputes import Disputes
from net.peer.early_end_vote import EarlyEndVote
from net.peer.effects import Effect, Record, ResumesRefused, ResumeTold, ResumeWished, TakenUp
from net.peer.notes import SignedNotes
from net.peer.outbox import NoteOutbox, SignedEntry
from net.peer.replacement_vote import ReplacementVote
from net.peer.signer import Signer
from net.wire.bodies import PeerLeft, Resumed, VssReleased


class RedoSide(Struct, frozen=True):
    """One peer's side of a game: what it says and may say in it."""

    peer: int
    game: Replica
    pen: Signer
    asides: NoteOutbox
    duties: ReplacementVote
    disputes: Disputes
    parting: EarlyEndVote
    controls: SignedNotes


class RedoVote:
    """The RESUMEs that are here, and what our player would go on before."""

    def __init__(self, side: RedoSide) -> None:
        self.is_done = False  # the game goes on, with another referee
        self._side = side
        self._game = side.game
        self._wishes: list[ResumeWished] = []
        self._resumes = Resumes(side.peer)
        self._told_of: set[int] = set()  # peers of whose RESUMEs too many have come
        self._bound: set[int] = set()  # epochs in which we have signed an end, or a share away

    @property
    def entries(self) -> list[Entry]:
        """Every RESUME that is here and not agreed on yet, for whoever lacks it."""
        return [entry for entry in self._here.entries() if self.concerns(entry)]

    @property
    def offer(self) -> ResumeWished | None:
        """What all could agree on because of what stopped the game here; None if nothing."""
        return self._remedy if self._may_sign else None

    @property
    def _remedy(self) -> ResumeWished | None:
        """What follows from what stopped the game here.

        Where two states differ nothing that is asked now is the same for all: all go on before what
        was answered last, for that they did over one state.
        """
        wrong, chain = self._side.disputes.wrong, self._game.chain
        if wrong is None or wrong.epoch != chain.epoch:
            return None
        if chain.agrees(wrong.index, wrong.parent) is not True:
            return None
        before = chain.answered_before(wrong.index)
        if self._side.disputes.is_over_another_state(wrong) and self._can_be(before):
            return ResumeWished(before, wrong.peer, is_without=False)
        if not self._can_be(wrong.index):
            return None
        body = remedy(wrong, self._shufflers(wrong.index))
        return ResumeWished(wrong.index, body.peer, bool(body.without))

    def wish(self, wish: ResumeWished) -> None:
        """Our player would go on so."""
        self._wishes = [*self._wishes, wish][-MOST_RESUME_WISHES:]

    def concerns(self, entry: Entry) -> bool:
        """Whether an entry is a RESUME of a request that was not asked again yet."""
        return entry.is_resumption and entry.index not in self._game.chain.asked_again

    def hear(self, entry: Entry) -> list[Effect]:
        """Take a RESUME of anybody."""
        if self._game.chain.stands_instead(entry) is None:
            self._here.keep_for_later(entry)
        body = self._read(entry)
        heard = ResumeStatus.KNOWN if body is None else self._here.keep(entry, body)
        if body is None or heard is ResumeStatus.KNOWN:
            return []
        if heard is ResumeStatus.REFUSED:
            return self._refused(entry.peer)
        is_ours = entry.peer == self._side.peer and self._side.duties.is_seated
        at = self._game.chain.index
        is_shown = self._is_shown(RedoPoint(entry.index, body))
        told = ResumeTold(entry.peer, body.peer, entry.index, bool(body.without), at, is_shown)
        return [Record(entry.to_bytes(), own=is_ours), told]

    def _refused(self, peer: int) -> list[Effect]:
        """Our player is told once of each who signs more of them than anybody could mean."""
        if peer in self._told_of:
            return []
        self._told_of.add(peer)
        return [ResumesRefused(peer)]

    def bind(self, entry: Entry) -> None:
        """K-3: what we have signed before a restart, also where the game stopped before it."""
        gone = entry.kind == PeerLeft.kind and entry.body[:1] == bytes((self._side.peer,))
        if entry.is_final or entry.kind == VssReleased.kind or gone:
            self._bound.add(entry.epoch)

    def recalled(self) -> Sequence[Entry]:
        """K-3: those from the disk that stand in place of the pending request, if they do."""
        return self._agreed(self._game.chain.index) if self._game.is_untouched else ()

    def act(self) -> list[Effect]:
        """Sign, if our player would go on and we may; say so once all have signed."""
        effects: list[Effect] = []
        for entry in self._here.due():
            effects += self.hear(entry)
        if (word := self._word()) is not None:
            effects += [*SignedEntry(word).effects(), *self.hear(word)[1:]]
        agreed = () if self.is_done else self._agreed()
        if agreed:
            self.is_done = True
            index, parent = agreed[0].index, agreed[0].parent
            effects.append(TakenUp(index, parent, tuple(each.to_bytes() for each in agreed)))
        return effects

    # What we sign

    def _word(self) -> Entry | None:
        side = self._side
        is_listening = side.asides.is_listening and not side.disputes.is_about_us
        if not self._wishes or is_listening or not side.duties.is_seated:
            return None
        wishes, self._wishes = self._wishes, []
        if self.has_signed or not self._may_sign:
            return None
        for wish in wishes:
            asked = RedoPoint(wish.index, Resumed(wish.peer, int(wish.is_without)))
            if (body := self._sayable(asked, needs_evidence=wish.needs_evidence)) is not None:
                return side.pen.sign_instead(wish.index, body)
            if self._is_ours(asked) or self._signers(asked):  # it waits for the rest
                self._wishes.append(wish)
        return None

    def _sayable(self, asked: RedoPoint, *, needs_evidence: bool) -> Resumed | None:
        """What we sign because our player wishes that; None while others have to sign before."""
        others = set(self._game.roster.peers) - {self._side.peer}
        signed, is_open = self._signers(asked), self._side.disputes.is_open
        astray = set() if self._remedy else self._side.controls.astray_at(asked.index)
        if astray and astray <= signed:
            return asked.body
        if signed == others and (self._is_shown(asked) or not needs_evidence):
            return asked.body
        if not self._is_ours(asked):
            return None
        if signed or not (is_open or self._follows):
            return asked.body
        sides = self._side.disputes.sides
        before = others if sides is None else self._follows or others - sides.ours
        instead = (RedoPoint(asked.index, Resumed(peer, 0)) for peer in self._game.roster.peers)
        return next((each.body for each in instead if before <= self._signers(each)), None)

    @property
    def _follows(self) -> set[int]:
        """Of a side that sees several wrong ones the lowest says which: it, unless we are it."""
        sides, us = self._side.disputes.sides, self._side.peer
        is_clear = sides is None or len(sides.theirs) == 1 or self._side.disputes.is_open
        return set() if sides is None or is_clear else {min(sides.ours)} - {us}

    def _is_ours(self, asked: RedoPoint) -> bool:
        """Whether that follows from what stopped us."""
        remedy = self._remedy
        if remedy is None:
            return False
        return asked == RedoPoint(remedy.index, Resumed(remedy.peer, int(remedy.is_without)))

    def _is_shown(self, asked: RedoPoint) -> bool:
        """The same, or it stands there because of the other of two whose states differ."""
        remedy = self._remedy
        is_there = remedy is not None and remedy.index == asked.index
        if is_there and self._side.disputes.is_open:
            return True
        is_astray = remedy is None and self._side.controls.astray_at(asked.index)
        return self._is_ours(asked) or bool(is_astray)

    def _signers(self, asked: RedoPoint) -> set[int]:
        return {each.peer for each in self._standing(asked)}

    @property
    def has_signed(self) -> bool:
        """Whether there is a RESUME of ours in this epoch: there is no second."""
        return bool(self._here.of(self._side.peer))

    @property
    def _may_sign(self) -> bool:
        side, cases = self._side, self._game.recovery.interlude.cases
        has_released = any(side.peer in case.releases for case in cases.values())
        has_left = side.peer in cases and cases[side.peer].left is not None
        is_ending = side.parting.is_silent or not self._game.is_underway
        is_bound = self._game.chain.epoch in self._bound
        return not (has_released or has_left or is_ending or is_bound)

    # What is here

    @property
    def _here(self) -> Resumes:
        self._resumes.begin(self._game.chain.epoch)
        return self._resumes

    def _agreed(self, index: int | None = None) -> Sequence[Entry]:
        """What all have signed, for a request or for any."""
        size = self._game.roster.size
        for asked in self._here.shared(size):
            agreed = self._standing(asked) if index in (None, asked.index) else ()
            if len(agreed) == size:
                return agreed
        return ()

    def _standing(self, asked: RedoPoint) -> Sequence[Entry]:
        """Who has signed that, as far as it can still stand there."""
        return [entry for entry in self._here.signed(asked) if self._read(entry) == asked.body]

    def _read(self, entry: Entry) -> Resumed | None:
        """What a RESUME says, if it can stand in place of a request of ours as the game is now."""
        if not (self._game.chain.stands_instead(entry) and self._can_be(entry.index)):
            return None
        try:
            body, size = self._game.decode(entry), self._game.roster.size
            return check_resumed(body, size, self._shufflers(entry.index))
        except PeerFault:
            return None

    def _can_be(self, index: int) -> bool:
        """Whether a request can be asked again, by those who play now."""
        game = self._game
        is_asked_again = index in game.chain.asked_again
        is_settled = game.recovery.interlude.accepted is None
        is_of_now = index in game.played and game.chain.is_of_now(index)
        return is_of_now and is_settled and not is_asked_again

    def _shufflers(self, index: int) -> Shufflers:
        chain = self._game.chain
        if index == chain.index:
            return shufflers_of(self._game.hearing)
        return shufflers_in(chain.entries(index))
