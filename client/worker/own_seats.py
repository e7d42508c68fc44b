"""The seats that this program answers for: the player's own, and those of places it took over."""

from collections.abc import Collection

from engine.ids import Seat
from engine.knowledge import Knowledge
from engine.view import View, see
from net.edge.playing import Playing


class OwnSeats:
    """Who answers for what in one game of this program; `bots` are the player's, by their keys."""

    def __init__(self, bots: Collection[bytes] = ()) -> None:
        self.bots = bots

    def seats(self, playing: Playing) -> tuple[Seat, ...]:
        """What the player answers for by hand, the own seats first."""
        return tuple(playing.understudies.answering())

    def knowledge(self, playing: Playing, seat: Seat) -> Knowledge:
        """What a seat of ours knows."""
        return playing.understudies.referee_for(seat).witness.knowledge[seat]

    def view(self, playing: Playing) -> View:
        """The game as the player's seats see it together."""
        known: dict[str, str] = {}
        for seat in self.seats(playing):
            known.update(self.knowledge(playing, seat))
        return see(playing.referee.proceedings.game.state, known)
