"""A bot agrees when the persons of its table want to end the game."""

import asyncio

import pytest
from msgspec.structs import replace

from client.terminal.bot_guide import BotGuide
from net.game.early_end import Outcome
from net.peer.effects import Conceded, EndProposed, Event, ResumeTold, ResumeWished, Wished
from tests.support.sample_messages import five_at_a_table

# Peer 3 is a bot; 0 plays Dracula.
SETUP = replace(five_at_a_table(), switches={"hunters_in_play": "all-four-shared"})


def wished(outcome: Outcome, *peers: int, ours: int = 3) -> list[Event]:
    """What a bot in that place says when these have wished for an end, one after the other."""

    async def course() -> list[Event]:
        guide, said = BotGuide("seed"), list[Event]()
        guide.identity = SETUP.peers[ours].identity
        guide.prepare(SETUP)
        talking = asyncio.create_task(guide.talk())
        for peer in peers:
            guide.told(Wished(peer, outcome))
        await asyncio.wait([talking], timeout=0.05)
        if talking.done():
            said.append(talking.result())
        talking.cancel()
        return said

    return asyncio.run(course())


@pytest.mark.parametrize("outcome", [Outcome.AGREED, Outcome.AGREED_AND_OPENED])
def test_it_ends_with_all_persons_and_not_before(outcome: Outcome) -> None:
    ending = EndProposed(opens=outcome == Outcome.AGREED_AND_OPENED)
    assert wished(outcome, 0, 1, 2, 4) == [ending]
    assert wished(outcome, 0, 1, 2) == wished(outcome, 0, 1, 2, 3) == []


def test_it_gives_up_with_all_persons_of_the_hunters() -> None:
    assert wished(Outcome.HUNTERS_CONCEDED, 1, 2, 4) == [Conceded()]
    assert wished(Outcome.HUNTERS_CONCEDED, 1, 2) == []
    assert wished(Outcome.DRACULA_CONCEDED, 0) == []


def test_a_bot_that_plays_dracula_does_not_give_up_with_the_hunters() -> None:
    assert wished(Outcome.HUNTERS_CONCEDED, 1, 2, 4, ours=0) == []


def test_it_goes_on_before_something_wrong_with_whoever_would() -> None:
    """Section 14: a person decides that; a bot only must not keep anybody from it."""

    async def course() -> None:
        guide = BotGuide("seed")
        guide.prepare(SETUP)
        guide.told(ResumeTold(1, 2, 40, is_without=False, at=41))
        wish = ResumeWished(40, 2, is_without=False, needs_evidence=True)
        assert await asyncio.wait_for(guide.talk(), 1) == wish

    asyncio.run(course())
