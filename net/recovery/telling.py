"""What a player is to know of the words that peers sign about one who does not answer."""

from collections.abc import Sequence

from net.game.replica import Proceedings
from net.log.entry import Entry
from net.peer.effects import TimedOutTold
from net.wire.bodies import TimedOut


def time_outs_told(proceedings: Proceedings, entry: Entry) -> Sequence[TimedOutTold]:
    """22.15: that somebody waits no longer, and for whom; the one who is meant is to see it."""
    if entry.kind != TimedOut.kind:
        return []
    body = proceedings.decode(entry)
    assert isinstance(body, TimedOut)
    return [TimedOutTold(entry.peer, body.peer, entry.index)]
