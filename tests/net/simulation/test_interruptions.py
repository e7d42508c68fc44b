"""TV-11 and altered records, sampled: `borgo soak --crashes` and `--altered` do all of them."""

from random import Random

import pytest

from client.workshop.hostile.altered_records import ALTERATIONS, not_found
from client.workshop.simulated.judgement import count_effects, interrupted, plan_of_crashes
from client.workshop.simulated.simulated_table import SimulatedTable
from tests.support.small_group import SmallGroup

SMALL = SmallGroup()
SEED = "tests"

# Every effect of the first requests, which open the game and its keys, is cheap enough for here.
BEGINNING = 5


@pytest.mark.slow
def test_the_beginning_of_a_game_interrupted_at_every_write_and_send() -> None:
    effects = count_effects(SEED, SMALL, until=BEGINNING)
    assert effects > 30
    for number in range(effects):
        assert (number, interrupted(SEED, SMALL, number, until=BEGINNING + 2)) == (number, [])


@pytest.mark.slow
def test_a_game_interrupted_at_some_writes_and_sends_ends_alike() -> None:
    effects = count_effects(SEED, SMALL)
    for number in Random(SEED).sample(range(effects), 3):
        assert (number, interrupted(SEED, SMALL, number)) == (number, [])


def test_an_interruption_that_never_comes_is_noticed() -> None:
    assert interrupted(SEED, SMALL, 10**6, until=3) == ["nobody came to effect 1000000"]


@pytest.fixture(scope="module")
def table() -> SimulatedTable:
    played = SimulatedTable(plan_of_crashes(SEED), SMALL)
    played.run()
    return played


@pytest.mark.slow
def test_every_alteration_of_some_entries_is_found_and_named(table: SimulatedTable) -> None:
    game = table.peers[0].file()
    identities = [peer.identity for peer in table.peers]
    last = len(game.entries) - 1
    # The first and the last, where a neighbour or what follows is missing, and two between.
    for at in (0, last, *Random(SEED).sample(range(1, last), 2)):
        assert not_found(game, identities, SMALL, at) == []


def test_a_verification_that_names_another_entry_is_noticed(
    table: SimulatedTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The check can fail: told twice, entry 5 is named where entry 4 would have to be."""
    game = table.peers[0].file()
    repeated = next(each for each in ALTERATIONS if each.name == "told twice")
    wrong = repeated._replace(is_found=lambda violation, _, at: violation.entry == at)
    monkeypatch.setattr("client.workshop.hostile.altered_records.ALTERATIONS", (wrong,))
    (fault,) = not_found(game, [peer.identity for peer in table.peers], SMALL, 4)
    assert "entry 4 told twice" in fault
