"""What everybody may cost us in vain: by questions, and by what brings the game nothing new.

1. Many questions are cheap to ask and dear to answer. Counted are the work that a message took and
   the bytes that were sent because of it, whatever it was; nothing is counted of what brought an
   entry that we did not have.
2. Whoever has used up its share is not heeded until it has some again. An honest program asks again
   by itself, and what it says is brought by others too.
3. Who asks has another share than who says something: whoever asks too much still plays.
4. Who goes on all the same is shown out, and not let in before it has a share again: its shares
   stay as they are while it is away.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from net.allowance import Allowance
from net.edge.measures import Measures
from net.edge.sockets import LinkName
from net.limits import (
    ANSWERED_AT_ONCE,
    ANSWERED_PER_SECOND,
    MOST_COUNTED,
    UNHEEDED_AT_ONCE,
    UNHEEDED_PER_SECOND,
    VAIN_WORK_AT_ONCE_S,
    VAIN_WORK_PER_SECOND_S,
)
from net.wire.messages import ChatSent, EntrySent, Message, StateTold, Whispered

# What is said rather than asked. Everything else, a new channel too, is answered in some way.
_SAID = (EntrySent, ChatSent, Whispered, StateTold)


class _Share:
    """What is left to one of those who ask, or say something."""

    def __init__(self) -> None:
        self._work = Allowance(VAIN_WORK_AT_ONCE_S, VAIN_WORK_PER_SECOND_S)
        self._answered = Allowance(ANSWERED_AT_ONCE, ANSWERED_PER_SECOND)

    def is_spent(self, now: float) -> bool:
        """Whether either is used up."""
        return self._work.is_spent(now) or self._answered.is_spent(now)

    def spend(self, now: float, work: float, answered: int) -> None:
        """Count what something cost."""
        self._work.spend(now, work)
        self._answered.spend(now, answered)


class _Account:
    """Both shares of one peer, and how often it was not heeded."""

    def __init__(self) -> None:
        self.asking, self.saying = _Share(), _Share()
        self.unheeded = Allowance(UNHEEDED_AT_ONCE, UNHEEDED_PER_SECOND)

    def share_for(self, message: Message | None) -> _Share:
        """The share that a message is counted in; None for a new channel."""
        return self.saying if isinstance(message, _SAID) else self.asking


class Rations:
    """The shares of all who have a channel to us, or had one lately."""

    def __init__(
        self,
        measures: Measures,
        now: Callable[[], float] = time.monotonic,
        worked: Callable[[], float] = time.thread_time,
    ) -> None:
        self._measures = measures
        self._now = now
        self._worked = worked
        self._accounts: dict[LinkName, _Account] = {}

    def heeds(self, name: LinkName, message: Message | None) -> bool:
        """Whether a message is to be taken, or a new channel."""
        return not self._account(name).share_for(message).is_spent(self._now())

    def is_too_much(self, name: LinkName) -> bool:
        """Count a message that was not heeded; whether its sender is to go."""
        return not self._account(name).unheeded.takes(self._now())

    @contextmanager
    def counting(self, name: LinkName, message: Message | None) -> Iterator[None]:
        """While a message is taken: what it costs counts, unless it brings something."""
        measures = self._measures
        kept, sent, worked = measures.entries_kept, measures.bytes_sent, self._worked()
        yield
        if measures.entries_kept == kept:
            share = self._account(name).share_for(message)
            share.spend(self._now(), self._worked() - worked, measures.bytes_sent - sent)

    def _account(self, name: LinkName) -> _Account:
        account = self._accounts.setdefault(name, _Account())
        while len(self._accounts) > MOST_COUNTED:
            oldest = next(each for each in self._accounts if each != name)
            del self._accounts[oldest]
        return account
