"""Which cards just drawn a player would never be asked about under the standing orders given."""

from collections import Counter

from client.panels.shown_cards import face_of
from engine.edition import CardKind, Edition
from engine.ids import DRACULA, CardId, MomentId, Seat, SlotId
from engine.view import View


def passed_over(
    seats: tuple[Seat, ...],
    views: tuple[View | None, View],
    edition: Edition,
    passes: tuple[MomentId, ...],
) -> list[CardId]:
    """Cards new in a hand of these seats all of whose moments are passed; for their holder alone.

    The views are the one before and the one after. What a partner only shows is nobody's draw.
    """
    before, after = views
    if before is None:
        return []
    # By number, for a hand may hold a card twice; cards that were mixed have other slots.
    found = []
    for card in _hands(after, seats) - _hands(before, seats):
        kind = edition.cards.get(card)
        if kind is None:
            continue
        moments = moments_from_hand(kind)
        if moments and all(each in passes for each in moments):
            found.append(card)
    return found


def moments_from_hand(kind: CardKind) -> list[MomentId]:
    """When a card of this kind is played; what it does later, lying there, is asked anyway."""
    return [each for each in kind.moments if each not in kind.in_play]


def fitting_slots(view: View, seat: Seat, cards: tuple[CardId, ...]) -> list[SlotId]:
    """Where one seat holds any of these cards, as far as this view knows."""
    return [slot for slot, card in _held(view, seat).items() if card in cards]


def fitting_cards(view: View, seat: Seat, cards: tuple[CardId, ...]) -> list[CardId]:
    """Those of these cards that one seat holds, as far as this view knows."""
    slots = fitting_slots(view, seat, cards)
    held = {face_of(view, slot) for slot in slots}
    return [card for card in cards if card in held]


def _hands(view: View, seats: tuple[Seat, ...]) -> Counter[CardId]:
    """The known faces in the hands of these seats; laid open or taken back they stay in them."""
    return Counter(card for seat in seats for card in _held(view, seat).values())


def _held(view: View, seat: Seat) -> dict[SlotId, CardId]:
    """What is known of a seat's cards, those that lie open among them."""
    holder = view.state.dracula if seat == DRACULA else view.state.hunters[seat]
    slots = (*holder.events, *getattr(holder, "items", ()))
    shown = (getattr(holder, "item_shown", None), getattr(holder, "event_shown", None))
    held = {slot: view.known[slot] for slot in slots if slot in view.known}
    return held | {each.slot: each.card for each in shown if each is not None}
