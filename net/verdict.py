"""What a verification found, as data: how much of each line was good, the first that was not."""

from collections.abc import Iterable
from enum import StrEnum

from msgspec import Struct

from net.proceedings import Stage


class Line(StrEnum):
    """What is checked, in the order it is told."""

    SIGNATURES = "signatures"
    CHAIN = "chain"
    SHUFFLES = "shuffles"
    PROOFS = "proofs"
    SEALS = "seals and openings"
    RULES = "rules"


class Violation(Struct, frozen=True):
    """The first thing that is wrong, and whose signature it carries."""

    line: Line
    entry: int | None  # position among the entries of the file; None: the file's end
    request: int | None
    part: int | None
    peer: int | None  # None: nobody's, for the signature does not fit
    name: str | None
    code: int | None  # V-1
    words: str


class Accusation(Struct, frozen=True):
    """A signed ACCUSE among the notes, and what the entries say to it (V-2)."""

    accuser: int
    accused: int | None  # None: what it names is not in the file
    entry: int | None  # its position among the entries
    code: int
    is_founded: bool | None  # None: not to be judged from this file


class Verdict(Struct, frozen=True):
    """What a file shows."""

    checked: dict[str, int]  # how much of each line was found good
    violation: Violation | None
    outcome: str | None
    cause: str | None
    stage: str
    requests: int
    final_parent: str
    unaudited: tuple[int, ...]  # peers whose secrets were not opened
    irreproducible: tuple[int, ...]  # peers whose randomness their seed does not give
    unjudged: int  # answers that only unopened secrets could judge
    ending: str | None = None  # how peers ended it before the rules did, as an id
    accusations: tuple[Accusation, ...] = ()

    @property
    def words(self) -> str:
        """A-3: the result in one sentence."""
        if self.violation is not None:
            return "a violation"
        is_ended = self.outcome is not None or self.ending is not None
        if self.stage != Stage.OVER.name.lower() and not is_ended:
            return "unfinished; nothing wrong so far"
        if self.unaudited:
            return f"nothing wrong; not audited for peer {_listed(self.unaudited)}"
        if self.irreproducible:
            peers = _listed(self.irreproducible)
            return f"clean, but randomness of peer {peers} not reproducible"
        return "clean"


def kind_of(verdict: Verdict) -> str:
    """The result as an id, for whoever has words of their own."""
    if verdict.violation is not None:
        return "violation"
    if verdict.words.startswith("unfinished"):
        return "unfinished"
    if verdict.unaudited:
        return "unaudited"
    return "irreproducible" if verdict.irreproducible else "clean"


def _listed(peers: Iterable[int]) -> str:
    return ", ".join(str(peer) for peer in peers)
