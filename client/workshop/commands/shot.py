"""`borgo shot`: draws a picture of any screen in a seeded game, without a display.

The picture depends only on the seed and the arguments: not on network, clock or settings.
"""

import argparse
import os
import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from client.typed import number_in, whole
from client.words.messages import FIRST_LANGUAGE
from client.words.words import LANGUAGE
from client.written_files import check_files
from engine.errors import BorgoError
from engine.ids import HUNTERS, SEATS

NAME = "shot"
SUMMARY = "draw a picture of one screen of a seeded game"

_SEED = "5"  # of a game that comes to every screen
_SETTLING = 12  # passes until layouts within layouts have come to rest


class BadShot(BorgoError):
    """There is no such screen, or the game never comes to it."""


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument("--screen", required=True, metavar="NAME", help="start, game, combat, …")
    parser.add_argument(
        "--seed", default=_SEED, metavar="S", help="the same seed, the same picture"
    )
    parser.add_argument("--size", type=_size, default=(1366, 768), metavar="WxH", help="in pixels")
    parser.add_argument("--scale", type=_scale, default=1.0, metavar="F", help="of the screen")
    parser.add_argument("--as", dest="seat", default="hunters", metavar="SEAT", help="who looks")
    parser.add_argument(
        "--at", type=whole(0), default=None, metavar="N", help="after so many answers"
    )
    parser.add_argument("--until", default="", metavar="QUESTION", help="then until this is asked")
    parser.add_argument("--file", type=Path, metavar="FILE.borgo", help="to show or to go on from")
    parser.add_argument("--told", default="", metavar="WHAT", help="by others: accused, away, …")
    parser.add_argument(
        "--text", type=whole(80, 200), default=100, metavar="P", help="text in per cent"
    )
    parser.add_argument("--palette", choices=("game", "day", "night"), default="game")
    parser.add_argument("--out", type=Path, required=True, metavar="FILE.png")


def _size(text: str) -> tuple[int, int]:
    width, _, height = text.partition("x")
    across, down = number_in(width), number_in(height)
    if not across or not down:
        raise argparse.ArgumentTypeError(f"a size is WIDTHxHEIGHT, not {text!r}")
    return across, down


def _scale(text: str) -> float:
    try:
        scale = float(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"{text!r} is no number") from error
    if not 0.5 <= scale <= 4:
        raise argparse.ArgumentTypeError("a scale is between 0.5 and 4")
    return scale


def run(arguments: argparse.Namespace) -> int:
    """Draw the picture."""
    if arguments.seat != "hunters" and arguments.seat not in SEATS:
        raise BadShot("shot-seat", seats=", ".join(SEATS))
    check_files(arguments.out)
    with _anywhere(arguments.scale), tempfile.TemporaryDirectory(prefix="borgo-shot-") as home:
        # Qt reads its environment when it is loaded, so it is loaded after that is set.
        from PySide6.QtWidgets import QApplication  # noqa: PLC0415

        application = QApplication.instance() or QApplication(["borgo"])
        assert isinstance(application, QApplication)
        blinking = application.cursorFlashTime()
        application.setCursorFlashTime(0)
        try:
            _draw(arguments, application, Path(home))
        finally:
            application.setCursorFlashTime(blinking)
    return 0


@contextmanager
def _anywhere(scale: float) -> Iterator[None]:
    """One time zone, one language, and nothing that a desktop tells Qt."""
    before = dict(os.environ)
    for name in [name for name in os.environ if name.startswith("QT_")]:
        del os.environ[name]
    os.environ["QT_QPA_PLATFORM"], os.environ["QT_SCALE_FACTOR"] = "offscreen", str(scale)
    os.environ["TZ"], os.environ["LC_ALL"], os.environ[LANGUAGE] = "UTC", "C.UTF-8", FIRST_LANGUAGE
    _take_time_zone()
    try:
        yield
    finally:
        os.environ.clear()
        os.environ.update(before)
        _take_time_zone()


def _take_time_zone() -> None:
    """Let the process know of another time zone; Windows has none to set."""
    if hasattr(time, "tzset"):
        time.tzset()


