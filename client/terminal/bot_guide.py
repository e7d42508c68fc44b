"""Plays a table's seats as a plain bot, and signs what it agrees to with the players there."""

import asyncio
import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import msgspec

from client.simulation import bots_below
from client.sittings.absences import bots_wishes
from client.terminal.progress import ProgressFile
from client.terminal.resume import backup_in_words
from client.terminal.sentences import (
    Troubles,
    closed_in_words,
    notice_in_words,
    said_in_words,
    table_in_words,
    waited_in_words,
    worth_telling,
)
from client.words.words import spoken
from engine.bots.plain import plain_bots
from engine.record import edition_of
from engine.view import View
from net.edge.desk import OnOrder, TalkLine, Waited
from net.edge.finding.discovery import LOOPBACK
from net.edge.finding.short_codes import code_or_nothing
from net.edge.people.notices import GameEntered, Notice
from net.game.early_end import Outcome
from net.lobby.events import LobbyEvent, MarkedReady, ShowTable
from net.log.entry import decode_entry
from net.log.roster import DRACULAS_PEER
from net.peer.early_end_vote import Wish
from net.peer.effects import (
    Ask,
    Conceded,
    EndProposed,
    Event,
    ResumeTold,
    ResumeWished,
    Show,
    Told,
    Wished,
)
from net.wire.table_setup import TableSetup


class BotGuide:
    """Agrees to any playable set-up and answers as plain bots do; prints if asked to."""

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
        """Ready as soon as nothing is missing."""
        self._tell(lambda: table_in_words(shown))
        if self._progress is not None:
            self._progress.write(self._entries, guests=len(shown.guests))
        if shown.setup is None or shown.lacking is not None:
            return None
        self.prepare(shown.setup)
        return MarkedReady(shown.setup_hash)

    @property
    def tells(self) -> bool:
        """Whether anything is printed."""
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
        """Print now and then whom the game waits for; give up waiting as the table's clock says."""
        if waited:
            self._tell(lambda: waited_in_words(waited))
        return bots_wishes(waited)

    def heard(self, said: TalkLine) -> None:
        """Tell what was said."""
        self._tell(lambda: said_in_words(said))

    def told(self, told: Told) -> None:
        """Print troubles between the peers; a bot agrees to the end that its persons want."""
        self._tell(lambda: Troubles(spoken(), self._names, self._ours).line(told))
        if isinstance(told, Wished | ResumeTold):
            self._agreeable.hear(told)

    async def talk(self) -> Event:
        """What a bot says: nothing, except that it agrees."""
        return await self._agreeable.wishes.get()

    def reached(self, index: int, part: int) -> None:
        """Log that an answer of another peer has arrived."""
        if self._progress is not None:
            self._progress.write(self._entries, reached=(index, part))

    def signed(self, entry: bytes) -> None:
        """Log that an answer of ours is signed and on its way."""
        if self._progress is not None:
            ours = decode_entry(entry)
            self._progress.write(self._entries, signed=(ours.index, ours.part))

    def kept(self, entries: int) -> None:
        """Log how far the game is."""
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


class Agreeable:
    """Votes as the persons at the table do: such an end needs all programs, and a bot wants none.

    A bot wants such an end when all persons concerned have said so, never before them.
    """

    def __init__(self) -> None:
        self.wishes: asyncio.Queue[Wish | ResumeWished] = asyncio.Queue()
        self._persons: set[int] = set()
        self._is_hunter = False
        self._ending: set[int] = set()  # who wants to end without a winner
        self._conceding: set[int] = set()  # who gives up for the hunters

    def prepare(self, setup: TableSetup, ours: int | None) -> None:
        """Get to know who plays; `ours` is the bot's own number, perhaps in a person's place."""
        persons = {number for number, peer in enumerate(setup.peers) if not peer.is_bot}
        self._persons = persons - {ours}
        self._is_hunter = ours != DRACULAS_PEER

    def hear(self, told: Wished | ResumeTold) -> None:
        """Somebody voted: to go on is followed; to an end, once all persons it takes want it.

        To go back all may know what came since, so not on anybody's word: it takes evidence.
        """
        if isinstance(told, ResumeTold):
            wish = ResumeWished(told.index, told.about, told.is_without, needs_evidence=True)
            self.wishes.put_nowait(wish)
        else:
            self._hear_of_an_end(told)

    def _hear_of_an_end(self, wished: Wished) -> None:
        match wished.outcome:
            case Outcome.AGREED | Outcome.AGREED_AND_OPENED:
                said, needed = self._ending, self._persons
                wish: Wish = EndProposed(opens=wished.outcome == Outcome.AGREED_AND_OPENED)
            case Outcome.HUNTERS_CONCEDED if self._is_hunter:
                said, needed = self._conceding, self._persons - {DRACULAS_PEER}
                wish = Conceded()
            case _:
                return
        if wished.peer in needed:
            said.add(wished.peer)
            if said == needed:
                self.wishes.put_nowait(wish)
