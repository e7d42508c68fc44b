"""Talk by the rules: Dracula hears the hunters, except what two of them say in a trade."""

import pytest

from engine.ids import DRACULA, GODALMING, HUNTERS, MINA, SEATS, SEWARD
from engine.options import DONE
from engine.requests import Choose
from net.chat import hearers, is_sayable
from net.limits import LONGEST_LINE

TRADE = Choose(MINA, "trade", (DONE,), subject=(SEWARD,))
ACTION = Choose(MINA, "action", (DONE,))


@pytest.mark.rule("hidden.hunters.talk", "hidden.hunters.overheard")
@pytest.mark.parametrize("speaker", HUNTERS)
@pytest.mark.parametrize("pending", [None, ACTION, TRADE])
def test_whatever_a_hunter_says_everybody_hears(speaker: str, pending: Choose | None) -> None:
    """W-5."""
    heard = hearers(SEATS, pending, speaker, private=False)
    assert heard == set(SEATS) - {speaker}
    assert DRACULA in heard
    assert heard >= set(HUNTERS) - {speaker}


@pytest.mark.rule("hidden.trade.private")
def test_two_who_trade_may_confer_alone() -> None:
    """W-5."""
    assert hearers(SEATS, TRADE, MINA, private=True) == {SEWARD}
    assert hearers(SEATS, TRADE, SEWARD, private=True) == {MINA}


@pytest.mark.parametrize(
    ("speaker", "pending"), [(GODALMING, TRADE), (DRACULA, TRADE), (MINA, ACTION), (MINA, None)]
)
def test_nobody_else_talks_in_private(speaker: str, pending: Choose | None) -> None:
    assert hearers(SEATS, pending, speaker, private=True) == frozenset()


@pytest.mark.parametrize("text", ["Paris, I say.", "Łódź — Мадрид", "a" * LONGEST_LINE])
def test_plain_lines_can_be_said(text: str) -> None:
    assert is_sayable(text)


@pytest.mark.parametrize(
    "text", ["", "a" * (LONGEST_LINE + 1), "e\u0301", "bell\a", "\u202eright to left", "a\nb"]
)
def test_what_could_deceive_or_flood_cannot(text: str) -> None:
    assert not is_sayable(text)
