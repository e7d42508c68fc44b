"""The outbox of one peer: what it signs next, in order, never two entries for one place (K-1).

1. An answer is judged as all others will judge it before it is signed: whether the rules allow it,
   and its proofs. K-1 does not require the second; but a proof spoiled by a machine fault would get
   us accused by all and may leak a secret. So an answer can be sent before it is settled here.
2. A part that already has our entry, also from before a restart, is never answered again (K-1).
3. One entry at a time: the caller records, sends and applies it, then asks again.
4. `AnswerQueue` holds what was asked, decided and answered for the pending request. It is emptied
   when that request is settled.
5. `NoteOutbox` signs notes that answer no request (L-9). After a restart a peer only listens at
   first (K-3): its disk may be older than what it has signed, and a second note in the same place
   would be an equivocation.
"""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from engine import truth
from engine.game import Standing
from engine.record import members
from engine.requests import Attest, Choose, Conceal, Request
from engine.witness import Witness
from net.crypto.faults import PeerFault
from net.crypto.transcript import Entropy
from net.errors import LocalMistake
from net.fairness.cards.exchange import Exchange
from net.fairness.trail.trail_vault import PeerVault
from net.game.pending import AnswerExchange, Part, PendingRequest
from net.game.replica import Replica
from net.game.rounds import AuditRound, EndRound, EntryRound, KeysCommitted, KeysOpened
from net.log.chain import Chain
from net.log.entry import Entry
from net.log.roster import Player
from net.peer.early_end_vote import EarlyEndVote
from net.peer.effects import Ask, Decided, Effect, Record, Send, WakeAt
from net.peer.notes import SignedNotes
from net.peer.replacement_vote import ReplacementVote
from net.peer.signer import Signer
from net.replacement.handover import Scalars
from net.wire.bodies import Accused, encode_body
from net.wire.layout import Body
from net.wire.messages import EntrySent

# --- Which answers are possible, and their bodies ---


class Secrets(NamedTuple):
    """What bodies are made with; the vault exists once the game is entered."""

    vault: PeerVault | None
    entropy: Entropy
    rebuilt: Scalars | None  # of a successor


class Answers:
    """How one peer answers the pending request."""

    def __init__(self, player: Player, proceedings: Replica, witness: Witness) -> None:
        self.docket = AnswerQueue(player.peer)
        self._player = player
        self._proceedings = proceedings
        self._witness = witness

    def request_of(self, part: Part) -> Request[Any] | None:
        """The request of the rules that a part answers; None before and after the rules."""
        pending = self._proceedings.request
        return None if pending is None else members(pending)[part.exchange]

    def allowed(self, request: Request[Any]) -> list[Any]:
        """All truthful and legal answers of one of our seats."""
        game = self._proceedings.game
        knowledge = self._witness.knowledge[request.seat]
        return truth.allowed(request, game.state, game.table.edition, knowledge)

    def lacking(self, part: Part, now: float) -> Sequence[Effect] | None:
        """What must be done before a part can be answered; None if it can be answered now.

        N-7, 22.5: an answer that nobody decides and that could depend on a secret leaves after the
        fixed delay.
        """
        request, decided = self.request_of(part), self.docket.decided(part)
        if isinstance(request, Choose | Conceal) and decided is None:
            if not self.docket.note_asked(part):
                return []
            index, answers = self._proceedings.chain.index, tuple(self.allowed(request))
            return [Ask(index, part.number, request, answers)]
        if not isinstance(request, Attest) and not (decided is not None and decided.automatic):
            return None
        time = self.docket.since(part) + self._proceedings.setup.delay_ms / 1000
        return [WakeAt(time)] if now < time else None

    def make(self, part: Part, secrets: Secrets) -> Body:
        """The body that answers a part."""
        exchange = self._proceedings.hearing.exchanges[part.exchange]
        if isinstance(exchange, Exchange):
            assert secrets.vault is not None
            return exchange.make(secrets.vault, part.step, self._answer_to(part))
        return self._make_round(exchange, secrets)

    def _make_round(self, exchange: AnswerExchange, secrets: Secrets) -> Body:
        """The body for the first and last requests of a game."""
        player = self._player
        match exchange:
            case EntryRound():
                return exchange.make(player.peer, secrets.entropy)
            case KeysCommitted() | KeysOpened():
                assert secrets.vault is not None
                return exchange.make(secrets.vault)
            case EndRound():
                return exchange.make()
            case AuditRound():
                return exchange.make(player.peer, player.seed, secrets.rebuilt)
            case _:
                raise LocalMistake(f"nobody answers {type(exchange).__name__}")

    def _answer_to(self, part: Part) -> Any:
        """The decided answer, or the only true one; None where nothing is answered."""
        request, decided = self.request_of(part), self.docket.decided(part)
        if decided is None:
            return self.allowed(request)[0] if isinstance(request, Attest) else None
        assert request is not None
        if decided.answer not in self.allowed(request):
            what = type(decided.answer).__name__  # N-9: its values may be secret
            raise LocalMistake(f"a {what} that was not among what could be answered")
        if decided.standing:
            return Standing(decided.answer, decided.standing)
        return decided.answer


