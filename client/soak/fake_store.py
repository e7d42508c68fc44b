"""A disk of a simulated peer: keeps what the real one would keep through a crash.

1. An own entry is safe when `record` returns, and with it everything recorded before it.
2. What was received since may be gone after a crash, the latest first.
3. A second, different own entry for one place is our own mistake (K-1), whichever life made it.
"""

from net.errors import LocalMistake
from net.log.chain import outlasts
from net.log.entry import EntryPlace, decode_entry


class FakeStore:
    """The entries of one peer in one game."""

    def __init__(self) -> None:
        self._safe: list[bytes] = []
        self._unsafe: list[bytes] = []
        self._own: dict[EntryPlace, bytes] = {}
        self.lines: list[bytes] = []  # of the talk, which is small and loses nothing here

    def record(self, entry: bytes, *, own: bool) -> None:
        """Keep an entry."""
        if own:
            place = decode_entry(entry).place
            if self._own.setdefault(place, entry) != entry:
                raise LocalMistake(f"{place} is answered a second time")
        self._unsafe.append(entry)
        if own:
            self.sync()

    def set_aside(self, index: int, agreed: tuple[bytes, ...]) -> None:
        """All have agreed to ask a request again: what followed from it is gone, and safely so."""
        kept = [each for each in self.entries() if outlasts(decode_entry(each), index)]
        self._safe, self._unsafe = [*kept, *agreed], []

    def sync(self) -> None:
        """Everything so far is safe."""
        self._safe += self._unsafe
        self._unsafe = []

    @property
    def unsafe(self) -> int:
        """How many of the latest entries a crash could take."""
        return len(self._unsafe)

    def crash(self, kept: int) -> None:
        """The program ends: of what is not safe only so many remain."""
        self._unsafe = self._unsafe[:kept]

    def entries(self) -> list[bytes]:
        """What a returning program reads, in the order of the real store, each once."""
        found = dict.fromkeys((*self._safe, *self._unsafe))
        decoded = {encoded: decode_entry(encoded) for encoded in found}
        return sorted(
            found,
            key=lambda encoded: (
                decoded[encoded].index,
                decoded[encoded].part,
                decoded[encoded].epoch,
                decoded[encoded].peer,
            ),
        )
