"""No sentence that a person reads stands in the sources: all are in the files of a language."""

import ast
import re
from functools import cache

import pytest

from client.words.messages import entries, folder
from tests.shape.spoken_literals import (
    fault_classes,
    fault_ids,
    fault_literals,
    faults_as_text,
    shown_literals,
)
from tests.shape.tree import name, python_files

# What whoever works on the program runs and reads; players never see it.
TOOLS = (
    *(
        f"client/workshop/{folder}/"
        for folder in ("bench", "cheats", "hostile", "simulated", "soak")
    ),
    *(
        f"client/workshop/commands/{name}.py"
        for name in ("bench", "cheats", "clauses", "scenario", "simulate", "soak")
    ),
)  # fmt: skip
SCENARIOS = (
    "client/workshop/scenario/",
    "engine/positions/",
)  # files in English, and so is what is wrong with them

# What is shown and is the same in every language, or is an id on its way to the words.
ALLOWED = {
    "client/commands/command_line.py": {"borgo: "},  # who speaks
    "client/workshop/commands/night.py": {"outcome", "verdict"},  # ids
    "client/workshop/shot_scenes.py": {".borgo"},  # name of a file
    "client/panels/card_reader.py": {"Shift+F1"},  # a key
    # Names of files, and ids.
    "client/screens/chronicles.py": {".borgo", "*.borgo", "date", "people", "result", "checked"},
    "client/screens/end/screen.py": {"borgo verify "},  # what is typed
    "client/screens/parts/page_head.py": {" (Esc)"},  # a key
    "client/screens/rules.py": {" (Ctrl+F)", 'style="color:', "; margin-"},  # a key, and a style
    "net/edge/storing/store.py": {"SELECT"},  # what the store is asked
}


@cache
def _trees() -> dict[str, ast.Module]:
    paths = python_files("engine", "net", "client")
    return {name(path): ast.parse(path.read_text(encoding="utf-8")) for path in paths}


@cache
def _faults() -> set[str]:
    return fault_classes(list(_trees().values())) - {"BadScenario"}


@cache
def _written() -> dict[str, str]:
    files = (folder() / "en").iterdir()
    return dict(one for file in files for one in entries(file.read_text(encoding="utf-8")))


def _is_allowed(path: str, text: str) -> bool:
    return any(text.startswith(each) for each in ALLOWED.get(path, ()))


@pytest.mark.slow
def test_nothing_shown_is_written_in_the_sources() -> None:
    found = [
        f"{path}:{each.line}: {each.text!r}"
        for path, tree in _trees().items()
        if not path.startswith((*TOOLS, *SCENARIOS))
        for each in shown_literals(tree)
        if not _is_allowed(path, each.text)
    ]
    assert found == []


@pytest.mark.slow
def test_no_fault_carries_a_sentence() -> None:
    found = [
        f"{path}:{each.line}: {each.text!r}"
        for path, tree in _trees().items()
        if not path.startswith(SCENARIOS)
        for each in fault_literals(tree, _faults())
        if not _is_allowed(path, each.text)
    ]
    assert found == []


@pytest.mark.slow
def test_no_fault_is_shown_as_text() -> None:
    found = [
        f"{path}:{line}"
        for path, tree in _trees().items()
        if path.startswith("client/") and not path.startswith((*TOOLS, *SCENARIOS))
        for line in faults_as_text(tree, _faults())
    ]
    assert found == []


@pytest.mark.slow
def test_every_fault_has_words_that_speak_of_nothing_else() -> None:
    made = [each for tree in _trees().values() for each in fault_ids(tree, _faults())]
    assert len(made) > 90, "faults are found at all"
    for identifier, about in made:
        assert f"error-{identifier}" in _written()
        blanks = set(re.findall(r"\$([\w-]+)", _written()[f"error-{identifier}"]))
        assert blanks <= about | ({"why"} if "reason" in about else set()), identifier


@pytest.mark.parametrize(
    "source",
    [
        'label.setText("Your turn")',
        'print(f"{name} has left")',
        'said = "Done" if good else "Failed"\nprint(said)',
        'SAID = {"open": "a table"}\ndef tell(state):\n    print(SAID[state])',
        'def _said():\n    return "waiting for " + name\ndef tell():\n    QLabel(_said())',
        'box.addItem(", ".join(["one", words.say("two")]))',
    ],
)
def test_a_sentence_on_its_way_is_noticed(source: str) -> None:
    assert list(shown_literals(ast.parse(source)))


def test_a_fault_with_a_sentence_is_noticed() -> None:
    tree = ast.parse('class Bad(BorgoError): ...\nraise Bad(f"there is no seat {name}")')
    assert [each.text for each in fault_literals(tree, fault_classes([tree]))]


@pytest.mark.parametrize("shown", ["str(bad)", 'f"it is {bad}"'])
def test_a_fault_as_text_is_noticed(shown: str) -> None:
    tree = ast.parse(f"try:\n    go()\nexcept (BorgoError, OSError) as bad:\n    show({shown})")
    assert list(faults_as_text(tree, {"BorgoError"})) == [4]


@pytest.mark.parametrize(
    "source",
    [
        'label.setText(words.say("game.turn", who=name))',
        'print(f"{words.seat(seat)}: {line}")',
        'label.setText("<b style=\'color:red\'>" + title + "</b>")',
        'print("" if shown is None else shown["the key"])',
        'def ask(about):\n    print(words.say(f"typed-{about}"))\nprint(ask("passphrase-now"))',
    ],
)
def test_what_comes_from_the_words_is_let_be(source: str) -> None:
    assert not list(shown_literals(ast.parse(source)))
