"""A peer that says nothing for four seconds is gone; one we did not listen to is not."""

from net.session.heartbeat import Heartbeat


def test_a_sign_is_due_after_a_second_of_our_own_silence() -> None:
    heart = Heartbeat(100.0)
    assert not heart.is_due(100.9)
    assert heart.is_due(101.0)
    heart.sent(101.0)
    assert not heart.is_due(101.9)


def test_silence_is_death_only_after_four_seconds_of_listening() -> None:
    heart = Heartbeat(0.0)
    looks = [0.5 * number for number in range(1, 9)]
    assert [heart.is_dead(now) for now in looks] == [False] * 7 + [True]


def test_whoever_is_heard_lives() -> None:
    heart = Heartbeat(0.0)
    for now in range(1, 60):
        heart.heard(now - 0.2)
        assert not heart.is_dead(now)


def test_after_our_own_sleep_the_other_gets_another_chance() -> None:
    heart = Heartbeat(0.0)
    assert not heart.is_dead(3600.0)
    looks = [3600.0 + 0.5 * number for number in range(1, 8)]
    assert [heart.is_dead(now) for now in looks] == [False] * 5 + [True] * 2


def test_looking_is_never_put_off_for_longer_than_a_beat() -> None:
    heart = Heartbeat(0.0)
    assert heart.next_look(0.0) == 1.0
    assert heart.next_look(0.75) == 0.25
    assert heart.next_look(9.0) == 0.0


def test_quiet_is_less_than_dead() -> None:
    heart = Heartbeat(0.0)
    assert not heart.is_quiet(1.4)
    assert heart.is_quiet(1.5)
    assert not heart.is_dead(1.5)
    heart.heard(1.5)
    assert not heart.is_quiet(2.9)
