"""Help for thinking: where Dracula can be, pencil marks, notes, and what is pointed at."""

import logging
from collections import deque
from collections.abc import Callable
from functools import partial
from pathlib import Path

import msgspec

from client.home import PENCIL_FILE
from client.look.accessibility import announce
from client.look.slices import Slices
from client.screens.game.affairs import notice_words
from client.screens.game.asking import Asker, moments_from_hand, passed_over
from client.screens.game.layout import GameLayout
from client.window.services import Services
from client.window.table_model import TableModel
from client.worker.table_values import GameKept, TableNotice
from client.worker.values import Deduced, Passed, Recalled, Report, TableOpened
from client.written_files import CannotWrite, write_anew
from engine.edition import Edition
from engine.facts.fact import Fact
from engine.ids import HIDE, ClauseId, PlaceId, SlotId
from engine.view import View

# What a player can pencil on a place, in turn; the last takes it away.
_PENCIL = {"": "?", "?": "x", "x": "!", "!": ""}


class Aids:
    """The heat and the pencil of one game; both are seen by this player alone."""

    def __init__(self, services: Services, parts: GameLayout) -> None:
        self._services = services
        self._parts = parts
        self._deduced: Deduced | None = None
        self._is_forbidden = False
        self._book = PencilBook(services.home)
        self._game = ""
        self._pencilled: dict[str, str] = {}
        parts.aid.clicked.connect(self.show)
        parts.trail.pointed.connect(self._point)
        parts.board.marked.connect(self._pencil)

    def begin(self, table: TableOpened | None) -> None:
        """Another game: nothing is known of it; what was written on its map is there again."""
        self._deduced = None
        self._game = "" if table is None else table.game
        self._pencilled = self._book.marks(self._game)
        self._is_forbidden = table is not None and not table.aid
        self._parts.board.set_pencil(self._pencilled)
        self.show()

    def deduce(self, deduced: Deduced) -> None:
        """Take what the public can conclude now."""
        self._deduced = deduced
        self.show()

    def show(self) -> None:
        """Show where Dracula can be, if the player wants to be told."""
        parts, deduced = self._parts, self._deduced
        wanted = self._services.settings.aid and not self._is_forbidden
        is_allowed = deduced is not None and wanted
        parts.aid.setVisible(is_allowed)
        if deduced is None or not is_allowed or not parts.aid.isChecked():
            parts.trail.show_deduction(None)
            parts.board.show_heat(())
            return
        parts.trail.show_deduction(deduced)
        parts.board.show_heat(deduced.current)

    def _point(self, slot: SlotId) -> None:
        """While a hidden card is pointed at, the map shows where that card can be."""
        deduced = self._deduced
        if deduced is None or not self._parts.aid.isVisible() or not self._parts.aid.isChecked():
            return
        places = [each for each in deduced.slots.get(slot, ()) if each != HIDE]
        self._parts.board.show_heat(places or deduced.current)

    def _pencil(self, place: str) -> None:
        """Write the player's next mark on a place."""
        mark = _PENCIL.get(self._pencilled.pop(place, ""), "")
        if mark:
            self._pencilled[place] = mark
        self._parts.board.set_pencil(self._pencilled)
        self._book.keep(self._game, self._pencilled)


Marks = dict[PlaceId, str]

_MOST_GAMES = 60  # the oldest are forgotten: hardly any of so many games will go on


class PencilBook:
    """Marks by game; what cannot be read or written costs the marks and nothing else."""

    def __init__(self, home: Path) -> None:
        self._path = home / PENCIL_FILE

    def marks(self, game: str) -> Marks:
        """The player's marks on the map of a game."""
        return self._read().get(game, {}) if game else {}

    def keep(self, game: str, marks: Marks) -> None:
        """Write down all marks of a game."""
        if not game:
            return
        book = {name: kept for name, kept in self._read().items() if name != game}
        if marks:
            book[game] = dict(marks)
        newest = dict(list(book.items())[-_MOST_GAMES:])
        try:
            write_anew(self._path, msgspec.json.encode(newest))
        except CannotWrite as error:
            logging.getLogger("borgo").error("pencil marks are not kept: %s", error)

    def _read(self) -> dict[str, Marks]:
        try:
            return msgspec.json.decode(self._path.read_bytes(), type=dict[str, Marks])
        except FileNotFoundError:
            return {}
        except (OSError, msgspec.DecodeError, UnicodeDecodeError) as error:
            logging.getLogger("borgo").error("pencil marks cannot be read: %s", error)
            return {}


class Reading:
    """Leads from cards and refusals of the game screen into the rules."""

    def __init__(self, parts: GameLayout, asker: Asker, look_up: Callable[..., None]) -> None:
        self._parts = parts
        self._asker = asker
        self._look_up = look_up
        for panel in (parts.trail, parts.hand, parts.combat, parts.trade):
            panel.looked.connect(parts.reader.look_at)
            panel.read.connect(self._read)
        for explained in (parts.prompt.explained, parts.sheets.explained, asker.explained):
            explained.connect(parts.reader.explain)
        parts.sheets.named.connect(parts.reader.describe)
        parts.sheets.read.connect(self._read)
        parts.chronicle.reached.connect(self._come_to_line)
        parts.chronicle.moment_named.connect(partial(parts.reader.tell, parts.chronicle))
        parts.prompt.typing.connect(partial(parts.reader.tell, parts.prompt))
        parts.prompt.reached.connect(parts.reader.forget_rule)
        parts.board.pointed.connect(self._point)
        for part in (parts.prompt, parts.reader):
            part.rules_wanted.connect(self._read)

    @property
    def keys(self) -> dict[str, Callable[[], None]]:
        """The keys that read what is pointed at."""
        return {"F1": self._read_pointed, "Shift+F1": self._read_card}

    def _read_pointed(self) -> None:
        """Open the rules at what is pointed at, or else where they were left.

        A line of the chronicle that the keyboard has come to is, wherever the mouse rests, until
        the mouse goes elsewhere: then whatever is there, and the line where there is nothing.
        """
        parts = self._parts
        on_a_line = parts.chronicle.hasFocus() and not parts.prompt.underMouse()
        beside = parts.chronicle.clause if on_a_line else parts.prompt.clause
        elsewhere = self._asker.clause or beside
        found = parts.chronicle.clause if parts.chronicle.is_pointed_at else elsewhere
        self._read(parts.reader.clause or found)

    def _come_to_line(self) -> None:
        """Stop showing what the mouse is over: the keyboard came to a line of the chronicle."""
        self._parts.reader.close_reader()
        self._parts.board.hide_note()

    def _read_card(self) -> None:
        """Open the rules at the card that is read, also where something bars it."""
        if self._parts.reader.card_clause:
            self._read(self._parts.reader.card_clause)

    def _read(self, clause: str) -> None:
        self._look_up("rules", clause=clause)

    def _point(self, place: str) -> None:
        """The keyboard is on a place of use; the mouse may cross many on its way to the link."""
        board = self._parts.board
        if place in board.offers and board.canvas.layers.focused == place:
            self._parts.reader.forget_rule()


# What is written down while a game runs: its chronicle, and notes for this player alone.


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
