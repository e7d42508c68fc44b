"""What a player at the terminal says, hears and is told about waiting."""

import pytest

from client.screens.game.affairs import notice_words
from client.terminal.sentences import said_in_words, talk_in, waited_in_words
from client.words.words import Words
from client.worker.table_values import TableNotice
from net.edge.desk import TalkLine, Waited
from net.talk import Spoke


@pytest.mark.parametrize(
    ("line", "spoke"),
    [
        ("/say Paris, I say.\n", Spoke("Paris, I say.")),
        ("/say cafe\u0301\n", Spoke("caf\u00e9")),
        ("/whisper take it\n", Spoke("take it", is_private=True)),
        ("/say\n", None),
        ("/shout now\n", None),
    ],
)
def test_talk_is_what_begins_with_its_word(line: str, spoke: Spoke | None) -> None:
    assert talk_in(line) == spoke


def test_what_is_heard_says_who_and_what_was_odd() -> None:
    assert said_in_words(TalkLine(1, "Mina", "Paris", is_private=False)) == "Mina: Paris"
    assert said_in_words(TalkLine(1, "Mina", "Rome", is_private=True)) == "Mina, to you alone: Rome"
    ours = TalkLine(1, "Mina", "Rome", is_private=True, to="Ben")
    assert said_in_words(ours) == "You, to Ben alone: Rome"
    assert "missing" in said_in_words(TalkLine(1, "Mina", "Rome", is_private=False, note="gap"))
    assert "Not said" in said_in_words(TalkLine(1, "Mina", "", is_private=False, note="no.trade"))


@pytest.mark.parametrize(
    ("note", "words"),
    [
        ("concede-apart", "Giving up is not possible here"),
        ("end-bound", "you have agreed to go on before what was signed wrongly"),
    ],
)
def test_an_end_that_cannot_be_signed_is_said_at_the_terminal_and_in_the_window(
    note: str, words: str
) -> None:
    assert words in said_in_words(TalkLine(1, "Mina", "", is_private=False, note=note))
    assert words in notice_words(Words(), TableNotice(f"unsaid.{note}"))


def test_who_is_waited_for_and_since_when() -> None:
    mina = Waited(1, "Mina", is_linked=False, since=25.0, away=11.0)
    jack = Waited(2, "Jack", is_linked=True, since=25.0, remaining=35.9)
    assert waited_in_words([mina, jack]) == (
        "Waiting for Mina (not connected for 10 s, 20 s), Jack (20 s, 30 s left)."
    )


def test_who_is_away_is_said_though_nobody_waits_for_it() -> None:
    mina = Waited(1, "Mina", is_linked=False, since=0.0, away=42.0, owes=False)
    jack = Waited(2, "Jack", is_linked=True, since=12.0)
    assert waited_in_words([mina]) == "Away: Mina (not connected for 40 s)."
    assert waited_in_words([jack, mina]) == (
        "Waiting for Jack (10 s). Away: Mina (not connected for 40 s)."
    )
    lucy = Waited(3, "Lucy", is_linked=False, since=30.0, away=30.0)
    art = mina._replace(peer=4, name="Art", away=20.0)
    assert waited_in_words([lucy, mina, art]) == (
        "Waiting for Lucy (not connected for 30 s, 30 s). "
        "Away: Mina (not connected for 40 s), Art (not connected for 20 s)."
    )
