"""A recorded game as the window knows it: what the workers that read and judge it have told."""

from PySide6.QtCore import QObject, Signal

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
        """Let the worker end."""
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
