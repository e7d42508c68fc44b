"""X-1: the number by which a sealed choice names a card."""

from collections.abc import Sequence

from net.fairness.codes import CodeTable

# Numbers from here on are a hunter's own combat cards; those below, cards of the hand.
FIRST_OWN_CARD = 0x8000

# 22.15: in an opening, that there is nothing anybody could open.
NO_CHOICE = 0xFFFF


def choice_number(codes: CodeTable, choices: Sequence[str], value: str) -> int:
    """The position of a slot among the slots that could be chosen, or of an own combat card."""
    if value in codes.own_combat_cards:
        return FIRST_OWN_CARD + codes.own_combat_cards.index(value)
    return _slots(codes, choices).index(value)


def choice_named(codes: CodeTable, choices: Sequence[str], number: int) -> str | None:
    """The slot or card that a number names, if it could be chosen."""
    if number >= FIRST_OWN_CARD:
        position, named = number - FIRST_OWN_CARD, list(codes.own_combat_cards)
    else:
        position, named = number, _slots(codes, choices)
    value = named[position] if position < len(named) else None
    return value if value in choices else None


def _slots(codes: CodeTable, choices: Sequence[str]) -> list[str]:
    return [choice for choice in choices if choice not in codes.own_combat_cards]
