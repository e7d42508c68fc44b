"""Who answers for the seats of a table's program: a plain bot, or a person at the terminal."""

import asyncio
import contextlib
import sys
import threading
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

import msgspec

from client.absences import absence_in_words, bots_wish, persons_wish
from client.progress import ProgressFile
from client.simulation import below_from
from client.table_talk import SAY, WHISPER, said_in_words, talk_in, waited_in_words
from client.table_words import notice_in_words, table_in_words
from client.telling import worth_telling
from client.text import Words
from client.trouble_words import told_in_words, wish_in
from engine.bots.plain import plain_bots
from engine.errors import BorgoError
from engine.record import edition_of
from engine.view import View
from net.conversation import Spoke
from net.edge.desk import Said, Waited
from net.edge.notices import GameEntered, Notice
from net.edge.short_codes import code_or_nothing
from net.effects import Ask, Differs, Event, Judged, Show, Wished
from net.lobby_events import GuestShown, Left, LobbyEvent, MarkedReady, ShowTable, Trusted
from net.parting import Wish
from net.recovery.wishes import LeaveWished
from net.wire.table_setup import TableSetup

_ABOUT_ABSENCE = ("timeout", "takeover", "agree")


class BotGuide:
    """Agrees to whatever can be played, and lets plain bots answer; tells what happens if asked."""

    def __init__(
        self, seed: str, *, tells: bool = False, progress: ProgressFile | None = None
    ) -> None:
        self._below = below_from(seed)
        self._bots: dict[str, Any] = {}
        self._tells = tells
        self._told: str = ""
        self._progress = progress
        self.on_listening: list[Callable[[str, int], None]] = []  # who else wants to know where
        self._entries = 0

    def listening(self, address: str, port: int) -> None:
        """Tell the address and its code."""
        code = code_or_nothing(address, port)
        self._tell(f"your address is {address}:{port}" + (f", code {code}" if code else ""))
        for told in self.on_listening:
            told(address, port)

    def noticed(self, notice: Notice) -> None:
        """Tell who was refused, whom we know or do not, and what is played."""
        if isinstance(notice, GameEntered):
            self.prepare(notice.setup)
        self._tell(notice_in_words(notice))

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
        answer = answers[0]
        if len(answers) > 1:
            answer = self._bots[asked.request.seat].choose(view, asked.request, answers)
        if self._progress is not None:
            self._progress.write(self._entries, decided=asked.index)
        return answer

    def happened(self, shown: Show) -> None:
        """Tell the facts."""
        facts = worth_telling(list(shown.facts))
        for _, line in _words().tell(facts) if self._tells else ():
            self._tell(line)
        if self._progress is not None:
            told = tuple(msgspec.Raw(msgspec.json.encode(fact)) for fact in facts)
            self._progress.write(self._entries, settled=shown.index, told=told)

    def closed(self, reason: str) -> None:
        """Tell how the game ended."""
        self._tell(f"the game is closed: {reason}")
        if self._progress is not None:
            self._progress.write(self._entries, is_over=True)

    def waiting(self, waited: Sequence[Waited]) -> Sequence[Event] | None:
        """Tell for whom the game waits, now and then; wait no longer than the table's clock."""
        if waited:
            self._tell(waited_in_words(waited))
        return [wish for each in waited if (wish := bots_wish(each)) is not None]

    def heard(self, said: Said) -> None:
        """Tell what was said."""
        self._tell(said_in_words(said))

    def told(self, told: Judged | Differs | Wished) -> None:
        """Tell what is between the peers."""
        self._tell(told_in_words(told))

    async def talk(self) -> Spoke | Wish:
        """A bot says nothing."""
        never: asyncio.Future[Spoke | Wish] = asyncio.get_running_loop().create_future()
        return await never

    def kept(self, entries: int) -> None:
        """Write down how far the game is."""
        self._entries = entries
        if self._progress is not None:
            self._progress.write(entries)

    def _tell(self, line: str) -> None:
        if self._tells and line != self._told:
            self._told = line
            print(line, flush=True)


