"""Talk at a table: signed, in order, heard by all; only two hunters who trade talk in private."""

from typing import Any

import pytest

from engine.ids import DRACULA, GODALMING, HUNTERS, MINA, SEATS, SEWARD, VAN_HELSING
from engine.options import DONE
from engine.requests import Choose, Shuffle
from net.crypto.faults import PeerFault
from net.crypto.keys import Identity
from net.limits import LINES_AT_ONCE, LINES_CAUGHT_UP, LONGEST_LINE
from net.log.roster import Roster
from net.peer.effects import Send, Unsaid
from net.talk import Conversation, Hear, KeepLine, Spoke, check_line, hearers, is_sayable
from net.wire.messages import ChatLine, ChatSent, Whispered, decode_message

IDENTITIES = [Identity(bytes((number + 1,)) * 32) for number in range(4)]
ROSTER = Roster(
    ((DRACULA,), (MINA,), (SEWARD,), (GODALMING, VAN_HELSING)),
    tuple(identity.public_key for identity in IDENTITIES),
    ("D", "M", "S", "G"),
)
GAME = bytes(range(32))
PARENT = bytes(32)
TRADE = Choose(MINA, "trade", (DONE,), subject=(SEWARD,))


def table() -> list[Conversation]:
    return [Conversation(ROSTER, peer, IDENTITIES[peer], GAME) for peer in ROSTER.peers]


def say(speaker: Conversation, text: str, now: float = 0.0) -> ChatSent:
    sent = [each for each in speaker.speak(Spoke(text), PARENT, now) if isinstance(each, Send)]
    assert isinstance(sent[0].message, ChatSent)
    return sent[0].message


def heard(effects: Any) -> list[tuple[int, str, str]]:
    return [(each.peer, each.text, each.note) for each in effects if isinstance(each, Hear)]


def test_a_line_is_kept_shown_and_passed_on_once() -> None:
    dracula, mina, *_ = table()
    line = say(mina, "Paris, I say.")
    first = dracula.arrived(1, line, 0.0)
    assert heard(first) == [(1, "Paris, I say.", "")]
    assert [each.to for each in first if isinstance(each, Send)] == [2, 3]
    assert sum(isinstance(each, KeepLine) for each in first) == 1
    assert dracula.arrived(2, line, 0.0) == []
    assert dracula.lines() == mina.lines() != ()


def test_lines_that_are_lost_are_noticed_and_come_when_a_channel_opens() -> None:
    dracula, mina, *_ = table()
    lines = [say(mina, str(number)) for number in range(3)]
    assert heard(dracula.arrived(1, lines[2], 0.0)) == [(1, "2", "gap")]
    again = [each.message for each in mina.linked(0) if isinstance(each, Send)]
    assert again == lines
    late = [effect for message in again for effect in dracula.arrived(1, message, 0.0)]
    assert heard(late) == [(1, "0", ""), (1, "1", "")]
    assert dracula.lines() == mina.lines()


def test_two_lines_in_one_place_are_shown_as_such() -> None:
    dracula, mina, *_ = table()
    other = table()[1]
    dracula.arrived(1, say(mina, "yes"), 0.0)
    assert heard(dracula.arrived(1, say(other, "no"), 0.0)) == [(1, "no", "twice")]
    assert len(dracula.lines()) == 1


@pytest.mark.parametrize("field", ["game", "sender", "text", "audience", "counter"])
def test_a_line_that_was_not_signed_so_is_not_heard(field: str) -> None:
    dracula, mina, *_ = table()
    sent = say(mina, "yes")
    wrong = {"game": bytes(32), "sender": 2, "text": "no", "audience": (0,), "counter": 2}
    fields = {name: getattr(sent.line, name) for name in ChatLine.__struct_fields__}
    line = ChatLine(**fields | {field: wrong[field]})
    assert dracula.arrived(1, ChatSent(line, sent.signature), 0.0) == []


def test_who_says_too_much_is_not_read_further() -> None:
    """Neither by its own program nor by those who have changed theirs."""
    dracula, mina, *_ = table()
    lines = [say(mina, str(number), now=float(number)) for number in range(LINES_CAUGHT_UP + 5)]
    shown = [each for line in lines for each in heard(dracula.arrived(1, line, 0.0))]
    assert len(shown) == LINES_CAUGHT_UP
    for number in range(LINES_AT_ONCE):
        mina.speak(Spoke(str(number)), PARENT, 1000.0)
    assert mina.speak(Spoke("more"), PARENT, 1000.0) == [Unsaid("too.much")]
    assert heard(mina.speak(Spoke("later"), PARENT, 1002.0)) == [(1, "later", "")]


def test_what_was_said_before_a_restart_is_gone_on_with() -> None:
    dracula, mina, *_ = table()
    dracula.arrived(1, say(mina, "one"), 0.0)
    back = table()[1]
    back.restore(mina.lines())
    assert heard(dracula.arrived(1, say(back, "two"), 0.0)) == [(1, "two", "")]
    assert dracula.lines() == back.lines()


@pytest.mark.rule("hidden.trade.private")
def test_a_whisper_goes_to_the_partner_alone_and_is_kept_nowhere() -> None:
    _, mina, seward, _ = talking = table()
    for each in talking:
        each.asked(TRADE, 0.0)
        each.asked(Shuffle(MINA, "items", ("i1",), ("i2",)), 0.0)  # what peers do by themselves
    spoken = mina.speak(Spoke("the map", is_private=True), PARENT, 0.0)
    assert [each for each in spoken if isinstance(each, Send)] == [Send(Whispered(1, "the map"), 2)]
    assert not any(isinstance(each, KeepLine) for each in spoken)
    assert Hear(1, "the map", is_private=True, to=2) in spoken
    arrived = seward.arrived(1, Whispered(1, "the map"), 0.0)
    assert arrived == [Hear(1, "the map", is_private=True)]
    assert mina.lines() == seward.lines() == ()


