"""Second worlds for a played game: other secrets that were never shown, the same public answers.

A world counts only if the audit finds it fair, so that the same answers could honestly have been
given in it.
"""

from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Any, NamedTuple

from msgspec.structs import replace

from engine import truth
from engine.audit import audit
from engine.facts.piles import DECKS
from engine.ids import DRACULA, HUNTERS, SEATS, Seat, SlotId
from engine.local import LocalGame
from engine.record import Record, Replay, members
from engine.requests import Conceal, Shuffle, Together
from engine.state import hand_of

HOLDERS = {"items": HUNTERS, "events": SEATS, "encounters": (DRACULA,), "tickets": HUNTERS}
TRIES = 3  # cards of the deck that are tried in the place of one in a hand
Known = dict[SlotId, str]


def changed(record: Record, values: dict[SlotId, str]) -> Record:
    """The world in which some hidden cards are others."""
    return replace(record, opened=tuple((dict(record.opened) | values).items()))


def differing(record: Record, world: Record) -> dict[SlotId, str]:
    """What a world has otherwise."""
    before = dict(record.opened)
    return {slot: value for slot, value in world.opened if before[slot] != value}


def joined(record: Record, worlds: Iterable[Record]) -> Record:
    """A fair world that differs in all that these do and that goes together, the first first."""
    values: dict[SlotId, str] = {}
    for world in worlds:
        more = differing(record, world)
        if not values.keys() & more.keys() and not audit(changed(record, values | more)):
            values |= more
    return changed(record, values)


def other_trails(record: Record) -> Iterator[Record]:
    """Worlds in which Dracula's newest hidden card is another that he could have laid."""
    for laid in _placings(record)[-1:]:
        yield from _others(record, laid)


def older_trails(record: Record) -> Iterator[Record]:
    """Worlds in which a card that he laid before his newest is another one, the newest first.

    Most of them are not fair: what he did afterwards must fit, and nobody may have seen the card.
    """
    for laid in reversed(_placings(record)[:-1]):
        yield from _others(record, laid)


def other_choices(record: Record) -> Iterator[tuple[Seat, Record]]:
    """Worlds in which a choice that lies sealed in a fight is another one, the newest first."""
    for chosen in reversed(_concealed(record, lambda asked: asked.allows is None)):
        for world in _others(record, chosen):
            yield chosen.seat, world


class _Concealed(NamedTuple):
    """A secret choice: whose, its slot, what everybody saw, and all that could be chosen."""

    seat: Seat
    slot: SlotId
    public: Any
    could: list[Any]


def _placings(record: Record) -> list[_Concealed]:
    return _concealed(record, lambda asked: asked.allows is not None)


def _others(record: Record, laid: _Concealed) -> Iterator[Record]:
    for other in laid.could:
        if other.public == laid.public and other.value != dict(record.opened)[laid.slot]:
            yield changed(record, {laid.slot: other.value})


def _concealed(record: Record, is_meant: Callable[[Conceal], bool]) -> list[_Concealed]:
    """The secret choices of a kind, in the order in which they were made."""
    again, found = Replay(record), []
    for answer in record.answers:
        pending = again.game.pending
        assert pending is not None
        parts = answer if isinstance(pending, Together) else (answer,)
        for asked, part in zip(members(pending), parts, strict=True):
            if isinstance(asked, Conceal) and is_meant(asked):
                game, knowledge = again.game, again.witness.knowledge[asked.seat]
                could = truth.allowed(asked, game.state, game.table.edition, knowledge)
                found.append(_Concealed(asked.seat, asked.slot, part, could))
        again.step()
    return found


def shuffles(record: Record) -> dict[SlotId, Shuffle]:
    """The shuffle that made each slot."""
    again = Replay(record)
    requests = (member for request in again.run() for member in members(request))
    return {slot: each for each in requests if isinstance(each, Shuffle) for slot in each.new}


def past(slot: SlotId, made: dict[SlotId, Shuffle], values: Known) -> list[SlotId]:
    """A hidden card's slot and those it had before, one for every shuffle it has been through."""
    slots = [slot]
    while slots[-1] in made:
        older = made[slots[-1]].old
        before = next((each for each in older if values[each] == values[slot]), None)
        if before is None:
            break
        slots.append(before)
    return slots


def exchanged(
    record: Record, made: dict[SlotId, Shuffle], one: SlotId, other: SlotId
) -> dict[SlotId, str] | None:
    """What changes if two cards had come out of the last shuffle of both the other way round."""
    values = dict(record.opened)
    ones, others = past(one, made, values), past(other, made, values)
    for first, slot in enumerate(ones):
        for second, rival in enumerate(others):
            if made.get(slot) is not None and made.get(slot) is made.get(rival):
                ours = dict.fromkeys(ones[: first + 1], values[other])
                return ours | dict.fromkeys(others[: second + 1], values[one])
    return None


def rivals(local: LocalGame, slot: SlotId, deck: tuple[SlotId, ...]) -> Iterator[SlotId]:
    """The cards of a deck that are not the one in a slot, but have the same back."""
    cards, values = local.game.table.edition.cards, local.dealer.values
    backs = {card.id: card.deck for card in cards.values()}
    for other in deck:
        one, another = values[slot], values[other]
        if one != another and backs.get(one) == backs.get(another):
            yield other


def other_hands(local: LocalGame, kind: str) -> Iterator[tuple[Seat, Record]]:
    """For hidden cards of a kind held: a fair world in which each is one of the deck instead.

    A card that another seat has seen, in a trade or by an effect, tells that seat the difference.
    """
    record, state = local.record(), local.game.state
    made, deck = shuffles(record), getattr(state, DECKS[kind])
    for holder in HOLDERS[kind]:
        others = [local.dealer.knowledge[seat] for seat in SEATS if seat != holder]
        for slot in hand_of(state, holder, kind):
            for other in islice(rivals(local, slot, deck), TRIES):
                change = exchanged(record, made, slot, other)
                if not change or any(each in seen for seen in others for each in change):
                    continue
                world = changed(record, change)
                if not audit(world):
                    yield holder, world
                    break
