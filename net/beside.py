"""What a file holds beside the chain: notes and talk, each of somebody at the table (22.12).

Notes are kept whatever they say (22.8), so what is wrong is only a note or line that nobody signed,
or a note that answers a request and so stands in the wrong place.
"""

from net.conversation import check_line
from net.crypto.faults import Malformed, PeerFault
from net.game_file import TableGame
from net.log.entry import Entry, check_signed, decode_entry
from net.proceedings import Proceedings
from net.recovery.case import Case
from net.verdict import Wrong
from net.wire.codec import decode_message
from net.wire.messages import ChatSent


class Beside:
    """Who may have signed it, while a game is followed: a place may change hands."""

    def __init__(self, proceedings: Proceedings) -> None:
        self._proceedings = proceedings
        self._roster = proceedings.roster  # who takes a place over does not talk
        self._holders = [[identity] for identity in proceedings.roster.identities]
        proceedings.recovery.seated.append(self._seated)

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

    def _seated(self, case: Case) -> None:
        assert case.successor is not None
        self._holders[case.peer].append(case.successor)

    def _check_note(self, note: bytes) -> None:
        entry = decode_entry(note)
        if not entry.is_control:
            raise Malformed("an entry of the chain among the notes")
        if not any(_has_signed(entry, each) for each in self._holders_of(entry.peer)):
            self._proceedings.read(note)  # or of a successor who has not accepted yet

    def _holders_of(self, peer: int) -> list[bytes]:
        return self._holders[peer] if peer < len(self._holders) else []

    def _check_line(self, line: bytes) -> None:
        sent = decode_message(line)
        if not isinstance(sent, ChatSent):
            raise Malformed("not a line")
        check_line(self._roster, self._proceedings.setup_hash, sent)


def _has_signed(entry: Entry, identity: bytes) -> bool:
    try:
        check_signed(entry, identity)
    except PeerFault:
        return False
    return True
