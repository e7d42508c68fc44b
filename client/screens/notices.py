"""What happens at a table beside its game, as a sentence."""

from client.words.words import Words
from client.worker.table_values import TableNotice

# Their `what` is a reason by its id, not words.
_WITH_REASON = ("refused.guest", "refused.caller")

# Somebody signed what cannot be: of these it is the code of an accusation.
WRONG = ("wrong.you", "wrong.other")


def notice_words(words: Words, notice: TableNotice) -> str:
    """A notice in words."""
    what = words.reason(notice.what) if notice.id in _WITH_REASON else notice.what
    if notice.id in WRONG:
        what = words.accusation(int(notice.what))
    return words.say(f"notice.{notice.id}", who=notice.who, what=what)
