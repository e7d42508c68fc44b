"""The words are short, distinct, and say the same key in the same way everywhere."""

import re

from net.edge.words import (
    BACKUP_WORDS,
    FINGERPRINT_WORDS,
    TABLE_WORDS,
    WORD_BITS,
    fresh_phrase,
    spoken_key,
    word_list,
)


def test_there_are_eleven_bits_of_words() -> None:
    words = word_list()
    assert len(words) == 2**WORD_BITS
    assert list(words) == sorted(words)
    assert all(re.fullmatch("[a-z]{3,7}", word) for word in words)


def test_four_letters_tell_any_two_apart() -> None:
    assert len({word[:4] for word in word_list()}) == len(word_list())


def test_a_key_has_its_words() -> None:
    """A fixed value: two players with different versions must read the same words."""
    assert spoken_key(bytes(32)) == "list suede work fiddle yield person"
    assert spoken_key(bytes(31) + b"\1") != spoken_key(bytes(32))
    assert len(spoken_key(bytes(32)).split()) == FINGERPRINT_WORDS


def test_a_phrase_has_so_many_words_and_uses_all_of_the_list() -> None:
    assert len(fresh_phrase(bytes).split()) == TABLE_WORDS
    assert fresh_phrase(lambda count: b"\xff" * count) == " ".join([word_list()[-1]] * TABLE_WORDS)
    counted = iter(range(2**WORD_BITS))
    firsts = {
        fresh_phrase(lambda count: next(counted).to_bytes(count, "little"), 1)
        for _ in range(2**WORD_BITS)
    }
    assert firsts == set(word_list())


def test_a_backups_phrase_is_long_enough() -> None:
    """K-5: at least 77 bits."""
    assert BACKUP_WORDS * WORD_BITS >= 77
