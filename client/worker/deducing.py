"""The deduction aid of one game: tells the hunters anew whenever the public can conclude more."""

from collections.abc import Callable

from client.worker.values import Deduced, Report
from engine.deduction import Whereabouts, bound
from engine.edition import Edition
from engine.state import State, hideouts


class Deducing:
    """Where Dracula can be; for a table that allows it and a player who wants to be told."""

    def __init__(self, tell: Callable[[Report], None], *, is_wanted: bool) -> None:
        self._tell = tell
        self._is_wanted = is_wanted
        self._read: object = None  # what the last conclusion was drawn from
        self._told: Whereabouts | None = None

    def want(self, *, is_wanted: bool) -> None:
        """The player wants to be told from now on, or no longer."""
        if is_wanted != self._is_wanted:
            self._is_wanted = is_wanted
            self.begin()

    def begin(self) -> None:
        """The window knows nothing, or forgets it: what was told is to be told again."""
        self._read = self._told = None

    def conclude(self, index: int, state: State, edition: Edition) -> None:
        """Tell what follows from this state, unless it is what was told before."""
        read = (hideouts(state), state.clues)
        if not self._is_wanted or read == self._read:
            return
        self._read = read
        found = bound(state, edition)
        if found != self._told:
            self._told = found
            self._tell(Deduced(index, found.current, found.slots))
