"""`borgo watch`: one whole game between plain bots, told as it happens."""

import argparse
import json
import secrets

import msgspec

from client.simulation import below_from, bots_for, play_out
from client.terminal.sentences import fact_in_words, worth_telling
from client.words.words import spoken
from engine.facts.fact import Fact
from engine.local import LocalGame
from engine.record import Setup
from engine.view import see

NAME = "watch"
SUMMARY = "play one whole game between plain bots and tell it"


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument("--seed", metavar="S", help="the same seed gives the same game")
    parser.add_argument("--exact", action="store_true", help="every fact by its id and fields")
    parser.add_argument(
        "--json", action="store_true", help="print the whole game as one JSON document"
    )


def run(arguments: argparse.Namespace) -> int:
    """Play a game and tell it as it happens, or give all its facts at the end as JSON."""
    seed = arguments.seed or secrets.token_hex(4)
    below = below_from(seed)
    local = LocalGame(Setup(), below)
    told: list[Fact] = []
    words = spoken()

    def tell() -> None:
        facts = worth_telling(local.game.facts)
        if arguments.json:
            told.extend(facts)
        elif arguments.exact:
            print(*map(fact_in_words, facts), sep="\n", end="\n" if facts else "")
        else:
            for _, line in words.tell(facts, see(local.game.state, {})):
                print(line)

    if not arguments.json:
        print(words.say("terminal-watch", seed=seed))
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
