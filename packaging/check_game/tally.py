"""What was checked, of what kind, how much of it held, and what did not."""

from collections import Counter
from collections.abc import Callable
from typing import Any

from group import Wrong
from nacl.exceptions import CryptoError

MOST_FINDINGS = 50  # shown; all are counted


class Tally:
    """Counts by kind, in the order in which kinds were first met."""

    def __init__(self) -> None:
        self.findings: list[str] = []
        self.notes: list[str] = []
        self._good: Counter[str] = Counter()
        self._stated: Counter[str] = Counter()
        self._unstated: Counter[str] = Counter()
        self._unopened: Counter[str] = Counter()
        self._all: Counter[str] = Counter()

    def holds(
        self,
        kind: str,
        where: str,
        check: Callable[..., Any],
        *arguments: Any,
        stated: bool = False,
    ) -> Any:
        """Make one check and count it; what it returns, or None if it was Wrong.

        `stated`: what it proves was taken from the file of statements.
        """
        self._all[kind] += 1
        try:
            found = check(*arguments)
        except (Wrong, CryptoError) as wrong:
            self.findings.append(f"{where}: {kind}: {wrong}")
            return None
        self._good[kind] += 1
        self._stated[kind] += stated
        return found

    def demand(self, kind: str, where: str, holds: object, wrong: str) -> bool:
        """Count something that is so or is not."""
        self.holds(kind, where, _refuse_unless, holds, wrong)
        return bool(holds)

    def unstated(self, kind: str) -> None:
        """Count a proof of something that only the rules of play say, and nobody has said."""
        self._all[kind] += 1
        self._unstated[kind] += 1

    def unopened(self, kind: str) -> None:
        """Count what a seed would make anew that nobody has opened: nobody can check it."""
        self._unopened[kind] += 1

    def note(self, said: str) -> None:
        """Keep something that was not checked and is nobody's fault."""
        if said not in self.notes:
            self.notes.append(said)

    @property
    def is_good(self) -> bool:
        """Whether nothing was wrong."""
        return not self.findings

    @property
    def is_whole(self) -> bool:
        """Whether everything could be checked."""
        return self.is_good and not self._unstated

    def report(self) -> str:
        """All of it, a line for each kind, then what was wrong."""
        width = max(map(len, self._all), default=0)
        lines = [self._line(kind, width) for kind in self._all]
        lines += [f"WRONG {found}" for found in self.findings[:MOST_FINDINGS]]
        if len(self.findings) > MOST_FINDINGS:
            lines.append(f"WRONG and {len(self.findings) - MOST_FINDINGS} more")
        lines += self.notes
        if self._unopened:
            several = ", ".join(f"{count} of {kind}" for kind, count in self._unopened.items())
            lines.append(f"Of seeds that nobody has opened, and so not made anew: {several}.")
        good, every = sum(self._good.values()), sum(self._all.values())
        return "\n".join((*lines, f"{good} of {every}: {self._verdict()}"))

    def _line(self, kind: str, width: int) -> str:
        line = f"{kind:{width}}  {self._good[kind]} of {self._all[kind]}"
        if self._stated[kind]:
            line += f", {self._stated[kind]} by the statements given"
        if self._unstated[kind]:
            line += f", {self._unstated[kind]} want a statement of the rules of play"
        return line

    def _verdict(self) -> str:
        if self.is_whole:
            return "everything holds"
        return "what was checked holds" if self.is_good else "not everything holds"


def _refuse_unless(holds: object, wrong: str) -> None:
    if not holds:
        raise Wrong(wrong)
