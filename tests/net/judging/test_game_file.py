"""The file of a game: damage anywhere is found, and the wrong entry is named (22.12).

A file that is not whole is refused.
"""

import json
import os
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from client.commands.command_line import main
from engine.canonical import encode
from engine.record_file import first_line
from engine.versions import TooNew
from net.crypto.hashing import chat_hash, setup_hash
from net.crypto.keys import Identity, SignedAs
from net.crypto.transcript import Verifier
from net.errors import BadGameFile
from net.judging.game_file import (
    FileFrame,
    FrameKind,
    TableGame,
    from_file,
    is_table_file,
    read_game_file,
    to_file,
    write_game_file,
)
from net.judging.verdict import Line, Violation
from net.judging.verification import Verification, verify
from net.limits import (
    LONGEST_FILE,
    LONGEST_FILE_FRAME,
    MOST_FILE_FRAMES,
    MOST_FILE_LINES,
    MOST_FILE_NOTES,
)
from net.log.entry import Unsigned, decode_entry, sign_entry
from net.talk import FIRST_LINE as CONVERSATION_FIRST_LINE
from net.wire.bodies import Resumed
from net.wire.messages import ChatLine, ChatSent, encode_message
from net.wire.table_setup import encode_setup
from tests.net.conftest import SMALL
from tests.support.entries import signed
from tests.support.fake_wire import FakeWire, identities_for, table_for
from tests.support.hostile import mutations
from tests.support.liars import signed_again
from tests.support.made_games import AGAIN
from tests.support.proving import flipped
from tests.support.real_group import REAL

Change = Callable[[list[bytes], int], None]


def game_of(wire: FakeWire) -> TableGame:
    return from_file(wire.file_of(0))


def violation_in(game: TableGame) -> Violation | None:
    return verify(game, Verifier(SMALL, os.urandom)).violation


def resigned(encoded: bytes, identity: Identity) -> bytes:
    entry = decode_entry(encoded)
    unsigned = Unsigned(
        entry.kind, entry.game_id, entry.epoch, entry.index, entry.part, entry.peer, entry.parent,
        entry.state_digest, entry.body,
    )  # fmt: skip
    return sign_entry(identity, unsigned).to_bytes()


def test_one_bit_flipped_in_any_entry_and_any_other_signature_is_named(played: FakeWire) -> None:
    game, chance = game_of(played), Random(3)
    verification = Verification(game, Verifier(SMALL, os.urandom))
    stranger = Identity(b"\x77" * 32)
    for number, encoded in enumerate(game.entries):
        touched = [
            flipped(encoded, chance.randrange(8 * len(encoded))),
            resigned(encoded, stranger),
            resigned(encoded, identities_for(2)[1 - decode_entry(encoded).peer]),
        ]
        for other in touched:
            violation = verification.step(number, other)
            assert violation is not None
            assert (violation.line, violation.entry) == (Line.SIGNATURES, number)
        assert verification.step(number, encoded) is None
    assert verification.finish().kind == "clean"


def dropped(entries: list[bytes], at: int) -> None:
    del entries[at]


def repeated(entries: list[bytes], at: int) -> None:
    entries.insert(at, entries[at - 1])


def swapped(entries: list[bytes], at: int) -> None:
    entries[at], entries[at + 1] = entries[at + 1], entries[at]


@pytest.mark.parametrize("change", [dropped, repeated, swapped])
@pytest.mark.parametrize("at", [1, 3, 6, 9, 40, 41, 42, 43, -3])
def test_an_entry_out_of_its_place_is_named(played: FakeWire, change: Change, at: int) -> None:
    game = game_of(played)
    entries = list(game.entries)
    at %= len(entries)
    change(entries, at)
    violation = violation_in(game._replace(entries=tuple(entries)))
    assert violation is not None
    assert violation.line is Line.CHAIN
    # A gap shows at the next request: a request has at most as many parts as two peers answer.
    assert violation.entry is None or at <= violation.entry <= at + 4


