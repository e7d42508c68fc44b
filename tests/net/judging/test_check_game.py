"""22.12: packaging/check_game, written from net/PROTOCOL.md alone, judges whole games (TV-3, TV-4).

It shares no code with the program: what both accept is what the document says, and what one of them
has wrong the other finds.
"""

import ast
import json
import lzma
import os
import re
import struct
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from client.commands.command_line import main as borgo
from engine.canonical import encode
from engine.record import Record, Setup
from engine.record_file import to_bytes
from net.crypto.group import SodiumGroup
from net.crypto.hashing import chat_hash, next_parent, setup_hash
from net.crypto.keys import Identity, SignedAs
from net.crypto.transcript import Verifier
from net.judging.game_file import (
    FileFrame,
    FrameKind,
    TableGame,
    from_file,
    to_file,
    write_game_file,
)
from net.judging.verification import statements_of
from net.log.entry import Entry, Unsigned, decode_entry, sign_entry
from net.peer.effects import EndProposed
from net.wire.bodies import BODY_TYPES
from net.wire.messages import ChatLine, ChatSent, encode_message
from net.wire.table_setup import encode_setup
from tests.net.peer.test_ends_when_stopped import assert_ended, differing
from tests.shape.tree import ROOT
from tests.support.fake_wire import identities_for, table_for
from tests.support.hostile import mutations
from tests.support.made_games import ABSENT, AGAIN, FIVE, SUCCESSOR, THREE, TWO, RecordingWire
from tests.support.real_group import REAL

FOLDER = ROOT / "packaging/check_game"
FILES = (
    "__main__.py", "cards.py", "group.py", "layouts.py", "ledger.py", "proofs.py", "record.py",
    "renewal.py", "seeds.py", "succession.py", "tally.py", "trail.py", "transcript.py", "walk.py",
)  # fmt: skip
THREE_2, AGAIN_2 = (each.with_stem(f"{each.stem}-2") for each in (THREE, AGAIN))
AGAIN_GAME = from_file(AGAIN.read_bytes())
RELEASED = ROOT / "tests/released/table-1.borgo.xz"


def run(*words: Path) -> tuple[int, list[str], str]:
    # -I: nothing of the project is in the path, so an import of it would fail.
    command = [sys.executable, "-I", str(FOLDER), *map(str, words)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    return done.returncode, done.stdout.splitlines(), done.stderr


@pytest.fixture(scope="module")
def modules() -> Iterator[dict[str, ModuleType]]:
    """Its modules in this process, where many small files are judged."""
    before = set(sys.modules)
    sys.path.insert(0, str(FOLDER))
    yield {path.stem: import_module(path.stem) for path in map(Path, FILES[1:])}
    sys.path.remove(str(FOLDER))
    for name in set(sys.modules) - before:
        file = getattr(sys.modules[name], "__file__", None) or ""
        if file.startswith(str(FOLDER)):
            del sys.modules[name]


def found_in(modules: dict[str, ModuleType], file: bytes, stated: object = None) -> list[str]:
    """What is wrong with a file."""
    tally = modules["tally"].Tally()
    read = modules["record"].read(file, tally)
    modules["walk"].Walk(read, stated or {}, tally).run()
    assert tally.report()
    return list(tally.findings)


@cache
def statements(path: Path) -> dict[str, Any]:
    found = statements_of(from_file(path.read_bytes()), Verifier(SodiumGroup(), os.urandom))
    said: dict[str, Any] = json.loads(json.dumps(found._asdict()))
    return said


def test_it_imports_nothing_of_ours() -> None:
    assert {path.name for path in FOLDER.glob("*.py")} == set(FILES)
    own = {Path(path).stem for path in FILES}
    allowed = {*sys.stdlib_module_names, *own, "nacl", "msgpack"}
    for path in FOLDER.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom):
                names = [node.module or "."]
            else:
                continue
            assert {name.split(".")[0] for name in names} <= allowed, path


def stated(game: Path, tmp_path: Path) -> Path:
    out = tmp_path / "statements.json"
    out.write_text(json.dumps(statements(game)), encoding="utf-8")
    return out


def test_the_command_writes_the_statements(tmp_path: Path) -> None:
    assert borgo(["verify", str(AGAIN), "--statements", str(tmp_path / "out")]) == 0
    assert json.loads((tmp_path / "out").read_text(encoding="utf-8")) == statements(AGAIN)


