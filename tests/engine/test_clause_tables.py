"""The clauses of the rules: whole, unique, and naming only what there is."""

from collections import Counter

from engine.switches import SWITCH_NAMES, allowed_values
from tests.support.tables import CLAUSES, DIFFERENCES, FOURTH


class TestClauses:
    def test_ids_are_unique(self) -> None:
        assert len({row["id"] for row in CLAUSES}) == len(CLAUSES)

    def test_every_clause_is_a_sentence(self) -> None:
        for row in CLAUSES:
            assert set(row) == {"id", "topic", "text", "observable"}
            assert row["text"].endswith(".")

    def test_families_are_complete(self) -> None:
        families = Counter(row["topic"] for row in CLAUSES)
        in_family = {row["id"] for row in CLAUSES}
        assert {f"card.{card}" for card in (*FOURTH.cards, "ticket")} <= in_family
        assert {f"switch.{name}" for name in SWITCH_NAMES} <= in_family
        assert families["Cards"] == 88
        assert families["Switches"] == len(SWITCH_NAMES)
        assert families["Moments"] == 36
        assert families["Obligations"] == 60
        assert len(CLAUSES) - 88 - len(SWITCH_NAMES) - 36 - 60 == 527

    def test_a_switch_explains_each_of_its_values(self) -> None:
        text = {row["id"]: row["text"] for row in CLAUSES}
        for name in SWITCH_NAMES:
            for value in allowed_values(name):
                if isinstance(value, str):
                    assert value in text[f"switch.{name}"]

    def test_differences_name_clauses_and_switches(self) -> None:
        known = {row["id"] for row in CLAUSES}
        for row in DIFFERENCES:
            assert row["base_clause"] in known
            assert row["switch"] in ("", *SWITCH_NAMES)
            assert all(row[language] for language in ("en", "pl", "ru", "es"))