def test_a_file_that_is_cut_after_a_request_is_unfinished_and_not_wrong(played: FakeWire) -> None:
    game = game_of(played)
    entries = [each for each in game.entries if decode_entry(each).index < 40]
    parent = played.nodes[0].referee.proceedings.chain.parents[40]
    verdict = verify(
        game._replace(entries=tuple(entries), final_parent=parent), Verifier(SMALL, os.urandom)
    )
    assert (verdict.violation, verdict.kind) == (None, "unfinished")


def test_a_wrong_end_is_found(played: FakeWire) -> None:
    violation = violation_in(game_of(played)._replace(final_parent=bytes(32)))
    assert violation is not None
    assert (violation.line, violation.entry) == (Line.CHAIN, None)


def test_a_set_up_that_not_all_have_signed_is_no_game(played: FakeWire) -> None:
    game = game_of(played)
    touched = flipped(game.signed_setup, 8 * len(game.signed_setup) - 9)
    with pytest.raises(BadGameFile, match="game-setup"):
        violation_in(game._replace(signed_setup=touched))


def test_a_game_of_other_rules_is_refused_with_the_reason(played: FakeWire) -> None:
    other = FakeWire(table_for(2, "third-pl", influence_to_win=4), SMALL, "other")
    game = from_file(other.file_of(0))
    assert violation_in(game) is None
    mixed = game_of(played)._replace(signed_setup=game.signed_setup)
    violation = violation_in(mixed)
    assert violation is not None
    assert (violation.line, violation.entry) == (Line.CHAIN, 0)


def test_what_is_written_is_read_back(played: FakeWire) -> None:
    file = played.file_of(0)
    assert is_table_file(file)
    assert to_file(from_file(file)) == file


