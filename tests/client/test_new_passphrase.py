"""How long it takes to find a passphrase; what is found soon is refused."""

import pytest

from client.new_passphrase import GuessedIn, check_phrase, guessed_in, make_phrase
from client.words.words import spoken
from engine.errors import BorgoError
from net.edge.people.shown_names import BACKUP_WORDS, word_list


@pytest.mark.parametrize(
    ("phrase", "time"),
    [
        ("", GuessedIn.MOMENT),
        ("x", GuessedIn.MOMENT),
        ("garlic", GuessedIn.HOURS),
        ("20260611", GuessedIn.HOURS),
        ("vkqzjwpx", GuessedIn.DAYS),
        ("garlic and roses", GuessedIn.MONTHS),
        ("Kq7!vz3?pWx", GuessedIn.NEVER),
    ],
)
def test_the_longer_the_later(phrase: str, time: GuessedIn) -> None:
    assert guessed_in(phrase) is time


def test_what_is_made_is_never_found_and_never_the_same() -> None:
    made = make_phrase()
    assert len(made.split()) == BACKUP_WORDS
    assert made != make_phrase()
    assert guessed_in(made) is GuessedIn.NEVER
    check_phrase(made)


def test_two_of_the_words_that_are_made_are_two_of_2048() -> None:
    assert guessed_in(" ".join(word_list()[:2])) is GuessedIn.MOMENT


@pytest.mark.parametrize("phrase", ["", "x", "garlic", "        ", "aaaaaaaaaa", "20260611"])
def test_what_is_found_soon_is_refused(phrase: str) -> None:
    with pytest.raises(BorgoError, match="passphrase-short"):
        check_phrase(phrase)


@pytest.mark.parametrize("phrase", ["vkqzjwpx", "Znaxar.8", "夜は長い十字架と杭"])
def test_others_are_taken(phrase: str) -> None:
    check_phrase(phrase)


def test_every_time_has_its_words() -> None:
    for time in GuessedIn:
        assert spoken().say(time.id)
