"""Talk during one game: signs our player's lines, checks and forwards those of others (22.14).

What may live here: lines, their order, who may hear them, how many a peer may say. It must not know
the game's secrets or that there are sockets.

1. A public line is signed, numbered and names the line before it. A peer forwards each line once,
   the first time it sees it, so nobody can be left out and nothing goes in circles. Missing lines,
   and two lines in one place, are shown and not hidden.
2. A private line exists only while the rules let two hunters confer: the parties of a trade or of
   Leader. It goes only over the channel between their two peers and is stored by nobody. Everything
   else the hunters say Dracula hears too.
3. Who may hear what follows from the pending request, which all peers derive, so nobody has to be
   trusted about it.
4. A peer over its rate limit is not read further: its lines are missing, and that is shown.
"""

import unicodedata
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from engine.canonical import encode
from engine.ids import Seat
from engine.requests import Choose, Conceal, Request, Together
from net.crypto.faults import Malformed, PeerFault
from net.crypto.hashing import chat_hash
from net.crypto.keys import Identity, SignedAs, check_signature
from net.limits import (
    EARLY_WHISPER_S,
    LINES_AT_ONCE,
    LINES_CAUGHT_UP,
    LINES_PER_SECOND,
    LONGEST_LINE,
    MOST_EARLY_WHISPERS,
    MOST_LINES,
)
from net.log.roster import Roster
from net.peer.effects import Effect, Event, Send, Unsaid
from net.rate_limit import RateLimit
from net.wire.messages import ChatLine, ChatSent, Whispered, decode_message, encode_message

FIRST_LINE = bytes(32)  # what the first line of a peer names as the one before it


class Spoke(Event, frozen=True):
    """Our player writes a line; in private, to the hunter it trades with."""

    text: str
    is_private: bool = False


class KeepLine(Effect, frozen=True):
    """Store a public line with the game."""

    line: bytes
    own: bool


class Hear(Effect, frozen=True):
    """Show a line to our player; `note` is "gap", "twice" or nothing."""

    peer: int
    text: str
    is_private: bool = False
    note: str = ""
    to: int | None = None  # of our own private line: who else hears it


class Conversation:
    """The talk of one game, on one peer."""

    def __init__(self, roster: Roster, peer: int, identity: Identity, setup_hash: bytes) -> None:
        self.roster = roster  # as it is now: a place may change hands
        self._peer = peer
        self._identity = identity
        self._game = setup_hash
        self._lines: dict[tuple[int, int], ChatSent] = {}  # by sender and counter
        self._last = dict.fromkeys(roster.peers, 0)
        at_once = dict.fromkeys(roster.peers, LINES_CAUGHT_UP) | {peer: LINES_AT_ONCE}
        self._allowed = {each: RateLimit(most, LINES_PER_SECOND) for each, most in at_once.items()}
        # K-8: what who held our place before has said is caught up with like another's.
        self._before = RateLimit(LINES_CAUGHT_UP, LINES_PER_SECOND)
        self._trade: Request[Any] | None = None
        self._early: list[tuple[float, int, Whispered]] = []
        self._whispered = 0
        self.reaches: Callable[[int], bool] = lambda _peer: True  # whether a whisper would arrive

    def restore(self, kept: Iterable[bytes]) -> None:
        """Load the lines that were stored before a restart."""
        for encoded in kept:
            sent = decode_message(encoded)
            assert isinstance(sent, ChatSent)
            self._note(sent)

    def lines(self) -> tuple[bytes, ...]:
        """Every public line as a file keeps it, by speaker and number: the same on all peers."""
        return tuple(encode_message(self._lines[place]) for place in sorted(self._lines))

    def said(self) -> list[tuple[int, str]]:
        """Every public line in order of arrival: speaker and text."""
        return [(sent.line.sender, sent.line.text) for sent in self._lines.values()]

    def linked(self, peer: int) -> Sequence[Effect]:
        """A channel to a peer is open: send it the lines that it may lack."""
        recent = (
            self._lines[place]
            for place in sorted(self._lines)
            if place[1] > self._last[place[0]] - LINES_CAUGHT_UP
        )
        return [Send(sent, peer) for sent in recent]

    def asked(self, pending: Request[Any] | None, now: float) -> Sequence[Effect]:
        """Note the pending request; requests without a player's choice do not end a trade."""
        if pending is None or isinstance(pending, Choose | Conceal | Together):
            self._trade = pending
        early, self._early = self._early, []
        return [
            effect
            for at, peer, whispered in early
            if now - at <= EARLY_WHISPER_S
            for effect in self._whisper_heard(peer, whispered, at)
        ]

    def speak(self, spoke: Spoke, parent: bytes, now: float) -> Sequence[Effect]:
        """Sign and send a line of our player."""
        if not is_sayable(spoke.text):
            return [Unsaid("not.sayable")]
        hearer = self._confidant(self._peer) if spoke.is_private else None
        if spoke.is_private and hearer is None:
            return [Unsaid("no.trade")]
        if hearer is not None and not self.reaches(hearer):
            return [Unsaid("no.channel")]  # nobody else may carry it, and nobody keeps it
        if not self._allowed[self._peer].takes(now) or self._last[self._peer] >= MOST_LINES:
            return [Unsaid("too.much")]
        if hearer is not None:
            self._whispered += 1
            message = Whispered(self._whispered, spoke.text)
            heard = Hear(self._peer, spoke.text, is_private=True, to=hearer)
            return [Send(message, hearer), heard]
        sent = self._signed(spoke.text, parent)
        self._note(sent)
        kept = KeepLine(encode_message(sent), own=True)
        return [kept, Send(sent), Hear(self._peer, spoke.text)]

    def arrived(self, peer: int, message: ChatSent | Whispered, now: float) -> Sequence[Effect]:
        """Take a line that came from a peer; a public line may be of any peer."""
        if isinstance(message, Whispered):
            return self._whisper_heard(peer, message, now)
        try:
            check_line(self.roster, self._game, message)
        except PeerFault:
            return []
        line = message.line
        known = self._lines.get((line.sender, line.counter))
        is_ours = line.sender == self._peer and is_said_by(self._identity.public_key, message)
        if is_ours or known == message:
            return []
        allowed = self._before if line.sender == self._peer else self._allowed[line.sender]
        if not allowed.takes(now) or line.counter > MOST_LINES:
            return []
        note = self._oddity(message, known)
        hear = Hear(line.sender, line.text, note=note)
        if known is not None:
            return [hear]  # shown, not kept: the first line of a number is the one that counts
        self._note(message)
        others = [each for each in self.roster.peers if each not in {self._peer, line.sender, peer}]
        passed_on = [Send(message, each) for each in others]
        return [KeepLine(encode_message(message), own=False), *passed_on, hear]

    def _signed(self, text: str, parent: bytes) -> ChatSent:
        counter = self._last[self._peer] + 1
        before = self._lines.get((self._peer, counter - 1))
        previous = FIRST_LINE if before is None else chat_hash(encode(before.line))
        line = ChatLine(self._game, self._peer, counter, previous, parent, (), text)
        return ChatSent(line, self._identity.sign(SignedAs.CHAT, chat_hash(encode(line))))

    def _note(self, sent: ChatSent) -> None:
        line = sent.line
        self._lines[line.sender, line.counter] = sent
        self._last[line.sender] = max(self._last[line.sender], line.counter)

    def _oddity(self, sent: ChatSent, known: ChatSent | None) -> str:
        line = sent.line
        before = self._lines.get((line.sender, line.counter - 1))
        expected = FIRST_LINE if before is None else chat_hash(encode(before.line))
        if known is not None or (before is not None and line.previous != expected):
            return "twice"
        return "gap" if line.counter > self._last[line.sender] + 1 else ""

    def _whisper_heard(self, peer: int, whispered: Whispered, now: float) -> Sequence[Effect]:
        if self._confidant(self._peer) == peer and self._allowed[peer].takes(now):
            return [Hear(peer, whispered.text, is_private=True)]
        if sum(each == peer for _, each, _ in self._early) < MOST_EARLY_WHISPERS:
            self._early.append((now, peer, whispered))
        return []

    def _confidant(self, peer: int) -> int | None:
        """Clause hidden.trade.private: the peer with whom this one may talk in private now."""
        for seat in self.roster.seats[peer]:
            for hearer in sorted(hearers(self._all_seats(), self._trade, seat, private=True)):
                if self.roster.peer_of(hearer) != peer:
                    return self.roster.peer_of(hearer)
        return None

    def _all_seats(self) -> tuple[Seat, ...]:
        return tuple(seat for seats in self.roster.seats for seat in seats)