WHOLE = {
    "two peers": (TWO, {"shuffles (SHUF)": 16, "mixed hands (SHUF)": 51, "choices opened": 30}),
    "a take-over": (THREE, {"interludes": 4, "cards locked anew (RELOCK)": 2, "keys (KEYS)": 6}),
    "asked again": (AGAIN, {"ends and returns": 4, "shuffles (SHUF)": 8}),
    "a take-over, 2": (THREE_2, {"interludes": 4, "keys (KEYS)": 6}),
    "asked again, 2": (AGAIN_2, {"decks in a fresh order": 3, "backs that stay": 1}),
    "five peers": (FIVE, {"shuffles (SHUF)": 35, "differences (NEQ)": 256, "signatures": 1454}),
}


MADE: dict[str, dict[str, bytes]] = {
    name.removeprefix("proof "): {key: bytes.fromhex(value) for key, value in fields.items()}
    for name, fields in json.loads(
        (TWO.parent / "made.json").read_text(encoding="utf-8")
    ).items()
    if name.startswith("proof ")
}  # fmt: skip


def points(name: str, field: str) -> list[bytes]:
    content = MADE[name][field]
    return [content[at : at + 32] for at in range(0, len(content), 32)]


def codes(name: str) -> list[int]:
    content = MADE[name]["set"]
    return list(struct.unpack(f"<{len(content) // 2}H", content))


def in_threes(content: Sequence[Any]) -> list[tuple[Any, ...]]:
    return [*zip(*[iter(content)] * 3, strict=True)]


def test_the_contexts_of_our_vectors_follow_from_the_page(modules: dict[str, ModuleType]) -> None:
    """TV-1."""
    moment = modules["transcript"].Moment(bytes(range(32)), 0, b"\xaa" * 32, 1)
    purposes = ("keys", "share.draw", "place.neq", "nothide", "rekey", "rekey", "link", "inset",
                "place", "shuffle", "rotate")  # fmt: skip
    for (name, fields), purpose in zip(MADE.items(), purposes, strict=True):
        assert moment.context(purpose, 0, 3) == fields["context"], name


def test_linear_proofs_of_our_vectors_hold(modules: dict[str, ModuleType]) -> None:
    """TV-1: statements and proofs of made.json, with nothing but the page to read them by."""
    proofs = modules["proofs"]
    known, shared, linked = MADE["known_keys"], MADE["shares"], MADE["linked_card"]
    proofs.keys(known["context"], points("known_keys", "keys"), known["proof"])
    masks, shares = points("shares", "points"), points("shares", "shares")
    proofs.share(shared["context"], shared["key"], masks, shares, shared["proof"])
    for name in ("different_commitments", "not_an_open_value"):
        each = MADE[name]
        proofs.neq(each["context"], each["left"], each["right"], each["proof"])
    key, *card = points("linked_card", "card")
    proofs.link(linked["context"], key, card, linked["commitment"], linked["proof"])
    for name in ("passed_card", "returned_event"):
        each, (key, *card) = MADE[name], points(name, "card")
        back = None
        if "back" in each:
            code = int.from_bytes(each["back"], "little")
            back = (code, each["new back"], each["back key"])
        passed = proofs.Passed(key, card, points(name, "new"), each["target"], back)
        proofs.rekey(each["context"], passed, each["proof"])


def test_proofs_about_sets_and_piles_of_our_vectors_hold(modules: dict[str, ModuleType]) -> None:
    """TV-1."""
    proofs = modules["proofs"]
    among, move, pile = MADE["in_a_set"], MADE["legal_move"], MADE["shuffled_pile"]
    proofs.member(among["context"], among["commitment"], codes("in_a_set"), among["proof"])
    with pytest.raises(modules["group"].Wrong):
        proofs.member(among["context"], among["commitment"], [3, 9, 17, 21, 41], among["proof"])
    triples, committed = in_threes(codes("legal_move")), points("legal_move", "commitments")
    proofs.tuple_(move["context"], committed, triples, move["proof"])
    rows = in_threes(points("shuffled_pile", "rows"))
    proofs.shuf(pile["context"], points("shuffled_pile", "keys"), rows, pile["body"])


@pytest.mark.slow
def test_all_of_all_of_a_released_game_hold(tmp_path: Path) -> None:
    """What protocol 1 was when it was released is what the document says."""
    game = tmp_path / "game.borgo"
    game.write_bytes(lzma.decompress(RELEASED.read_bytes()))
    assert run(game, stated(game, tmp_path))[1][-1].endswith(": everything holds")


