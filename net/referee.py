"""One peer's own judge of a game: takes what arrives, answers what is asked of this peer.

1. It knows no sockets, no files and no clock: events and `now` in, effects out (net/effects.py).
2. An own entry is recorded before it is sent, and is judged by our own rules before either (K-1).
   A part that has our entry, also from before a restart, is never answered again.
3. What only one truth allows is answered without asking anybody; whatever could depend on a secret
   leaves after the fixed delay (N-7, 22.5). What somebody decides is asked for once.
4. Everything secret follows from the seed and the log (K-2): nothing hidden is kept besides.
"""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from engine import truth
from engine.game import Standing
from engine.ids import Seat
from engine.record import members
from engine.requests import Attest, Choose, Conceal, Request
from engine.view import View, see
from engine.witness import Witness, lesson
from net.audit_machine import Auditing, Ending
from net.crypto.faults import PeerFault
from net.crypto.keys import Identity
from net.crypto.parties import Verifier
from net.docket import Docket
from net.effects import (
    Accuse,
    Arrived,
    Ask,
    Close,
    Decided,
    Effect,
    Event,
    Record,
    Send,
    Show,
    WakeAt,
)
from net.errors import LocalMistake, PeerMisbehaved
from net.fairness.exchange import Exchange
from net.fairness.opening import Showing
from net.fairness.vault import Owner
from net.limits import FIRST_CONTROL_PART
from net.log.chain import FIRST_EPOCH, Finding
from net.log.entry import Entry, Unsigned, decode_entry, sign_entry
from net.log.evidence import Reason, accusation, faulty
from net.obligations import PeerVault
from net.parts import Answering, Hearing, Part
from net.proceedings import Proceedings, Settled, Stage
from net.setup_machine import Entering, KeysCommitted, KeysOpened
from net.wire.bodies import encode_body
from net.wire.layout import Body
from net.wire.messages import EntrySent
from net.wire.table_setup import TableSetup

_NOT_NEWS = (Finding.KNOWN, Finding.FOREIGN, Finding.DROPPED)


class Player(NamedTuple):
    """Who we are at this table: our number, what we sign with, and the seed of this game."""

    peer: int
    identity: Identity
    seed: bytes

    def __repr__(self) -> str:
        """N-9: nothing of the secret."""
        return f"Player({self.peer})"


