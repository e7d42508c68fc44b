"""What a signature under a set-up binds its player to, through restarts, until the game is over."""

from pathlib import Path

from net.edge.promises import Promises
from net.edge.store import Store
from net.lobby.events import Bond
from tests.net.edge.entries import GAME, KEY


def test_a_promise_holds_until_its_game_is_over(store_path: Path) -> None:
    first = Store(store_path, KEY)
    promises = Promises(first)
    assert promises.bond(GAME) is Bond.NONE
    promises.make(GAME)
    seed = promises.seed(GAME)
    first.close()
    second = Store(store_path, KEY)
    promises = Promises(second)
    promises.make(GAME)
    assert promises.seed(GAME) == seed, "drawn once"
    second.begin_game(GAME, b"set-up", 0)
    assert promises.bond(GAME) is Bond.PROMISED
    second.end_game(GAME, "over")
    assert promises.bond(GAME) is Bond.PLAYED
    second.close()
