"""Text from a file or a peer is never obeyed by a terminal or a widget."""

import pytest

from client.screens.game.affairs import notice_words
from client.terminal.sentences import notice_in_words
from client.words.words import Words
from client.worker.table_values import TableNotice
from engine.errors import BadRecord, BadSetup, BorgoError
from net.edge.people.notices import GuestRefused

ESCAPE = "\x1b]0;pwn\x07\x1b[2J\r\x9b2J\u202e\u2066\u2028\udcff\x7f"
OBEYED = set(ESCAPE) - set("]0;pwn[2J")


def shown(said: str) -> str:
    """What is said, if none of it is obeyed and it can be written at all."""
    assert not OBEYED & set(said)
    assert said.encode()
    return said


@pytest.mark.parametrize(
    "reason", [ESCAPE, "a.²", "accused." + "9" * 55, "٣", "", ".", "reason"], ids=ascii
)
def test_a_reason_that_is_none_is_said_all_the_same(reason: str) -> None:
    """The net lets none of them pass; whoever says them has not to rely on it."""
    assert shown(Words().reason(reason))
    assert shown(notice_words(Words(), TableNotice("refused.guest", "Ann", reason)))
    assert shown(notice_in_words(GuestRefused(bytes(32), reason)))


@pytest.mark.parametrize(
    "error",
    [
        BadRecord("record-part-misplaced", part=0, name=ESCAPE),
        BadRecord("record-part", part=0, name="setup", why=ValueError(ESCAPE)),
        BadRecord("game-bad", path=ESCAPE, why=BadRecord("record-rules", rules=ESCAPE, known=1)),
        BadSetup("setup-seats", seats=ESCAPE),
        BorgoError("no-such-preset", preset=ESCAPE, known="fourth"),
        BorgoError("no-such-switch", switch=ESCAPE, known=""),
        BorgoError("no-such-position", switch=ESCAPE, value=ESCAPE, known=""),
        OSError(ESCAPE),
    ],
    ids=lambda error: str(error)[:20],
)
def test_a_fault_says_what_it_is_about_and_does_not_do_it(error: Exception) -> None:
    assert "]0;pwn" in shown(Words().error(error))


def test_a_name_from_outside_is_shown_and_not_kept() -> None:
    words = Words()
    said = (words.seat, words.preset, words.place, words.moment, words.outcome)
    assert all("]0;pwn" in shown(say(ESCAPE)) for say in said)
    assert words.switch(ESCAPE).name == shown(words.switch(ESCAPE).name)
    assert words._names == {}
    assert words.seat("mina")
    assert len(words._names) == 1


def test_whatever_is_put_into_a_sentence_is_harmless(words: Words) -> None:
    said = words.say("affair.differs-field", field=ESCAPE)
    assert shown(said).count("\N{REPLACEMENT CHARACTER}") == len(OBEYED) + 1  # twice the first


def test_a_fault_has_no_line_of_its_own_but_where_it_lists_something() -> None:
    words = Words()
    spoofed = BadSetup("setup-seats", seats="x\nClean: every signature holds.")
    assert words.error(spoofed) == "The seats x Clean: every signature holds. do not make a table."
    assert "\n" not in words.seat("x\nClean")
    listed = BorgoError("no-such-game-waits", wanted="x", games=("1  a", "2  b"))
    assert words.error(listed).splitlines()[1:] == ["1  a", "2  b"]


def test_what_is_unreadable_in_a_record_is_said() -> None:
    cut = BadRecord("record-frame-unreadable", frame=0, why=ValueError("truncated"))
    part = BadRecord("record-part", part=1, name="answers", why=TypeError("no list"))
    assert Words().error(cut).endswith("cannot be read: truncated")
    assert Words().error(part).endswith("is not what it should be: no list")
