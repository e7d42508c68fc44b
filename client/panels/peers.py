"""Who is at the table: a name each, a mark for whom we wait, another for who is not connected."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QWidget

from client.services import Services
from client.worker.values import PeerSeen


class PeersStrip(QWidget):
    """The peers in a line, and the seal that opens the ledger."""

    ledger_wanted = Signal()

    def __init__(self, services: Services) -> None:
        super().__init__()
        self._words = services.words
        self._peers = QLabel()
        self._seal = QPushButton(self._words.say("peers.seal"))
        self._seal.setObjectName("seal")
        self.show_kept(0)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 8, 0)
        row.addWidget(self._peers)
        row.addWidget(self._seal)
        self._seal.clicked.connect(self.ledger_wanted)

    def show_peers(self, peers: tuple[PeerSeen, ...]) -> None:
        """Show everybody, with who is missing and who is thinking."""
        self._peers.setText(" · ".join(map(self._peer, peers)))

    def show_seal(self, *, is_shown: bool) -> None:
        """Offer the ledger."""
        self._seal.setVisible(is_shown)

    def show_kept(self, entries: int) -> None:
        """Say how much of the game is signed, checked and kept."""
        self._seal.setToolTip(self._words.say("peers.seal-tip", entries=entries))

    def _peer(self, peer: PeerSeen) -> str:
        if not peer.is_linked:
            return self._words.say("peers.away", name=peer.name)
        if peer.waited_s is not None:
            return self._words.say("peers.thinking", name=peer.name)
        return peer.name
