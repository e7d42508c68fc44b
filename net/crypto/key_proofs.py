"""KEYS of 5.1: a peer knows the secrets of the keys it publishes, so none cancels another's."""

from collections.abc import Iterable, Sequence

from net.crypto.group import Group, Point
from net.crypto.linear import Equation, check_linear, prove_linear
from net.crypto.parties import Prover, Verifier, postponable
from net.crypto.transcript import Transcript


def prove_keys_known(prover: Prover, context: bytes, secrets: Sequence[int]) -> bytes:
    """S-2: prove X = x·G, Y = y·G, C = c·G, for KEY_OPEN, PEER_ACCEPT and KEY_ROTATE."""
    keys = [prover.group.base_multiply(secret) for secret in secrets]
    transcript = Transcript(prover.group, "keys", context)
    return prove_linear(transcript, _equations(prover.group, keys), secrets, prover.nonces)


@postponable
def check_keys_known(
    verifier: Verifier, context: bytes, keys: Sequence[Point], proof: bytes
) -> None:
    """S-2: refuse keys whose owner does not know their secrets."""
    transcript = Transcript(verifier.group, "keys", context)
    check_linear(transcript, _equations(verifier.group, keys), len(keys), proof)


def joint_key(group: Group, keys: Iterable[Point]) -> Point:
    """Section 7, step 3: the sum of all peers' keys of one kind."""
    total = group.identity
    for key in keys:
        total = group.add(total, key)
    return total


def _equations(group: Group, keys: Sequence[Point]) -> list[Equation]:
    return [Equation(key, ((index, group.generator),)) for index, key in enumerate(keys)]
