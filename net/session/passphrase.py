"""A table's passphrase as the pre-shared key of its handshakes (22.17).

The cost is what protects five words against guessing at leisure: whoever answers one handshake in
the table's place can try phrases against it afterwards.
"""

import unicodedata

import nacl.pwhash.argon2id

from net.session.noise import PSK_SIZE

TABLE_ID_SIZE = 16

# 22.17, N-8: 64 MiB and three passes.
MEMORY = 64 * 1024 * 1024
PASSES = 3


def stretched(secret: bytes, salt: bytes) -> bytes:
    """N-8, 22.17: 32 bytes by Argon2id. Takes about half a second."""
    return nacl.pwhash.argon2id.kdf(PSK_SIZE, secret, salt, opslimit=PASSES, memlimit=MEMORY)


def table_key(passphrase: str, table_id: bytes) -> bytes:
    """22.17: the pre-shared key of a table; its id is the salt, so no two tables share one.

    Blanks, hyphens and capitals do not matter: people read the words to each other.
    """
    if len(table_id) != TABLE_ID_SIZE:
        raise ValueError("a table's id has 16 bytes")
    words = unicodedata.normalize("NFKC", passphrase).casefold().replace("-", " ").split()
    return stretched(" ".join(words).encode(), table_id)
