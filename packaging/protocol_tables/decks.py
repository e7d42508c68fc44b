"""What decks are made of, and which code is which card and place."""

from collections.abc import Iterator

from engine.edition import Edition
from engine.editions import DEFAULT_PRESET, PRESETS
from engine.record import Setup, edition_of
from net.fairness.cards.codes import FIRST_OWN_CARD, Deck, card_codes, place_codes
from net.lobby.setup import tables_hash

_PLAYERS = (("dracula",), ("godalming",))


def decks_table() -> str:
    """Every code with its card, how many there are of it, and what its back is."""
    rows = ["| deck | code, card, (how many there are) |", "|---|---|"]
    edition = _edition(DEFAULT_PRESET)
    for deck in Deck:
        said = ", ".join(f"{code} {card} ({copies})" for code, card, copies in _of(edition, deck))
        rows.append(f"| {deck.value} {deck.name.lower()} | {said} |")
    return "\n".join(rows)


def deck_codes(deck: Deck) -> list[int]:
    """The public list of a new deck."""
    cards = _of(_edition(DEFAULT_PRESET), deck)
    return [code for code, _, copies in cards for _ in range(copies)]


def places_table() -> str:
    """Every place with its code."""
    codes = place_codes(_edition(DEFAULT_PRESET)).items()
    return ", ".join(f"{code} {place}" for place, code in codes) + "."


def orders() -> str:
    """What is counted by position; maps are sorted when they are written, and so do not say it."""
    edition = _edition(DEFAULT_PRESET)
    fighting = [kind.id for kind in edition.cards.values() if kind.deck == "hunter_combat"]
    regions = [f"{number} {name}" for number, name in enumerate((*edition.board.regions, "sea"))]
    cards = [f"{FIRST_OWN_CARD + number:x} hex {card}" for number, card in enumerate(fighting)]
    return f"- Regions, by `answer`: {', '.join(regions)}.\n- Own combat cards: {', '.join(cards)}."


def tables_hashes() -> str:
    """What `tables` is in a set-up of each preset; all presets have the same decks."""
    decks = {preset: [list(_of(_edition(preset), deck)) for deck in Deck] for preset in PRESETS}
    if any(each != decks[DEFAULT_PRESET] for each in decks.values()):
        raise ValueError("a preset has other decks: this page has one table for all")
    named: dict[str, list[str]] = {}
    for preset in PRESETS:
        named.setdefault(tables_hash(_edition(preset)).hex(), []).append(preset)
    return "\n".join(f"- {', '.join(presets)}: {hashed}" for hashed, presets in named.items())


def _edition(preset: str) -> Edition:
    return edition_of(Setup(preset, {}, _PLAYERS))


def _of(edition: Edition, deck: Deck) -> Iterator[tuple[int, str, int]]:
    copies = {card.id: card.copies for card in edition.cards.values()}
    copies |= {ticket.id: ticket.copies for ticket in edition.tickets.values()}
    for card, code in card_codes(edition).items():
        if code // 1000 == deck:
            yield code, card, copies[card]
