"""The real group for tests that play, judge or cheat in it: nothing is worked out twice.

All peers of a table check the same proofs, and many tests begin with the same keys and decks; in a
process they ask libsodium once. Whoever tries the group itself takes another.
"""

from functools import lru_cache

import nacl.bindings

from net.crypto.group import SodiumGroup

_KNOWN = 50_000


class RememberingLibrary:
    """What is used of libsodium; a refusal is not remembered."""

    def __init__(self) -> None:
        remember = lru_cache(_KNOWN)
        self.crypto_scalarmult_ed25519_base_noclamp = remember(
            nacl.bindings.crypto_scalarmult_ed25519_base_noclamp
        )
        self.crypto_scalarmult_ed25519_noclamp = remember(
            nacl.bindings.crypto_scalarmult_ed25519_noclamp
        )
        self.crypto_core_ed25519_add = remember(nacl.bindings.crypto_core_ed25519_add)
        self.crypto_core_ed25519_sub = remember(nacl.bindings.crypto_core_ed25519_sub)
        self.crypto_core_ed25519_is_valid_point = remember(
            nacl.bindings.crypto_core_ed25519_is_valid_point
        )


REAL = SodiumGroup(RememberingLibrary())
