"""Judging a file on several processors gives the same verdict as on one."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from unittest.mock import Mock

import nacl.bindings
import pytest

from client.commands.command_line import main
from client.records import judging
from client.records.judging import judge, judge_record
from client.words.game_words import fault_words
from client.words.words import Words
from client.worker.record_values import JudgeRecord, Source
from client.workshop.hostile.altered_records import ALTERATIONS, Means
from client.workshop.hostile.fuzzing import hostile
from client.workshop.soak.chance import chance_from
from net.judging.game_file import TableGame, from_file, to_file
from net.judging.verdict import Line, Verdict
from net.log.entry import decode_entry
from net.wire.bodies import SharesSent, Shuffled, decode_body
from tests.support.fake_wire import FakeWire, identities_for, table_for
from tests.support.liars import signed_again, with_fields
from tests.support.proving import flipped
from tests.support.real_group import REAL

GROUP = REAL


@pytest.fixture(scope="module")
def game() -> TableGame:
    """The first requests of a game of two: keys, four decks, the first cards."""
    wire = FakeWire(table_for(2, influence_to_win=3), GROUP, "judged")
    wire.run_until(14)
    return from_file(wire.file_of(0))


def on_all_processors(monkeypatch: pytest.MonkeyPatch, game: TableGame) -> Verdict:
    monkeypatch.setattr(judging, "_FEWEST_ENTRIES", 0)
    monkeypatch.setattr(judging, "_BATCH", 3)
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


@pytest.mark.slow
def test_whatever_was_done_to_a_file_both_judge_it_alike(
    monkeypatch: pytest.MonkeyPatch, game: TableGame
) -> None:
    """Entries altered, and the bodies of some signed anew with hostile bytes in them.

    Threads stand in for the processes, which would take longer to start than all of this.
    """
    monkeypatch.setattr(
        judging, "ProcessPoolExecutor", lambda count, **_: ThreadPoolExecutor(count)
    )
    entries = game.entries[:8]  # the last two shuffle a deck
    codes: set[int | None] = set()
    for number in range(24):
        chance = chance_from(f"judged alike {number}")
        at = chance.randrange(1, len(entries))
        if number % 2:
            alter = ALTERATIONS[number // 2 % len(ALTERATIONS)].alter
            altered = alter(entries, at, Means(chance, identities_for(2)))
        else:
            spoiled = hostile(chance, [decode_entry(entries[at]).body])
            wrong = signed_again(decode_entry(entries[at]), body=spoiled[:1000])
            altered = (*entries[:at], wrong.to_bytes(), *entries[at + 1 :])
        changed = game._replace(entries=altered)
        with monkeypatch.context() as alone:
            alone.setattr("os.cpu_count", lambda: 1)
            expected = judge(changed)
        assert expected.violation is not None
        codes.add(expected.violation.code)
        assert on_all_processors(monkeypatch, changed) == expected, number
    assert {None, 1, 2, 3} <= codes  # broken signatures, bytes, numbers, proofs


def test_an_unsafe_library_judges_nothing_and_no_player_is_blamed_for_it(
    game: TableGame,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """E-7: said in words, with the status of what could not be judged; 1 would be a violation."""
    file = tmp_path / "game.borgo"
    file.write_bytes(to_file(game))
    monkeypatch.setattr(nacl.bindings, "crypto_core_ed25519_is_valid_point", lambda _point: True)
    assert main(["verify", str(file)]) == 2
    assert "install PyNaCl 1.6.2 or newer" in capsys.readouterr().err


@pytest.mark.parametrize("done", ["left out", "told twice", "exchanged with its neighbour", None])
def test_what_whoever_holds_a_file_can_do_to_it_is_not_laid_to_a_signer(
    done: str | None, game: TableGame, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """G-5, 22.9: the entry and its signature are named; only what was signed so is a deed."""
    entries = game.entries[:6]
    if done is None:
        wrong = signed_again(decode_entry(entries[1]), body=b"")
        altered = (entries[0], wrong.to_bytes(), *entries[2:])
    else:
        alter = next(each.alter for each in ALTERATIONS if each.name == done)
        altered = alter(entries, 1, Means(chance_from(done), identities_for(2)))
    file = tmp_path / "altered.borgo"
    file.write_bytes(to_file(game._replace(entries=altered)))
    assert main(["verify", str(file)]) == 1
    pipe = Mock(receive=Mock(return_value=None))
    judge_record(JudgeRecord(Source(path=str(file))), pipe)
    judged = pipe.tell.call_args.args[0]
    for said in (capsys.readouterr().out, fault_words(Words(), judged)):
        assert "It carries the signature of" in said
        assert ("a cheat" in said) == (done is None)
        assert ("whoever kept or sent the file" in said) == (done is not None)
