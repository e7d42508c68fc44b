"""A second language made from the first: the same sentences in letters that English does not have.

Whatever a screen shows in English letters then did not come from the files of the language.
"""

from pathlib import Path

from fluent.syntax import FluentParser, FluentSerializer, ast

from client.words.messages import folder
from client.words.rulebook import sentences, translation_of

LANGUAGE = "qq"
_LETTERS = {ord("a") + number: 0x430 + number for number in range(26)}
_LETTERS |= {ord("A") + number: 0x410 + number for number in range(26)}
_NOT_READ = ("forms-", "date-form")
_CHOSEN_BY = ("gender", "kind")  # forms that sentences choose by, and nobody reads


def in_its_letters(text: str) -> str:
    """A text as the language has it."""
    return text.translate(_LETTERS)


def copy_english(texts: Path) -> None:
    """Write the first language into a folder of languages."""
    (texts / "en").mkdir(parents=True)
    for file in (folder() / "en").iterdir():
        source = file.read_text(encoding="utf-8")
        (texts / "en" / file.name).write_text(source, encoding="utf-8")


def make_language(texts: Path) -> None:
    """Write the language into a folder of languages."""
    clauses = {translation_of(name)[0]: text for name, (_, text) in sentences().items()}
    (texts / LANGUAGE).mkdir(parents=True)
    for file in (folder() / "en").iterdir():
        said = _translated(file.read_text(encoding="utf-8"), clauses)
        (texts / LANGUAGE / file.name).write_text(said, encoding="utf-8")


def _translated(source: str, clauses: dict[str, str]) -> str:
    resource = FluentParser(with_spans=False).parse(source)
    for entry in resource.body:
        if isinstance(entry, ast.Message) and not entry.id.name.startswith(_NOT_READ):
            _translate(entry.value)
            for attribute in entry.attributes:
                if attribute.id.name not in _CHOSEN_BY:
                    _translate(attribute.value)
            if entry.id.name in clauses:
                pattern = ast.Pattern([ast.TextElement(in_its_letters(clauses[entry.id.name]))])
                said_by = "text" if entry.id.name.startswith("clause-") else "rule"
                entry.attributes.append(ast.Attribute(ast.Identifier(said_by), pattern))
    return FluentSerializer().serialize(resource)


def _translate(pattern: ast.Pattern | None) -> None:
    """Change the text of a pattern, and of every variant in it."""
    for element in pattern.elements if pattern is not None else ():
        if isinstance(element, ast.TextElement):
            element.value = in_its_letters(element.value)
        elif isinstance(element.expression, ast.SelectExpression):
            for variant in element.expression.variants:
                _translate(variant.value)
