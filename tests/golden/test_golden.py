"""Finished games replay to the letter: a changed rule or a leak shows as a diff."""

from pathlib import Path

import pytest

from engine.audit import audit
from engine.editions.third.presets import PRESETS
from engine.record import replay
from tests.golden.telling import listen, tell

GAMES = sorted(Path(__file__).parent.glob("*.txt"))


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_a_golden_game_replays_to_the_letter(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert tell(listen(text)) == text


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_a_golden_game_was_played_fairly(path: Path) -> None:
    assert audit(listen(path.read_text(encoding="utf-8"))) == ()


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("outcome", ["hunters", "dracula"])
def test_every_preset_has_games_won_by_either_side(preset: str, outcome: str) -> None:
    ends = [
        replay(listen(path.read_text(encoding="utf-8"))).state.outcome
        for path in GAMES
        if path.stem.startswith(f"{preset}--{outcome}")
    ]
    assert ends
    assert set(ends) == {outcome}
