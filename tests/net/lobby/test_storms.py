"""Anything at any moment on a network that comes and goes: never a game too many, one table after.

What holds whatever happens (net/lobby/machine.py): nobody begins two games, and whoever proposed
what all have signed has begun it. So of two complete set-ups at most one finds all its peers.
"""

import random
from collections.abc import Callable
from typing import Any

import pytest

from engine.ids import DRACULA, HUNTERS
from net.crypto.hashing import setup_hash
from net.limits import CALLING_S
from net.lobby.events import SeatsChosen, Terms, TermsChosen, Unmarked
from net.wire.messages import SetupOffered
from net.wire.table_setup import decode_setup
from tests.support.split_lobbies import SplitTable

WISHES = [(), (DRACULA,), HUNTERS, HUNTERS[:2], HUNTERS[2:], (DRACULA, *HUNTERS)]


def stormy(seed: int, steps: int) -> SplitTable:
    """Four at a table to whom things happen."""
    chance = random.Random(seed)
    table = SplitTable()
    table.pick = chance.randrange
    table.tell(table.mates[0], SeatsChosen((DRACULA, HUNTERS[0])))
    for _ in range(3):
        table.join(*chance.choice(WISHES))
        table.settle()
    for _ in range(steps):
        happen(table, chance)
    return table


def happen(table: SplitTable, chance: random.Random) -> None:
    mate, other = chance.sample(table.mates, 2)
    terms = TermsChosen(Terms(delay_ms=chance.randrange(100, 103)))
    side = chance.sample(table.mates, chance.randrange(1, 3))
    what: list[tuple[int, Callable[[], Any]]] = [
        (2, lambda: table.break_off(mate, other)),
        (1, lambda: table.split(side)),
        (2, table.heal),
        (2, table.look),
        (6, lambda: table.ready(mate)),
        (1, lambda: table.tell(mate, Unmarked())),
        (1, lambda: table.tell(mate, terms)),
        (1, lambda: table.tell(mate, SeatsChosen(chance.choice(WISHES)))),
        (8, lambda: [table.deliver_one() for _ in range(chance.randrange(16))]),
    ]
    acts = [act for _, act in what]
    chance.choices(acts, [weight for weight, _ in what])[0]()


def check_games(table: SplitTable) -> None:
    """Nobody is in two, and whoever proposed what all have signed is in that."""
    begun = {mate.key: setup_hash(begin.signed.setup) for mate, begin in table.begun}
    assert len(begun) == len(table.begun), "nobody begins twice"
    promised = {mate.key: mate.promised for mate in table.mates}
    for encoded, proposers in offers(table).items():
        players = {peer.identity for peer in decode_setup(encoded).peers}
        hashed = setup_hash(encoded)
        is_complete = all(hashed in promised[key] for key in players)
        if is_complete and proposers <= players:
            assert hashed in {begun.get(key) for key in proposers}
        if hashed in begun.values():
            assert is_complete


def offers(table: SplitTable) -> dict[bytes, set[bytes]]:
    """Every set-up, and who proposed it."""
    found: dict[bytes, set[bytes]] = {}
    for mate, said in table.said:
        if isinstance(said.message, SetupOffered) and said.message.setup:
            found.setdefault(said.message.setup, set()).add(mate.key)
    return found


def check_table(table: SplitTable) -> None:
    """The network is well again: who is in no game is at one table, or was told why not."""
    assert {reason for mate in table.gone for reason in mate.ended} <= {"not-reached", "begun"}
    waiting = [mate for mate in table.here() if mate.begun is None]
    assert len({tuple(mate.lobby.order) for mate in waiting}) <= 1
    assert len({mate.shown.setup_hash for mate in waiting if mate.shown is not None}) <= 1
    assert sum(mate.lobby.proposes for mate in waiting) == bool(waiting)


@pytest.mark.parametrize(("seed", "steps"), [*((seed, 60) for seed in range(16)), (5254, 200)])
def test_after_any_storm_there_is_one_table_and_nobody_is_in_two_games(
    seed: int, steps: int
) -> None:
    table = stormy(seed, steps)
    table.heal()
    table.pass_time(6 * CALLING_S)
    check_games(table)
    check_table(table)
