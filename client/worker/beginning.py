"""How far it is to the first question: what all settle together before anybody is asked."""

from client.simulation import below_from
from engine.ids import EVERYONE
from engine.local import LocalGame
from engine.record import Setup, members


def requests_before_play(setup: Setup) -> int:
    """How many requests of a new game are joint work: shuffles, deals and lots."""
    local = LocalGame(setup, below_from(""))
    count = 0
    while (pending := local.game.pending) is not None:
        if any(member.seat != EVERYONE for member in members(pending)):
            break
        local.step(lambda _request, answers: answers[0])
        count += 1
    return count
