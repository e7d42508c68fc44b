"""Finished games replay to the letter: a changed rule or a leak shows as a diff."""

from pathlib import Path

import pytest

from engine.audit import audit
from engine.editions.third.presets import PRESETS
from engine.record import Replay
from tests.golden.telling import COMBAT, DRACULA_WINS, HUNTERS_WIN, ending, listen, tell

GAMES = sorted(Path(__file__).parent.glob("*.txt"))


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_a_golden_game_replays_to_the_letter(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert tell(listen(text)) == text


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_a_golden_game_was_played_fairly(path: Path) -> None:
    assert audit(listen(path.read_text(encoding="utf-8"))) == ()


WAYS = sorted(
    {
        *(f"dracula by {way}" for way in DRACULA_WINS.values()),
        *(f"hunters by {way}" for way in (*HUNTERS_WIN.values(), COMBAT)),
    }
)
# The first game is played without power cards, so none can hurt Dracula.
IMPOSSIBLE = {("first-game", "hunters by a power card")}


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("way", WAYS)
def test_every_preset_has_a_game_for_each_way_to_end(preset: str, way: str) -> None:
    if (preset, way) in IMPOSSIBLE:
        return
    (path,) = (each for each in GAMES if each.stem == f"{preset}--{way.replace(' ', '-')}")
    again = Replay(listen(path.read_text(encoding="utf-8")))
    facts = [fact for _ in again.run() for fact in again.game.facts]
    assert ending(facts) == way
    assert again.game.state.outcome == way.split(maxsplit=1)[0]
