# /// script
# requires-python = ">=3.11"
# dependencies = ["numpy>=2.4,<3", "shapely>=2.2,<3", "PySide6-Essentials>=6.11,<6.12", "msgspec"]
# ///
"""Bakes the board's pictures and geometry from public-domain coastlines; run by hand, once.

    python packaging/bake_map.py

Natural Earth comes from two npm packages, fetched by name into a temporary folder. The same input
gives the same output, so a changed picture means a changed script.
"""

import os
import sys
from importlib import import_module
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))  # the board's own tables say what is on the map
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    import_module("map_maker.baking").bake(ROOT / "resources" / "map")
