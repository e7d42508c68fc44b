"""What may be answered unasked: only what everybody sees to be the one possibility (N-7)."""

from engine.options import Accept, Decline, Play
from engine.requests import Choose, Conceal, FromHand
from net.effects import Ask


def asked(*, options: int = 1, hand: tuple[FromHand, ...] = ()) -> Ask:
    offered = (Decline(), Accept())[:options]
    return Ask(1, 0, Choose("mina", "about", offered, hand), (Decline(),))


def test_one_public_option_is_forced() -> None:
    assert asked().is_forced


def test_one_true_answer_among_several_public_ones_is_asked_for() -> None:
    assert not asked(options=2).is_forced


def test_a_hand_that_could_hold_an_answer_is_asked_for() -> None:
    assert not asked(hand=(FromHand(Play, ("e1",), ("garlic",)),)).is_forced


def test_a_sealed_choice_is_asked_for() -> None:
    assert not Ask(1, 0, Conceal("mina", "e2", "combat"), ("e2",)).is_forced
