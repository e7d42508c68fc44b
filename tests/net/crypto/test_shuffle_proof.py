"""What a modified client would try with a deck: double, exchange, part cards from their backs.

Each cheat is made with the honest code and lying openings, or with that code bent; all are refused.
"""

from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from net.crypto.derivation import Remixing
from net.crypto.faults import ProofFailed
from net.crypto.shuffle_proof import Pile, Row, check_shuffle, shuffle_and_prove
from tests.support.proving import prover_from, verifier_from
from tests.support.small_group import SmallGroup

SMALL = SmallGroup()
CONTEXT = bytes(32)

# Never 0: such a row would be sent as it came, and O may not travel (E-6).
randomness = st.integers(1, SMALL.order - 1)


def pile_of(codes: list[int], keys: tuple[int, ...] = (99,)) -> Pile:
    rows: list[Row] = [
        (SMALL.identity, *(SMALL.base_multiply(code) for _ in keys)) for code in codes
    ]
    return Pile(tuple(SMALL.base_multiply(key) for key in keys), rows)


@settings(max_examples=25, deadline=None)
@given(count=st.integers(1, 24), width=st.integers(1, 2), data=st.data())
def test_any_shuffle_can_be_proved_and_keeps_the_cards(
    count: int, width: int, data: st.DataObject
) -> None:
    order = tuple(data.draw(st.permutations(range(count))))
    numbers = data.draw(st.lists(randomness, min_size=count, max_size=count))
    pile = pile_of([1000 + number // 2 for number in range(count)], (99, 77)[:width])
    body = shuffle_and_prove(prover_from(SMALL), CONTEXT, pile, Remixing(order, tuple(numbers)))
    outputs = check_shuffle(verifier_from(SMALL), CONTEXT, pile, body)
    opened = [SMALL.subtract(row[1], SMALL.multiply(99, row[0])) for row in outputs]
    assert opened == [SMALL.base_multiply(1000 + source // 2) for source in order]


def test_every_permutation_of_four_can_be_proved() -> None:
    pile = pile_of([1, 2, 3, 4])
    for order in permutations(range(4)):
        body = shuffle_and_prove(prover_from(SMALL), CONTEXT, pile, Remixing(order, (5, 6, 7, 8)))
        check_shuffle(verifier_from(SMALL), CONTEXT, pile, body)


@pytest.mark.parametrize(
    "stacked",
    [[1, 2, 3, 3], [1, 2, 3, 5], [1, 1, 3, 3], [2, 2, 2, 4]],
    ids=["doubled", "exchanged", "two doubled", "same sum"],
)
def test_a_stacked_deck_cannot_be_proved(stacked: list[int]) -> None:
    """S-3: an honest proof about a pile with other cards, offered for the true one."""
    remixing = Remixing((2, 0, 3, 1), (5, 6, 7, 8))
    body = shuffle_and_prove(prover_from(SMALL), CONTEXT, pile_of(stacked), remixing)
    with pytest.raises(ProofFailed):
        check_shuffle(verifier_from(SMALL), CONTEXT, pile_of([1, 2, 3, 4]), body)


def test_back_and_identity_move_together() -> None:
    """5.3: two outputs that exchange their backs are refused."""
    pile = pile_of([1, 2, 3, 4], (99, 77))
    remixing = Remixing((2, 0, 3, 1), (5, 6, 7, 8))
    body = shuffle_and_prove(prover_from(SMALL), CONTEXT, pile, remixing)
    parts = [body[at : at + 32] for at in range(0, len(body), 32)]
    parts[1], parts[4] = parts[4], parts[1]
    with pytest.raises(ProofFailed):
        check_shuffle(verifier_from(SMALL), CONTEXT, pile, b"".join(parts))


def test_a_pile_has_at_most_128_rows() -> None:
    """E-5."""
    with pytest.raises(ValueError, match="129 rows"):
        shuffle_and_prove(
            prover_from(SMALL), CONTEXT, pile_of([1] * 129), Remixing(tuple(range(129)), (1,) * 129)
        )


def test_no_difference_of_an_output_and_an_input_is_sent() -> None:
    """P-7: it would show which card went where."""
    pile = pile_of([1, 2, 3, 4])
    remixing = Remixing((2, 0, 3, 1), (5, 6, 7, 8))
    body = shuffle_and_prove(prover_from(SMALL), CONTEXT, pile, remixing)
    outputs = check_shuffle(verifier_from(SMALL), CONTEXT, pile, body)
    sent = {body[at : at + 32] for at in range(0, len(body), 32)} - {
        column for row in outputs for column in row
    }
    for column, output in ((column, row) for row in outputs for column in range(len(row))):
        for row in pile.rows:
            difference = SMALL.subtract(output[column], row[column])
            assert difference not in sent
