"""Real programs, one of them modified: the game stops, is gone back to, and goes on before that."""

import asyncio
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from net.edge.coming_back.resume import keep_stopped, unfinished
from net.edge.finding.route import TableToJoin, TableToOpen
from net.edge.node import Ended, Node
from net.edge.transport.links import Links
from net.game.redo import SetAside
from net.judging.game_file import from_file, to_file
from net.judging.verification import shown_by, verify
from net.log.entry import Entry, Unsigned, decode_entry, sign_entry
from net.log.roster import Player
from net.peer.effects import EndProposed, Event, ResumeTold, Told
from net.peer.referee import Referee
from net.wire.bodies import Answered
from net.wire.messages import EntrySent, Message
from tests.net.edge.programs import LOOPBACK, SHORT, SMALL, Machine, stop
from tests.net.edge.test_node import WatchingGuide, parents, start
from tests.net.peer.test_disputes import wrong_rules
from tests.support.evenings import run_evening
from tests.support.proving import verifier_from

pytestmark = [pytest.mark.wire, pytest.mark.slow]

SHUFFLED = 5  # a request that one answers after the other, and both wait at
FROM = 12  # the request from which on it is lied, once


class RememberingGuide(WatchingGuide):
    """A bot that remembers what it was told of the others."""

    def __init__(self, seed: str) -> None:
        super().__init__(seed)
        self.troubles: list[Told] = []

    def told(self, told: Told) -> None:
        super().told(told)
        self.troubles.append(told)


# What a program does to an open answer of its own, by how it is told: the other peer hears that
# first, and perhaps the right one after it.
LIES: dict[str, tuple[Callable[[Entry], dict[str, bytes]], bool]] = {
    "cut": (lambda entry: {"body": entry.body[:-1]}, False),
    "another state": (lambda _entry: {"state_digest": b"\x05" * 32}, False),
    "two states": (lambda _entry: {"state_digest": b"\x05" * 32}, True),
}


class Modified:
    """What a program says, but for one of its own open answers."""

    def __init__(self, machine: Machine, links: Links, lie: str) -> None:
        self._machine = machine
        self._send = links.send
        self._change, self._says_both = LIES[lie]
        self._lies: dict[bytes, bytes] = {}

    def __call__(self, to: Iterable[bytes], message: Message) -> None:
        to, is_entry = list(to), isinstance(message, EntrySent)
        self._send(to, EntrySent(self._told(message.entry)) if is_entry else message)
        if is_entry and self._says_both and message.entry in self._lies:
            self._send(to, message)

    def _told(self, encoded: bytes) -> bytes:
        entry = decode_entry(encoded)
        is_own = entry.peer == 1 and entry.kind == Answered.kind
        if is_own and entry.index >= FROM and (not self._lies or encoded in self._lies):
            changed = msgspec.structs.asdict(entry) | self._change(entry)
            fields = {name: changed[name] for name in Unsigned.__struct_fields__}
            lie = sign_entry(self._machine.identity, Unsigned(**fields)).to_bytes()
            return self._lies.setdefault(encoded, lie)
        return encoded


def modified(machine: Machine, guide: WatchingGuide, lie: str) -> Node:
    node = machine.node(guide)
    node._links.send = Modified(machine, node._links, lie)  # type: ignore[method-assign]
    return node


def back(machine: Machine, guide: WatchingGuide, *, agrees: bool = True) -> asyncio.Task[Ended]:
    (game,) = unfinished(machine.store, machine.identity.public_key)
    guide.prepare(game.returning.begin.setup)
    way = game.returning._replace(agrees=agrees)
    return asyncio.get_running_loop().create_task(machine.node(guide).run(way))


async def stopped(machines: list[Machine], lie: str = "cut") -> Ended:
    """A game that the second program's lie has ended for the first."""
    host = WatchingGuide("0")
    opened = start(machines[0].node(host), TableToOpen("t", SHORT))
    joining = TableToJoin(LOOPBACK, await host.port)
    joined = start(modified(machines[1], WatchingGuide("1"), lie), joining)
    ended = await opened
    assert ended.reason == "accused.1"
    await stop(joined)
    return ended


@pytest.fixture
def machines(tmp_path: Path) -> list[Machine]:
    return [Machine(number, tmp_path) for number in range(2)]


