"""Ends before the rules' own: a side gives up, all agree, or a peer is gone (22.8).

1. Who wants such an end signs a wish. It stands outside the chain, stops nothing, and is never
   taken back; but that somebody is gone is refuted by whatever that one signs later. When the
   wishes suffice, every peer signs FINAL by itself.
2. That FINAL interrupts the pending request: it stands on its parent, at a part of its own, and
   whoever has signed it answers nothing more. Once all that must sign have signed the same on one
   parent, that is the end; what was answered to the interrupted request counts for nothing.
3. Whoever sees a FINAL further on goes there and signs again; nobody goes further than that. The
   furthest never signed anything before it, so there is one parent on which all can agree.
"""

from collections.abc import Mapping, Sequence
from enum import IntEnum

from net.crypto.faults import Malformed, OpeningMismatch, RuleBroken
from net.limits import MOST_PEERS
from net.log.entry import Entry
from net.log.roster import DRACULAS_PEER
from net.wire.bodies import Final
from net.wire.layout import Body


class Outcome(IntEnum):
    """How a game ended, as FINAL says it; where a peer is gone its number is added."""

    NONE = 0
    DRACULA = 1  # by the rules
    HUNTERS = 2
    DRACULA_CONCEDED = 3
    HUNTERS_CONCEDED = 4
    AGREED = 5  # by all, and secrets stay closed
    AGREED_AND_OPENED = 6
    ABANDONED = 0x80  # and secrets stay closed
    ABANDONED_AND_OPENED = 0x90  # K-10: those of the others


# Ends by the rules, by the names of the engine's outcome.
BY_THE_RULES: dict[str | None, Outcome] = {
    None: Outcome.NONE,
    "dracula": Outcome.DRACULA,
    "hunters": Outcome.HUNTERS,
}

# After these the secrets are opened, if the set-up says so.
_OPENED = (Outcome.DRACULA_CONCEDED, Outcome.HUNTERS_CONCEDED, Outcome.AGREED_AND_OPENED)

_IDS = {
    Outcome.DRACULA_CONCEDED: "conceded.dracula",
    Outcome.HUNTERS_CONCEDED: "conceded.hunters",
    Outcome.AGREED: "agreed",
    Outcome.AGREED_AND_OPENED: "agreed",
}


def without(peer: int) -> tuple[int, int]:
    """The outcomes that say a peer is gone: with secrets closed, and with those of others open."""
    return Outcome.ABANDONED + peer, Outcome.ABANDONED_AND_OPENED + peer


def abandoned_by(outcome: int) -> int | None:
    """The peer that is gone, if that is what an outcome says."""
    return next((peer for peer in range(MOST_PEERS) if outcome in without(peer)), None)


def ending_id(outcome: int) -> str:
    """An early end as an id: `conceded.dracula`, `conceded.hunters`, `agreed`, `abandoned.2`."""
    gone = abandoned_by(outcome)
    return _IDS[Outcome(outcome)] if gone is None else f"abandoned.{gone}"


def is_ending_id(text: str) -> bool:
    """Whether a reason why a game is closed is an end that its players brought about."""
    return text in _IDS.values() or text.startswith("abandoned.")


def is_opened(outcome: int) -> bool:
    """Whether the secrets are opened after such an end."""
    return outcome in _OPENED or outcome >= Outcome.ABANDONED_AND_OPENED


def is_early(outcome: int, size: int) -> bool:
    """Whether an outcome is one that peers, not the rules, can bring about at such a table."""
    gone = abandoned_by(outcome)
    return outcome in _IDS if gone is None else gone < size


def signers(outcome: int, size: int) -> list[int]:
    """Whose FINAL it takes: everybody's who is there."""
    gone = abandoned_by(outcome)
    return [peer for peer in range(size) if peer != gone]


def wished_end(wishes: Mapping[int, set[int]], size: int) -> int | None:
    """The end that enough peers have wished for; the first of the list if there are several."""
    everybody = set(range(size))
    wanted: list[tuple[int, set[int]]] = [
        (Outcome.DRACULA_CONCEDED, {DRACULAS_PEER}),
        (Outcome.HUNTERS_CONCEDED, everybody - {DRACULAS_PEER}),
        (Outcome.AGREED_AND_OPENED, everybody),
        *((Outcome.ABANDONED_AND_OPENED + gone, everybody - {gone}) for gone in range(size)),
    ]
    for outcome, needed in wanted:
        if all(outcome in wishes.get(peer, ()) for peer in needed):
            return outcome
    # Who would open its secrets is content to keep them closed, if another is not.
    closed: list[tuple[int, set[int], set[int]]] = [
        *((Outcome.ABANDONED + gone, {*without(gone)}, everybody - {gone}) for gone in range(size)),
        (Outcome.AGREED, {Outcome.AGREED, Outcome.AGREED_AND_OPENED}, everybody),
    ]
    for outcome, either, needed in closed:
        if all(either & wishes.get(peer, set()) for peer in needed):
            return outcome
    return None


class EarlyEnd:
    """The FINALs that interrupt the pending request."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._signed: dict[int, tuple[int, Entry]] = {}

    def take(self, entry: Entry, body: Body) -> None:
        """Keep a FINAL; a PeerFault if it is none that its peer could sign here."""
        if not isinstance(body, Final):
            raise Malformed(f"{type(body).__name__} where FINAL belongs")
        if body.parent != entry.parent:
            raise OpeningMismatch("the game would end on another parent")
        if not is_early(body.outcome, self._size):
            raise RuleBroken("no end that peers can bring about")
        if entry.peer not in signers(body.outcome, self._size):
            raise RuleBroken("nobody who is here is gone")
        self._signed[entry.peer] = (body.outcome, entry)

    def agreed(self) -> tuple[int, Sequence[Entry]] | None:
        """The end that all have signed who must, with what they signed, in order of peer."""
        for outcome in sorted({outcome for outcome, _ in self._signed.values()}):
            needed = signers(outcome, self._size)
            found = [self._signed[peer] for peer in needed if peer in self._signed]
            if [said for said, _ in found] == [outcome] * len(needed):
                return outcome, [entry for _, entry in found]
        return None
