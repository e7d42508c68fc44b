"""The Qt stylesheet of the whole window, made from a palette, and its typeface."""

import math
import struct
from functools import cache
from pathlib import Path
from string import Template

from PySide6.QtCore import QByteArray
from PySide6.QtGui import QColor, QFont, QFontDatabase

from client.home import RESOURCES
from client.look.palette import Palette

# A widget asks for a look by its object name, or with setProperty("look", ...): title, heading,
# soft, danger, warning, good, primary, link, panel, alarm, window. Everything else is plain Qt.
_SHEET = Template(
    """
QWidget { color: $ink; }
QMainWindow, QDialog, QStackedWidget, QWidget[look="window"] { background: $window; }
QFrame[look="panel"], QWidget[look="panel"] {
    background: $surface; border: 1px solid $line; border-radius: 6px;
}
QFrame[look="alarm"] { background: $raised; border: 3px solid $danger; border-radius: 6px; }
QLabel { background: transparent; border: none; }
QLabel[look="title"] { font-size: ${huge}pt; color: $accent; }
QLabel[look="heading"] { font-size: ${large}pt; color: $accent; }
QLabel[look="soft"] { color: $ink_soft; }
QLabel[look="danger"] { color: $danger; }
QLabel[look="warning"] { color: $warning; }
QLabel[look="good"] { color: $good; }
QPushButton, QToolButton, QComboBox {
    background: $raised; color: $ink; border: 1px solid $line; border-radius: 5px;
    padding: 4px 12px;
}
QToolButton, QLineEdit { padding: 3px 6px; }
QPushButton::menu-indicator { image: none; width: 0; }
QComboBox { padding-right: ${beside_arrow}px; combobox-popup: 0; }
QComboBox::drop-down { border: none; width: ${arrow_room}px; }
QComboBox::down-arrow {  /* made of its edges: the first screen waits for no picture */
    width: 0; height: 0; border-top: ${arrow}px solid $ink;
    border-left: ${arrow_half}px solid $raised; border-right: ${arrow_half}px solid $raised;
}
QPushButton:hover, QToolButton:hover, QComboBox:hover { border: 1px solid $accent; }
QPushButton:pressed, QToolButton:pressed, QPushButton:checked, QToolButton:checked {
    background: $pressed;
}
QPushButton:disabled, QToolButton:disabled, QComboBox:disabled { color: $disabled; }
QPushButton[look="primary"] { background: $accent; color: $accent_text; border-color: $accent; }
QPushButton[look="primary"]:disabled { background: $raised; color: $disabled; border-color: $line; }
QPushButton[look="link"] { background: transparent; border: none; color: $accent; }
QPushButton[look="link"]:focus { padding: 2px 10px; }
QPushButton:focus, QToolButton:focus, QComboBox:focus, QLineEdit:focus, QTextEdit:focus,
QPlainTextEdit:focus, QListView:focus, QTreeView:focus, QTextBrowser:focus, QSpinBox:focus {
    outline: none; border: 2px solid $focus;
}
QPushButton[look="primary"]:focus { border-color: $accent_focus; }
QPushButton:focus, QComboBox:focus { padding: 3px 11px; }  /* nothing moves with the focus */
QComboBox:focus { padding-right: ${beside_arrow_focus}px; }
QToolButton:focus, QLineEdit:focus { padding: 2px 5px; }
QLineEdit, QTextEdit, QPlainTextEdit, QTextBrowser, QSpinBox, QListView, QTreeView, QTableView {
    background: $raised; color: $ink; border: 1px solid $line; border-radius: 4px;
    selection-background-color: $accent; selection-color: $accent_text;
}
QListView, QTreeView, QTextBrowser { padding: 1px; }  /* or they lie on half of the ring */
QListView:focus, QTreeView:focus, QTextBrowser:focus { padding: 0; }
QLineEdit { placeholder-text-color: $ink_soft; }
QListView::item { padding: 3px 6px; }
QListView::item:disabled { color: $disabled; font-style: italic; }
QTreeView::item { padding: 4px 6px; }
QTreeView::branch:selected { background: $raised; }
QTreeView::branch:has-children:closed { image: url("$drawings/branch-closed-$palette.svg"); }
QTreeView::branch:has-children:open { image: url("$drawings/branch-open-$palette.svg"); }
QListView::item:selected, QTreeView::item:selected { background: $accent; color: $accent_text; }
QComboBox QAbstractItemView {
    background: $raised; color: $ink; border: 1px solid $line;
    selection-background-color: $accent; selection-color: $accent_text;
}
QComboBox QAbstractItemView:focus { border: 1px solid $line; }
QComboBox QAbstractItemView::item { padding: 3px 6px; border: none; }
QComboBox QAbstractItemView::item:selected { background: $accent; color: $accent_text; }
QHeaderView::section { background: $surface; color: $ink_soft; border: none; padding: 4px 9px; }
QCheckBox, QRadioButton { background: transparent; spacing: 6px; padding: 2px; }
QCheckBox::indicator {
    width: ${mark}px; height: ${mark}px; border: 1px solid $ink; border-radius: 3px;
    background: $raised;
}
QCheckBox::indicator:checked {
    background: $accent; image: url("$drawings/check-$palette.svg");
}
QCheckBox:focus, QRadioButton:focus { border: 2px solid $focus; border-radius: 4px; padding: 0; }
QCheckBox:disabled, QRadioButton:disabled { color: $disabled; }
QProgressBar {
    background: $raised; border: 1px solid $line; border-radius: 5px; text-align: center;
    color: $ink;
}
QProgressBar::chunk { background: $done; border-radius: 4px; }
QScrollArea, QScrollArea > QWidget > QWidget { background: transparent; border: none; }
QAbstractScrollArea::corner { background: transparent; border: none; }
QScrollBar:vertical { background: transparent; width: 10px; margin: 0; }
QScrollBar:horizontal { background: transparent; height: 10px; margin: 0; }
QScrollBar::handle { background: $line; border-radius: 4px; min-height: 24px; min-width: 24px; }
QScrollBar::handle:vertical { margin: 0 1px; }
QScrollBar::handle:horizontal { margin: 1px 0; }
QScrollBar::handle:hover { background: $accent; }
QScrollBar::handle:disabled { background: transparent; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }
QSlider::groove:horizontal { background: $line; height: 4px; border-radius: 2px; }
QSlider::sub-page:horizontal { background: $accent; height: 4px; border-radius: 2px; }
QSlider::handle:horizontal {
    background: $accent; width: 14px; margin: -5px 0; border-radius: 7px;
}
QSlider:focus { border: 2px solid $focus; border-radius: 4px; }
QTabBar::tab {
    background: $surface; color: $ink_soft; border: 1px solid $line; padding: 4px 12px;
    border-top-left-radius: 5px; border-top-right-radius: 5px;
}
QTabBar::tab:selected { background: $raised; color: $ink; }
QTabBar:focus { border: 2px solid $focus; }
QTabWidget::pane { border: 1px solid $line; background: $surface; }
QMenu { background: $raised; color: $ink; border: 1px solid $line; padding: 4px; }
QMenu::item { padding: 5px 18px; border-radius: 3px; }
QMenu::item:selected { background: $accent; color: $accent_text; }
QToolTip {
    background: $tip; color: $tip_text; border: 1px solid $line; padding: 4px 6px;
}
#bar, #cards { background: $surface; }
#bar { border-bottom: 1px solid $line; }
#cards { border-top: 1px solid $line; }
#title { font-size: ${huge}pt; color: $accent; }
#panel_title, #clock, #prompt_seat, #combat_title, #sheet_name { color: $accent; }
#clock, #sheet_name, #prompt_seat { font-size: ${medium}pt; }
#combat_title { font-size: ${large}pt; }
#panel_title { font-size: ${medium}pt; }
#prompt, #combat { background: $surface; }
#prompt_question { font-size: ${large}pt; }
#prompt_note { color: $warning; }
#hint, #sheet_where, #sheet_marks, #combat_notes { color: $ink_soft; }
#sheet { background: $raised; border: 1px solid $line; border-radius: 6px; }
#sheet[own="true"] { border: 2px solid $accent; }
#sheet:on { background: $pressed; }
#sheet:focus { border: 3px solid $focus; }
#chronicle { background: $surface; border: none; padding: 0 0 0 5px; }
#chronicle::item, #road::item { padding: 3px 0; }  /* more would cut wrapped lines short */
#road { padding-left: 5px; }
#tab { padding: 4px 8px; }
#tab:focus { padding: 3px 7px; }
#option { text-align: left; padding: 5px 10px; }
#option:focus { padding: 4px 9px; }
#plain { text-align: left; padding: 8px 10px; font-size: ${medium}pt; }
#plain:focus { padding: 7px 9px; }
#once_more { background: $accent; color: $accent_text; padding: 0 6px; }
#reader { background: $raised; border: 2px solid $line; border-radius: 8px; }
#option[armed="true"], #plain[armed="true"] {  /* colour alone would not tell everybody */
    background: $accent; color: $accent_text; text-decoration: underline;
}
#refused { color: $disabled; background: $surface; text-align: left; border-style: dashed; }
#step { border: 1px solid $line; border-radius: 4px; padding: 3px; color: $ink_soft; }
#step[now="true"] { background: $accent; color: $accent_text; }
#fighter { background: $raised; border: 1px solid $line; border-radius: 6px; }
#fighter_name { color: $accent; }
#fighter_mark, #against { color: $ink_soft; }
#notice { background: $raised; border-bottom: 2px solid $warning; }
#place_note {
    background: $tip; color: $tip_text; border: 1px solid $line; border-radius: 5px;
    padding: 5px 9px;
}
QSplitterHandle { background: $line; }
QGroupBox {  /* the line goes through the middle of its title */
    border: 1px solid $line; border-radius: 6px;
    margin-top: ${rise}px; padding-top: ${drop}px;
}
QGroupBox::title { subcontrol-origin: margin; left: 10px; padding: 0 4px; color: $accent; }
"""
)


