"""`borgo identity`: who you are to others, and the passphrase of your keys."""

import argparse
import sys
from pathlib import Path

from client.home import default_home, make_home, restored_folders, restored_home
from client.new_passphrase import check_phrase, guessed_in, make_phrase
from client.player_files import KEY_FILES, asked_secretly
from client.words.words import spoken
from engine.errors import BorgoError
from net.edge.people.shown_names import spoken_key
from net.edge.storing.private_files import (
    IDENTITY_FILE,
    WrongPassphrase,
    change_passphrase,
    is_locked,
    load_or_make_identity,
    load_or_make_store_key,
    read_private,
)

NAME = "identity"
SUMMARY = "show the words of your key; lock your keys with a passphrase, change or remove it"


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    ways = parser.add_mutually_exclusive_group()
    ways.add_argument("--lock", action="store_true", help="set or change the passphrase")
    ways.add_argument("--unlock", action="store_true", help="remove the passphrase")
    parser.add_argument(
        "--made",
        action="store_true",
        help="with --lock: take the passphrase that is made for you",
    )
    parser.add_argument("--home", type=Path, metavar="DIR", help="where keys and games are kept")


def run(arguments: argparse.Namespace) -> int:
    """Show who you are, and change what was asked for."""
    if arguments.made and not arguments.lock:
        raise BorgoError("option-needs", option="--made", needs="--lock")
    home = arguments.home or default_home()
    make_home(home)
    old = _current(home)
    identity = load_or_make_identity(home / IDENTITY_FILE, old)
    load_or_make_store_key(home / KEY_FILES[1], old if is_locked(home / KEY_FILES[1]) else None)
    print(spoken_key(identity.public_key))
    if arguments.lock:
        relock(home, old, _fresh(is_made=arguments.made))
    elif arguments.unlock:
        relock(home, old, None)
    is_safe = all(is_locked(home / name) for name in KEY_FILES)
    print(spoken().say("identity.locked" if is_safe else "identity.unlocked"))
    return 0


def relock(home: Path, old: str | None, new: str | None) -> None:
    """Lock all keys with a new passphrase; a key already locked so, after a crash, stays."""
    homes = [restored_home(home, folder) for folder in ("", *restored_folders(home))]
    for path in (each / name for each in homes for name in KEY_FILES):
        if not _is_so(path, new):
            change_passphrase(path, old if is_locked(path) else None, new)


def _is_so(path: Path, passphrase: str | None) -> bool:
    """Whether the file is already locked with this passphrase, or with none."""
    if is_locked(path) != (passphrase is not None):
        return False
    try:
        read_private(path, passphrase)
    except WrongPassphrase:
        return False
    return True


def _current(home: Path) -> str | None:
    is_any = any(is_locked(home / name) for name in KEY_FILES)
    return asked_secretly("passphrase-now") if is_any else None


def _fresh(*, is_made: bool) -> str:
    """A new passphrase: the program's proposal, or one that is typed."""
    if not is_made and not sys.stdin.isatty():
        raise BorgoError("passphrase-untyped")
    phrase, say = make_phrase(), spoken().say
    print(say("identity.made", phrase=phrase))
    print(say("phrase.made", time=say(guessed_in(phrase).id)))
    if is_made:
        return phrase
    typed = asked_secretly("passphrase-new")
    if not typed:
        return phrase
    check_phrase(typed)
    if typed != asked_secretly("passphrase-again"):
        raise BorgoError("passphrase-twice")
    print(say("phrase.takes", time=say(guessed_in(typed).id)))
    return typed
