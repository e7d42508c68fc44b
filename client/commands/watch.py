"""`borgo watch`: one whole game between plain bots, told as it happens."""

import argparse
import secrets

from client.simulation import below_from, bots_for, play_out
from client.telling import fact_in_words, worth_telling
from engine.local import LocalGame
from engine.record import Setup

NAME = "watch"
SUMMARY = "play one whole game between plain bots and tell it"


def configure(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    parser.add_argument("--seed", metavar="S", help="the same seed gives the same game")


def run(arguments: argparse.Namespace) -> int:
    """Play a game and print every fact as it happens."""
    seed = arguments.seed or secrets.token_hex(4)
    below = below_from(seed)
    local = LocalGame(Setup(), below)
    print(f"A game between plain bots; borgo watch --seed {seed} shows it again.")

    def tell() -> None:
        for fact in worth_telling(local.game.facts):
            print(fact_in_words(fact))

    play_out(local, bots_for("plain", local, below), tell)
    return 0
