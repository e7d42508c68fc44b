"""How long a program stays after its game's end, for those who lack what it has."""

from net.edge.gallery import Gallery
from net.edge.playing import Playing

# Seconds after the end: somebody's channel is down, and nobody else may have our last entries.
_LINGER_S = 15.0

# After an accusation nobody says to have what is wrong; who tells heads meanwhile is sent it.
_EVIDENCE_S = 5.0


class Lingering:
    """The time after one game."""

    def __init__(self) -> None:
        self._since: float | None = None

    def is_over(self, playing: Playing, gallery: Gallery | None, now: float) -> bool:
        """Whether everybody has said to be as far as we are, or we have waited long enough."""
        if self._since is None:
            self._since = now
        waited = now - self._since
        if playing.accused is not None:
            return waited >= _EVIDENCE_S
        is_served = gallery is None or gallery.is_served()
        return waited >= _LINGER_S or (playing.is_known_to_all() and is_served)