# Points by which headings are larger than plain text, of whatever size that is: for whoever needs
# large letters they would leave room for nothing else.
_HEADINGS = {"medium": 1.5, "large": 4.0, "huge": 19.0}


def style_sheet(palette: Palette, text_percent: int = 100) -> str:
    """The style sheet of a palette, with text larger or smaller than usual."""
    colours = {
        name: value.name() for name, value in palette._asdict().items() if isinstance(value, QColor)
    }
    plain = POINTS * text_percent / 100
    sizes = {name: round(plain + more, 1) for name, more in _HEADINGS.items()}
    larger = round(6 * text_percent / 100)  # what stands beside text grows, but less than text
    sizes |= {"mark": 8 + larger, "rise": 2 + larger, "drop": 18 - larger}
    sizes |= {"arrow": larger, "arrow_half": larger - 1, "arrow_room": 8 + 2 * larger}
    sizes |= {"beside_arrow": 10 + 2 * larger, "beside_arrow_focus": 9 + 2 * larger}
    drawings = str(RESOURCES / "look").replace("\\", "/")
    return _SHEET.substitute(colours, palette=palette.name, drawings=drawings, **sizes)


FAMILY = "EB Garamond 12"
POINTS = 11.0  # of plain text
UPRIGHT, ITALIC = FILES = ("EBGaramond12-Regular.otf", "EBGaramond12-Italic.otf")
_LEADING = 180  # thousandths of the letters' size
_LINE_GAP_AT = {b"hhea": 8, b"OS/2": 72}  # where these tables of a font keep that
DIGITS_IN_LINE = "lnum"  # figures as high as capitals; the old-style ones suit running text only


