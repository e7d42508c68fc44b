"""What is done about a player who is gone: by a bot after the table's clock, by a person's word."""

from net.edge.desk import Waited
from net.effects import Event, GivenUpFor
from net.recovery.wishes import TakeOverHere, TakeOverWished, TimeOutWished

# 22.15: without a move clock, somebody unreachable for so long may be timed out.
UNREACHABLE_S = 60.0

# Whoever cannot be replaced may come back; a bot gives up for it, if there is no clock, after this.
GIVEN_UP_S = 600.0


def bots_wish(waited: Waited) -> Event | None:
    """What a bot wants about somebody the game waits for; None: to wait.

    It agrees to whatever goes on with the game, and else to end it.
    """
    absence = waited.absence
    if absence is None:
        return None
    if not absence.can_be_replaced:
        return GivenUpFor(waited.peer) if _is_given_up(waited) else None
    if not absence.is_open:
        is_due = _is_overdue(waited) and not absence.is_timed_out
        return TimeOutWished(absence.request, waited.peer) if is_due else None
    if absence.proposals:
        first = absence.proposals[0]
        is_agreed = first in absence.agreed
        return None if is_agreed else TakeOverWished(absence.request, waited.peer, first)
    if absence.is_ours_to_fill and not absence.agreed:
        return TakeOverHere(absence.request, waited.peer)
    return None


def _is_given_up(waited: Waited) -> bool:
    patience = GIVEN_UP_S if waited.remaining is None else UNREACHABLE_S
    is_out = waited.remaining is None or waited.remaining <= 0
    return not waited.is_linked and is_out and waited.since >= patience


def _is_overdue(waited: Waited) -> bool:
    if waited.remaining is not None:
        return waited.remaining <= 0
    return not waited.is_linked and waited.since >= UNREACHABLE_S


def persons_wish(word: str, waited: Waited) -> Event | None:
    """What a person wants about somebody the game waits for; None if it cannot be now."""
    absence = waited.absence
    if word == "gone":
        return GivenUpFor(waited.peer)
    if absence is None or not absence.can_be_replaced:
        return None
    if word == "timeout":
        return TimeOutWished(absence.request, waited.peer)
    if not absence.is_open:
        return None
    if word == "agree" and absence.proposals:
        return TakeOverWished(absence.request, waited.peer, absence.proposals[0])
    return TakeOverHere(absence.request, waited.peer) if word == "takeover" else None


def step_about(waited: Waited) -> str:
    """What a person can do about somebody the game waits for, as an id; empty if nothing."""
    absence = waited.absence
    if absence is None or not (_is_overdue(waited) or absence.has_left):
        return ""
    if not absence.can_be_replaced:
        return "gone"
    if not absence.is_open:
        return "timed-out" if absence.is_timed_out else "timeout"
    if absence.proposals and absence.proposals[0] not in absence.agreed:
        return "agree"
    return "" if absence.agreed else "takeover"


def absence_in_words(waited: Waited) -> str:
    """What a person at a terminal can type about somebody the game waits for."""
    step, peer = step_about(waited), waited.peer
    said = {
        "gone": f"/gone {peer} to end the game without {waited.name}",
        "timed-out": "you wait no longer; all others must say so too",
        "timeout": f"/timeout {peer} to wait no longer",
        "agree": f"/agree {peer} to let another program play on for {waited.name}",
        "takeover": f"/takeover {peer} to play on for {waited.name}",
    }
    return said.get(step, "")
