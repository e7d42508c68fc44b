"""Why a table, a connection or a game is at its end: an id, perhaps with numbers, as a sentence."""

from collections.abc import Sequence

from client.words.naming import Speaker, joined


def sentence(words: Speaker, identifier: str, names: Sequence[str]) -> str:
    """A reason in words; the numbers in it are a version, or players, whom `names` has."""
    parts = [part.lower() for part in identifier.split(".")]
    numbers = [int(part) for part in parts if part.isdecimal()]
    who = [
        names[number] if number < len(names) else words.say("peer-number", number=str(number + 1))
        for number in numbers
    ]
    name = "-".join(part for part in parts if not part.isdecimal()).replace("_", "-")
    return words.say(
        f"reason-{name}",
        number="".join(map(str, numbers[:1])),
        who="".join(who[:1]),
        other="".join(who[1:2]),
        all=joined(words, who),
    )
