"""`borgo watch`: one whole game between plain bots, told as it happens."""

import argparse
import json
import secrets

import msgspec

from client.simulation import below_from, bots_for, play_out
from client.telling import fact_in_words, worth_telling
from engine.facts.fact import Fact
from engine.local import LocalGame
from engine.record import Setup

NAME = "watch"
SUMMARY = "play one whole game between plain bots and tell it"


def configure(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    parser.add_argument("--seed", metavar="S", help="the same seed gives the same game")
    parser.add_argument(
        "--json", action="store_true", help="print the whole game as one JSON document"
    )


def run(arguments: argparse.Namespace) -> int:
    """Play a game and print every fact as it happens, or all of them at the end as JSON."""
    seed = arguments.seed or secrets.token_hex(4)
    below = below_from(seed)
    local = LocalGame(Setup(), below)
    told: list[Fact] = []

    def tell() -> None:
        for fact in worth_telling(local.game.facts):
            if arguments.json:
                told.append(fact)
            else:
                print(fact_in_words(fact))

    if not arguments.json:
        print(f"A game between plain bots; borgo watch --seed {seed} shows it again.")
    play_out(local, bots_for("plain", local, below), tell)
    if arguments.json:
        print(json.dumps(_document(seed, local, told), indent=1))
    return 0


def _document(seed: str, local: LocalGame, told: list[Fact]) -> dict[str, object]:
    state = local.game.state
    return {
        "seed": seed,
        "outcome": state.outcome,
        "cause": state.cause,
        "rounds": state.round,
        "answers": local.game.position,
        "facts": msgspec.to_builtins(told),
    }
