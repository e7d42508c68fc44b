"""Finds words on the screen that are cut: by their own widget, by what lies around it, by dots."""

import re
from collections.abc import Iterator

from PySide6.QtCore import QPoint, QRect
from PySide6.QtGui import QFontMetricsF
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractScrollArea,
    QApplication,
    QCheckBox,
    QLabel,
    QPushButton,
    QWidget,
)

from client.panels.card_button import CardButton

_SETTLING = 12  # passes until layouts within layouts have come to rest
_TREMBLE = 1  # pixels that rounding may take


def settle() -> None:
    """Let every layout come to rest."""
    for _ in range(_SETTLING):
        QApplication.processEvents()


def misfits(screen: QWidget) -> list[str]:
    """Every label or button in sight whose words are not, and why."""
    return [f"{why}: {_said(each)!r}" for each in worded(screen) for why in _wrongs(each, screen)]


def worded(screen: QWidget) -> Iterator[QWidget]:
    """Labels and buttons that show words."""
    for kind in (QLabel, QPushButton, QCheckBox):
        for each in screen.findChildren(kind):
            if _said(each) and each.isVisible():
                yield each


def cut_captions(screen: QWidget) -> list[str]:
    """What is painted across cards, and is wider than they are."""
    return [
        card.caption
        for card in screen.findChildren(CardButton)
        if card.isVisible()
        and QFontMetricsF(card.caption_font()).horizontalAdvance(card.caption) > card.width()
    ]


def _said(each: QWidget) -> str:
    return each.text() if isinstance(each, (QLabel, QAbstractButton)) else ""


def _wrongs(each: QWidget, screen: QWidget) -> Iterator[str]:
    if re.search(r"\w…$", _said(each)):
        yield "dots"
    if isinstance(each, QLabel) and each.wordWrap():
        if each.heightForWidth(each.width()) > each.height() + _TREMBLE:
            yield f"too low {each.height()} for {each.heightForWidth(each.width())}"
        if _longest_word(each) > each.contentsRect().width() + _TREMBLE:
            yield f"too narrow {each.width()} for its longest word"
    else:
        hint = each.minimumSizeHint() if isinstance(each, QLabel) else each.sizeHint()
        is_cut = hint.width() > each.width() + _TREMBLE and each.objectName() != "option"
        if is_cut or hint.height() > each.height() + _TREMBLE:
            yield f"too small {each.width()}x{each.height()} for {hint.width()}x{hint.height()}"
    yield from _clips(each, screen)


def _longest_word(label: QLabel) -> int:
    metrics = label.fontMetrics()
    words = re.findall(r"\w+", re.sub(r"<[^>]*>", " ", label.text()))
    return max((metrics.horizontalAdvance(word) for word in words), default=0)


def _clips(each: QWidget, screen: QWidget) -> Iterator[str]:
    """What around it cuts it off; what scrolls may cut below and above, never at a side."""
    around = each.parentWidget()
    while around is not None and each is not screen:
        box = QRect(each.mapTo(around, QPoint(0, 0)), each.size())
        area = around.parentWidget()
        if isinstance(area, QAbstractScrollArea) and around is area.viewport():
            if box.left() < 0 or box.right() > around.width():
                yield f"beside what scrolls, {box.left()} to {box.right()} of {around.width()}"
            return
        if not around.rect().contains(box):
            yield f"outside of {type(around).__name__} {around.objectName()}"
            return
        if around is screen:
            return
        around = around.parentWidget()
