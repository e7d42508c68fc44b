"""How a secret looks when it is printed: not at all (N-9); and one that is kept in another's place.

Nothing heavy is loaded for this: what window and worker tell each other holds secrets too.
"""

from msgspec import Struct


def concealed(secret: object) -> str:
    """N-9: what a log, an error or a crash report may hold of a secret: its kind."""
    return f"{type(secret).__name__}(…)"


class Unlocking(Struct, frozen=True):
    """What opens a player's locked files and is not their passphrase: a key for the salt of each.

    A passphrase opens them wherever they are, until it is changed, and perhaps much else of its
    player; it is needed for a moment only. These open the files as they are locked now.
    """

    keys: tuple[tuple[bytes, bytes], ...]

    def key_for(self, salt: bytes) -> bytes | None:
        """The key of a file with this salt, if it was locked with the same passphrase."""
        return dict(self.keys).get(salt)

    def __repr__(self) -> str:
        """N-9: nothing of the secret."""
        return concealed(self)
