"""What players of a simulated table do besides playing: go for good, take over, end early.

1. Who goes never comes back. The others wait some time, then do what bots do in the real program:
   with recovery the lowest hunter's player takes the place over, without it they end the game.
2. A successor sits where the leaver sat: the simulated network knows places, not programs.
"""

from collections.abc import Sequence

from client.absences import bots_wish
from client.soak.plan import WORDS, Plan
from client.soak.simulated_peer import SimulatedPeer
from net.edge.desk import Waited
from net.limits import GIVEN_UP_S
from net.log.entry import decode_entry
from net.log.roster import DRACULAS_PEER
from net.peer.effects import Conceded, Effect, EndProposed, Event, GivenUpFor, Record
from net.peer.replacement_vote import TakeOverHere, TakeOverWished
from net.replacement.recovery import absence_of

# Simulated seconds after which the others act: all that is on its way has arrived.
_PATIENCE = 20.0


class Partings:
    """Who is gone from a table, and what the others want."""

    def __init__(self, plan: Plan, peers: list[SimulatedPeer]) -> None:
        self.gone: int | None = None
        self._plan = plan
        self._peers = peers
        self._since = 0.0
        self._ended: set[int] = set()

    def leaves(self, peer: SimulatedPeer, now: float) -> bool:
        """Whether this program ends here, for good."""
        plan = self._plan
        is_due = plan.leaver == peer.number and peer.position >= plan.leaves_at
        if not is_due or plan.leaves_before or peer.since or peer.is_done:
            return False
        self.gone, self._since = peer.number, now
        return True

    def leaves_before(self, peer: SimulatedPeer, effect: Effect, now: float) -> bool:
        """Whether this program ends here, for good, before it keeps or sends a word of its own."""
        plan = self._plan
        if plan.leaver != peer.number or not plan.leaves_before or peer.since:
            return False
        if not isinstance(effect, Record) or not effect.own:
            return False
        if decode_entry(effect.entry).kind != WORDS[plan.leaves_before].kind:
            return False
        self.gone, self._since = peer.number, now
        return True

    def wishes(self, peer: SimulatedPeer, now: float) -> Sequence[Event]:
        """What the player of this program wants now."""
        if peer.begin is None or peer.is_done:
            return []
        if self._plan.ending and peer.position >= self._plan.ends_at:
            return self._end(peer)
        if self.gone is None or now - self._since < _PATIENCE:
            return []
        return self._about_gone(peer, self.gone)

    def _end(self, peer: SimulatedPeer) -> Sequence[Event]:
        """Dracula gives up, or all agree to end; each says it once."""
        is_asked = self._plan.ending == "agreed" or peer.number == DRACULAS_PEER
        if not is_asked or peer.number in self._ended:
            return []
        self._ended.add(peer.number)
        return [EndProposed(opens=True) if self._plan.ending == "agreed" else Conceded()]

    def _about_gone(self, peer: SimulatedPeer, gone: int) -> Sequence[Event]:
        proceedings, since = peer.referee.proceedings, self._peers[gone].since
        if since and proceedings.chain.epoch >= since:
            return []  # the place is taken, and the game goes on
        owes = gone in proceedings.hearing.awaited(proceedings.chain.missing())
        absence = absence_of(proceedings.recovery, peer.number, gone)
        waited = Waited(
            gone, "", is_linked=False, since=GIVEN_UP_S, absence=absence, away=GIVEN_UP_S,
            owes=owes, closes_as=proceedings.closes_as,
        )  # fmt: skip
        wish = bots_wish(waited)
        if isinstance(wish, TakeOverHere) and not since:
            self._peers[gone] = peer.understudy(gone)
            return [TakeOverWished(wish.index, gone, self._peers[gone].key)]
        if since and isinstance(wish, GivenUpFor):
            return []  # the new player is on the way
        return [] if wish is None or isinstance(wish, TakeOverHere) else [wish]
