"""A row that offers to check a file, shows how far that is, and stops it."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QPushButton, QWidget

from client.look.labels import PlainLabel
from client.screens.record_models import JudgeModel
from client.window.services import Services
from client.worker.record_values import JudgeProgress, RecordJudged, Source


class CheckRow(QWidget):
    """One check at a time; nothing while there is nothing to check."""

    judged = Signal(object)  # RecordJudged

    def __init__(self, services: Services) -> None:
        super().__init__()
        say = services.words.say
        self._services = services
        self._source: Source | None = None
        self._model: JudgeModel | None = None
        self.check = QPushButton(say("replay.check"))
        self.bar = QProgressBar()
        self.cancel = QPushButton(say("common.cancel"))
        self._fault = PlainLabel()
        self._fault.setWordWrap(True)
        self._fault.setProperty("look", "danger")
        self.bar.setAccessibleName(say("end.auditing"))
        row = QHBoxLayout(self)
        row.setContentsMargins(6, 0, 6, 0)
        for part in (self.check, self.bar, self.cancel):
            row.addWidget(part)
        row.addWidget(self._fault, 1)
        row.addStretch()
        self.check.clicked.connect(self._start)
        self.cancel.clicked.connect(self.stop)

    def offer(self, source: Source | None) -> None:
        """Offer to check this; with none, nothing."""
        self.stop()
        self._source = source
        self.setVisible(source is not None)

    def stop(self) -> None:
        """Check no more; what was not judged stays unjudged."""
        if self._model is not None:
            self._model.close()
            self._model = None
        self._show(is_running=False)

    def _start(self) -> None:
        assert self._source is not None
        self._model = JudgeModel(self._services, self._source, self)
        self._model.progressed.connect(self._progress)
        self._model.judged.connect(self._finish)
        self._model.failed.connect(self._fail)
        self.bar.setRange(0, 0)
        self._show(is_running=True)
        self.cancel.setFocus()

    def _show(self, *, is_running: bool, fault: str = "") -> None:
        self.check.setVisible(not is_running)
        self.bar.setVisible(is_running)
        if not is_running and self.cancel.hasFocus():  # or Qt would hand it on to what comes next
            self.check.setFocus()
        self.cancel.setVisible(is_running)
        self._fault.setText(fault)

    def _progress(self, progress: JudgeProgress) -> None:
        self.bar.setRange(0, progress.total)
        self.bar.setValue(progress.done)

    def _finish(self, judged: RecordJudged) -> None:
        self.offer(None)
        self.judged.emit(judged)

    def _fail(self, words: str) -> None:
        self.stop()
        self._show(is_running=False, fault=words)
