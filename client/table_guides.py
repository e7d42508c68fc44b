"""Who answers for the seats of a table's program: a plain bot, or a person at the terminal."""

import asyncio
import queue
import sys
import threading
from collections.abc import Sequence
from typing import Any

from client.simulation import below_from
from client.telling import answer_in_words, asked_in_words, fact_in_words, worth_telling
from engine.bots.plain import plain_bots
from engine.errors import BorgoError
from engine.record import edition_of
from engine.view import View
from net.edge.playing import Waited
from net.effects import Ask, Show
from net.lobby_events import Left, LobbyEvent, MarkedReady, ShowTable
from net.wire.table_setup import TableSetup


class BotGuide:
    """Agrees to whatever can be played, and lets plain bots answer; tells what happens if asked."""

    def __init__(self, seed: str, *, tells: bool = False) -> None:
        self._below = below_from(seed)
        self._bots: dict[str, Any] = {}
        self._tells = tells
        self._said: str = ""

    def listening(self, address: str, port: int) -> None:
        """Tell the address."""
        self._tell(f"your address is {address}:{port}")

    async def at_table(self, shown: ShowTable) -> LobbyEvent | None:
        """Ready as soon as nothing is lacking."""
        self._tell(table_in_words(shown))
        if shown.setup is None or shown.lacking is not None:
            return None
        self.prepare(shown.setup)
        return MarkedReady(shown.setup_hash)

    def prepare(self, setup: TableSetup) -> None:
        """Get to know what is played."""
        self._bots = dict(plain_bots(edition_of(setup.for_engine()), self._below))

    async def decide(self, view: View, asked: Ask) -> Any:
        """What a plain bot would answer."""
        answers = list(asked.answers)
        if len(answers) == 1:
            return answers[0]
        return self._bots[asked.request.seat].choose(view, asked.request, answers)

    def happened(self, shown: Show) -> None:
        """Tell the facts."""
        for fact in worth_telling(list(shown.facts)):
            self._tell(fact_in_words(fact))

    def waiting(self, waited: Sequence[Waited]) -> None:
        """Tell for whom the game waits."""
        self._tell(waited_in_words(waited))

    def _tell(self, line: str) -> None:
        if self._tells and line != self._said:
            self._said = line
            print(line, flush=True)


class TypedLines:
    """Lines from the terminal for a program with a loop. The thread does not hold up the end."""

    def __init__(self) -> None:
        self._lines: asyncio.Queue[str] = asyncio.Queue()
        self._wanted: queue.SimpleQueue[asyncio.AbstractEventLoop] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._read, daemon=True)

    async def next(self, prompt: str) -> str:
        """The next line; BorgoError when there are no more."""
        print(prompt, end=" ", flush=True)
        if self._thread.ident is None:
            self._thread.start()
        self._wanted.put(asyncio.get_running_loop())
        line = await self._lines.get()
        if not line:
            raise BorgoError("there is nobody at the terminal any more")
        return line.strip()

    def _read(self) -> None:
        while True:
            loop = self._wanted.get()
            line = sys.stdin.readline()
            loop.call_soon_threadsafe(self._lines.put_nowait, line)


class TerminalGuide(BotGuide):
    """A person: options are numbered lines, an answer is a number; ready is the word yes."""

    def __init__(self) -> None:
        super().__init__("", tells=True)
        self._typed = TypedLines()
        self._shown: ShowTable | None = None
        self._is_asking = False
        self._agreed = b""  # the set-up that was said yes to
        self._one_question = asyncio.Lock()

    async def at_table(self, shown: ShowTable) -> LobbyEvent | None:
        """Ask whether to begin, once at a time, and about what is shown then."""
        self._tell(table_in_words(shown))
        self._shown = shown
        while self._is_to_ask(self._shown):
            asked = self._shown
            self._is_asking = True
            line = await self._typed.next("ready? yes, or leave:")
            self._is_asking = False
            if line == "leave":
                return Left()
            if line == "yes" and asked.setup_hash == self._shown.setup_hash:
                self._agreed = asked.setup_hash
                return MarkedReady(asked.setup_hash)
            self._tell(table_in_words(self._shown))
        return None

    def _is_to_ask(self, shown: ShowTable) -> bool:
        is_new = shown.setup_hash != self._agreed
        return is_new and shown.lacking is None and not self._is_asking

    async def decide(self, view: View, asked: Ask) -> Any:
        """Ask until a number is given that is among the answers; what is forced is not asked."""
        del view
        if len(asked.answers) == 1:
            return asked.answers[0]
        async with self._one_question:
            return await self._answer(asked)

    async def _answer(self, asked: Ask) -> Any:
        print(f"? {asked_in_words(asked.request)}")
        for number, answer in enumerate(asked.answers, 1):
            print(f"  {number} {answer_in_words(answer)}")
        while True:
            line = await self._typed.next("answer:")
            if line.isdigit() and 1 <= int(line) <= len(asked.answers):
                return asked.answers[int(line) - 1]
            print(f"  a number from 1 to {len(asked.answers)}")


def table_in_words(shown: ShowTable) -> str:
    """The table before the game in one line."""
    if shown.setup is None:
        return f"at the table: {', '.join(shown.present)}; {shown.lacking}"
    seats = "; ".join(f"{peer.name}: {', '.join(peer.seats)}" for peer in shown.setup.peers)
    ready = ", ".join(shown.setup.peers[peer].name for peer in shown.ready)
    return f"{seats}; {shown.lacking or 'can begin'}; ready: {ready or 'nobody'}"


def waited_in_words(waited: Sequence[Waited]) -> str:
    """For whom the game waits, in one line."""
    names = (each.name if each.is_linked else f"{each.name} (not connected)" for each in waited)
    return f"waiting for {', '.join(names)}"
