"""Who was disconnected or refused: the player is told, how often, and in which words.

A signature under a set-up binds its player through restarts, until the game is over.
"""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from client.screens.game.affairs import notice_words
from client.terminal.sentences import notice_in_words
from client.words.words import Words
from client.worker.lan.window_guide import WindowGuide
from client.worker.table_values import TableNotice
from net.edge.people.notices import (
    CallerRefused,
    Flooded,
    GuestRefused,
    Notice,
    Unreadable,
    Watches,
)
from net.edge.people.reception import Promises, Reception
from net.edge.people.shown_names import spoken_key
from net.edge.storing.store import Store
from net.edge.transport.link import Lost
from net.edge.transport.sockets import CallFailed, LinkEnded, LinkName
from net.limits import MOST_TOLD_OF
from net.lobby.events import Bond, TurnAway
from net.session.handshake import Refusal
from tests.net.edge.storing.entries import GAME, KEY
from tests.support.fake_wire import identities_for, table_for

TABLE = bytes(16)
SETUP = table_for(2)


def reception(store: Store) -> tuple[Reception, list[Notice]]:
    told: list[Notice] = []
    desk: Any = SimpleNamespace(guide=SimpleNamespace(noticed=told.append), store=store)
    links: Any = SimpleNamespace(drop=lambda _identity: None)
    made = Reception(desk, links, lambda _event: None)
    made._acquaintances.remember(SETUP, identities_for(2)[0].public_key)
    return made, told


def _said(notice: Notice) -> list[str]:
    """What terminal and window say of it."""
    reports: list[Any] = []
    nothing: Any = None
    guide = WindowGuide(reports.append, nothing, bytes(32), nothing, nothing)
    guide.noticed(notice)
    (report,) = reports
    assert isinstance(report, TableNotice)
    return [notice_in_words(notice), notice_words(Words(), report)]


def ended(who: bytes, reason: Lost) -> LinkEnded:
    return LinkEnded(LinkName(TABLE, who), reason)


def test_only_what_it_sent_is_told_of_and_each_thing_once(store: Store) -> None:
    made, told = reception(store)
    who = SETUP.peers[1].identity
    for reason in (*Lost, *Lost):
        made.link_ended(ended(who, reason))
    assert told == 2 * [(who, "Peer 1")]
    assert {*map(type, told)} == {Unreadable, Flooded}


def test_strangers_under_many_keys_fill_no_screen_and_hide_no_player(store: Store) -> None:
    made, told = reception(store)
    for number in range(3 * MOST_TOLD_OF):
        made.link_ended(ended(number.to_bytes(32), Lost.UNREADABLE))
    assert len(told) == MOST_TOLD_OF
    who = SETUP.peers[1].identity
    made.link_ended(ended(who, Lost.UNREADABLE))
    assert told[-1] == (who, "Peer 1")


def test_who_is_refused_again_and_again_is_told_of_once_for_each_reason(store: Store) -> None:
    made, told = reception(store)
    stranger = bytes(32)
    for _ in range(3):
        for reason in ("full", "begun", "other-rules.7", "other-rules.8"):
            made.perform(TurnAway(stranger, reason))
        for refusal in (Refusal.WRONG_PASSPHRASE, Refusal.OTHER_VERSION):
            made.call_failed(CallFailed("192.0.2.7", refusal))
    guest = [GuestRefused(stranger, reason) for reason in ("full", "begun", "other-rules.7")]
    caller = [CallerRefused("192.0.2.7", each) for each in ("wrong-passphrase", "other-version")]
    assert told == [*guest, *caller]


def test_who_looks_on_again_and_again_is_told_of_once_in_words_safe_to_read(store: Store) -> None:
    made, told = reception(store)
    for _ in range(3):
        made.watched(bytes(32), "Eva\x1b[2J")
    (notice,) = told
    assert isinstance(notice, Watches)
    assert "\x1b" not in notice.name
    assert _said(notice) == [f"{notice.name} looks on."] * 2


def test_many_who_are_refused_fill_no_screen_and_hide_no_player(store: Store) -> None:
    made, told = reception(store)
    for number in range(3 * MOST_TOLD_OF):
        made.perform(TurnAway(number.to_bytes(32), "full"))
        made.call_failed(CallFailed(f"192.0.2.{number}", Refusal.WRONG_PASSPHRASE))
    assert len(told) == MOST_TOLD_OF
    who = SETUP.peers[1].identity
    made.perform(TurnAway(who, "full"))
    assert told[MOST_TOLD_OF:] == [GuestRefused(who, "full")]


@pytest.mark.parametrize("kind", [Flooded, Unreadable])
@pytest.mark.parametrize("name", ["Vlad", ""])
def test_terminal_and_window_say_who_it_was(kind: type[Flooded | Unreadable], name: str) -> None:
    for said in _said(kind(bytes(32), name)):
        assert f"{name or spoken_key(bytes(32))} sent " in said
        assert said.endswith("ill will.")


# --- Promises ---


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