@pytest.mark.rule("hidden.trade.private")
def test_nobody_else_whispers_or_is_whispered_to() -> None:
    dracula, mina, seward, godalming = table()
    assert mina.speak(Spoke("psst", is_private=True), PARENT, 0.0) == [Unsaid("no.trade")]
    for each in (dracula, mina, seward, godalming):
        each.asked(TRADE, 0.0)
    for each in (dracula, godalming):
        assert each.speak(Spoke("psst", is_private=True), PARENT, 0.0) == [Unsaid("no.trade")]
    assert seward.arrived(0, Whispered(1, "psst"), 0.0) == []
    assert dracula.arrived(1, Whispered(1, "psst"), 0.0) == []


def test_a_whisper_that_cannot_arrive_is_not_shown_as_said() -> None:
    mina = table()[1]
    mina.asked(TRADE, 0.0)
    linked = {0, 3}
    mina.reaches = linked.__contains__
    whisper = Spoke("the map", is_private=True)
    for _ in range(20):
        assert mina.speak(whisper, PARENT, 0.0) == [Unsaid("no.channel")], "and it costs nothing"
    assert heard(mina.speak(Spoke("Seward?"), PARENT, 0.0)) == [(1, "Seward?", "")]
    linked.add(2)
    assert Send(Whispered(1, "the map"), 2) in mina.speak(whisper, PARENT, 0.0)


def test_a_whisper_may_be_a_moment_ahead_of_its_trade() -> None:
    seward = table()[2]
    for text, at in (("old", 0.0), ("new", 4.0)):
        assert seward.arrived(1, Whispered(1, text), at) == []
    assert heard(seward.asked(TRADE, 5.0)) == [(1, "new", "")]
    assert seward.asked(TRADE, 5.0) == []


def test_a_kept_line_is_of_who_said_it() -> None:
    _, mina, *_ = table()
    say(mina, "Paris, I say.")
    (line,) = mina.lines()
    read = (decode_message(each) for each in (line, line.replace(b"Paris", b"Roma!")))
    good, wrong = (each for each in read if isinstance(each, ChatSent))
    check_line(ROSTER, GAME, good)
    with pytest.raises(PeerFault):
        check_line(ROSTER, GAME, wrong)


def test_who_plays_on_in_a_place_says_the_next_line_of_it() -> None:
    """K-8: what was said there before is still good; the numbers go on, and nothing is twice."""
    dracula, mina, seward, _ = table()
    before = [say(mina, "one"), say(mina, "two")]
    successor = Identity(b"s" * 32)
    roster = ROSTER.seat(1, successor.public_key)
    assert roster.holders(1) == (successor.public_key, IDENTITIES[1].public_key)
    newcomer = Conversation(roster, 1, successor, GAME)
    for line in before:
        dracula.arrived(1, line, 0.0)
        newcomer.arrived(0, line, 0.0)
    third = say(newcomer, "three")
    assert third.line.counter == 3
    assert seward.arrived(1, third, 0.0) == [], "it does not know yet that the place changed hands"
    dracula.roster = roster
    assert heard(dracula.arrived(1, third, 0.0)) == [(1, "three", "")]
    assert dracula.lines() == newcomer.lines()
    assert newcomer.arrived(0, third, 0.0) == [], "its own"


# --- Who hears what, by the rules ---


ACTION = Choose(MINA, "action", (DONE,))


@pytest.mark.rule("hidden.hunters.talk", "hidden.hunters.overheard")
@pytest.mark.parametrize("speaker", HUNTERS)
@pytest.mark.parametrize("pending", [None, ACTION, TRADE])
def test_whatever_a_hunter_says_everybody_hears(speaker: str, pending: Choose | None) -> None:
    """W-5."""
    heard = hearers(SEATS, pending, speaker, private=False)
    assert heard == set(SEATS) - {speaker}
    assert DRACULA in heard
    assert heard >= set(HUNTERS) - {speaker}


@pytest.mark.rule("hidden.trade.private")
def test_two_who_trade_may_confer_alone() -> None:
    """W-5."""
    assert hearers(SEATS, TRADE, MINA, private=True) == {SEWARD}
    assert hearers(SEATS, TRADE, SEWARD, private=True) == {MINA}


@pytest.mark.parametrize(
    ("speaker", "pending"), [(GODALMING, TRADE), (DRACULA, TRADE), (MINA, ACTION), (MINA, None)]
)
def test_nobody_else_talks_in_private(speaker: str, pending: Choose | None) -> None:
    assert hearers(SEATS, pending, speaker, private=True) == frozenset()


@pytest.mark.parametrize("text", ["Paris, I say.", "Łódź — Мадрид", "a" * LONGEST_LINE])
def test_plain_lines_can_be_said(text: str) -> None:
    assert is_sayable(text)


@pytest.mark.parametrize(
    "text", ["", "a" * (LONGEST_LINE + 1), "e\u0301", "bell\a", "\u202eright to left", "a\nb"]
)
def test_what_could_deceive_or_flood_cannot(text: str) -> None:
    assert not is_sayable(text)
