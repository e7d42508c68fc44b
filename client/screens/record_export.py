"""Saves what a record shows: the chronicle as text, the road and the verdict as pictures."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QByteArray
from PySide6.QtGui import QImage, QImageWriter
from PySide6.QtWidgets import QFileDialog, QWidget

from client.screens.record_pictures import road_picture, verdict_picture
from client.services import Services
from client.worker.record_values import RecordJudged, RecordRead, Source, Told


class RecordExport:
    """Asks where, writes, and says in words if that fails."""

    def __init__(self, services: Services, page: QWidget) -> None:
        self._services = services
        self._words = services.words
        self._page = page
        self.told: Callable[[str], object] = lambda _words: None  # where the outcome is said

    def chronicle(self, lines: tuple[Told, ...]) -> None:
        """Save the game as sentences."""
        path = self._ask("end.export-chronicle", "chronicle.txt", "*.txt")
        if path is not None:
            text = "".join(f"{line.text}\n" for line in lines)
            self._write(path, lambda: path.write_text(text, encoding="utf-8") >= 0)

    def road(self, record: RecordRead) -> None:
        """Save Dracula's road on the map."""
        path = self._ask("end.export-road", "road.png", "*.png")
        if path is not None:
            picture = road_picture(self._services, record)
            self._write(path, lambda: _draw(picture, path))

    def verdict(self, record: RecordRead, judged: RecordJudged, source: Source) -> None:
        """Save the verdict as a sheet of paper."""
        path = self._ask("end.export-verdict", "verdict.png", "*.png")
        if path is not None:
            picture = verdict_picture(self._services, record, judged, source)
            self._write(path, lambda: _draw(picture, path))

    def _ask(self, title: str, name: str, pattern: str) -> Path | None:
        at = str(Path.home() / name)  # not where the program was started
        chosen, _ = QFileDialog.getSaveFileName(self._page, self._words.say(title), at, pattern)
        return Path(chosen) if chosen else None

    def _write(self, path: Path, write: Callable[[], bool]) -> None:
        try:
            is_written = write()
        except OSError as error:
            self.told(self._words.say("end.not-saved", what=f"{path}: {error.strerror}"))
            return
        message = "end.saved" if is_written else "end.not-saved"
        self.told(self._words.say(message, what=str(path)))


def _draw(picture: QImage, path: Path) -> bool:
    """Write a picture, whatever its file is called; whether that went well."""
    return QImageWriter(str(path), QByteArray(b"png")).write(picture)
