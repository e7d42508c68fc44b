"""Peers on one machine: an answer is heard by all of them before one of them works on it."""

from pathlib import Path

import pytest

from net.crypto.parties import Verifier
from net.edge.courtesy import give_way
from net.edge.playing import Playing
from net.effects import Arrived, Send, Started
from net.player import Player
from net.referee import Referee
from net.wire.messages import EntrySent
from tests.net.edge.test_playing import played
from tests.net.referee.conftest import SMALL
from tests.support.fake_wire import identities_for
from tests.support.proving import entropy_from


def test_whoever_gets_an_answer_gives_way_before_it_judges_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = Player(1, identities_for(3)[1], bytes([1]) * 32)
    judged: list[int] = []

    def act(playing: Playing) -> None:
        referee = Referee(other, playing.begin.setup, Verifier(SMALL, entropy_from("other")))
        said = referee.handle(Started(), 0.0)
        (opening,) = [each.message for each in said if isinstance(each, Send)]
        assert isinstance(opening, EntrySent)
        entries = playing.referee.proceedings.chain.entries
        monkeypatch.setattr("net.edge.playing.give_way", lambda: judged.append(len(entries(0))))
        before = len(entries(0))
        playing.handle(Arrived(1, opening))
        assert judged == [before]
        assert len(entries(0)) == before + 1

    played(tmp_path, act)


def test_nobody_to_give_way_to_is_no_matter() -> None:
    give_way()
