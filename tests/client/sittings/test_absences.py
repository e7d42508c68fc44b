"""What bots and persons want about somebody who does not answer."""

import pytest

from client.sittings.absences import (
    absences_in_words,
    bots_wish,
    bots_wishes,
    can_be_filled,
    persons_wish,
    refusal,
)
from client.words.words import spoken
from net.edge.desk import SuccessionOffer, Waited
from net.peer.effects import BrokenOff, GivenUpFor
from net.peer.replacement_vote import TakeOverHere, TakeOverWished, TimeOutWished
from net.replacement.recovery import Absence

GONE = Absence(
    7, can_be_replaced=True, is_timed_out=False, has_left=False, is_open=False,
    proposals=(), agreed=(), is_ours_to_fill=False,
)  # fmt: skip
OPEN = GONE._replace(is_timed_out=True, is_open=True)
SOMEBODY, OTHER = b"s" * 32, b"o" * 32


def waited(
    absence: Absence | None,
    since: float = 61.0,
    remaining: float | None = None,
    *,
    linked: bool = False,
) -> Waited:
    away = None if linked else since
    return Waited(2, "Mina", linked, since, remaining, absence, away)


OFFERS = (SuccessionOffer(SOMEBODY, "Eva"), SuccessionOffer(OTHER, "Ida"))
NAMES_EVA = TakeOverWished(7, 2, SOMEBODY)
LONG_THOUGHT = Waited(2, "Mina", is_linked=False, since=3000.0, absence=GONE, away=0.5)


@pytest.mark.parametrize(
    ("situation", "wish"),
    [
        (waited(None), None),
        (LONG_THOUGHT, None),
        (LONG_THOUGHT._replace(absence=GONE._replace(can_be_replaced=False)), None),
        (LONG_THOUGHT._replace(away=60.0), TimeOutWished(7, 2)),
        (waited(GONE, since=700.0)._replace(owes=False), None),
        (waited(GONE), TimeOutWished(7, 2)),
        (waited(GONE, since=59.0), None),
        (waited(GONE, linked=True), None),
        (waited(GONE, since=5.0, remaining=0.0, linked=True), TimeOutWished(7, 2)),
        (waited(GONE, since=90.0, remaining=1.0), None),
        (waited(GONE._replace(is_timed_out=True)), None),
        (waited(OPEN), None),
        (waited(OPEN._replace(is_ours_to_fill=True)), TakeOverHere(7, 2)),
        (waited(OPEN._replace(is_ours_to_fill=True, agreed=(SOMEBODY,))), None),
        (waited(OPEN._replace(is_ours_to_fill=True))._replace(offers=OFFERS), NAMES_EVA),
        (waited(OPEN)._replace(offers=OFFERS), None),
        (
            waited(OPEN._replace(is_ours_to_fill=True, proposals=(OTHER,)))._replace(offers=OFFERS),
            TakeOverWished(7, 2, OTHER),
        ),
        (waited(OPEN._replace(proposals=(SOMEBODY, OTHER))), TakeOverWished(7, 2, SOMEBODY)),
        (waited(OPEN._replace(proposals=(SOMEBODY,), agreed=(SOMEBODY,))), None),
        (
            waited(OPEN._replace(has_left=True, proposals=(OTHER,)), since=1.0, linked=True),
            TakeOverWished(7, 2, OTHER),
        ),
        (waited(GONE._replace(can_be_replaced=False)), None),
        (waited(GONE._replace(can_be_replaced=False), since=601.0), GivenUpFor(2, opens=True)),
        (waited(GONE._replace(can_be_replaced=False), remaining=0.0), GivenUpFor(2, opens=True)),
        (waited(GONE._replace(can_be_replaced=False), remaining=0.0, linked=True), None),
    ],
)
def test_a_bot_waits_as_long_as_the_table_says_and_goes_on_if_it_can(
    situation: Waited, wish: object
) -> None:
    assert bots_wish(situation) == wish


