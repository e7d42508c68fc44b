"""What is between the peers is told in words, and a wish to end can be typed."""

import pytest

from client.trouble_words import told_in_words, wish_in
from net.effects import Conceded, Differs, EndProposed, GivenUpFor, Judged, Wished
from net.endings import Outcome

TOLD = [
    (Judged(2, 1, 3, b"", b"", is_unfounded=True), "peer 2 accuses peer 1 (code 3): unfounded"),
    (Judged(2, 1, 4, b"", b"", is_unfounded=False), "only the audit can judge it"),
    (Differs(40, 1, b"", is_state=False), "request 40: what peer 1 has stands on other entries"),
    (Differs(40, 1, b"", True, (1,), "round"), "peer 1 stands alone; they differ first in round"),  # noqa: FBT003
    (Wished(0, Outcome.DRACULA_CONCEDED), "peer 0 gives up for Dracula"),
    (Wished(1, Outcome.ABANDONED + 2), "peer 1 holds that peer 2 has gone"),
]


@pytest.mark.parametrize(("told", "words"), TOLD)
def test_it_is_told(told: Judged | Differs | Wished, words: str) -> None:
    assert words in told_in_words(told)


@pytest.mark.parametrize(
    ("line", "wish"),
    [
        ("/concede", Conceded()),
        ("/end", EndProposed(opens=False)),
        ("/end  open", EndProposed(opens=True)),
        ("/gone 2", GivenUpFor(2)),
        ("/gone away", None),
        ("/say I concede", None),
    ],
)
def test_a_wish_is_typed(line: str, wish: object) -> None:
    assert wish_in(line) == wish
