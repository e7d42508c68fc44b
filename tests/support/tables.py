"""The tables of the fourth edition and the files of the rules, for tests that count them."""

import tomllib
from pathlib import Path
from typing import Any

from engine.editions import edition

RULES = Path(__file__).parents[2] / "resources" / "rules"
FOURTH = edition("fourth", {})
BOARD = FOURTH.board


def _read(name: str, table: str) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = tomllib.loads((RULES / name).read_text("utf-8"))[table]
    return rows


CLAUSES = _read("clauses.toml", "clause")
DIFFERENCES = _read("editions.toml", "difference")
AGREED = _read("editions.toml", "agreed")


def cards_in(deck: str) -> dict[str, int]:
    """Every card of a deck with its number of copies."""
    return {card.id: card.copies for card in FOURTH.cards.values() if card.deck == deck}