@pytest.mark.slow
@pytest.mark.parametrize("what", WHOLE)
def test_all_of_all_of_a_whole_game_hold(what: str, tmp_path: Path) -> None:
    """A-2: every signature, hash, link, proof, seal, opening and shuffle, and what seeds give."""
    game, counts = WHOLE[what]
    status, told, err = run(game, stated(game, tmp_path))
    assert (status, err) == (0, "")
    (all_of_all,) = re.findall(r"^(\d+) of \1: everything holds$", told[-1])
    assert int(all_of_all) > 700
    for kind, count in counts.items():
        (line,) = [each for each in told if each.startswith(f"{kind}  ")]
        assert re.search(rf" {count} of {count}\b", line), line


def test_without_statements_it_says_what_it_did_not_check() -> None:
    """Only what the rules of play say is wanting, and what only a seed not opened gives (K-10)."""
    status, told, err = run(THREE)
    assert (status, err) == (0, "")
    wanting = [line for line in told if "want a statement of the rules of play" in line]
    assert [" ".join(line.split()[:2]) for line in wanting] == [
        "shuffles (SHUF)", "moves (TUPLE)", "sets (MEMBER)",
    ]  # fmt: skip
    assert told[-1].endswith("what was checked holds")
    (line,) = [line for line in told if line.startswith("Of seeds that nobody has opened")]
    assert "5 of shuffles by seed" in line


# Which type, which byte of its body is changed, and what that is found by.
CHANGED = {
    "GAME_OPEN": (0x01, 70, "games entered"),
    "KEY_OPEN": (0x03, -1, "keys opened"),
    "VSS_DEAL": (0x04, 0, "bodies"),
    "SHUFFLE": (0x10, -1, "shuffles"),
    "SHARES": (0x11, -1, "shares"),
    "REVEAL": (0x12, -1, "shares"),
    "REKEY": (0x13, -1, "cards passed"),
    "MIX": (0x14, -1, "mixed hands"),
    "CARD_IN_SET": (0x15, -1, "sets"),
    "TRAIL_PLACE": (0x20, -1, "differences"),
    "TRAIL_OPEN": (0x21, 6, "seals and twins opened"),
    "TRAIL_ABSENT": (0x22, -1, "differences"),
    "TRAIL_IN_SET": (0x23, -1, "sets"),
    "TRAIL_NOT_HIDE": (0x24, -1, "differences"),
    "CHOICE_OPEN": (0x31, 0, "choices opened"),
    "PEER_ACCEPT": (0x54, -1, "keys"),
    "KEY_ROTATE": (0x55, -1, "cards locked anew"),
    "FINAL": (0x62, -1, "ends"),
    "AUDIT_OPEN": (0x60, 6, "keys by seed"),
}


LONGER_THAN_A_MOVE = 1_600  # bytes: a placing with a proof that it is another card than one before


def cut_at(game: TableGame, number: int, changed: bytes, signer: Identity) -> bytes:
    """The game up to one entry, whose body is another one, well signed: as evidence is."""
    entry = decode_entry(game.entries[number])
    unsigned = Unsigned(
        entry.kind, entry.game_id, entry.epoch, entry.index, entry.part, entry.peer, entry.parent,
        entry.state_digest, changed,
    )  # fmt: skip
    wrong = sign_entry(signer, unsigned).to_bytes()
    cut = game._replace(entries=(*game.entries[:number], wrong), notes=(), chat=())
    return to_file(cut._replace(final_parent=entry.parent))


def first_of(kind: int) -> tuple[Path, int, Entry]:
    """An entry of a type, early in a game; of a placing one that is about other cards too."""
    least = LONGER_THAN_A_MOVE if kind == 0x20 else 0
    for path in (AGAIN, THREE, TWO):
        for number, encoded in enumerate(from_file(path.read_bytes()).entries):
            entry = decode_entry(encoded)
            if entry.kind == kind and len(entry.body) > least:
                return path, number, entry
    raise AssertionError(f"no entry of type {kind:02x}")


def signer_of(path: Path, entry: Entry) -> Identity:
    is_successor = path == THREE and entry.peer == ABSENT and entry.kind in (0x54, 0x55)
    return SUCCESSOR if is_successor else identities_for(3)[entry.peer]


@pytest.mark.parametrize("kind", CHANGED)
def test_one_changed_byte_is_found(kind: str, modules: dict[str, ModuleType]) -> None:
    """V-1: in a body that is signed as if it were right, at the end of evidence."""
    number_of_type, at, told = CHANGED[kind]
    path, number, entry = first_of(number_of_type)
    game, said = from_file(path.read_bytes()), statements(path)["requests"]
    body = bytearray(entry.body)
    body[at] ^= 1
    cut = cut_at(game, number, bytes(body), signer_of(path, entry))
    found = found_in(modules, cut, said)
    assert any(f": {told}" in each for each in found), found


