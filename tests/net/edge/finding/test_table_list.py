"""The list of tables: announced ones are asked before they count, and turn grey when they die."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from engine.errors import BorgoError
from engine.record import RULES_VERSION
from engine.versions import PROTOCOL
from net.edge.finding.discovery import LOOPBACK, Hint, HintGone
from net.edge.finding.table_list import ListedTable, TableList, TableState
from net.edge.transport.link import TurnedAway
from net.edge.transport.sockets import Unreachable
from net.limits import MOST_HINTS
from net.session.handshake import Refusal
from net.wire.messages import Probed
from tests.support.evenings import run_evening

TABLE = bytes(range(16))


def hint(host: str = "192.0.2.7", protocol: int = PROTOCOL.newest) -> Hint:
    return Hint(
        "carfax-1", TABLE, "Carfax", (host,), 4711, needs_passphrase=False, protocol=protocol
    )


def probed(**changes: Any) -> Probed:
    said: dict[str, Any] = {
        "token": 0, "table": TABLE, "name": "Carfax", "edition": "fourth",
        "protocol": PROTOCOL.newest, "rules": RULES_VERSION, "seats_free": ("mina", "no seat"),
        "needs_passphrase": True, "has_begun": False,
    }  # fmt: skip
    return Probed(**(said | changes))


class Answers:
    """What is at each address, as the test says."""

    def __init__(self, answer: Probed | BorgoError) -> None:
        self.answer = answer
        self.asked: list[tuple[str, int]] = []

    async def ask(self, host: str, port: int) -> Probed:
        self.asked.append((host, port))
        await asyncio.sleep(0)
        if isinstance(self.answer, BorgoError):
            raise self.answer
        return self.answer


class Watcher:
    """Remembers every state of the list."""

    def __init__(self) -> None:
        self.states: list[list[tuple[str, TableState]]] = []
        self.last: list[ListedTable] = []
        self._news = asyncio.Event()

    def __call__(self, tables: list[ListedTable]) -> None:
        self.last = tables
        self.states.append([(table.name, table.state) for table in tables])
        self._news.set()

    async def until(self, is_so: Callable[[list[ListedTable]], bool]) -> None:
        async with asyncio.timeout(5):
            while not is_so(self.last):
                self._news.clear()
                await self._news.wait()


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("net.edge.finding.table_list.AGAIN_S", 0.01)


def watch(answers: Answers, test: Callable[[TableList, Watcher], Any]) -> Watcher:
    async def run() -> Watcher:
        watcher = Watcher()
        tables = TableList(watcher, LOOPBACK, answers.ask)
        try:
            await test(tables, watcher)
        finally:
            await tables.close()
        return watcher

    return run_evening(run)


def is_in(state: TableState) -> Callable[[list[ListedTable]], bool]:
    return lambda tables: [table.state for table in tables] == [state]


def test_a_table_is_found_then_asked_then_open() -> None:
    async def test(tables: TableList, watcher: Watcher) -> None:
        tables.told(hint())
        assert not watcher.last[0].is_joinable, "a hint is only that"
        await watcher.until(is_in(TableState.OPEN))
        (table,) = watcher.last
        assert table.is_joinable
        assert table.needs_passphrase, "its own word counts, not the announcement"
        assert table.seats_free == ("mina",)
        assert table.code.startswith("60001-0E")

    watcher = watch(Answers(probed()), test)
    assert watcher.states[0] == [("Carfax", TableState.FOUND)]


@pytest.mark.parametrize(
    ("answer", "state"),
    [
        (probed(has_begun=True), TableState.BEGUN),
        (probed(rules=RULES_VERSION + 1), TableState.OTHER_VERSION),
        (TurnedAway(Refusal.OTHER_VERSION), TableState.OTHER_VERSION),
        (Unreachable("nobody"), TableState.GONE),
        (probed(table=bytes(16)), TableState.GONE),
    ],
    ids=["begun", "other rules", "other protocol", "dead", "another table is there now"],
)
def test_what_cannot_be_joined_is_said(answer: Any, state: TableState) -> None:
    async def test(tables: TableList, watcher: Watcher) -> None:
        tables.told(hint())
        await watcher.until(is_in(state))
        assert not watcher.last[0].is_joinable

    watch(Answers(answer), test)


def test_another_protocol_is_not_even_called() -> None:
    answers = Answers(probed())

    async def test(tables: TableList, watcher: Watcher) -> None:
        tables.told(hint(protocol=PROTOCOL.newest + 1))
        await watcher.until(is_in(TableState.OTHER_VERSION))

    watch(answers, test)
    assert answers.asked == []


def test_a_dead_table_turns_grey_and_comes_back() -> None:
    answers = Answers(probed())

    async def test(tables: TableList, watcher: Watcher) -> None:
        tables.told(hint())
        await watcher.until(is_in(TableState.OPEN))
        answers.answer = Unreachable("crashed")
        await watcher.until(is_in(TableState.GONE))
        answers.answer = probed()
        await watcher.until(is_in(TableState.OPEN))

    watch(answers, test)


def test_a_table_that_says_goodbye_is_grey_at_once_and_then_forgotten() -> None:
    answers = Answers(probed())

    async def test(tables: TableList, watcher: Watcher) -> None:
        tables.told(hint())
        await watcher.until(is_in(TableState.OPEN))
        answers.answer = Unreachable("closed")
        tables.told(HintGone("carfax-1"))
        assert watcher.last[0].state is TableState.GONE
        await watcher.until(lambda listed: listed == [])
        tables.told(HintGone("never heard of"))
        tables.told(hint())
        await watcher.until(is_in(TableState.GONE))

    watch(answers, test)


def test_a_table_that_several_announce_is_listed_once_as_the_liveliest_of_them_says() -> None:
    async def answer(host: str, _port: int) -> Probed:
        await asyncio.sleep(0)
        if host == "192.0.2.7":
            raise Unreachable("crashed")
        return probed()

    answers = Answers(probed())
    answers.ask = answer  # type: ignore[method-assign]

    async def test(tables: TableList, watcher: Watcher) -> None:
        tables.told(hint())
        await watcher.until(is_in(TableState.GONE))
        tables.told(hint(host="192.0.2.8")._replace(instance="carfax-2"))
        await watcher.until(is_in(TableState.OPEN))
        assert watcher.last[0].host == "192.0.2.8"

    watch(answers, test)


def test_announcements_taken_back_are_asked_no_more_if_too_many() -> None:
    async def test(tables: TableList, _watcher: Watcher) -> None:
        for number in range(3 * MOST_HINTS):
            instance = f"carfax-{number}"
            tables.told(hint()._replace(instance=instance, table=number.to_bytes(16, "big")))
            if number >= MOST_HINTS:
                assert tables.tables()[-1].table == number.to_bytes(16, "big"), "the newest is in"
            tables.told(HintGone(instance))
            tables.told(HintGone(f"never heard of {number}"))
        assert len(tables._asking) == len(tables._listed) == len(tables._withdrawn) == MOST_HINTS

    watch(Answers(probed()), test)


def test_so_many_tables_and_no_more_are_asked() -> None:
    async def test(tables: TableList, _watcher: Watcher) -> None:
        for number in range(2 * MOST_HINTS):
            tables.told(hint()._replace(instance=f"carfax-{number}"))
        assert list(tables._asking) == [f"carfax-{number}" for number in range(MOST_HINTS)]

    watch(Answers(probed()), test)
