"""A channel carries messages in order and once, and closes at the first bad frame.

A peer that is silent for four seconds counts as gone, unless we did not listen ourselves.
"""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from net.limits import LONGEST_FRAME, LONGEST_MESSAGE
from net.session.channel import (
    TRANSITIONS,
    Channel,
    ChannelClosed,
    ChannelInput,
    ChannelStage,
    Heartbeat,
)
from net.session.noise import TAG_SIZE, BadMessage, Cipher


def pair() -> tuple[Channel, Channel]:
    one, two = bytes(32), bytes([1]) * 32
    return (
        Channel(Cipher(one), Cipher(two), b"h" * 32),
        Channel(Cipher(two), Cipher(one), b"h" * 32),
    )


@settings(deadline=None)
@given(st.lists(st.tuples(st.booleans(), st.binary(max_size=60)), max_size=20))
def test_everything_said_is_heard_in_order(said: list[tuple[bool, bytes]]) -> None:
    mina, john = pair()
    for is_mina, words in said:
        speaker, hearer = (mina, john) if is_mina else (john, mina)
        assert hearer.open(speaker.seal(words)) == words


def test_the_longest_message_fits_a_frame() -> None:
    mina, john = pair()
    sealed = mina.seal(bytes(LONGEST_MESSAGE))
    assert len(sealed) <= LONGEST_FRAME
    assert john.open(sealed) == bytes(LONGEST_MESSAGE)
    with pytest.raises(ValueError, match="bytes"):
        mina.seal(bytes(LONGEST_MESSAGE + 1))


def repeated(frames: list[bytes]) -> list[bytes]:
    return [frames[0], frames[0]]


def lost(frames: list[bytes]) -> list[bytes]:
    return frames[1:]


def swapped(frames: list[bytes]) -> list[bytes]:
    return frames[::-1]


def altered(frames: list[bytes]) -> list[bytes]:
    return [frames[0][:-1] + bytes((frames[0][-1] ^ 1,))]


def cut(frames: list[bytes]) -> list[bytes]:
    return [frames[0][: TAG_SIZE - 1]]


def drawn_out(_: list[bytes]) -> list[bytes]:
    return [bytes(LONGEST_MESSAGE + TAG_SIZE + 1)]


@pytest.mark.parametrize("harm", [repeated, lost, swapped, altered, cut, drawn_out])
def test_the_first_bad_frame_ends_it(harm) -> None:
    mina, john = pair()
    arriving = harm([mina.seal(b"one"), mina.seal(b"two")])
    with pytest.raises(ChannelClosed):
        _ = [john.open(frame) for frame in arriving]
    assert john.stage is ChannelStage.CLOSED
    with pytest.raises(ChannelClosed):
        john.open(mina.seal(b"three"))
    with pytest.raises(ChannelClosed):
        john.seal(b"four")


def test_what_we_said_ourselves_does_not_come_back() -> None:
    mina, _ = pair()
    with pytest.raises(ChannelClosed):
        mina.open(mina.seal(b"echo"))


def test_closing_twice_is_closing() -> None:
    mina, _ = pair()
    mina.close()
    mina.close()
    with pytest.raises(ChannelClosed):
        mina.seal(b"late")


def test_only_an_open_channel_does_anything() -> None:
    assert {happening for stage, happening in TRANSITIONS if stage is ChannelStage.CLOSED} == {
        ChannelInput.CLOSE
    }


def test_numbers_are_counted_in_64_bits_and_never_come_again() -> None:
    sender, receiver = Cipher(bytes(32)), Cipher(bytes(32))
    sender.counter = receiver.counter = 2**64 - 2
    assert receiver.decrypt(sender.encrypt(b"the last")) == b"the last"
    with pytest.raises(BadMessage, match="nonce"):
        sender.encrypt(b"one too many")


def test_a_key_is_not_printed() -> None:
    assert repr(Cipher(b"k" * 32)) == "Cipher(…)"


# --- Signs of life ---


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
