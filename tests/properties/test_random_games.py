"""Random and plain games to the end: no dead end, no exception, everything always adds up."""

import pytest

from client.simulation import Task, play_one
from engine.editions.third.presets import PRESETS

# Two hundred games, spread over the presets; most are made short by house switches, which leave
# every rule as it is, and some run their whole length. `borgo simulate` plays twenty thousand.
KINDS: tuple[tuple[str, dict[str, str | int], int], ...] = (
    ("random", {"influence_to_win": 3}, 10),
    ("random", {"influence_to_win": 5, "despair_from_start": 2}, 12),
    ("random", {"dracula_health": 5, "influence_to_win": 7}, 10),
    ("random", {}, 5),
    ("plain", {"influence_to_win": 4}, 3),
    ("plain", {}, 1),
)
BATCHES = 3


@pytest.mark.slow
@pytest.mark.parametrize("batch", range(BATCHES))
@pytest.mark.parametrize("preset", PRESETS)
def test_games_end_and_nothing_breaks(preset: str, batch: int) -> None:
    for players, switches, count in KINDS:
        for number in range(count * batch // BATCHES, count * (batch + 1) // BATCHES):
            report = play_one(Task("properties", number, preset, switches, players))
            assert report.fault is None, f"{players} game {number} {switches}: {report.fault}"
            assert report.finished
