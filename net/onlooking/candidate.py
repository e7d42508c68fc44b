"""An onlooker who would play on for whoever is gone: follows, offers itself, sees that it is named.

What may live here: what it says and concludes. Until all players have agreed to it, it is an
onlooker like any other, and signs nothing (22.14, 22.15).

1. It offers itself when it has all that the players have said to have, and what it will need is
   kept: who is named must be able to play at once, also after a crash (K-1).
2. It says so once on each channel to a player: the offer ends with the channel.
3. A bot that somebody keeps follows and offers itself to its keeper alone, who named it; the others
   need not let it in.
"""

from collections.abc import Sequence
from types import MappingProxyType
from typing import NamedTuple

from net.crypto.transcript import Verifier
from net.game.replica import places_of
from net.gossip import CatchUp
from net.lobby.events import Dial, LobbyEffect
from net.onlooking.approach import OnlookerStage
from net.onlooking.onlooker import Onlooker
from net.peer.effects import Effect
from net.wire.messages import GameBegun, PlaceWanted


class Given(NamedTuple):
    """A place that all have given to us, and the epoch in which our keys begin there."""

    peer: int
    since: int


class Candidate(Onlooker):
    """The machine of one who would play on; `key` is its identity, `keeper` whose bot it is."""

    def __init__(
        self, name: str, random: bytes, verifier: Verifier, key: bytes, keeper: bytes | None
    ) -> None:
        super().__init__(name, random, verifier)
        self._key = key
        self._keeper = keeper
        self._levelling = CatchUp()
        self._told: set[bytes] = set()
        self.is_prepared = False  # what it needs to play is kept

    def begun(self, identity: bytes, message: GameBegun) -> None:
        """Go again where nobody can ever be replaced, or where we have a place by the set-up."""
        super().begun(identity, message)
        if self.proceedings is None or self.stage is not OnlookerStage.FOLLOWING:
            return
        if self._key in [peer.identity for peer in self.proceedings.setup.peers]:
            self._end("stand-in-plays")
        elif not self.proceedings.setup.recovery:
            self._end("stand-in-recovery")

    TRANSITIONS = MappingProxyType(
        {**Onlooker.TRANSITIONS, (OnlookerStage.WAITING, GameBegun): begun}
    )

    def is_level(self, now: float) -> bool:
        """Whether we have all that the players have, as far as they are there."""
        if self.proceedings is None or self.gossip is None:
            return False
        others = self.proceedings.roster.peers
        if self._keeper is not None:
            others = tuple(at for key, at in self._numbers.items() if key == self._keeper)
        return self._levelling.is_done(self.gossip, others, now)

    @property
    def place(self) -> Given | None:
        """K-8: what all have given to us; None while they have not."""
        if self.proceedings is None:
            return None
        peer = places_of(self.proceedings).holders.get(self._key)
        if peer is None:
            return None
        recovery, epoch = self.proceedings.recovery, self.proceedings.chain.epoch
        case = recovery.interlude.succession()
        is_coming = case is not None and case.successor == self._key
        return Given(peer, epoch + 1 if is_coming else recovery.key_epochs[peer])

    def tick(self, now: float) -> Sequence[LobbyEffect | Effect]:
        """Besides what an onlooker says: that we would play on."""
        effects = list(super().tick(now))
        self._told &= {*self._present}
        if (
            self.proceedings is not None
            and self.stage is OnlookerStage.FOLLOWING
            and self.is_prepared
        ):
            players = {key for key in self._present if key in self._numbers}
            for each in sorted(players - self._told):
                self._say(PlaceWanted(self.proceedings.setup_hash), each)
            self._told |= players
        said, self._effects = self._effects, []
        return [*effects, *said]

    def _call_players(self) -> None:
        if self._keeper is None:
            super()._call_players()
        elif self._keeper not in self._present and self._keeper in self._known:
            self._effects.append(Dial(self._known[self._keeper]))
