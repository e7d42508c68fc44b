"""The reasons a peer may give for turning somebody away; whatever else it says is no reason."""

import re

# What is shown of a reason that is none of these: never the words of whoever said it.
STRANGE = "strange-refusal"

_PLAIN = frozenset(
    {
        "begun",
        "flooding",
        "full",
        "no-greeting",
        "no-onlookers",
        "not-every-switch",
        "not-signed-here",
        "onlookers-full",
        "other-cards-or-map",
        "unknown-rule-set",
        "unreadable-offer",
    }
)
_OF_A_VERSION = re.compile(r"other-(protocol|rules)\.[0-9]{1,10}")


def known_refusal(reason: str) -> str:
    """A reason of somebody else as an id that both screens know."""
    is_known = reason in _PLAIN or _OF_A_VERSION.fullmatch(reason)
    return reason if is_known else STRANGE
