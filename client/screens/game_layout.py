"""Where everything of a running game lies on the screen; it arranges and decides nothing."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QApplication,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QScrollArea,
    QSplitter,
    QStackedWidget,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from client.board.view import BoardView
from client.panels.affairs import AffairsBar
from client.panels.card_button import CARD_HEIGHT
from client.panels.chronicle import Chronicle
from client.panels.hand import HandPanel
from client.panels.peers import PeersStrip
from client.panels.sheets import Sheets
from client.panels.talk import TalkPanel
from client.panels.tracks import Tracks
from client.panels.trade import TradeCorner
from client.panels.trail import TrailPanel
from client.prompts.prompt_host import PromptHost
from client.screens.combat import CombatView
from client.services import Services

# On a laptop of 1366 by 768 the board keeps more than half of the screen's width and height.
_SHEETS_WIDTH, _RIGHT_WIDTH, _BAR_HEIGHT = 238, 312, 40
_CARD_SHARE, _HIGHEST_CARD = 0.145, 170
_HANDLE = 3  # the lines between parts, which can be dragged


class GameLayout(QWidget):
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
        self.talk = TalkPanel(services)
        self.tabs = QTabWidget()
        self.switch = QPushButton(words.say("game.show-map"))
        self.stop = QPushButton(words.say("game.stop-next"))
        self.aid = QPushButton(words.say("game.aid"))
        self.look_back = QPushButton(words.say("game.look-back"))
        self.rules = QPushButton(words.say("game.rules"))
        self.settings = QPushButton(words.say("game.settings"))
        self.ending = QPushButton(words.say("game.ending"))
        self.leave = QPushButton(words.say("game.leave"))
        self._words = words
        self._lay_out()
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
        column.addWidget(self._cards())

    def _bar(self) -> QWidget:
        bar = _panel("bar")
        bar.setFixedHeight(_BAR_HEIGHT)
        row = QHBoxLayout(bar)
        row.setContentsMargins(0, 0, 8, 0)
        row.addWidget(self.tracks)
        row.addStretch(1)
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
            button.setToolTip(f"{button.text()} ({tip})")
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            row.addWidget(button)
        self.switch.hide()
        self.aid.hide()
        self.ending.hide()
        self.aid.setCheckable(True)
        self.aid.setChecked(True)
        self.stop.setCheckable(True)
        return bar

    def _middle(self) -> QWidget:
        sheets = QScrollArea()
        sheets.setWidget(self.sheets)
        sheets.setWidgetResizable(True)
        sheets.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        sheets.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        sheets.setMinimumWidth(_SHEETS_WIDTH)
        self.centre.addWidget(self.board)
        self.centre.addWidget(self.combat)
        self.centre.addWidget(self.trade)
        middle = QSplitter(Qt.Orientation.Horizontal)
        middle.setChildrenCollapsible(False)
        middle.setHandleWidth(_HANDLE)
        for part in (sheets, self.centre, self._right()):
            middle.addWidget(part)
        middle.setStretchFactor(1, 1)
        middle.setSizes([_SHEETS_WIDTH, 1366 - _SHEETS_WIDTH - _RIGHT_WIDTH, _RIGHT_WIDTH])
        return middle

    def _right(self) -> QWidget:
        self.tabs.setDocumentMode(True)
        self.tabs.tabBar().setDrawBase(False)
        self.tabs.addTab(self.chronicle, self._words.say("panel.chronicle"))
        right = QSplitter(Qt.Orientation.Vertical)
        right.setChildrenCollapsible(False)
        right.setHandleWidth(_HANDLE)
        right.addWidget(self.prompt)
        right.addWidget(self.tabs)
        right.setStretchFactor(0, 3)
        right.setStretchFactor(1, 2)
        right.setMinimumWidth(260)
        return right

    def _cards(self) -> QWidget:
        cards = _panel("cards")
        row = QHBoxLayout(cards)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self.trail)
        row.addWidget(self.hand, 1)
        return cards

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
        self.stop.setEnabled(True)
        self.stop.setChecked(False)

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

    def show_talk(self, *, is_shown: bool) -> None:
        """Offer the table's talk, where there is anybody to talk to."""
        at = self.tabs.indexOf(self.talk)
        if is_shown and at < 0:
            self.tabs.addTab(self.talk, self._words.say("panel.talk"))
        elif not is_shown and at >= 0:
            self.tabs.removeTab(at)
        elif is_shown:
            self.tabs.setTabText(at, self._words.say("panel.talk"))

    def _mark_talk(self) -> None:
        """A line was said: its tab tells, unless it is in front."""
        at = self.tabs.indexOf(self.talk)
        if at >= 0 and at != self.tabs.currentIndex():
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
        height = min(max(round(self.height() * _CARD_SHARE), CARD_HEIGHT), _HIGHEST_CARD)
        for panel in (self.trail, self.hand, self.combat, self.trade):
            panel.set_card_height(height)
        super().resizeEvent(event)

    def sizeHint(self) -> QSize:
        """The smallest laptop this is made for."""
        return QSize(1366, 768)


def _panel(name: str) -> QWidget:
    panel = QWidget()
    panel.setObjectName(name)
    panel.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
    return panel


def title(words: str) -> QLabel:
    """A small heading above a group."""
    label = QLabel(words)
    label.setObjectName("panel_title")
    return label
