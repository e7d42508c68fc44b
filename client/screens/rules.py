"""The rules screen: chapters and topics on the left, clauses on the right, and a search."""

from html import escape

from PySide6.QtCore import QSignalBlocker, QSize, Qt, QTimer, QUrl
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLineEdit,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from client.look.arranging import lay_page, side_by_side
from client.look.labels import PlainLabel, plain_tip
from client.look.marked import MarkedPage
from client.look.palette import Palette
from client.screens.parts.base import Screen
from client.screens.parts.page_head import PageHead
from client.window.services import Services
from client.words.rulebook import Chapter, ClauseText, Topic
from client.words.words import Words

_TOPIC = Qt.ItemDataRole.UserRole
_SEARCH_AFTER_MS = 120  # of typing
_MOST_FOUND = 60
_CONTENTS_WIDTH = 330
_BESIDE_TITLE = 30  # pixels that the style leaves free around a title
_ABOVE = 14  # pixels left above a clause that is scrolled to
_PAGE_WIDTH = 900  # longer lines are hard to read


class _Contents(QTreeWidget):
    """Chapters and their topics; larger letters make it wider instead of cutting words."""

    def minimumSizeHint(self) -> QSize:
        """Room for the longest title, and for a bar beside it."""
        chapters = _inside(self.invisibleRootItem())
        topics = [topic for chapter in chapters for topic in _inside(chapter)]
        wide = self.fontMetrics().horizontalAdvance
        titles = [self.indentation() + wide(chapter.text(0)) for chapter in chapters]
        titles += [2 * self.indentation() + wide(topic.text(0)) for topic in topics]
        bar = self.verticalScrollBar().sizeHint().width()
        width = max(titles, default=0) + bar + _BESIDE_TITLE
        return QSize(width, super().minimumSizeHint().height())


def _inside(item: QTreeWidgetItem) -> list[QTreeWidgetItem]:
    found = map(item.child, range(item.childCount()))
    return [each for each in found if each is not None]


class RulesScreen(Screen):
    """The rules in our own words, by clause."""

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self._head = PageHead(self.words, self.words.say("rules.title"), self)
        self.search = QLineEdit()
        self.contents = _Contents()
        self.page = MarkedPage()
        self.found = PlainLabel()
        self._items: dict[str, QTreeWidgetItem] = {}
        self._shown: tuple[Chapter, tuple[Topic, ...]] | None = None
        self._marked: str | None = None
        self._typing = QTimer(self)
        self._fill()
        self._lay_out()
        self._connect()

    def _fill(self) -> None:
        for chapter in self.words.chapters():
            head = QTreeWidgetItem(self.contents, [chapter.title])
            head.setData(0, _TOPIC, (chapter, chapter.topics))
            for topic in chapter.topics:
                item = QTreeWidgetItem(head, [topic.title])
                item.setData(0, _TOPIC, (chapter, (topic,)))
                for clause in topic.clauses:
                    self._items[clause] = item

    def _lay_out(self) -> None:
        say = self.words.say
        self.contents.setHeaderHidden(True)
        self.contents.setAccessibleName(say("rules.contents"))
        self.contents.setUniformRowHeights(True)
        self.search.setPlaceholderText(say("rules.search"))
        self.search.setAccessibleName(say("rules.search"))
        self.search.setClearButtonEnabled(True)
        self.search.setToolTip(plain_tip(f"{say('rules.search')} (Ctrl+F)"))
        self.page.setAccessibleName(say("rules.title"))
        self.page.document().setDocumentMargin(18)
        self.found.setProperty("look", "soft")
        self.found.setWordWrap(True)
        self.found.hide()
        self._typing.setSingleShot(True)
        self._typing.setInterval(_SEARCH_AFTER_MS)
        lay_page(self, self._head, self._both_sides())

    def _both_sides(self) -> QWidget:
        left = QWidget()
        column = QVBoxLayout(left)
        column.setContentsMargins(10, 10, 6, 10)
        for part in (self.search, self.found, self.contents):
            column.addWidget(part)
        right = QWidget()
        self.page.setMaximumWidth(_PAGE_WIDTH)
        beside = QHBoxLayout(right)
        beside.setContentsMargins(6, 10, 10, 10)
        beside.addWidget(self.page, 1)
        both = side_by_side(left, right)
        both.setStretchFactor(1, 1)
        both.setSizes([_CONTENTS_WIDTH, 1366 - _CONTENTS_WIDTH])
        return both

    def _connect(self) -> None:
        self._head.left.connect(self._go_back)
        self.search.textChanged.connect(self._typing.start)
        self._typing.timeout.connect(self._search)
        self.search.returnPressed.connect(self._search)
        self.contents.currentItemChanged.connect(self._choose)
        self.page.anchorClicked.connect(self._follow)
        shortcut = QShortcut(QKeySequence("Ctrl+F"), self)
        shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        shortcut.activated.connect(self._begin_search)

    def enter(self, **arguments: object) -> None:
        """Open the rules at a clause, or where they were left."""
        clause = arguments.get("clause")
        self.search.clear()
        if isinstance(clause, str) and clause in self._items:
            self.show_clause(clause)
        elif self._shown is None:
            self.contents.setCurrentIndex(self.contents.model().index(0, 0))
        else:
            self._render()
        self.contents.setFocus(Qt.FocusReason.OtherFocusReason)

    def restyle(self) -> None:
        """Write the page again in the colours of now."""
        self._search() if self.search.text().strip() else self._render()

    def show_clause(self, clause: str) -> None:
        """Show a clause among its neighbours."""
        self._marked = clause
        item = self._items[clause]
        with QSignalBlocker(self.contents):
            self.contents.setCurrentItem(item)
        self.contents.scrollToItem(item)
        self._shown = item.data(0, _TOPIC)
        self._render()

    def _choose(self, item: QTreeWidgetItem | None) -> None:
        if item is None:
            return
        self._shown, self._marked = item.data(0, _TOPIC), None
        if item.childCount():
            item.setExpanded(True)
        self._render()

    def _render(self) -> None:
        if self._shown is None:
            return
        chapter, topics = self._shown
        palette = self.services.palette
        self.found.hide()
        self.page.setHtml(chapter_page(self.words, chapter, topics, self._marked, palette))
        if self._marked is not None:
            marked = self._marked
            # The page knows its heights only once it is laid out.
            QTimer.singleShot(0, self.page, lambda: self._scroll_to(marked))

    def _scroll_to(self, clause: str) -> None:
        self.page.scrollToAnchor(clause)
        bar = self.page.verticalScrollBar()
        bar.setValue(bar.value() - _ABOVE)

    def _begin_search(self) -> None:
        self.search.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.search.selectAll()

    def _search(self) -> None:
        self._typing.stop()
        sought = self.search.text().strip().replace("'", "\u2019")  # as the rules have it
        if not sought:
            self._render()
            return
        hits = self.words.search(sought)
        which = "rules.found" if len(hits) <= _MOST_FOUND else "rules.found-most"
        self.found.setText(self.words.say(which, count=len(hits), shown=_MOST_FOUND))
        self.found.show()
        palette = self.services.palette
        if hits:
            self.page.setHtml(found_page(self.words, hits[:_MOST_FOUND], sought, palette))
        else:
            self.page.setPlainText(self.words.say("rules.nothing"))

    def _follow(self, link: QUrl) -> None:
        clause = link.toString().removeprefix("clause:")
        if clause in self._items:
            self.search.clear()
            self.show_clause(clause)

    def _go_back(self) -> None:
        """Escape leaves a search first, then the rules."""
        if self.search.text():
            self.search.clear()
            self.contents.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            self.done.emit()


