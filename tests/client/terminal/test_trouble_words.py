"""What is between the peers is told in words, and a wish to end can be typed."""

import pytest

from client.screens.game.affairs import difference_words
from client.terminal.sentences import Troubles, wish_in
from client.words.words import Words
from client.worker.table_values import Difference
from net.game.early_end import Outcome
from net.peer.effects import (
    Accuse,
    Conceded,
    DecksRenewed,
    Differs,
    EndProposed,
    GivenUpFor,
    Judged,
    ResumesRefused,
    ResumeTold,
    TimedOutTold,
    Told,
    Wished,
)

NAMES = ("Vlad", "Mina", "Jack")
TOLD = [
    (
        Judged(2, 1, 3, b"", b"", is_unfounded=True),
        "Jack accused you at request 0 over something",
    ),
    (Judged(2, 0, 3, b"", b"", is_unfounded=True), "Jack accused Vlad at request 0 over something"),
    (Judged(2, 1, 4, b"", b"", is_unfounded=False), "it is judged when everything is opened"),
    (Accuse(2, 3, (b"",), "off by one"), "Jack signed something wrong: something unknown"),
    (Accuse(2, 3, (b"",), "off by one"), "Its proof does not hold.” It is a fault"),
    (Accuse(1, 3, (b"",), "off by one"), "Your program has signed something wrong"),
    (TimedOutTold(2, 1, 9), "Jack waits for you no longer"),
    (TimedOutTold(2, 0, 9), "Jack waits for Vlad no longer"),
    (Differs(40, 2, b"", is_state=False), "program has other entries than yours"),
    (
        Differs(40, 2, b"", is_state=False, field="body.option.place"),
        "at request 40 Jack has signed two. They differ first in: body.option.place",
    ),
    (Differs(40, 2, b"", True, (2,), "round"), "first in: the number of the round. Nobody else"),  # noqa: FBT003
    (Differs(40, 2, b"", True, (), "combat.round"), "first in: the fight (combat.round)."),  # noqa: FBT003
    (Differs(40, 2, b"", True, (), "?"), "first in: something this program does not know."),  # noqa: FBT003
    (Wished(0, Outcome.DRACULA_CONCEDED), "Vlad gives up for Dracula"),
    (Wished(1, Outcome.ABANDONED + 2), "Mina says that Jack is gone, and would end the game."),
    (
        Wished(1, Outcome.ABANDONED_AND_OPENED + 2),
        "Mina says that Jack is gone, and would end the game and open the cards",
    ),
    (
        ResumeTold(0, 1, 40, is_without=False, at=42),
        "Vlad would go on before request 40 of 42, where Mina is said to have signed something",
    ),
    (ResumeTold(0, 1, 4, is_without=True, at=4), "shuffle without Mina there"),
    (ResumeTold(0, 1, 4, is_without=False, at=4), "There is nothing that shows it"),
    (ResumesRefused(2), "program asks again and again to go back"),
    (DecksRenewed(), "All have shuffled every deck anew"),
    (Wished(7, Outcome.AGREED), "Player 8 wants to end without a winner"),
]


@pytest.mark.parametrize(("told", "words"), TOLD)
def test_it_is_told(told: Told, words: str) -> None:
    assert words in Troubles(Words(), NAMES, 1).line(told)


@pytest.mark.parametrize(("peer", "is_shown"), [(0, True), (1, False)])
def test_of_evidence_that_is_here_or_of_our_own_wish_nothing_more_is_said(
    peer: int, *, is_shown: bool
) -> None:
    told = ResumeTold(peer, 2, 4, is_without=False, at=4, is_shown=is_shown)
    assert "shows it" not in Troubles(Words(), NAMES, 1).line(told)


def test_the_window_names_what_differs_first_too() -> None:
    for is_state, field in ((False, "body.option.place"), (True, "fog"), (True, "dracula.trail")):
        found = Difference("Jack", 40, is_state=is_state, field=field)
        told = Differs(40, 2, b"", is_state=is_state, field=field)
        assert difference_words(Words(), found) == Troubles(Words(), NAMES, 1).line(told)


@pytest.mark.parametrize(
    ("line", "wish"),
    [
        ("/concede", Conceded()),
        ("/end", EndProposed(opens=False)),
        ("/end  open", EndProposed(opens=True)),
        ("/gone 2", GivenUpFor(2)),
        ("/gone 2 open", GivenUpFor(2, opens=True)),
        ("/gone 2 and good riddance", None),
        ("/gone away", None),
        ("/say I concede", None),
    ],
)
def test_a_wish_is_typed(line: str, wish: object) -> None:
    assert wish_in(line) == wish
