"""Plays a table's seats for a person at the terminal: asks, prints, and reads what is typed."""

import asyncio
import contextlib
import sys
import threading
from collections import deque
from collections.abc import Sequence
from typing import Any, NamedTuple

from client.sittings.absences import (
    absences_in_words,
    can_be_filled,
    persons_wish,
    refusal,
)
from client.sittings.bots import StandIns
from client.terminal.bot_guide import BotGuide
from client.terminal.resume import backup_in_words
from client.terminal.sentences import (
    SAY,
    WHISPER,
    table_in_words,
    talk_in,
    terms_in_words,
    waited_in_words,
    wish_in,
)
from client.typed import number_in
from client.words.game_words import setup_in_words
from client.words.words import Words, spoken
from engine.errors import BorgoError
from engine.view import View
from net.edge.desk import Waited
from net.lobby.events import Accepted, Left, LobbyEvent, MarkedReady, ShowTable
from net.log.roster import DRACULAS_PEER
from net.peer.effects import Ask, Event, ResumeTold, ResumeWished, Told
from net.peer.replacement_vote import LeaveWished
from net.wire.table_setup import TableSetup


class _AtTable(NamedTuple):
    """A question before the game, the word that says yes to it, and what comes of that."""

    word: str
    prompt: str
    event: LobbyEvent


class TerminalGuide(BotGuide):
    """A person at the terminal: options are numbered lines, an answer is a number; yes is ready."""

    def __init__(self) -> None:
        super().__init__(tells=True)
        self._typed = TypedLines(spoken())
        self._asked: _AtTable | None = None  # what is on the screen before the game
        self._agreed = b""  # the set-up that was said yes to
        self._terms = ""  # what is played, as it was told last
        self._one_question = asyncio.Lock()

    def listening(self, address: str, port: int) -> None:
        """Tell the address; read from now on, so that nothing typed before a question waits."""
        self._typed.start()
        super().listening(address, port)

    async def at_table(self, shown: ShowTable) -> LobbyEvent | None:
        """Ask what the table needs now, in place of the question before."""
        if self._names:
            return None  # the game has begun meanwhile
        self._tell_terms(shown.setup)
        self._tell(lambda: table_in_words(shown))
        if shown.lacking is not None or shown.setup_hash != self._agreed:
            self._agreed = b""
        asked, before = self._needed(shown), self._asked
        self._asked = asked
        if asked is not None and asked == before:
            return None
        try:
            return await self._said_to(asked)
        except Withdrawn:
            return None

    def _needed(self, shown: ShowTable) -> _AtTable | None:
        """S-4: a known name with another key sits down only when our player says so."""
        say = spoken().say
        guest = next((guest for guest in shown.guests if guest.is_distrusted), None)
        if guest is not None:
            accept = say("typed.accept", name=guest.name)
            return _AtTable("accept", accept, Accepted(guest.identity))
        if shown.lacking is None and shown.setup_hash != self._agreed:
            return _AtTable("yes", say("typed.ready"), MarkedReady(shown.setup_hash))
        return None

    async def _said_to(self, asked: _AtTable | None) -> LobbyEvent:
        if asked is None:
            await self._typed.parting()
            return Left()
        line = ""
        while line not in (asked.word, LEAVE):
            line = await self._typed.next(asked.prompt)
        if self._asked == asked:
            self._asked = None
        if line == LEAVE:
            return Left()
        if isinstance(asked.event, MarkedReady):
            self._agreed = asked.event.setup_hash
        return asked.event

    def _tell_terms(self, setup: TableSetup | None) -> None:
        """What is signed with a yes: when there is a set-up, and again whenever it changed."""
        terms = self._terms if setup is None else terms_in_words(setup)
        if setup is not None and self.backup_phrase and not setup.onlookers:
            terms = "\n".join((terms, backup_in_words("", setup)))
        if terms != self._terms:
            self._terms = terms
            self._tell(lambda: terms)

    def waiting(self, waited: Sequence[Waited]) -> Sequence[Event] | None:
        """Tell for whom the game waits and what can be done; do what was typed since."""
        if waited:
            notes = absences_in_words(waited)
            self._tell(lambda: " ".join((waited_in_words(waited), *notes)))
        return self._typed.wishes_about(waited)

    def prepare(self, setup: TableSetup, ours: int | None = None) -> None:
        """Get to know what is played, and whether our player can leave it to somebody else."""
        super().prepare(setup, ours)
        older = setup_in_words(spoken(), setup.for_engine())
        if older:
            self._tell(lambda: "\n".join(older))
        self._typed.withdraw()
        self._typed.leaving = "" if setup.recovery else "leave-recovery"
        if self._ours == DRACULAS_PEER:
            self._typed.leaving = "leave-dracula"

    def closed(self, reason: str) -> None:
        """Tell how the game ended; nothing can be wished any more."""
        super().closed(reason)
        self._typed.leaving = "no-game"

    def told(self, told: Told) -> None:
        """Tell what is between the peers, and what can be typed about it."""
        super().told(told)
        if isinstance(told, ResumeTold):
            self._typed.going_on = ResumeWished(told.index, told.about, told.is_without)

    def let_bots_stand_in(self, stand_ins: StandIns) -> None:
        """Bots can be sent for who is gone."""
        self._typed.stand_ins = stand_ins

    async def talk(self) -> Event:
        """What is typed after /say or /whisper."""
        self._typed.start()
        return await self._typed.talk.get()

    async def decide(self, view: View, asked: Ask) -> Any:
        """Ask until a number is given that is among the answers; what is forced is not asked."""
        if asked.is_forced:
            return asked.answers[0]
        async with self._one_question:
            return await self._answer(view, asked)

    async def _answer(self, view: View, asked: Ask) -> Any:
        words = spoken()
        print(f"? {words.ask(asked.request, view)}")
        for number, answer in enumerate(asked.answers, 1):
            print(f"  {number} {words.option(answer, asked.request, view)}")
        while True:
            line = await self._typed.next(words.say("typed.answer"), or_early=True)
            chosen = number_in(line)
            if chosen is not None and 1 <= chosen <= len(asked.answers):
                return asked.answers[chosen - 1]
            print("  " + words.say("typed.number", count=len(asked.answers)))


