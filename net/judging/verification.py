"""Verifies a game from its file alone, as an auditor who saw nothing else (A-2, A-3, 22.12).

1. Entry after entry is read: its signature, its place in the chain, its proof; the rules run on
   what was verified. The first wrong thing is named with the identity that signed it, and nothing
   after it is judged.
2. The seeds at the end of the file are read first, so that one pass does the audit too.
3. A file may be hostile: sizes are bounded before anything is decoded, and each entry must be right
   before the next one costs anything.
4. Accusations in the file are judged by the entries they show (V-2, 22.14). A RESUME accuses too,
   of something that is no longer in the file; only the evidence that was kept then, a file of its
   own, can show it.
5. Notes and talk stand beside the chain; each must be signed by somebody at the table (22.12).
   Notes are kept whatever they say (22.8), so a note is wrong only if nobody signed it, or if it
   answers a request and so stands in the wrong place. A line of talk names the one before it by the
   same speaker; one that names another is no fault of the game and is reported separately.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import NamedTuple

from msgspec.structs import replace
from nacl.exceptions import CryptoError

from engine.audit import Breach
from engine.errors import EngineBug
from engine.record import Record
from net.crypto.faults import Malformed, PeerFault
from net.crypto.transcript import Verifier
from net.errors import BadGameFile, LocalMistake, PeerMisbehaved
from net.fairness.cards.exchange import Statement
from net.game.early_end import ending_id
from net.game.pending import PendingRequest
from net.game.redo import SetAside
from net.game.replica import Replica
from net.game.stages import GameStage
from net.judging.audit import Audit, openings_in
from net.judging.game_file import TableGame
from net.judging.verdict import (
    KIND_LINES,
    Accusation,
    Line,
    TalkSplit,
    Verdict,
    Violation,
    Wrong,
    line_of,
    misplaced,
)
from net.lobby.setup import check_setup
from net.log.chain import EntryStatus
from net.log.entry import Entry, decode_entry, is_signed_by
from net.log.evidence import Reason, only_for
from net.talk import check_line, follows
from net.wire.bodies import Accused, Resumed
from net.wire.messages import ChatSent, decode_message

# What an entry can be that stands where it belongs.
_IN_PLACE = (EntryStatus.DUE, EntryStatus.FINAL, EntryStatus.RESUMPTION, EntryStatus.INTERLUDE)


class Statements(NamedTuple):
    """What the proofs of a game are about that only the rules of play say, by request and part.

    `borgo verify --statements` writes it as JSON, and packaging/check_game reads that.
    """

    game: str
    requests: dict[int, dict[int, Statement]]


# Says how many of how many entries are judged.
Progress = Callable[[int, int], None]


class _Wrong(Exception):
    """Ends a verification at the first fault."""

    def __init__(self, violation: Violation) -> None:
        super().__init__(violation.id or violation.detail)
        self.violation = violation


class Verification:
    """One pass over the file of a game."""

    def __init__(self, game: TableGame, verifier: Verifier) -> None:
        setup = game.setup()
        check_setup(setup)
        self._game = game
        self._checked: Counter[str] = Counter({line.value: 0 for line in Line})
        self._last = (-1, -1)  # index and part of the entry before: they ascend in a file
        self.proceedings = Replica(setup, verifier)
        self._beside = Beside(self.proceedings)
        self.audit = Audit(self.proceedings, openings_in(game.entries, verifier))

    def run(self, progress: Progress | None = None) -> Verdict:
        """Judge everything, up to the first fault."""
        for number, encoded in enumerate(self._game.entries):
            violation = self.step(number, encoded)
            if violation is not None:
                return self.stopped(violation)
            if progress is not None:
                progress(number + 1, len(self._game.entries))
        return self.finish()

    def step(self, number: int, encoded: bytes) -> Violation | None:
        """Judge the entry at one position of the file."""
        try:
            self._judge(number, encoded)
        except _Wrong as wrong:
            return wrong.violation
        return None

    def stopped(self, violation: Violation) -> Verdict:
        """The verdict for a fault before the end."""
        return self._verdict(violation, 0)

    def blamed(self, number: int, code: int, detail: str) -> Verdict:
        """The verdict for an entry whose postponed check has failed."""
        entry = decode_entry(self._game.entries[number])
        line = line_of(entry, Reason(code))
        return self.stopped(self._wrong(line, number, entry, Wrong(code, detail=detail)).violation)

    def finish(self) -> Verdict:
        """Judge what needs all entries: the end, and the opened secrets."""
        violation: Violation | None = None
        breaches: tuple[Breach, ...] = ()
        try:
            self._judge_end()
            self._judge_order()
            self._judge_beside()
            self._judge_audit()
            breaches = self.audit.breaches()
            self._judge_breaches(breaches)
        except _Wrong as wrong:
            violation = wrong.violation
        return self._verdict(violation, sum(breach.missing for breach in breaches))

    def _judge(self, number: int, encoded: bytes) -> None:
        entry = self._signed(number, encoded)
        self._checked[Line.SIGNATURES] += 1
        expected = self.proceedings.chain.index
        is_in_order = (entry.index, entry.part) > self._last or self._is_interrupted(entry)
        try:
            finding = self.proceedings.take(entry)
        except PeerMisbehaved as wrong:
            raise self._misbehaved(number, entry, wrong) from wrong
        except (LocalMistake, EngineBug, CryptoError) as fault:
            # CryptoError: a point that the postponed check of an earlier proof refuses.
            found = Wrong(id="unplayable", detail=str(fault))
            raise self._wrong(Line.RULES, number, entry, found) from fault
        if finding not in _IN_PLACE or not is_in_order:
            if finding is EntryStatus.HELD:
                self._judge_ahead(number + 1)
            found = misplaced(entry, finding, expected)
            raise self._wrong(Line.CHAIN, number, entry, found)
        self._last = (entry.index, entry.part)
        self._count(entry)

    def _judge_ahead(self, number: int) -> None:
        """L-3: whether the next entry is a second one for a place that is not reached yet.

        Two such entries convince wherever the chain is: a peer that was behind has no more to show.
        """
        for encoded in self._game.entries[number : number + 1]:
            entry = self._signed(number, encoded)
            try:
                self.proceedings.take(entry)
            except PeerMisbehaved as wrong:
                if wrong.code == Reason.EQUIVOCATION:
                    raise self._misbehaved(number, entry, wrong) from wrong

    def _misbehaved(self, number: int, entry: Entry, wrong: PeerMisbehaved) -> _Wrong:
        chain, about = self.proceedings.chain, ""
        is_on_it = chain.agrees(entry.index, entry.parent) is True
        if wrong.code == Reason.RULE_BROKEN and is_on_it:
            is_same = chain.digest(entry.index) in (None, entry.state_digest)
            about = "" if is_same else "other-state"
        found = Wrong(wrong.code, about, detail=wrong.words)
        return self._wrong(line_of(entry, Reason(wrong.code)), number, entry, found)

    def _is_interrupted(self, entry: Entry) -> bool:
        """22.8: whether recovery messages are still expected; their order is judged at the end."""
        has_words = bool(self.proceedings.recovery.interlude.cases)
        return entry.index == self._last[0] and (entry.is_control or has_words)

    def _signed(self, number: int, encoded: bytes) -> Entry:
        try:
            return self.proceedings.read(encoded)
        except PeerFault as fault:
            raise self._unsigned(number, encoded, fault) from fault

    def _unsigned(self, number: int, encoded: bytes, fault: PeerFault) -> _Wrong:
        try:
            entry = decode_entry(encoded)
        except Malformed as unreadable:
            found = Wrong(unreadable.code, detail=str(unreadable))
            return self._wrong(Line.SIGNATURES, number, None, found)
        place = (number, entry.index, entry.part)
        found = Wrong(fault.code, "unsigned", {"peer": entry.peer}, str(fault))
        return _Wrong(_violation(Line.SIGNATURES, place, (None, None), found))

    def _count(self, entry: Entry) -> None:
        if entry.kind in KIND_LINES:
            self._checked[KIND_LINES[entry.kind]] += 1
        self._checked[Line.CHAIN] = self.proceedings.chain.index
        self._checked[Line.RULES] = self.proceedings.game.position

    def _judge_end(self) -> None:
        for entry in self.proceedings.waiting:
            number = self._game.entries.index(entry.to_bytes())
            raise self._wrong(Line.CHAIN, number, entry, Wrong(id="without-ground"))
        is_its_end = self.proceedings.chain.parent == self._game.final_parent
        if not is_its_end and not self._ends_as_evidence():
            raise self._wrong(Line.CHAIN, None, None, Wrong(id="other-end"))

    def _ends_as_evidence(self) -> bool:
        """Whether the last entry was accused and the accuser stopped there; it may be right."""
        for encoded in self._game.entries[-1:]:
            entry = decode_entry(encoded)
            if self._game.final_parent == entry.parent:
                return is_accused(self.proceedings, self._game, entry)
        return False

    def _judge_order(self) -> None:
        """22.8, 22.12: every recovery message belongs to its request and stands in its place."""
        chain = self.proceedings.chain
        followed = [entry.to_bytes() for entry in chain.everything()]
        pending = (*chain.entries(chain.index), *chain.beside(chain.index))
        others = {entry.to_bytes() for entry in pending}
        for number, encoded in enumerate(self._game.entries):
            is_over = number < len(followed)
            if encoded != followed[number] if is_over else encoded not in others:
                found = Wrong(id="out-of-place")
                raise self._wrong(Line.CHAIN, number, decode_entry(encoded), found)

    def _judge_beside(self) -> None:
        """Notes and talk, which stand after all entries."""
        found = self._beside.wrong_in(self._game)
        if found is not None:
            raise self._wrong(Line.SIGNATURES, None, None, found)

    def _judge_audit(self) -> None:
        for finding in self.audit.findings:
            if finding.is_offence:
                found = Wrong(Reason.AUDIT_MISMATCH, detail=finding.words)
                raise self._offence(Line.SEALS, finding.index, finding.peer, found)
        for note, body in accusations_in(self.proceedings, self._game):
            self._judge_shown(note.peer, body.entry)

    def _judge_shown(self, accuser: int, accused: bytes) -> None:
        """C-18: a shown card that its receiver accuses, and that the giver's seed does not give."""
        if self.audit.shown.get(accused, True):
            return
        for number, encoded in enumerate(self._game.entries):
            entry = decode_entry(encoded)
            if entry.hash == accused and only_for(self.proceedings.decode(entry)) == accuser:
                found = Wrong(Reason.AUDIT_MISMATCH, "shown", detail="another thing was shown")
                raise self._wrong(Line.SEALS, number, entry, found)

    def _judge_breaches(self, breaches: Iterable[Breach]) -> None:
        """Faults that no proof covered, now that all secrets are open."""
        roster = self.proceedings.roster
        for breach in breaches:
            if breach.missing:
                continue
            peer = roster.peer_of(breach.seat) if roster.is_seat(breach.seat) else None
            about: dict[str, str | int] = {"seat": breach.seat, "clause": breach.clause or ""}
            found = Wrong(Reason.AUDIT_MISMATCH, "breach", about, breach.answer)
            index = self.audit.indexes[breach.position]
            raise self._offence(Line.RULES, index, peer, found)

    def _offence(self, line: Line, index: int, peer: int | None, wrong: Wrong) -> _Wrong:
        """A fault in a request that went through: finds the entry of its peer."""
        found = (entry for entry in self.proceedings.chain.entries(index) if entry.peer == peer)
        entry = next(found, None)
        number = None
        if entry is not None:
            number = self._game.entries.index(entry.to_bytes())
        return self._wrong(line, number, entry, wrong)

    def _wrong(self, line: Line, number: int | None, entry: Entry | None, wrong: Wrong) -> _Wrong:
        if entry is None:
            return _Wrong(_violation(line, (number, None, None), (None, None), wrong))
        whose = (entry.peer, self.proceedings.roster.names[entry.peer])
        return _Wrong(_violation(line, (number, entry.index, entry.part), whose, wrong))

    def _verdict(self, violation: Violation | None, unjudged: int) -> Verdict:
        proceedings = self.proceedings
        chain, state = proceedings.chain, proceedings.game.state
        strange = {finding.peer for finding in self.audit.findings if not finding.is_offence}
        return Verdict(
            dict(self._checked),
            violation,
            state.outcome,
            state.cause,
            proceedings.stage.name.lower(),
            chain.index,
            chain.parent.hex(),
            tuple(self.audit.unaudited),
            tuple(sorted(strange)),
            unjudged,
            None if proceedings.ending is None else ending_id(proceedings.ending),
            self._accusations(violation),
            proceedings.unheard if proceedings.stage is GameStage.ENDING else (),
            tuple(proceedings.set_aside),
            self._beside.talk_splits(self._game),
        )

    def _accusations(self, violation: Violation | None) -> tuple[Accusation, ...]:
        """V-2: an accusation of an entry that was right proves the accuser wrong."""
        wrong = None if violation is None else violation.entry
        right = len(self._game.entries) if wrong is None else wrong
        judgement = Judgement(right, wrong, self.audit.shown)
        return judge_accusations(self.proceedings, self._game, judgement)


