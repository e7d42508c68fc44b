"""Players who do not answer, and what is to be done: by a bot's clock or by a person's word."""

import time
from collections.abc import Callable, Collection, Sequence

from client.words.words import spoken
from net.edge.desk import Waited
from net.edge.people.attendance import is_overdue
from net.game.replica import Replica
from net.limits import GIVEN_UP_S, UNREACHABLE_S
from net.peer.effects import BrokenOff, Event, GivenUpFor
from net.peer.replacement_vote import TakeOverHere, TakeOverWished, TimeOutWished

# What a person can say about somebody without whom there is only an end.
GIVING_UP = ("gone", "gone-open", "unbegun", "unsigned", "unaudited")


def bots_wishes(waited: Sequence[Waited]) -> list[Event]:
    """What a bot wants done about everybody the game waits for.

    What is signed about one who is gone needs all others; if several are, there is only an end that
    nobody signs, and the game can be gone back to when they are there again.
    """
    has_clock = any(each.remaining is not None for each in waited)
    patience = UNREACHABLE_S if has_clock else GIVEN_UP_S
    gone = [each for each in waited if each.away is not None and each.away >= patience]
    is_closing = any(each.closes_as for each in waited)
    if not is_closing and (len(gone) > 1 or any(map(_is_stuck, waited))):
        return [BrokenOff()]
    return [wish for each in waited if (wish := bots_wish(each)) is not None]


def _is_stuck(waited: Waited) -> bool:
    """Whether we gave up waiting long ago and others, who must agree, never did.

    They may be gone too: who plays a place that was taken over is not known from its channel.
    """
    absence = waited.absence
    has_begun = absence is not None and (absence.is_timed_out or absence.is_open)
    return has_begun and waited.owes and min(waited.since, waited.away or 0.0) >= GIVEN_UP_S


def bots_wish(waited: Waited) -> Event | None:
    """What a bot wants done about one absent player; None: go on waiting.

    It agrees to whatever goes on with the game, and else to end it.
    """
    absence = waited.absence
    if absence is None or not waited.owes:
        return None
    if waited.closes_as or not absence.can_be_replaced:
        # K-10: a bot has nothing to keep to itself; the others' players say whether they open.
        return GivenUpFor(waited.peer, opens=True) if _is_given_up(waited) else None
    if not absence.is_open:
        is_due = _has_a_bot_waited(waited) and not absence.is_timed_out
        return TimeOutWished(absence.request, waited.peer) if is_due else None
    # Whom another would have; else somebody who offers it, rather than itself a second time.
    ours = [offer.identity for offer in waited.offers] if absence.is_ours_to_fill else []
    for first in absence.proposals or absence.agreed or ours:
        is_agreed = first in absence.agreed
        return None if is_agreed else TakeOverWished(absence.request, waited.peer, first)
    return TakeOverHere(absence.request, waited.peer) if absence.is_ours_to_fill else None


def _is_given_up(waited: Waited) -> bool:
    if waited.closes_as:
        return is_overdue(waited)
    patience = GIVEN_UP_S if waited.remaining is None else UNREACHABLE_S
    is_out = waited.remaining is None or waited.remaining <= 0
    return is_out and waited.away is not None and waited.away >= patience


def _has_a_bot_waited(waited: Waited) -> bool:
    """At a table with a move clock a bot waits until it runs out: the player may be back."""
    return is_overdue(waited) and (waited.remaining is None or waited.remaining <= 0)


def persons_wish(word: str, waited: Waited, who: str = "") -> Event | None:
    """What a person wants done about one absent player; None if it is not possible now.

    `who` of those who offer is to have the place, if not our own player. What would be too soon
    the game itself refuses, and says so.
    """
    absence = waited.absence
    if absence is None or not absence.can_be_replaced:
        return None
    if word == "timeout":
        return TimeOutWished(absence.request, waited.peer)
    if not absence.is_open or (word != "agree" and not can_be_filled(waited)):
        return None
    if word == "takeover" and not who:
        return TakeOverHere(absence.request, waited.peer)
    named = [offer.identity for offer in waited.offers if offer.name == who]
    for successor in absence.proposals if word == "agree" else named:
        return TakeOverWished(absence.request, waited.peer, successor)
    return None


