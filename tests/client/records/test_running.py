"""Looking back on a running table: the ledger, and the game with what our own seats know."""

from types import SimpleNamespace
from typing import Any

import pytest

from client.records.ledger_reader import report_on
from client.records.reading import open_record
from client.records.replayer import Timeline
from client.worker.record_values import LedgerSeen, RecordSoFar, WantLedger, WantRecord
from engine.ids import DRACULA, HUNTERS
from engine.view import see
from net.judging.game_file import from_file
from tests.support.fake_wire import FakeWire


def _playing(wire: FakeWire, peer: int) -> Any:
    """What a running table has of a game: its referee, its neighbours' heads, its file."""
    heads = SimpleNamespace(heads={1 - peer: 3})
    game = from_file(wire.file_of(peer))
    return SimpleNamespace(referee=wire.nodes[peer].referee, gossip=heads, game=lambda: game)


@pytest.mark.parametrize(("peer", "seats"), [(0, (DRACULA,)), (1, HUNTERS)])
def test_only_what_the_own_seats_know_leaves_the_table(
    wire: FakeWire, peer: int, seats: tuple[str, ...]
) -> None:
    playing = _playing(wire, peer)
    told = report_on(WantRecord(), playing)
    assert isinstance(told, RecordSoFar)
    assert told.source.seats == seats
    witness = playing.referee.witness
    own = {slot: value for seat in seats for slot, value in witness.knowledge[seat].items()}
    assert told.source.known == own
    timeline = Timeline(open_record(told.source).record)
    timeline.limit(seats)
    game = playing.referee.proceedings.game
    assert timeline.steps == game.position  # as the lines of the chronicle count
    assert timeline.view(timeline.steps, "all") == see(game.state, own)


def test_the_ledger_counts_and_names_nothing_hidden(wire: FakeWire) -> None:
    playing = _playing(wire, 0)
    seen = report_on(WantLedger(), playing)
    assert isinstance(seen, LedgerSeen)
    assert seen.total == sum(peer.entries for peer in seen.peers)
    assert [peer.at for peer in seen.peers] == [seen.request, 3]
    assert seen.checked == "now"
    values = set(playing.referee.witness.knowledge[DRACULA].values())
    said = {each.kind for each in seen.commitments} | {each.kind for each in seen.entries}
    assert not values & said
