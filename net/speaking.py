"""What one peer says in a game: its answers, its words in an interlude, its name under an end.

1. An answer is judged as all others will judge it before it is signed: whether the rules allow it,
   and its proofs. Nobody demands the latter (K-1); but whoever sends a proof that a fault of its
   machine has spoiled is accused by all, and may give a secret away. So an answer can leave before
   anything follows from it here.
2. A part that has our entry, also from before a restart, is never answered again (K-1).
3. One thing at a time: whoever asks lets it be kept, sent and taken, and asks again.
"""

from collections.abc import Iterator
from typing import NamedTuple

from net.crypto.faults import PeerFault
from net.effects import Effect, Record, Send, WakeAt
from net.errors import LocalMistake
from net.log.entry import Entry
from net.obligations import PeerVault
from net.parting import Parting
from net.parts import Part
from net.pen import Pen
from net.proceedings import Proceedings
from net.recovery.duties import Duties
from net.replies import Replies, Secrets
from net.wire.layout import Body
from net.wire.messages import EntrySent


class Said(NamedTuple):
    """An entry of ours that the others are to have."""

    entry: Entry
    is_new: bool = True  # False: it is on the disk since before a restart
    is_judged: bool = False  # it may leave before we have taken it ourselves

    def effects(self) -> list[Effect]:
        """K-1: on the disk, then on its way."""
        encoded = self.entry.to_bytes()
        kept: list[Effect] = [Record(encoded, own=True)] if self.is_new else []
        return [*kept, Send(EntrySent(encoded))]


class Speaker:
    """The voice of one peer in one game."""

    def __init__(
        self, proceedings: Proceedings, replies: Replies, pen: Pen, parting: Parting, duties: Duties
    ) -> None:
        self._proceedings = proceedings
        self._replies = replies
        self._pen = pen
        self._parting = parting
        self._duties = duties

    def speak(self, vault: PeerVault | None, now: float) -> Iterator[Effect | Said]:
        """The next thing to be said, if there is any, and what must be done before there is more.

        PeerMisbehaved if what the others gave us for it is wrong.
        """
        if (final := self._parting.final()) is not None:
            yield Said(final)
        elif (word := next(self._duties.words(vault, now), None)) is not None:
            signed = self._pen.sign_word(word.body, ahead=word.is_successors, beside=word.beside)
            yield Said(signed)
        elif not self._parting.is_silent:
            yield from self._answers(vault, now)

    def _answers(self, vault: PeerVault | None, now: float) -> Iterator[Effect | Said]:
        """The first of our parts that can be answered; for those before it, what they lack."""
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
            yield self._answer(part, vault) if signed is None else Said(signed, is_new=False)
            return
        for part in early:
            self._made(part, vault)

    def _answer(self, part: Part, vault: PeerVault | None) -> Said:
        return Said(self._pen.sign(part.number, self._made(part, vault)), is_judged=True)

    def _made(self, part: Part, vault: PeerVault | None) -> Body:
        """What we answer; N-7: made while its delay runs, so that it leaves at the fixed moment."""
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
