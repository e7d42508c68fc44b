"""Writes the tables and diagrams of net/PROTOCOL.md and packaging/drawings/machines.md anew.

    python packaging/describe_protocol.py

Between `<!-- made: name -->` and `<!-- made -->` stands what this script made from what the program
itself uses; the rest of a page is written by hand. A test compares, so a layout or a machine cannot
change behind a page's back.
"""

import re
import sys
from collections.abc import Callable, Mapping
from importlib import import_module
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGES = (ROOT / "net" / "PROTOCOL.md", ROOT / "packaging" / "drawings" / "machines.md")

_MADE = re.compile(r"(<!-- made: (\w+) -->\n).*?(<!-- made -->)", re.DOTALL)


def described(page: str, makers: Mapping[str, Callable[[], str]]) -> str:
    """The page with every made part made anew; a part nobody makes is a KeyError."""
    return _MADE.sub(lambda found: f"{found[1]}\n{makers[found[2]]()}\n{found[3]}", page)


def makers() -> Mapping[str, Callable[[], str]]:
    """What can be made, by name."""
    made: Mapping[str, Callable[[], str]] = import_module("protocol_tables.contents").MAKERS
    return made


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))  # the program's own modules say what the protocol is
    for page in PAGES:
        page.write_text(described(page.read_text(encoding="utf-8"), makers()), encoding="utf-8")
