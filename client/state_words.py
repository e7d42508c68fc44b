"""Where the states of two programs differ, in words."""

from client.text import Words


def field_words(words: Words, path: str) -> str:
    """A field of the state by its name; what lies within it is added by its path."""
    top, _, within = path.partition(".")
    known = f"field-{top}"
    name = words.say(known if words.has(known) else "field-unknown")
    return words.say("field-within", field=name, path=path) if within else name
