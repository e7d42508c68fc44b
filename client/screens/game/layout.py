"""The layout of the game screen. It arranges widgets and decides nothing."""

from typing import Any

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QApplication,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from client.board.board_view import BoardView
from client.look.arranging import (
    Flow,
    Holder,
    TallScroll,
    lay_page,
    one_above_another,
    panel,
    side_by_side,
    tabs,
)
from client.look.labels import plain_tip
from client.look.palette import Palette
from client.panels.card_reader import CardReader
from client.panels.chronicle import Chronicle
from client.panels.company import AffairsBar, PeersStrip, TalkPanel
from client.panels.hand import HandPanel
from client.panels.sheets import Sheets
from client.panels.tracks import Tracks
from client.panels.trade import TradeCorner
from client.panels.trail import TrailPanel
from client.prompts.prompt_host import PromptHost
from client.screens.combat.fight import CombatView
from client.window.services import Services
from client.worker.values import LineHeard, TableOpened

_BAR_HEIGHT, _LEAST_TABS = 40, 60
_RIGHT_HEIGHTS = [325, 250]  # of the question and the chronicle; in other windows in proportion
_CARD_SHARE, _LOWEST_CARD, _HIGHEST_CARD = 0.145, 88, 170


class GameLayout(Holder):
    """The parts of the game screen and their places."""

    def __init__(self, services: Services) -> None:
        super().__init__()
        words = services.words
        self.tracks = Tracks(services)
        self.peers = PeersStrip(services)
        self.board = BoardView(words, services.palette)
        self.combat = CombatView(services)
        self.trade = TradeCorner(services)
        self.affairs = AffairsBar()
        self.centre = QStackedWidget()
        self.sheets = Sheets(services)
        self.trail = TrailPanel(services)
        self.hand = HandPanel(services)
        self.prompt = PromptHost(services)
        self.chronicle = Chronicle(words)
        self.tabs = tabs()
        self.talk = TalkPanel(services, self.tabs)  # goes with them where it is never a tab, too
        self.switch = QPushButton(words.say("game.show-map"))
        self.stop = QPushButton(words.say("game.stop-next"))
        self.aid = QPushButton(words.say("game.aid"))
        self.look_back = QPushButton(words.say("game.look-back"))
        self.rules = QPushButton(words.say("game.rules"))
        self.settings = QPushButton(words.say("game.settings"))
        self.ending = QPushButton(words.say("game.ending"))
        self.leave = QPushButton(words.say("game.leave"))
        self.unsigned = QPushButton(words.say("peers.unsigned"))  # where there is no seal
        self._words = words
        self._lay_out()
        self.reader = CardReader(services, self)
        self.talk.heard.connect(self._mark_talk)
        self.tabs.currentChanged.connect(self._open_tab)

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._bar())
        column.addWidget(self.peers)
        column.addWidget(self.affairs)
        column.addWidget(self._middle(), 1)
        column.addWidget(cards_row(self.trail, self.hand))

    def _bar(self) -> QWidget:
        bar = panel("bar")
        bar.setMinimumHeight(_BAR_HEIGHT)
        row = Flow(bar)
        row.setContentsMargins(0, 5, 8, 5)
        row.add(self.tracks)
        for button, message in {self.aid: "game-aid", self.stop: "game-stop-next"}.items():
            button.setAccessibleDescription(self._words.detail(message, "tip"))
        keys = {
            self.switch: "F2",
            self.aid: "F7",
            self.stop: "F5",
            self.look_back: "F8",
            self.rules: "F1",
            self.settings: "F10",
            self.ending: "Ctrl+E",
            self.leave: "Ctrl+L",
        }
        for button, tip in keys.items():
            button.setToolTip(
                plain_tip(f"{button.accessibleDescription() or button.text()} ({tip})")
            )
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            row.add(button, at_right=True)
        self.switch.hide()
        self.aid.hide()
        self.ending.hide()
        self.aid.setCheckable(True)
        self.aid.setChecked(True)
        self.stop.setCheckable(True)
        return bar

    def _middle(self) -> QWidget:
        for part in (self.board, self.combat, self.trade):
            self.centre.addWidget(part)
        self.tabs.setMinimumHeight(_LEAST_TABS)
        self.unsigned.setProperty("look", "link")
        self.unsigned.setToolTip(plain_tip(self._words.detail("peers-unsigned", "tip")))
        self.unsigned.hide()
        self.tabs.setCornerWidget(self.unsigned)
        self.tabs.addTab(self.chronicle, self._words.say("panel.chronicle"))
        right = one_above_another(self.prompt, self.tabs)
        for at, height in enumerate(_RIGHT_HEIGHTS):
            right.setStretchFactor(at, height)
        right.setSizes(_RIGHT_HEIGHTS)
        return columns(self.sheets, self.centre, right)

    @property
    def ways(self) -> dict[str, Any]:
        """The signals that lead to another screen, by its name."""
        return {
            "replay": self.look_back.clicked,
            "rules": self.rules.clicked,
            "settings": self.settings.clicked,
            "ledger": self.peers.ledger_wanted,
        }

    def show_ways(self, screens: frozenset[str]) -> None:
        """Offer the screens that can be looked at from here, as far as there are such."""
        self.look_back.setVisible("replay" in screens)
        self.rules.setVisible("rules" in screens)
        self.settings.setVisible("settings" in screens)
        self.peers.show_seal(is_shown="ledger" in screens)

    def begin(self) -> None:
        """Another table: nothing was told or said there, and nothing has ended."""
        self.chronicle.clear()
        self.talk.clear()
        self.peers.begin()
        self.peers.hide()  # until it is known that anybody else plays
        self.stop.setEnabled(True)
        self.stop.setChecked(False)
        self.reader.close_reader()

    def restyle(self, palette: Palette) -> None:
        """Dress what paints itself, and what has links."""
        self.board.set_palette(palette)
        for part in (self.tracks, self.sheets, self.reader):
            part.restyle()

    def show_over(self) -> None:
        """The game has ended: the keyboard stands on the way on, unless somebody is writing."""
        self.ending.hide()
        self.stop.setChecked(False)
        self.stop.setEnabled(False)
        if not self.is_typing():
            self.leave.setFocus(Qt.FocusReason.OtherFocusReason)

    def is_typing(self) -> bool:
        """Whether the keyboard is in the middle of a line and is to stay there."""
        return isinstance(QApplication.focusWidget(), QLineEdit)

    def read_chronicle(self) -> None:
        """Bring the chronicle to the front, with the focus."""
        self.tabs.setCurrentWidget(self.chronicle)
        self.chronicle.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def seat(self, table: TableOpened) -> None:
        """Offer what this player can do there; whoever looks on neither speaks nor is asked."""
        self.hand.set_seats(table.seats)
        self.stop.setVisible(bool(table.seats))
        self.talk.show_line(is_shown=bool(table.seats))
        self.show_talk(is_shown=not table.is_alone)
        self.peers.setVisible(not table.is_alone)
        self.unsigned.setVisible(table.is_alone)

    def show_talk(self, *, is_shown: bool) -> None:
        """Offer the table's talk, where there is anybody to talk to."""
        at = self.tabs.indexOf(self.talk)
        if is_shown and at < 0:
            self.tabs.addTab(self.talk, self._words.say("panel.talk"))
        elif not is_shown and at >= 0:
            self.tabs.removeTab(at)
        elif is_shown:
            self.tabs.setTabText(at, self._words.say("panel.talk"))

    def _mark_talk(self, line: LineHeard) -> None:
        """A line was said: its tab tells, unless that or the corner it was whispered in is seen."""
        at = self.tabs.indexOf(self.talk)
        is_read = line.private and self.trade.isVisible()
        if at >= 0 and at != self.tabs.currentIndex() and not is_read:
            self.tabs.setTabText(at, self._words.say("panel.talk-new"))

    def _open_tab(self, at: int) -> None:
        """A tab came to the front: what was said is looked at now."""
        if at >= 0 and self.tabs.widget(at) is self.talk:
            self.tabs.setTabText(at, self._words.say("panel.talk"))

    def show_centre(self, part: QWidget) -> None:
        """Put the map, the fight or the trade in the middle; the button leads back and forth."""
        self.centre.setCurrentWidget(part)
        others = "trade" if self.trade.pair is not None else "fight"
        other = others if part is self.board else "map"
        self.switch.setText(self._words.say(f"game.show-{other}"))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Larger screens have larger cards; the board gets the rest."""
        height = min(max(round(self.height() * _CARD_SHARE), _LOWEST_CARD), _HIGHEST_CARD)
        for part in (self.trail, self.hand):
            part.set_card_height(height)
        super().resizeEvent(event)

    def sizeHint(self) -> QSize:
        """The smallest laptop this is made for."""
        return QSize(1366, 768)


# On a laptop of 1366 by 768 the board keeps more than half of the screen's width and height.
_WIDTH, _SHEETS_WIDTH, _RIGHT_WIDTH, _LEAST_RIGHT = 1366, 238, 312, 250
_LETTERS = 15  # that a line at the right has room for, each as wide as it is high


class _Words(Holder):
    """Holds words at the right; larger letters make it wider."""

    def __init__(self, inside: QWidget) -> None:
        super().__init__()
        lay_page(self, inside)

    def minimumSizeHint(self) -> QSize:
        """Room for a short sentence."""
        least = max(_LEAST_RIGHT, _LETTERS * self.fontMetrics().height())
        return QSize(least, super().minimumSizeHint().height())


def columns(sheets: Sheets, centre: QWidget, right: QWidget) -> QWidget:
    """The characters at the left, the map in the middle, words at the right."""
    scrolled = TallScroll(sheets, _SHEETS_WIDTH)
    # Later: a character that came up just now has no place yet.
    sheets.called.connect(scrolled.ensureWidgetVisible, Qt.ConnectionType.QueuedConnection)
    middle = side_by_side(scrolled, centre, _Words(right))
    middle.setStretchFactor(1, 1)
    middle.setSizes([_SHEETS_WIDTH, _WIDTH - _SHEETS_WIDTH - _RIGHT_WIDTH, _RIGHT_WIDTH])
    return middle


def cards_row(trail: TrailPanel, hand: HandPanel) -> QWidget:
    """The trail with the lairs, and the hand beside it."""
    cards = panel("cards")
    row = QHBoxLayout(cards)
    row.setContentsMargins(0, 0, 0, 0)
    row.addWidget(trail)
    row.addWidget(hand, 1)
    return cards