_HEAD = 'style="font-size:x-large"'  # the one typeface has no bold letters: size tells instead


def chapter_page(
    words: Words, chapter: Chapter, topics: tuple[Topic, ...], marked: str | None, palette: Palette
) -> str:
    """Some topics of a chapter with their clauses; the one that was asked for stands out."""
    soft = f'style="color:{palette.ink_soft.name()}; margin-bottom:0"'
    parts = [f"<p {soft}>{escape(chapter.title)}</p>"]
    for topic in topics:
        head = f'style="color:{palette.accent.name()}; margin-top:4px"'
        parts.append(f"<p {head}><span {_HEAD}>{escape(topic.title)}</span></p>")
        parts += [
            _clause(words, words.clause(each), each == marked, palette) for each in topic.clauses
        ]
    return "".join(parts)


def found_page(words: Words, found: tuple[ClauseText, ...], sought: str, palette: Palette) -> str:
    """What a search found, every clause in full, the words that were sought marked."""
    return "".join(_found(words, each, sought.split(), palette) for each in found)


def _clause(words: Words, clause: ClauseText, is_marked: bool, palette: Palette) -> str:  # noqa: FBT001
    ground = palette.pressed if is_marked else palette.raised
    colour = f"color:{palette.accent.name()}"
    title = f'<span style="{colour}; font-size:large">{escape(clause.title)}</span>'
    inside = _page_inside(words, clause, title, escape(clause.text), palette)
    return f'<a name="{escape(clause.id)}"></a>' + _box(inside, ground.name())


def _found(words: Words, clause: ClauseText, sought: list[str], palette: Palette) -> str:
    link = f'href="clause:{escape(clause.id)}" style="color:{palette.accent.name()}"'
    title = f'<span style="font-size:large"><a {link}>{escape(clause.title)}</a></span>'
    text = _marked(clause.text, sought, palette)
    return _box(_page_inside(words, clause, title, text, palette), palette.raised.name())


def _box(inside: str, ground: str) -> str:
    return (
        '<table width="100%" cellpadding="7" style="margin-bottom:6px"><tr>'
        f'<td style="background-color:{ground}">{inside}</td></tr></table>'
    )


def _page_inside(words: Words, clause: ClauseText, title: str, text: str, palette: Palette) -> str:
    identifier = escape(words.say("rules.clause-id", id=clause.id))
    soft = f'style="color:{palette.ink_soft.name()}; font-size:small"'
    return f"{title}<br/>{text}<br/><span {soft}>{identifier}</span>"


def _marked(text: str, sought: list[str], palette: Palette) -> str:
    """The text with the sought words marked; every letter is counted once."""
    folded = text.casefold()
    if len(folded) != len(text):  # a letter that folds to two: its places do not fit
        return escape(text)
    hits = [False] * len(text)
    for word in sought:
        at = folded.find(word.casefold())
        while at >= 0:
            hits[at : at + len(word)] = [True] * len(word)
            at = folded.find(word.casefold(), at + 1)
    style = f"background-color:{palette.lit.name()}; color:{palette.card_ink.name()}"
    made = ""
    for at, letter in enumerate(text):
        before = at > 0 and hits[at - 1]
        made += f'<span style="{style}">' if hits[at] and not before else ""
        made += "</span>" if before and not hits[at] else ""
        made += escape(letter)
    return made + ("</span>" if hits and hits[-1] else "")
