"""People at a terminal read what they sign, and read it again when it changes."""

import asyncio

import pytest
from msgspec import structs

from client.terminal.person_guide import TerminalGuide, Withdrawn
from client.terminal.sentences import terms_in_words
from client.words.words import spoken
from net.crypto.hashing import setup_hash
from net.lobby.events import MarkedReady, ShowTable
from net.wire.table_setup import TableSetup, encode_setup
from tests.support.fake_wire import table_for

SETUP = table_for(3)


def test_every_term_is_said_with_its_value() -> None:
    """22.10: the value that all sign has no term that the lines leave out."""
    setup = structs.replace(
        SETUP, clock_s=90, onlookers=2, delay_ms=75, recovery=True, audit=False, bots_across=True
    )
    said = terms_in_words(setup)
    for words in ("Fourth edition", "90 seconds", "2 at most", "75 ms"):
        assert words in said
    before = terms_in_words(SETUP)
    about_persons = ("protocol", "rules", "tables", "peers", "edition", "switches")
    for term in (set(structs.asdict(SETUP)) - set(about_persons)) - {"clock_s"}:
        value = getattr(SETUP, term)
        other = structs.replace(SETUP, **{term: not value if value in (True, False) else value + 1})
        assert terms_in_words(other) != before, term


def test_only_the_switches_that_differ_from_the_preset_are_said() -> None:
    named = spoken().switch("spent_ticket")
    shown = structs.replace(SETUP, switches={**SETUP.switches, "spent_ticket": "revealed"})
    assert named.name not in terms_in_words(SETUP)
    assert f"{named.name}: {named.positions['revealed']}" in terms_in_words(shown)


def test_of_older_rules_all_is_said_that_differs_from_the_preset_of_today() -> None:
    said = terms_in_words(table_for(3, rules=1))
    for switch, position in (("spent_ticket", "revealed"), ("castle_hide", "revealed")):
        named = spoken().switch(switch)
        assert f"{named.name}: {named.positions[position]}" in said


def test_recovery_says_who_can_then_read_a_hand() -> None:
    """K-7, 22.15: with recovery Dracula and enough others can; his own place needs a backup."""
    risk, gone = spoken().say("table.recovery-risk"), spoken().say("table.dracula-gone")
    assert "read that hand" in risk
    assert "backup" in gone
    assert gone in terms_in_words(SETUP)
    assert risk not in terms_in_words(SETUP)
    assert risk in terms_in_words(structs.replace(SETUP, recovery=True))


def _shown(setup: TableSetup) -> ShowTable:
    hashed = setup_hash(encode_setup(setup))
    return ShowTable(("Ana", "Ben", "Eva"), setup, hashed, None, (), proposes=False)


def test_terms_are_told_before_the_question_and_on_every_change(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async def yes(_typed: object, prompt: str) -> str:
        print(prompt)
        return "yes"

    async def stays(_typed: object) -> None:
        raise Withdrawn

    monkeypatch.setattr("client.terminal.person_guide.TypedLines.next", yes)
    monkeypatch.setattr("client.terminal.person_guide.TypedLines.parting", stays)
    changed = structs.replace(SETUP, recovery=True)
    guide = TerminalGuide()
    for setup, is_new in ((SETUP, True), (SETUP, False), (changed, True)):
        answer = asyncio.run(guide.at_table(_shown(setup)))
        printed = capsys.readouterr().out
        assert (terms_in_words(setup) in printed) == is_new
        if is_new:
            assert isinstance(answer, MarkedReady)
            assert printed.index(terms_in_words(setup)) < printed.index(spoken().say("typed.ready"))
