"""The time of an answer, computed from the steps that peers logged."""

import pytest

from client.terminal.progress import Step
from client.workshop.bench.table_bench import at, ways

ANSWER = (7, 0)


def told(*steps: dict[str, object]) -> list[Step]:
    return [Step(entries=0, **step) for step in steps]  # type: ignore[arg-type]


def table(slow_until: float = 0.5) -> list[list[Step]]:
    """Peer 0 decides at 1 s, signs at 1.15; 1 has it at 1.2, 2 at 1.6, busy before that or not."""
    return [
        told(
            {"at": 0.1, "settled": 6},
            {"at": 1.0, "decided": ANSWER},
            {"at": 1.15, "signed": ANSWER},
            {"at": 1.9, "settled": 7},
        ),
        told({"at": 0.2, "settled": 6}, {"at": 1.2, "reached": ANSWER}, {"at": 2.0, "settled": 7}),
        told(
            {"at": slow_until, "settled": 6},
            {"at": 1.6, "reached": ANSWER},
            {"at": 1.8, "settled": 7},
        ),
    ]


def test_the_last_peer_to_have_it_and_the_last_to_be_done_with_it_count() -> None:
    (way,) = ways(table()).values()
    assert way.reached == pytest.approx(0.6)
    assert way.travelled == pytest.approx(0.45)
    assert way.settled == pytest.approx(1.0)


def test_what_a_peer_was_still_doing_does_not_count() -> None:
    (way,) = ways(table(slow_until=1.5)).values()
    assert way.reached == pytest.approx(0.2)
    assert way.travelled == pytest.approx(0.1)
    assert way.settled == pytest.approx(0.5)


@pytest.mark.parametrize("at", [0.9, 1.1, 1.5, 1.7])
@pytest.mark.parametrize("what", ["decided", "reached"])
def test_an_answer_that_meets_another_on_its_way_is_told_apart(what: str, at: float) -> None:
    steps = table()
    steps[1] = sorted([*steps[1], *told({"at": at, what: (7, 1)})], key=lambda step: step.at)
    crosses = {answer: way.crosses for answer, way in ways(steps).items()}
    assert crosses == {ANSWER: 1.0 <= at <= 1.6}


@pytest.mark.parametrize("step", [0, 1, 2])
def test_an_answer_that_was_not_seen_everywhere_is_left_out(step: int) -> None:
    steps = table()
    del steps[2][step]
    assert ways(steps) == {}


def test_times_at_a_percentage() -> None:
    times = [float(number) for number in range(100)]
    assert (at(times, 50), at(times, 95), at(times, 100)) == (50.0, 95.0, 99.0)
