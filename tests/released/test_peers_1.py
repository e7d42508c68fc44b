"""Two peers go on with a game of rules version 1 that their program left unfinished."""

import asyncio
import gzip
import os
from pathlib import Path

import pytest

from engine.record import Replay
from net.crypto.transcript import Verifier
from net.edge.coming_back.resume import unfinished
from net.edge.node import Ended
from net.judging.game_file import from_file, to_file
from net.judging.verification import record_of, verify
from tests.net.edge.programs import SMALL, Machine, TestedGuide
from tests.support.evenings import run_evening

KEPT = Path(__file__).parent / "rules-1/peers"
LEFT = 100  # requests; the game was left there

pytestmark = [pytest.mark.wire, pytest.mark.slow]


@pytest.fixture
def machines(tmp_path: Path) -> list[Machine]:
    for path in KEPT.glob("*.db.gz"):
        (tmp_path / path.stem).write_bytes(gzip.decompress(path.read_bytes()))
    return [Machine(number, tmp_path) for number in range(2)]


def test_a_game_of_two_peers_goes_on_by_its_own_rules(machines: list[Machine]) -> None:
    """Cleared encounters of third-pl lay face down in version 1; all see the same end."""
    found = [unfinished(each.store, each.identity.public_key) for each in machines]
    assert [len(each) for each in found] == [1, 1]
    assert {each[0].returning.begin.setup.rules for each in found} == {1}

    async def evening() -> tuple[Ended, ...]:
        going = []
        for number, (machine, (game,)) in enumerate(zip(machines, found, strict=True)):
            guide = TestedGuide(str(number + 2))
            guide.prepare(game.returning.begin.setup)
            going.append(machine.start(guide, game.returning))
        return tuple(await asyncio.gather(*going))

    ended = run_evening(evening)
    assert [each.reason for each in ended] == ["over", "over"]
    files = [to_file(each.playing.game()) for each in ended if each.playing]
    assert files[0] == files[1]
    game, verifier = from_file(files[0]), Verifier(SMALL, os.urandom)
    assert game.setup().rules == 1
    assert verify(game, verifier).kind == "clean"
    again = Replay(record_of(game, verifier))
    facedown = [
        again.game.position
        for _ in again.run()
        if any(card.card is None for card in again.game.state.encounter_discard)
    ]
    assert facedown
    assert facedown[0] > LEFT