class Referee:
    """The machine of one peer in one game."""

    def __init__(self, player: Player, setup: TableSetup, verifier: Verifier) -> None:
        self.player = player
        self.proceedings = Proceedings(setup, verifier)
        self.proceedings.inspectors.append(self._inspect)
        self.proceedings.watchers.append(self._settled)
        self.witness = Witness()
        self.notes: list[Entry] = []  # what stays outside the chain (22.8)
        self.misdeed: PeerMisbehaved | None = None  # what stopped the game
        self.is_stopped = False
        self._verifier = verifier
        self._vault: PeerVault | None = None
        self._docket = Docket(player.peer)
        self._effects: list[Effect] = []
        self._controls = 0

    def handle(self, event: Event, now: float) -> Sequence[Effect]:
        """What is to be done because of an event."""
        if isinstance(event, Arrived) and isinstance(event.message, EntrySent):
            self._arrive(event.message.entry)
        if isinstance(event, Decided) and event.index == self.proceedings.chain.index:
            self._docket.note_decided(event)
        while not self.is_stopped and self._answer_next(now):
            continue
        effects, self._effects = self._effects, []
        return effects

    def restore(self, entries: Iterable[bytes]) -> None:
        """K-3: go through what was recorded before a restart; `Started` then goes on from there.

        Our own entries that the others may lack are sent again, the same bytes (K-1).
        """
        for encoded in entries:
            entry = self.proceedings.read(encoded)
            if entry.peer == self.player.peer and entry.is_control:
                self._controls += 1
            if not self.is_stopped:
                self._judge(entry)
        chain = self.proceedings.chain
        recent = (*chain.entries(chain.index - 1), *chain.entries(chain.index))
        own = [each for each in recent if each.peer == self.player.peer]
        told = [each for each in self._effects if isinstance(each, Accuse | Close)]
        self._effects = [*told, *(Send(EntrySent(each.to_bytes())) for each in own)]

    def view(self, seat: Seat) -> View:
        """The game as one of our seats sees it."""
        return see(self.proceedings.game.state, self.witness.knowledge[seat])

    # What arrives

    def _arrive(self, encoded: bytes) -> None:
        if self.is_stopped:
            return
        try:
            entry = self.proceedings.read(encoded)
        except PeerFault:
            return  # L-5: evidence against nobody
        self._judge(entry)

    def _judge(self, entry: Entry) -> None:
        """Let the proceedings take an entry; what is news is kept, what is wrong stops the game."""
        is_ours = entry.peer == self.player.peer
        if is_ours and entry.index == self.proceedings.chain.index:
            self._docket.note_answered(entry.part)
        position = len(self._effects)
        try:
            finding = self.proceedings.take(entry)
        except PeerMisbehaved as wrong:
            if entry.to_bytes() not in wrong.entries:
                # It was good: a wrong one that waited for it came to light with it.
                self._effects.insert(position, Record(entry.to_bytes(), own=is_ours))
            self._stop(wrong)
            return
        if finding is Finding.OTHER_STATE:
            self.is_stopped = True
            self._effects.append(Close(f"state.differs.{entry.peer}"))
        if finding is Finding.CONTROL:
            self.proceedings.chain.keep_control(entry)
            self.notes.append(entry)
        if finding not in _NOT_NEWS:
            self._effects.insert(position, Record(entry.to_bytes(), own=is_ours))

    def _stop(self, wrong: PeerMisbehaved) -> None:
        """22.14: keep and forward what is wrong, accuse, and go no further."""
        self.is_stopped = True
        self.misdeed = wrong
        for encoded in wrong.entries:
            self._effects += [Record(encoded, own=False), Send(EntrySent(encoded))]
        self._effects.append(Accuse(wrong.peer, wrong.code, wrong.entries, wrong.words))
        accused = decode_entry(wrong.entries[-1])
        entry = self._sign(
            FIRST_CONTROL_PART + self._controls, accusation(accused, Reason(wrong.code))
        )
        self._controls += 1
        self.notes.append(entry)
        self._keep_and_send(entry)

    # What follows when a request is complete

    def _inspect(self, hearing: Hearing) -> None:
        """C-18: what is shown to us alone is judged by us alone, before anything follows."""
        entries = self.proceedings.chain.entries(self.proceedings.chain.index)
        for part in hearing.parts:
            exchange = hearing.exchanges[part.exchange]
            if isinstance(exchange, Showing) and self._vault is not None:
                try:
                    exchange.learn(self._vault)
                except PeerFault as fault:
                    raise faulty(entries[part.number], fault) from fault

    def _settled(self, settled: Settled) -> None:
        self._docket.clear()
        proceedings = self.proceedings
        if settled.stage is Stage.ENTERING:
            owner = Owner(proceedings.chain.game_id, FIRST_EPOCH, self.player.peer)
            group, entropy = self._verifier.group, self._verifier.entropy
            self._vault = PeerVault(group, self.player.seed, entropy, owner)
        if settled.request is not None:
            self._learn(settled.request, settled.exchanges)
            self._effects.append(Show(settled.index, settled.facts, proceedings.game.pending))
        if proceedings.stage is Stage.OVER:
            self._effects.append(Close("over"))

    def _learn(self, request: Request[Any], exchanges: Sequence[Answering]) -> None:
        assert self._vault is not None
        ours = self.proceedings.roster.seats[self.player.peer]
        for member, exchange in zip(members(request), exchanges, strict=True):
            assert isinstance(exchange, Exchange)
            self.witness.values.update(exchange.learn(self._vault))
            learned = lesson(member)
            if learned is not None and learned[0] in ours:
                self.witness.attend(member)

    # What we answer

    def _answer_next(self, now: float) -> bool:
        """Answer one part that is ours, or ask for it; whether anything was answered."""
        for part in self._docket.due(self.proceedings.hearing, now):
            if self._is_ready(part, now):
                self._answer(part)
                return True
        return False

    def _request_of(self, part: Part) -> Request[Any] | None:
        pending = self.proceedings.request
        return None if pending is None else members(pending)[part.exchange]

    def _is_ready(self, part: Part, now: float) -> bool:
        """Whether the answer is known and may leave; if not, see to it that it will be."""
        request, decided = self._request_of(part), self._docket.decided(part)
        if isinstance(request, Choose | Conceal) and decided is None:
            if self._docket.note_asked(part):
                answers = tuple(self._allowed(request))
                index = self.proceedings.chain.index
                self._effects.append(Ask(index, part.number, request, answers))
            return False
        if not isinstance(request, Attest) and not (decided is not None and decided.automatic):
            return True
        time = self._docket.since(part) + self.proceedings.setup.delay_ms / 1000
        if now < time:
            self._effects.append(WakeAt(time))
        return now >= time

    def _allowed(self, request: Request[Any]) -> list[Any]:
        game = self.proceedings.game
        knowledge = self.witness.knowledge[request.seat]
        return truth.allowed(request, game.state, game.table.edition, knowledge)

    def _answer(self, part: Part) -> None:
        entry = self._sign(part.number, self._make(part))
        self._docket.note_answered(part.number)
        self._keep_and_send(entry)
        try:
            self.proceedings.take(entry)
        except PeerMisbehaved as wrong:
            raise LocalMistake(f"every peer would refuse our own entry: {wrong}") from wrong

    def _make(self, part: Part) -> Body:
        exchange = self.proceedings.hearing.exchanges[part.exchange]
        if isinstance(exchange, Exchange):
            assert self._vault is not None
            return exchange.make(self._vault, part.step, self._answer_to(part))
        return self._make_round(exchange)

    def _make_round(self, exchange: Answering) -> Body:
        """The first and the last requests of a game."""
        match exchange:
            case Entering():
                return exchange.make(self.player.peer, self._verifier.entropy)
            case KeysCommitted() | KeysOpened():
                assert self._vault is not None
                return exchange.make(self._vault)
            case Ending():
                return exchange.make()
            case Auditing():
                return exchange.make(self.player.seed)
            case _:
                raise LocalMistake(f"nobody answers {type(exchange).__name__}")

    def _answer_to(self, part: Part) -> Any:
        """What was decided, or the one truth; nothing where there is nothing to say."""
        request, decided = self._request_of(part), self._docket.decided(part)
        if decided is None:
            return self._allowed(request)[0] if isinstance(request, Attest) else None
        assert request is not None
        if decided.answer not in self._allowed(request):
            raise LocalMistake(f"{decided.answer!r} was not among what could be answered")
        if decided.standing:
            return Standing(decided.answer, decided.standing)
        return decided.answer

    def _sign(self, part: int, body: Body) -> Entry:
        chain = self.proceedings.chain
        unsigned = Unsigned(
            body.kind, chain.game_id, chain.epoch, chain.index, part, self.player.peer,
            chain.parent, self.proceedings.state_digest, encode_body(body),
        )  # fmt: skip
        return sign_entry(self.player.identity, unsigned)

    def _keep_and_send(self, entry: Entry) -> None:
        encoded = entry.to_bytes()
        self._effects += [Record(encoded, own=True), Send(EntrySent(encoded))]
