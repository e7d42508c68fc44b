"""A player gives up at a real table: both programs end the game, alike, and audit it."""

import asyncio
from pathlib import Path

import pytest

from net.edge.finding.route import TableToJoin, TableToOpen
from net.game.early_end import Outcome
from net.judging.verification import verify
from net.peer.early_end_vote import Wish
from net.peer.effects import Conceded, Differs, Judged, Wished
from net.talk import Spoke
from tests.net.edge.test_node import LOOPBACK, SHORT, Machine, WatchingGuide, parents, start
from tests.support.evenings import run_evening
from tests.support.proving import verifier_from

pytestmark = pytest.mark.wire


class GivingUp(WatchingGuide):
    """Gives up at a request, and remembers what it is told."""

    def __init__(self, seed: str, stop_at: int = -1) -> None:
        super().__init__(seed, stop_at)
        self.heard: list[Judged | Differs | Wished] = []
        self._has_given_up = False

    async def talk(self) -> Spoke | Wish:
        await self.reached.wait()
        if self._has_given_up:
            return await super().talk()
        self._has_given_up = True
        return Conceded()

    def told(self, told: Judged | Differs | Wished) -> None:
        self.heard.append(told)


@pytest.mark.slow
def test_who_gives_up_ends_the_game_for_both(tmp_path: Path) -> None:
    machines = [Machine(number, tmp_path) for number in range(2)]

    async def evening() -> None:
        host, guest = GivingUp("0", 12), GivingUp("1")
        opened = start(machines[0].node(host), TableToOpen("t", SHORT))
        joined = start(machines[1].node(guest), TableToJoin(LOOPBACK, await host.port))
        first, second = await asyncio.gather(opened, joined)
        assert first.reason == second.reason == "conceded.dracula"
        assert len(parents(first, second)) == 1
        assert host.heard == guest.heard == [Wished(0, Outcome.DRACULA_CONCEDED)]
        assert second.playing is not None
        group = second.playing.referee.proceedings.verifier.group
        verdict = verify(second.playing.game(), verifier_from(group))
        assert (verdict.kind, verdict.ending) == ("clean", "conceded.dracula")

    run_evening(evening)
