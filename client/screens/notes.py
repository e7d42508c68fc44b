"""What is written down while a game runs: its chronicle, and notes for this player alone."""

from client.panels.drawn_cards import passed_over
from client.screens.game_layout import GameLayout
from client.screens.notices import notice_words
from client.services import Services
from client.worker.table_values import GameKept, TableNotice
from client.worker.values import Passed, Report
from engine.edition import Edition
from engine.facts.fact import Fact
from engine.view import View


class Notes:
    """Writes into the chronicle and beside the question."""

    def __init__(self, services: Services, parts: GameLayout) -> None:
        self._services = services
        self._words = services.words
        self._parts = parts

    def facts(self, facts: tuple[Fact, ...], view: View, index: int) -> None:
        """Tell what happened with the answer of this index."""
        self._parts.chronicle.tell(facts, view, index)

    def drawn(self, before: View | None, view: View, edition: Edition) -> None:
        """Tell the holder of a card just drawn that its moment would be passed over."""
        for card in passed_over(before, view, edition, self._services.settings.passes):
            name = self._words.card(card).name
            self._parts.chronicle.note(self._words.say("note.on-pass", card=name), private=True)

    def passed(self, passed: Passed) -> None:
        """Tell that a standing order has answered."""
        moment = self._words.moment(passed.moment)
        self._parts.prompt.note(self._words.say("note.passed", moment=moment))

    def told(self, report: Report) -> None:
        """Tell what concerns the table and not the game itself."""
        if isinstance(report, TableNotice):
            said = notice_words(self._words, report)
            self._parts.chronicle.note(said, private=True)
        elif isinstance(report, GameKept):
            self._parts.peers.show_kept(report.entries, report.behind)
