"""The other players at the table: who is there, which agreements are open, and the talk."""

from collections.abc import Callable, Hashable, Sequence
from typing import NamedTuple

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QListWidget, QPushButton, QVBoxLayout, QWidget

from client.look.accessibility import announce
from client.look.labels import PlainLabel, plain_tip
from client.window.services import Services
from client.words.words import Words
from client.worker.values import LineHeard, PeerSeen


class PeersStrip(QWidget):
    """The peers in a line, and the seal that opens the ledger."""

    ledger_wanted = Signal()

    def __init__(self, services: Services) -> None:
        super().__init__()
        self._words = services.words
        self._peers = PlainLabel()
        self._peers.setWordWrap(True)  # five long names in large letters are more than a line
        self.seal = QPushButton()
        self.seal.setObjectName("seal")
        self._is_broken = self._is_over = False
        self._shown: tuple[PeerSeen, ...] = ()
        self.show_kept(0, ())
        self.setObjectName("bar")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 2, 8, 2)
        row.addWidget(self._peers, 1)
        row.addWidget(self.seal)
        self.seal.clicked.connect(self.ledger_wanted)

    @property
    def text(self) -> str:
        """Who is there, as it is read."""
        return self._peers.text()

    def show_peers(self, peers: tuple[PeerSeen, ...]) -> None:
        """Show everybody, with who is missing and who is thinking."""
        self._shown = peers
        self._peers.setText(" · ".join(map(self._seated, peers)))

    def show_seal(self, *, is_shown: bool) -> None:
        """Offer the ledger."""
        self.seal.setVisible(is_shown)

    def begin(self) -> None:
        """Another table: nothing is wrong there."""
        self._is_broken = self._is_over = False
        self.show_peers(())
        self.show_kept(0, ())

    def settle(self) -> None:
        """The game is over: nobody is waited for any more."""
        self._is_over = True
        self.show_peers(self._shown)

    def show_kept(self, entries: int, behind: tuple[str, ...]) -> None:
        """Say how much of the game is signed, checked and kept, and who is not as far yet."""
        if self._is_broken:
            return
        say = self._words.say
        if not entries:
            self._show_seal("peers.seal-none", say("peers.seal-none-tip"))
            return
        heads = (
            say("peers.seal-behind", names=", ".join(behind)) if behind else say("peers.seal-heads")
        )
        lines = (say("peers.seal-tip", entries=entries), say("peers.seal-proven"), heads)
        self._show_seal("peers.seal-good", "\n".join(lines))

    def show_broken(self) -> None:
        """Something is wrong between the programs, and stays so."""
        self._is_broken = True
        self._show_seal("peers.seal-broken", self._words.say("peers.seal-broken-tip"))

    def _show_seal(self, words: str, tip: str) -> None:
        self.seal.setText(self._words.say(words))
        self.seal.setToolTip(plain_tip(tip))
        self.seal.setAccessibleDescription(tip)

    def _seated(self, peer: PeerSeen) -> str:
        """Whom somebody plays, who that is, and how it is with them."""
        seats = self._words.listed([self._words.seat(seat) for seat in peer.seats])
        said = self._peer(peer)
        return self._words.say("peers.seated", seats=seats, name=said) if seats else said

    def _peer(self, peer: PeerSeen) -> str:
        say, name = self._words.say, peer.name
        if peer.player:
            name = say(f"peers.played-{peer.player}", name=name)
        if not peer.is_linked:
            return say("peers.away", name=name)
        if self._is_over:
            return name
        if peer.waited_s is not None and peer.left_s is not None:
            return say("peers.clock", name=name, left=duration(self._words, peer.left_s))
        return name if peer.waited_s is None else say("peers.thinking", name=name)


# Matters of the table that wait for a word: one line each, with what can be said to it.


class Choice(NamedTuple):
    """A button of a matter: its words, and what it does."""

    words: str
    act: Callable[[], object]


class _Matter(QWidget):
    """One line."""

    def __init__(self, choices: Sequence[Choice]) -> None:
        super().__init__()
        self.setObjectName("notice")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.label = PlainLabel()
        self.label.setWordWrap(True)
        self.label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.choices = tuple(each.words for each in choices)
        self.stays = False
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 4, 8, 4)
        row.addWidget(self.label, 1)
        for choice in choices:
            # Unlike in a label, one & in a button gives it a key: no name of others does.
            button = QPushButton(choice.words.replace("&", "&&"))
            button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
            button.clicked.connect(lambda _checked, act=choice.act: act())
            row.addWidget(button)


