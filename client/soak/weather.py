"""How a simulated network behaves: delay, loss, duplicates, partings; and how often peers crash."""

from random import Random

from msgspec import Struct


class Parting(Struct, frozen=True):
    """For a while nothing goes between this side of the table and the other."""

    start: float
    end: float
    side: tuple[int, ...]


class Weather(Struct, frozen=True):
    """Times are seconds of the simulated clock; chances are between 0 and 1."""

    slowest: float = 0.2
    loss: float = 0.0
    duplicates: float = 0.05
    partings: tuple[Parting, ...] = ()
    crashes: int = 0
    crash_chance: float = 0.03  # each time that a peer has something to do
    longest_absence: float = 3.0

    def is_parted(self, now: float, one: int, other: int) -> bool:
        """Whether nothing goes between two peers now."""
        return any(
            each.start <= now < each.end and (one in each.side) != (other in each.side)
            for each in self.partings
        )

    def passages(self, chance: Random) -> list[float]:
        """How long each copy of a message takes to arrive; none if it is lost."""
        if self.loss and chance.random() < self.loss:
            return []
        copies = 2 if self.duplicates and chance.random() < self.duplicates else 1
        return [chance.uniform(0.001, self.slowest) for _ in range(copies)]


def some_weather(chance: Random, peers: int) -> Weather:
    """From calm to bad."""
    partings = [_parting(chance, peers) for _ in range(chance.choice((0, 0, 1, 2)))]
    return Weather(
        slowest=chance.choice((0.02, 0.2, 1.0)),
        loss=chance.choice((0.0, 0.01, 0.1, 0.25)),
        duplicates=chance.choice((0.0, 0.05, 0.3)),
        partings=tuple(partings),
        crashes=chance.choice((0, 0, 1, 3)),
        longest_absence=chance.choice((0.5, 8.0)),
    )


def _parting(chance: Random, peers: int) -> Parting:
    start = chance.uniform(2.0, 40.0)
    side = tuple(sorted(chance.sample(range(peers), chance.randint(1, peers - 1))))
    return Parting(start, start + chance.uniform(0.5, 15.0), side)
