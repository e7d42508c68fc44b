"""The first three and last two requests of every game, which each peer answers once.

They have the form of `net.fairness.cards.exchange.Exchange`, so one loop drives all requests.

Entering (section 7, 22.10):
1. GAME_OPEN by every peer gives the game its id.
2. KEY_COMMIT by every peer commits to a key and its proof.
3. KEY_OPEN by every peer gives the keys. Its proof was committed to before anybody had seen a key,
   so its context is built on the parent of KEY_COMMIT, one context for both. After that the rules
   ask, and their own first requests make the decks.

Leaving (22.8, A-1):
4. All peers sign the end of the game.
5. All peers open their secrets, and these are audited.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

from net.crypto.derivation import SEED_SIZE, GameKeys, SeedSecrets, public_keys
from net.crypto.faults import Malformed, OpeningMismatch, PeerFault, RuleBroken
from net.crypto.group import Group
from net.crypto.hashing import game_id, key_commitment
from net.crypto.linear_proofs import check_keys_known, prove_keys_known
from net.crypto.transcript import Entropy, Moment, Purpose, Verifier, context_index
from net.fairness.cards.exchange import Step
from net.fairness.cards.vault import Vault
from net.game.early_end import BY_THE_RULES
from net.wire.bodies import AuditOpened, Final, GameOpen, KeyCommit, KeyOpen, encode_body
from net.wire.bodies_table import OpenedScalars, OpenedSeed
from net.wire.layout import Body
from net.wire.table_setup import TableSetup


class Round(ABC):
    """One body by every peer that is asked, in any order of arrival."""

    kind: type[Body]

    def __init__(self, peers: Iterable[int]) -> None:
        self.steps = tuple(Step(peer, self.kind) for peer in peers)
        self.taken: dict[int, Any] = {}

    @property
    def is_complete(self) -> bool:
        """Whether every peer has answered."""
        return len(self.taken) == len(self.steps)

    def is_due(self, number: int) -> bool:
        """Always true: no answer waits for another."""
        return 0 <= number < len(self.steps)

    def check(self, number: int, body: Body) -> None:
        """Keep a body; refuse a wrong one, as a PeerFault."""
        if type(body) is not self.kind:
            raise Malformed(f"{type(body).__name__} where {self.kind.__name__} belongs")
        self._verify(self.steps[number].peer, body)
        self.taken[number] = body

    def bodies(self) -> list[Any]:
        """All bodies, in order of peer."""
        return [self.taken[number] for number in range(len(self.steps))]

    def stated(self, _number: int) -> None:
        """What is said here needs no rules of play to be checked."""
        return

    @abstractmethod
    def _verify(self, peer: int, body: Any) -> None:
        """Refuse a wrong body of the right type."""

    @abstractmethod
    def settle(self) -> Any:
        """The answer, once all bodies are here."""


# Every peer's public keys, in peer order.
Keys: TypeAlias = tuple[GameKeys, ...]


class EntryRound(Round):
    """Request 0: every peer enters the game that S describes; the answer is the game's id."""

    kind = GameOpen

    def __init__(self, setup: TableSetup, setup_hash: bytes) -> None:
        super().__init__(range(len(setup.peers)))
        self._identities = [peer.identity for peer in setup.peers]
        self._game = Entered(setup_hash, setup.protocol)

    def make(self, peer: int, entropy: Entropy) -> GameOpen:
        """Enter; the random bytes make every game another one."""
        return make_game_open(self._identities[peer], entropy(32), self._game, peer)

    def _verify(self, peer: int, body: GameOpen) -> None:
        check_game_open(body, self._identities[peer], self._game, peer)

    def settle(self) -> bytes:
        """S-1: the id of the game."""
        return id_of_game(self.bodies())


class KeysCommitted(Round):
    """Request 1: every peer fixes its keys before it has seen another's."""

    kind = KeyCommit

    def __init__(self, size: int, game_id: bytes, anchor: bytes) -> None:
        super().__init__(range(size))
        self._game_id = game_id
        self._anchor = anchor

    def context(self, peer: int) -> bytes:
        """The one context of a peer's commitment and of its keys."""
        return key_context(self._game_id, self._anchor, peer)

    def make(self, vault: Vault) -> KeyCommit:
        """The hash of the keys to come."""
        return make_key_commit(vault, self.context(vault.peer))

    def _verify(self, _peer: int, _body: KeyCommit) -> None:
        """Any 32 bytes may be a commitment."""

    def settle(self) -> "KeysCommitted":
        """What the openings are judged by."""
        return self


