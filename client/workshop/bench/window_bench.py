"""Measures how smoothly the board moves beside a bare picture in a Qt view, in the same run.

The two are timed in turn, so other load on the machine affects both alike.
"""

import time
from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QPainter, QPixmap
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QGraphicsPixmapItem,
    QGraphicsScene,
    QGraphicsView,
    QWidget,
)

from client.board.board_view import BoardView
from client.home import RESOURCES
from client.look.palette import DAY
from client.simulation import below_from, bots_for
from client.words.words import Words
from engine.local import LocalGame
from engine.record import Setup
from engine.requests import Request
from engine.view import View, see

_WIDTH, _HEIGHT = 1280, 800
_CLOCK = time.process_time  # what a frame costs, whatever else the machine does
_CLOCK_OF_THE_WALL = time.perf_counter
_REST = 0.8
_PAN = 12  # pixels a frame, a quick hand
_NEARER = 4.0  # steps from the whole board to where one pans
_ZOOM = 0.25  # steps a frame
_ANSWERS = 400  # into a game, when much lies on the board


def measure(rounds: int) -> dict[str, Any]:
    """All figures of the board: milliseconds a frame, and ratios to the bare picture."""
    application = QApplication.instance() or QApplication([])
    assert isinstance(application, QApplication)
    board, bare = _board(), _bare()
    figures: dict[str, Any] = {}
    for name, moves in (("pan", _pans), ("zoom", _zooms)):
        ours: list[float] = []
        theirs: list[float] = []
        for _ in range(rounds):
            for found, target in ((ours, _BoardMoves(board)), (theirs, _BareMoves(bare))):
                steps = moves(target)
                _rest(application, board)
                found.extend(_timed(application, steps))
        figures |= {
            f"{name}_p95_ms": round(_high(ours), 2),
            f"{name}_bare_p95_ms": round(_high(theirs), 2),
            f"{name}_per_bare": round(_high(ours) / _high(theirs), 3),
        }
    board.close()
    bare.close()
    return figures


def _high(times: list[float]) -> float:
    """The time that nineteen frames in twenty keep to, in milliseconds."""
    return sorted(times)[int(len(times) * 0.95)] * 1000


def _rest(application: QApplication, board: BoardView) -> None:
    """Let everything settle, as it does before a hand begins to move."""
    until = _CLOCK_OF_THE_WALL() + _REST
    while _CLOCK_OF_THE_WALL() < until or not board.canvas.is_at_rest:
        application.processEvents()


def _timed(application: QApplication, moves: list[Callable[[], None]]) -> list[float]:
    found = []
    for move in moves:
        started = _CLOCK()
        move()
        application.processEvents()
        found.append(_CLOCK() - started)
    return found


class _BoardMoves:
    """Our board, moved."""

    def __init__(self, board: BoardView) -> None:
        self._canvas = board.canvas

    def reset(self, steps: float) -> None:
        """The whole board, then this much nearer."""
        self._canvas.home()
        self._canvas.zoom(steps)

    def pan(self, x: float, y: float) -> None:
        """Move it on the screen."""
        self._canvas.pan(QPointF(x, y))

    def zoom(self, steps: float) -> None:
        """Nearer or farther."""
        self._canvas.zoom(steps)


class _BareMoves:
    """The same picture alone in a graphics view, moved the same way."""

    def __init__(self, view: QGraphicsView) -> None:
        self._view = view

    def reset(self, steps: float) -> None:
        """The whole picture, then this much nearer."""
        self._view.fitInView(self._view.scene().sceneRect(), Qt.AspectRatioMode.KeepAspectRatio)
        self.zoom(steps)

    def pan(self, x: float, y: float) -> None:
        """Move it on the screen."""
        across, down = self._view.horizontalScrollBar(), self._view.verticalScrollBar()
        across.setValue(across.value() - round(x))
        down.setValue(down.value() - round(y))

    def zoom(self, steps: float) -> None:
        """Nearer or farther."""
        factor = 1.2**steps
        self._view.scale(factor, factor)


def _pans(moves: "_BoardMoves | _BareMoves") -> list[Callable[[], None]]:
    """Round in a square, after coming near enough to have somewhere to go."""
    moves.reset(_NEARER)
    sides = ((-_PAN, 0), (0, -_PAN), (_PAN, 0), (0, _PAN))
    return [
        lambda x=x, y=y: moves.pan(x, y)  # type: ignore[misc]
        for x, y in sides
        for _ in range(18)
    ]


def _zooms(moves: "_BoardMoves | _BareMoves") -> list[Callable[[], None]]:
    """In and out again."""
    moves.reset(0)
    steps = [_ZOOM] * 28 + [-_ZOOM] * 28
    return [lambda step=step: moves.zoom(step) for step in steps]  # type: ignore[misc]


def _board() -> BoardView:
    board = BoardView(Words(), DAY)
    board.reduced_motion = True
    board.show_view(played_view(_ANSWERS))
    board.offer({place: (place, place) for place in list(board.places)[::7]}, {})
    _open(board)
    return board


def _bare() -> QGraphicsView:
    scene = QGraphicsScene()
    pixmap = QPixmap()
    pixmap.loadFromData((RESOURCES / "map" / "day.webp").read_bytes())
    item = QGraphicsPixmapItem(pixmap)
    item.setTransformationMode(Qt.TransformationMode.SmoothTransformation)
    scene.addItem(item)
    view = QGraphicsView(scene)
    scene.setParent(view)
    view.setFrameShape(QFrame.Shape.NoFrame)
    view.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
    view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    view.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    _open(view)
    return view


def _open(widget: QWidget) -> None:
    widget.resize(_WIDTH, _HEIGHT)
    widget.show()
    QApplication.processEvents()


def played_view(answers: int) -> View:
    """A game between bots after so many answers, as Dracula sees it: the fullest board."""
    below = below_from("window")
    local = LocalGame(Setup("fourth", {}), below)
    bots = bots_for("plain", local, below)

    def choose(request: Request[Any], allowed: list[Any]) -> Any:
        seen = see(local.game.state, local.dealer.knowledge[request.seat])
        return bots[request.seat].choose(seen, request, allowed)

    while local.game.pending is not None and local.game.position < answers:
        local.step(choose)
    return see(local.game.state, local.dealer.knowledge["dracula"])
