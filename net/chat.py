"""Who may hear what: everybody hears everything, except two hunters who are trading.

The rules let hunters say anything to each other, but Dracula hears it too; only the two parties
of a trade or of Leader may confer alone. What is heard follows from the pending request, which
every peer derives, so nobody has to be trusted about it.
"""

import unicodedata
from typing import Any

from engine.ids import Seat
from engine.requests import Choose, Request
from net.limits import LONGEST_LINE


def partners(pending: Request[Any] | None) -> frozenset[Seat]:
    """Clause hidden.trade.private: the two hunters in a trade now; nobody if there is none."""
    if isinstance(pending, Choose) and pending.about == "trade":
        return frozenset((pending.seat, *pending.subject))
    return frozenset()


def hearers(
    seats: tuple[Seat, ...], pending: Request[Any] | None, speaker: Seat, *, private: bool
) -> frozenset[Seat]:
    """Clauses hidden.hunters.talk, hidden.hunters.overheard: who hears a line of this speaker.

    A private line outside a trade, or by somebody who is not in it, is heard by nobody: it is
    not to be sent and not to be shown.
    """
    if not private:
        return frozenset(seats) - {speaker}
    trading = partners(pending)
    return trading - {speaker} if speaker in trading else frozenset()


def is_sayable(text: str) -> bool:
    """Whether a line can be shown as it is: normal form, not too long, nothing invisible."""
    return (
        0 < len(text) <= LONGEST_LINE
        and unicodedata.is_normalized("NFC", text)
        and all(unicodedata.category(letter)[0] != "C" for letter in text)
    )
