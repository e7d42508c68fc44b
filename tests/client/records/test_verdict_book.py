"""Verdicts noted by another version of the program: its complaints are dropped."""

import json
from pathlib import Path
from typing import cast

import pytest

from client.home import SOLO_FOLDER
from client.records.archive import BOOK_FILE, Archive, VerdictBook
from client.records.reading import digest_of
from client.worker.hall import Hall
from client.worker.hall_values import EnterHall
from client.worker.pipe import Pipe
from client.worker.record_values import ListRecords

RELEASED = Path(__file__).parents[2] / "released/rules-2/unfinished.borgo"
OTHERS = [{}, {"program": "0.0.1"}]  # the first release did not say which it was


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """A game alone of the rules of today, not over."""
    path = tmp_path / SOLO_FOLDER / "2026-01-01 20.00 hunters.borgo"
    path.parent.mkdir()
    path.write_bytes(RELEASED.read_bytes())
    return path


def note(game: Path, **noted: object) -> str:
    digest = digest_of(game.read_bytes())
    (game.parents[1] / BOOK_FILE).write_text(json.dumps({digest: noted}))
    return digest


@pytest.mark.parametrize("by", OTHERS, ids=["the first", "another"])
def test_a_game_that_an_older_program_called_wrong_is_looked_at_again(
    game: Path, tmp_path: Path, by: dict[str, str]
) -> None:
    """The first release knew no rules but its own, and noted that of every later game."""
    note(game, verdict="violation", outcome="", steps=30, **by)
    row, _game = Archive(ListRecords(str(tmp_path)), cast(Pipe, None))._row(game)
    assert row.verdict == ""
    found, newer = Hall(EnterHall(str(tmp_path)), cast(Pipe, None))._alone()
    assert ([each.path for each in found], newer) == ([str(game)], None)


def test_what_was_put_away_by_any_program_stays_so(game: Path, tmp_path: Path) -> None:
    digest = note(game, verdict="violation", outcome="", is_put_away=True)
    assert VerdictBook(tmp_path).find(digest).is_put_away
    assert Hall(EnterHall(str(tmp_path)), cast(Pipe, None))._alone() == ([], None)


def test_what_an_older_program_found_good_need_not_be_checked_again(
    game: Path, tmp_path: Path
) -> None:
    digest = note(game, verdict="clean", outcome="dracula")
    assert VerdictBook(tmp_path).find(digest).verdict == "clean"


def test_our_own_complaints_are_kept(game: Path, tmp_path: Path) -> None:
    digest = digest_of(game.read_bytes())
    VerdictBook(tmp_path).keep(digest, "violation", "")
    VerdictBook(tmp_path).put_away(digest)
    noted = VerdictBook(tmp_path).find(digest)
    assert (noted.verdict, noted.is_put_away) == ("violation", True)