class AnswerQueue:
    """Our parts of the pending request: asked, decided, made, answered."""

    def __init__(self, peer: int) -> None:
        self._peer = peer
        self._answered: set[int] = set()
        self._asked: set[int] = set()
        self._decided: dict[int, Decided] = {}
        self._since: dict[int, float] = {}
        self._made: dict[int, Body] = {}

    def clear(self) -> None:
        """Forget all of it: the request is settled."""
        for forgotten in (self._answered, self._asked, self._decided, self._since, self._made):
            forgotten.clear()

    def due(self, hearing: PendingRequest, now: float) -> Iterator[Part]:
        """Our parts that have no entry yet and can be made now; remembers when each became due."""
        for part in hearing.parts:
            is_open = part.peer == self._peer and part.number not in self._answered
            if is_open and hearing.is_due(part.number):
                self._since.setdefault(part.number, now)
                yield part

    def since(self, part: Part) -> float:
        """When a part first became due."""
        return self._since[part.number]

    def note_asked(self, part: Part) -> bool:
        """A player is asked now. Returns False if that was done before."""
        is_new = part.number not in self._asked
        self._asked.add(part.number)
        return is_new

    def note_decided(self, event: Decided) -> None:
        """A player has answered; only the first answer counts."""
        if event.part in self._asked:
            self._decided.setdefault(event.part, event)

    def note_made(self, part: Part, body: Body) -> None:
        """Our answer to a part is ready, though it may have to wait for its delay (N-7)."""
        self._made[part.number] = body

    def made(self, part: Part) -> Body | None:
        """Our answer to a part, if it is ready."""
        return self._made.get(part.number)

    def note_answered(self, number: int) -> None:
        """Our entry for a part exists, and so no second one may (K-1)."""
        self._answered.add(number)

    def decided(self, part: Part) -> Decided | None:
        """The player's answer to a part, if there is one."""
        return self._decided.get(part.number)


# --- What is signed next ---


class SignedEntry(NamedTuple):
    """An entry of ours, to be recorded and sent."""

    entry: Entry
    is_new: bool = True  # False: it is on the disk since before a restart
    is_judged: bool = False  # it may leave before we have taken it ourselves

    def effects(self) -> list[Effect]:
        """K-1: record first, then send."""
        encoded = self.entry.to_bytes()
        kept: list[Effect] = [Record(encoded, own=True)] if self.is_new else []
        return [*kept, Send(EntrySent(encoded))]


class Outbox:
    """What one peer signs and sends in one game."""

    def __init__(
        self,
        proceedings: Replica,
        replies: Answers,
        pen: Signer,
        parting: EarlyEndVote,
        duties: ReplacementVote,
    ) -> None:
        self._proceedings = proceedings
        self._replies = replies
        self._pen = pen
        self._parting = parting
        self._duties = duties

    def speak(self, vault: PeerVault | None, now: float) -> Iterator[Effect | SignedEntry]:
        """The next entry to sign, if any, and what must be done before there is more.

        PeerMisbehaved if what the others gave us for it is wrong.
        """
        if (final := self._parting.final()) is not None:
            yield SignedEntry(final)
        elif (word := next(self._duties.words(vault, now), None)) is not None:
            signed = self._pen.sign_word(word.body, ahead=word.is_successors, beside=word.beside)
            yield SignedEntry(signed)
        elif not self._parting.is_silent:
            yield from self._answers(vault, now)

    def _answers(self, vault: PeerVault | None, now: float) -> Iterator[Effect | SignedEntry]:
        """Answer the first of our parts that can be answered; say what those before it wait for."""
        docket = self._replies.docket
        early: list[Part] = []
        for part in docket.due(self._proceedings.hearing, now):
            if not self._duties.may_answer(part.number):
                continue
            signed = self._pen.written(part.number)
            lacking = None if signed is not None else self._replies.lacking(part, now)
            if lacking is not None:
                early += [part for each in lacking if isinstance(each, WakeAt)]
                yield from lacking
                continue
            docket.note_answered(part.number)
            yield self._answer(part, vault) if signed is None else SignedEntry(signed, is_new=False)
            return
        for part in early:
            self._made(part, vault)

    def _answer(self, part: Part, vault: PeerVault | None) -> SignedEntry:
        return SignedEntry(self._pen.sign(part.number, self._made(part, vault)), is_judged=True)

    def _made(self, part: Part, vault: PeerVault | None) -> Body:
        """The body of our answer.

        N-7: it is made while its delay runs, so that it leaves at the fixed moment.
        """
        docket = self._replies.docket
        if (made := docket.made(part)) is not None:
            return made
        secrets = Secrets(vault, self._proceedings.verifier.entropy, self._duties.rebuilt)
        body = self._replies.make(part, secrets)
        try:
            self._proceedings.vouch(part.number, body)
        except PeerFault as fault:
            raise LocalMistake(f"every peer would refuse our own answer: {fault}") from fault
        docket.note_made(part, body)
        return body


# --- Notes that answer no request ---


class NoteOutbox:
    """What one peer signs outside the chain."""

    def __init__(self, pen: Signer, chain: Chain, controls: SignedNotes) -> None:
        self.is_listening = False  # and so signs nothing, answers neither
        self._pen = pen
        self._chain = chain
        self._controls = controls
        self._unsaid: list[Body] = []

    def say(self, body: Body | None) -> list[Effect]:
        """Sign a body, if there is one; while we only listen it is kept for later."""
        if body is None or self._is_accused_already(body):
            return []
        if self.is_listening:
            self._unsaid.append(body)
            return []
        entry = self._pen.sign_besides(body)
        self._chain.keep_control(entry)
        return [*SignedEntry(entry).effects(), *self._controls.take(entry)]

    def _is_accused_already(self, body: Body) -> bool:
        """V-2: an entry is accused once; not again after a restart either."""
        if not isinstance(body, Accused):
            return False
        said = (self._pen.peer, body.kind, encode_body(body))
        return said in ((note.peer, note.kind, note.body) for note in self._controls.notes)

    def speak_up(self) -> list[Effect]:
        """K-3: stop listening: send our latest entries again (K-1), then sign what was kept."""
        self.is_listening = False
        again = [Send(EntrySent(entry.to_bytes())) for entry in self._pen.latest()]
        unsaid, self._unsaid = self._unsaid, []
        return [*again, *(effect for body in unsaid for effect in self.say(body))]
