"""A part of the screen that scrolls up and down and is never too narrow for what it holds."""

from PySide6.QtCore import QEvent, QObject, QSize
from PySide6.QtWidgets import QFrame, QScrollArea, QWidget

from client.look.holder import Holder


class TallScroll(QScrollArea):
    """Scrolls in one direction; larger letters make it wider instead of cutting words."""

    def __init__(self, inside: QWidget, least: int = 0) -> None:
        super().__init__()
        self._inside, self._least = inside, least
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setProperty("horizontalScrollBarPolicy", "ScrollBarAlwaysOff")
        self.setProperty("focusPolicy", "NoFocus")
        self.setViewport(Holder())
        self.setWidget(inside)
        inside.setAutoFillBackground(False)  # which Qt has turned on
        inside.installEventFilter(self)

    def minimumSizeHint(self) -> QSize:
        """As wide as what it holds has to be, with the bar beside it; as low as anybody wants."""
        bar = self.verticalScrollBar().sizeHint()
        needed = self._inside.minimumSizeHint().width() + bar.width()
        return QSize(max(self._least, needed), super().minimumSizeHint().height())

    def sizeHint(self) -> QSize:
        """No wider than it has to be."""
        return QSize(self.minimumSizeHint().width(), super().sizeHint().height())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """What it holds asks for other room: so does this."""
        if event.type() == QEvent.Type.LayoutRequest:
            self.updateGeometry()
        return super().eventFilter(watched, event)