class AffairsBar(QWidget):
    """The matters in the order they came up; nothing where there are none."""

    def __init__(self) -> None:
        super().__init__()
        self._matters: dict[Hashable, _Matter] = {}
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)
        self.hide()

    @property
    def matters(self) -> dict[Hashable, str]:
        """What every matter says, by its key."""
        return {key: matter.label.text() for key, matter in self._matters.items()}

    def buttons(self, key: Hashable) -> list[QPushButton]:
        """What can be said to a matter."""
        return self._matters[key].findChildren(QPushButton)

    def put(
        self, key: Hashable, words: str, choices: Sequence[Choice] = (), *, stays: bool = False
    ) -> None:
        """Show the present state of a matter; buttons that stay the same are not touched.

        What `stays` is to be read, and outlasts the game.
        """
        matter = self._matters.get(key)
        is_new = matter is None
        if matter is None or matter.choices != tuple(each.words for each in choices):
            self.drop(key)
            matter = self._matters[key] = _Matter(choices)
            self._column.addWidget(matter)
        matter.stays = stays
        if matter.label.text() != words:
            matter.label.setText(words)
            matter.setAccessibleName(words)
        self.show()
        if is_new:  # how long somebody is away is told every second, and read when it is wanted
            announce(matter, words)

    def drop(self, key: Hashable) -> None:
        """Remove a matter that is settled."""
        matter = self._matters.pop(key, None)
        if matter is not None:
            self._column.removeWidget(matter)
            matter.hide()
            matter.deleteLater()
        self.setVisible(bool(self._matters))

    def settle(self) -> None:
        """Remove what still waited for an answer: the game has ended."""
        for key in [key for key, matter in self._matters.items() if not matter.stays]:
            self.drop(key)

    def clear(self) -> None:
        """Nothing is between the players any more."""
        for key in tuple(self._matters):
            self.drop(key)


LONGEST_LINE = 500  # letters


class TalkPanel(QWidget):
    """Lines of the others and one of one's own."""

    said = Signal(str)
    heard = Signal(object)  # LineHeard: there is a new line

    def __init__(self, services: Services, parent: QWidget) -> None:
        super().__init__(parent)
        self.hide()  # until it is a tab
        self._words = services.words
        self._lines = QListWidget()
        self._line = QLineEdit()
        self._lay_out()
        self._line.returnPressed.connect(self._say)

    def _lay_out(self) -> None:
        self._lines.setObjectName("chronicle")
        self._lines.setWordWrap(True)
        self._lines.setAccessibleName(self._words.say("talk.lines"))
        self._line.setMaxLength(LONGEST_LINE)
        self._line.setPlaceholderText(self._words.say("talk.placeholder"))
        self._line.setAccessibleName(self._words.say("talk.placeholder"))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self._lines, 1)
        column.addWidget(self._line)

    def clear(self) -> None:
        """Forget all lines: another table."""
        self._lines.clear()
        self._line.clear()

    def show_line(self, *, is_shown: bool) -> None:
        """Let the player speak; whoever only looks on does not, while a game runs (22.14)."""
        self._line.setVisible(is_shown)

    def hear(self, line: LineHeard) -> None:
        """Show what somebody says."""
        self.recall(line)
        self.heard.emit(line)

    def recall(self, line: LineHeard) -> None:
        """Show an earlier line; it is not news."""
        sentence = "talk.heard-private" if line.private else "talk.heard"
        sentence = "talk.whispered" if line.to else sentence
        said = self._words.say(sentence, name=line.to or line.name, text=line.text)
        self._lines.addItem(said)
        self._lines.scrollToBottom()

    def _say(self) -> None:
        text = self._line.text().strip()
        if text:
            self.said.emit(text)
            self._line.clear()


def duration(words: Words, seconds: float) -> str:
    """So many minutes and seconds."""
    minutes, rest = divmod(int(seconds), 60)
    return words.say("affair.duration", minutes=minutes, seconds=f"{rest:02}")
