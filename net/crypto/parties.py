"""Who proves and who verifies: a group, and where their fresh bytes come from.

Nothing under net/crypto draws a random number by itself: `Entropy` is the operating system's in the
program and a seed's in tests.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any, Concatenate, ParamSpec

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


# Takes a check and all its arguments but the verifier, and sees to it that it is made.
Postpone = Callable[[Callable[..., Any], tuple[Any, ...]], None]

Arguments = ParamSpec("Arguments")


@dataclass(frozen=True, slots=True)
class Verifier:
    """Checks proofs; its entropy gives the weights of P-5, which no peer may foresee.

    `postpone` is for judging a finished game on several processors: whoever gives it must have
    every postponed check made before it believes anything (P-9). In play there is none.
    """

    group: Group
    entropy: Entropy
    postpone: Postpone | None = None


def postponable(
    check: Callable[Concatenate[Verifier, Arguments], None],
) -> Callable[Concatenate[Verifier, Arguments], None]:
    """A check that is made by somebody else if its verifier says so."""

    @wraps(check)
    def checked(
        verifier: Verifier, /, *arguments: Arguments.args, **named: Arguments.kwargs
    ) -> None:
        if verifier.postpone is None:
            check(verifier, *arguments, **named)
        else:
            verifier.postpone(checked, arguments)

    return checked


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
