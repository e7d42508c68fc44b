"""Where everything of a replay lies on the screen; it arranges and decides nothing."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QHBoxLayout,
    QProgressBar,
    QPushButton,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from client.board.board_view import BoardView
from client.look.arranging import Holder, lay_page, tabs
from client.look.labels import PlainLabel, plain_tip
from client.look.palette import Palette
from client.panels.card_reader import CardReader
from client.panels.chronicle import Sentences
from client.panels.hand import HandPanel
from client.panels.sheets import Sheets
from client.panels.tracks import Tracks
from client.panels.trail import TrailPanel
from client.screens.combat import CombatView
from client.screens.page_head import PageHead
from client.screens.replay_controls import ReplayControls
from client.screens.replay_pages import KnownPage, ProofPage
from client.screens.tabletop import cards_row, columns
from client.window.services import Services

_MESSAGE_WIDTH = 640
_CARD_SHARE, _LOWEST_CARD, _HIGHEST_CARD = 0.12, 92, 160


class ReplayLayout(Holder):
    """The parts of the replay screen and their places."""

    def __init__(self, services: Services, page: QWidget) -> None:
        super().__init__()
        words = services.words
        self._words = words
        self.head = PageHead(words, words.say("replay.title"), page)
        self.tracks = Tracks(services)
        self.eyes = QComboBox()
        self.heat = QCheckBox(words.say("replay.heat"))
        self.looks = QWidget()
        self.switch = QPushButton()  # between the map and a fight
        self.save = QPushButton(words.say("replay.save"))
        self.board = BoardView(words, services.palette)
        self.combat = CombatView(services)
        self.centre = QStackedWidget()
        self.sheets = Sheets(services)
        self.trail = TrailPanel(services)
        self.hand = HandPanel(services)
        self.chronicle = Sentences("chronicle", words.say("panel.chronicle"))
        self.known = KnownPage(services)
        self.proof = ProofPage(services)
        self.tabs = tabs()
        self.controls = ReplayControls(services)
        self.message = PlainLabel()
        self.bar = QProgressBar()
        self.body = Holder()
        self.wait = QWidget()
        self._lay_out()
        self.reader = CardReader(services, self)
        for panel in (self.trail, self.hand, self.combat):
            panel.looked.connect(self.reader.look_at)
            panel.read.connect(self.reader.rules_wanted)
        self.sheets.read.connect(self.reader.rules_wanted)

    def _lay_out(self) -> None:
        say = self._words.say
        self.eyes.setAccessibleName(say("replay.see-as"))
        self.eyes.setToolTip(plain_tip(say("replay.see-as")))
        self.eyes.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.eyes.setMinimumContentsLength(14)
        row = QHBoxLayout(self.looks)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(12)
        for part in (self.switch, PlainLabel(say("replay.see-as")), self.eyes, self.save):
            row.addWidget(part)
        self.switch.hide()  # until a step shows a fight
        self.head.add(self.tracks)
        self.head.add(self.looks)
        inside = QVBoxLayout(self.body)
        inside.setContentsMargins(0, 0, 0, 0)
        inside.setSpacing(0)
        inside.addWidget(self._middle(), 1)
        inside.addWidget(cards_row(self.trail, self.hand))
        inside.addWidget(self.controls)
        below = Holder()  # one of the two has all the room
        lay_page(below, self._waiting(), self.body)
        lay_page(self, self.head, below)

    def _waiting(self) -> QWidget:
        """What is shown while a record is read, or when it cannot be."""
        self.message.setWordWrap(True)
        self.message.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.message.setFixedWidth(_MESSAGE_WIDTH)  # so that it knows how high it is
        self.message.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.message.setProperty("look", "heading")
        self.bar.setMaximumWidth(480)
        self.bar.setMinimumWidth(320)
        self.bar.setAccessibleName(self._words.say("common.loading"))
        column = QVBoxLayout(self.wait)
        column.addStretch(1)
        column.addWidget(self.message, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addSpacing(12)
        column.addWidget(self.bar, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addStretch(2)
        return self.wait

    def _middle(self) -> QWidget:
        self.centre.addWidget(self.board)
        self.centre.addWidget(self.combat)
        self._lay_out_tabs()
        return columns(self.sheets, self.centre, self.tabs)

    def _lay_out_tabs(self) -> None:
        knew = QWidget()
        below = QVBoxLayout(knew)
        below.setContentsMargins(4, 4, 4, 4)
        below.addWidget(self.heat)
        below.addWidget(self.known, 1)
        pages = {"panel.chronicle": self.chronicle, "replay.known-tab": knew}
        for title, part in {**pages, "replay.proof-tab": self.proof}.items():
            self.tabs.addTab(part, self._words.say(title))

    def show_centre(self, part: QWidget) -> None:
        """Put the map or the fight in the middle; the button leads to the other one."""
        self.centre.setCurrentWidget(part)
        other = self._words.say("game.show-fight" if part is self.board else "game.show-map")
        self.switch.setText(other)
        self.switch.setToolTip(plain_tip(f"{other} (F2)"))

    def restyle(self, palette: Palette) -> None:
        """Dress what paints itself, and what has links."""
        self.board.set_palette(palette)
        for part in (self.tracks, self.sheets, self.controls, self.reader):
            part.restyle()

    def show_waiting(self, words: str, done: int | None = None, total: int = 0) -> None:
        """Say what is going on instead of the game."""
        for part in (self.body, self.tracks, self.looks):
            part.hide()
        self.wait.show()
        self.message.setText(words)
        self.bar.setVisible(done is not None)
        self.bar.setRange(0, total)
        self.bar.setValue(done or 0)

    def show_body(self) -> None:
        """Show the game."""
        self.wait.hide()
        for part in (self.body, self.tracks, self.looks):
            part.show()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Larger screens have larger cards; the board gets the rest."""
        height = min(max(round(self.height() * _CARD_SHARE), _LOWEST_CARD), _HIGHEST_CARD)
        for panel in (self.trail, self.hand):
            panel.set_card_height(height)
        super().resizeEvent(event)
