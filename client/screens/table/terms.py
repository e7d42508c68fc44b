"""The rules a table will play: preset, switches with their meanings, and how strict it is."""

from msgspec import structs
from PySide6.QtCore import QEvent, QObject, QSignalBlocker, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QFormLayout,
    QVBoxLayout,
    QWidget,
)

from client.look.arranging import TallScroll
from client.look.labels import PlainLabel, heading, plain_tip
from client.window.services import Services
from client.words.words import SwitchText
from client.worker.table_values import Terms
from engine.editions import edition
from engine.editions.third.presets import PRESETS
from engine.switches import SWITCH_NAMES, allowed_values

_MOST_ONLOOKERS = 8
_CLOCKS = (0, 60, 120, 180, 300, 600)
_AROUND = 70  # what lies around the words of a rule and its choice: frames, an arrow, a bar


class TermsPanel(QWidget):
    """The terms of a table; whoever opened it can change them, all others read them."""

    changed = Signal(object)  # Terms

    def __init__(self, services: Services) -> None:
        super().__init__()
        self._words = services.words
        say = self._words.say
        self.terms = Terms()
        self.preset = QComboBox()
        self.about = PlainLabel()
        self.clock = QComboBox()
        self.onlookers = QComboBox()
        self.recovery = QCheckBox(say("table.recovery"))
        self.recovery_risk = _warning(say("table.recovery-risk"))
        self.dracula_gone = _warning(say("table.dracula-gone"))
        self.audit = QCheckBox(say("table.audit"))
        self.bots_across = QCheckBox(say("table.bots-across"))
        self.aid = QCheckBox(say("table.aid"))
        self.labels = {name: PlainLabel() for name in SWITCH_NAMES}
        self.switches = {name: self._choice(name) for name in SWITCH_NAMES}
        self._rules = QFormLayout()
        self._lay_out()
        self._connect()
        self.show_terms(self.terms, may_change=False)

    def _choice(self, switch: str) -> QComboBox:
        said = self._words.switch(switch)
        self.labels[switch].setText(said.name)
        return _positions(said, allowed_values(switch))

    def _lay_out(self) -> None:
        say = self._words.say
        for preset in PRESETS:
            self.preset.addItem(self._words.preset(preset), preset)
        for seconds in _CLOCKS:
            self.clock.addItem(say("table.clock-of", minutes=seconds // 60), seconds)
        for count in range(_MOST_ONLOOKERS + 1):
            self.onlookers.addItem(say("table.onlookers-of", count=count), count)
        self.about.setWordWrap(True)
        self.about.setProperty("look", "soft")
        form = QFormLayout()
        form.addRow(say("table.edition"), self.preset)
        form.addRow(self.about)
        form.addRow(say("table.clock"), self.clock)
        form.addRow(say("table.onlookers"), self.onlookers)
        for box in (self.recovery, self.audit, self.aid, self.bots_across):
            box.setToolTip(plain_tip(self._words.detail(self._tips()[box], "tip")))
            form.addRow(box)
            if box is self.recovery:
                form.addRow(self.recovery_risk)
                form.addRow(self.dracula_gone)
        inner = QWidget()
        column = QVBoxLayout(inner)
        column.setContentsMargins(0, 0, 6, 0)
        column.addLayout(form)
        column.addWidget(heading(say("table.switches")))
        for name, choice in self.switches.items():
            self._rules.addRow(self.labels[name], choice)
        column.addLayout(self._rules)
        column.addStretch(1)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(TallScroll(inner))
        named = {self.preset: "edition", self.clock: "clock", self.onlookers: "onlookers"}
        for widget, name in named.items():
            widget.setAccessibleName(say(f"table.{name}"))

    def _tips(self) -> dict[QCheckBox, str]:
        return {
            self.recovery: "table.recovery",
            self.audit: "table.audit",
            self.aid: "table.aid",
            self.bots_across: "table.bots-across",
        }

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Another width may be wide enough."""
        super().resizeEvent(event)
        self._fold()

    def changeEvent(self, event: QEvent) -> None:
        """Larger letters need more room."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._fold()

    def _fold(self) -> None:
        """A rule stands above its choice where there is no room beside it: no word is cut."""
        wide = self.fontMetrics().horizontalAdvance
        names = max(wide(label.text()) for label in self.labels.values())
        choices = max(wide(words) for combo in self.switches.values() for words in _offered(combo))
        is_room = names + choices + _AROUND <= self.width()
        policy = QFormLayout.RowWrapPolicy
        self._rules.setRowWrapPolicy(policy.DontWrapRows if is_room else policy.WrapAllRows)

    def _connect(self) -> None:
        self.preset.activated.connect(lambda _index: self._choose_preset())
        for box in (self.recovery, self.audit, self.aid, self.bots_across):
            box.clicked.connect(lambda _on: self._choose())
        for combo in (self.clock, self.onlookers, *self.switches.values()):
            combo.activated.connect(lambda _index: self._choose())
        for combo in (self.preset, self.clock, self.onlookers, *self.switches.values()):
            combo.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The wheel scrolls the list; it never turns a rule that merely passes by."""
        if event.type() == QEvent.Type.Wheel:
            event.ignore()
            return True
        return super().eventFilter(watched, event)

    @property
    def plays_one_each(self) -> bool:
        """Whether by the rules that are shown nobody plays two hunters."""
        return bool(self.switches["hunters_in_play"].currentData() == "one-per-player")

    def show_terms(self, terms: Terms, *, may_change: bool) -> None:
        """Show what is agreed, and whether this player can change it."""
        self.terms = terms
        widgets: tuple[QWidget, ...] = (
            self.preset, self.clock, self.onlookers, self.recovery, self.audit, self.aid,
            self.bots_across, *self.switches.values(),
        )  # fmt: skip
        quiet = [QSignalBlocker(each) for each in widgets]
        for widget in widgets:
            widget.setEnabled(may_change)
        self._select(self.preset, terms.edition)
        if self.clock.findData(terms.clock_s) < 0:
            said = self._words.say("table.clock-seconds", seconds=terms.clock_s)
            self.clock.addItem(said, terms.clock_s)
        self._select(self.clock, terms.clock_s)
        self._select(self.onlookers, terms.onlookers)
        self.recovery.setChecked(terms.recovery)
        self.recovery_risk.setVisible(terms.recovery)
        self.audit.setChecked(terms.audit)
        self.aid.setChecked(terms.aid)
        self.bots_across.setChecked(terms.bots_across)
        self._show_switches(terms)
        del quiet

    def _show_switches(self, terms: Terms) -> None:
        if terms.edition not in PRESETS:
            return
        usual = structs.asdict(edition(terms.edition).switches)
        self.about.setText(self._words.detail(f"preset-{terms.edition}", "text"))
        for name, widget in self.switches.items():
            value = terms.switches.get(name, usual[name])
            self._select(widget, value)
            label = self.labels[name]
            look = "warning" if value != usual[name] else ""
            if label.property("look") != look:
                label.setProperty("look", look)
                label.style().polish(label)

    @staticmethod
    def _select(combo: QComboBox, value: object) -> None:
        combo.setCurrentIndex(combo.findData(value))
        combo.setToolTip(plain_tip(combo.currentText()))

    def _choose_preset(self) -> None:
        """Another preset: every switch as it stands there."""
        terms = structs.replace(self.terms, edition=self.preset.currentData(), switches={})
        self.show_terms(terms, may_change=True)
        self._choose()

    def _choose(self) -> None:
        preset = self.preset.currentData()
        usual = structs.asdict(edition(preset).switches)
        chosen = {name: combo.currentData() for name, combo in self.switches.items()}
        self.terms = Terms(
            preset,
            {name: value for name, value in chosen.items() if value != usual[name]},
            audit=self.audit.isChecked(),
            onlookers=self.onlookers.currentData(),
            clock_s=self.clock.currentData(),
            recovery=self.recovery.isChecked(),
            bots_across=self.bots_across.isChecked(),
            aid=self.aid.isChecked(),
        )
        self.changed.emit(self.terms)


def _warning(words: str) -> PlainLabel:
    label = PlainLabel(words)
    label.setWordWrap(True)
    label.setProperty("look", "soft")
    return label


def _offered(combo: QComboBox) -> list[str]:
    return [combo.itemText(row) for row in range(combo.count())]


def _positions(said: SwitchText, values: tuple[str | int, ...]) -> QComboBox:
    combo = QComboBox()
    for value in values:
        combo.addItem(said.positions.get(str(value), str(value)), value)
    combo.setAccessibleName(said.name)
    combo.setMinimumContentsLength(18)
    combo.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
    return combo
