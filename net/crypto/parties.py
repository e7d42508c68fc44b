"""Who proves and who verifies: a group, and where their fresh bytes come from.

Nothing under net/crypto draws a random number by itself: `Entropy` is the operating system's in the
program and a seed's in tests.
"""

from collections.abc import Callable
from dataclasses import dataclass

from net.crypto.group import Group
from net.crypto.hashing import blake

# Gives so many fresh random bytes.
Entropy = Callable[[int], bytes]

# Gives so many nonces for the proof whose transcript has this digest.
Nonces = Callable[[bytes, int], list[int]]


@dataclass(frozen=True, slots=True)
class Prover:
    """Makes proofs."""

    group: Group
    nonces: Nonces


@dataclass(frozen=True, slots=True)
class Verifier:
    """Checks proofs; its entropy gives the weights of P-5, which no peer may foresee."""

    group: Group
    entropy: Entropy


def hedged_nonces(group: Group, nonce_key: bytes, entropy: Entropy) -> Nonces:
    """N-4: nonces from the transcript, a counter, a secret key and fresh bytes.

    Either the key or the entropy may fail and a nonce is still neither known nor used twice.
    """

    def nonces(transcript_digest: bytes, count: int) -> list[int]:
        return [
            int.from_bytes(
                blake(
                    b"FOD1-nonce",
                    transcript_digest + counter.to_bytes(2, "little") + entropy(32),
                    size=64,
                    key=nonce_key,
                ),
                "little",
            )
            % group.order
            for counter in range(count)
        ]

    return nonces
