"""A typed word that is no number, where one is wanted, is refused in words."""

from pathlib import Path

import pytest

from client.commands.command_line import main
from client.typed import number_in

LONG = "9" * 5000  # longer than Python reads
TABLE = ["table", "--name", "A", "--seats", "dracula", "--open"]


@pytest.mark.parametrize(
    ("text", "number"),
    [("7", 7), ("007", 7), ("²", None), ("", None), ("-1", None), ("1.5", None), (LONG, None)],
)
def test_only_a_whole_number_is_one(text: str, number: int | None) -> None:
    assert number_in(text) == number


@pytest.mark.parametrize(
    ("words", "bounds"),
    [
        ([*TABLE, "--clock", "-5"], "0 to 86400"),
        ([*TABLE, "--clock", "86401"], "0 to 86400"),
        ([*TABLE, "--delay", "-1"], "0 to 10000"),
        ([*TABLE, "--delay", "10001"], "0 to 10000"),
        ([*TABLE, "--port", "99999"], "0 to 65535"),
        ([*TABLE, "--port", "-1"], "0 to 65535"),
        ([*TABLE, "--think", "-1"], "0 up"),
        (["night", "--kill-every", "-1"], "0 up"),
        (["night", "--think", "²"], "0 up"),
        (["bench", "net", "--rounds", "0"], "1 up"),
        (["bench", "window", "--rounds", "0"], "1 up"),
        (["bench", "engine", "--games", "0"], "1 up"),
        (["soak", "--kills", "0"], "1 up"),
        (["soak", "--jobs", "0"], "1 up"),
        (["simulate", "--games", LONG], "1 up"),
        (["shot", "--screen", "start", "--out", "x.png", "--text", "²"], "80 to 200"),
    ],
)
def test_a_number_out_of_its_bounds_is_named_with_them(
    words: list[str], bounds: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(words)
    assert ended.value.code == 2
    said = capsys.readouterr().err
    assert f"argument {words[-2]}: “{words[-1]}” is not a whole number from {bounds}" in said


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["simulate", "--set", "influence_to_win=²"], "influence_to_win cannot be “²”"),
        ([*TABLE, "--set", f"influence_to_win={LONG}"], "influence_to_win cannot be “9"),
        (["doctor", "--address", f"host:{LONG}"], "is neither HOST:PORT nor a code"),
        (["doctor", "--address", "host:²"], "is neither HOST:PORT nor a code"),
    ],
)
def test_what_looks_like_a_number_is_refused_in_a_sentence(
    words: list[str], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert main(words) == 2
    assert said in capsys.readouterr().err
