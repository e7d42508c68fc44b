"""Every line of the chronicle leads to a rule, and to one that the book has."""

from client.text import Words
from client.words import fact_rules
from client.words.facts import SILENT
from client.words.rulebook import sentences
from tests.client.words import engine_ids as ids

_NAMING = {"source", "cause", "by", "card", "power", "vampire"}


def test_every_kind_of_fact_worth_telling_has_a_rule() -> None:
    for kind in set(ids.facts()) - SILENT:
        names = bool(_NAMING & set(kind.__struct_fields__))
        assert names or kind in fact_rules.RULES or kind in fact_rules._SPECIAL, kind
    assert not SILENT & (set(fact_rules.RULES) | set(fact_rules._SPECIAL))


def test_every_rule_stands_in_the_book(words: Words) -> None:
    topics = [topic for chapter in words.chapters() for topic in chapter.topics]
    written = {clause for topic in topics for clause in topic.clauses}
    tables = (fact_rules.RULES, fact_rules._FLAGS, fact_rules._ACTIONS, fact_rules._WAYS)
    more = (fact_rules._DRAWN, fact_rules._SHUFFLED, fact_rules._TAKEN_UP)
    named = {clause for table in (*tables, *more) for clause in table.values()}
    assert named <= written
    assert set(sentences()) == written
