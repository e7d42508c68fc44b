"""How long answers take in two worlds with other secrets: what is chance, and what is not."""

from random import Random

from client.workshop.soak.timed_worlds import FEWEST_PAIRS, Pair, TimedAnswer, judged

ANSWERS = [TimedAnswer(request, 0) for request in range(10)]


def pairs(seed: str, slower: dict[TimedAnswer, float]) -> list[Pair]:
    """Times as on a busy machine: far apart, and some a hundred times longer than most."""
    chance = Random(seed)

    def taken() -> dict[TimedAnswer, float]:
        return {each: chance.uniform(1, 2) * chance.choice((1,) * 99 + (100,)) for each in ANSWERS}

    found = []
    for _ in range(FEWEST_PAIRS):
        one, other = taken(), taken()
        found.append((one, {each: other[each] + slower.get(each, 0) for each in ANSWERS}))
    return found


def test_what_comes_by_chance_is_no_difference() -> None:
    assert judged(pairs("null", {}), Random("turns")).fault is None


def test_one_slower_answer_among_many_is_found() -> None:
    found = judged(pairs("slow", {ANSWERS[7]: 0.9}), Random("turns"))
    assert found.chance < 0.001
    assert found.fault is not None
    assert "request 7" in found.fault