def follows(sent: ChatSent, before: ChatSent | None) -> bool:
    """Whether a line names its speaker's previous line, if that one is here (22.14)."""
    if before is None:
        return sent.line.counter > 1 or sent.line.previous == FIRST_LINE
    return sent.line.previous == chat_hash(encode(before.line))


def check_line(roster: Roster, setup_hash: bytes, sent: ChatSent) -> None:
    """Refuse a public line of another game, or one that its speaker has not signed."""
    line = sent.line
    if line.game != setup_hash or line.sender >= roster.size or line.audience:
        raise Malformed("a line of another talk")
    if line.counter == 0 or not is_sayable(line.text):
        raise Malformed("a line that cannot be said")
    if not any(is_said_by(key, sent) for key in roster.holders(line.sender)):
        hashed = chat_hash(encode(line))
        check_signature(roster.identities[line.sender], SignedAs.CHAT, hashed, sent.signature)


def is_said_by(identity: bytes, sent: ChatSent) -> bool:
    """Whether a line is signed with this key."""
    try:
        hashed = chat_hash(encode(sent.line))
        check_signature(identity, SignedAs.CHAT, hashed, sent.signature)
    except PeerFault:
        return False
    return True


# --- Who may hear what ---


def partners(pending: Request[Any] | None) -> frozenset[Seat]:
    """Clause hidden.trade.private: the two hunters in a trade now; nobody if there is none."""
    if isinstance(pending, Choose) and pending.about == "trade":
        return frozenset((pending.seat, *pending.subject))
    return frozenset()


def hearers(
    seats: tuple[Seat, ...], pending: Request[Any] | None, speaker: Seat, *, private: bool
) -> frozenset[Seat]:
    """Clauses hidden.hunters.talk, hidden.hunters.overheard: who hears a line of this speaker.

    A private line outside a trade, or by somebody who is not in it, is heard by nobody: it is
    not to be sent and not to be shown.
    """
    if not private:
        return frozenset(seats) - {speaker}
    trading = partners(pending)
    return trading - {speaker} if speaker in trading else frozenset()


def is_sayable(text: str) -> bool:
    """Whether a line can be shown as it is: normal form, not too long, nothing invisible."""
    return (
        0 < len(text) <= LONGEST_LINE
        and unicodedata.is_normalized("NFC", text)
        and all(unicodedata.category(letter)[0] != "C" for letter in text)
    )
