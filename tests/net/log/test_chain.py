"""Section 6: one chain whatever the order of arrival; two answers in one place are noticed."""

from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from net.crypto.hashing import next_parent
from net.errors import LocalMistake, PeerMisbehaved
from net.limits import FIRST_FINAL_PART, MOST_CONTROL, MOST_HELD
from net.log.chain import Chain, EntryStatus
from net.log.entry import FIRST_PARENT, Entry
from tests.support.entries import GAME, SETUP_HASH, STATE, signed

# Who answers which part of the requests of a small game: set-up, one alone, two at once, all.
REQUESTS = [(0, 1, 2), (1,), (2, 0), (0, 1, 2, 1), (0,)]


def a_game() -> list[list[Entry]]:
    """The entries of every request."""
    parent, game = FIRST_PARENT, []
    for index, peers in enumerate(REQUESTS):
        entries = [signed(peer, index, part, parent) for part, peer in enumerate(peers)]
        parent = next_parent(parent, [entry.hash for entry in entries])
        game.append(entries)
    return game


PLAYED = a_game()


def waiting(index: int = 1) -> Chain:
    """A chain that waits for the answers to this request."""
    chain = Chain(SETUP_HASH)
    for entries in PLAYED[:index]:
        chain.append(entries)
        chain.name_game(GAME)
    chain.expect(REQUESTS[index], STATE)
    return chain


class Reader:
    """A peer that takes what comes and goes on when it can, as the referee does."""

    def __init__(self) -> None:
        self.chain = Chain(SETUP_HASH)
        self.chain.expect(REQUESTS[0], STATE)

    def take(self, entry: Entry) -> None:
        if self.chain.take(entry) is EntryStatus.DUE:
            self.chain.accept(entry)
        while self.chain.is_complete():
            self.chain.close()
            self.chain.name_game(GAME)
            if self.chain.index < len(REQUESTS):
                self.chain.expect(REQUESTS[self.chain.index], STATE)
            for ripe in self.chain.ripe():
                self.take(ripe)


@settings(deadline=None, max_examples=60)
@given(
    order=st.permutations([entry for entries in PLAYED for entry in entries]),
    repeated=st.lists(st.sampled_from(range(11)), max_size=8),
)
def test_the_order_of_arrival_does_not_matter(order: list[Entry], repeated: list[int]) -> None:
    """L-2, L-6: and neither does what arrives twice."""
    reader = Reader()
    for number, entry in enumerate(order):
        reader.take(entry)
        if number in repeated:
            reader.take(entry)
    assert reader.chain.index == len(REQUESTS)
    assert [list(reader.chain.entries(index)) for index in range(len(REQUESTS))] == PLAYED
    straight = Chain(SETUP_HASH)
    assert [straight.append(entries) for entries in PLAYED] == reader.chain.parents[1:]
    assert list(reader.chain.everything()) == [entry for request in PLAYED for entry in request]


def test_the_next_parent_is_made_in_order_of_part() -> None:
    parents = set()
    for order in permutations(PLAYED[0]):
        chain = waiting(0)
        for entry in order:
            assert chain.take(entry) is EntryStatus.DUE
            chain.accept(entry)
        parents.add(chain.close())
    assert parents == {PLAYED[1][0].parent}


def test_the_chain_says_which_parts_are_missing() -> None:
    """L-6."""
    chain = waiting(3)
    chain.accept(PLAYED[3][2])
    assert (chain.index, chain.missing()) == (3, [0, 1, 3])
    assert not chain.is_complete()
    assert chain.entries(3) == (PLAYED[3][2],)


def test_an_unanswered_request_cannot_be_closed() -> None:
    """L-4."""
    chain = waiting(2)
    chain.accept(PLAYED[2][0])
    with pytest.raises(LocalMistake):
        chain.close()


def test_an_interlude_is_chained_after_the_request_it_interrupts() -> None:
    """22.8."""
    chain = waiting(1)
    interlude = [signed(2, 1, 0x8000, chain.parent), signed(0, 1, 0x8000, chain.parent)]
    chain.accept(PLAYED[1][0])
    hashes = [entry.hash for entry in (PLAYED[1][0], *interlude)]
    assert chain.close(interlude) == next_parent(PLAYED[1][0].parent, hashes)
    assert chain.entries(1) == (PLAYED[1][0], *interlude)


def test_two_answers_in_one_place_are_equivocation() -> None:
    """L-3: whether the first is judged already or not."""
    for is_accepted in (False, True):
        chain = waiting(1)
        assert chain.take(PLAYED[1][0]) is EntryStatus.DUE
        if is_accepted:
            chain.accept(PLAYED[1][0])
        other = signed(1, 1, 0, chain.parent, body=b"something else")
        with pytest.raises(PeerMisbehaved) as caught:
            chain.take(other)
        assert (caught.value.peer, caught.value.code) == (1, 5)
        assert caught.value.entries == (PLAYED[1][0].to_bytes(), other.to_bytes())


