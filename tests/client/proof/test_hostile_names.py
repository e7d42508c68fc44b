"""Every screen, with people, tables and files that are called like markup: none is read so."""

from argparse import Namespace
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace
from PySide6.QtCore import QAbstractItemModel, QModelIndex, Qt
from PySide6.QtGui import QImage
from PySide6.QtGui import Qt as Text
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QComboBox,
    QLabel,
    QLineEdit,
    QTextEdit,
    QWidget,
)

from client.screens.end import export
from client.screens.end.screen import EndScreen
from client.screens.parts.base import SCREENS
from client.screens.replay.screen import ReplayScreen
from client.window.main_window import MainWindow
from client.worker.record_values import PUBLIC, Source
from client.workshop import shot_scenes
from client.workshop.commands.shot import enter_screen
from client.workshop.shot_scenes import RECORD_SCREENS
from tests.support.fake_wire import FakeWire, table_for
from tests.support.fitting import settle
from tests.support.real_group import REAL

pytestmark = [pytest.mark.gui, pytest.mark.slow]

PICTURE, BOLD, SIGN, STRUCK, HEAD = NAMES = (
    "<img src=//h/p>", "<b>x</b>", "&lt;y", "<s>z</s>", "<h1>Dora",
)  # fmt: skip
FILE = "1898 &lt;b.borgo"  # can be a file's name anywhere
NAMELESS = ("rules",)  # shows what is the same on every machine
OBJECT = "\N{OBJECT REPLACEMENT CHARACTER}"  # where a page has a picture


@pytest.fixture(autouse=True)
def _renamed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever comes up in the pictures of the screens has one of these names."""
    called = dict(zip(("_ANA", "_BEN", "_CLEO", "_OWN"), NAMES, strict=False))
    names = {getattr(shot_scenes, each): name for each, name in called.items()} | {"Dora": HEAD}
    for each in (*called, "_SEATS", "_PLAYERS", "TOLD"):
        monkeypatch.setattr(shot_scenes, each, renamed(getattr(shot_scenes, each), names))
    monkeypatch.setattr(shot_scenes, "_NAME", PICTURE)


def renamed(told: Any, names: dict[str, str]) -> Any:
    """The same with other names, however deep they lie in it."""
    match told:
        case str():
            return names.get(told, told)
        case msgspec.Struct():
            fields = told.__struct_fields__
            return replace(told, **{each: renamed(getattr(told, each), names) for each in fields})
        case tuple():
            return tuple(renamed(each, names) for each in told)
        case dict():
            return {renamed(key, names): renamed(each, names) for key, each in told.items()}
        case _:
            return told


@pytest.fixture(scope="module")
def played_by_them(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The beginning of a game between two of them."""
    setup = table_for(2)
    peers = tuple(replace(peer, name=name) for peer, name in zip(setup.peers, NAMES, strict=False))
    wire = FakeWire(replace(setup, peers=peers), REAL, "hostile names")
    wire.run_until(22)
    path = tmp_path_factory.mktemp("games") / FILE
    path.write_bytes(wire.file_of(0))
    return path


def enter(window: MainWindow, name: str, file: Path, told: str) -> QWidget:
    window.services.settings = window.services.settings._replace(name=PICTURE)
    wanted = {"screen": name, "seed": "3", "seat": "hunters", "until": "", "text": 100}
    given, at = (file, 0) if name in RECORD_SCREENS else (None, 20)
    enter_screen(Namespace(**wanted, file=given, at=at, palette="day", told=told), window)
    settle()
    return window.screens[window.current]


def as_markup(screen: QWidget) -> Iterator[str]:
    """Words of others in a screen that Qt reads as markup, or would guess about."""
    for label in screen.findChildren(QLabel):
        is_plain = label.textFormat() is Qt.TextFormat.PlainText
        if not is_plain and any(name in label.text() for name in NAMES):
            yield label.text()
    for page in screen.findChildren(QTextEdit):
        if OBJECT in page.toPlainText():
            yield page.toPlainText()
    for each in (screen, *screen.findChildren(QWidget)):
        yield from filter(Text.mightBeRichText, (each.toolTip(), each.whatsThis()))
    yield from filter(Text.mightBeRichText, listed(screen, Qt.ItemDataRole.ToolTipRole))


def listed(screen: QWidget, role: Qt.ItemDataRole) -> Iterator[str]:
    for kind in (QComboBox, QAbstractItemView):
        for view in screen.findChildren(kind):
            yield from rows(view.model(), QModelIndex(), role)


def rows(model: QAbstractItemModel, above: QModelIndex, role: Qt.ItemDataRole) -> Iterator[str]:
    for row in range(model.rowCount(above)):
        cell = model.index(row, 0, above)
        while cell.isValid():
            yield str(cell.data(role) or "")
            cell = cell.siblingAtColumn(cell.column() + 1)
        yield from rows(model, model.index(row, 0, above), role)


def shown(screen: QWidget) -> str:
    """What is read in a screen."""
    said = [each.text() for each in screen.findChildren(QLabel)]
    said += [each.text() for each in screen.findChildren(QAbstractButton)]
    said += [each.text() for each in screen.findChildren(QLineEdit)]
    return "\n".join((*said, *listed(screen, Qt.ItemDataRole.DisplayRole)))


@pytest.mark.parametrize("name", SCREENS)
def test_no_screen_reads_a_name_as_markup(
    window: MainWindow, played_by_them: Path, name: str
) -> None:
    found = set()
    for told in ("", *shot_scenes.TOLD.get(name, {})):
        screen = enter(window, name, played_by_them, told)
        assert list(as_markup(window)) == [], told
        found |= {each for each in NAMES if each in shown(screen)}
    assert bool(found) == (name not in NAMELESS)


def test_the_picture_of_a_verdict_reads_no_name_as_markup(
    window: MainWindow, played_by_them: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    screen = enter(window, "end", played_by_them, "")
    assert isinstance(screen, EndScreen)
    assert screen.model is not None
    assert screen.model.record is not None
    assert screen.judged is not None
    said: list[str] = []

    def on_paper(parts: tuple[QWidget, ...]) -> QImage:
        for part in parts:
            labels = [*part.findChildren(QLabel), *([part] if isinstance(part, QLabel) else [])]
            assert all(each.textFormat() is Qt.TextFormat.PlainText for each in labels)
            said.extend(each.text() for each in labels)
        return QImage()

    monkeypatch.setattr(export, "_on_paper", on_paper)
    source = Source(path=str(played_by_them))
    export.verdict_picture(window.services, screen.model.record, screen.judged, source)
    assert all(any(name in each for each in said) for name in (PICTURE, BOLD, FILE))


@pytest.mark.parametrize("name", NAMES)
def test_the_fault_of_a_record_is_no_markup(
    window: MainWindow, played_by_them: Path, name: str
) -> None:
    screen = enter(window, "replay", played_by_them, "")
    assert isinstance(screen, ReplayScreen)
    assert screen.model is not None
    assert screen.model.record is not None
    screen._shower.open(replace(screen.model.record, fault=name), PUBLIC)
    tip = screen.parts.head.title.toolTip()
    assert tip.replace("\N{WORD JOINER}", "") == name
    assert list(as_markup(screen)) == []
