"""Saves a finished game: the record, the chronicle as text, the road and the verdict as pictures.

Encoding a picture takes most of a second, so a thread writes it. Drawing it is done in slices.
"""

from collections.abc import Callable
from pathlib import Path
from threading import Thread

from PySide6.QtCore import QByteArray, QObject, QPoint, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QImage, QImageWriter, QPainter
from PySide6.QtWidgets import QFileDialog, QVBoxLayout, QWidget

from client.board.baked_map import map_pictures
from client.board.board_view import BoardView
from client.board.geometry import geometry
from client.look.labels import PlainLabel
from client.look.palette import DAY
from client.look.slices import Slices
from client.look.style import base_font, font, style_sheet
from client.screens.end.outcome import (
    VerdictView,
    check_command,
    outcome_words,
    played_words,
    repeat_words,
    road_steps,
    stop_words,
)
from client.screens.parts.record_models import RecordModel
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
        """Show how far saving is."""
        self.told(self._words.say(message, what=what))


def _pack(picture: QImage, path: Path) -> None:
    """Write a picture, whatever its file is called; OSError if that fails."""
    writer = QImageWriter(str(path), QByteArray(b"png"))
    if not writer.write(picture):
        raise OSError(0, writer.errorString())


# Pictures of a recorded game for others: Dracula's road on the map, and the verdict on paper.


_MAP_WIDTH = 1600
_LEGEND, _MARGIN, _TITLE = 560, 36, 84
_PAPER_WIDTH = 820
_PAPER_PERCENT = 110  # of the usual size of letters
_RATIO = 2
_WRITING_S = 0.008  # a turn's time for the names, which take about one thousandth each


class RoadPicture(QObject):
    """The map with the road, and every night beside it: drawn in turns of the window."""

    drawn = Signal(object)  # QImage

    def __init__(self, services: Services, record: RecordRead, parent: QObject) -> None:
        super().__init__(parent)
        self._words, self._record = services.words, record
        whole = geometry().size
        self._size = QSize(_MAP_WIDTH, round(_MAP_WIDTH * whole.height() / whole.width()))
        self._board = BoardView(services.words, DAY)
        self._board.setAttribute(Qt.WidgetAttribute.WA_DontShowOnScreen)
        self._board.resize(self._size)
        self._board.show_road(road_steps(record.road))
        self._board.grab(QRect(0, 0, 1, 1))  # now it has its size and begins to read the map
        Slices(self, self._step, _WRITING_S).start(0)

    def _step(self) -> bool:
        """Prepare what takes long, name by name; then draw."""
        if self._board.canvas.layers.names.write_one() or map_pictures().is_reading:
            return True
        self.drawn.emit(self._draw())
        self._board.deleteLater()
        self.deleteLater()
        return False

    def _draw(self) -> QImage:
        words, size = self._words, self._size
        width, height = size.width() + _LEGEND + 3 * _MARGIN, size.height() + _TITLE + 2 * _MARGIN
        image = QImage(width, height, QImage.Format.Format_RGB32)
        image.fill(DAY.surface)
        painter = QPainter(image)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(DAY.accent)
        painter.setFont(font(44))
        title = QRectF(_MARGIN, _MARGIN / 2, width - 2 * _MARGIN, _TITLE)
        said = " · ".join((words.say("end.road"), outcome_words(words, self._record)))
        painter.drawText(title, Qt.AlignmentFlag.AlignVCenter, said)
        painter.drawPixmap(QPoint(_MARGIN, _TITLE + _MARGIN), self._board.grab())
        box = QRectF(size.width() + 2 * _MARGIN, _TITLE + _MARGIN, _LEGEND, size.height())
        _legend(painter, [stop_words(words, stop) for stop in self._record.road], box)
        painter.end()
        return image


def _legend(painter: QPainter, lines: list[str], box: QRectF) -> None:
    """Every line, in the largest letters that fit."""
    flags = Qt.AlignmentFlag.AlignLeft | Qt.TextFlag.TextWordWrap
    painter.setPen(QColor(DAY.ink))
    text = "\n".join(lines)
    for size in range(28, 7, -1):
        painter.setFont(font(size))
        needed = painter.boundingRect(box, int(flags), text)
        if needed.height() <= box.height():
            break
    painter.drawText(box, int(flags), text)


def verdict_picture(
    services: Services, record: RecordRead, judged: RecordJudged, source: Source
) -> QImage:
    """The verdict as a sheet of paper that says everything by itself."""
    words = services.words
    heading = PlainLabel(outcome_words(words, record))
    heading.setProperty("look", "title")
    view = VerdictView(words)
    view.show_judged(judged, explains=True)
    # Only the file's name: where it lies on this machine is nobody's business.
    file = Path(source.path).name
    repeat = repeat_words(words, check_command(file) if file else "")
    digest = words.say("end.digest", digest=judged.digest)
    said = (played_words(words, record), repeat, digest)
    labels = [PlainLabel(text) for text in said if text]
    for label in labels:
        label.setWordWrap(True)
    return _on_paper((heading, view, *labels))


def _on_paper(parts: tuple[QWidget, ...]) -> QImage:
    """These parts below one another, as they would be printed."""
    sheet = QWidget()
    sheet.setProperty("look", "panel")
    sheet.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
    sheet.setAttribute(Qt.WidgetAttribute.WA_DontShowOnScreen)
    sheet.setFont(base_font(_PAPER_PERCENT))
    sheet.setStyleSheet(style_sheet(DAY, _PAPER_PERCENT))
    column = QVBoxLayout(sheet)
    column.setContentsMargins(40, 32, 40, 32)
    column.setSpacing(12)
    for part in parts:
        column.addWidget(part)
    sheet.ensurePolished()
    sheet.setFixedWidth(_PAPER_WIDTH)
    sheet.resize(_PAPER_WIDTH, column.totalHeightForWidth(_PAPER_WIDTH))
    image = QImage(sheet.size() * _RATIO, QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(_RATIO)
    image.fill(DAY.surface)
    sheet.render(image)
    sheet.deleteLater()
    return image
