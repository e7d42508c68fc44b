"""Files of games whose last words lack: not signed, not audited for peer n (22.8, A-2, A-3)."""

import os
from pathlib import Path

import pytest

from client.commands.verify import _in_words
from client.words.words import spoken
from net.crypto.transcript import Verifier
from net.judging.game_file import TableGame, from_file
from net.judging.verdict import Verdict
from net.judging.verification import verify
from net.log.entry import decode_entry
from net.wire.bodies import AuditOpened, Final
from net.wire.layout import Body
from tests.support.made_games import FIVE, TWO
from tests.support.real_group import REAL

# What the proofs of these games are worth is tried elsewhere.
VERIFIER = Verifier(REAL, os.urandom, lambda _check, _arguments: None)


def cut(game: TableGame, kind: type[Body], kept: set[int]) -> TableGame:
    """The game up to a request of its end, of which only some peers' entries are there."""
    entries = [decode_entry(encoded) for encoded in game.entries]
    first = next(at for at, entry in enumerate(entries) if entry.kind == kind.kind)
    left = [each for each in entries[first:] if each.kind == kind.kind and each.peer in kept]
    whole = (*game.entries[:first], *(each.to_bytes() for each in left))
    return game._replace(entries=whole, final_parent=entries[first].parent)


def judged(path: Path, kind: type[Body], kept: set[int]) -> Verdict:
    return verify(cut(from_file(path.read_bytes()), kind, kept), VERIFIER)


@pytest.mark.slow
@pytest.mark.parametrize("signed", [set(), {0}, {1}], ids=["nobody", "Dracula", "the hunters"])
def test_an_end_that_not_all_have_signed_is_marked_so(signed: set[int]) -> None:
    """22.8: the result is as the engine computed it, marked "not signed"."""
    verdict = judged(TWO, Final, signed)
    assert (verdict.violation, verdict.kind) == (None, "not-signed")
    assert verdict.unsigned == tuple({0, 1} - signed)
    assert verdict.outcome is not None
    said = _in_words(spoken(), verdict, ())[-1]
    missing = ", ".join(map(str, verdict.unsigned))
    assert said == (
        f"Nothing wrong; the end was not signed by all players. It is about peer {missing}."
    )


@pytest.mark.slow
@pytest.mark.parametrize(
    ("path", "kept"),
    [(TWO, {0}), (TWO, {1}), (FIVE, {0, 1, 2, 4}), (FIVE, {3})],
    ids=["Dracula of two", "the hunters of two", "all but one of five", "one of five"],
)
def test_only_whose_secrets_lack_is_not_audited(path: Path, kept: set[int]) -> None:
    """A-3: nobody honest is blamed for what cannot be known, and it is counted."""
    verdict = judged(path, AuditOpened, kept)
    everybody = set(range(len(from_file(path.read_bytes()).setup().peers)))
    assert (verdict.violation, verdict.kind, verdict.irreproducible) == (None, "unaudited", ())
    assert verdict.unaudited == tuple(sorted(everybody - kept))
    assert 0 < verdict.unjudged < verdict.checked["rules"]
    assert (verdict.unsigned, verdict.outcome is not None) == ((), True)
