"""The rules as a book: every clause once, in chapters, found by its words."""

import tomllib
from importlib.resources import files

from client.words.rulebook import sentences
from client.words.words import Words


def test_sentences_are_read_as_a_toml_parser_reads_them() -> None:
    source = (files("resources") / "rules" / "clauses.toml").read_text(encoding="utf-8")
    listed = tomllib.loads(source)["clause"]
    assert sentences() == {each["id"]: (each["topic"], each["text"]) for each in listed}


def test_the_book_has_every_clause_once(words: Words) -> None:
    listed = [
        clause
        for chapter in words.chapters()
        for topic in chapter.topics
        for clause in topic.clauses
    ]
    assert sorted(listed) == sorted(sentences())
    assert all(chapter.title and chapter.topics for chapter in words.chapters())


def test_a_search_finds_titles_first_and_ids_too(words: Words) -> None:
    found = words.search("Fog entry")
    assert found[0].id == "fog.move.into"
    assert "fog.move.into" in [each.id for each in words.search("fog.move")]
    assert [each.id for each in words.search("movement.rail.ticket")] == ["movement.rail.ticket"]
    assert words.search("") == words.search("xyzzy") == ()


def test_a_refusal_is_made_from_its_clause(words: Words) -> None:
    assert words.refusal("movement.rail.ticket") == "A train needs a ticket."
    assert words.refusal("bats.night") == (
        f"{words.clause('bats.night').title} — {words.clause('bats.night').text}"
    )
    assert words.refusal("card.forewarned").startswith("Forewarned does not allow this.")
