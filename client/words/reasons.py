"""Why a table, a connection or a game is at its end: an id, perhaps with numbers, as a sentence."""

from collections.abc import Sequence

from client.words.naming import Speaker, joined


def sentence(words: Speaker, identifier: str, names: Sequence[str]) -> str:
    """A reason in words; the numbers in it are versions, or players, whom `names` has."""
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
        theirs="".join(map(str, numbers[:1])),
        ours="".join(map(str, numbers[1:2])),
        older="theirs" if numbers[:1] < numbers[1:2] else "yours",
        who="".join(who[:1]),
        other="".join(who[1:2]),
        all=joined(words, who),
    )


def table_state(words: Speaker, state: str, why: str) -> str:
    """How a listed table stands; of one of another version both numbers, where they are known."""
    if not why:
        return words.say(f"start.state-{state}")
    which, theirs, ours = why.removeprefix("differing-").split(".")
    return words.say(f"start.differing-{which}", theirs=theirs, ours=ours)