def _violation(
    line: Line,
    place: tuple[int | None, int | None, int | None],
    whose: tuple[int | None, str | None],
    wrong: Wrong,
) -> Violation:
    return Violation(line, *place, *whose, wrong.code, wrong.id, wrong.about, wrong.detail)


def verify(game: TableGame, verifier: Verifier, progress: Progress | None = None) -> Verdict:
    """Judge a game."""
    return Verification(game, verifier).run(progress)


def statements_of(game: TableGame, verifier: Verifier) -> Statements:
    """22.12: what proofs are about that only the rules of play say; its proofs are not checked.

    Up to the first thing that is wrong without them.
    """
    verification = Verification(game, _unchecking(verifier))
    proceedings = verification.proceedings
    found: dict[int, dict[int, Statement]] = {}

    def keep(hearing: PendingRequest) -> None:
        if stated := hearing.stated():
            found[proceedings.chain.index] = stated

    proceedings.inspectors.append(keep)
    for number, encoded in enumerate(game.entries):
        if verification.step(number, encoded) is not None:
            break
    keep(proceedings.hearing)  # evidence ends inside a request
    return Statements(proceedings.chain.game_id.hex(), found)


def record_of(game: TableGame, verifier: Verifier) -> Record:
    """22.12: the engine's record of a table's game, to be run again; its proofs are not checked.

    Whoever wants to know whether it is right verifies it. BadGameFile if it cannot be followed.
    """
    verification = Verification(game, _unchecking(verifier))
    for number, encoded in enumerate(game.entries):
        violation = verification.step(number, encoded)
        if violation is not None:
            raise BadGameFile("game-entry", entry=number)
    return verification.audit.record()


