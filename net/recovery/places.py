"""Who speaks for which place at a table now: a place changes hands in the log, and so do channels.

It follows from the log alone, so that whoever comes back to a game knows it again (K-3, K-8).
"""

from collections.abc import Mapping
from typing import NamedTuple

from net.proceedings import Proceedings


class Places(NamedTuple):
    """The identities at a table by peer, and those that were there and are no more."""

    holders: Mapping[bytes, int]
    former: frozenset[bytes] = frozenset()


def places_of(proceedings: Proceedings) -> Places:
    """Who holds each place; a successor too from when all have agreed to it, for it must accept."""
    roster, case = proceedings.roster, proceedings.recovery.interlude.succession()
    holders = {key: peer for peer, key in enumerate(roster.identities)}
    if case is not None and case.successor is not None:
        holders.setdefault(case.successor, case.peer)
    return Places(holders, frozenset(key for _, key in roster.former) - holders.keys())
