"""Who is at the table and plays whom, a mark for whom we wait, another for who is away."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from client.look.plain_label import PlainLabel
from client.look.tips import plain_tip
from client.panels.durations import duration
from client.window.services import Services
from client.worker.values import PeerSeen


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
