"""TV-3, TV-4, TV-6: recorded games of five and of two peers, and copies with one byte changed."""

import json
import os
from functools import cache
from pathlib import Path

import pytest

from net.crypto.group import SodiumGroup
from net.crypto.parties import Verifier
from net.game_file import TableGame, from_file
from net.log.entry import Unsigned, decode_entry, sign_entry
from net.verdict import Line
from net.verification import Verification, verify
from net.wire.bodies import BODY_TYPES
from tests.support.fake_wire import identities_for
from tests.support.made_games import FIVE, GAMES, PARENTS, TWO, record
from tests.support.proving import flipped

SODIUM = SodiumGroup()
KEPT = json.loads(PARENTS.read_text(encoding="utf-8"))

# Nobody sends these in a game in which nobody is absent and no dice are thrown.
NOT_IN_A_PLAIN_GAME = {
    0x04, 0x05, 0x16, 0x40, 0x50, 0x51, 0x52, 0x53, 0x54, 0x55, 0x61, 0x63, 0x64,
}  # fmt: skip

# Any other random bytes, keys or choices would be as good; what follows does not fit them.
FREE = {0x01, 0x02, 0x30}


@cache
def game_in(path: Path) -> TableGame:
    return from_file(path.read_bytes())


def first_of_each_kind(game: TableGame) -> dict[int, int]:
    found: dict[int, int] = {}
    for number, encoded in enumerate(game.entries):
        found.setdefault(decode_entry(encoded).kind, number)
    return found


@pytest.mark.slow
@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_a_recorded_game_is_clean_and_comes_to_its_final_parent(path: Path) -> None:
    verdict = verify(game_in(path), Verifier(SODIUM, os.urandom))
    assert (verdict.words, verdict.unaudited, verdict.unjudged) == ("clean", (), 0)
    assert verdict.final_parent == KEPT[path.stem]
    assert verdict.outcome is not None


@pytest.mark.slow
def test_the_seeds_give_the_recorded_game_again() -> None:
    count, seed = GAMES[TWO]
    assert record(count, seed) == TWO.read_bytes()


def test_the_recorded_games_have_every_type_that_a_plain_game_can_have() -> None:
    kinds = {kind for path in GAMES for kind in first_of_each_kind(game_in(path))}
    assert kinds == set(BODY_TYPES) - NOT_IN_A_PLAIN_GAME


def unchecked(game: TableGame) -> Verification:
    return Verification(game, Verifier(SODIUM, os.urandom, lambda _check, _arguments: None))


@pytest.mark.slow
@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_one_byte_changed_at_every_type_is_nobodys_signature(path: Path) -> None:
    game = game_in(path)
    verification = unchecked(game)
    numbers = set(first_of_each_kind(game).values())
    for number, encoded in enumerate(game.entries[: max(numbers) + 1]):
        if number in numbers:
            for byte in (5, 60, len(encoded) // 2, len(encoded) - 1):
                violation = verification.step(number, flipped(encoded, 8 * byte))
                assert violation is not None
                assert (violation.line, violation.entry) == (Line.SIGNATURES, number)
                assert violation.peer is None
        assert verification.step(number, encoded) is None


def signed_otherwise(encoded: bytes, count: int) -> bytes:
    """The entry with one byte of its body changed, signed by its own peer."""
    entry = decode_entry(encoded)
    fields = {name: getattr(entry, name) for name in Unsigned.__struct_fields__}
    fields["body"] = flipped(entry.body, 8 * (len(entry.body) // 2))
    return sign_entry(identities_for(count)[entry.peer], Unsigned(**fields)).to_bytes()


@pytest.mark.slow
def test_one_byte_changed_and_signed_names_its_peer_or_breaks_the_chain() -> None:
    game = game_in(FIVE)
    for kind, number in first_of_each_kind(game).items():
        checked = False
        verifier = Verifier(
            SODIUM,
            os.urandom,
            lambda check, arguments: check(real, *arguments) if checked else None,  # noqa: B023
        )
        real = Verifier(SODIUM, os.urandom)
        verification = Verification(game, verifier)
        for before, encoded in enumerate(game.entries[:number]):
            assert verification.step(before, encoded) is None
        checked = True
        touched = signed_otherwise(game.entries[number], 5)
        violation = verification.step(number, touched)
        if kind in FREE:
            assert violation is None
            later = (
                verification.step(at, game.entries[at]) for at in range(number + 1, number + 9)
            )
            violation = next((each for each in later if each is not None), None)
            assert violation is not None
        else:
            assert violation is not None
            assert violation.peer == decode_entry(touched).peer
            assert violation.code is not None
