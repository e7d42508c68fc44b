"""The text of the rules as pages: topics with their clauses, each with title, sentence and id."""

from html import escape

from client.look.palette import Palette
from client.words.rulebook import Chapter, ClauseText, Topic
from client.words.words import Words

_HEAD = 'style="font-size:x-large"'  # the one typeface has no bold letters: size tells instead


def chapter_page(
    words: Words, chapter: Chapter, topics: tuple[Topic, ...], marked: str | None, palette: Palette
) -> str:
    """Some topics of a chapter with their clauses; the one that was asked for stands out."""
    soft = f'style="color:{palette.ink_soft.name()}; margin-bottom:0"'
    parts = [f"<p {soft}>{escape(chapter.title)}</p>"]
    for topic in topics:
        head = f'style="color:{palette.accent.name()}; margin-top:4px"'
        parts.append(f"<p {head}><span {_HEAD}>{escape(topic.title)}</span></p>")
        parts += [
            _clause(words, words.clause(each), each == marked, palette) for each in topic.clauses
        ]
    return "".join(parts)


def found_page(words: Words, found: tuple[ClauseText, ...], sought: str, palette: Palette) -> str:
    """What a search found, every clause in full, the words that were sought marked."""
    return "".join(_found(words, each, sought.split(), palette) for each in found)


def _clause(words: Words, clause: ClauseText, is_marked: bool, palette: Palette) -> str:  # noqa: FBT001
    ground = palette.pressed if is_marked else palette.raised
    colour = f"color:{palette.accent.name()}"
    title = f'<span style="{colour}; font-size:large">{escape(clause.title)}</span>'
    inside = _inside(words, clause, title, escape(clause.text), palette)
    return f'<a name="{escape(clause.id)}"></a>' + _box(inside, ground.name())


def _found(words: Words, clause: ClauseText, sought: list[str], palette: Palette) -> str:
    link = f'href="clause:{escape(clause.id)}" style="color:{palette.accent.name()}"'
    title = f'<span style="font-size:large"><a {link}>{escape(clause.title)}</a></span>'
    text = _marked(clause.text, sought, palette)
    return _box(_inside(words, clause, title, text, palette), palette.raised.name())


def _box(inside: str, ground: str) -> str:
    return (
        '<table width="100%" cellpadding="7" style="margin-bottom:6px"><tr>'
        f'<td style="background-color:{ground}">{inside}</td></tr></table>'
    )


def _inside(words: Words, clause: ClauseText, title: str, text: str, palette: Palette) -> str:
    identifier = escape(words.say("rules.clause-id", id=clause.id))
    soft = f'style="color:{palette.ink_soft.name()}; font-size:small"'
    return f"{title}<br/>{text}<br/><span {soft}>{identifier}</span>"


def _marked(text: str, sought: list[str], palette: Palette) -> str:
    """The text with the sought words marked; every letter is counted once."""
    folded = text.casefold()
    if len(folded) != len(text):  # a letter that folds to two: its places do not fit
        return escape(text)
    hits = [False] * len(text)
    for word in sought:
        at = folded.find(word.casefold())
        while at >= 0:
            hits[at : at + len(word)] = [True] * len(word)
            at = folded.find(word.casefold(), at + 1)
    style = f"background-color:{palette.lit.name()}; color:{palette.card_ink.name()}"
    made = ""
    for at, letter in enumerate(text):
        before = at > 0 and hits[at - 1]
        made += f'<span style="{style}">' if hits[at] and not before else ""
        made += "</span>" if before and not hits[at] else ""
        made += escape(letter)
    return made + ("</span>" if hits and hits[-1] else "")
