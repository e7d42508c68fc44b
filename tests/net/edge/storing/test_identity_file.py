"""Who a player is lies in one file: made once, its owner's only, locked if he likes."""

import os
import stat
from pathlib import Path
from threading import Thread

import pytest

from net.crypto.keys import SignedAs, check_signature
from net.edge.storing.private_files import (
    BadPrivateFile,
    PassphraseNeeded,
    WrongPassphrase,
    change_passphrase,
    is_locked,
    load_or_make_identity,
    load_or_make_store_key,
    read_private,
    unlocking_of,
    write_private,
)

POSIX = pytest.mark.skipif(os.name != "posix", reason="permissions are a POSIX thing")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "player" / "identity.pem"


def test_the_first_start_makes_a_key_and_the_next_ones_find_it(path: Path) -> None:
    first = load_or_make_identity(path)
    second = load_or_make_identity(path)
    assert first.public_key == second.public_key
    check_signature(first.public_key, SignedAs.CHAT, b"line", second.sign(SignedAs.CHAT, b"line"))
    assert load_or_make_identity(path.with_name("other")).public_key != first.public_key
    assert [file.name for file in sorted(path.parent.iterdir())] == ["identity.pem", "other"]


@POSIX
def test_it_is_readable_by_its_owner_only(path: Path) -> None:
    """22.17."""
    load_or_make_identity(path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700


@POSIX
@pytest.mark.parametrize("mode", [0o640, 0o604, 0o620])
def test_a_file_others_could_read_is_refused(path: Path, mode: int) -> None:
    load_or_make_identity(path)
    path.chmod(mode)
    with pytest.raises(BadPrivateFile, match="key-open-to-others"):
        load_or_make_identity(path)


def test_a_passphrase_locks_it(path: Path) -> None:
    identity = load_or_make_identity(path, "the old oak")
    assert is_locked(path)
    assert b"PRIVATE KEY" not in path.read_bytes()
    assert load_or_make_identity(path, "the old oak").public_key == identity.public_key
    with pytest.raises(PassphraseNeeded):
        load_or_make_identity(path)
    with pytest.raises(WrongPassphrase):
        load_or_make_identity(path, "the old elm")


def test_the_lock_can_be_set_and_taken_off(path: Path) -> None:
    identity = load_or_make_identity(path)
    change_passphrase(path, None, "oak")
    locked = path.read_bytes()
    change_passphrase(path, "oak", "oak")
    assert path.read_bytes() != locked, "salt and nonce are fresh at every writing"
    change_passphrase(path, "oak", None)
    assert not is_locked(path)
    assert load_or_make_identity(path).public_key == identity.public_key
    with pytest.raises(BadPrivateFile, match="key-missing"):
        change_passphrase(path.with_name("nothing"), None, "oak")


def test_what_a_passphrase_makes_opens_the_files_as_they_are_locked_now(path: Path) -> None:
    """And whatever is locked with that afterwards opens with the passphrase."""
    other, later = path.with_name("other"), path.with_name("later")
    for each in (path, other):
        write_private(each, b"secret", "oak")
    with pytest.raises(WrongPassphrase):
        unlocking_of("elm", [path])
    unlocking = unlocking_of("oak", [path, other, later])
    assert read_private(path, unlocking) == read_private(other, unlocking) == b"secret"
    write_private(later, b"later", unlocking)
    assert read_private(later, unlocking) == read_private(later, "oak") == b"later"
    assert later.read_bytes()[:31] == path.read_bytes()[:31], "the salt is the same"
    assert later.read_bytes()[31:55] != path.read_bytes()[31:55], "the nonce never is"
    change_passphrase(path, "oak", "oak")
    with pytest.raises(PassphraseNeeded):
        read_private(path, unlocking)


@pytest.mark.parametrize(
    "harm",
    [
        b"",
        b"-----BEGIN PRIVATE KEY-----\nbm90aGluZw==\n-----END PRIVATE KEY-----\n",
        bytes(5000),
        b"BORGO-LOCKED-1\nshort",
        b"BORGO-LOCKED-1\n" + bytes(16) + b"cut",
    ],
)
def test_a_damaged_file_is_said_and_never_replaced(path: Path, harm: bytes) -> None:
    load_or_make_identity(path)
    path.write_bytes(harm)
    with pytest.raises((BadPrivateFile, WrongPassphrase), match=r"identity\.pem"):
        load_or_make_identity(path, "oak")
    assert path.read_bytes() == harm


def test_a_locked_file_that_was_altered_does_not_open(path: Path) -> None:
    write_private(path, b"secret", "oak")
    content = bytearray(path.read_bytes())
    content[-1] ^= 1
    path.write_bytes(content)
    with pytest.raises(WrongPassphrase):
        read_private(path, "oak")


def test_of_two_first_starts_the_quicker_one_counts(path: Path) -> None:
    quicker = None

    def bytes_of(count: int) -> bytes:
        nonlocal quicker
        quicker = quicker or load_or_make_identity(path)
        return os.urandom(count)

    assert load_or_make_identity(path, None, bytes_of).public_key == quicker.public_key
    assert [file.name for file in path.parent.iterdir()] == ["identity.pem"]


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    with pytest.raises(BadPrivateFile):
        load_or_make_identity(tmp_path)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="named pipes are a POSIX thing")
def test_a_pipe_nobody_writes_into_is_not_waited_for(tmp_path: Path) -> None:
    path, found = tmp_path / "identity.pem", list[bool]()
    os.mkfifo(path, 0o600)
    asking = Thread(target=lambda: found.append(is_locked(path)), daemon=True)
    asking.start()
    asking.join(10)
    assert found == [False]
    with pytest.raises(BadPrivateFile, match="key-no-file"):
        load_or_make_identity(path)


def test_a_failed_writing_leaves_the_old_file(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_private(path, b"old")

    def no_room(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", no_room)
    with pytest.raises(BadPrivateFile, match="No space"):
        write_private(path, b"new")
    assert path.read_bytes() == b"old"
    assert [file.name for file in path.parent.iterdir()] == ["identity.pem"]


def test_the_stores_key_is_made_once_and_known_when_it_is_wrong(tmp_path: Path) -> None:
    path = tmp_path / "store.key"
    key = load_or_make_store_key(path)
    assert len(key) == 32
    assert load_or_make_store_key(path) == key
    change_passphrase(path, None, "oak")
    assert load_or_make_store_key(path, "oak") == key
    with pytest.raises(PassphraseNeeded):
        load_or_make_store_key(path)
    write_private(path, b"something else")
    with pytest.raises(BadPrivateFile, match="key-of-no-store"):
        load_or_make_store_key(path)


def test_no_error_shows_a_secret(path: Path) -> None:
    load_or_make_identity(path, "the old oak")
    with pytest.raises(WrongPassphrase) as refused:
        load_or_make_identity(path, "my other passphrase")
    assert "key-not-opened" in str(refused.value)
    assert "other" not in str(refused.value)
    assert refused.value.__suppress_context__
