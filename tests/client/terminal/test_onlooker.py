"""What an onlooker at the terminal reads about players who left."""

from types import SimpleNamespace
from typing import Any

import pytest

from client.terminal.onlooker import PrintedGame

ANA, BEN = b"ana", b"ben"


class Eva:
    """Looks on at a game of two that waits for Ben; time passes when it is told to."""

    def __init__(self) -> None:
        self.now = 0.0
        self._printed = PrintedGame(lambda: self.now)

    def looks(self, *linked: bytes) -> None:
        roster = SimpleNamespace(identities=[ANA, BEN], names=["Ana", "Ben"], peers=range(2))
        chain = SimpleNamespace(index=5, entries=lambda _index: ())
        proceedings = SimpleNamespace(roster=roster, chain=chain, unheard=frozenset({1}))
        onlooker: Any = SimpleNamespace(proceedings=proceedings)
        self._printed.looked(onlooker, linked)


def test_nobody_has_gone_whose_channel_to_us_is_not_open_yet(
    capsys: pytest.CaptureFixture[str],
) -> None:
    eva = Eva()
    eva.looks(ANA)
    eva.now = 2.0
    eva.looks(ANA, BEN)
    assert capsys.readouterr().out == ""


def test_who_drops_has_gone_at_once_and_comes_back(capsys: pytest.CaptureFixture[str]) -> None:
    eva = Eva()
    eva.looks(ANA, BEN)
    eva.looks(ANA)
    assert capsys.readouterr().out == "Ben is not connected any more.\n"
    eva.looks(ANA, BEN)
    assert capsys.readouterr().out == "Ben is back.\n"


def test_whom_we_never_reach_has_gone_when_the_game_waits_long(
    capsys: pytest.CaptureFixture[str],
) -> None:
    eva = Eva()
    eva.looks(ANA)
    eva.now = 60.0
    eva.looks(ANA)
    assert capsys.readouterr().out == "Ben is not connected any more.\n"
