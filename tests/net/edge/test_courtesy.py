"""Peers on one machine: an answer is heard by all of them before one of them works on it."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from net.crypto.transcript import Verifier
from net.edge.playing import Playing
from net.log.entry import decode_entry, sign_entry
from net.log.roster import Player
from net.peer.effects import Arrived, Send, Started
from net.peer.referee import Referee
from net.wire.messages import EntrySent
from tests.net.conftest import SMALL
from tests.net.edge.test_playing import played
from tests.support.fake_wire import identities_for
from tests.support.proving import entropy_from


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
    monkeypatch.setattr("net.edge.playing.give_way", lambda: judged.append(len(entries(0))))
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
