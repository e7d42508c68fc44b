"""N-9: what holds a secret and prints all it holds prints none: every such type of ours is tried.

A log, a report of a fault and a debugger's message print values whole; nobody thinks of it there.
"""

import dataclasses
import importlib
import pkgutil
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import pytest

import client
import net
from client.home import LOG_FILE
from client.window.fault_log import catch_faults

# What a field is called that may hold a secret: a key, or what one is made from or opened with.
SECRET = re.compile(
    r"seeds?|(identity_)?secrets?|passphrase|phrase|unlock|old|new|keys?|nonces?|nonce_key|salt"
    r"|(\w+_)?blindings?|randomness|scalars?|openings?|coefficients|(\w+_)?masks?|shares?"
)

# What is no secret whatever it is called: points are public, and what is asked for has no value.
HARMLESS = {"Point", "bool", "Callable", "Entropy", "Sequence", "Opening", "PeerVault"}

# Where players are made up, for trials; and what a peer says, which all are to hear.
ELSEWHERE = (
    "client.workshop.", "client.simulation.", "net.wire.",
)  # fmt: skip

# Types with such fields that hold no secret, with the reason.
PUBLIC = {
    "net.crypto.set_proofs.Responses": "a proof shows them, and hides what they are made of",
    "net.crypto.shuffle_proof.Pile": "public: points of cards",
    "client.prompts.answer_list.Answer": "the key that is pressed for an answer",
    "client.sittings.bots.Bot": "by its public key a bot is known",
    "client.worker.values.PlayAlone": "who gives a seed wants a game alone to be played again",
}


def types() -> Iterator[tuple[str, type, tuple[str, ...]]]:
    """Every type of ours that prints its fields by itself, with these."""
    for package in (net, client):
        for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if found.name.endswith("__main__"):
                continue
            for name, kind in vars(importlib.import_module(found.name)).items():
                is_its_own = isinstance(kind, type) and kind.__module__ == found.name
                if is_its_own and (fields := fields_of(kind)):
                    yield f"{found.name}.{name}", kind, fields


def secrets_of(kind: type, fields: tuple[str, ...]) -> tuple[str, ...]:
    """The fields that may hold one, by what they are called and what is in them."""
    named = {
        key: at
        for each in kind.__mro__
        for key, at in vars(each).get("__annotations__", {}).items()
    }
    return tuple(
        field
        for field in fields
        if SECRET.fullmatch(field)
        and not HARMLESS
        & set(re.findall(r"\w+", str(getattr(named[field], "__name__", named[field]))))
    )


def fields_of(kind: type) -> tuple[str, ...]:
    if issubclass(kind, msgspec.Struct):
        return kind.__struct_fields__
    if issubclass(kind, tuple):
        return tuple(getattr(kind, "_fields", ()))
    if dataclasses.is_dataclass(kind):
        return tuple(field.name for field in dataclasses.fields(kind) if field.repr)
    return ()


# A secret as text, as bytes and as a number, and how each looks when it is printed.
MARKS: tuple[Any, ...] = ("garlic wolfsbane", b"garlic wolfsbane", 7_246_117_830_274_661)


def tells(kind: type, fields: tuple[str, ...], secret: tuple[str, ...]) -> bool:
    """Whether a value of this type with secrets in these fields prints any of them."""
    for mark in (*MARKS, tuple(MARKS), {"kept": MARKS}):
        value = kind(**{field: mark if field in secret else None for field in fields})
        said = f"{value!r} {value!s} {value}"
        if any(repr(each).strip("b'") in said for each in MARKS):
            return True
    return False


TYPES = {
    name: (kind, fields)
    for name, kind, fields in types()
    if secrets_of(kind, fields) and not name.startswith(ELSEWHERE)
}


@pytest.mark.parametrize("name", TYPES)
def test_what_holds_a_secret_prints_none(name: str) -> None:
    kind, fields = TYPES[name]
    assert tells(kind, fields, secrets_of(kind, fields)) == (name in PUBLIC)


def test_those_that_hold_what_opens_a_players_files_are_among_them() -> None:
    """Or the names that are looked for would have been changed in vain."""
    assert set(TYPES) >= {
        "net.edge.coming_back.backup.BackupKey", "net.edge.coming_back.resume.Returning",
        "net.edge.finding.route.TableToOpen",
        "net.log.roster.Player", "net.crypto.commitment.Opening",
        "client.worker.hall_values.LockKeys",
        "client.worker.table_values.RestoreSeat", "client.worker.table_values.PhraseMade",
    }  # fmt: skip


def test_a_type_that_tells_is_found_out() -> None:
    assert tells(NamedTuple("Bare", [("seed", bytes)]), ("seed",), ("seed",))
    assert not tells(NamedTuple("Bare", [("seed", bytes)]), ("seed",), ())


def test_none_is_excused_in_vain() -> None:
    assert set(PUBLIC) <= set(TYPES)


def test_the_log_of_faults_tells_where_and_not_what_was_held_there(tmp_path: Path) -> None:
    """Values of variables are in no line of it, whatever they are."""
    catch_faults(lambda _words, _log: None, tmp_path / LOG_FILE)

    def open_with(passphrase: str) -> None:
        raise ZeroDivisionError(len(passphrase))

    try:
        open_with(MARKS[0])
    except ZeroDivisionError as error:
        sys.excepthook(type(error), error, error.__traceback__)
    written = (tmp_path / LOG_FILE).read_text(encoding="utf-8")
    assert "open_with" in written
    assert MARKS[0] not in written