@pytest.mark.parametrize("lie", LIES)
def test_a_stopped_game_is_taken_up_by_going_back_to_it(machines: list[Machine], lie: str) -> None:
    async def evening() -> None:
        ended = await stopped(machines, lie)
        assert ended.playing is not None
        evidence = from_file(to_file(ended.playing.game()))
        found = verify(evidence, verifier_from(SMALL))
        assert found.violation is not None
        assert found.violation.peer == 1
        waiting = [unfinished(each.store, each.identity.public_key)[0] for each in machines]
        # The one's own program finds nothing wrong.
        assert [each.stopped_by for each in waiting] == [1, None]
        guides = [RememberingGuide("2"), RememberingGuide("3")]
        first, second = await asyncio.gather(*map(back, machines, guides))
        assert (first.reason, second.reason) == ("over", "over")
        for guide in guides:
            told = [each for each in guide.troubles if isinstance(each, ResumeTold)]
            assert {(each.peer, each.about) for each in told} == {(0, 1), (1, 1)}
        assert len(parents(first, second)) == 1
        games = [each.playing.game() for each in (first, second) if each.playing is not None]
        assert len(set(map(to_file, games))) == 1
        verdict = verify(games[0], verifier_from(SMALL))
        assert verdict.kind == "clean"
        (aside,) = verdict.set_aside
        assert aside == SetAside(aside.index, 1, is_without=False)
        assert shown_by(games[0], aside, evidence, found).is_shown
        # The signed accusation stays with the game, and is no riddle to whoever reads it; one
        # that stood beside a later request is in the evidence alone.
        kept = [True] if lie == "cut" else []
        assert [each.is_set_aside for each in verdict.accusations] == kept
        for each in machines:
            assert unfinished(each.store, each.identity.public_key) == []

    run_evening(evening, 100)


def test_what_the_first_release_stopped_over_another_state_is_taken_up(
    machines: list[Machine],
) -> None:
    """It blamed nobody and offered nothing, but what was wrong is on its disk."""

    async def evening() -> None:
        await stopped(machines, "another state")
        store = machines[0].store
        (game,) = store.games()
        store.end_game(game.id, "state.differs.1")
        keep_stopped(store, game.id, None)
        (waiting,) = unfinished(store, machines[0].identity.public_key)
        assert waiting.stopped_by == 1
        guides = [WatchingGuide("2"), WatchingGuide("3")]
        ended = await asyncio.gather(*map(back, machines, guides))
        assert [each.reason for each in ended] == ["over", "over"]

    run_evening(evening, 100)


class EndingGuide(WatchingGuide):
    """A bot whose player wants an end, once."""

    async def talk(self) -> Event:
        self.talk = super().talk  # type: ignore[method-assign]
        return EndProposed(opens=False)


def test_who_goes_back_without_agreeing_can_end_the_game(
    machines: list[Machine], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of two programs that differ, the one that was stopped and the one that was not."""
    make = Referee.__init__

    def made(referee: Referee, player: Player, *given: Any) -> None:
        make(referee, player, *given)
        if player.peer == 1:
            wrong_rules(referee.proceedings, SHUFFLED)

    monkeypatch.setattr(Referee, "__init__", made)

    async def evening() -> None:
        host = WatchingGuide("0")
        opened = start(machines[0].node(host), TableToOpen("t", SHORT))
        joining = TableToJoin(LOOPBACK, await host.port)
        ended = await start(machines[1].node(WatchingGuide("1")), joining)
        assert ended.reason == "accused.0"
        await stop(opened)
        guides = [EndingGuide("2"), EndingGuide("3")]
        running = [back(machines[0], guides[0]), back(machines[1], guides[1], agrees=False)]
        both = await asyncio.gather(*running)
        assert [each.reason for each in both] == ["agreed", "agreed"]
        games = [each.playing.game() for each in both if each.playing is not None]
        assert len({(game.entries, game.final_parent) for game in games}) == 1
        assert verify(games[1], verifier_from(SMALL)).ending == "agreed"

    run_evening(evening, 100)


def test_whoever_goes_again_after_all_have_agreed_goes_on_from_there(
    machines: list[Machine],
) -> None:
    """K-3: what was set aside is not read again, and nothing is signed twice."""

    async def evening() -> None:
        await stopped(machines)
        guides = [WatchingGuide("2", 60), WatchingGuide("3")]
        running = [back(*each) for each in zip(machines, guides, strict=True)]
        await guides[0].reached.wait()
        await stop(running[0])
        again = WatchingGuide("4", 100)
        running[0] = back(machines[0], again)
        await again.reached.wait()
        await stop(*running)

    run_evening(evening, 100)