@pytest.mark.parametrize("kind", ["SHUFFLE", "TRAIL_PLACE", "KEY_ROTATE"])
def test_a_game_cut_off_is_right_as_far_as_it_goes(
    kind: str, modules: dict[str, ModuleType]
) -> None:
    path, number, entry = first_of(CHANGED[kind][0])
    game, said = from_file(path.read_bytes()), statements(path)["requests"]
    cut = cut_at(game, number, entry.body, signer_of(path, entry))
    assert found_in(modules, cut, said) == []
    of_cut = statements_of(from_file(cut), Verifier(SodiumGroup(), os.urandom)).requests
    assert kind == "KEY_ROTATE" or entry.part in of_cut[entry.index]


def test_a_signature_of_somebody_else_is_found(modules: dict[str, ModuleType]) -> None:
    """L-5."""
    game = from_file(TWO.read_bytes())
    cut = cut_at(game, 20, decode_entry(game.entries[20]).body, SUCCESSOR)
    (found,) = found_in(modules, cut)
    assert found.endswith("signatures: a signature that does not hold")


def test_a_missing_entry_breaks_the_chain(modules: dict[str, ModuleType]) -> None:
    """L-2."""
    game = from_file(AGAIN.read_bytes())
    without = game._replace(entries=(*game.entries[:6], *game.entries[7:12]))
    found = found_in(modules, to_file(without))
    assert any(": parts: some are missing" in each for each in found)
    assert any(": links of the chain: " in each for each in found)


@pytest.mark.slow
def test_requests_for_which_nothing_is_sent_are_followed(
    modules: dict[str, ModuleType], tmp_path: Path
) -> None:
    """L-2: such a request has its index and its parent; the file has nothing of it."""
    wire, told, upto = RecordingWire(table_for(3, "third-pl"), REAL, "r4", "random", 0), {0}, 0
    while told == set(range(max(told) + 1)):
        upto += 25
        wire.run_until(upto)
        file = wire.file_of(0)
        told = {decode_entry(each).index for each in from_file(file).entries}
        assert upto < 1500, "there is always something to send"
    (tmp_path / "game.borgo").write_bytes(file)
    said = statements(tmp_path / "game.borgo")["requests"]
    assert found_in(modules, file, said) == []


def test_an_end_agreed_on_over_two_states_is_one(
    modules: dict[str, ModuleType], tmp_path: Path
) -> None:
    """22.8: the FINALs of a stopped game carry each its own signer's digest, and nothing else."""
    wire = differing(2, 14, 1, group=REAL)
    for peer in range(2):
        wire.post(0.0, peer, EndProposed(opens=False))
    wire.run()
    assert_ended(wire, "agreed", "unaudited", REAL)
    file = wire.file_of(0)
    ends = [decode_entry(each) for each in from_file(file).entries[-2:]]
    assert [each.is_final for each in ends] == [True, True]
    assert len({each.state_digest for each in ends}) == 2
    (tmp_path / "game.borgo").write_bytes(file)
    assert found_in(modules, file, statements(tmp_path / "game.borgo")["requests"]) == []


@pytest.mark.parametrize(("path", "kind"), [(TWO, 0x62), (AGAIN, 0x65)])
def test_an_end_by_the_rules_and_a_return_are_over_one_state(
    path: Path, kind: int, modules: dict[str, ModuleType]
) -> None:
    """22.9: only an end that interrupts a request is signed over whatever its signer has."""
    game, tally = from_file(path.read_bytes()), modules["tally"].Tally()
    found = [decode_entry(each) for each in game.entries]
    (at, odd) = next((at, each) for at, each in enumerate(found) if each.kind == kind)
    assert odd.is_final is False
    spoilt = [*game.entries]
    spoilt[at] = replace(odd, state_digest=bytes(32)).to_bytes()
    modules["record"].read(to_file(game._replace(entries=tuple(spoilt))), tally)
    assert any("states alike: over another state" in each for each in tally.findings)


def test_a_shuffle_that_lacks_is_found(modules: dict[str, ModuleType]) -> None:
    """S-3: by all peers, or nobody knows that nobody knows the order."""
    last = decode_entry(AGAIN_GAME.entries[6])
    assert (last.index, last.part) == (3, 0)
    end = next_parent(last.parent, [last.hash])
    cut = AGAIN_GAME._replace(entries=AGAIN_GAME.entries[:7], final_parent=end)
    assert found_in(modules, to_file(cut)) == ["request 3, SHUFFLE: rounds: not by all in order"]


