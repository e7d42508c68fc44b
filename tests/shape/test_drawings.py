"""The drawings in packaging/drawings are of this program.

The machines are compared with the program where the protocol's page is. A journey takes half a
minute to trace, so here only the modules that it names are looked for: whoever moves one traces it
anew.
"""

import re

from tests.shape.tree import ROOT

JOURNEY = ROOT / "packaging" / "drawings" / "journey.md"


def test_every_module_on_the_journey_is_there() -> None:
    page = JOURNEY.read_text(encoding="utf-8")
    modules = re.findall(r"^\d+\. `(\S+\.py)`", page, re.MULTILINE)
    assert len(modules) > 50
    gone = sorted({module for module in modules if not (ROOT / module).is_file()})
    assert gone == [], "run packaging/draw_journeys.py"
