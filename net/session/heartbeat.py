"""When to give a sign of life, and when to stop waiting for one.

TCP does not notice a pulled cable; a peer that is there says something every second. It must not
know what carries the signs: `now` comes in, the verdict goes out.
"""

from net.limits import LATE_SIGN, SIGN_OF_LIFE_S, SILENT_S


class Heartbeat:
    """The pulse of one connection, ours and theirs, in seconds of any steady clock."""

    def __init__(
        self, now: float, every: float = SIGN_OF_LIFE_S, dead_after: float = SILENT_S
    ) -> None:
        self._every = every
        self._dead_after = dead_after
        self._heard_at = now
        self._sent_at = now
        self._looked_at = now

    def heard(self, now: float) -> None:
        """Anything came from the other side."""
        self._heard_at = now

    def sent(self, now: float) -> None:
        """Anything went to the other side."""
        self._sent_at = now

    def is_dead(self, now: float) -> bool:
        """Whether the other side has been silent for too long.

        Silence while nobody listened does not count: a program that was itself held up (a closed
        lid, a busy machine) finds what was said meanwhile only after this look.
        """
        if now - self._looked_at > self._dead_after / 2:
            self._heard_at = max(self._heard_at, now - self._every)
        self._looked_at = now
        return now - self._heard_at >= self._dead_after

    def is_quiet(self, now: float) -> bool:
        """Whether a sign of life is overdue: the other side may be gone, or elsewhere by now."""
        return now - self._heard_at >= LATE_SIGN * self._every

    def is_due(self, now: float) -> bool:
        """Whether we have been silent long enough to say that we are there."""
        return now - self._sent_at >= self._every

    def next_look(self, now: float) -> float:
        """How long nothing has to be looked at."""
        until = min(self._sent_at + self._every, self._heard_at + self._dead_after) - now
        return min(max(until, 0.0), self._every)
