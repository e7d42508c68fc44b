"""22.1: packaging/check_seals.py, which knows nothing of the program, judges a game's seals."""

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from engine.record import Record, Setup
from engine.record_file import to_bytes
from net.crypto.group import SodiumGroup
from net.limits import ENTRY_HEADER, LONGEST_FILE_FRAME, MOST_FILE_FRAMES
from net.log.entry import Entry
from net.log.game_file import FileFrame, FrameKind, write_game_file
from net.wire.bodies import AuditOpened, Body, TrailOpened, TrailPlaced
from net.wire.bodies_table import OpenedSeed
from net.wire.bodies_trail import SlotOpening
from tests.shape.tree import ROOT
from tests.support.claims import MOMENT
from tests.support.entries import carrying
from tests.support.hostile import mutations
from tests.support.made_games import FIVE, THREE, TWO
from tests.support.sample_bodies import ROOT as SEED
from tests.support.sample_bodies import Material, sample_bodies

SCRIPT = ROOT / "packaging/check_seals.py"
MADE = Material(SodiumGroup())
SAMPLES = sample_bodies(SodiumGroup())


def laid(slot: int, code: int) -> TrailPlaced:
    sample = SAMPLES["place: face down"]
    assert isinstance(sample, TrailPlaced)
    return replace(sample, slot=slot, hidden=MADE.face_down(slot, code))


def opened(slot: int, code: int) -> TrailOpened:
    return TrailOpened((SlotOpening(*MADE.opening(slot, code)),), ())


def at_the_end(seed: bytes = SEED) -> AuditOpened:
    return AuditOpened((OpenedSeed(0, seed),), ())


def game(*bodies: Body | Entry) -> bytes:
    entries = [
        body if isinstance(body, Entry) else carrying(body, index=index, parent=MOMENT.anchor)
        for index, body in enumerate(bodies)
    ]
    frames = [FileFrame(FrameKind.ENTRY, entry.to_bytes()) for entry in entries]
    return write_game_file([FileFrame(FrameKind.SETUP, b"\x20" * 200), *frames], bytes(32))


def run(file: Path) -> tuple[int, str, str]:
    # -I: nothing of the project is in the path, so an import of it would fail.
    words = [sys.executable, "-I", str(SCRIPT), str(file)]
    done = subprocess.run(words, capture_output=True, text=True, check=False, timeout=30)
    return done.returncode, done.stdout, done.stderr


def judged(tmp_path: Path, content: bytes) -> tuple[int, str, str]:
    file = tmp_path / "game.borgo"
    file.write_bytes(content)
    return run(file)


def test_it_needs_the_standard_library_only() -> None:
    tree = ast.parse(SCRIPT.read_text(encoding="utf-8"))
    modules = {
        name
        for node in ast.walk(tree)
        if isinstance(node, ast.Import | ast.ImportFrom)
        for name in (
            [alias.name for alias in node.names]
            if isinstance(node, ast.Import)
            else [node.module or "."]
        )
    }
    assert {module.split(".")[0] for module in modules} <= sys.stdlib_module_names


def test_a_game_whose_seals_fit(tmp_path: Path) -> None:
    others = [body for name, body in SAMPLES.items() if not name.startswith(("place", "open"))]
    content = game(
        *others, laid(5, 17), SAMPLES["place: dark call"], SAMPLES["place: face up"],
        SAMPLES["place: wolf form into a lair"], laid(11, 200), laid(12, 3), opened(5, 17),
        SAMPLES["open: nothing left"], opened(11, 200),
    )  # fmt: skip
    status, out, err = judged(tmp_path, content)
    assert (status, err) == (0, "")
    assert "slot 5, card 17: fits its seal" in out
    assert "slot 12, card 3, opened by the seed: fits its seal" in out
    assert out.endswith("3 of 3 seals checked.\nAll seals fit.\n")


@pytest.mark.parametrize(("path", "count"), [(FIVE, 13), (TWO, 7), (THREE, 3)])
def test_every_seal_of_a_whole_game_is_checked(path: Path, count: int) -> None:
    """22.1: also of the cards that nobody opened while it was played."""
    status, out, err = run(path)
    assert (status, err) == (0, "")
    assert out.count(": fits its seal\n") == count
    assert out.endswith(f"{count} of {count} seals checked.\nAll seals fit.\n")


def test_without_the_seed_it_says_what_it_did_not_check(tmp_path: Path) -> None:
    for bodies in ((), (AuditOpened((), ()),), (carrying(at_the_end(), index=3, peer=1),)):
        status, out, _ = judged(tmp_path, game(laid(5, 17), laid(6, 3), opened(5, 17), *bodies))
        assert status == 0
        told = "1 of 2 seals checked, 1 never opened.\nThose that were checked fit.\n"
        assert out.endswith(told)


WRONG = {
    "another card than was laid": (laid(5, 17), opened(5, 18)),
    "Hide, where a city was laid": (laid(5, 17), opened(5, 200)),
    "a card that was never laid": (laid(5, 17), opened(6, 17)),
    "a card opened before it was laid": (opened(5, 17), laid(5, 17)),
    "a card laid twice": (laid(5, 17), laid(5, 18), opened(5, 17)),
    "a card never opened, and another seed": (laid(5, 17), at_the_end(b"\x08" * 32)),
    "a card that there is not": (laid(5, 201), at_the_end()),
    "a card laid at another moment": (carrying(laid(5, 17)), at_the_end()),
    "one wrong, another not opened": (laid(5, 17), opened(5, 18), laid(6, 17)),
    "the seal of another game": (
        carrying(laid(5, 17)),
        carrying(opened(5, 17), index=1, game_id=b"\x01" * 32),
    ),
}