def test_a_person_is_told_the_word_for_each_step_and_the_word_does_it() -> None:
    steps = [
        (waited(GONE), "timeout", TimeOutWished(7, 2)),
        (waited(OPEN), "takeover", TakeOverHere(7, 2)),
        (waited(OPEN._replace(proposals=(SOMEBODY,))), "agree", TakeOverWished(7, 2, SOMEBODY)),
    ]
    for situation, word, wish in steps:
        assert f"/{word} 2" in absences_in_words([situation])[0]
        assert persons_wish(word, situation) == wish
    (gone,) = absences_in_words([waited(GONE._replace(can_be_replaced=False))])
    assert "/gone 2" in gone
    assert persons_wish("takeover", waited(GONE)) is None
    assert persons_wish("agree", waited(OPEN)) is None


def test_who_offers_it_is_named_by_name() -> None:
    situation = waited(OPEN)._replace(offers=OFFERS)
    (note,) = absences_in_words([situation])
    assert "/takeover 2 Eva" in note
    assert persons_wish("takeover", situation, "Eva") == NAMES_EVA
    assert persons_wish("takeover", situation, "Ewa") is None
    assert refusal("takeover", situation, "Ewa") == "no-offer"
    assert persons_wish("takeover", situation) == TakeOverHere(7, 2)
    dracula = waited(OPEN._replace(can_be_ours=False))._replace(offers=OFFERS)
    assert "Eva" not in absences_in_words([dracula])[0], "K-7: Dracula's player names nobody"
    assert persons_wish("takeover", dracula, "Eva") is None
    assert refusal("takeover", dracula, "Eva") == "draculas"
    proposed = waited(OPEN._replace(proposals=(SOMEBODY,)))
    assert absences_in_words([proposed._replace(offers=OFFERS)]) == [
        "/agree 2 lets Eva play on for Mina."
    ]
    assert "another program" in absences_in_words([proposed])[0]


def test_whoever_plays_dracula_takes_no_hunters_place() -> None:
    open_to_hunters = waited(OPEN._replace(can_be_ours=False))
    assert absences_in_words([open_to_hunters]) == [spoken().say("typed-absence-open", name="Mina")]
    assert persons_wish("takeover", open_to_hunters) is None
    assert not can_be_filled(open_to_hunters)
    assert can_be_filled(waited(OPEN))


def test_while_several_are_away_nothing_can_be_signed_about_one() -> None:
    (note,) = absences_in_words([waited(GONE), waited(GONE)._replace(peer=3, owes=False)])
    assert "nobody can be replaced" in note
    assert "/" not in note.replace("--return", "")


@pytest.mark.parametrize("how", ["unbegun", "unsigned", "unaudited"])
def test_a_first_or_last_word_is_waited_for_a_minute_linked_or_not(how: str) -> None:
    """22.8: nobody else can sign anything about it, so it is closed here."""
    for linked in (True, False):
        late = waited(GONE, since=60.0, linked=linked)._replace(closes_as=how)
        assert bots_wishes([late]) == [GivenUpFor(2, opens=True)]
        assert "/gone 2" in absences_in_words([late])[0]
        early = late._replace(since=59.0, away=900.0)
        assert bots_wishes([early, early._replace(peer=3)]) == []
        assert absences_in_words([early]) == []


def away(peer: int, seconds: float, remaining: float | None = None) -> Waited:
    return waited(GONE, since=seconds, remaining=remaining)._replace(peer=peer)


@pytest.mark.parametrize(
    ("situations", "wishes"),
    [
        ([], []),
        ([away(2, 601.0)], [TimeOutWished(7, 2)]),
        ([away(2, 599.0), away(3, 601.0)], [TimeOutWished(7, 2), TimeOutWished(7, 3)]),
        ([away(2, 601.0), away(3, 601.0)], [BrokenOff()]),
        ([away(2, 61.0, 0.0), away(3, 61.0)._replace(owes=False)], [BrokenOff()]),
        ([away(2, 61.0, 0.0), away(3, 5.0)._replace(owes=False)], [TimeOutWished(7, 2)]),
        ([waited(GONE._replace(is_timed_out=True), since=599.0)], []),
        ([waited(GONE._replace(is_timed_out=True), since=601.0)], [BrokenOff()]),
    ],
    ids=[
        "nobody",
        "one",
        "one for long",
        "two",
        "two with a clock",
        "one with a clock",
        "others may agree",
        "others never did",
    ],
)
def test_where_several_are_gone_nothing_can_be_signed_and_a_bot_stops(
    situations: list[Waited], wishes: list[object]
) -> None:
    assert bots_wishes(situations) == wishes
