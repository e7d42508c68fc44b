"""The last two requests of every game: all sign its end, then open their secrets (22.8, A-1)."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from net.crypto.derivation import SEED_SIZE, GameKeys, SeedSecrets, public_keys
from net.crypto.faults import Malformed, OpeningMismatch, PeerFault
from net.crypto.group import Group
from net.endings import BY_THE_RULES
from net.rounds import Round
from net.wire.bodies import AuditOpened, Final
from net.wire.bodies_table import OpenedScalars, OpenedSeed


class AuditMismatch(PeerFault):
    """A-2: what a peer opened at the end is not what it played with."""

    code = 8


class Ending(Round):
    """FINAL: every peer signs how the game ended, and on which parent."""

    kind = Final

    def __init__(self, size: int, outcome: str | None, parent: bytes) -> None:
        super().__init__(range(size))
        self._final = Final(BY_THE_RULES[outcome], parent)

    def make(self) -> Final:
        """What our own engine says."""
        return self._final

    def _verify(self, _peer: int, body: Final) -> None:
        if body != self._final:
            raise OpeningMismatch("the game ended otherwise")

    def settle(self) -> Final:
        """The end that all have signed."""
        return self._final


class Opened(NamedTuple):
    """Who opens its secrets, and what they must fit: keys, since when; and before a take-over."""

    peers: Sequence[int]  # without who is gone, as all others say (K-10)
    game_id: bytes
    keys: Sequence[GameKeys]
    epochs: Mapping[int, int]
    before: Mapping[int, tuple[int, GameKeys]]


class Auditing(Round):
    """AUDIT_OPEN: peers open their seeds; from them the audit makes everything anew."""

    kind = AuditOpened

    def __init__(self, group: Group, opened: Opened) -> None:
        super().__init__(opened.peers)
        self._group = group
        self._opened = opened

    def make(self, peer: int, seed: bytes, rebuilt: Sequence[int] | None) -> AuditOpened:
        """Open our seed: only now, when all have signed the end; a successor what it rebuilt."""
        scalars: tuple[OpenedScalars, ...] = ()
        if rebuilt is not None and peer in self._opened.before:
            epoch, _ = self._opened.before[peer]
            scalars = (OpenedScalars(epoch, *rebuilt),)
        return AuditOpened((OpenedSeed(self._opened.epochs[peer], seed),), scalars)

    def _verify(self, peer: int, body: AuditOpened) -> None:
        opened = self._opened
        epoch = opened.epochs[peer]
        if len(body.seeds) != 1 or body.seeds[0].epoch != epoch:
            raise Malformed("a seed too many or too few")
        seed = body.seeds[0].seed
        assert len(seed) == SEED_SIZE
        secrets = SeedSecrets(self._group, seed).game_secrets(opened.game_id, epoch)
        if public_keys(self._group, secrets) != opened.keys[peer]:
            raise AuditMismatch("the seed is not that of the keys")
        self._verify_rebuilt(peer, body.scalars)

    def _verify_rebuilt(self, peer: int, scalars: Sequence[OpenedScalars]) -> None:
        """A-1: a successor opens what it rebuilt, and nobody else has anything to open here."""
        before = self._opened.before.get(peer)
        expected = [] if before is None else [before[0]]
        if [each.epoch for each in scalars] != expected:
            raise Malformed("keys of somebody else too many or too few")
        for each in scalars:
            assert before is not None
            rebuilt = (each.identity, each.back, each.coin)
            keys = tuple(self._group.base_multiply(scalar) for scalar in rebuilt)
            if keys != before[1][:3]:
                raise AuditMismatch("these are not the keys that were rebuilt")

    def settle(self) -> dict[int, bytes]:
        """The seeds, by peer."""
        peers = (step.peer for step in self.steps)
        return {peer: body.seeds[0].seed for peer, body in zip(peers, self.bodies(), strict=True)}
