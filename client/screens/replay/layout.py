"""The layout of the replay screen, and the pages beside the board."""

from collections import Counter
from html import escape

from PySide6.QtCore import Qt, Signal
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
from client.look.marked import MarkedPage
from client.look.palette import Palette
from client.panels.card_reader import CardReader
from client.panels.chronicle import Sentences
from client.panels.hand import HandPanel
from client.panels.sheets import Sheets
from client.panels.shown_cards import face_name
from client.panels.tracks import Tracks
from client.panels.trail import TrailPanel
from client.screens.combat.fight import CombatView
from client.screens.game.layout import cards_row, columns
from client.screens.parts.page_head import PageHead
from client.screens.replay.controls import ReplayControls
from client.window.services import Services
from client.words.game_words import fault_words, older_in_words, step_state
from client.words.words import Words
from client.worker.record_values import JudgeProgress, RecordJudged, RecordRead, StepShown
from engine.editions.third.map import PLACES
from engine.ids import SEATS

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
        """The page that is shown while a record is read, or when it cannot be."""
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
        """Show what is going on instead of the game."""
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


# The pages beside a replay: what every seat knew at this step, and how this step is proved.


_PLACES = frozenset(place.id for place in PLACES)


class KnownPage(MarkedPage):
    """Seat by seat: the hidden things it could read, and what nobody told it."""

    def __init__(self, services: Services) -> None:
        super().__init__()
        self._services = services
        self.setAccessibleName(services.words.say("replay.known-tab"))

    def show_step(self, step: StepShown) -> None:
        """Show what every seat knew at this step."""
        words, palette = self._services.words, self._services.palette
        parts = []
        if step.possible is not None:
            public = words.say("replay.public-knew", count=len(step.possible))
            parts.append(f"<p>{escape(public)}</p>")
        for seat, zones in step.known.items():
            look = f"color:{palette.accent.name()}; font-size:large"
            head = f'<span style="{look}">{escape(words.seat(seat))}</span>'
            lines = [_zone(words, zone, values) for zone, values in sorted(zones.items())]
            said = "<br/>".join(lines) or escape(words.say("replay.knew-nothing"))
            parts.append(f"<p>{head}<br/>{said}</p>")
        at = self.verticalScrollBar().value()
        self.setHtml("".join(parts))
        self.verticalScrollBar().setValue(at)


def _zone(words: Words, zone: str, values: tuple[str, ...]) -> str:
    """What was known in one place, equal cards counted."""
    counted = Counter(thing_name(words, value) for value in values)
    named = [
        name if count == 1 else words.say("replay.several", name=name, count=count)
        for name, count in counted.items()
    ]
    if zone in SEATS:
        where = words.say("replay.zone-other", seat=words.seat(zone))
    else:
        where = words.say(f"replay.zone-{zone}")
    return f"<i>{escape(where)}</i> {escape(', '.join(named))}"


def thing_name(words: Words, value: str) -> str:
    """A place, a card or a ticket by its name."""
    return words.place(value) if value in _PLACES else face_name(words, value)


class ProofPage(QWidget):
    """How this step is proved: whose entries stand behind it, and what checking found."""

    check_wanted = Signal()
    cancel_wanted = Signal()
    rules_wanted = Signal(str)

    def __init__(self, services: Services) -> None:
        super().__init__()
        self._words = services.words
        self._rules = PlainLabel()
        self._state = PlainLabel()
        self._signed = PlainLabel()
        self._fault = PlainLabel()
        self.check = QPushButton(self._words.say("replay.check"))
        self.bar = QProgressBar()
        self.cancel = QPushButton(self._words.say("common.cancel"))
        self._record: RecordRead | None = None
        self._judged: RecordJudged | None = None
        self._step: StepShown | None = None
        self._checking: JudgeProgress | None = None
        self._lay_out()

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        for label in (self._rules, self._state, self._signed, self._fault):
            label.setWordWrap(True)
            column.addWidget(label)
        self._state.setObjectName("prompt_question")
        self._fault.setProperty("look", "danger")
        self._fault.hide()
        for part in (self.check, self.bar, self.cancel):
            column.addWidget(part)
        column.addStretch(1)
        self.bar.setAccessibleName(self._words.say("end.auditing"))
        self.show_progress(None)
        self.check.clicked.connect(self.check_wanted)
        self.cancel.clicked.connect(self.cancel_wanted)

    def show_record(self, record: RecordRead) -> None:
        """Begin with another record."""
        self._record, self._judged, self._checking = record, None, None
        lines = older_in_words(self._words, record.edition, record.switches, record.older)
        self._rules.setText("\n".join(lines))
        self._rules.setVisible(bool(lines))
        self.show_progress(None)

    def show_step(self, step: StepShown) -> None:
        """Show what proves this step."""
        self._step = step
        self._refresh()

    def show_progress(self, progress: JudgeProgress | None) -> None:
        """Show how far the checking is; None: it does not run."""
        self._checking = progress
        self.bar.setVisible(progress is not None)
        self.check.setVisible(progress is None and self._judged is None)
        if progress is None and self.cancel.hasFocus():  # or Qt would hand it on to what comes next
            self.check.setFocus()
        self.cancel.setVisible(progress is not None)
        if progress is not None:
            self.bar.setRange(0, progress.total)
            self.bar.setValue(progress.done)
        self._refresh()

    def show_judged(self, judged: RecordJudged) -> None:
        """Show the verdict."""
        self._judged = judged
        self.show_progress(None)

    def show_failed(self, words: str) -> None:
        """The checking itself could not be done."""
        self.show_progress(None)
        self._fault.setText(words)
        self._fault.show()

    @property
    def state_words(self) -> str:
        """What is said of the step."""
        return self._state.text()

    def _refresh(self) -> None:
        if self._step is None or self._record is None:
            return
        at = self._step.at
        self._state.setText(step_state(self._words, self._record, at, self._judged, self._checking))
        self._signed.setText(self._behind(self._step))
        fault = self._fault_of(self._record)
        self._fault.setVisible(bool(fault))
        self._fault.setText(fault)

    def _fault_of(self, record: RecordRead) -> str:
        """What is wrong: by the verdict, or because replay stops there."""
        if self._judged is not None and self._judged.kind == "violation":
            return fault_words(self._words, self._judged)
        if record.fault is not None:
            return self._words.say("replay.cut", what=record.fault)
        return ""

    def _behind(self, step: StepShown) -> str:
        assert self._record is not None
        say = self._words.say
        if not self._record.is_signed:
            return say("replay.unsigned")
        if not step.signed:
            return say("replay.nothing-signed")
        counted = Counter((each.name, each.kind) for each in step.signed)
        lines = [
            say("replay.signed-by", name=name, what=say(f"entry.{kind}"), count=count)
            for (name, kind), count in counted.items()
        ]
        return "\n".join(lines)
