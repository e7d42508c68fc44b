"""What is printed above a card's text: the deck it belongs to and its keywords."""

from functools import cache

from client.words.blanks import Teller
from client.words.naming import Name
from engine.edition import CardKind

TICKET = "ticket"


@cache
def _kinds() -> dict[str, CardKind]:
    # The tables bring every rule of the game with them: not while the first window opens.
    from engine.editions import CARDS  # noqa: PLC0415

    return {card.id: card for card in CARDS}


def kind(words: Teller, identifier: str) -> str:
    """The deck of a card and what it counts as: a weapon, an ally, a vampire, one hunter's own."""
    if identifier == TICKET:
        return words.say("deck-ticket")
    card = _kinds()[identifier]
    keyword = next(
        (each for each in ("weapon", "ally", "vampire") if getattr(card, each)),
        "own" if card.only else "none",
    )
    return words.say(f"deck-{card.deck}", keyword=keyword, seat=Name("seat", card.only or ""))
