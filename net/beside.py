"""What a file holds beside the chain: notes and talk, each of somebody at the table (22.12).

Notes are kept whatever they say (22.8), so what is wrong is only a note or line that nobody signed,
or a note that answers a request and so stands in the wrong place. A line names the one before it of
its speaker: one that names another one is no fault of the game's, and is told apart.
"""

from net.conversation import check_line, follows
from net.crypto.faults import Malformed, PeerFault
from net.game.replica import Proceedings
from net.judging.game_file import TableGame
from net.log.entry import decode_entry, is_signed_by
from net.verdict import TalkSplit, Wrong
from net.wire.codec import decode_message
from net.wire.messages import ChatSent


class Beside:
    """Who may have signed it, while a game is followed: a place may change hands."""

    def __init__(self, proceedings: Proceedings) -> None:
        self._proceedings = proceedings

    def wrong_in(self, game: TableGame) -> Wrong | None:
        """The first note or line that is none."""
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
        """Every line that names another one before it than the file has."""
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