class KeysOpened(Round):
    """Request 2: every peer shows its keys and that it knows their secrets; the answer is Keys."""

    kind = KeyOpen

    def __init__(self, verifier: Verifier, committed: KeysCommitted) -> None:
        super().__init__(range(len(committed.steps)))
        self._verifier = verifier
        self._committed = committed

    def is_due(self, number: int) -> bool:
        """S-2: in the order of peers, so that all blame the same one if a key repeats another."""
        return super().is_due(number) and len(self.taken) >= number

    def make(self, vault: Vault) -> KeyOpen:
        """The keys that were committed to."""
        return make_key_open(vault, self._committed.context(vault.peer))

    def _verify(self, peer: int, body: KeyOpen) -> None:
        commit = self._committed.taken[peer]
        others = [self.taken[other] for other in range(peer)]
        check_key_open(self._verifier, self._committed.context(peer), commit, body, others)

    def settle(self) -> Keys:
        """The keys that cards are locked with."""
        return tuple(game_keys(body) for body in self.bodies())


class AuditMismatch(PeerFault):
    """A-2: what a peer opened at the end is not what it played with."""

    code = 8


# --- The last two requests ---


class EndRound(Round):
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


class SecretsToOpen(NamedTuple):
    """Who opens its secrets, and which keys these must fit; also keys before a take-over."""

    peers: Sequence[int]  # without who is gone, as all others say (K-10)
    game_id: bytes
    keys: Sequence[GameKeys]
    epochs: Mapping[int, int]
    before: Mapping[int, tuple[int, GameKeys]]


class AuditRound(Round):
    """AUDIT_OPEN: peers open their seeds; from them the audit recomputes everything."""

    kind = AuditOpened

    def __init__(self, group: Group, opened: SecretsToOpen) -> None:
        super().__init__(opened.peers)
        self._group = group
        self._opened = opened

    def make(self, peer: int, seed: bytes, rebuilt: Sequence[int] | None) -> AuditOpened:
        """Open our seed, now that all signed the end; a successor also opens what it rebuilt."""
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


# --- The first three requests: making and checking their bodies ---


FIRST_EPOCH = 0


class Entered(NamedTuple):
    """The game that is entered: S, and the protocol that its set-up says."""

    setup: bytes
    protocol: int


def make_game_open(identity_key: bytes, random: bytes, game: Entered, peer: int) -> GameOpen:
    """Step 1: a peer enters the game that the set-up S describes; the random bytes are fresh."""
    return GameOpen(identity_key, random, game.setup, peer, game.protocol)


def check_game_open(body: GameOpen, identity_key: bytes, game: Entered, peer: int) -> None:
    """S-1, 22.10: refuse an opening by another, for another set-up or in another protocol."""
    if (body.identity, body.peer) != (identity_key, peer):
        raise Malformed("an opening in somebody else's name")
    if (body.setup, body.version) != game:
        raise RuleBroken("another set-up, or another version of the protocol")


def id_of_game(openings: Iterable[GameOpen]) -> bytes:
    """S-1: the game's id, from all openings in peer order."""
    return game_id(encode_body(each) for each in openings)


def key_context(game: bytes, anchor: bytes, peer: int) -> bytes:
    """H-2: the context of a peer's commitment and of its keys; the parent is KEY_COMMIT's."""
    moment = Moment(game, FIRST_EPOCH, anchor, peer)
    return moment.context(Purpose.KEYS, context_index(peer, 0))


def make_key_open(vault: Vault, context: bytes) -> KeyOpen:
    """Step 3: the keys, with the proof that their secrets are known. The same bytes every time."""
    prover = vault.repeatable_prover(context)
    secrets = (vault.game.identity, vault.game.back, vault.game.coin)
    salt = vault.secrets.derive("key.salt", context)[:32]
    proof = prove_keys_known(prover, context, secrets)
    keys = vault.keys
    return KeyOpen(keys.identity, keys.back, keys.coin, keys.box, salt, proof)


def make_key_commit(vault: Vault, context: bytes) -> KeyCommit:
    """Step 2: the hash of the keys to come."""
    return KeyCommit(key_commitment(context, encode_body(make_key_open(vault, context))))


def check_key_open(
    verifier: Verifier, context: bytes, commit: KeyCommit, body: KeyOpen, others: Sequence[KeyOpen]
) -> None:
    """S-2: refuse what was not committed to, is not proved, or repeats a key of another peer."""
    if key_commitment(context, encode_body(body)) != commit.commitment:
        raise OpeningMismatch("other keys were committed to")
    check_keys_known(verifier, context, (body.identity, body.back, body.coin), body.proof)
    taken = {key for other in others for key in _all_keys(other)}
    mine = _all_keys(body)
    if len(set(mine)) != len(mine) or taken.intersection(mine):
        raise RuleBroken("a key that is used already")


def game_keys(body: KeyOpen) -> GameKeys:
    """The keys a ledger is made with."""
    return GameKeys(body.identity, body.back, body.coin, body.box)


def _all_keys(body: KeyOpen) -> tuple[bytes, ...]:
    return (body.identity, body.back, body.coin, body.box)