def _unchecking(verifier: Verifier) -> Verifier:
    return Verifier(verifier.group, verifier.entropy, lambda _check, _arguments: None)


# --- Accusations in the file ---


class Judgement(NamedTuple):
    """How many entries of a file were found right, and which one is wrong, if any."""

    right: int
    wrong: int | None
    shown: Mapping[bytes, bool] = {}  # what was shown to one peer, as far as the audit can tell


def judge_accusations(
    proceedings: Replica, game: TableGame, judgement: Judgement
) -> tuple[Accusation, ...]:
    """Judge every signed accusation in the notes; an accuser of a right entry is wrong itself."""
    hashes: dict[bytes, int] = {}
    for at, each in enumerate(game.entries[: _end(judgement)]):
        with suppress(PeerFault):  # what is no entry at all can be accused by nobody
            hashes[decode_entry(each).hash] = at
    return tuple(
        _judged(proceedings, game, judgement, (entry, body, hashes.get(body.entry)))
        for entry, body in accusations_in(proceedings, game)
    )


def is_accused(proceedings: Replica, game: TableGame, entry: Entry) -> bool:
    """Whether a note accuses an entry: a file may then end with it although it is right."""
    return any(body.entry == entry.hash for _, body in accusations_in(proceedings, game))


def _end(judgement: Judgement) -> int:
    return judgement.right if judgement.wrong is None else judgement.wrong + 1


