"""A game's program: what it refuses its player, and what it tells of waiting and accusations.

Of several peers on one machine, all receive an answer before one of them works on it.
"""

from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from client.terminal.bot_guide import BotGuide
from engine.canonical import encode
from engine.options import DONE
from engine.requests import Choose
from net.crypto.hashing import setup_hash
from net.crypto.transcript import Verifier
from net.edge.coming_back.resume import KeptAddresses
from net.edge.desk import Desk, SuccessionOffer, TalkLine
from net.edge.measures import Measures
from net.edge.playing import Playing
from net.edge.storing.store import Store
from net.lobby.events import Begin, Summoned
from net.log.entry import decode_entry, sign_entry
from net.log.roster import Player
from net.peer.effects import Accuse, Arrived, Event, GivenUpFor, Send, Started, Told, WakeAt
from net.peer.referee import Referee
from net.peer.replacement_vote import TakeOverHere, TimeOutWished
from net.talk import Spoke
from net.wire.messages import EntrySent, HaveHeads, Message
from tests.net.conftest import SMALL
from tests.support.evenings import run_evening
from tests.support.fake_wire import identities_for, signed, table_for
from tests.support.proving import entropy_from

SETUP = table_for(3, influence_to_win=3)


class Hearing(BotGuide):
    """Remembers what it is told."""

    def __init__(self) -> None:
        super().__init__("hearing")
        self.lines: list[TalkLine] = []
        self.troubles: list[Told] = []
        self.ends: list[str] = []

    def heard(self, said: TalkLine) -> None:
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

    def has_program(self, peer: int) -> bool:
        return peer >= 0

    @property
    def offers(self) -> list[SuccessionOffer]:
        return []

    @property
    def vanished(self) -> list[bytes]:
        return []


def played(
    folder: Path, act: Callable[[Playing], None], peer: int = 0, kind: type[Begin] = Begin
) -> Hearing:
    """Let a program that is alone with its game do something; whoever sits before it."""
    guide = Hearing()
    begin = kind(signed(SETUP), SETUP, peer)
    store = Store(folder / "borgo.db", bytes(32))
    desk = Desk(store, Verifier(SMALL, entropy_from("playing")), guide, Measures())
    player = Player(peer, identities_for(3)[peer], bytes(32))

    async def evening() -> None:
        posted: list[Event | Exception] = []
        playing = Playing(begin, player, desk, Nowhere(), posted.append)
        playing.start(0, KeptAddresses(bytes(16), ()))
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


def test_however_often_something_happens_we_are_woken_once(tmp_path: Path) -> None:
    def act(playing: Playing) -> None:
        before = len(playing._wakes)
        for time in (1e9, 1e9, 2e9, 1e9):
            playing._perform(WakeAt(time))
        assert len(playing._wakes) == before + 2
        playing._woke(1e9)
        assert len(playing._wakes) == before + 1

    played(tmp_path, act)


def test_draculas_program_takes_over_no_hunters_place(tmp_path: Path) -> None:
    """K-7: it is refused in words, and no identity is made for it."""

    def act(playing: Playing) -> None:
        playing.handle(TakeOverHere(playing.referee.proceedings.chain.index, 1))
        assert not list(playing.understudies.peers)

    lines = played(tmp_path, act).lines
    assert [line.note for line in lines] == ["dracula.takes.over"]


def test_a_whisper_to_who_has_no_channel_is_refused(tmp_path: Path) -> None:
    (ours, *_), (theirs, *_) = SETUP.peers[1].seats, SETUP.peers[2].seats

    def act(playing: Playing) -> None:
        playing.talk.asked(Choose(ours, "trade", (DONE,), subject=(theirs,)), 0.0)
        playing.handle(Spoke("the map", is_private=True))

    assert [(line.text, line.note) for line in played(tmp_path, act, 1).lines] == [
        ("", "no.channel")
    ]


def test_the_player_hears_what_was_wrong_and_what_shows_it(tmp_path: Path) -> None:
    accuse = Accuse(1, 3, (b"signed",), "the proof does not hold")
    guide = played(tmp_path, lambda playing: playing._perform(accuse))
    assert guide.troubles == [accuse]
    assert guide.ends == ["accused.1"]


@pytest.mark.parametrize("kind", [Begin, Summoned])
def test_who_comes_back_signs_nothing_before_the_others_said_how_far_they_are(
    tmp_path: Path, kind: type[Begin]
) -> None:
    """K-3: also if nothing is on the disk but the set-up, or only the promise: the rest is lost."""
    begin = signed(SETUP)
    game = setup_hash(begin.setup)
    if kind is Begin:
        store = Store(tmp_path / "borgo.db", bytes(32))
        store.begin_game(game, encode(begin), 0)
        store.close()

    def act(playing: Playing) -> None:
        heads = HaveHeads(game, 0, bytes(32))
        for peer in (1, 2):
            assert playing.gossip.position == (0, 0)
            playing.handle(Arrived(peer, heads))
        assert playing.gossip.position == (0, 1)

    played(tmp_path, act, kind=kind)


def test_a_table_that_has_just_signed_begins_at_once(tmp_path: Path) -> None:
    def act(playing: Playing) -> None:
        assert playing.gossip.position == (0, 1)

    played(tmp_path, act)


# --- Several peers on one machine ---


def first_word(playing: Playing) -> EntrySent:
    """What another peer says when the game begins."""
    other = Player(1, identities_for(3)[1], bytes([1]) * 32)
    referee = Referee(other, playing.begin.setup, Verifier(SMALL, entropy_from("other")))
    (said,) = [each for each in referee.handle(Started(), 0.0) if isinstance(each, Send)]
    assert isinstance(said.message, EntrySent)
    return said.message


def given_way(monkeypatch: pytest.MonkeyPatch, playing: Playing) -> list[int]:
    """How many entries were judged, each time somebody gave way."""
    judged: list[int] = []
    entries = playing.referee.proceedings.chain.entries
    monkeypatch.setattr("net.edge.playing.yield_cpu", lambda: judged.append(len(entries(0))))
    return judged


def test_whoever_gets_an_answer_gives_way_before_it_judges_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def act(playing: Playing) -> None:
        chain, judged = playing.referee.proceedings.chain, given_way(monkeypatch, playing)
        before = len(chain.entries(0))
        playing.handle(Arrived(1, first_word(playing)))
        assert judged == [before]
        assert len(chain.entries(0)) == before + 1

    played(tmp_path, act)


def test_nobody_is_kept_waiting_by_an_answer_that_comes_again_or_too_early(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def act(playing: Playing) -> None:
        word = first_word(playing)
        judged = given_way(monkeypatch, playing)
        for _ in range(100):
            playing.handle(Arrived(1, word))
        early = replace(decode_entry(word.entry), index=7)
        signed = sign_entry(identities_for(3)[1], early).to_bytes()
        playing.handle(Arrived(1, EntrySent(signed)))
        assert len(judged) == 1

    played(tmp_path, act)


def test_whoever_lags_behind_gives_way_to_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def act(playing: Playing) -> None:
        judged = given_way(monkeypatch, playing)
        playing.gossip.heads[2] = 7
        playing.handle(Arrived(1, first_word(playing)))
        assert judged == []

    played(tmp_path, act)


def test_whoever_has_sent_an_answer_to_all_gives_way(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def act(playing: Playing) -> None:
        judged = given_way(monkeypatch, playing)
        word = first_word(playing)
        playing._perform_all([Send(word), Send(word, 1)])
        assert len(judged) == 1

    played(tmp_path, act)
