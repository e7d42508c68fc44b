"""Saves a record: its file, the chronicle as text, the road and the verdict as pictures.

Packing a picture takes most of a second, so a thread writes; drawing it is done in slices.
"""

from collections.abc import Callable
from pathlib import Path
from threading import Thread

from PySide6.QtCore import QByteArray, QObject, Signal
from PySide6.QtGui import QImage, QImageWriter
from PySide6.QtWidgets import QFileDialog, QWidget

from client.screens.record_models import RecordModel
from client.screens.record_pictures import RoadPicture, verdict_picture
from client.window.services import Services
from client.worker.record_values import RecordJudged, RecordRead, Source, Told


class RecordExport(QObject):
    """Asks where, writes, and says in words when that is done or why it failed."""

    was_written = Signal(str, str)  # the message and what it is about: from a thread

    def __init__(self, services: Services, page: QWidget) -> None:
        super().__init__(page)
        self._services = services
        self._words = services.words
        self._page = page
        self.told: Callable[[str], object] = lambda _words: None  # where the outcome is said
        self.was_written.connect(self.tell)

    def chronicle(self, lines: tuple[Told, ...]) -> None:
        """Save the game as sentences."""
        path = self._ask("end.export-chronicle", "chronicle.txt", "*.txt")
        if path is not None:
            text = "".join(f"{line.text}\n" for line in lines)
            self._write(path, lambda: path.write_text(text, encoding="utf-8"))

    def game(self, model: RecordModel) -> None:
        """Save the game's file once more."""
        name = Path(model.source.path).stem or model.source.game.hex()[:8]
        path = self._ask("end.export-game", f"{name}.borgo", "*.borgo")
        if path is not None:
            self.tell("end.saving", str(path))
            model.copy(str(path))

    def road(self, record: RecordRead) -> None:
        """Save Dracula's road on the map."""
        path = self._ask("end.export-road", "road.png", "*.png")
        if path is not None:
            self.tell("end.saving", str(path))
            drawing = RoadPicture(self._services, record, self)
            drawing.drawn.connect(lambda picture: self._write(path, lambda: _pack(picture, path)))

    def verdict(self, record: RecordRead, judged: RecordJudged, source: Source) -> None:
        """Save the verdict as a sheet of paper."""
        path = self._ask("end.export-verdict", "verdict.png", "*.png")
        if path is not None:
            picture = verdict_picture(self._services, record, judged, source)
            self._write(path, lambda: _pack(picture, path))

    def _ask(self, title: str, name: str, pattern: str) -> Path | None:
        at = str(Path.home() / name)  # not where the program was started
        chosen, _ = QFileDialog.getSaveFileName(self._page, self._words.say(title), at, pattern)
        return Path(chosen) if chosen else None

    def _write(self, path: Path, write: Callable[[], object]) -> None:
        self.tell("end.saving", str(path))
        Thread(target=self._work, args=(path, write), name="saving").start()

    def _work(self, path: Path, write: Callable[[], object]) -> None:
        said = ("end.saved", str(path))
        try:
            write()
        except OSError as error:
            said = ("end.not-saved", f"{path}: {error.strerror}")
        try:
            self.was_written.emit(*said)
        except RuntimeError:  # the window was closed meanwhile
            return

    def tell(self, message: str, what: str) -> None:
        """Say how it stands with what is saved."""
        self.told(self._words.say(message, what=what))


def _pack(picture: QImage, path: Path) -> None:
    """Write a picture, whatever its file is called; OSError if that fails."""
    writer = QImageWriter(str(path), QByteArray(b"png"))
    if not writer.write(picture):
        raise OSError(0, writer.errorString())
