"""What a running table tells of itself when it is looked back on: as much as its player may see."""

from client.replaying.ledger import ledger_of
from client.worker.ledger_values import WantLedger
from client.worker.record_values import RecordSoFar, Source, WantRecord
from client.worker.values import Report
from engine.ids import SlotId
from net.edge.playing import Playing
from net.judging.game_file import to_file
from net.onlooking.onlooker import Onlooker


def report_on(order: WantRecord | WantLedger, playing: Playing) -> Report:
    """The game so far with what our own seats know, or the ledger."""
    referee = playing.referee
    proceedings = referee.proceedings
    if isinstance(order, WantLedger):
        ours = referee.player.peer
        heads = {**playing.gossip.heads, ours: proceedings.chain.index}
        return ledger_of(proceedings, heads)
    seats = proceedings.roster.seats[referee.player.peer]
    known: dict[SlotId, str] = {}
    for seat in seats:
        known.update(referee.witness.knowledge[seat])
    return RecordSoFar(Source(content=to_file(playing.game()), known=known, seats=tuple(seats)))


def report_to_onlooker(order: WantRecord | WantLedger, onlooker: Onlooker) -> Report | None:
    """The public game so far, or the ledger; nothing before it has begun."""
    proceedings, gossip, game = onlooker.proceedings, onlooker.gossip, onlooker.game()
    if proceedings is None or gossip is None or game is None:
        return None
    if isinstance(order, WantLedger):
        return ledger_of(proceedings, gossip.heads)
    return RecordSoFar(Source(content=to_file(game), seats=()))
