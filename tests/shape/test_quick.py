"""`packaging/test --quick` runs what concerns a change, the nearest first, and says what not."""

import subprocess
import time
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from tests.conftest import UNTIL, pytest_runtest_setup
from tests.shape.tree import ROOT

FILES = {
    "engine/rule.py": "",
    "net/__init__.py": "",
    "net/wire.py": "from engine import rule\n",
    "client/told.py": 'import net.wire\nBOOK = "resources/rules/book.toml"\n',
    "client/listed.py": 'COMMANDS = {"wire": "net.wire:Wire"}\nFOLDER = ("text", "en")\n',
    "tests/conftest.py": 'LANGUAGE = "en"\n',
    "tests/net/conftest.py": "",
    "tests/net/test_wire.py": "def test() -> None:\n    from net.wire import Wire\n",
    "tests/client/test_told.py": "from client import told\n",
    "tests/client/test_listed.py": "import client.listed\n",
    "tests/client/test_alone.py": "",
    "tests/client/test_board.py": 'FILE = "board.ftl"\n',
    "tests/golden/test_golden.py": "",
    "tests/support/making.py": 'SCRIPT = "packaging/tables/make.py"\n',
    "tests/net/test_made.py": "import tests.support.making\n",
    "tests/net/test_page.py": 'PAGE = import_module("describe").PAGE\n',
    "packaging/describe.py": "from tables import made\n",
    "packaging/tables/made.py": "",
    "packaging/tables/make.py": "",
    "tests/scenarios/conftest.py": "import engine.rule\n",
    "tests/shape/test_shape.py": "import engine.rule\n",
}


@pytest.fixture(scope="module")
def chooser() -> ModuleType:
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(ROOT / "packaging")
        return import_module("choose_tests")


@pytest.fixture(scope="module")
def this_project(chooser: ModuleType) -> Any:
    """All of it is read once."""
    return chooser.Project(ROOT)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    for name, text in FILES.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return tmp_path


Run = Callable[..., tuple[str, ...]]


@pytest.fixture
def run(chooser: ModuleType, project: Path) -> Run:
    """What is run for these changes."""

    def run(*changed: str) -> tuple[str, ...]:
        chosen: tuple[str, ...] = chooser.choose(project, changed)
        return chosen

    return run


def test_the_nearest_importers_come_first_and_the_shape_before_them(run: Run) -> None:
    assert run("engine/rule.py") == (
        "tests/shape", "tests/scenarios", "tests/net/test_wire.py", "tests/client/test_listed.py",
        "tests/client/test_told.py",
    )  # fmt: skip
    assert run("client/told.py") == ("tests/shape", "tests/client/test_told.py")
    assert run("tests/client/test_alone.py") == ("tests/shape", "tests/client/test_alone.py")
    assert run() == ("tests/shape",)


def test_who_names_a_module_in_a_string_imports_it_and_a_folder_its_conftest(run: Run) -> None:
    assert "tests/client/test_listed.py" in run("net/wire.py")
    assert run("tests/net/conftest.py") == (
        "tests/shape", "tests/net/test_made.py", "tests/net/test_page.py", "tests/net/test_wire.py",
    )  # fmt: skip


def test_what_is_no_module_concerns_who_says_its_name_and_then_that_of_its_folder(run: Run) -> None:
    assert run("resources/rules/book.toml") == ("tests/shape", "tests/client/test_told.py")
    assert run("resources/text/en/play.ftl") == ("tests/shape", "tests/client/test_listed.py")
    assert run("resources/text/en/board.ftl") == (
        "tests/shape", "tests/client/test_board.py", "tests/client/test_listed.py",
    )  # fmt: skip
    assert run("tests/scenarios/storm.toml") == ("tests/shape", "tests/scenarios")
    assert run("resources/unread.bin") == ("tests/shape",)


def test_what_lies_among_tests_concerns_those_around_it(run: Run) -> None:
    assert run("tests/golden/fourth.txt") == ("tests/shape", "tests/golden/test_golden.py")
    assert run("tests/golden/older/third.txt") == ("tests/shape", "tests/golden/test_golden.py")


def test_what_is_beside_the_program_concerns_who_imports_it_or_says_its_path(run: Run) -> None:
    assert run("packaging/tables/made.py") == ("tests/shape", "tests/net/test_page.py")
    assert run("packaging/tables/make.py") == ("tests/shape", "tests/net/test_made.py")


def test_who_imports_what_is_gone_is_concerned(run: Run, project: Path) -> None:
    (project / "engine/rule.py").unlink()
    assert "tests/net/test_wire.py" in run("engine/rule.py")


def test_among_those_equally_near_the_slow_ones_come_last(run: Run, project: Path) -> None:
    slow = "import pytest\nimport client.listed\npytestmark = pytest.mark.slow\n"
    (project / "tests/client/test_a.py").write_text(slow, encoding="utf-8")
    quick_first = ("tests/client/test_listed.py", "tests/client/test_a.py")
    assert run("client/listed.py") == ("tests/shape", *quick_first)


SAID = "no time left for tests/a.py"


@pytest.mark.parametrize(
    ("left", "said"), [(-1.0, [SAID, SAID]), (10.0, ["", SAID]), (500.0, ["", ""])]
)
def test_without_time_nothing_is_begun_and_nothing_slow_with_little(
    monkeypatch: pytest.MonkeyPatch, left: float, said: list[str]
) -> None:
    monkeypatch.setenv(UNTIL, str(time.time() + left))
    assert [said_of_a_test(marks) for marks in ([], ["slow"])] == said
    monkeypatch.delenv(UNTIL)
    assert said_of_a_test(["slow"]) == ""


def said_of_a_test(marks: list[str]) -> str:
    """Why a test with these marks is not begun; nothing if it is."""
    item: Any = SimpleNamespace(nodeid="tests/a.py::t", get_closest_marker=marks.count)
    try:
        pytest_runtest_setup(item)
    except pytest.skip.Exception as skipped:
        return str(skipped)
    return ""


def test_every_change_since_the_last_commit_is_seen(chooser: ModuleType, project: Path) -> None:
    for words in (
        ["init", "-q"], ["add", "-A"],
        ["-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm", "a"],
    ):  # fmt: skip
        subprocess.run(["git", *words], cwd=project, check=True)
    assert chooser.changed_since_head(project) == []
    (project / "net/wire.py").unlink()
    (project / "engine/rule.py").write_text("A = 1\n")
    (project / "engine/new.py").write_text("")
    changed = chooser.changed_since_head(project)
    assert changed == ["engine/rule.py", "net/wire.py", "engine/new.py"]


@pytest.mark.parametrize(
    ("changed", "nearest"),
    [
        ("engine/cards/striking.py", "tests/scenarios"),
        ("net/crypto/group.py", "tests/net/crypto/test_group.py"),
        ("client/worker/pipe.py", "tests/client/worker/test_pipe.py"),
        ("resources/rules/editions.toml", "tests/engine/test_presets.py"),
        ("resources/text/en/board.ftl", "tests/client/board/test_labels.py"),
        ("resources/text/en/play.ftl", "tests/client/words/test_completeness.py"),
        ("resources/text/en/rules.ftl", "tests/client/words/test_rulebook.py"),
        ("tests/golden/fourth--hunters-by-fangs.txt", "tests/golden/test_golden.py"),
        ("packaging/check_game/proofs.py", "tests/net/judging/test_check_game.py"),
        ("packaging/protocol_tables/bodies.py", "tests/net/test_protocol_page.py"),
    ],
)
def test_in_this_project_too(this_project: Any, changed: str, nearest: str) -> None:
    assert nearest in this_project.tests_near([changed])
