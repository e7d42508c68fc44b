"""Code compiled from source text is cached; a changed text is compiled again."""

import builtins
import sys
from pathlib import Path
from typing import Any

import pytest

from client.window.qt_start import compiled_once

_NAME = "one.py"


@pytest.fixture(autouse=True)
def _keeping(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", False)


@pytest.fixture
def compiled(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The texts that Python itself had to compile."""
    found: list[Any] = []
    plainly = builtins.compile

    def noting(source: Any, *given: Any, **more: Any) -> Any:
        found.append(source)
        return plainly(source, *given, **more)

    monkeypatch.setattr(builtins, "compile", noting)
    return found


def _value(file: Path, source: bytes) -> object:
    room: dict[str, object] = {}
    with compiled_once(file):
        exec(compile(source, _NAME, "exec"), room)
    return room["value"]


def test_a_text_is_compiled_once_and_another_anew(tmp_path: Path, compiled: list[Any]) -> None:
    file = tmp_path / "new" / "kept"
    assert [_value(file, b"value = 1") for _ in range(3)] == [1, 1, 1]
    assert compiled == [b"value = 1"]
    assert [_value(file, b"value = 2") for _ in range(2)] == [2, 2]
    assert compiled == [b"value = 1", b"value = 2"]
    assert [each.name for each in file.parent.iterdir()] == ["kept"]


@pytest.mark.parametrize("content", [b"", b"\xff\x00", b"i\x01\x00\x00\x00"])
def test_a_damaged_file_is_made_anew(tmp_path: Path, content: bytes, compiled: list[Any]) -> None:
    file = tmp_path / "kept"
    file.write_bytes(content)
    assert [_value(file, b"value = 1") for _ in range(2)] == [1, 1]
    assert compiled == [b"value = 1"]


def test_where_nothing_can_be_kept_everything_goes_on(tmp_path: Path, compiled: list[Any]) -> None:
    (tmp_path / "a file").touch()
    assert [_value(tmp_path / "a file" / "kept", b"value = 1") for _ in range(2)] == [1, 1]
    assert compiled == [b"value = 1"] * 2


def test_what_others_compile_is_left_alone(tmp_path: Path, compiled: list[Any]) -> None:
    with compiled_once(tmp_path / "kept"):
        assert eval(compile("1 + 1", _NAME, "eval", dont_inherit=True)) == 2
    assert compiled == ["1 + 1"]
    assert not any(tmp_path.iterdir())
    assert builtins.compile.__name__ == "noting"
