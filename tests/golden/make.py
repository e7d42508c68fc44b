"""Makes the golden games anew: `python -m tests.golden.make`. Look at the diff before keeping it.

Short games (house switches) played by plain bots and, where those never end a game in some way,
by random ones; of each way to end in each preset the shortest game found is kept.
"""

from pathlib import Path

from client.simulation import below_from, bots_for, play_out
from engine.editions.third.presets import PRESETS
from engine.facts.fact import Fact
from engine.local import LocalGame
from engine.record import Setup
from tests.golden.telling import ending, tell

HERE = Path(__file__).parent
SEEDS = 80
SHORT: tuple[dict[str, str | int], ...] = (
    {"influence_to_win": 3, "dracula_health": 2},
    {"influence_to_win": 3, "dracula_health": 5},
    {"influence_to_win": 6, "despair_from_start": 3, "dracula_health": 5},
    {"dracula_health": 5, "power_cards": "unused", "lairs": "unused"},  # soon no legal card
)


def main() -> None:
    """Write one file for each preset and way to end, and one game of whole length."""
    for old in HERE.glob("*.txt"):
        old.unlink()
    for preset in PRESETS:
        found: dict[str, str] = {}
        for switches in SHORT:
            for seed in range(SEEDS):
                local, way = _play(preset, switches, f"golden/{preset}/{seed}")
                if way not in found or local.game.position < found[way].count("\n> "):
                    found[way] = tell(local.record())
        for way, text in found.items():
            _write(f"{preset}--{way}", text)
    local, way = _play(next(iter(PRESETS)), {}, "golden/whole/0")
    _write(f"whole-length--{way}", tell(local.record()))


def _write(name: str, text: str) -> None:
    plain = name.replace(" ", "-").replace("_", "-")
    (HERE / f"{plain}.txt").write_text(text, encoding="utf-8")


def _play(preset: str, switches: dict[str, str | int], seed: str) -> tuple[LocalGame, str]:
    below = below_from(seed)
    local = LocalGame(Setup(preset, switches), below)
    facts: list[Fact] = []
    kind = "random" if seed.endswith(("1", "3", "5", "7", "9")) else "plain"
    play_out(local, bots_for(kind, local, below), lambda: facts.extend(local.game.facts))
    return local, ending(facts)


if __name__ == "__main__":
    main()
