"""Checks the record of a replay beside it: starts, shows how far it is, can be stopped."""

from PySide6.QtCore import QObject

from client.screens.record_models import JudgeModel
from client.screens.replay_layout import ReplayLayout
from client.window.services import Services
from client.worker.record_values import JudgeProgress, RecordJudged, Source


class Checking:
    """One check at a time, and what the last one found."""

    def __init__(self, services: Services, parts: ReplayLayout, page: QObject) -> None:
        self._services = services
        self._parts = parts
        self._page = page
        self._model: JudgeModel | None = None
        self.judged: RecordJudged | None = None
        parts.proof.cancel_wanted.connect(self.cancel)

    def start(self, source: Source) -> None:
        """Begin, if it does not run already."""
        if self._model is not None:
            return
        self._model = JudgeModel(self._services, source, self._page)
        self._model.progressed.connect(self._progress)
        self._model.judged.connect(self.show)
        self._model.failed.connect(self._fail)
        self._progress(JudgeProgress(0, 0, 0))

    def cancel(self) -> None:
        """Stop; what was not judged stays unjudged."""
        if self._model is not None:
            self._model.close()
            self._model = None
            self._parts.proof.show_progress(None)
            self._parts.controls.slider.show_checked(0, None)

    def show(self, judged: RecordJudged) -> None:
        """Show a verdict."""
        self.cancel()
        self.judged = judged
        wrong = judged.step if judged.kind == "violation" else None
        self._parts.proof.show_judged(judged)
        self._parts.controls.slider.show_checked(judged.step, wrong)

    def _progress(self, progress: JudgeProgress) -> None:
        self._parts.proof.show_progress(progress)
        self._parts.controls.slider.show_checked(progress.step, None)

    def _fail(self, words: str) -> None:
        self.cancel()
        self._parts.proof.show_failed(words)
