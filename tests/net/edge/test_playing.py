"""What a game's program refuses its own player, and what it tells: waiting, accusations."""

from collections.abc import Callable
from pathlib import Path

from client.table_guides import BotGuide
from net.crypto.parties import Verifier
from net.edge.desk import Desk, Said
from net.edge.measures import Measures
from net.edge.playing import Playing
from net.edge.returning import Whereabouts
from net.edge.store import Store
from net.effects import Accuse, Event, GivenUpFor, Told
from net.lobby_events import Begin
from net.player import Player
from net.recovery.wishes import TimeOutWished
from net.wire.messages import Message
from tests.net.referee.conftest import SMALL
from tests.support.evenings import run_evening
from tests.support.fake_wire import identities_for, signed, table_for
from tests.support.proving import entropy_from


class Hearing(BotGuide):
    """Remembers what it is told."""

    def __init__(self) -> None:
        super().__init__("hearing")
        self.lines: list[Said] = []
        self.troubles: list[Told] = []
        self.ends: list[str] = []

    def heard(self, said: Said) -> None:
        self.lines.append(said)

    def told(self, told: Told) -> None:
        self.troubles.append(told)

    def closed(self, reason: str) -> None:
        self.ends.append(reason)


class Nowhere:
    """Nobody is linked."""

    def send(self, message: Message, to: int | None) -> None:
        del message, to

    def is_linked(self, peer: int) -> bool:
        return bool(peer < 0)


def played(folder: Path, act: Callable[[Playing], None]) -> Hearing:
    """Let a program that is alone with its game do something; whoever sits before it."""
    guide = Hearing()
    setup = table_for(3, influence_to_win=3)
    begin = Begin(signed(setup), setup, 0)
    store = Store(folder / "borgo.db", bytes(32))
    desk = Desk(store, Verifier(SMALL, entropy_from("playing")), guide, Measures())
    player = Player(0, identities_for(3)[0], bytes(32))

    async def evening() -> None:
        posted: list[Event | Exception] = []
        playing = Playing(begin, player, desk, Nowhere(), posted.append)
        playing.start(0, Whereabouts(bytes(16), ()))
        playing.tick()
        act(playing)
        await playing.stop()

    run_evening(evening)
    store.close()
    return guide


def test_nobody_is_given_up_before_its_time(tmp_path: Path) -> None:
    def act(playing: Playing) -> None:
        playing.handle(GivenUpFor(1))
        playing.handle(TimeOutWished(playing.referee.proceedings.chain.index, 1))
        assert playing.referee.notes == []

    assert [line.note for line in played(tmp_path, act).lines] == ["too.soon", "too.soon"]


def test_the_player_hears_what_was_wrong_and_what_shows_it(tmp_path: Path) -> None:
    accuse = Accuse(1, 3, (b"signed",), "the proof does not hold")
    guide = played(tmp_path, lambda playing: playing._perform(accuse))
    assert guide.troubles == [accuse]
    assert guide.ends == ["accused.1"]
