"""What stops a game for one peer, a wrong entry, and what it says of that.

1. What is wrong is kept, forwarded and named (22.14); whoever asks for it later gets it.
2. An answer on our parent over another state than our rules give is wrong like any other, whoever
   else signs the same: what differs is looked for, with the others' help.
3. Whoever signed that may have told others the same answer over their state. Once it is here too
   these two are what is shown, the odd one last: so all come to the same (L-3).
"""

from collections.abc import Sequence

from net.differing import Comparing, Searching, Sides
from net.effects import Accuse, Close, Effect, Record, Send
from net.errors import PeerMisbehaved
from net.log.entry import Entry, decode_entry
from net.log.evidence import Reason, equivocation
from net.proceedings import Proceedings
from net.wire.messages import EntrySent, Message, StateTold, WantEntry, WantState

# K-4: our own place has two entries of ours, and only one was signed here: why the game ended here.
OWN_DIFFERS = "own-differs"

# Somebody's entry was wrong: the same, with the peer's number.
ACCUSED = "accused."

# The same where it was over another state, as the first release said it.
STATE_DIFFERS = "state.differs."


class Disputes:
    """The quarrels of one peer in one game, of which the first is the last."""

    def __init__(self, peer: int, proceedings: Proceedings) -> None:
        self.misdeed: PeerMisbehaved | None = None  # what stopped the game
        self.is_about_us = False  # K-4: what is wrong carries our own signature
        self._proceedings = proceedings
        self._comparing = Comparing(proceedings.setup_hash, peer)
        self._searching = Searching(proceedings)
        self.keep_state()

    @property
    def wrong(self) -> Entry | None:
        """What stopped the game, if all before it is common to everybody."""
        if self.misdeed is None:
            return None
        entries = [decode_entry(each) for each in self.misdeed.entries]
        is_first = len({entry.parent for entry in entries}) == 1
        return entries[-1] if is_first else self._searching.found

    def keep_state(self) -> None:
        """The game has gone on: another peer may ask for its state as it is now."""
        self._comparing.keep(self._proceedings.game.state)

    def hear(self, peer: int, message: Message) -> Sequence[Effect]:
        """What a question of another peer calls for, or its state; nothing for other messages."""
        match message:
            case WantEntry() if self.misdeed is not None:
                return [
                    Send(EntrySent(each), peer)
                    for each in self.misdeed.entries
                    if decode_entry(each).hash == message.entry
                ]
            case WantState():
                return self._comparing.answer(message, peer)
            case StateTold():
                return self._comparing.told(message)
            case _:
                return []

    def heard(self, entry: Entry) -> Sequence[Effect]:
        """An entry that came after the game was stopped: it may show more of what is wrong."""
        return [*self.recalled(entry), *self._searching.heard(entry)]

    def recalled(self, entry: Entry) -> Sequence[Effect]:
        """The same as it was read again after a restart."""
        return [*self._comparing.heard(entry), *self._said_twice(entry)]

    def _said_twice(self, entry: Entry) -> Sequence[Effect]:
        """L-3: whether whoever signed over another state has told others something else there."""
        wrong = self.misdeed
        if wrong is None or wrong.code == Reason.EQUIVOCATION:
            return []
        known = decode_entry(wrong.entries[-1])
        is_there = (entry.game_id, entry.place) == (known.game_id, known.place)
        if not (is_there and self.is_over_another_state(known)) or entry.hash == known.hash:
            return []
        return self.accuse(equivocation(entry, known))

    def parted(self, entry: Entry) -> Sequence[Effect]:
        """An entry on another chain than ours; the game goes on."""
        return self._comparing.parted(entry)

    def accuse(self, wrong: PeerMisbehaved) -> Sequence[Effect]:
        """22.14: keep and forward what is wrong, and name it."""
        self.misdeed = wrong
        forwarded: list[Effect] = []
        for encoded in wrong.entries:
            forwarded += [Record(encoded, own=False), Send(EntrySent(encoded))]
        entries = [decode_entry(each) for each in wrong.entries]
        found = [*self._searching.met(*entries), *self._compared(entries[-1])]
        return [*forwarded, *found, Accuse(wrong.peer, wrong.code, wrong.entries, wrong.words)]

    def contradicted(self, wrong: PeerMisbehaved) -> Sequence[Effect]:
        """K-4: two entries of our own: both are kept and shown to our player; nobody is accused."""
        self.misdeed, self.is_about_us = wrong, True
        kept = [Record(encoded, own=False) for encoded in wrong.entries]
        found = self._searching.met(*map(decode_entry, wrong.entries))
        return [*kept, *found, Close(OWN_DIFFERS)]

    @property
    def is_open(self) -> bool:
        """Whether all that we have seen may as well be our fault, and others are to speak first."""
        sides = self.sides
        return sides is not None and not sides.leads(self._proceedings.roster.size)

    @property
    def sides(self) -> Sides | None:
        """Who has our state and who another, if it was that which stopped the game."""
        is_two_answers = self.misdeed is None or self.misdeed.code == Reason.EQUIVOCATION
        return None if is_two_answers else self._comparing.sides()

    def is_over_another_state(self, entry: Entry) -> bool:
        """22.9: whether an entry on our parent was signed over another state than ours."""
        chain = self._proceedings.chain
        if chain.agrees(entry.index, entry.parent) is not True:
            return False
        return chain.digest(entry.index) not in (None, entry.state_digest)

    def _compared(self, wrong: Entry) -> Sequence[Effect]:
        """22.9: where the other state differs from ours, as far as its signer tells."""
        if not self.is_over_another_state(wrong):
            return []
        chain = self._proceedings.chain
        digest = chain.digest(wrong.index)
        assert digest is not None
        agreeing = (each.peer for each in chain.entries(wrong.index))
        found = [*self._comparing.found(wrong, agreeing, digest)]
        for word in chain.beside(wrong.index):
            found += self._comparing.heard(word)
        return found
