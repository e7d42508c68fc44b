"""Every id the lobby can show has words; a changed key is loud; a player accepts it by a word."""

import asyncio
import re
from pathlib import Path

import pytest

from client.terminal.person_guide import TerminalGuide
from client.terminal.sentences import notice_in_words, reason_in_words
from net.edge.people.notices import (
    Acquaintance,
    AddressesChanged,
    CallerRefused,
    GuestRefused,
    KnownGuest,
)
from net.edge.people.shown_names import spoken_key
from net.edge.storing.store import KnownPlayer
from net.lobby.events import Accepted, GuestShown, Left, ShowTable

ROOT = Path(__file__).parents[3]
SAYING = (
    "net/lobby/table.py", "net/lobby/arrivals.py", "net/lobby/proposal.py", "net/lobby/proposer.py",
    "net/lobby/setup.py", "net/onlooking/onlooker.py", "net/lobby/machine.py",
    "net/edge/people/visitors.py",
)  # fmt: skip
IDS = re.compile(r"(?<!== )\"([a-z]+(?:-[a-z]+)+)(?:\.\{|\")")  # not what is compared with

KEY = bytes(range(32))


def test_every_reason_has_words() -> None:
    texts = [(ROOT / name).read_text() for name in SAYING]
    ids = {found for text in texts for found in IDS.findall(text)}
    ids.remove("bad-set-up")  # of one that cannot be read: no reason, but a fault of its sender
    assert {"key-changed", "bot-across", "unknown-rule-set", "never-begun", "table-gone"} <= ids
    assert [each for each in sorted(ids) if reason_in_words(each).startswith("[")] == []


def test_a_number_in_a_reason_is_said() -> None:
    assert "7" in reason_in_words("other-protocol.7")
    for reason in ("differing-protocol.7.6", "differing-rules.7.6"):
        assert "(yours 6, theirs 7): update the older one, yours." in reason_in_words(reason)
    assert "update the older one, theirs." in reason_in_words("differing-rules.9.10")
    assert "something-new" in reason_in_words("something-new")


def test_a_changed_key_is_told_with_the_words_of_both() -> None:
    old = KnownPlayer(bytes(32), "Mina", met_at=1, seen_at=2)
    told = notice_in_words(KnownGuest(KEY, "Mina", Acquaintance.CHANGED_KEY, (old,)))
    assert spoken_key(KEY) in told
    assert spoken_key(bytes(32)) in told
    assert told.count("!!") >= 4


@pytest.mark.parametrize("what", [Acquaintance.NEW, Acquaintance.KNOWN, Acquaintance.RENAMED])
def test_others_are_told_quietly(what: Acquaintance) -> None:
    before = (KnownPlayer(KEY, "Wilhelmina", met_at=1, seen_at=2),)
    assert "!" not in notice_in_words(KnownGuest(KEY, "Mina", what, before))


def test_refusals_name_the_reason() -> None:
    assert "passphrase is wrong" in notice_in_words(CallerRefused("192.0.2.7", "wrong-passphrase"))
    assert "another version" in notice_in_words(CallerRefused("192.0.2.7", "other-version"))
    assert spoken_key(KEY) in notice_in_words(GuestRefused(KEY, "full"))
    assert "192.0.2.7" in notice_in_words(AddressesChanged(("192.0.2.7",)))


@pytest.mark.parametrize(
    ("typed", "event"),
    [(["what?", "accept"], Accepted(KEY)), (["leave"], Left())],
    ids=["accept", "leave"],
)
def test_a_new_key_is_accepted_by_a_word(
    typed: list[str], event: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = list(typed)

    async def next_line(_typed: object, _prompt: str) -> str:
        return lines.pop(0)

    monkeypatch.setattr("client.terminal.person_guide.TypedLines.next", next_line)
    guests = (GuestShown(KEY, "Mina", is_distrusted=True),)
    shown = ShowTable(("Mina",), None, b"", "key-changed", (), proposes=True, guests=guests)
    assert asyncio.run(TerminalGuide().at_table(shown)) == event
