"""`borgo scenario` and `borgo clauses`: what they print, and how they end."""

import json
from pathlib import Path

import pytest

from client.commands.command_line import main

HOLDS = """
title = "A hunter rests"
clauses = ["rest.recover"]
[position]
turn = "mina"
mina = { place = "paris", damage = 2 }
[[play]]
seat = "mina"
answer = "rest"
[after]
mina.damage = 1
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "rest.toml"
    path.write_text(HOLDS, encoding="utf-8")
    return path


def test_a_scenario_that_holds(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["scenario", str(file)]) == 0
    assert capsys.readouterr().out == f"holds  {file}  A hunter rests\n"


def test_a_scenario_that_fails(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file.write_text(HOLDS.replace("mina.damage = 1", "mina.damage = 0"), encoding="utf-8")
    assert main(["scenario", str(file)]) == 1
    assert f"{file}: after.mina.damage is 1, not 0" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("title", "titel", "titel: no such key"),
        ("rest.recover", "rest.recovers", 'did you mean "rest.recover"?'),
        ("[position]", "[position", "line 4"),
    ],
)
def test_a_scenario_that_cannot_be_understood(
    file: Path, old: str, new: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    file.write_text('title = "x"\n' * (old == "title") + HOLDS.replace(old, new), encoding="utf-8")
    assert main(["scenario", str(file)]) == 2
    assert said in capsys.readouterr().err


@pytest.mark.parametrize("deep", ["x = " + "[" * 9000, "x = " + "{ y = " * 9000])
def test_what_lies_too_deep_is_one_sentence(
    file: Path, deep: str, capsys: pytest.CaptureFixture[str]
) -> None:
    file.write_text(deep, encoding="utf-8")
    assert main(["scenario", str(file)]) == 2
    said = capsys.readouterr().err
    assert said == f"borgo: {file}: too many tables or lists lie in one another.\n"


@pytest.mark.parametrize("line", ["fog = 5", "fog = [5]", 'fog = [["paris"]]', "hosts = 5"])
def test_a_value_of_another_kind_is_one_sentence(
    file: Path, line: str, capsys: pytest.CaptureFixture[str]
) -> None:
    file.write_text(HOLDS.replace("[position]", f"[position]\n{line}"), encoding="utf-8")
    assert main(["scenario", str(file)]) == 2
    assert "should be a list of texts" in capsys.readouterr().err


def test_nothing_that_a_file_says_is_obeyed_by_a_terminal(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    steering = "\x1b[2J\x9b\u202e\u2066\u2028"
    written = "".join(f"\\u{ord(each):04x}" for each in f"x\n{steering}")
    titled = HOLDS.replace("A hunter rests", written)
    for text in (titled, titled.replace("damage = 1", "damage = 0")):
        file.write_text(text, encoding="utf-8")
        main(["scenario", str(file), "--trace"])
    file.write_text(HOLDS.replace('answer = "rest"', f'answer = "{written}"'), encoding="utf-8")
    assert main(["scenario", str(file)]) == 2
    said = capsys.readouterr()
    assert not {*steering} - {*"[2J"} & {*said.out, *said.err}
    assert "FAILS" in said.out
    assert "\n\N{REPLACEMENT CHARACTER}" not in said.out


def test_a_missing_file_is_one_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["scenario", "nowhere.toml"]) == 2
    said = "borgo: nowhere.toml cannot be read: No such file or directory.\n"
    assert capsys.readouterr().err == said


def test_a_folder_is_all_its_scenarios(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (file.parent / "again.toml").write_text(HOLDS, encoding="utf-8")
    assert main(["scenario", str(file.parent)]) == 0
    assert "2 of 2 scenarios hold" in capsys.readouterr().out


def test_json_and_trace(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["scenario", str(file), "--trace"]) == 0
    assert "mina action: rest" in capsys.readouterr().out
    assert main(["scenario", str(file), "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["scenarios"][0]["holds"] is True


def test_clauses_name_the_tests_and_scenarios_that_cite_them(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["clauses", "movement.road", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    (clause,) = document["clauses"]
    assert "tests/scenarios/movement/road_to_a_neighbour.toml" in clause["cited_by"]
    assert document["unknown"] == []


@pytest.mark.parametrize("words", [["zzz"], ["movement.road", "zzz"], ["zzz", "--json"]])
def test_a_clause_that_does_not_exist_is_named(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["clauses", *words]) == 2
    said = capsys.readouterr()
    assert said.err == "borgo: No clause is called “zzz” or begins with “zzz.”.\n"
    assert not said.out


def test_clauses_without_proof_are_counted(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["clauses", "--unproved"]) == 0
    assert "without a test or scenario" in capsys.readouterr().out