def _leaded(file: Path) -> QByteArray:
    """A font with some room between lines; made for metal, it asks for none."""
    made = bytearray(file.stat().st_size)
    with file.open("rb", buffering=0) as content:
        content.readinto(made)
    for number in range(struct.unpack_from(">H", made, 4)[0]):
        tag, _, start, _ = struct.unpack_from(">4s3L", made, 12 + 16 * number)
        if tag in _LINE_GAP_AT:
            struct.pack_into(">h", made, start + _LINE_GAP_AT[tag], _LEADING)
    return QByteArray(made)


@cache
def load_font(file: str) -> tuple[str, ...]:
    """Give a bundled font to Qt; needs a QGuiApplication. Returns the families it is of."""
    leaded = _leaded(RESOURCES / "fonts" / file)
    number = QFontDatabase.addApplicationFontFromData(leaded)
    return tuple(QFontDatabase.applicationFontFamilies(number))


def font(pixels: float, *, italic: bool = False, small_caps: bool = False) -> QFont:
    """The typeface in this size, in logical pixels."""
    load_font(ITALIC if italic else UPRIGHT)
    made = QFont(FAMILY)
    made.setPixelSize(max(1, round(pixels)))
    made.setItalic(italic)
    if small_caps:
        made.setFeature(QFont.Tag("smcp"), 1)
    return made


def figures(pixels: float) -> QFont:
    """The typeface for numbers on pieces and tracks, all of one height."""
    made = font(pixels)
    made.setFeature(QFont.Tag(DIGITS_IN_LINE), 1)
    return made


def base_font(text_percent: int = 100) -> QFont:
    """The application's font; it scales with the screen's own setting."""
    load_font(UPRIGHT)
    made = QFont(FAMILY)
    made.setPointSizeF(round(POINTS * text_percent / 100, 1))
    made.setFeature(QFont.Tag(DIGITS_IN_LINE), 1)
    return made


def larger_drawn(text: QFont) -> float:
    """How much larger letters on the board and on cards are where text has this size.

    Only in part: what they are drawn on does not grow.
    """
    return math.sqrt(max(1.0, text.pointSizeF() / POINTS))