def accusations_in(proceedings: Replica, game: TableGame) -> Iterator[tuple[Entry, Accused]]:
    """Who accuses, and what. Notes that nobody at the table has signed are ignored."""
    for note in game.notes:
        try:
            entry = proceedings.read(note)
            body = proceedings.decode(entry)
        except PeerFault:
            continue
        if isinstance(body, Accused):
            yield entry, body


def _judged(
    proceedings: Replica,
    game: TableGame,
    judgement: Judgement,
    named: tuple[Entry, Accused, int | None],
) -> Accusation:
    note, body, at = named
    if at is None:
        is_aside = note.index in proceedings.chain.asked_again
        return Accusation(note.peer, None, None, body.reason, None, is_aside)
    entry = decode_entry(game.entries[at])
    is_founded: bool | None = at == judgement.wrong
    if not is_founded and only_for(proceedings.decode(entry)) == note.peer:
        is_right = judgement.shown.get(entry.hash)
        is_founded = None if is_right is None else not is_right
    return Accusation(note.peer, entry.peer, at, body.reason, is_founded)


def shown_by(game: TableGame, aside: SetAside, evidence: TableGame, verdict: Verdict) -> SetAside:
    """A request that was asked again, and whether the evidence judged in `verdict` shows why.

    It does if it ends with an offence of that peer: in an entry at the place before which all
    resumed, or in the next request that anybody answered after it, as where two states differ.
    """
    wrong = verdict.violation
    if wrong is None or wrong.code is None or wrong.entry is None or wrong.peer != aside.peer:
        return aside
    entries = [decode_entry(each) for each in evidence.entries[: wrong.entry + 1]]
    offence, before = entries[-1], [each for each in entries if each.index < entries[-1].index]
    last = max((each.index for each in before), default=-1)
    for resumed in _resumes(game, aside.index):
        is_here = (offence.index, offence.parent) == (resumed.index, resumed.parent)
        is_next = last == resumed.index and _is_on(before, resumed)
        is_of_then = (offence.game_id, offence.epoch) == (resumed.game_id, resumed.epoch)
        if is_of_then and (is_here or is_next):
            return replace(aside, is_shown=True)
    return aside


