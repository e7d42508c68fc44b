"""A bot among players gets its random numbers from the system, not from what others can read."""

import argparse
import asyncio
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace

from client.commands import table
from client.simulation import below_from, bots_below
from client.sittings import bots as bots_module
from client.sittings.bots import KeptBots, new_bots
from client.terminal.bot_guide import BotGuide
from client.workshop.programs import Evening, _words
from engine.ids import DRACULA
from engine.local import LocalGame
from engine.record import Setup
from engine.requests import Conceal
from engine.view import see
from net.edge.desk import OnOrder
from net.peer.effects import Ask
from tests.support.sample_messages import five_at_a_table

SETUP = replace(five_at_a_table(), switches={"hunters_in_play": "all-four-shared"})
BOT = ("--name", "Vlad", "--open", "Carfax", "--seats", "dracula", "--player", "bot")


def parsed(words: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    table.configure(parser)
    return parser.parse_args(words)


def guide_of(*words: str) -> BotGuide:
    """What answers for the bot of `borgo table` with these words."""
    guide = table._guide(parsed([*BOT, *words]))
    guide.prepare(SETUP)
    return guide


def starts_of(guide: BotGuide) -> list[Any]:
    """Where Dracula would begin, asked again and again in the same position."""
    local = LocalGame(Setup(SETUP.edition, SETUP.switches), below_from("a table"))
    game = local.game
    while not isinstance(request := game.pending, Conceal):
        local.step(lambda _request, answers: answers[0])
    assert request.seat == DRACULA
    view = see(game.state, local.dealer.knowledge[DRACULA])
    asked = Ask(game.position, 0, request, tuple(local.allowed(request)))
    return [asyncio.run(guide.decide(view, asked)) for _ in range(20)]


def test_two_bots_in_one_position_differ_unless_they_are_told_what_to_choose_by() -> None:
    """By chance two lists of twenty are equal once in far more games than will ever be played."""
    one, other = starts_of(guide_of()), starts_of(guide_of())
    assert one != other
    assert all(isinstance(each, OnOrder) for each in one)
    assert starts_of(guide_of("--seed", "4")) == starts_of(guide_of("--seed", "4"))
    assert starts_of(guide_of("--seed", "")) == starts_of(guide_of("--seed", ""))


def test_a_bot_draws_every_number_evenly() -> None:
    draw = bots_below(None)
    assert {draw(6) for _ in range(400)} == set(range(6))


def test_a_bot_that_a_player_brings_is_told_nothing_to_choose_by(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    started: list[list[str]] = []

    def start(_home: Path, words: list[str], _passphrase: str | None) -> Any:
        started.append(words)
        return SimpleNamespace()

    monkeypatch.setattr(bots_module, "_start", start)
    bots = KeptBots(b"k" * 32, "Ana", new_bots(tmp_path, "dracula,mina"))
    bots.start(["--join", "127.0.0.1:4711"])
    assert [parsed(words).seed for words in started] == [None, None]


@pytest.mark.parametrize(("seed", "said"), [(None, []), ("4", ["4/1"])])
def test_a_night_says_what_its_bots_choose_by_only_if_it_was_told_to(
    seed: str | None, said: list[str], tmp_path: Path
) -> None:
    words = _words(Evening(2, seed), tmp_path, 1)
    assert [after for word, after in pairwise(words) if word == "--seed"] == said