def test_a_file_whose_frames_are_not_a_tables_says_in_words_why(
    played: FakeWire, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    frames = list(read_game_file(played.file_of(0)))[:-1]
    note, part = FileFrame(FrameKind.NOTE, b""), FileFrame(FrameKind.RECORD, b"")
    path = tmp_path / "game.borgo"
    for changed, why in (
        ([note, *frames], "not in their order"),
        ([frames[0], note, *frames[1:]], "not in their order"),
        (frames[1:], "no signed set-up"),
        ([*frames, frames[0]], "has 2 signed set-ups"),
        ([*frames, part], "mixes the game of a table with an unsigned record"),
        ([part, *frames], "mixes the game of a table with an unsigned record"),
    ):
        path.write_bytes(write_game_file(changed, bytes(32)))
        assert main(["verify", str(path)]) == 2
        assert why in capsys.readouterr().err


@pytest.mark.parametrize(
    ("kind", "most", "why"),
    [
        (FrameKind.NOTE, MOST_FILE_NOTES, "game-notes"),
        (FrameKind.CHAT, MOST_FILE_LINES, "game-lines"),
    ],
)
def test_more_beside_the_game_than_a_table_can_say_is_not_judged(
    played: FakeWire, kind: FrameKind, most: int, why: str
) -> None:
    frames = list(read_game_file(played.file_of(0)))[:-1]
    beside = [FileFrame(kind, b"")] * most
    from_file(write_game_file([*frames, *beside], bytes(32)))
    with pytest.raises(BadGameFile, match=f"{why}: count={most + 1}"):
        from_file(write_game_file([*frames, *beside, beside[0]], bytes(32)))


@pytest.fixture(scope="module")
def begun() -> bytes:
    """The file of a game in the group that the command knows."""
    wire = FakeWire(table_for(2, influence_to_win=3), REAL, "command")
    wire.run_until(5)
    return wire.file_of(0)


def test_the_command_names_the_entry_and_ends_with_one(
    begun: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.borgo"
    path.write_bytes(begun)
    assert main(["verify", str(path)]) == 0
    assert "Unfinished; nothing wrong so far" in capsys.readouterr().out
    game = from_file(begun)
    entries = list(game.entries)
    entries[4] = flipped(entries[4], 1000)
    path.write_bytes(to_file(game._replace(entries=tuple(entries))))
    assert main(["verify", str(path)]) == 1
    told = capsys.readouterr().out
    assert "Entry 4 (request 2, part 0)" in told
    assert told.splitlines()[-1] == "A violation was found."
    assert main(["verify", "--json", str(path)]) == 1


@pytest.mark.parametrize("beside", ["notes", "chat"])
@pytest.mark.parametrize("which", ["junk", "an entry"])
def test_a_note_or_a_line_that_is_none_is_named(
    begun: bytes, beside: str, which: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """22.12: what is beside the entries is signed as they are."""
    whole = from_file(begun)
    game = TableGame(whole.signed_setup, ())  # so far
    content = b"junk" if which == "junk" else whole.entries[0]
    path = tmp_path / "game.borgo"
    is_note = beside == "notes"
    spoilt = game._replace(notes=(content,)) if is_note else game._replace(chat=(content,))
    path.write_bytes(to_file(spoilt))
    assert main(["verify", str(path)]) == 1
    told = capsys.readouterr().out
    assert ("Note 0 " if is_note else "Line 0 of the talk ") in told
    assert told.splitlines()[-1] == "A violation was found."
    assert main(["verify", "--json", str(path)]) == 1
    verdict = json.loads(capsys.readouterr().out)
    assert verdict["violation"]["id"] == ("bad-note" if is_note else "bad-line")
    assert verdict["violation"]["peer"] is None


def test_a_line_of_talk_that_does_not_follow_the_one_before_it_is_told(
    begun: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """22.14: two lines under one number were said to different people."""
    game = from_file(begun)
    setup, identity = setup_hash(encode_setup(game.setup())), identities_for(2)[1]
    said: list[ChatSent] = []
    for number, at, text in ((1, 0, "one"), (2, 1, "two"), (3, 2, "three"), (2, 1, "other")):
        previous = chat_hash(encode(said[at - 1].line)) if at else CONVERSATION_FIRST_LINE
        line = ChatLine(setup, 1, number, previous, bytes(32), (), text)
        said.append(ChatSent(line, identity.sign(SignedAs.CHAT, chat_hash(encode(line)))))
    path = tmp_path / "game.borgo"
    for lines, split in (((0, 1, 2), None), ((0, 2), None), ((0, 3, 2), 2), ((0, 1, 3), 2)):
        chat = tuple(encode_message(said[each]) for each in lines)
        path.write_bytes(to_file(game._replace(chat=chat)))
        assert main(["verify", str(path)]) == 0
        told = capsys.readouterr().out
        assert ("names another line before it" in told) == (split is not None)
        if split is not None:
            assert f"Line {split} of the talk" in told


@pytest.mark.parametrize("content", [b"", b"hello", b"BORGO1\n", b"BORGO1\n\x02\xff\xff\xff\xff"])
def test_what_is_no_record_ends_with_two(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "game.borgo"
    path.write_bytes(content)
    assert main(["verify", str(path)]) == 2
    assert main(["verify", str(tmp_path / "none.borgo")]) == 2


def test_a_game_without_a_table_is_judged_by_its_rules_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["simulate", "--games", "1", "--set", "influence_to_win=3", "--out", str(tmp_path)])
    (path,) = tmp_path.iterdir()
    capsys.readouterr()
    assert main(["verify", str(path)]) == 0
    assert capsys.readouterr().out.splitlines()[-1].startswith("Unsigned: played on one")


def test_why_all_went_back_is_alleged_until_evidence_shows_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = from_file(AGAIN.read_bytes())
    entries = [decode_entry(each) for each in game.entries]
    at = next(number for number, each in enumerate(entries) if each.kind == Resumed.kind)
    resumed = entries[at + entries[at].body[0]]  # of whom all have gone back because of
    wrong = signed_again(resumed, part=200)
    shown = TableGame(
        game.signed_setup, (*game.entries[:at], wrong.to_bytes()), (), (), resumed.parent
    )
    evidence = tmp_path / "evidence.borgo"
    evidence.write_bytes(to_file(shown))
    assert main(["verify", str(AGAIN)]) == 0
    assert "is alleged to have signed. Nothing here shows it" in capsys.readouterr().out
    assert main(["verify", str(AGAIN), "--evidence", str(AGAIN)]) == 0
    assert "Nothing here shows it" in capsys.readouterr().out
    assert main(["verify", str(AGAIN), "--evidence", str(AGAIN), str(evidence)]) == 0
    assert "The evidence holds" in capsys.readouterr().out


FRAMES = [
    FileFrame(FrameKind.SETUP, b"set-up"),
    FileFrame(FrameKind.ENTRY, signed(0, 1, 0, bytes(32)).to_bytes()),
    FileFrame(FrameKind.CHAT, b""),
    FileFrame(FrameKind.NOTE, b"note"),
]
FIRST_LINE = first_line(1)
FILE = write_game_file(FRAMES, b"\xcc" * 32)


def test_a_file_comes_back_as_it_went() -> None:
    assert list(read_game_file(FILE)) == [*FRAMES, FileFrame(FrameKind.END, b"\xcc" * 32)]


def test_numbers_in_the_file_are_little_endian() -> None:
    """E-4."""
    assert FILE.startswith(b"BORGO1\n\x01\x06\0\0\0set-up\x02")


@pytest.mark.parametrize("end", range(len(FILE)))
def test_a_file_cut_anywhere_is_refused(end: int) -> None:
    with pytest.raises(BadGameFile):
        read_game_file(FILE[:end])


# What is wrong with a file that is otherwise whole, and by which id that is told.
REFUSED = {
    "something behind the end": ("game-after-end", FILE + b"\0"),
    "a second end": ("game-after-end", FILE + FILE[-37:]),
    "an unknown kind": (
        "game-frame-kind",
        FIRST_LINE + b"\x06\0\0\0\0" + FILE[len(FIRST_LINE) :],
    ),
    "an end that names no parent": ("game-no-parent", FIRST_LINE + b"\x09\0\0\0\0"),
    "a frame too long": (
        "game-frame-size",
        FIRST_LINE
        + b"\x02"
        + (LONGEST_FILE_FRAME + 1).to_bytes(4, "little")
        + bytes(LONGEST_FILE_FRAME + 1)
        + FILE[len(FIRST_LINE) :],
    ),
    "another file": ("game-none", b"BORGEN" + FILE[6:]),
    "no number": ("game-none", b"BORGO" + FILE[6:]),
    "number nought": ("game-none", b"BORGO0" + FILE[6:]),
    "a number in two ways": ("game-none", b"BORGO01" + FILE[6:]),
    "too long": ("game-longer", FIRST_LINE + bytes(LONGEST_FILE)),
    "too many frames": (
        "game-frames",
        FIRST_LINE + b"\x04\0\0\0\0" * (MOST_FILE_FRAMES + 1) + FILE[-37:],
    ),
}


@pytest.mark.parametrize("what", sorted(REFUSED))
def test_what_is_no_game_is_refused(what: str) -> None:
    reason, file = REFUSED[what]
    with pytest.raises(BadGameFile, match=reason):
        read_game_file(file)


def test_what_a_later_program_wrote_is_not_called_too_long() -> None:
    with pytest.raises(TooNew):
        read_game_file(first_line(2) + bytes(LONGEST_FILE))


def test_as_many_frames_as_there_may_be_are_read() -> None:
    line = b"\x04\0\0\0\0"
    assert len(read_game_file(FIRST_LINE + line * (MOST_FILE_FRAMES - 1) + FILE[-37:])) == 100_000
    with pytest.raises(BadGameFile, match="game-frames"):
        read_game_file(FIRST_LINE + line * MOST_FILE_FRAMES + FILE[-37:])


def test_a_frame_nobody_would_read_is_not_written() -> None:
    with pytest.raises(ValueError, match="bytes"):
        write_game_file([FileFrame(FrameKind.NOTE, bytes(LONGEST_FILE_FRAME + 1))], bytes(32))


@settings(deadline=None, max_examples=150)
@given(changes=st.data(), start=st.sampled_from((FILE, FIRST_LINE)))
def test_whatever_the_file_is_it_is_read_or_refused(changes: st.DataObject, start: bytes) -> None:
    file = changes.draw(mutations(start))
    try:
        *frames, end = read_game_file(file)
    except (BadGameFile, TooNew):
        return
    assert write_game_file(frames, end.content) == file
