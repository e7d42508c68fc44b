"""One peer's own judge of a game: takes what arrives, answers what is asked of this peer.

1. It knows no sockets, no files and no clock: events and `now` in, effects out (net/effects.py).
2. An own entry is recorded before it is sent, and is judged by our own rules before either (K-1).
   A part that has our entry, also from before a restart, is never answered again.
3. What only one truth allows is answered without asking anybody; whatever could depend on a secret
   leaves after the fixed delay (N-7, 22.5). What somebody decides is asked for once.
4. Everything secret follows from the seed and the log (K-2): nothing hidden is kept besides.
"""

from collections.abc import Iterable, Iterator, Sequence

from engine.ids import Seat
from engine.requests import Attest, Choose, Conceal
from engine.view import View, see
from net.controls import Controls
from net.crypto.faults import PeerFault
from net.crypto.parties import Verifier
from net.differing import Comparing
from net.effects import (
    Accuse,
    Arrived,
    Ask,
    BackupMade,
    Close,
    Conceded,
    Decided,
    Effect,
    EndProposed,
    Event,
    GivenUpFor,
    Record,
    Send,
    Show,
    WakeAt,
)
from net.endings import ending_id
from net.errors import LocalMistake, PeerMisbehaved
from net.fairness.vault import Owner
from net.lessons import Lessons
from net.log.chain import FIRST_EPOCH, Finding
from net.log.entry import Entry, decode_entry
from net.log.evidence import Reason, accusation, other_state
from net.obligations import PeerVault
from net.parting import Parting
from net.parts import Part
from net.pen import Pen
from net.player import Player
from net.proceedings import Proceedings, Settled, Stage
from net.recovery.case import Case
from net.recovery.duties import Duties
from net.recovery.telling import time_outs_told
from net.recovery.wishes import RecoveryWish
from net.replies import Replies, Secrets
from net.wire.layout import Body
from net.wire.messages import EntrySent, Message, StateTold, WantEntry, WantState
from net.wire.table_setup import TableSetup

_NOT_NEWS = (Finding.KNOWN, Finding.FOREIGN, Finding.DROPPED)


