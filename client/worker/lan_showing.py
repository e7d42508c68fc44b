"""Shows the game of a table of peers to one window, step by step, as its player's seats see it."""

from collections.abc import Callable

from msgspec import structs

from client.worker.deducing import Deducing
from client.worker.lan_affairs import peers_seen
from client.worker.lan_backup import can_back_up
from client.worker.own_seats import OwnSeats
from client.worker.sending import waits_for, waits_of
from client.worker.values import (
    Awaited,
    LineHeard,
    Recalled,
    Report,
    Shown,
    TableOpened,
    Waits,
)
from engine.facts.fact import Fact
from engine.ids import DRACULA, Seat
from engine.record import older_rules, played_switches
from net.edge.playing import Playing
from net.game.replica import Replica


class Showing:
    """What the window was told of one game, and what it is to be told next."""

    def __init__(
        self, tell: Callable[[Report], None], own: OwnSeats, *, aid: bool, recalls: bool = True
    ) -> None:
        self._tell = tell
        self._recalls = recalls  # the window does not know what was before
        self._own = own
        self._deducing = Deducing(tell, is_wanted=aid)
        self._seats: tuple[Seat, ...] = ()  # the player's own, as they were told
        self._index = -1  # of what was told last
        self._playing: Playing | None = None  # what was shown: another one after going back in it
        self._waits: tuple[Waits, ...] = ()

    def show(self, playing: Playing, facts: tuple[Fact, ...] | None = None) -> None:
        """Tell what has just happened; without that, how the game stands, if it is not told yet."""
        self._open(playing)
        proceedings = playing.referee.proceedings
        index = proceedings.chain.index
        if facts is None and index == self._index:
            return
        self._index, self._waits = index, waited_for(proceedings)
        self._conclude(playing)
        step = proceedings.game.position
        shown = Shown(index, self._own.view(playing), facts or (), self._waits, step)
        if not self._recalls:
            playing.remembered.past.clear()
        for report in _after_the_past(playing, shown):
            self._tell(report)

    def show_answers(self, playing: Playing) -> None:
        """Tell who of those asked together has answered by now: every peer has that entry."""
        proceedings = playing.referee.proceedings
        waits = waited_for(proceedings)
        if proceedings.chain.index == self._index and waits != self._waits:
            self._waits = waits
            self._tell(Awaited(waits))

    def want_aid(self, playing: Playing | None, *, is_wanted: bool) -> None:
        """The player wants to be told where Dracula can be, or no longer."""
        self._deducing.want(is_wanted=is_wanted)
        if playing is not None and self._seats:
            self._conclude(playing)

    def _conclude(self, playing: Playing) -> None:
        if playing.begin.setup.aid and DRACULA not in self._seats:
            proceedings = playing.referee.proceedings
            state, edition = proceedings.game.state, proceedings.edition
            self._deducing.conclude(proceedings.chain.index, state, edition)

    def _open(self, playing: Playing) -> None:
        """Once, when we play one more place, and when all go on before something wrong.

        What is played, by whom, and what is ours.
        """
        seats = self._own.seats(playing)
        if (seats == self._seats and playing is self._playing) or not seats:
            return
        self._seats, self._playing, self._index = seats, playing, -1
        self._deducing.begin()
        setup, rules = playing.begin.setup, playing.begin.setup.for_engine()
        players = {seat: peer.name for peer in setup.peers for seat in peer.seats}
        self._tell(
            TableOpened(
                setup.edition, played_switches(rules), seats, players, is_alone=False,
                aid=setup.aid, recovery=setup.recovery,
                game=playing.id.hex(), backup=can_back_up(playing), older=older_rules(rules),
            )
        )  # fmt: skip
        self._tell(peers_seen(playing, (), self._own))


def waited_for(proceedings: Replica) -> tuple[Waits, ...]:
    """Who is asked, and who of them has answered, as every peer derives it from the entries."""
    exchanges = proceedings.hearing.exchanges if proceedings.is_in_play else ()
    answered = [number for number, each in enumerate(exchanges) if each.is_complete]
    if asked := proceedings.renewing:
        return waits_for(asked, answered)
    return waits_of(proceedings.game.pending, answered)


def _after_the_past(playing: Playing, shown: Shown) -> list[Report]:
    """What is shown; in a game that was gone back to, once, with all that had been before it."""
    past = playing.remembered.past
    if not past:
        return [shown]
    steps = [Shown(-1, each.view, each.facts, (), each.step) for each in past]
    past.clear()
    names = playing.referee.proceedings.roster.names
    lines = tuple(LineHeard(names[peer], text) for peer, text in playing.talk.said())
    # The screen of the game comes to the front with the first step that is shown to it.
    return [structs.replace(shown, facts=()), Recalled((*steps, shown), lines)]
