"""Choosing a passphrase for a player's keys: proposes one, and judges what is typed instead.

1. Whoever has the player's files can guess without limit. Each guess is made expensive (N-8), so
   the seven random words that the program proposes are safe. A passphrase that a person makes up is
   found by trying what people make up; the time shown for it is the longest that can take.
2. What would be found within hours is refused. Keys already locked with less still open.
"""

import os
import unicodedata
from enum import Enum

from engine.errors import BorgoError
from net.edge.people.shown_names import BACKUP_WORDS, fresh_phrase, word_list

_FEWEST_LETTERS = 8
_FEWEST_DIFFERENT = 4  # the same letter again and again is tried first of all
_COMMON_WORDS = 20_000  # of a language, of which people put phrases together

# A thousand computers, each of which makes a hundred guesses at once. One takes 0.2 s or longer:
# that is what 64 MiB and three passes take on the fastest of today.
_GUESSES_PER_S = 500_000


class GuessedIn(Enum):
    """How long it takes to try everything of a kind, by the seconds below which it is so."""

    MOMENT = 60.0
    HOURS = 86_400.0
    DAYS = 30 * 86_400.0
    MONTHS = 365 * 86_400.0
    YEARS = 100 * 365 * 86_400.0
    CENTURIES = 10_000 * 365 * 86_400.0
    NEVER = float("inf")

    @property
    def id(self) -> str:
        """What words are found by."""
        return f"guessed-in.{self.name.lower()}"


def make_phrase() -> str:
    """Seven words that nobody has used before."""
    return fresh_phrase(os.urandom, BACKUP_WORDS)


def guessed_in(phrase: str) -> GuessedIn:
    """The longest that whoever has the player's files must try until this is found."""
    typed = _as_kept(phrase)
    tries = _alphabet(typed) ** len(typed)
    words = typed.casefold().split()
    if len(words) > 1 and all(map(str.isalpha, words)):
        known = len(word_list()) if {*words} <= {*word_list()} else _COMMON_WORDS
        tries = min(tries, known ** len(words))
    return next(each for each in GuessedIn if tries < each.value * _GUESSES_PER_S)


def check_phrase(phrase: str) -> None:
    """Refuse what would soon be found; BorgoError says so."""
    typed = _as_kept(phrase)
    is_short = len(typed) < _FEWEST_LETTERS or len({*typed}) < _FEWEST_DIFFERENT
    if is_short or guessed_in(phrase) in (GuessedIn.MOMENT, GuessedIn.HOURS):
        raise BorgoError("passphrase-short", letters=_FEWEST_LETTERS)


def _as_kept(phrase: str) -> str:
    return unicodedata.normalize("NFKC", phrase)


def _alphabet(typed: str) -> int:
    """How many letters there are of the kinds that were used."""
    kinds = ((str.islower, 26), (str.isupper, 26), (str.isdigit, 10))
    size = sum(count for is_so, count in kinds if any(map(is_so, filter(str.isascii, typed))))
    size += 33 if any(each.isascii() and not each.isalnum() for each in typed) else 0
    return max(size + (100 if not typed.isascii() else 0), 2)
