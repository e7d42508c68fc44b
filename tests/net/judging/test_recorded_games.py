"""TV-3, TV-4, TV-6: recorded games of five, two and three peers; copies with one byte changed."""

import json
import os
from functools import cache
from pathlib import Path

import pytest

from engine.versions import PROTOCOL
from net.crypto.transcript import Verifier
from net.judging.game_file import TableGame, from_file
from net.judging.verdict import Line, Violation
from net.judging.verification import Verification, verify
from net.log.entry import Unsigned, decode_entry, sign_entry
from net.wire.bodies import (
    BODY_TYPES,
    Accused,
    Backup,
    CoinShared,
    EndWish,
    KeysRotated,
    PeerAccepted,
    ShownTo,
    VssAck,
    VssDeal,
    VssReleased,
    Withdrawn,
)
from tests.support.fake_wire import identities_for
from tests.support.made_games import (
    ABSENT,
    AGAIN,
    AGAIN_2,
    FIVE,
    GAMES,
    PARENTS,
    SUCCESSOR,
    THREE,
    THREE_2,
    TWO,
    record,
)
from tests.support.proving import flipped
from tests.support.real_group import REAL

SODIUM = REAL
KEPT = json.loads(PARENTS.read_text(encoding="utf-8"))

# What no file of a game has, and why (22.8): the rules throw no dice, so there is no Lot to share a
# coin for; a WITHDRAW makes an answer count and is then not chained, nor the TIMEOUT it answers.
IN_NO_FILE = {CoinShared.kind, Withdrawn.kind}

# What stays outside the chain, as a note: a missing one says nothing to anybody.
NOTES = {Accused.kind, Backup.kind, EndWish.kind}

# Signed by whoever came in the place of the peer that went.
SUCCESSORS = {PeerAccepted.kind, KeysRotated.kind}

# Any other random bytes, keys, choices or complaints would be as good, and so are boxes for all but
# their receiver, and the key for boxes in the middle of a PEER_ACCEPT; what follows does not fit.
FREE = {
    0x01, 0x02, 0x30, VssDeal.kind, VssAck.kind, ShownTo.kind, VssReleased.kind, PeerAccepted.kind,
}  # fmt: skip


@cache
def game_in(path: Path) -> TableGame:
    return from_file(path.read_bytes())


def first_of_each_kind(game: TableGame) -> dict[int, int]:
    found: dict[int, int] = {}
    for number, encoded in enumerate(game.entries):
        found.setdefault(decode_entry(encoded).kind, number)
    return found


# What is tried with every type is tried in the shortest game that has it.
SHORTEST_FIRST = (TWO, FIVE, THREE, AGAIN)


def first_of_new_kinds(path: Path) -> dict[int, int]:
    """Those that no game before this one has."""
    before = SHORTEST_FIRST[: SHORTEST_FIRST.index(path)]
    known = {kind for each in before for kind in first_of_each_kind(game_in(each))}
    firsts = first_of_each_kind(game_in(path)).items()
    return {kind: number for kind, number in firsts if kind not in known}


@pytest.mark.slow
@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_a_recorded_game_is_clean_and_comes_to_its_final_parent(path: Path) -> None:
    verdict = verify(game_in(path), Verifier(SODIUM, os.urandom))
    assert (verdict.violation, verdict.irreproducible, verdict.unjudged) == (None, (), 0)
    assert verdict.final_parent == KEPT[path.stem]
    if path in (THREE, THREE_2):
        assert (verdict.unaudited, verdict.ending) == ((ABSENT,), "conceded.dracula")
        assert [(each.accuser, each.is_founded) for each in verdict.accusations] == [(1, False)]
    else:
        assert (verdict.kind, verdict.unaudited) == ("clean", ())
        assert (verdict.outcome is None) == bool(verdict.set_aside) == (path in (AGAIN, AGAIN_2))


@pytest.mark.slow
@pytest.mark.parametrize("path", [TWO, THREE, AGAIN, THREE_2, AGAIN_2], ids=lambda path: path.stem)
def test_the_seeds_give_the_recorded_game_again(path: Path) -> None:
    """A game of an older protocol is made of the same bytes as when that was the newest."""
    assert record(GAMES[path]) == path.read_bytes()


def test_a_game_of_every_protocol_is_recorded() -> None:
    for path, made in GAMES.items():
        assert game_in(path).setup().protocol == made.protocol
    assert {made.protocol for made in GAMES.values()} == {*PROTOCOL.known}