def test_two_answers_to_a_complete_request_are_equivocation() -> None:
    chain = waiting(3)
    with pytest.raises(PeerMisbehaved):
        chain.take(signed(1, 1, 0, PLAYED[1][0].parent, body=b"something else"))


def test_two_answers_on_different_parents_are_equivocation() -> None:
    """A peer that tells one half of the table one thing and the other half another."""
    chain = waiting(1)
    chain.take(PLAYED[1][0])
    with pytest.raises(PeerMisbehaved):
        chain.take(signed(1, 1, 0, b"\x11" * 32))


@pytest.mark.parametrize("is_right_second", [False, True])
def test_two_held_answers_are_equivocation_once_we_are_there(*, is_right_second: bool) -> None:
    """Before that nobody could go on before them; of the two the odd one is shown last."""
    chain = waiting(1)
    right, odd = PLAYED[2][0], signed(2, 2, 0, PLAYED[2][0].parent, state_digest=bytes(32))
    for entry in (odd, right) if is_right_second else (right, odd):
        assert chain.take(entry) is EntryStatus.HELD
    assert chain.take(signed(2, 2, 0, b"\x12" * 32)) is EntryStatus.HELD  # and no third
    assert chain.ripe() == []
    chain.accept(PLAYED[1][0])
    chain.close()
    chain.expect(REQUESTS[2], STATE)
    with pytest.raises(PeerMisbehaved) as refused:
        chain.ripe()
    assert refused.value.entries == (right.to_bytes(), odd.to_bytes())


def test_two_answers_to_what_never_comes_stop_nobody() -> None:
    chain = waiting(1)
    for parent in (b"\x11" * 32, b"\x12" * 32):
        assert chain.take(signed(2, 4000, 0, parent)) is EntryStatus.HELD
    assert chain.ripe() == []


def test_two_answers_on_another_chain_are_equivocation_when_they_come() -> None:
    chain = waiting(2)
    assert chain.take(signed(2, 2, 0, b"\x11" * 32)) is EntryStatus.HELD
    with pytest.raises(PeerMisbehaved):
        chain.take(signed(2, 2, 0, b"\x12" * 32))


def test_openings_of_two_evenings_are_no_equivocation() -> None:
    """22.10."""
    chain = waiting(0)
    chain.take(PLAYED[0][1])
    other = signed(1, 0, 0, FIRST_PARENT, game_id=b"\x5f" * 32)
    assert chain.take(other) is EntryStatus.FOREIGN


def test_the_same_entry_signed_anew_is_no_equivocation() -> None:
    """A signature is not part of what was said."""
    chain = waiting(1)
    chain.take(PLAYED[1][0])
    again = Entry(
        *(getattr(PLAYED[1][0], name) for name in Entry.__struct_fields__[:-2]),
        bytes(64),
        PLAYED[1][0].hash,
    )
    assert chain.take(again) is EntryStatus.KNOWN


def test_an_entry_of_another_game_is_foreign() -> None:
    chain = waiting(1)
    assert chain.take(signed(1, 1, 0, chain.parent, game_id=bytes(32))) is EntryStatus.FOREIGN


def test_an_entry_on_an_unknown_parent_is_held_and_blames_nobody() -> None:
    """22.9."""
    chain = waiting(1)
    stranger = signed(1, 1, 0, b"\x11" * 32)
    assert chain.take(stranger) is EntryStatus.HELD
    assert chain.take(stranger) is EntryStatus.KNOWN
    assert chain.disputed() == [stranger]
    assert chain.ripe() == []


def test_an_entry_of_an_unknown_epoch_is_held() -> None:
    """22.9."""
    chain = waiting(1)
    assert chain.take(signed(1, 1, 0, chain.parent, epoch=1)) is EntryStatus.HELD
    chain.epoch = 1
    assert [chain.take(entry) for entry in chain.ripe()] == [EntryStatus.DUE]


def test_an_answer_to_a_later_request_is_held_until_its_time() -> None:
    chain = waiting(1)
    assert chain.take(PLAYED[2][1]) is EntryStatus.HELD
    chain.accept(PLAYED[1][0])
    chain.close()
    assert chain.ripe() == []
    chain.expect(REQUESTS[2], STATE)
    assert chain.ripe() == [PLAYED[2][1]]
    assert chain.ripe() == []


def test_what_is_held_of_one_peer_is_bounded_and_the_nearest_is_kept() -> None:
    """22.9: at most 64 of each peer."""
    chain = waiting(1)
    far = [signed(1, 100 + number, 0, bytes(32)) for number in range(MOST_HELD)]
    assert {chain.take(entry) for entry in far} == {EntryStatus.HELD}
    assert chain.take(signed(1, 500, 0, bytes(32))) is EntryStatus.DROPPED
    assert chain.take(signed(1, 2, 0, bytes(32))) is EntryStatus.HELD
    assert max(place.index for place in chain._held[1]) == 100 + MOST_HELD - 2
    assert chain.take(signed(2, 500, 0, bytes(32))) is EntryStatus.HELD


