"""The seats that this program answers for: the player's own, and those of places it took over.

A place is played on by the player, who then sees its cards, or by a bot, and then nobody does.
"""

import os
from typing import Any

from client.simulation import below_from
from engine.bots.plain import plain_bots
from engine.ids import Seat
from engine.knowledge import Knowledge
from engine.record import edition_of
from engine.view import View, see
from net.edge.playing import Playing
from net.effects import Ask


class OwnSeats:
    """Who answers for what in one game of this program."""

    def __init__(self) -> None:
        self._bots: dict[Seat, Any] = {}

    def seats(self, playing: Playing) -> tuple[Seat, ...]:
        """What the player answers for by hand, the own seats first."""
        return tuple(
            seat
            for seat in playing.understudies.answering()
            if not self.is_left_to_a_bot(playing, seat)
        )

    def knowledge(self, playing: Playing, seat: Seat) -> Knowledge:
        """What a seat of ours knows."""
        return playing.understudies.referee_for(seat).witness.knowledge[seat]

    def view(self, playing: Playing) -> View:
        """The game as the player's seats see it together."""
        known: dict[str, str] = {}
        for seat in self.seats(playing):
            known.update(self.knowledge(playing, seat))
        return see(playing.referee.proceedings.game.state, known)

    def bots_answer(self, playing: Playing, view: View, asked: Ask) -> Any:
        """What a bot answers for a seat that was left to it."""
        if not self._bots:
            edition = edition_of(playing.begin.setup.for_engine())
            self._bots = dict(plain_bots(edition, below_from(os.urandom(16).hex())))
        return self._bots[asked.request.seat].choose(view, asked.request, list(asked.answers))

    def is_left_to_a_bot(self, playing: Playing, seat: Seat) -> bool:
        """Whether nobody is to be asked for a seat that is played here."""
        peer = playing.referee.proceedings.roster.peer_of(seat)
        return playing.understudies.is_left_to_a_bot(peer)