@pytest.mark.parametrize("what", sorted(WRONG))
def test_a_card_that_is_not_the_one_sealed(what: str, tmp_path: Path) -> None:
    bodies: tuple[Body | Entry, ...] = WRONG[what]
    status, out, _ = judged(tmp_path, game(*bodies))
    assert status == 1
    assert out.endswith("Not all seals fit.\n")


def test_any_changed_bit_of_a_seal_or_its_opening_shows(tmp_path: Path) -> None:
    sealed, shown = laid(5, 17), opened(5, 17)
    assert sealed.hidden is not None
    nonce = shown.openings[0].nonce
    content = game(sealed, shown)
    for value in (sealed.hidden.seal, nonce):
        at = content.index(value)
        changed = bytearray(content)
        changed[at + 31] ^= 1
        assert judged(tmp_path, bytes(changed))[0] == 1


def test_only_dracula_seals_and_opens(tmp_path: Path) -> None:
    content = game(laid(5, 17), opened(5, 17), carrying(opened(5, 18), index=2, peer=2))
    assert judged(tmp_path, content)[0] == 0


def test_any_changed_bit_of_the_seed_shows(tmp_path: Path) -> None:
    content = bytearray(game(laid(5, 17), at_the_end()))
    assert judged(tmp_path, bytes(content))[0] == 0
    content[content.index(SEED)] ^= 1
    assert judged(tmp_path, bytes(content))[0] == 1


def framed(kind: int, length: int) -> bytes:
    return bytes((kind,)) + length.to_bytes(4, "little") + bytes(length)


GOOD = game(laid(5, 17), opened(5, 17))
SEALED = carrying(laid(5, 17)).to_bytes()


def sealed_often(count: int) -> bytes:
    entries = (
        SEALED[:ENTRY_HEADER] + slot.to_bytes(2, "little") + SEALED[ENTRY_HEADER + 2 :]
        for slot in range(count)
    )
    return write_game_file([FileFrame(FrameKind.ENTRY, entry) for entry in entries], bytes(32))


UNREADABLE = {
    "more seals than any game": sealed_often(5_001),
    "an empty file": b"",
    "another file": b"PK" + GOOD,
    "a file cut off": GOOD[:-1],
    "a file cut inside an entry": GOOD[:900],
    "a file larger than any game": b"BORGO1\n" + bytes(32 * 1024 * 1024),
    "more frames than any game": b"BORGO1\n" + framed(4, 0) * MOST_FILE_FRAMES + framed(9, 32),
    "a frame longer than any": GOOD[:7] + framed(4, LONGEST_FILE_FRAME + 1) + GOOD[7:],
    "bytes behind the end": GOOD + b"\0",
    "an entry that is none": write_game_file([FileFrame(FrameKind.ENTRY, bytes(300))], bytes(32)),
    "a short entry": write_game_file([FileFrame(FrameKind.ENTRY, b"FOD1")], bytes(32)),
    "an empty placing": game(replace(carrying(laid(5, 17)), body=b"")),
    "a placing cut off": game(replace(carrying(laid(5, 17)), body=b"\5\0\1\0\0\0" + b"\xff" * 4)),
    "an empty opening": game(replace(carrying(opened(5, 17)), body=b"")),
    "a seed cut off": game(laid(5, 17), replace(carrying(at_the_end()), body=b"\1" + bytes(35))),
    "an opening cut off": game(replace(carrying(opened(5, 17)), body=b"\x02" + bytes(40))),
}


@pytest.mark.parametrize("what", sorted(UNREADABLE))
def test_a_file_that_cannot_be_read(what: str, tmp_path: Path) -> None:
    status, out, err = judged(tmp_path, UNREADABLE[what])
    assert (status, out) == (2, "")
    assert "cannot be read" in err
    assert len(err.splitlines()) == 1


UNSEALED = {
    "a record that nobody signed": to_bytes(Record(Setup(), ())),
    "a table without a game": game(),
    "a game in which nothing was laid": game(SAMPLES["open: nothing left"]),
    "a game in which nothing was opened": game(laid(5, 17), laid(6, 18)),
    "a frame that is no part of one": write_game_file([FileFrame(FrameKind.CHAT, b"")], bytes(32)),
}


@pytest.mark.parametrize("what", sorted(UNSEALED))
def test_where_nothing_is_sealed_nothing_fits(what: str, tmp_path: Path) -> None:
    status, out, err = judged(tmp_path, UNSEALED[what])
    assert (status, out) == (2, "")
    assert "nothing to check" in err


def test_what_is_no_file_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    status, _, err = run(tmp_path / "pipe")
    assert status == 2
    assert "it is not a file" in err


def test_no_file(tmp_path: Path) -> None:
    assert run(tmp_path / "missing.borgo")[0] == 2
    done = subprocess.run([sys.executable, str(SCRIPT)], capture_output=True, check=False)
    assert done.returncode == 2


def load() -> dict[str, object]:
    space: dict[str, object] = {"__name__": "check_seals"}
    exec(compile(SCRIPT.read_text(encoding="utf-8"), str(SCRIPT), "exec"), space)
    return space


SPACE = load()


@settings(
    deadline=None, max_examples=100, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(changes=st.data(), start=st.sampled_from((GOOD, b"BORGO1\n", b"")))
def test_whatever_the_file_is_there_is_a_verdict(
    changes: st.DataObject, start: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "game.borgo"
    file.write_bytes(changes.draw(mutations(start)))
    status = SPACE["main"]([str(file)])  # type: ignore[operator]
    capsys.readouterr()
    assert status in {0, 1, 2}