def test_the_recorded_games_have_every_type_that_a_game_can_have() -> None:
    kinds = {kind for path in GAMES for kind in first_of_each_kind(game_in(path))}
    noted = {decode_entry(note).kind for path in GAMES for note in game_in(path).notes}
    assert noted == NOTES
    assert kinds | noted == set(BODY_TYPES) - IN_NO_FILE


def unchecked(game: TableGame) -> Verification:
    return Verification(game, Verifier(SODIUM, os.urandom, lambda _check, _arguments: None))


@pytest.mark.slow
@pytest.mark.parametrize("path", SHORTEST_FIRST, ids=lambda path: path.stem)
def test_one_byte_changed_at_every_type_is_nobodys_signature(path: Path) -> None:
    game = game_in(path)
    verification = unchecked(game)
    numbers = set(first_of_new_kinds(path).values())
    for number, encoded in enumerate(game.entries[: max(numbers, default=-1) + 1]):
        if number in numbers:
            for byte in (5, 60, len(encoded) // 2, len(encoded) - 1):
                violation = verification.step(number, flipped(encoded, 8 * byte))
                assert violation is not None
                assert (violation.line, violation.entry) == (Line.SIGNATURES, number)
                assert violation.peer is None
        assert verification.step(number, encoded) is None


def signed_otherwise(encoded: bytes, count: int) -> bytes:
    """The entry with one byte of its body changed, signed by whoever signed it."""
    entry = decode_entry(encoded)
    fields = {name: getattr(entry, name) for name in Unsigned.__struct_fields__}
    fields["body"] = flipped(entry.body, 8 * (len(entry.body) // 2))
    signer = SUCCESSOR if entry.kind in SUCCESSORS else identities_for(count)[entry.peer]
    return sign_entry(signer, Unsigned(**fields)).to_bytes()


def is_named(violation: Violation, touched: bytes) -> bool:
    return violation.peer == decode_entry(touched).peer and violation.code is not None


@pytest.mark.slow
@pytest.mark.parametrize("path", SHORTEST_FIRST, ids=lambda path: path.stem)
def test_one_byte_changed_and_signed_names_its_peer_or_breaks_the_chain(path: Path) -> None:
    game = game_in(path)
    for kind, number in first_of_new_kinds(path).items():
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
        touched = signed_otherwise(game.entries[number], GAMES[path].count)
        violation = verification.step(number, touched)
        if kind in FREE:
            assert violation is None
            rest = range(number + 1, min(number + 20, len(game.entries)))
            later = (verification.step(at, game.entries[at]) for at in rest)
            violation = next((each for each in later if each is not None), None)
            assert violation is not None
        else:
            assert violation is not None, f"{kind:02x}"
            assert is_named(violation, touched), f"{kind:02x}"


@pytest.mark.parametrize("kind", NOTES)
def test_one_byte_changed_in_a_note_is_nobodys_signature_and_a_missing_one_is_nothing(
    kind: int,
) -> None:
    game = game_in(THREE)
    number = next(at for at, each in enumerate(game.notes) if each[4] == kind)
    touched = list(game.notes)
    touched[number] = flipped(touched[number], 8 * 130)
    without = tuple(each for each in game.notes if each[4] != kind)
    kept, left = (
        unchecked(game._replace(notes=notes)).run() for notes in (tuple(touched), without)
    )
    assert kept.violation is not None
    assert (kept.violation.line, kept.violation.peer) == (Line.SIGNATURES, None)
    assert (kept.violation.id, kept.violation.about) == ("bad-note", {"note": number})
    assert left.violation is None
    assert bool(left.accusations) == (kind != Accused.kind)


def test_whoever_held_a_place_may_have_signed_a_note_there() -> None:
    """Who left it before that, and who came; nobody else."""
    game = game_in(THREE)
    entry = decode_entry(game.notes[0])
    fields = {name: getattr(entry, name) for name in Unsigned.__struct_fields__}
    unsigned = Unsigned(**{**fields, "peer": ABSENT})
    left, came, other = (
        sign_entry(each, unsigned).to_bytes()
        for each in (identities_for(3)[ABSENT], SUCCESSOR, identities_for(3)[0])
    )
    assert unchecked(game._replace(notes=(left, came))).run().violation is None
    violation = unchecked(game._replace(notes=(left, came, other))).run().violation
    assert violation is not None
    assert violation.about == {"note": 2}
