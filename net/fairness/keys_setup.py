"""The first three requests of every game: who plays, and with which keys (section 7).

All peers answer each of them, so the part is the peer. The proof in KEY_OPEN is committed to before
anybody has seen a key, and so it stands on the parent of KEY_COMMIT: one context for both.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from net.crypto.derivation import GameKeys
from net.crypto.faults import Malformed, OpeningMismatch, RuleBroken
from net.crypto.hashing import game_id, key_commitment
from net.crypto.key_proofs import check_keys_known, prove_keys_known
from net.crypto.parties import Verifier
from net.crypto.transcript import Moment, Purpose, context_index
from net.fairness.vault import Vault
from net.wire.bodies import encode_body
from net.wire.bodies_setup import GameOpen, KeyCommit, KeyOpen

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
