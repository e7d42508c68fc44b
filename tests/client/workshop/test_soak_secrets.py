"""What `borgo soak --secrets` looks into, and that it finds what is planted there."""

import hashlib
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from client.words.words import fault_words
from client.workshop.simulated.simulated_peer import SimulatedPeer
from client.workshop.simulated.simulated_table import SimulatedTable
from client.workshop.simulated.table_plan import Plan, Weather
from client.workshop.soak import kept_secrets
from client.workshop.soak.kept_secrets import (
    AS_IT_IS,
    AS_NUMBER,
    NoMemory,
    Read,
    Secret,
    Streams,
    Wrong,
    check_readable,
    digits,
    family,
    found_in,
    kept_in,
    memory_of,
    of_bytes,
    search,
    secrets_of,
)
from engine.canonical import encode
from net.crypto.hashing import setup_hash
from net.edge.coming_back.resume import KeptAddresses, keep_for_return
from net.edge.storing.private_files import IDENTITY_FILE, keep_identity, load_or_make_store_key
from net.edge.storing.private_files import STORE_KEY_FILE as KEY_FILE
from net.edge.storing.store import FILE_NAME as STORE_FILE
from net.edge.storing.store import Store
from net.wire.table_setup import encode_setup
from tests.support.small_group import SmallGroup

on_linux = pytest.mark.skipif(sys.platform != "linux", reason="/proc")
GROUP = SmallGroup()
Plant = Callable[[Read, bytes], Read]

# A program that holds the hash of one word as it is, of another as a number, and starts another.
HOLDER = """
import hashlib, subprocess, sys
held = hashlib.sha256(b"as it is").digest()
number = int.from_bytes(hashlib.sha256(b"as a number").digest(), "little")
child = subprocess.Popen([sys.executable, "-S", "-c", "input()"], stdin=subprocess.PIPE)
print(child.pid, flush=True)
input()
child.communicate(b"x")
"""


def planted(word: str) -> Secret:
    return of_bytes(0, word, hashlib.sha256(word.encode()).digest())