def test_before_the_game_has_an_id_later_entries_wait() -> None:
    chain = waiting(0)
    assert chain.take(PLAYED[1][0]) is EntryStatus.HELD
    assert chain.take(signed(1, 1, 0, PLAYED[1][0].parent, game_id=bytes(32))) is EntryStatus.HELD
    chain.append(PLAYED[0])
    chain.name_game(GAME)
    chain.expect(REQUESTS[1], STATE)
    assert chain.ripe() == [PLAYED[1][0]]


def test_what_another_game_left_is_let_go_when_the_game_has_its_id() -> None:
    chain = waiting(0)
    chain.take(signed(1, 1, 0, PLAYED[1][0].parent, game_id=bytes(32)))
    chain.append(PLAYED[0])
    chain.name_game(GAME)
    chain.expect(REQUESTS[1], STATE)
    assert chain.take(PLAYED[1][0]) is EntryStatus.DUE


def test_who_is_not_asked_is_out_of_turn() -> None:
    """V-1, code 6: another peer, a part that does not exist, a request that is complete."""
    chain = waiting(2)
    assert chain.take(signed(1, 2, 0, chain.parent)) is EntryStatus.OUT_OF_TURN
    assert chain.take(signed(2, 2, 7, chain.parent)) is EntryStatus.OUT_OF_TURN
    assert chain.take(signed(2, 1, 1, PLAYED[1][0].parent)) is EntryStatus.OUT_OF_TURN


def test_equal_parents_and_unequal_states_are_told_apart() -> None:
    """22.9."""
    chain = waiting(1)
    assert (
        chain.take(signed(1, 1, 0, chain.parent, state_digest=bytes(32))) is EntryStatus.OTHER_STATE
    )
    unasked = signed(2, 1, 0, chain.parent, state_digest=bytes(32))
    assert chain.take(unasked) is EntryStatus.OTHER_STATE, "there it may be asked"
    chain = waiting(2)
    late = signed(2, 1, 1, PLAYED[1][0].parent, state_digest=bytes(32))
    assert chain.take(late) is EntryStatus.OUT_OF_TURN, "that request is over: all have answered it"


def test_a_wrong_entry_is_evidence_and_further_ones_are_dropped_unread() -> None:
    """22.14."""
    chain = waiting(1)
    chain.take(PLAYED[1][0])
    chain.refuse(PLAYED[1][0])
    assert chain.take(PLAYED[1][0]) is EntryStatus.KNOWN
    assert chain.take(signed(1, 1, 0, chain.parent, body=b"better?")) is EntryStatus.DROPPED
    assert chain.missing() == [0]


def test_only_what_is_due_is_accepted() -> None:
    """K-1: and no second answer of our own."""
    chain = waiting(1)
    with pytest.raises(LocalMistake):
        chain.accept(PLAYED[2][0])
    chain.accept(PLAYED[1][0])
    with pytest.raises(LocalMistake):
        chain.accept(signed(1, 1, 0, chain.parent, body=b"on second thoughts"))


def test_control_entries_stand_apart() -> None:
    """L-9: two in one place are equivocation too."""
    chain = waiting(2)
    first = signed(1, 1, 0x8000, PLAYED[1][0].parent)
    assert chain.take(first) is EntryStatus.CONTROL
    chain.keep_control(first)
    assert chain.take(first) is EntryStatus.KNOWN
    with pytest.raises(PeerMisbehaved):
        chain.take(signed(1, 1, 0x8000, PLAYED[1][0].parent, body=b"otherwise"))
    assert chain.missing() == [0, 1]


def test_a_flood_of_control_entries_is_dropped() -> None:
    chain = waiting(1)
    for number in range(MOST_CONTROL):
        chain.keep_control(signed(1, 1, 0x8000 + number, chain.parent))
    assert chain.take(signed(1, 1, 0xF000, chain.parent)) is EntryStatus.DROPPED
    assert chain.take(signed(2, 1, 0xF000, chain.parent)) is EntryStatus.CONTROL


def test_a_final_is_of_the_epoch_of_its_request() -> None:
    """Else one peer could say one in every epoch there is, and all of them would be kept."""
    chain = waiting(2)
    for index in (1, 2):
        parent = chain.parents[index]
        for epoch in range(1, 3 * MOST_HELD):
            final = signed(1, index, FIRST_FINAL_PART + 1, parent, epoch=epoch)
            assert chain.take(final) in (EntryStatus.HELD, EntryStatus.DROPPED)
        final = signed(1, index, FIRST_FINAL_PART + 1, parent)
        assert chain.take(final) is EntryStatus.FINAL
        assert chain.take(final) is EntryStatus.KNOWN


def test_heads_are_compared() -> None:
    """L-2."""
    chain = waiting(2)
    assert chain.agrees(1, PLAYED[1][0].parent) is True
    assert chain.agrees(1, bytes(32)) is False
    assert chain.agrees(3, PLAYED[3][0].parent) is None
