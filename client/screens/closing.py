"""A table at which nothing goes on any more: over, closed, or broken."""

from collections.abc import Callable

from client.look.accessibility import announce
from client.screens.affair_words import over_words
from client.screens.game_layout import GameLayout
from client.screens.leaving import Leaving
from client.words.words import Words
from client.worker.table_values import TableClosed
from client.worker.values import Broken, GameOver, PeersSeen, Report, TableOpened


class Closing:
    """Puts away what was asked, says why, and offers the way on."""

    def __init__(
        self, words: Words, parts: GameLayout, leaving: Leaving, clear: Callable[[], None]
    ) -> None:
        self._words = words
        self._parts = parts
        self._leaving = leaving
        self._clear = clear

    def over(self, over: GameOver, peers: PeersSeen) -> None:
        """The game has ended."""
        self._say(over_words(self._words, over, [peer.name for peer in peers.peers]))
        self._leaving.over()

    def told(self, report: Report) -> None:
        """There may be no table any more."""
        if isinstance(report, TableClosed):
            self._say(self._words.reason(report.reason))
            self._leaving.over()

    def broke(self, broken: Broken, table: TableOpened | None) -> str:
        """The worker cannot go on; what it said, and where a game that is kept can be found."""
        what = broken.words or self._words.say("fault.worker-gone")
        if broken.waits and table is not None and table.seats and table.game:
            what = " ".join((what, self._words.say("fault.waits")))
        self._say(self._words.say("fault.worker", what=what))
        self._leaving.over()
        return what

    def _say(self, words: str) -> None:
        self._clear()
        self._parts.affairs.settle()
        self._parts.peers.settle()
        self._parts.prompt.show_waiting(words)
        announce(self._parts.prompt, words)
        self._parts.show_over()
