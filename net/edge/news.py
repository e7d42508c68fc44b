"""What our player is told beside the game itself, and what of it is kept: talk and troubles."""

from net.edge.desk import Desk, Said
from net.errors import LocalMistake
from net.judging.game_file import FrameKind
from net.peer.effects import (
    Accuse,
    DecksRenewed,
    Differs,
    Effect,
    Judged,
    ResumesRefused,
    ResumeTold,
    TimedOutTold,
    Told,
    Unsaid,
    Wished,
)
from net.talk import Hear, KeepLine


class News:
    """Carries out what is for the player's ears; `names` are the peers', in peer order."""

    def __init__(self, desk: Desk, game: bytes, names: tuple[str, ...], ours: int) -> None:
        self._desk = desk
        self._game = game
        self._names = names
        self._ours = ours

    def perform(self, effect: Effect) -> None:
        """Keep a line, or tell something."""
        match effect:
            case KeepLine():
                self._desk.store.keep_note(self._game, FrameKind.CHAT, effect.line, own=effect.own)
            case Hear():
                self._hear(effect)
            case Unsaid():
                self._hear(Hear(self._ours, "", note=effect.reason))
            case Judged() | Differs() | Wished() | TimedOutTold() | Accuse():
                self._tell(effect)
            case ResumeTold() | ResumesRefused() | DecksRenewed():
                self._tell(effect)
            case _:
                raise LocalMistake(f"nobody carries out {type(effect).__name__}")

    def _hear(self, line: Hear) -> None:
        name, to = self._names[line.peer], "" if line.to is None else self._names[line.to]
        said = Said(line.peer, name, line.text, line.is_private, line.note, to)
        self._desk.guide.heard(said)

    def _tell(self, effect: Told) -> None:
        """Let our player know; two states that should be one are both kept (22.9)."""
        if isinstance(effect, Differs) and effect.states is not None:
            for name, state in zip(("state.ours", "state.theirs"), effect.states, strict=True):
                self._desk.store.keep_secret(self._game, name, state)
        self._desk.guide.told(effect)
