"""Who answers for the seats of a table's program: a plain bot, or a person at the terminal."""

import asyncio
import sys
from collections.abc import Sequence
from typing import Any

from client.simulation import below_from
from client.telling import answer_in_words, asked_in_words, fact_in_words, worth_telling
from engine.bots.plain import plain_bots
from engine.record import edition_of
from engine.view import View
from net.edge.playing import Waited
from net.effects import Ask, Show
from net.lobby_events import LobbyEvent, MarkedReady, ShowTable


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

    def at_table(self, shown: ShowTable) -> LobbyEvent | None:
        """Ready as soon as nothing is lacking."""
        self._tell(table_in_words(shown))
        if shown.setup is None or shown.lacking is not None:
            return None
        if not self._bots:
            self._bots = dict(plain_bots(edition_of(shown.setup.for_engine()), self._below))
        return MarkedReady(shown.setup_hash)

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


class TerminalGuide(BotGuide):
    """A person: options are numbered lines, an answer is a number; ready is a word."""

    def __init__(self) -> None:
        super().__init__("", tells=True)

    async def decide(self, view: View, asked: Ask) -> Any:
        """Ask until a number is given that is among the answers; what is forced is not asked."""
        del view
        if len(asked.answers) == 1:
            return asked.answers[0]
        print(f"? {asked_in_words(asked.request)}")
        for number, answer in enumerate(asked.answers, 1):
            print(f"  {number} {answer_in_words(answer)}")
        while True:
            print("answer: ", end="", flush=True)
            line = (await asyncio.to_thread(sys.stdin.readline)).strip()
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
