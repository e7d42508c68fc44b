"""The project stands alone: no file knows the machine or the folder it was written in."""

import re

from tests.shape.tree import files, name

# Where somebody's files live on somebody's machine, and the folder beside the checkout.
FOREIGN = re.compile(rb"(?<![\w.])/(?:work|root|home|Users)/|\.\./shared")

# Pictures, fonts and sounds hold any bytes.
TEXT = {
    "", ".cfg", ".css", ".desktop", ".ftl", ".ini", ".json", ".lock", ".md", ".py", ".sh", ".spec",
    ".svg", ".toml", ".txt", ".yaml", ".yml",
}  # fmt: skip


def test_no_file_names_a_place_outside_the_project() -> None:
    found = [
        f"{name(path)}:{number}: {line.decode(errors='replace').strip()}"
        for path in files()
        if path.suffix in TEXT
        for number, line in enumerate(path.read_bytes().splitlines(), start=1)
        if FOREIGN.search(line)
    ]
    assert found == []
