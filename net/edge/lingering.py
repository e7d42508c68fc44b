"""How long a program stays after its game's end, for those who lack what it has."""

from net.edge.gallery import Gallery
from net.edge.playing import Playing
from net.limits import EVIDENCE_S, LINGERING_S


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
            return waited >= EVIDENCE_S
        is_served = gallery is None or gallery.is_served()
        is_known = playing.is_known_to_all() and not _is_cut_short(playing)
        return waited >= LINGERING_S or (is_known and is_served)


def _is_cut_short(playing: Playing) -> bool:
    """Whether we ended in the midst of a request: heads do not say who has our part of it."""
    closes_as = playing.referee.proceedings.closes_as
    return bool(closes_as) and (playing.closed or "").startswith(closes_as)
