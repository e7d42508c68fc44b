"""A record that nobody signed: an answer that the rules refuse is reported as a violation."""

import json
from functools import cache
from pathlib import Path

import pytest
from msgspec.structs import replace

from client.commands.command_line import main
from client.records.judging import judge_record, judge_unsigned
from client.words.game_words import violation_words
from client.words.words import Words
from client.worker.record_values import JudgeRecord, RecordJudged, Source
from client.worker.values import Report
from engine.game import Standing
from engine.record import Record
from engine.record_file import to_bytes
from tests.support.games import random_record

AT = 60


@cache
def whole() -> Record:
    return random_record("unsigned", influence_to_win=3)


def _illegal() -> tuple[Record, int]:
    answers = list(whole().answers)
    answers[AT] = "\x1b[2J"
    return replace(whole(), answers=tuple(answers)), AT


def _surplus() -> tuple[Record, int]:
    return replace(whole(), answers=(*whole().answers, None)), len(whole().answers)


WRONG = {"record-illegal": _illegal, "record-after-end": _surplus}


@pytest.fixture(params=sorted(WRONG))
def wrong(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[str, Path, int]:
    record, position = WRONG[request.param]()
    path = tmp_path / "game.borgo"
    path.write_bytes(to_bytes(record))
    return request.param, path, position


def test_the_command_names_the_answer_and_ends_with_one(
    wrong: tuple[str, Path, int], capsys: pytest.CaptureFixture[str]
) -> None:
    identifier, path, position = wrong
    assert main(["verify", str(path)]) == 1
    *_, named, last = (
        line for line in capsys.readouterr().out.splitlines() if " has won" not in line
    )
    assert named.startswith(f"Answer {position}: ")
    assert last == "A violation was found."
    assert main(["verify", "--json", str(path)]) == 1
    verdict = json.loads(capsys.readouterr().out)
    assert verdict["verdict"] == "violation"
    assert (verdict["answers"], verdict["violation"]["id"]) == (position, identifier)


class Window:
    """What a worker tells."""

    def __init__(self) -> None:
        self.told: list[Report] = []

    def tell(self, report: Report) -> None:
        self.told.append(report)

    def receive(self, _seconds: float | None) -> None:
        """It says nothing."""


def test_the_window_is_told_the_same(wrong: tuple[str, Path, int]) -> None:
    identifier, path, position = wrong
    window = Window()
    judge_record(JudgeRecord(Source(path=str(path)), ""), window)  # type: ignore[arg-type]
    judged = window.told[-1]
    assert isinstance(judged, RecordJudged)
    assert (judged.kind, judged.wrong, judged.step) == ("violation", identifier, position)
    assert violation_words(Words(strict=True), judged.code, judged.wrong, judged.wrong_about)


def test_a_breach_before_it_is_the_first_that_is_wrong() -> None:
    record, position = _illegal()
    opened = tuple((slot, "no such card") for slot, _ in record.opened)
    verdict = judge_unsigned(replace(record, opened=opened))
    assert verdict.wrong is not None
    assert verdict.good <= position
    assert verdict.kind == "violation"


def test_nothing_that_a_record_says_steers_the_terminal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Not even exactly: a moment to be passed may have any name."""
    record, escape = whole(), "\x1b[2J\nClean.\u202e"
    path = tmp_path / "game.borgo"
    passing = [Standing(each, ((escape, True),)) for each in record.answers]
    for at in range(10):
        answers = (*record.answers[:at], passing[at])
        path.write_bytes(to_bytes(Record(record.setup, answers, ((escape, escape),))))
        for words in (["replay", "--exact"], ["replay", "--as", "all"], ["verify"]):
            main([*words, str(path)])
            told = "".join(capsys.readouterr())
            assert not {"\x1b", "\u202e"} & set(told)
            assert "\nClean." not in told
