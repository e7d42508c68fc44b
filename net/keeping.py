"""Whose bots sit where: a bot sees what its seats see, and its keeper could look over its shoulder.

So a hunter's bot is not kept by Dracula's player, nor Dracula's bot by a hunter's, unless everybody
has signed a set-up that allows it. A bot that nobody keeps company is its own keeper.
"""

from net.roster import DRACULAS_PEER
from net.wire.table_setup import TableSetup


def keeping_fault(setup: TableSetup) -> str | None:
    """Why the bots of a set-up cannot be kept as it says, as an id; None if they can."""
    for number, peer in enumerate(setup.peers):
        keeper = peer.kept_by
        if keeper is None or keeper == number:
            continue
        if setup.peers[keeper].is_bot:
            return "bot-keeps-bot"
        if DRACULAS_PEER in (number, keeper) and not setup.bots_across:
            return "bot-across"
    return None


def keeps_strangers(setup: TableSetup, ours: int, bots: frozenset[bytes]) -> bool:
    """Whether a set-up says that a peer keeps bots which it does not know."""
    return any(
        peer.kept_by == ours and number != ours and peer.identity not in bots
        for number, peer in enumerate(setup.peers)
    )