class TypedLines:
    """Lines from the terminal for a program with a loop. The thread does not hold up the end.

    What begins with a slash is talk, whenever it is typed; everything else answers a question.
    """

    def __init__(self) -> None:
        self.talk: asyncio.Queue[Spoke | Wish] = asyncio.Queue()
        self.absences: list[tuple[str, int]] = []  # what to do about whom
        self._lines: asyncio.Queue[str] = asyncio.Queue()
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Begin to read."""
        if self._thread is None:
            loop = asyncio.get_running_loop()
            self._thread = threading.Thread(target=self._read, args=(loop,), daemon=True)
            self._thread.start()

    async def next(self, prompt: str) -> str:
        """The next line that is not talk; BorgoError when there are no more."""
        print(prompt, end=" ", flush=True)
        self.start()
        line = await self._lines.get()
        if not line:
            raise BorgoError("there is nobody at the terminal any more")
        return line.strip()

    def _read(self, loop: asyncio.AbstractEventLoop) -> None:
        line = "\n"
        while line:
            line = sys.stdin.readline()
            with contextlib.suppress(RuntimeError):  # the game is over and its loop closed
                loop.call_soon_threadsafe(self._sort, line)

    def _sort(self, line: str) -> None:
        if not line.startswith("/"):
            self._lines.put_nowait(line)
            return
        word, _, peer = line[1:].strip().partition(" ")
        if word == "leave" or (word in _ABOUT_ABSENCE and peer.isdigit()):
            self.absences.append((word, int(peer or 0)))
            return
        spoke = wish_in(line) or talk_in(line)
        if spoke is None:
            print(f"  {SAY} TEXT for all, {WHISPER} TEXT for the hunter you trade with")
            print("  /concede, /end, /end open, /gone PEER: end the game; signed, for good")
            print("  /timeout PEER, /takeover PEER, /agree PEER: go on without somebody")
            print("  /leave: let somebody else play on for you")
        else:
            self.talk.put_nowait(spoke)


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
        distrusted = next((guest for guest in shown.guests if guest.is_distrusted), None)
        if distrusted is not None and not self._is_asking:
            return await self._ask_to_trust(distrusted)
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

    async def _ask_to_trust(self, guest: GuestShown) -> LobbyEvent:
        """S-4: a known name with another key sits down only when our player says so."""
        self._is_asking = True
        line = ""
        while line not in ("accept", "leave"):
            line = await self._typed.next(f"accept the new key of {guest.name}? accept, or leave:")
        self._is_asking = False
        return Left() if line == "leave" else Trusted(guest.identity, is_accepted=True)

    def waiting(self, waited: Sequence[Waited]) -> Sequence[Event] | None:
        """Tell for whom the game waits and what can be done; do what was typed since."""
        if waited:
            notes = [note for each in waited if (note := absence_in_words(each))]
            self._tell("; ".join((waited_in_words(waited), *notes)))
        wishes: list[Event] = []
        for word, peer in self._typed.absences:
            wishes += [LeaveWished(0)] if word == "leave" else []
            found = [persons_wish(word, each) for each in waited if each.peer == peer]
            wishes += [wish for wish in found if wish is not None]
        self._typed.absences.clear()
        return wishes

    async def talk(self) -> Spoke | Wish:
        """What is typed after /say or /whisper."""
        self._typed.start()
        return await self._typed.talk.get()

    def _is_to_ask(self, shown: ShowTable) -> bool:
        is_new = shown.setup_hash != self._agreed
        return is_new and shown.lacking is None and not self._is_asking

    async def decide(self, view: View, asked: Ask) -> Any:
        """Ask until a number is given that is among the answers; what is forced is not asked."""
        if len(asked.answers) == 1:
            return asked.answers[0]
        async with self._one_question:
            return await self._answer(view, asked)

    async def _answer(self, view: View, asked: Ask) -> Any:
        words = _words()
        print(f"? {words.ask(asked.request, view)}")
        for number, answer in enumerate(asked.answers, 1):
            print(f"  {number} {words.option(answer, asked.request, view)}")
        while True:
            line = await self._typed.next("answer:")
            if line.isdigit() and 1 <= int(line) <= len(asked.answers):
                return asked.answers[int(line) - 1]
            print(f"  a number from 1 to {len(asked.answers)}")


@cache
def _words() -> Words:
    return Words()
