"""What is typed about a table is what is played."""

import argparse
from pathlib import Path

import pytest

from client.commands.command_line import build_parser, load
from client.terminal.arguments import route_in
from engine.errors import BadSetup, BorgoError
from net.edge.coming_back.resume import NothingToReturnTo
from net.edge.finding.route import TableToOpen


def typed(*words: str) -> argparse.Namespace:
    return build_parser(load("table")).parse_args(["table", *words])


@pytest.mark.parametrize(
    ("words", "name"),
    [(("--open", "--seats", "dracula"), "Vlad"), (("--open", "Carfax"), "Carfax")],
)
def test_a_table_may_be_called_like_its_opener(words: tuple[str, ...], name: str) -> None:
    route = route_in(typed("--name", "Vlad", *words))
    assert isinstance(route, TableToOpen)
    assert route.name == name
    assert route.terms.audit


def test_the_secrets_may_stay_closed() -> None:
    route = route_in(typed("--name", "Vlad", "--open", "--no-audit"))
    assert isinstance(route, TableToOpen)
    assert not route.terms.audit


@pytest.mark.parametrize(
    ("seats", "bots"), [("dracula", "mina"), ("mina", "seward,dracula")], ids=["his", "hers"]
)
def test_a_bot_of_the_other_side_is_refused_before_the_table_is_open(
    seats: str, bots: str, tmp_path: Path
) -> None:
    home = tmp_path / "home"
    words = ["--name", "Vlad", "--open", "--seats", seats, "--bots", bots, "--home", str(home)]
    with pytest.raises(BadSetup, match="bot-across"):
        load("table").run(typed(*words))
    assert not home.exists()


@pytest.mark.parametrize(
    "words",
    [("--bots", "seward+godalming"), ("--bots", "dracula", "--bots-across")],
    ids=["same side", "allowed"],
)
def test_other_bots_are_welcome(words: tuple[str, ...]) -> None:
    assert isinstance(
        route_in(typed("--name", "Ana", "--open", "--seats", "mina", *words)), TableToOpen
    )


@pytest.mark.parametrize(
    "words",
    [("--seats", "dracula,mina"), ("--seats", "hunters,dracula"), ("--bots", "dracula+mina")],
)
def test_nobody_waits_at_a_table_for_dracula_and_a_hunter_at_once(
    words: tuple[str, ...], tmp_path: Path
) -> None:
    home = tmp_path / "home"
    with pytest.raises(BadSetup, match="dracula-and-hunters"):
        load("table").run(typed("--name", "Vlad", "--open", "--home", str(home), *words))
    assert not home.exists()


@pytest.mark.parametrize("way", [(), ("--open",), ("--return",)])
def test_nobody_is_asked_for_the_words_of_a_backup_in_vain(
    way: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(
        "client.terminal.resume.asked", lambda _prompt: pytest.fail("asked in vain")
    )
    words = ("--name", "Vlad", "--restore", "--home", str(tmp_path), *way)
    with pytest.raises(BorgoError, match="restore-way"):
        load("table").run(typed(*words))


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ((), "stand-in-way"),
        (("--open",), "stand-in-vain"),
        (("--return", "--join", "192.0.2.1:4711"), "stand-in-vain"),
        (("--join", "192.0.2.1:4711", "--seats", "mina"), "stand-in-vain"),
        (("--join", "192.0.2.1:4711", "--bots", "mina"), "stand-in-vain"),
        (("--join", "192.0.2.1:4711", "--watch"), "stand-in-vain"),
        (("--join", "192.0.2.1:4711", "--backup"), "stand-in-vain"),
        (("--join", "192.0.2.1:4711", "--restore"), "stand-in-vain"),
    ],
)
def test_who_stands_in_takes_a_place_as_it_is(
    words: tuple[str, ...], why: str, tmp_path: Path
) -> None:
    home = tmp_path / "home"
    with pytest.raises(BorgoError, match=why):
        load("table").run(typed("--name", "Eva", "--stand-in", "--home", str(home), *words))
    assert not home.exists()


def test_a_name_is_told_to_its_player_as_others_see_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["--name", "Vlad" * 1000, "--return", "--home", str(tmp_path)]
    with pytest.raises(NothingToReturnTo):
        load("table").run(typed(*words))
    said = capsys.readouterr().out
    assert "Vlad" * 10 in said
    assert "Vlad" * 11 not in said
