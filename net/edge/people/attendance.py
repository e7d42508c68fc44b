"""Who is there in a game, by this machine's own clock, and for whom the game waits (22.15).

1. Somebody is away from when its channel was lost, however long the game has waited before.
2. Only whose answer could be given now is waited for; whoever must wait for another is not.
"""

from collections.abc import Callable, Collection

from net.edge.desk import Carrier, Waited
from net.limits import UNREACHABLE_S
from net.peer.effects import GivenUpFor
from net.peer.referee import Referee
from net.peer.replacement_vote import TakeOverHere, TimeOutWished
from net.replacement.recovery import absence_of

# Several are away for so long that nothing about it can be signed by all: why a game ended here.
BROKEN_OFF = "broken-off"

# Seconds until it is shown that the game waits, and for whom.
_SHOWN_AFTER_S = 1.0


def is_overdue(waited: Waited) -> bool:
    """22.15: whether the table need not wait for somebody any longer."""
    if waited.closes_as:
        return waited.owes and waited.since >= UNREACHABLE_S
    is_out = waited.remaining is not None and waited.remaining <= 0
    return is_out or (waited.away is not None and waited.away >= UNREACHABLE_S)


class Attendance:
    """The peers of one game; `here` are those that this program plays."""

    def __init__(
        self, referee: Referee, carrier: Carrier, here: Callable[[], Collection[int]]
    ) -> None:
        self._referee = referee
        self._carrier = carrier
        self._here = here
        self._away: dict[int, float] = {}  # since when there is no channel
        self._owing: dict[int, float] = {}  # since when it could answer the pending request
        self._index = -1  # which that is

    def is_linked(self, peer: int) -> bool:
        """Whether there is a channel to a peer now, or it is played here."""
        return peer in self._here() or self._carrier.is_linked(peer)

    def is_here(self, peer: int) -> bool:
        """Whether a peer is to be shown as there: one that another program plays always is."""
        return self.is_linked(peer) or not self.speaks_for_itself(peer)

    def linked(self, peer: int) -> None:
        """A channel to a peer is open again."""
        self._away.pop(peer, None)

    def look(self, now: float) -> None:
        """From time to time: see who is there, and who owes an answer."""
        proceedings = self._referee.proceedings
        for peer in proceedings.roster.peers:
            if self.is_linked(peer):
                self._away.pop(peer, None)
            else:
                self._away.setdefault(peer, now)
        chain = proceedings.chain
        before = self._owing if chain.index == self._index else {}
        self._index = chain.index
        owing = proceedings.hearing.awaited(chain.missing())
        self._owing = {peer: before.get(peer, now) for peer in owing}

    def shown(self, now: float) -> list[Waited]:
        """Whom a player is to know of: who owes an answer for a while, and who is away."""
        waited = [each for each in self.waited(now) if each.since >= _SHOWN_AFTER_S]
        owing = {each.peer for each in waited}
        return waited + [
            each
            for each in self._absent(now)
            if each.peer not in owing and (each.away or 0.0) >= _SHOWN_AFTER_S
        ]

    def waited(self, now: float) -> list[Waited]:
        """Whom the game waits for, since when, and what the move clock leaves them."""
        proceedings = self._referee.proceedings
        clock, ours = proceedings.setup.clock_s, self._referee.player.peer
        found = []
        for peer, since in self._owing.items():
            waits = now - since
            remaining = max(0.0, clock - waits) if clock else None
            here = self._here()
            absence = None
            if peer not in here:
                vanished = self._carrier.vanished
                absence = absence_of(proceedings.recovery, ours, peer, here, vanished)
            found.append(self._seen(peer, now)._replace(
                since=waits, remaining=remaining, absence=absence, owes=True,
                offers=tuple(self._carrier.offers),
            ))  # fmt: skip
        return found

    def why_not(self, wish: TimeOutWished | GivenUpFor | TakeOverHere, now: float) -> str:
        """Why our player cannot have something about a peer now, as an id; empty if it can.

        22.15: to wait no longer only for who is long away; K-7: a hunter's place not for Dracula.
        """
        if isinstance(wish, TakeOverHere):
            recovery, us = self._referee.proceedings.recovery, self._referee.player.peer
            return "" if recovery.may_take_over(us) else "dracula.takes.over"
        return "" if self.may_be_given_up(wish.peer, now) else "too.soon"

    def may_be_given_up(self, peer: int, now: float) -> bool:
        """22.15: whether a player may say now to wait for a peer no longer."""
        known = (*self.waited(now), *self._absent(now))
        return any(each.peer == peer and is_overdue(each) for each in known)

    def speaks_for_itself(self, peer: int) -> bool:
        """Whether a place has a program of its own: not one that another program took over."""
        return peer not in self._here() and self._carrier.has_program(peer)

    def _absent(self, now: float) -> list[Waited]:
        """Who is away; a place that another program took over is where that is."""
        return [self._seen(peer, now) for peer in self._away if self.speaks_for_itself(peer)]

    def _seen(self, peer: int, now: float) -> Waited:
        proceedings = self._referee.proceedings
        away = None if peer not in self._away else now - self._away[peer]
        if away is not None and not self.speaks_for_itself(peer):
            # There is no channel to who has it now; it is away only since it is asked.
            away = min(away, now - self._owing.get(peer, now))
        name = proceedings.roster.names[peer]
        closes_as = proceedings.closes_as
        return Waited(
            peer, name, self.is_linked(peer), 0.0, away=away, owes=False, closes_as=closes_as
        )