def _draw(arguments: argparse.Namespace, application: Any, home: Path) -> None:
    from client.board.baked_map import map_pictures  # noqa: PLC0415
    from client.screens.parts.base import SCREENS  # noqa: PLC0415
    from client.window.app import make_window  # noqa: PLC0415
    from client.window.bridge import Bridge  # noqa: PLC0415
    from client.workshop.waiting import wait_until  # noqa: PLC0415

    if arguments.screen != "combat" and arguments.screen not in SCREENS:
        raise BadShot("shot-screen", name=arguments.screen, screens=", ".join(SCREENS))
    window = make_window(home, application)
    bridges: list[Bridge] = []

    def new_bridge() -> Bridge:
        bridges.append(Bridge())
        return bridges[-1]

    window.services.new_bridge = new_bridge
    window.keeps_size = False
    width, height = arguments.size
    window.resize(round(width / arguments.scale), round(height / arguments.scale))
    window.show()
    try:
        enter_screen(arguments, window)
        wait_until(lambda: window.is_dressed)
        for _ in range(_SETTLING):
            application.processEvents()
        wait_until(lambda: not map_pictures().is_reading)
        if not window.grab().save(str(arguments.out)):
            raise BadShot("shot-unwritable", path=arguments.out)
    finally:
        window.close()
        wait_until(lambda: not any(each.is_running for each in bridges))  # their home goes now


def enter_screen(arguments: argparse.Namespace, window: Any) -> None:
    """Bring a window to a screen, as the arguments of the command want it."""
    from client.workshop.shot_scenes import (  # noqa: PLC0415  # noqa: PLC0415
        BEFORE_SCREENS,
        RECORD_SCREENS,
        enter_before_screen,
        enter_record_screen,
    )

    window.services.settings = window.services.settings._replace(
        pace_ms=0,
        reduced_motion=True,
        palette=arguments.palette,
        text_percent=arguments.text,
    )
    window.apply(window.services.palette_for(is_night=False))
    if arguments.screen in RECORD_SCREENS:
        enter_record_screen(arguments, window)
    elif arguments.screen in BEFORE_SCREENS:
        enter_before_screen(arguments, window)
    elif arguments.screen in ("game", "combat"):
        _enter_game(arguments, window)
    else:
        window.go(arguments.screen)
    if arguments.told:
        _tell(arguments, window)


def _tell(arguments: argparse.Namespace, window: Any) -> None:
    """Let the screen be told what other people's programs would tell it."""
    from client.workshop.shot_scenes import TOLD, tell  # noqa: PLC0415

    known = TOLD.get(arguments.screen, {})
    if arguments.told not in known:
        raise BadShot("shot-told", name=arguments.told, known=", ".join(known))
    tell(arguments.told, window.screens[window.current], arguments.screen)


def _own_copy(record: Path | None, home: Path) -> str | None:
    """The record to go on from, if one was named: a game that goes on writes to its file."""
    return None if record is None else str(shutil.copy(record, home))


def _enter_game(arguments: argparse.Namespace, window: Any) -> None:
    from client.worker.values import PlayAlone  # noqa: PLC0415
    from client.workshop.waiting import wait_until  # noqa: PLC0415

    settings = window.services.settings
    until = arguments.until or ("combat.choose" if arguments.screen == "combat" else "")
    start = PlayAlone(
        HUNTERS if arguments.seat == "hunters" else (arguments.seat,),
        arguments.seed,
        passes=settings.passes,
        aid=settings.aid,
        skip=0 if arguments.at is None else arguments.at,
        skip_to=until,
        resume=_own_copy(arguments.file, window.services.home),
    )
    screen = window.go("game", start=start)
    told: list[object] = []
    broken: list[object] = []
    for signal in (screen.model.asked, screen.model.ended):
        signal.connect(told.append)
    screen.model.broke.connect(broken.append)
    wait_until(lambda: any(told) or broken)  # None: nothing is asked any more
    if broken or (until and screen.model.prompt is None):
        raise BadShot("shot-never")
    palette = window.services.palette_for(is_night=screen.model.view.state.is_night)
    wait_until(lambda: window.services.palette is palette and screen.notes.is_written)
