"""Public talk as an onlooker hears it: each line once, and nothing is said (22.14)."""

from net.conversation import Hear, check_line
from net.crypto.faults import PeerFault
from net.game.replica import Proceedings
from net.limits import MOST_LINES
from net.wire.messages import ChatSent


class Overhearing:
    """What was heard so far, by speaker and number."""

    def __init__(self) -> None:
        self._lines: set[tuple[int, int]] = set()

    def hear(self, proceedings: Proceedings, message: ChatSent) -> list[Hear]:
        """A line, if it is well signed and new."""
        line = message.line
        try:
            check_line(proceedings.roster, proceedings.setup_hash, message)
        except PeerFault:
            return []
        place = (line.sender, line.counter)
        if line.counter > MOST_LINES or place in self._lines:
            return []
        self._lines.add(place)
        return [Hear(line.sender, line.text)]
