"""Before the game a person is asked only what the table needs now."""

import asyncio
import os
from collections.abc import Callable, Coroutine
from typing import Any

import pytest
from msgspec import structs

from client.terminal.bot_guide import BotGuide
from client.terminal.person_guide import TerminalGuide, TypedLines
from engine.errors import BorgoError
from net.crypto.hashing import setup_hash
from net.edge.people.notices import GameEntered
from net.lobby.events import Accepted, GuestShown, Left, LobbyEvent, MarkedReady, ShowTable
from net.wire.table_setup import encode_setup
from tests.support.fake_wire import table_for

SETUP = table_for(3)
OTHER = structs.replace(SETUP, recovery=True)
KEY = bytes(range(32))
HASH, OTHER_HASH = (setup_hash(encode_setup(setup)) for setup in (SETUP, OTHER))
TABLE = ShowTable(("Ana", "Ben"), SETUP, HASH, None, (), proposes=True)
CHANGED = structs.replace(TABLE, setup=OTHER, setup_hash=OTHER_HASH)
ALONE = structs.replace(TABLE, setup=None, setup_hash=b"", lacking="seats-free")
IMPOSTOR = GuestShown(KEY, "Ben", is_distrusted=True)
DOUBTED = structs.replace(TABLE, lacking="key-changed", guests=(IMPOSTOR,))


class Person:
    """Somebody at a terminal, and what the program has made of it."""

    def __init__(self, *, is_pipe: bool, printed: Callable[[], str]) -> None:
        self.is_pipe = is_pipe
        self.guide = TerminalGuide()
        self.done: list[LobbyEvent | None] = []
        self._printed = printed
        self._tasks: list[asyncio.Task[None]] = []

    async def sees(self, shown: ShowTable) -> str:
        """The table changes; what is on the screen then."""

        async def show() -> None:
            self.done.append(await self.guide.at_table(shown))

        self._tasks.append(asyncio.create_task(show()))
        return await self._settled()

    async def types(self, line: str) -> str:
        """A line is typed; what comes of it on the screen."""
        self.guide._typed._sort(f"{line}\n", self.guide._typed._question)
        return await self._settled()

    @property
    def said(self) -> list[LobbyEvent]:
        return [event for event in self.done if event is not None]

    async def _settled(self) -> str:
        for _ in range(5):
            await asyncio.sleep(0)
        return self._printed()


Play = Callable[[Callable[[Person], Coroutine[Any, Any, None]]], None]


