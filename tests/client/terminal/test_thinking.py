"""How long a bot at a table thinks."""

import asyncio
from types import SimpleNamespace
from typing import Any, cast

import pytest

from client.terminal.bot_guide import BotGuide
from engine.options import Pass, Rest
from engine.requests import Choose
from net.edge.desk import OnOrder
from net.peer.effects import Ask


def pauses(monkeypatch: pytest.MonkeyPatch, thinks_ms: int) -> list[float]:
    """Seconds before each of fifty answers."""
    slept: list[float] = []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    # The name in that module only: a thread of another test may be asleep in the real one.
    named = SimpleNamespace(sleep=sleep, Queue=asyncio.Queue)
    monkeypatch.setattr("client.terminal.bot_guide.asyncio", named)
    guide = BotGuide("thinker", thinks_ms=thinks_ms)
    asked = Ask(1, 0, Choose("mina", "action", (Pass(), Rest())), (Rest(),))
    for _ in range(50):
        # N-7: whatever the hand is, it leaves after the table's fixed delay.
        assert asyncio.run(guide.decide(cast("Any", None), asked)) == OnOrder(Rest())
    return slept


def test_it_thinks_about_as_long_as_it_was_told_to(monkeypatch: pytest.MonkeyPatch) -> None:
    slept = pauses(monkeypatch, 80)
    assert len(slept) == 50
    assert all(0.04 <= each < 0.12 for each in slept)
    assert max(slept) - min(slept) > 0.04


def test_it_does_not_think_unless_told_to(monkeypatch: pytest.MonkeyPatch) -> None:
    assert pauses(monkeypatch, 0) == []
