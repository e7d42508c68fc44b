"""Tooltips: every one is shown letter by letter, whoever wrote it.

A tooltip has no format as a label has: whatever looks like markup to Qt is read as markup, and an
image in it is fetched from wherever it says, by the network too. So all words go through here.
"""

import re

_BEGINS = re.compile("[<&](?!\N{WORD JOINER})")  # a tag, or a sign by its name


def plain_tip(words: str) -> str:
    """The same words for a tooltip: a sign without width stands where no tag and no name has any.

    Done once more it changes nothing, and words with a key put behind them are still plain.
    """
    return _BEGINS.sub("\\g<0>\N{WORD JOINER}", words)