def can_be_filled(waited: Waited) -> bool:
    """Whether our player may name a successor for this place now."""
    absence = waited.absence
    return absence is not None and absence.is_open and absence.can_be_ours


def refusal(word: str, waited: Waited | None, who: str = "") -> str:
    """Why a person's wish about an absent player is not possible now, as an id."""
    absence = None if waited is None else waited.absence
    if absence is None:
        return "not-waited"
    if not absence.can_be_replaced:
        return "not-replaced"
    if not absence.is_open:
        return "not-open"
    if word == "agree":
        return "no-proposal"
    return "no-offer" if who and absence.can_be_ours else "draculas"


def step_about(waited: Waited) -> str:
    """What a person can do now about an absent player, as an id; empty if nothing."""
    absence = waited.absence
    if absence is None or not (is_overdue(waited) or absence.has_left):
        return ""
    if waited.closes_as or not absence.can_be_replaced:
        return waited.closes_as or "gone"
    if not absence.is_open:
        return "timed-out" if absence.is_timed_out else "timeout"
    if absence.proposals and absence.proposals[0] not in absence.agreed:
        return "agree"
    if absence.agreed:
        return "agreed"
    return "takeover" if absence.can_be_ours else "open"


def absences_in_words(waited: Sequence[Waited]) -> list[str]:
    """What a person at a terminal can type about absent players.

    While several are away there is nothing: all others would have to sign it. At the very end one
    word closes the game without all of them.
    """
    away = [each for each in waited if each.away is not None and not each.closes_as]
    if len(away) > 1:
        return [spoken().say("typed-absence-several")] if any(map(step_about, away)) else []
    return [note for each in waited if (note := _absence_in_words(each))]


def _absence_in_words(waited: Waited) -> str:
    step = step_about(waited)
    if not step:
        return ""
    say, named = spoken().say, {"name": waited.name, "peer": str(waited.peer)}
    typed = f"/{'gone' if waited.closes_as else step} {waited.peer}"
    if step == "agree" and (who := proposed_by_name(waited)):
        return say("typed-absence-agree-named", typed=typed, who=who, **named)
    offers = waited.offers if step == "takeover" else ()
    others = [
        say("typed-absence-offer", typed=f"{typed} {each.name}", who=each.name, **named)
        for each in offers
    ]
    return " ".join((say(f"typed-absence-{step}", typed=typed, **named), *others))


def proposed_by_name(waited: Waited) -> str:
    """The name of the successor that others propose; empty if it never made itself known to us."""
    proposals = () if waited.absence is None else waited.absence.proposals[:1]
    return next((each.name for each in waited.offers if each.identity in proposals), "")


_PATIENCE = 10.0  # seconds the game waits for somebody before it seems that nobody is there


class SeenFromAside:
    """Others may reach whom we do not, and channels come one after the other.

    So whoever never had one to us is away only when the game has waited for it a while, and whoever
    had one is away until it is back or answers something new.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._index, self._since = -1, 0.0
        # Whoever has had a channel to us, and what the game waited for when that was lost.
        self._lost_at: dict[bytes, int | None] = {}

    def waited(self, proceedings: Replica) -> float:
        """For how many seconds the game has waited for what it waits for now."""
        if proceedings.chain.index != self._index:
            self._index, self._since = proceedings.chain.index, self._clock()
        return self._clock() - self._since

    def is_there(self, number: int, proceedings: Replica, linked: Collection[bytes]) -> bool:
        """Whether a player is at the table."""
        has_waited = self.waited(proceedings) >= _PATIENCE
        chain, identity = proceedings.chain, proceedings.roster.identities[number]
        if identity in linked:
            self._lost_at[identity] = None
            return True
        if identity not in self._lost_at:
            return number not in proceedings.unheard or not has_waited
        since = self._lost_at[identity]
        if since is None:
            since = self._lost_at[identity] = chain.index
        later = (entry for at in range(since + 1, chain.index + 1) for entry in chain.entries(at))
        plays_on = any(entry.peer == number for entry in later)
        if plays_on:
            del self._lost_at[identity]
        return plays_on
