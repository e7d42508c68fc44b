"""The judging of a file on several processors says what the judging on one says."""

import pytest

from client import verifying
from client.verifying import judge
from net.crypto.group import SodiumGroup
from net.game_file import TableGame, from_file
from net.log.entry import decode_entry
from net.verdict import Line, Verdict
from net.wire.bodies import SharesSent, Shuffled, decode_body
from tests.support.fake_wire import FakeWire, table_for
from tests.support.liars import with_fields
from tests.support.proving import flipped

GROUP = SodiumGroup()


@pytest.fixture(scope="module")
def game() -> TableGame:
    """The first requests of a game of two: keys, four decks, the first cards."""
    wire = FakeWire(table_for(2, influence_to_win=3), GROUP, "judged")
    wire.run_until(14)
    return from_file(wire.file_of(0))


def on_all_processors(monkeypatch: pytest.MonkeyPatch, game: TableGame) -> Verdict:
    monkeypatch.setattr(verifying, "_FEWEST_ENTRIES", 0)
    monkeypatch.setattr(verifying, "_BATCH", 3)
    monkeypatch.setattr("os.cpu_count", lambda: 2)
    return judge(game)


def test_a_good_game_is_good_on_one_and_on_two(
    monkeypatch: pytest.MonkeyPatch, game: TableGame
) -> None:
    alone = judge(game)
    assert alone.violation is None
    assert on_all_processors(monkeypatch, game) == alone


@pytest.mark.slow
@pytest.mark.parametrize("kind", [Shuffled.kind, SharesSent.kind])
def test_a_proof_that_does_not_hold_is_named_and_not_what_follows_from_it(
    monkeypatch: pytest.MonkeyPatch, game: TableGame, kind: int
) -> None:
    number = next(at for at, each in enumerate(game.entries) if decode_entry(each).kind == kind)
    entry = decode_entry(game.entries[number])
    proof = decode_body(GROUP, kind, entry.body).proof  # type: ignore[attr-defined]
    wrong = with_fields(GROUP, entry, proof=flipped(proof, 8 * len(proof) - 200)).to_bytes()
    entries = (*game.entries[:number], wrong, *game.entries[number + 1 :])
    changed = game._replace(entries=entries)
    for verdict in (judge(changed), on_all_processors(monkeypatch, changed)):
        assert verdict.violation is not None
        assert (verdict.violation.entry, verdict.violation.peer) == (number, entry.peer)
        assert verdict.violation.code == 3
        assert verdict.violation.line is (Line.SHUFFLES if kind == Shuffled.kind else Line.PROOFS)
