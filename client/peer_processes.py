"""A whole game of programs on this machine, while some of them are killed or go for good.

1. A peer that has nothing of the game yet comes to the table as before; whoever opened it is not
   killed then, for nobody else knows what is to be played. A peer that has all of it is not killed.
2. All can be killed at once while all are playing: then the table is on their disks alone.
3. Whoever goes for good is ended the same way, and nobody starts it again. A newcomer may be there
   to take the place, with a number after all peers'.
"""

import random
import time
from collections.abc import Callable, Sequence
from typing import NamedTuple

import msgspec

from client.programs import LOOK_S, PeerFailed, Programs
from client.progress import Step
from engine.facts.board import GameEnded

_LATEST_S = 1.0  # after the entry that makes a kill due; long enough for what follows from it
_OPENER = 0
_AUDIT_KILLS = 2  # in an irregular game, once its rules have ended it
_BETWEEN_S = 0.3  # less than a program needs to come back: nobody has all of the audit by then


# Takes the facts of one settled request, encoded, in the order of requests.
Tell = Callable[[Sequence[msgspec.Raw]], None]


class _Named(msgspec.Struct):
    """Of a fact, what kind it is."""

    fact: str


_NAMES = msgspec.json.Decoder(_Named)
_THE_END = GameEnded.__struct_config__.tag


class Departure(NamedTuple):
    """A peer that goes for good when somebody has so many entries, or before a word of its own."""

    entries: int
    peer: int
    before: str = ""  # one of `client.soak.plan.WORDS`: its program ends itself there


class Killing(NamedTuple):
    """After how many entries each time, and who it is drawn by; 0 for never.

    Irregular: after up to twice as many, some moment later, first while people still meet, and last
    while the secrets are opened.
    """

    every: int
    seed: str | None
    is_irregular: bool = False
    departures: tuple[Departure, ...] = ()  # in order of entries
    all_each: int = 0  # each time so many times have come, all are killed at once; 0 for never
    restarts: tuple[Departure, ...] = ()  # who is killed once when it has so many, and comes back


class PeerProcesses:
    """All peers of one game, from its beginning to its end."""

    def __init__(self, programs: Programs, killing: Killing) -> None:
        self.audit_kills = 0  # how many of the kills while the secrets were opened
        self.all_kills = 0  # how often all were killed at once
        self._programs = programs
        self._killing = killing
        # Those that are still to come.
        self.leaving = [each for each in killing.departures if not each.before]
        self._restarting = list(killing.restarts)
        self._ended_at: float | None = None  # when the rules had ended the game
        self._next_kill = 0 if killing.is_irregular else killing.every  # when there are so many
        self._kill_at: float | None = None
        self._times = 0  # that somebody was killed since all were
        self._random = random.Random(killing.seed)  # noqa: S311 (whom to kill is no secret)
        self._told = -1  # the last request that was told

    def play(self, patience: float, tell: Tell, meddle: Callable[[], None] | None = None) -> None:
        """Start everybody and wait until all have ended; PeerFailed as soon as one has failed.

        At each look `meddle` does what else is to go wrong.
        """
        deadline = time.monotonic() + patience
        programs = self._programs
        try:
            for number in range(len(programs.entries)):
                programs.start(number)
            while programs.running:
                time.sleep(LOOK_S)
                self._look(tell)
                programs.reap()
                self._depart()
                self._restart()
                if self._killing.every:
                    self._kill_if_due(time.monotonic())
                if meddle is not None:
                    meddle()
                if time.monotonic() > deadline:
                    raise PeerFailed("peers-slow", seconds=round(patience))
            self._look(tell)  # what the last one wrote before it ended
        finally:
            programs.end_all()

    def _look(self, tell: Tell) -> None:
        """Read how far everybody is; tell each request once, whoever has it first."""
        for step in self._programs.look():
            self._tell(step, tell)

    def _tell(self, step: Step, tell: Tell) -> None:
        if step.settled is not None and step.settled > self._told:
            self._told = step.settled
            if any(_NAMES.decode(fact).fact == _THE_END for fact in step.told):
                self._ended_at = time.monotonic()
            tell(step.told)

    def _kill_if_due(self, now: float) -> None:
        """Kill when there are enough entries, at once or some moment later."""
        every, is_irregular = self._killing.every, self._killing.is_irregular
        if self._kill_at is None and max(self._programs.entries) >= self._next_kill:
            self._next_kill += self._random.randint(1, 2 * every) if is_irregular else every
            self._kill_at = now + (self._random.uniform(0, _LATEST_S) if is_irregular else 0.0)
        if self._kill_at is not None and now >= self._kill_at:
            self._kill_at = None
            self._kill()
        if is_irregular and self._ended_at is not None and self.audit_kills < _AUDIT_KILLS:
            due, before = self._ended_at + _BETWEEN_S * self.audit_kills, self._programs.kills
            if now >= due:
                self._kill()
                self.audit_kills += self._programs.kills - before

    def _depart(self) -> None:
        """End those whose time has come; they leave nothing behind, and the others go on."""
        while self.leaving and max(self._programs.entries) >= self.leaving[0].entries:
            self._programs.kill(self.leaving.pop(0).peer)

    def _restart(self) -> None:
        """Kill and start again those whose time has come."""
        for each in [*self._restarting]:
            is_due = self._programs.entries[each.peer] >= each.entries
            if is_due and each.peer not in self._programs.over:
                self._restarting.remove(each)
                self._programs.come_back(each.peer)

    def _kill(self) -> None:
        """End one peer, or all, and start again whom it was."""
        here = self._programs.running.keys() - self._programs.over
        playing = sorted(peer for peer in here if self._programs.entries[peer])
        if not playing and self._killing.is_irregular:
            playing = sorted(here - {_OPENER})
        if not playing:
            return
        killed = [self._random.choice(playing)]
        self._times += 1
        if self._is_for_all(playing):
            self._times, killed = 0, playing
            self.all_kills += 1
        self._programs.come_back(*killed)

    def _is_for_all(self, playing: list[int]) -> bool:
        """Whether it is time to kill all, and all are playing: nobody else has the game then."""
        is_time = 0 < self._killing.all_each <= self._times
        everybody = sorted(self._programs.running)
        return is_time and not self._programs.over and playing == everybody