def _resumes(game: TableGame, index: int) -> Iterator[Entry]:
    entries = (decode_entry(each) for each in game.entries)
    return (each for each in entries if each.kind == Resumed.kind and each.index == index)


def _is_on(entries: Sequence[Entry], resumed: Entry) -> bool:
    return any((each.index, each.parent) == (resumed.index, resumed.parent) for each in entries)


# --- Notes and talk beside the chain ---


class Beside:
    """Who may have signed notes and talk, as the game is followed: a place may change hands."""

    def __init__(self, proceedings: Replica) -> None:
        self._proceedings = proceedings

    def wrong_in(self, game: TableGame) -> Wrong | None:
        """The first note or line that is wrong."""
        for number, note in enumerate(game.notes):
            try:
                self._check_note(note)
            except PeerFault as fault:
                return Wrong(fault.code, "bad-note", {"note": number}, str(fault))
        for number, line in enumerate(game.chat):
            try:
                self._check_line(line)
            except PeerFault as fault:
                return Wrong(fault.code, "bad-line", {"line": number}, str(fault))
        return None

    def talk_splits(self, game: TableGame) -> tuple[TalkSplit, ...]:
        """Every line whose named predecessor is not the one in the file."""
        found, lines = [], dict[tuple[int, int], ChatSent]()
        for number, line in enumerate(game.chat):
            try:
                self._check_line(line)
            except PeerFault:
                continue  # told as what it is
            sent = decode_message(line)
            assert isinstance(sent, ChatSent)
            sender, counter = sent.line.sender, sent.line.counter
            is_second = (sender, counter) in lines
            if is_second or not follows(sent, lines.get((sender, counter - 1))):
                found.append(TalkSplit(number, sender, counter))
            lines[sender, counter] = sent
        return tuple(found)

    def _check_note(self, note: bytes) -> None:
        entry = decode_entry(note)
        if not entry.is_control:
            raise Malformed("an entry of the chain among the notes")
        if not any(is_signed_by(entry, each) for each in self._holders_of(entry.peer)):
            self._proceedings.read(note)  # or of a successor who has not accepted yet

    def _holders_of(self, peer: int) -> tuple[bytes, ...]:
        roster = self._proceedings.roster
        return roster.holders(peer) if peer < roster.size else ()

    def _check_line(self, line: bytes) -> None:
        sent = decode_message(line)
        if not isinstance(sent, ChatSent):
            raise Malformed("not a line")
        check_line(self._proceedings.roster, self._proceedings.setup_hash, sent)
