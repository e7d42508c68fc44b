"""What is written down while a game runs: its chronicle, and notes for this player alone."""

from collections import deque
from collections.abc import Callable
from functools import partial

from client.look.accessibility import announce
from client.look.slices import Slices
from client.panels.drawn_cards import moments_from_hand, passed_over
from client.screens.game_layout import GameLayout
from client.screens.notices import notice_words
from client.window.services import Services
from client.window.table_model import TableModel
from client.worker.table_values import GameKept, TableNotice
from client.worker.values import Passed, Recalled, Report
from engine.edition import Edition
from engine.facts.fact import Fact
from engine.ids import ClauseId
from engine.view import View

_BUSY_S = 0.012  # so long the past is told before the window may draw a frame


class Notes:
    """Writes into the chronicle and beside the question."""

    def __init__(self, services: Services, parts: GameLayout) -> None:
        self._services = services
        self._words = services.words
        self._parts = parts
        self._model: TableModel | None = None
        self._unwritten: deque[Callable[[], None]] = deque()
        # A whole game takes longer to write than a window may stand still.
        self._writing = Slices(parts, self._write_one, _BUSY_S)

    def begin(self, model: TableModel) -> None:
        """Another game: what is left of the old one is not told."""
        self._model = model
        self._unwritten.clear()
        self._writing.stop()

    @property
    def is_written(self) -> bool:
        """Whether all that was told stands in the chronicle."""
        return not self._unwritten

    def facts(self, facts: tuple[Fact, ...]) -> None:
        """Tell what has just happened."""
        model = self._model
        if model is not None and model.view is not None:
            self._write(partial(self._parts.chronicle.tell, facts, model.view, model.step))

    def drawn(self, before: View | None, view: View, edition: Edition) -> None:
        """Tell the holder of a card just drawn that its moment would be passed over."""
        seats = () if self._model is None else self._model.seats
        for card in passed_over(seats, (before, view), edition, self._services.settings.passes):
            name = self._words.card(card).name
            moment = self._words.moment(moments_from_hand(edition.cards[card])[0])
            said = self._words.say("note.on-pass", card=name, moment=moment)
            self._note(said, f"card.{card}")

    def passed(self, passed: Passed) -> None:
        """Tell that a standing order has answered."""
        said = self._words.say("note.passed", moment=self._words.moment(passed.moment))
        if self._parts.prompt.is_asking:  # another character of the player: no answer is to move
            self._note(said)
        else:
            self._parts.prompt.note(said)

    def told(self, report: Report) -> None:
        """Tell what concerns the table and not the game itself."""
        if isinstance(report, TableNotice):
            self._note(notice_words(self._words, report))
        elif isinstance(report, GameKept):
            self._parts.peers.show_kept(report.entries, report.behind)
        elif isinstance(report, Recalled):
            tell = self._parts.chronicle.tell
            steps = [partial(tell, each.facts, each.view, each.step) for each in report.steps]
            self._unwritten.extend((self._parts.chronicle.recall, *steps))
            self._writing.start(0)
            for line in report.lines:
                self._parts.talk.recall(line)
            self._parts.trade.recall()

    def _note(self, said: str, rule: ClauseId = "") -> None:
        announce(self._parts.chronicle, said)
        self._write(partial(self._parts.chronicle.note, said, private=True, rule=rule))

    def _write(self, act: Callable[[], None]) -> None:
        """Write at once, but never before what happened earlier."""
        if self._unwritten:
            self._unwritten.append(act)
        else:
            act()

    def _write_one(self) -> bool:
        """Write a step of what was before."""
        if self._unwritten:
            self._unwritten.popleft()()
        return bool(self._unwritten)