def said(counter: int, previous: bytes, text: str, signer: Identity) -> tuple[bytes, bytes]:
    """A line of peer 0, as a file keeps it, and its hash."""
    setup = setup_hash(encode_setup(AGAIN_GAME.setup()))
    line = ChatLine(setup, 0, counter, previous, bytes(32), (), text)
    hashed = chat_hash(encode(line))
    return encode_message(ChatSent(line, signer.sign(SignedAs.CHAT, hashed))), hashed


def test_talk_is_signed_by_who_says_it(modules: dict[str, ModuleType]) -> None:
    """22.14."""
    one, other = identities_for(2)
    first, hashed = said(1, bytes(32), "Is he in the Adriatic?", one)
    second, _ = said(2, hashed, "He is.", one)
    forged, _ = said(2, hashed, "He is not.", other)
    game = AGAIN_GAME._replace(entries=AGAIN_GAME.entries[:2])
    parent = next_parent(bytes(32), [decode_entry(each).hash for each in game.entries])
    for lines, found in (((first, second), 0), ((first, forged), 1)):
        file = to_file(game._replace(chat=lines, final_parent=parent))
        assert len(found_in(modules, file)) == found


def test_statements_of_another_game_are_refused(tmp_path: Path) -> None:
    status, _, err = run(TWO, stated(AGAIN, tmp_path))
    assert (status, "another game" in err) == (2, True)


def test_a_pile_stated_otherwise_than_the_document_says_is_found(tmp_path: Path) -> None:
    """C-16: new decks are made of the cards of appendix E, whatever a statement says."""
    out = stated(AGAIN, tmp_path)
    said = json.loads(out.read_text(encoding="utf-8"))
    said["requests"]["3"]["0"]["cards"][0] += 1
    out.write_text(json.dumps(said), encoding="utf-8")
    status, told, _ = run(AGAIN, out)
    assert status == 1
    assert any("another pile is stated" in line for line in told)


UNREADABLE: dict[str, Callable[[bytes], bytes]] = {
    "an empty file": lambda _good: b"",
    "another file": lambda good: b"PK" + good,
    "a file cut off": lambda good: good[:-1],
    "bytes behind the end": lambda good: good + b"\0",
    "a record that nobody signed": lambda _good: to_bytes(Record(Setup(), ())),
    "a file without a set-up": lambda _good: write_game_file([], bytes(32)),
    "a set-up that is none": lambda _good: write_game_file(
        [FileFrame(FrameKind.SETUP, b"\x80")], bytes(32)
    ),
    "an entry that is none": lambda good: (
        good[:7] + good[7:].replace(b"FOD1\x01\x00", b"FOD2\x01\x00", 1)
    ),
    "a later format": lambda good: b"BORGO2\n" + good[7:],
}


@pytest.mark.parametrize("what", UNREADABLE)
def test_a_file_that_cannot_be_read(what: str, modules: dict[str, ModuleType]) -> None:
    with pytest.raises(modules["record"].Unreadable):
        found_in(modules, UNREADABLE[what](AGAIN.read_bytes()))


def test_what_is_no_file_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    status, _, err = run(tmp_path / "pipe")
    assert status == 2
    assert "it is not a file" in err
    status, told, err = run(tmp_path / "missing.borgo")
    assert (status, told, len(err.splitlines())) == (2, [], 1)
    assert "cannot be read" in err
    assert run()[0] == 2


def test_it_knows_every_type_of_body(modules: dict[str, ModuleType]) -> None:
    """L-8: appendix A, written down once more; each sample of ours is read by it alike."""
    layouts = modules["layouts"]
    assert set(layouts.LAYOUTS) == set(BODY_TYPES)
    samples = json.loads((TWO.parent / "bodies.json").read_text(encoding="utf-8"))
    for sample in samples:
        layouts.body_of(int(sample["type"], 16), bytes.fromhex(sample["body"]))


SHORT = to_file(AGAIN_GAME._replace(entries=AGAIN_GAME.entries[:6], final_parent=bytes(32)))


@settings(
    deadline=None, max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(changes=st.data())
def test_whatever_the_file_is_there_is_a_verdict(
    changes: st.DataObject, modules: dict[str, ModuleType]
) -> None:
    """E-5: mutations of a game's first requests end as wrong, as unreadable, or as right."""
    with suppress(modules["record"].Unreadable):
        found_in(modules, changes.draw(mutations(SHORT)))
