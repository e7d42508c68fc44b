"""A recorded game as the window knows it: the reports of the workers that read and judge it."""

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QPushButton, QWidget

from client.look.labels import PlainLabel
from client.window.services import Services
from client.worker.record_values import (
    AllTold,
    CopyRecord,
    JudgeProgress,
    JudgeRecord,
    LoadProgress,
    ReadRecord,
    RecordCopied,
    RecordFailed,
    RecordJudged,
    RecordRead,
    ShowStep,
    Source,
    StepShown,
    TellAll,
    Told,
)
from client.worker.values import Broken, Report


class RecordModel(QObject):
    """One record, read by a worker of its own."""

    loading = Signal(object)  # LoadProgress
    read = Signal(object)  # RecordRead
    shown = Signal(object)  # StepShown
    told = Signal(object)  # AllTold
    copied = Signal(str, str)  # the message about a copy, and what it is about
    failed = Signal(str)

    def __init__(self, services: Services, source: Source, parent: QObject) -> None:
        super().__init__(parent)
        self.source = source
        self.record: RecordRead | None = None
        self.lines: dict[str, tuple[Told, ...]] = {}
        self._bridge = services.new_bridge()
        self._bridge.received.connect(self._receive)
        self._bridge.send(ReadRecord(source, services.words.language))

    def ask(self, at: int, eyes: str) -> None:
        """Ask for a step, and for the whole chronicle if these eyes are new."""
        self._bridge.send(ShowStep(at, eyes))
        self.tell_all(eyes)

    def tell_all(self, eyes: str) -> None:
        """Ask for the chronicle as these eyes saw it, once."""
        if eyes not in self.lines:
            self.lines[eyes] = ()
            self._bridge.send(TellAll(eyes))

    def copy(self, to: str) -> None:
        """Save the game as a file of its own."""
        self._bridge.send(CopyRecord(self.source, to))

    def close(self) -> None:
        """End the worker."""
        self._bridge.close()
        self.deleteLater()

    def _receive(self, report: Report) -> None:
        match report:
            case LoadProgress():
                self.loading.emit(report)
            case RecordRead():
                self.record = report
                self.read.emit(report)
            case StepShown():
                self.shown.emit(report)
            case AllTold():
                self.lines[report.eyes] = report.lines
                self.told.emit(report)
            case RecordCopied():
                self.copied.emit("end.saved", report.to)
            case RecordFailed():
                self.copied.emit("end.not-saved", report.words)
            case Broken():
                self.failed.emit(report.words)
            case _:
                return


class JudgeModel(QObject):
    """The judging of one record, in a worker of its own; it can be stopped."""

    progressed = Signal(object)  # JudgeProgress
    judged = Signal(object)  # RecordJudged
    failed = Signal(str)

    def __init__(self, services: Services, source: Source, parent: QObject) -> None:
        super().__init__(parent)
        self._bridge = services.new_bridge()
        self._bridge.received.connect(self._receive)
        self._bridge.send(JudgeRecord(source, str(services.home)))

    def close(self) -> None:
        """Stop judging."""
        self._bridge.close()
        self.deleteLater()

    def _receive(self, report: Report) -> None:
        match report:
            case JudgeProgress():
                self.progressed.emit(report)
            case RecordJudged():
                self.judged.emit(report)
            case Broken():
                self.failed.emit(report.words)
            case _:
                return


# A row that offers to check a file, shows how far that is, and stops it.


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
