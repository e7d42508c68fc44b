"""What our player is told beside the game itself, and what of it is kept: talk and troubles."""

from net.conversation import Hear, KeepLine, Unsaid
from net.edge.desk import Desk, Said
from net.effects import Differs, Told
from net.log.game_file import FrameKind

NewsEffect = KeepLine | Hear | Unsaid | Told


class News:
    """Carries out what is for the player's ears; `names` are the peers', in peer order."""

    def __init__(self, desk: Desk, game: bytes, names: tuple[str, ...], ours: int) -> None:
        self._desk = desk
        self._game = game
        self._names = names
        self._ours = ours

    def perform(self, effect: NewsEffect) -> None:
        """Keep a line, or tell something."""
        match effect:
            case KeepLine():
                self._desk.store.keep_note(self._game, FrameKind.CHAT, effect.line, own=effect.own)
            case Hear():
                self._said(effect.peer, effect.text, effect.note, is_private=effect.is_private)
            case Unsaid():
                self._said(self._ours, "", effect.reason, is_private=False)
            case _:
                self._tell(effect)

    def _said(self, peer: int, text: str, note: str, *, is_private: bool) -> None:
        self._desk.guide.heard(Said(peer, self._names[peer], text, is_private, note))

    def _tell(self, effect: Told) -> None:
        """Let our player know; two states that should be one are both kept (22.9)."""
        if isinstance(effect, Differs) and effect.states is not None:
            for name, state in zip(("state.ours", "state.theirs"), effect.states, strict=True):
                self._desk.store.keep_secret(self._game, name, state)
        self._desk.guide.told(effect)