@pytest.fixture(params=[False, True], ids=["terminal", "pipe"])
def play(
    request: pytest.FixtureRequest,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> Play:
    monkeypatch.setattr("sys.stdin.isatty", lambda: not request.param, raising=False)
    monkeypatch.setattr(TypedLines, "start", lambda _typed: None)

    def run(course: Callable[[Person], Coroutine[Any, Any, None]]) -> None:
        async def whole() -> None:
            person = Person(is_pipe=request.param, printed=lambda: capsys.readouterr().out)
            await course(person)

        asyncio.run(whole())

    return run


def test_a_second_yes_signs_no_later_set_up(play: Play) -> None:
    async def course(person: Person) -> None:
        assert "ready?" in await person.sees(TABLE)
        await person.types("yes")
        answer = await person.types("yes")
        assert ("nothing was asked" in answer) != person.is_pipe
        assert person.said == [MarkedReady(HASH)]
        await person.sees(ALONE)
        assert "ready?" in await person.sees(CHANGED)
        assert person.said == [MarkedReady(HASH)], "nothing was typed to this"
        await person.types("yes")
        assert person.said == [MarkedReady(HASH), MarkedReady(OTHER_HASH)]

    play(course)


def test_a_changed_set_up_is_asked_anew_and_the_same_one_is_not(play: Play) -> None:
    async def course(person: Person) -> None:
        await person.sees(TABLE)
        assert "ready?" not in await person.sees(structs.replace(TABLE, ready=(1,)))
        assert "ready?" in await person.sees(CHANGED)
        assert "ready?" in await person.types("what?"), "every line gets an answer"
        await person.types("yes")
        assert person.said == [MarkedReady(OTHER_HASH)]
        assert "ready?" not in await person.sees(structs.replace(CHANGED, ready=(0,)))
        await person.sees(ALONE)
        assert "ready?" in await person.sees(CHANGED), "whoever came back has nobody's mark"

    play(course)


def test_a_new_key_can_be_accepted_though_something_else_is_asked(play: Play) -> None:
    """S-4."""

    async def course(person: Person) -> None:
        assert "ready?" in await person.sees(TABLE)
        assert "accept the new key of Ben?" in await person.sees(DOUBTED)
        assert "accept the new key of Ben?" in await person.types("yes")
        await person.types("accept")
        assert person.said == [Accepted(KEY)]
        assert "ready?" in await person.sees(TABLE)
        await person.types("yes")
        assert person.said == [Accepted(KEY), MarkedReady(HASH)]

    play(course)


def test_an_accepted_key_is_not_the_next_ones(play: Play) -> None:
    async def course(person: Person) -> None:
        await person.sees(DOUBTED)
        await person.types("accept")
        await person.types("accept")
        await person.sees(ALONE)
        another = structs.replace(IMPOSTOR, identity=bytes(32))
        assert "accept the new" in await person.sees(structs.replace(DOUBTED, guests=(another,)))
        assert person.said == [Accepted(KEY)]
        await person.types("leave")
        assert person.said == [Accepted(KEY), Left()]

    play(course)


@pytest.mark.parametrize("is_ready", [False, True])
def test_who_is_asked_nothing_can_leave_the_table(play: Play, *, is_ready: bool) -> None:
    async def course(person: Person) -> None:
        await person.sees(ALONE)
        if is_ready:
            await person.sees(TABLE)
            await person.types("yes")
            await person.sees(structs.replace(TABLE, ready=(0,)))
        before = person.said
        answer = await person.types("hello")
        assert ("type leave" in answer) != person.is_pipe
        await person.types("leave")
        await person.types("leave")
        assert person.said == [*before, Left()], "and goes once"

    play(course)


def test_nobody_leaves_a_table_whose_game_has_begun(play: Play) -> None:
    async def course(person: Person) -> None:
        await person.sees(ALONE)
        person.guide.prepare(SETUP)
        await person.types("leave")
        assert person.done == [None]

    play(course)


def test_nothing_of_the_table_is_asked_once_the_game_has_begun(play: Play) -> None:
    async def course(person: Person) -> None:
        await person.sees(TABLE)
        person.guide.prepare(SETUP)
        await person.types("yes")
        await person.sees(CHANGED)
        await person.types("yes")
        assert person.done == [None, None]

    play(course)


@pytest.mark.parametrize("onlookers", [0, 8])
def test_the_words_of_a_backup_are_told_when_there_is_one(play: Play, onlookers: int) -> None:
    """K-5: whoever goes on from one comes as an onlooker; a joiner hears before the yes if not."""

    async def course(person: Person) -> None:
        setup = structs.replace(SETUP, onlookers=onlookers)
        person.guide.backup_phrase = "list suede work"
        seen = await person.sees(structs.replace(TABLE, setup=setup))
        assert ("No backup" in seen) == (onlookers == 0)
        assert "list suede work" not in seen
        person.guide.noticed(GameEntered(setup))
        begun = await person.types("/help")
        assert ("list suede work" in begun) == ("--restore" in begun) == (onlookers > 0)
        assert ("No backup" in begun) == (onlookers == 0)

    play(course)


def test_what_is_typed_before_the_first_question_is_read_before_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Left lying, it would be found by the first question that comes."""
    reading, writing = os.pipe()
    os.write(writing, b"yes\n")
    os.close(writing)

    async def course() -> None:
        guide, was_read, sort = TerminalGuide(), asyncio.Event(), TypedLines._sort

        def sorted_in(typed: TypedLines, line: str, question: asyncio.Future[str] | None) -> None:
            sort(typed, line, question)
            if not line:
                was_read.set()

        monkeypatch.setattr(TypedLines, "_sort", sorted_in)
        guide.listening("127.0.0.1", 47123)
        async with asyncio.timeout(20):
            await was_read.wait()
        with pytest.raises(BorgoError, match="nobody-typing"):
            await guide.at_table(TABLE)

    with os.fdopen(reading, encoding="utf-8") as stdin:
        monkeypatch.setattr("sys.stdin", stdin)
        asyncio.run(course())


@pytest.mark.parametrize("address", ["127.0.0.1", "192.168.1.5"])
def test_an_address_that_nobody_else_can_reach_is_said_to_be_one(
    address: str, capsys: pytest.CaptureFixture[str]
) -> None:
    BotGuide(tells=True).listening(address, 47123)
    said = capsys.readouterr().out
    assert f"{address}:47123" in said
    assert ("Only programs on this machine" in said) == (address == "127.0.0.1")
