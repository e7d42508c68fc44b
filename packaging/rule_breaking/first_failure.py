"""Runs scenario files in order until one does not hold, and prints the name of that one.

    python first_failure.py ROOT < NAMES

An answer that says nothing is the wish of whoever breaks the rules: everything still holds.
"""

import sys
import tomllib
from pathlib import Path


def first_failure(root: Path, names: list[str]) -> str | None:
    """The first of these files that does not hold with the engine of this folder."""
    sys.path.insert(0, str(root))
    from client.workshop.scenario import runner  # noqa: PLC0415 - only now is it clear whose

    assert Path(runner.__file__).is_relative_to(root), runner.__file__
    for name in names:
        document = tomllib.loads((root / name).read_text(encoding="utf-8"))
        try:
            holds = runner.run(runner.parse(document, name)).holds
        except Exception:  # whatever a broken rule raises
            holds = False
        if not holds:
            return name
    return None


if __name__ == "__main__":
    try:
        failed = first_failure(Path(sys.argv[1]), sys.stdin.read().splitlines())
    except Exception as error:  # the engine cannot even be imported
        failed = repr(error)
    print(failed or "")
