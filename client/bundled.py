"""Where that lies which comes with the program: words, rules, the map, fonts, drawings."""

from pathlib import Path

RESOURCES = Path(__file__).parent.parent / "resources"  # beside this package, installed or not