# What a person types at the terminal during a game, sorted into answers, talk and wishes.


LEAVE = "leave"  # a table before the game
AGAIN = "/again"  # before what was signed wrongly

_TO_SOMEBODY = "takeover"  # by our own player, or by who is named after the number
_BY_A_BOT = "stand-in"
_ABOUT_ABSENCE = ("timeout", _TO_SOMEBODY, _BY_A_BOT, "agree")


class Withdrawn(Exception):
    """The question was withdrawn."""


class TypedLines:
    """Lines from the terminal for a program with a loop. The thread does not hold up the end.

    1. What begins with a slash is talk or a wish, whenever it is typed. A wish that cannot be is
       refused at once: nothing is kept that could act much later.
    2. Everything else answers the question that was on the screen when it was typed, and no other.
    3. Only what no person types, but a pipe or a file brings, is kept if it comes too early: for
       the questions of the game, in its order. Nothing is ever signed with it.
    4. Whoever sits at a table and is asked nothing can leave it.
    """

    def __init__(self, words: Words) -> None:
        self._words = words
        self.talk: asyncio.Queue[Event] = asyncio.Queue()
        self.leaving = "no-game"  # why our player cannot leave, as an id; empty if it can
        self.stand_ins: StandIns | None = None  # bots that our player can send
        self.going_on: ResumeWished | None = None  # what others would go on before, as told last
        self._waited: Sequence[Waited] = ()  # whom the game waits for, as was told last
        self._absences: list[tuple[str, int, str]] = []  # what to do about whom of them, by whom
        self._question: asyncio.Future[str] | None = None  # what is on the screen
        self._parting: asyncio.Future[None] | None = None  # of who is asked nothing at a table
        self._takes_early = False  # whether that may be answered by what came before it
        self._early: deque[str] = deque()  # what a pipe brought before it was asked for
        self._is_at_end = False
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Begin to read."""
        if self._thread is None:
            loop = asyncio.get_running_loop()
            self._thread = threading.Thread(target=self._read, args=(loop,), daemon=True)
            self._thread.start()

    async def next(self, prompt: str, *, or_early: bool = False) -> str:
        """The line that answers this question; raises Withdrawn if it is withdrawn.

        It takes the place of what was asked before. BorgoError when there are no more lines.
        """
        self.withdraw()
        self.start()
        question: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        # Before it can be read: a program at the other end of a pipe answers within no time.
        self._question, self._takes_early = question, or_early
        print(prompt, end=" ", flush=True)
        self._answer_early()
        if self._is_at_end and not question.done():
            question.set_result("")
        try:
            line = await question
        finally:
            if self._question is question:
                self._question = None
        if not line:
            raise BorgoError("nobody-typing")
        return line.strip()

    async def parting(self) -> None:
        """Wait until our player, who is asked nothing, leaves the table; Withdrawn if it cannot."""
        self.withdraw()
        self._parting = asyncio.get_running_loop().create_future()
        await self._parting

    def withdraw(self) -> None:
        """Withdraw the question: nothing typed from now on answers it."""
        for awaited in (self._question, self._parting):
            if awaited is not None and not awaited.done():
                awaited.set_exception(Withdrawn())
        self._question = self._parting = None

    def wishes_about(self, waited: Sequence[Waited]) -> list[Event]:
        """What was typed about those the game waits for, now that it is known how they are."""
        self._waited = waited
        wishes = []
        for word, peer, who in self._absences:
            about = self._about(peer)
            wish = None if about is None else persons_wish(word, about, who)
            if word == _BY_A_BOT and about is not None and can_be_filled(about):
                self._send_bot(about)
            elif wish is None:
                name = "" if about is None else about.name
                self._refuse(refusal(word, about, who), peer=str(peer), name=name, who=who)
            else:
                wishes.append(wish)
        self._absences.clear()
        return wishes if self.stand_ins is None else [*wishes, *self.stand_ins.wishes(waited)]

    def _send_bot(self, about: Waited) -> None:
        """Let a bot come to play on for somebody."""
        if self.stand_ins is None or not self.stand_ins.send_for(about.peer):
            self._refuse("no-bot", name=about.name)
        else:
            print("  " + self._words.say("typed-stand-in-comes", name=about.name), flush=True)

    def _read(self, loop: asyncio.AbstractEventLoop) -> None:
        line = "\n"
        while line:
            line = sys.stdin.readline()
            with contextlib.suppress(RuntimeError):  # the game is over and its loop closed
                loop.call_soon_threadsafe(self._sort, line, self._question)

    def _sort(self, line: str, question: asyncio.Future[str] | None) -> None:
        """Act on a line; `question` is what was on the screen when it was typed."""
        if not line.startswith("/"):
            self._answer(line, question)
            return
        typed = line.strip()
        spoke = wish_in(line) or talk_in(line) or (self.going_on if typed == AGAIN else None)
        word, _, about = line[1:].strip().partition(" ")
        whom, _, who = about.strip().partition(" ") if word == _TO_SOMEBODY else (about, "", "")
        peer = number_in(whom) if word in _ABOUT_ABSENCE else None
        if spoke is None and peer is None and typed not in ("/leave", AGAIN):
            for each in ("talk", "end", "absent", "again", "leave"):
                print("  " + self._words.say(f"typed-help-{each}", say=SAY, whisper=WHISPER))
        elif self.leaving == "no-game":
            self._refuse("no-game", typed=f"/{word}")
        elif spoke is not None:
            self.talk.put_nowait(spoke)
        elif peer is not None:
            self._wish_about(word, peer, who.strip())
        else:
            self._leave(typed)

    def _answer(self, line: str, question: asyncio.Future[str] | None) -> None:
        if not line:
            self._is_at_end = True
            question = self._question
        if question is not None and question is self._question and not question.done():
            question.set_result(line)
        elif line.strip() == LEAVE and self._parting is not None and not self._parting.done():
            self._parting.set_result(None)
        elif line and not sys.stdin.isatty():
            self._early.append(line)
            self._answer_early()  # the question may have come while the line was on its way
        elif line.strip():
            self._refuse("unasked" if self._parting is None else "unasked-at-table")

    def _answer_early(self) -> None:
        question = self._question
        if self._early and self._takes_early and question is not None and not question.done():
            question.set_result(self._early.popleft())

    def _wish_about(self, word: str, peer: int, who: str) -> None:
        """Wait for the next look at who is there, which comes as long as anybody is waited for."""
        if self._about(peer) is None:
            self._refuse(refusal(word, None), peer=str(peer))
        else:
            self._absences.append((word, peer, who))

    def _leave(self, typed: str) -> None:
        if self.leaving or typed == AGAIN:
            self._refuse("nothing-wrong" if typed == AGAIN else self.leaving)
        else:
            self.talk.put_nowait(LeaveWished(0))
            print("  " + self._words.say("typed-leaving"))

    def _about(self, peer: int) -> Waited | None:
        return next((each for each in self._waited if each.peer == peer), None)

    def _refuse(self, why: str, **about: str) -> None:
        print("  " + self._words.say(f"typed-refused-{why}", **about), flush=True)
