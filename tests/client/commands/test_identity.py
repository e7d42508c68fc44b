"""`borgo identity`: the words of a key, and a passphrase that is set, changed and removed."""

import hashlib
from pathlib import Path

import pytest

from client.commands.command_line import main
from client.commands.identity import relock
from client.home import restored_home
from client.player_files import KEY_FILES, open_player
from net.edge.people.shown_names import BACKUP_WORDS, spoken_key
from net.edge.storing.private_files import (
    WrongPassphrase,
    change_passphrase,
    is_locked,
    load_or_make_identity,
    load_or_make_store_key,
)

FIRST, SECOND = "garlic and roses", "a stake of ash"


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """What makes guessing dear is tested elsewhere, and would take half a second each time."""
    cheap = lambda secret, salt: hashlib.blake2b(secret, key=salt, digest_size=32).digest()  # noqa: E731
    monkeypatch.setattr("net.edge.storing.private_files.stretched", cheap)


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What the player will type where nothing is shown."""
    lines: list[str] = []
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    monkeypatch.setattr("getpass.getpass", lambda _prompt: lines.pop(0))
    return lines


def locked(home: Path) -> list[bool]:
    return [is_locked(home / name) for name in KEY_FILES]


def test_the_words_are_those_that_others_see(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["identity", "--home", str(tmp_path)]) == 0
    identity = load_or_make_identity(tmp_path / KEY_FILES[0])
    said = capsys.readouterr().out
    assert spoken_key(identity.public_key) in said
    assert "not locked" in said


def test_places_restored_from_a_backup_are_locked_with_the_same(tmp_path: Path) -> None:
    homes = [tmp_path, restored_home(tmp_path, "game")]
    for home in homes:
        load_or_make_identity(home / KEY_FILES[0])
        load_or_make_store_key(home / KEY_FILES[1])
    keys = [load_or_make_identity(home / KEY_FILES[0]).public_key for home in homes]
    relock(tmp_path, None, "one")
    assert [locked(home) for home in homes] == [[True, True]] * 2
    relock(tmp_path, "one", None)
    assert [load_or_make_identity(home / KEY_FILES[0]).public_key for home in homes] == keys


def test_a_passphrase_is_set_changed_and_removed(tmp_path: Path, typed: list[str]) -> None:
    words = ["identity", "--home", str(tmp_path)]
    typed += [FIRST, FIRST]
    assert main([*words, "--lock"]) == 0
    assert locked(tmp_path) == [True, True]
    typed += [FIRST, SECOND, SECOND]
    assert main([*words, "--lock"]) == 0
    typed += [FIRST]
    with pytest.raises(WrongPassphrase):
        open_player(tmp_path)
    typed += [SECOND]
    identity, store = open_player(tmp_path)
    store.close()
    typed += [SECOND]
    assert main([*words, "--unlock"]) == 0
    assert locked(tmp_path) == [False, False]
    assert load_or_make_identity(tmp_path / KEY_FILES[0]).public_key == identity.public_key
    assert typed == []


def test_the_program_makes_a_passphrase(
    tmp_path: Path, typed: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["identity", "--home", str(tmp_path), "--lock", "--made"]) == 0
    said = next(line for line in capsys.readouterr().out.splitlines() if "new passphrase" in line)
    phrase = said.split(": ")[1]
    assert len(phrase.split()) == BACKUP_WORDS
    typed += [phrase]
    _, store = open_player(tmp_path)
    store.close()


@pytest.mark.parametrize("beside", [[], ["--unlock"]])
def test_a_passphrase_is_made_only_to_lock_with(
    beside: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["identity", "--home", str(tmp_path / "new"), "--made", *beside]) == 2
    assert "--made does nothing without --lock." in capsys.readouterr().err
    assert not (tmp_path / "new").exists()


def test_a_slip_changes_nothing(
    tmp_path: Path, typed: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    typed += [FIRST, SECOND]
    assert main(["identity", "--home", str(tmp_path), "--lock"]) == 2
    assert "nothing was changed" in capsys.readouterr().err
    assert locked(tmp_path) == [False, False]


def test_a_crash_between_the_two_files_is_mended_by_doing_it_again(
    tmp_path: Path, typed: list[str]
) -> None:
    main(["identity", "--home", str(tmp_path)])
    change_passphrase(tmp_path / KEY_FILES[0], None, "new")
    relock(tmp_path, None, "new")
    assert locked(tmp_path) == [True, True]
    typed += ["new"]
    _, store = open_player(tmp_path)
    store.close()


def test_without_a_terminal_a_locked_key_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    load_or_make_identity(tmp_path / KEY_FILES[0], "one")
    monkeypatch.setattr("sys.stdin.isatty", lambda: False, raising=False)
    assert main(["identity", "--home", str(tmp_path)]) == 2
    assert "is locked with a passphrase" in capsys.readouterr().err


def test_without_a_terminal_an_unlocked_key_is_not_called_locked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin.isatty", lambda: False, raising=False)
    words = ["identity", "--home", str(tmp_path), "--lock"]
    assert main(words) == 2
    said = capsys.readouterr().err
    assert "A new passphrase is typed in a terminal" in said
    assert "locked" not in said
    assert main([*words, "--made"]) == 0


@pytest.mark.parametrize("phrase", ["x", "one", "12345678", "aaaaaaaaaaaa", "abcabcabcabc"])
def test_what_is_soon_found_is_refused_and_nothing_changed(
    phrase: str, tmp_path: Path, typed: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    typed += [phrase]
    assert main(["identity", "--home", str(tmp_path), "--lock"]) == 2
    assert "within hours" in capsys.readouterr().err
    assert locked(tmp_path) == [False, False]


def test_keys_that_were_locked_with_one_letter_open_as_before(
    tmp_path: Path, typed: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["identity", "--home", str(tmp_path)]
    assert main(words) == 0
    relock(tmp_path, None, "x")
    typed += ["x", "x", FIRST, FIRST]
    assert main(words) == 0
    assert main([*words, "--lock"]) == 0
    assert capsys.readouterr().out.count("are locked") == 2
    assert typed == []


def test_the_one_that_is_made_is_offered_first_and_taken_by_typing_nothing(
    tmp_path: Path, typed: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    typed += [""]
    assert main(["identity", "--home", str(tmp_path), "--lock"]) == 0
    said = capsys.readouterr().out
    made = next(line for line in said.splitlines() if "made for you" in line).split(": ")[1]
    assert "more than ten thousand years" in said
    typed += [made]
    _, store = open_player(tmp_path)
    store.close()
