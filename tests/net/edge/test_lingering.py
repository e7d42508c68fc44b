"""After its game a program stays for those who lack something, for a bounded while."""

from types import SimpleNamespace
from typing import Any

import pytest

from net.edge.lingering import Lingering


def game(*, accused: bool = False, known: bool = True, closed: str = "over") -> Any:
    proceedings = SimpleNamespace(closes_as="" if closed == "over" else "unaudited")
    return SimpleNamespace(
        accused=object() if accused else None,
        is_known_to_all=lambda: known,
        closed=closed,
        referee=SimpleNamespace(proceedings=proceedings),
    )


@pytest.mark.parametrize(
    ("playing", "over", "stays"),
    [
        (game(), 0.0, None),
        (game(known=False), 15.0, 14.9),
        (game(accused=True), 5.0, 4.9),
        (game(closed="unaudited.1"), 15.0, 14.9),
    ],
    ids=[
        "all have everything",
        "somebody lacks something",
        "something was wrong",
        "22.8: ended in the midst of a request",
    ],
)
def test_how_long_it_stays(playing: Any, over: float, stays: float | None) -> None:
    lingering = Lingering()
    assert lingering.is_over(playing, None, 100.0) is (over == 0.0)
    if stays is not None:
        assert not lingering.is_over(playing, None, 100.0 + stays)
    assert lingering.is_over(playing, None, 100.0 + over)


def test_an_onlooker_that_is_behind_is_waited_for() -> None:
    behind: Any = SimpleNamespace(is_served=lambda: False)
    lingering = Lingering()
    assert not lingering.is_over(game(), behind, 0.0)
    assert lingering.is_over(game(), behind, 15.0)