@on_linux
def test_what_a_program_holds_is_found_as_bytes_and_as_a_number() -> None:
    started = [sys.executable, "-S", "-c", HOLDER]
    with subprocess.Popen(started, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as holder:
        assert holder.stdout is not None
        child = int(holder.stdout.readline())
        assert family(holder.pid) == [holder.pid, child]
        pieces = [*memory_of(holder.pid)]
        holder.communicate(b"x")
    forms = {"as it is": AS_IT_IS, "as a number": AS_NUMBER}
    wanted = [Secret(0, word, (planted(word).forms[form],)) for word, form in forms.items()]
    found = {each for piece in pieces for each in found_in(piece, wanted)}
    assert found == {f"{word} of peer 0" for word in forms}
    assert not any(found_in(piece, [planted("nowhere")]) for piece in pieces)


def test_a_number_is_looked_for_as_the_interpreter_holds_it() -> None:
    number = int.from_bytes(planted("number").forms[AS_IT_IS], "little")
    if sys.int_info.bits_per_digit == 30:
        assert digits(5 + (7 << 30)) == bytes((5, 0, 0, 0, 7, 0, 0, 0))
    assert len(digits(number)) == sys.int_info.sizeof_digit * -(
        -number.bit_length() // sys.int_info.bits_per_digit
    )


def test_where_no_memory_can_be_read_that_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(NoMemory) as refused:
        next(memory_of(2**31 - 1))  # there is no such process
    assert "2147483647" in fault_words(refused.value)
    monkeypatch.setattr(kept_secrets.sys, "platform", "darwin")
    with pytest.raises(NoMemory) as refused:
        check_readable()
    assert "Linux" in fault_words(refused.value)


class Homes:
    """The folders of two players in the midst of a game, and a memory for each as it should be."""

    def __init__(self, folder: Path) -> None:
        plan = Plan("kept", 2, switches={"influence_to_win": 3}, weather=Weather(slowest=0.02))
        table = SimulatedTable(plan, GROUP)
        table.run(70)
        self.reads = [read_of(peer, folder / str(peer.number)) for peer in table.peers]
        self.secrets = [one for read in self.reads for one in secrets_of(read.kept, GROUP)]

    def read(self, peer: int) -> Read:
        """One program: its window, in which nothing is, and its worker, in which its own is."""
        own = [each for each in self.secrets if each.owner == peer]
        memory = b"".join(form for each in own for form in each.forms)
        return self.reads[peer]._replace(processes=[[b"a window"], [memory]])


def read_of(peer: SimulatedPeer, home: Path) -> Read:
    assert peer.begin is not None
    home.mkdir()
    keep_identity(home / IDENTITY_FILE, peer.identity.secret())
    store = Store(home / STORE_FILE, load_or_make_store_key(home / KEY_FILE))
    game, proceedings = setup_hash(encode_setup(peer.begin.setup)), peer.referee.proceedings
    store.begin_game(game, encode(peer.begin.signed), 0)
    keep_for_return(store, game, peer.game_seed, KeptAddresses(bytes(16), ()))
    for encoded in peer.file().entries:
        store.record_received(game, [encoded])
    store.set_head(game, proceedings.chain.index, proceedings.chain.parent)
    kept = kept_in(home)  # the store is still open, as while a program plays
    assert kept is not None
    files = {path.name: path.read_bytes() for path in home.iterdir()}
    store.close()
    return Read([], files, kept)


@pytest.fixture(scope="module")
def homes(tmp_path_factory: pytest.TempPathFactory) -> Homes:
    return Homes(tmp_path_factory.mktemp("homes"))


def test_a_folder_gives_all_secrets_and_those_of_dracula_with_his_trail(homes: Homes) -> None:
    names = {(each.owner, each.name.rstrip("0123456789 ")) for each in homes.secrets}
    both = {"the seed", "the signing key", "the key of nonces", "the key of boxes"}
    both |= {"the key of cards", "the key of backs", "the key of lots"}
    assert {(peer, name) for peer in (0, 1) for name in both} <= names
    trail = {"the nonce of card", "the blinding of card", "the blinding of the place of card"}
    assert {name for peer, name in names if peer == 0} >= both | trail
    assert not {name for peer, name in names if peer == 1} & trail


def test_programs_that_keep_to_themselves_what_is_theirs_are_as_they_should_be(
    homes: Homes,
) -> None:
    for peer in (0, 1):
        search(homes.read(peer), homes.secrets, is_window=True)


def in_memory(read: Read, secret: bytes) -> Read:
    return read._replace(processes=[*read.processes, [b"a b c", b"d" + secret]])


def in_a_file(read: Read, secret: bytes) -> Read:
    return read._replace(files={**read.files, "log": b"INFO " + secret})


def what_is_sealed(read: Read, secret: bytes) -> Read:
    return read._replace(kept=read.kept._replace(sealed=[b"", secret]))


@pytest.mark.parametrize("plant", [in_memory, in_a_file, what_is_sealed])
def test_a_secret_of_another_is_found_wherever_it_is(homes: Homes, plant: Plant) -> None:
    for number, each in enumerate(homes.secrets):
        planted = plant(homes.read(1 - each.owner), each.forms[number % len(each.forms)])
        with pytest.raises(Wrong, match=f"of peer {1 - each.owner} holds .*{each.name}"):
            search(planted, homes.secrets, is_window=False)


def test_a_window_that_holds_its_own_keys_is_found(homes: Homes) -> None:
    read = homes.read(1)
    turned = read._replace(processes=read.processes[::-1])
    search(turned, homes.secrets, is_window=False)
    with pytest.raises(Wrong, match=r"process 0 of peer 1 holds .*the key of backs of peer 1"):
        search(turned, homes.secrets, is_window=True)


def test_a_search_that_finds_nothing_at_all_is_no_search(homes: Homes) -> None:
    read = homes.read(1)
    with pytest.raises(Wrong, match="does not find the own secrets"):
        search(read._replace(processes=[[b"elsewhere"]]), homes.secrets, is_window=False)
    with pytest.raises(Wrong, match="does not find the last entry"):
        search(read._replace(files={}), homes.secrets, is_window=False)


def packet(protocol: int, ports: bytes, content: bytes) -> bytes:
    header = bytes((0x45, *[0] * 8, protocol, *[0] * 10))
    if protocol == 17:
        return header + ports + bytes(4) + content
    return header + ports + bytes(8) + bytes((0x80, *[0] * 19)) + content


def test_what_was_said_in_two_packets_is_found_on_the_wire() -> None:
    secret, streams = planted("said"), Streams()
    (said, *_) = secret.forms
    streams.hear(packet(6, b"abcd", b"first " + said[:20]))
    streams.hear(packet(6, b"cdab", b"an answer in between"))
    assert found_in(streams.content(), [secret]) == []
    streams.hear(packet(6, b"abcd", said[20:]))
    assert found_in(streams.content(), [secret]) == ["said of peer 0"]
    streams.hear(packet(17, b"abcd", b"announced " + planted("aloud").forms[1]))
    streams.hear(b"no packet")
    assert found_in(streams.content(), [planted("aloud")]) == ["aloud of peer 0"]
