"""What `exact` lists was possible: the game replayed with that secret breaks no rule.

The answers of a whole game stay as they were; Dracula's hidden cards are exchanged for those of
another history. If the audit finds nothing, the table could not have told the difference, so the
clues say all that the rules make public.
"""

from collections.abc import Iterator
from random import Random

import pytest

from engine.audit import audit
from engine.deduction.atlas import NAMED
from engine.deduction.histories import Histories
from engine.deduction.network import Network, Supports
from engine.editions.third.presets import PRESETS
from engine.ids import HIDE
from engine.local import LocalGame
from engine.record import Record, Replay
from engine.requests import Conceal
from engine.shapes import Shape
from engine.state import State
from tests.support.games import play_random

POSITIONS, SECRETS = 3, 2  # of each game, and of each position


def quiet_positions(record: Record) -> Iterator[tuple[int, State]]:
    """The places in a record, outside Dracula's phase, where something is hidden."""
    again = Replay(record)
    for position in range(len(record.answers)):
        state = again.game.state
        if state.clues and state.step in ("day", "dusk", "night", "dawn"):
            yield position, state
        again.step()


def lairs_entered(record: Record) -> dict[str, str]:
    """The slots under which a move into a lair was sealed, and the lairs."""
    again, found = Replay(record), {}
    for answer in record.answers:
        pending = again.game.pending
        again.step()
        if isinstance(pending, Conceal) and isinstance(answer, Shape) and answer.lair is not None:
            found[pending.slot] = answer.lair
    return found


def other_secrets(local: LocalGame, state: State, random: Random) -> Iterator[dict[str, str]]:
    """Hidden cards that a few of the listed values would have meant."""
    network = Network(state, local.game.table.edition)
    supports = Supports(network)
    supports.settle()
    histories = Histories(supports)
    histories.confirm()
    for _ in range(SECRETS):
        card = random.choice(network.visible)
        named = supports.sets[card] & NAMED
        bits = [1 << place for place in range(named.bit_length()) if named >> place & 1]
        history = histories.find(card, random.choice(bits) if bits else supports.sets[card])
        assert history is not None
        yield {
            slot: HIDE if history[each] > NAMED else network.atlas.names(history[each])[0]
            for slot, each in network.index.items()
        }


@pytest.mark.slow
@pytest.mark.parametrize("preset", PRESETS)
def test_every_secret_that_is_left_passes_the_audit(preset: str) -> None:
    random = Random(preset)
    local = play_random("another secret", preset)
    record = local.record()
    lairs = lairs_entered(record)
    for position, state in random.sample(list(quiet_positions(record)), POSITIONS):
        for secret in other_secrets(local, state, random):
            values = {**local.dealer.values, **secret}
            values.update({slot: values[lair] for slot, lair in lairs.items()})
            past = Record(record.setup, record.answers[:position], tuple(values.items()))
            assert audit(past) == (), f"at {position}"
