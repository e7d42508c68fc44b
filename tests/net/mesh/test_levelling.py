"""K-3: how long a program that came back only listens: until it is level, and never for long."""

from dataclasses import dataclass, field

from net.limits import LEVELLING_S
from net.mesh.levelling import Levelling

OTHERS = (0, 2, 3)


@dataclass
class Heard:
    """What the others have said, as the test has it."""

    told: set[int] = field(default_factory=set)
    behind: set[int] = field(default_factory=set)  # who has said to have more than we have
    position: tuple[int, int] = (7, 0)

    def has_told(self, peer: int) -> bool:
        return peer in self.told

    def is_level(self, peer: int) -> bool:
        return peer not in self.behind


def is_done(levelling: Levelling, heard: Heard, now: float) -> bool:
    return levelling.is_done(heard, OTHERS, now)  # type: ignore[arg-type]


def test_while_nobody_is_there_it_listens() -> None:
    levelling, heard = Levelling(), Heard()
    assert not is_done(levelling, heard, 0.0)
    assert not is_done(levelling, heard, 3600.0)


def test_when_all_have_said_what_they_have_and_it_is_here_it_is_over() -> None:
    levelling, heard = Levelling(), Heard({0, 2}, {2})
    assert not is_done(levelling, heard, 10.0)
    heard.told.add(3)
    assert not is_done(levelling, heard, 10.1)
    heard.behind.clear()
    assert is_done(levelling, heard, 10.2)


def test_who_is_away_is_not_waited_for_long() -> None:
    levelling, heard = Levelling(), Heard({0, 2})
    assert not is_done(levelling, heard, 10.0)
    heard.position = (9, 1)  # the others play on
    assert not is_done(levelling, heard, 9.9 + LEVELLING_S)
    assert is_done(levelling, heard, 10.0 + LEVELLING_S)


def test_who_gives_what_it_has_is_waited_for_and_who_only_says_so_is_not() -> None:
    levelling, heard = Levelling(), Heard({0, 2, 3}, {0})
    for step in range(10):
        heard.position = (7 + step, 0)
        assert not is_done(levelling, heard, 10.0 + step)
    assert not is_done(levelling, heard, 18.9 + LEVELLING_S)
    assert is_done(levelling, heard, 19.0 + LEVELLING_S)
