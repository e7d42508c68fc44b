"""The last two requests of every game: all sign its end, then open their secrets (22.8, A-1)."""

from collections.abc import Sequence

from net.crypto.derivation import SEED_SIZE, GameKeys, SeedSecrets, public_keys
from net.crypto.faults import Malformed, OpeningMismatch, PeerFault
from net.crypto.group import Group
from net.log.chain import FIRST_EPOCH
from net.rounds import Round
from net.wire.bodies import AuditOpened, Final
from net.wire.bodies_table import OpenedSeed

# 22.8: how a game ends, as FINAL says it. Names are those of the engine's outcome.
OUTCOMES: dict[str | None, int] = {None: 0, "dracula": 1, "hunters": 2}


class AuditMismatch(PeerFault):
    """A-2: what a peer opened at the end is not what it played with."""

    code = 8


class Ending(Round):
    """FINAL: every peer signs how the game ended, and on which parent."""

    kind = Final

    def __init__(self, size: int, outcome: str | None, parent: bytes) -> None:
        super().__init__(size)
        self._final = Final(OUTCOMES[outcome], parent)

    def make(self) -> Final:
        """What our own engine says."""
        return self._final

    def _verify(self, _peer: int, body: Final) -> None:
        if body != self._final:
            raise OpeningMismatch("the game ended otherwise")

    def settle(self) -> Final:
        """The end that all have signed."""
        return self._final


class Auditing(Round):
    """AUDIT_OPEN: every peer opens its seed; from it the audit makes everything anew."""

    kind = AuditOpened

    def __init__(self, group: Group, game_id: bytes, keys: Sequence[GameKeys]) -> None:
        super().__init__(len(keys))
        self._group = group
        self._game_id = game_id
        self._keys = keys

    def make(self, seed: bytes) -> AuditOpened:
        """Open our seed: only now, when all have signed the end."""
        return AuditOpened((OpenedSeed(FIRST_EPOCH, seed),), ())

    def _verify(self, peer: int, body: AuditOpened) -> None:
        if len(body.seeds) != 1 or body.scalars or body.seeds[0].epoch != FIRST_EPOCH:
            raise Malformed("a seed too many or too few")
        seed = body.seeds[0].seed
        assert len(seed) == SEED_SIZE
        secrets = SeedSecrets(self._group, seed).game_secrets(self._game_id, FIRST_EPOCH)
        if public_keys(self._group, secrets) != self._keys[peer]:
            raise AuditMismatch("the seed is not that of the keys")

    def settle(self) -> tuple[bytes, ...]:
        """The seeds, in peer order."""
        return tuple(body.seeds[0].seed for body in self.bodies())
