"""Who answers for the seats of a table's program: a plain bot, or a person at the terminal."""

import asyncio
import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, NamedTuple

import msgspec

from client.absences import absences_in_words, bots_wishes
from client.agreeable import Agreeable
from client.progress import ProgressFile
from client.restoring import backup_in_words
from client.rules_words import setup_in_words
from client.simulation import bots_below
from client.spoken import spoken
from client.stand_ins import StandIns
from client.table_talk import said_in_words, waited_in_words
from client.table_words import closed_in_words, notice_in_words, table_in_words
from client.telling import worth_telling
from client.terms_words import terms_in_words
from client.trouble_words import Troubles
from client.typed import number_in
from client.typed_lines import LEAVE, TypedLines, Withdrawn
from engine.bots.plain import plain_bots
from engine.record import edition_of
from engine.view import View
from net.edge.desk import OnOrder, TalkLine, Waited
from net.edge.finding.discovery import LOOPBACK
from net.edge.finding.short_codes import code_or_nothing
from net.edge.people.notices import GameEntered, Notice
from net.lobby.events import Accepted, Left, LobbyEvent, MarkedReady, ShowTable
from net.log.entry import decode_entry
from net.log.roster import DRACULAS_PEER
from net.peer.effects import Ask, Event, ResumeTold, ResumeWished, Show, Told, Wished
from net.wire.table_setup import TableSetup


class BotGuide:
    """Agrees to whatever can be played, and lets plain bots answer; tells what happens if asked."""

    def __init__(
        self, seed: str | None = None, *, tells: bool = False, progress: ProgressFile | None = None,
        thinks_ms: int = 0,
    ) -> None:  # fmt: skip
        self._below = bots_below(seed)
        self._thinks_ms = thinks_ms
        self._pause_below = bots_below(None if seed is None else f"{seed}/pauses")
        self._bots: dict[str, Any] = {}
        self._tells = tells
        self._told: str = ""
        self._progress = progress
        self.on_listening: list[Callable[[str, int], None]] = []  # who else wants to know where
        self._entries = 0
        self._names: tuple[str, ...] = ()  # of the players, in the order of peers
        self._ours: int | None = None
        self._agreeable = Agreeable()
        self.identity = b""  # our own key
        self.backup_phrase = ""  # of the backup that our player wants, if any

    def listening(self, address: str, port: int) -> None:
        """Tell the address and its code."""
        code = code_or_nothing(address, port)
        message = "typed.address-code" if code else "typed.address"
        self._tell(lambda: spoken().say(message, address=f"{address}:{port}", code=code))
        if address == LOOPBACK:
            self._tell(lambda: spoken().say("typed.address-alone"))
        for told in self.on_listening:
            told(address, port)

    def noticed(self, notice: Notice) -> None:
        """Tell who was refused, whom we know or do not, and what is played."""
        if isinstance(notice, GameEntered):
            self.prepare(notice.setup)
        self._tell(lambda: notice_in_words(notice))
        if isinstance(notice, GameEntered) and self.backup_phrase:
            print(backup_in_words(self.backup_phrase, notice.setup), flush=True)

    async def at_table(self, shown: ShowTable) -> LobbyEvent | None:
        """Ready as soon as nothing is lacking."""
        self._tell(lambda: table_in_words(shown))
        if self._progress is not None:
            self._progress.write(self._entries, guests=len(shown.guests))
        if shown.setup is None or shown.lacking is not None:
            return None
        self.prepare(shown.setup)
        return MarkedReady(shown.setup_hash)

    @property
    def tells(self) -> bool:
        """Whether anybody reads what happens."""
        return self._tells

    def prepare(self, setup: TableSetup, ours: int | None = None) -> None:
        """Get to know what is played, and our number, if it is not ours by the set-up."""
        self._bots = dict(plain_bots(edition_of(setup.for_engine()), self._below))
        self._names = tuple(peer.name for peer in setup.peers)
        keys = [peer.identity for peer in setup.peers]
        self._ours = keys.index(self.identity) if self.identity in keys else ours
        self._agreeable.prepare(setup, self._ours)

    async def decide(self, view: View, asked: Ask) -> Any:
        """What a plain bot would answer; it thinks a while, no two of them equally long.

        Nobody was asked: when it leaves must not tell how long its hand was thought about (N-7).
        """
        if self._thinks_ms:
            pause_ms = self._thinks_ms / 2 + self._pause_below(self._thinks_ms)
            await asyncio.sleep(pause_ms / 1000)
        answers = list(asked.answers)
        answer = answers[0]
        if len(answers) > 1:
            answer = self._bots[asked.request.seat].choose(view, asked.request, answers)
        if self._progress is not None:
            self._progress.write(self._entries, decided=(asked.index, asked.part))
        return OnOrder(answer)

    def happened(self, shown: Show) -> None:
        """Tell the facts."""
        facts = worth_telling(list(shown.facts))
        for _, line in spoken().tell(facts) if self._tells else ():
            self._tell(partial(str, line))
        if self._progress is not None:
            told = tuple(msgspec.Raw(msgspec.json.encode(fact)) for fact in facts)
            self._progress.write(self._entries, settled=shown.index, told=told)

    def closed(self, reason: str) -> None:
        """Tell how the game ended."""
        self._tell(lambda: closed_in_words(reason, self._names))
        if self._progress is not None:
            self._progress.write(self._entries, is_over=True)

    def waiting(self, waited: Sequence[Waited]) -> Sequence[Event] | None:
        """Tell for whom the game waits, now and then; wait no longer than the table's clock."""
        if waited:
            self._tell(lambda: waited_in_words(waited))
        return bots_wishes(waited)

    def heard(self, said: TalkLine) -> None:
        """Tell what was said."""
        self._tell(lambda: said_in_words(said))

    def told(self, told: Told) -> None:
        """Tell what is between the peers; a bot agrees to the end that its persons want."""
        self._tell(lambda: Troubles(spoken(), self._names, self._ours).line(told))
        if isinstance(told, Wished | ResumeTold):
            self._agreeable.hear(told)

    async def talk(self) -> Event:
        """A bot says nothing; it only agrees."""
        return await self._agreeable.wishes.get()

    def reached(self, index: int, part: int) -> None:
        """Write down that an answer of another peer is here."""
        if self._progress is not None:
            self._progress.write(self._entries, reached=(index, part))

    def signed(self, entry: bytes) -> None:
        """Write down that an answer of ours is made, and only has to travel."""
        if self._progress is not None:
            ours = decode_entry(entry)
            self._progress.write(self._entries, signed=(ours.index, ours.part))

    def kept(self, entries: int) -> None:
        """Write down how far the game is."""
        self._entries = entries
        if self._progress is not None:
            # Beside the other steps it would be asked for on the way of an answer that is timed.
            self._progress.write(entries, cpu=round(time.process_time(), 3))

    def _tell(self, say: Callable[[], str]) -> None:
        """Print a line if anybody reads; for a silent bot no words are loaded."""
        if not self._tells:
            return
        line = say()
        if line != self._told:
            self._told = line
            print(line, flush=True)


class _AtTable(NamedTuple):
    """A question before the game, the word that says yes to it, and what comes of that."""

    word: str
    prompt: str
    event: LobbyEvent


class TerminalGuide(BotGuide):
    """A person: options are numbered lines, an answer is a number; ready is the word yes."""

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
        """Ask what the table needs as it stands now, in place of what was asked before."""
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
