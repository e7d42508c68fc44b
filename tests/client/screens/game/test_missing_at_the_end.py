"""Ends in which somebody is missing, in the window: nothing to sign, or the others open (22.8)."""

from collections.abc import Callable

import pytest

from client.panels.tracks import TurnMark
from client.screens.game.screen import GameScreen
from client.worker.table_values import AboutPeer, EndWished
from client.worker.values import GameOver, PeerSeen, PeersSeen
from engine.ids import HUNTERS
from tests.client.screens.game.test_affairs import Table

pytestmark = pytest.mark.gui


@pytest.fixture
def table(play: Callable[..., GameScreen]) -> Table:
    return Table(play(*HUNTERS)).open("van_helsing")


def _waited_for(table: Table) -> list[TurnMark]:
    return [mark for mark in table.screen.findChildren(TurnMark) if mark.isVisible()]


@pytest.mark.parametrize("step", ["unbegun", "unsigned", "unaudited"])
def test_a_game_that_lacks_a_word_of_some_is_closed_here(table: Table, step: str) -> None:
    """22.8: also of one that is connected, also of two at once; nothing is signed."""
    seen = [
        PeerSeen("Ana", ("dracula",), is_linked=True, waited_s=60.0, peer=0, step=step),
        PeerSeen("Ben", ("seward",), is_linked=False, waited_s=60.0, peer=1, step=step),
        PeerSeen("Cleo", ("mina",), is_linked=False, waited_s=60.0, peer=3, step=step),
        PeerSeen("You", ("van_helsing",), peer=2, is_own=True),
    ]
    table.tell(PeersSeen(tuple(seen)))
    assert "Ana has not answered." in table.said()
    words = table.parts.affairs.buttons(("away", 1))[0].text()
    table.press(("away", 1), words)
    table.press("confirm", "Yes, close it")
    assert table.orders == [AboutPeer(1, step)]
    table.tell(PeersSeen(tuple(seen)))
    assert table.said().startswith("The game is being closed.")
    assert table.parts.affairs.buttons("closing") == []
    assert _waited_for(table)
    table.tell(GameOver("dracula", None))
    assert table.said() == ""
    assert not _waited_for(table)


def test_who_is_gone_may_be_left_with_the_cards_of_the_others_opened(table: Table) -> None:
    """K-10: the player is asked first."""
    table.peer(is_linked=False, waited_s=75.0, step="gone")
    table.press(("away", 1), "End without Ben and open the cards")
    table.confirm()
    assert table.orders == [AboutPeer(1, "gone-open")]
    table.tell(EndWished("Ana", "gone-opened", "Ben", 1))
    table.press(("wish", "gone-opened", "Ben"), "I agree …")
    table.confirm()
    assert table.orders[1:] == [AboutPeer(1, "gone-open")]


def test_nobody_is_said_to_think_when_the_game_is_over(table: Table) -> None:
    names = "Dracula: Ana · Lord Godalming and Dr. Seward: Ben · Van Helsing: You"
    table.peer(waited_s=5.0)
    assert table.parts.peers.text != names
    table.tell(GameOver("dracula", None))
    assert table.parts.peers.text == names
    table.peer(waited_s=6.0)  # what was on its way
    assert table.parts.peers.text == names