class Referee:
    """The machine of one peer in one game."""

    def __init__(self, player: Player, setup: TableSetup, verifier: Verifier) -> None:
        self.player = player
        self.proceedings = Proceedings(setup, verifier)
        self.proceedings.inspectors.append(lambda heard: self._lessons.inspect(heard, self._vault))
        self.proceedings.watchers.append(self._settled)
        self._lessons = Lessons(player.peer, self.proceedings)
        self.witness = self._lessons.witness
        self.misdeed: PeerMisbehaved | None = None  # what stopped the game
        self.oddity: PeerMisbehaved | None = None  # or another state: a fault, of no player
        self.is_stopped = False
        self._verifier = verifier
        self._vault: PeerVault | None = None
        self._replies = Replies(player, self.proceedings, self.witness)
        self._docket = self._replies.docket
        self._pen = Pen(player.peer, player.identity, self.proceedings)
        self._controls = Controls(self.proceedings.chain, len(setup.peers), verifier.group)
        self._parting = Parting(player.peer, self.proceedings, self._controls, self._pen)
        self._comparing = Comparing(self.proceedings.setup_hash, player.peer)
        self._comparing.keep(self.proceedings.game.state)
        self._duties = Duties(player, self.proceedings)
        self.proceedings.recovery.seated.append(self._seated)
        self.proceedings.recovery.rotated.append(self._duties.rotate)
        self._effects: list[Effect] = []

    @property
    def notes(self) -> Sequence[Entry]:
        """What stays outside the chain (22.8)."""
        return self._controls.notes

    def handle(self, event: Event, now: float) -> Sequence[Effect]:
        """What is to be done because of an event."""
        return list(self.work(event, now))

    def work(self, event: Event, now: float) -> Iterator[Effect]:
        """The same as it becomes known: what is ready is done before the next proof is made.

        To be gone through to its end before anything else happens.
        """
        match event:
            case Arrived():
                self._hear(event.peer, event.message)
            case Decided() if event.index == self.proceedings.chain.index:
                self._docket.note_decided(event)
            case Conceded() | EndProposed() | GivenUpFor() if not self.is_stopped:
                self._say_besides(self._parting.wish(event))
            case BackupMade() if not self.is_stopped:
                self._say_besides(self._controls.backup(self.player.peer, event.sealed))
            case RecoveryWish():
                self._duties.wish(event)
            case _:
                pass
        yield from self._due_effects()
        while not self.is_stopped and self._act(now):
            yield from self._due_effects()
        self._effects += self._controls.judge()
        yield from self._due_effects()

    def _due_effects(self) -> Sequence[Effect]:
        effects, self._effects = self._effects, []
        return effects

    def _act(self, now: float) -> bool:
        return self._end_early() or self._say_word(now) or self._answer_next(now)

    def restore(self, entries: Iterable[bytes]) -> None:
        """K-3: go through what was recorded before a restart; `Started` then goes on from there.

        Our own entries that the others may lack are sent again, the same bytes (K-1).
        """
        for entry in self._duties.readable(entries):
            if not self.is_stopped:
                self._judge(entry)
        chain = self.proceedings.chain
        recent = (*chain.entries(chain.index - 1), *chain.entries(chain.index))
        own = [each for each in recent if each.peer == self.player.peer]
        told = [each for each in self._effects if isinstance(each, Accuse | Close)]
        self._effects = [*told, *(Send(EntrySent(each.to_bytes())) for each in own)]

    def reminders(self, peer: int) -> Sequence[Effect]:
        """What we have said beside the answers, for a peer that may lack it: nobody asks for it."""
        ours = (note for note in self.notes if note.peer == self.player.peer)
        return [Send(EntrySent(note.to_bytes()), peer) for note in ours]

    def view(self, seat: Seat) -> View:
        """The game as one of our seats sees it."""
        return see(self.proceedings.game.state, self.witness.knowledge[seat])

    # What arrives

    def _hear(self, peer: int, message: Message) -> None:
        match message:
            case EntrySent():
                self._arrive(message.entry)
            case WantEntry() if self.misdeed is not None:
                self._effects += [
                    Send(EntrySent(each), peer)
                    for each in self.misdeed.entries
                    if decode_entry(each).hash == message.entry
                ]
            case WantState():
                self._effects += self._comparing.answer(message, peer)
            case StateTold():
                self._effects += self._comparing.told(message)
            case _:
                pass

    def _arrive(self, encoded: bytes) -> None:
        try:
            entry = self.proceedings.read(encoded)
        except PeerFault:
            return  # L-5: evidence against nobody
        if self.is_stopped:
            self._effects += self._comparing.heard(entry)
        else:
            self._judge(entry)

    def _judge(self, entry: Entry) -> None:
        """Let the proceedings take an entry; what is news is kept, what is wrong stops the game."""
        if self._duties.sets_aside(entry):
            return
        is_ours = entry.peer == self.player.peer and self._duties.is_seated
        if is_ours:
            self._pen.note(entry)
        if entry.is_final:
            self._parting.note(entry)
        position = len(self._effects)
        try:
            finding = self.proceedings.take(entry)
        except PeerMisbehaved as wrong:
            if entry.to_bytes() not in wrong.entries:
                # It was good: a wrong one that waited for it came to light with it.
                self._effects.insert(position, Record(entry.to_bytes(), own=is_ours))
            self._stop(wrong)
            return
        if finding not in _NOT_NEWS:
            self._effects.insert(position, Record(entry.to_bytes(), own=is_ours))
            self._controls.note_signed(entry)
        for each, found in ((entry, finding), *self.proceedings.ripened):
            self._follow(each, found)

    def _follow(self, entry: Entry, finding: Finding) -> None:
        """What an entry calls for that is neither wrong nor an answer."""
        chain = self.proceedings.chain
        match finding:
            case Finding.OTHER_STATE:
                self.is_stopped = True
                self.oddity = other_state(entry)
                agreeing = (each.peer for each in chain.entries(chain.index))
                digest = self.proceedings.state_digest
                self._effects += self._comparing.found(entry, agreeing, digest)
                self._effects.append(Close(f"state.differs.{entry.peer}"))
            case Finding.INTERLUDE:
                self._effects += time_outs_told(self.proceedings, entry)
                self._duties.heard(entry)
                for late in self._duties.counted():
                    self._judge(late)
                if self._duties.is_out() and not self.is_stopped:
                    self._leave()
            case Finding.CONTROL:
                chain.keep_control(entry)
                self._effects += self._controls.take(entry)
            case Finding.HELD if chain.agrees(entry.index, entry.parent) is False:
                self._effects += self._comparing.parted(entry)
            case _:
                pass

    def _stop(self, wrong: PeerMisbehaved) -> None:
        """22.14: keep and forward what is wrong, accuse, and go no further."""
        self.is_stopped = True
        self.misdeed = wrong
        for encoded in wrong.entries:
            self._effects += [Record(encoded, own=False), Send(EntrySent(encoded))]
        self._effects.append(Accuse(wrong.peer, wrong.code, wrong.entries, wrong.words))
        accused = decode_entry(wrong.entries[-1])
        self._say_besides(accusation(accused, Reason(wrong.code)))

    def _say_besides(self, body: Body | None) -> None:
        """L-9: say something that answers no request."""
        if body is None:
            return
        entry = self._pen.sign_besides(body)
        self._keep_and_send(entry)
        self._follow(entry, Finding.CONTROL)

    def _end_early(self) -> bool:
        """Sign the end that enough peers have wished for; whether anything was signed."""
        entry = self._parting.final()
        if entry is not None:
            self._keep_and_send(entry)
            self._take_own(entry)
        return entry is not None

    def _say_word(self, now: float) -> bool:
        """Sign what an interlude asks of us, or our player wants; whether anything was signed."""
        try:
            word = next(self._duties.words(self._vault, now), None)
        except PeerMisbehaved as wrong:
            self._stop(wrong)
            return False
        if word is not None:
            entry = self._pen.sign_word(word.body, ahead=word.is_successors, beside=word.beside)
            self._keep_and_send(entry)
            self._take_own(entry)
        return word is not None

    def _seated(self, case: Case) -> None:
        """K-8: somebody has taken over a place: perhaps we have, perhaps it was ours."""
        is_us = self._duties.comes_with(case)
        if is_us:
            self._vault = self._duties.vault_of(case)
            self._lessons.catch_up(self._vault)
        elif is_us is False:
            self._leave()

    def _leave(self) -> None:
        """22.15: our place is not ours any more."""
        self.is_stopped = True
        self._effects.append(Close("replaced"))

    # What follows when a request is complete

    def _settled(self, settled: Settled) -> None:
        self._docket.clear()
        self._duties.clear()
        proceedings = self.proceedings
        self._pen.turn_over()
        self._comparing.keep(proceedings.game.state)
        if settled.stage is Stage.ENTERING and self.player.since == FIRST_EPOCH:
            owner = Owner(proceedings.chain.game_id, FIRST_EPOCH, self.player.peer)
            group, entropy = self._verifier.group, self._verifier.entropy
            self._vault = PeerVault(group, self.player.seed, entropy, owner)
        if settled.request is not None:
            self._lessons.learn(settled.request, settled.exchanges, self._vault)
            self._effects.append(Show(settled.index, settled.facts, proceedings.game.pending))
        if proceedings.stage is Stage.OVER:
            early, complaint = proceedings.ending, proceedings.recovery.complaint
            reason = "over" if early is None else ending_id(early)
            self._effects.append(Close(complaint or reason))

    # What we answer

    def _answer_next(self, now: float) -> bool:
        """Answer one part that is ours, or ask for it; whether anything was answered."""
        if self._parting.is_silent:
            return False
        for part in self._docket.due(self.proceedings.hearing, now):
            if not self._duties.may_answer(part.number):
                continue
            if (signed := self._pen.written(part.number)) is not None:
                self._say_again(signed)
                return True
            if self._is_ready(part, now):
                self._answer(part)
                return True
        return False

    def _say_again(self, entry: Entry) -> None:
        """K-1: the same bytes, which are on disk; others may lack them."""
        self._docket.note_answered(entry.part)
        self._effects.append(Send(EntrySent(entry.to_bytes())))
        self._take_own(entry)

    def _is_ready(self, part: Part, now: float) -> bool:
        """Whether the answer is known and may leave; if not, see to it that it will be."""
        request, decided = self._replies.request_of(part), self._docket.decided(part)
        if isinstance(request, Choose | Conceal) and decided is None:
            if self._docket.note_asked(part):
                answers = tuple(self._replies.allowed(request))
                index = self.proceedings.chain.index
                self._effects.append(Ask(index, part.number, request, answers))
            return False
        if not isinstance(request, Attest) and not (decided is not None and decided.automatic):
            return True
        time = self._docket.since(part) + self.proceedings.setup.delay_ms / 1000
        if now < time:
            self._effects.append(WakeAt(time))
        return now >= time

    def _answer(self, part: Part) -> None:
        secrets = Secrets(self._vault, self._verifier.entropy, self._duties.rebuilt)
        entry = self._pen.sign(part.number, self._replies.make(part, secrets))
        self._docket.note_answered(part.number)
        self._keep_and_send(entry)
        self._take_own(entry)

    def _take_own(self, entry: Entry) -> None:
        self._controls.note_signed(entry)
        try:
            self.proceedings.take(entry)
        except PeerMisbehaved as wrong:
            if wrong.peer == self.player.peer:
                raise LocalMistake(f"every peer would refuse our own entry: {wrong}") from wrong
            self._stop(wrong)  # it waited for ours

    def _keep_and_send(self, entry: Entry) -> None:
        encoded = entry.to_bytes()
        self._effects += [Record(encoded, own=True), Send(EntrySent(encoded))]
