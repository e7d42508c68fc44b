"""Windows: moments where cards may interrupt; who is asked, in which order, with what result.

1. Who is asked depends on public facts only, never on what is in a hand (sequence.md 2.1).
2. First all are asked at once. Those who want to play are asked in the order of the rules and may
   still pass. After each card played all are asked again.
3. A played card's effect gets the proposal and returns it changed, unchanged, or None.
"""

from collections.abc import Iterable
from typing import Any, TypeAlias

from engine.edition import Edition
from engine.ids import DRACULA, CardId, ClauseId, MomentId, Seat
from engine.options import PASS, STEP_IN, HandOption, Option, Play
from engine.requests import Choose, not_now, together
from engine.rules import effects, hands, weakened
from engine.rules.proposals import PlayedEvent
from engine.rules.weakened import SWAP
from engine.state import Card, State
from engine.table import Table

# By kind of card: whether any lies hidden in a hand, and the one that lies open beside it.
Held: TypeAlias = dict[str, tuple[bool, Card | None]]


def cards_of_moment(table: Table, moment: MomentId) -> tuple[CardId, ...]:
    """The cards that can be played from a hand at a moment."""
    return table.edition.moments.get(moment, ())


def _lying_open(state: State) -> list[CardId | None]:
    """The faces of all events and items that lie where everybody sees them."""
    lying: list[Card | None] = [*state.event_discard, *state.item_discard, *state.resolving]
    for hunter in state.hunters.values():
        lying += hunter.in_front
        lying += (hunter.item_shown, hunter.event_shown)
    lying += (state.hunter_ally, state.dracula.ally)
    return [each.card for each in lying if each is not None]


def may_hold(table: Table, seat: Seat, card: CardId) -> bool:
    """Whether a card could, for all one knows, be in this hand or lies shown beside it."""
    held = _held(table.state, seat)
    if table.edition.hands[card] not in held:
        return False
    return bool(_not_elsewhere(table, held, [card], _lying_open(table.state)))


def _held(state: State, seat: Seat) -> Held:
    """Of each kind of card that a seat has any of: whether some are hidden, and the open one."""
    if seat == DRACULA:
        return {"events": (True, None)} if state.dracula.events else {}
    hunter, held = state.hunters[seat], {}
    if hunter.items or hunter.item_shown is not None:
        held["items"] = (bool(hunter.items), hunter.item_shown)
    if hunter.events or hunter.event_shown is not None:
        held["events"] = (bool(hunter.events), hunter.event_shown)
    return held


def _unbarred(
    table: Table, moment: MomentId, seat: Seat, proposal: Any, held: Held
) -> list[CardId]:
    """The cards of a moment that are not barred, of the kinds that a seat has any of."""
    hand_of = table.edition.hands
    return [
        card
        for card in cards_of_moment(table, moment)
        if hand_of[card] in held and effects.barred(table, moment, card, seat, proposal) is None
    ]


def _not_elsewhere(
    table: Table, held: Held, cards: list[CardId], faces: list[CardId | None]
) -> tuple[CardId, ...]:
    """Those of these cards that lie shown beside a hand or could still be hidden in it."""
    edition, found = table.edition, []
    for card in cards:
        is_hidden, shown = held[edition.hands[card]]
        if (shown is not None and shown.card == card) or (
            is_hidden and faces.count(card) < edition.cards[card].copies
        ):
            found.append(card)
    return tuple(found)


def playable(table: Table, moment: MomentId, seat: Seat, proposal: Any) -> tuple[CardId, ...]:
    """The cards of a moment that are not barred and could, for all one knows, be in this hand."""
    held = _held(table.state, seat)
    free = _unbarred(table, moment, seat, proposal, held) if held else []
    return _not_elsewhere(table, held, free, _lying_open(table.state)) if free else ()


def _takes_part(state: State, moment: MomentId, seat: Seat) -> bool:
    """Whether a seat is in play and has not openly passed at every such moment."""
    if state.standing and moment in state.standing.get(seat, ()):
        return False
    return seat == DRACULA or state.hunters[seat].in_play


def is_asked(table: Table, moment: MomentId, seat: Seat, proposal: Any) -> bool:
    """Whether a seat is asked at a moment, from public facts alone."""
    takes_part = _takes_part(table.state, moment, seat)
    return takes_part and bool(playable(table, moment, seat, proposal))


def _asked(
    table: Table, moment: MomentId, order: tuple[Seat, ...], proposal: Any
) -> dict[Seat, tuple[CardId, ...]]:
    """Those of these seats that are asked, each with the cards it might play."""
    found: dict[Seat, tuple[CardId, ...]] = {}
    faces: list[CardId | None] | None = None  # the same for all, and mostly not needed
    for seat in order:
        held = _held(table.state, seat)
        if held and _takes_part(table.state, moment, seat):
            free = _unbarred(table, moment, seat, proposal, held)
            if free and faces is None:
                faces = _lying_open(table.state)
            cards = _not_elsewhere(table, held, free, faces) if faces is not None else ()
            if cards:
                found[seat] = cards
    return found


async def offer(
    table: Table, moment: MomentId, proposal: Any, seats: Iterable[Seat], *, once: bool = False
) -> Any:
    """Ask these seats, in this order, whether they play a card; what remains of the proposal.

    At a moment without a proposal (None from the start) there is nothing to cancel.
    """
    order, cancelable = tuple(seats), proposal is not None
    while True:
        asked = _asked(table, moment, order, proposal)
        turns = list(asked)
        if len(turns) > 1:
            turns = await _who_steps_in(moment, turns)
        played = False
        for seat in turns:
            answer = await _ask(table, moment, seat, proposal, asked[seat])
            if isinstance(answer, HandOption):
                proposal = await play(table, moment, seat, answer, proposal)
                played = True
                break
        if (cancelable and proposal is None) or not played or once:
            return proposal


async def _who_steps_in(moment: MomentId, seats: list[Seat]) -> list[Seat]:
    """Ask all at once; anything else than these two answers comes at the wrong moment."""
    answers = await together(tuple(Choose(seat, f"{moment}?", (PASS, STEP_IN)) for seat in seats))
    return [seat for seat, answer in zip(seats, answers, strict=True) if answer == STEP_IN]


async def _ask(
    table: Table, moment: MomentId, seat: Seat, proposal: Any, cards: tuple[CardId, ...]
) -> Option:
    options: tuple[Option, ...] = (PASS,)
    hidden: tuple[Any, ...] = ()
    for kind in ("items", "events"):
        fitting = tuple([card for card in cards if hands.kind_of(table, card) == kind])
        if fitting:
            await hands.mix(table, seat, kind)
            shown, slots = hands.from_hand(table.state, seat, kind, Play, fitting)
            options, hidden = (*options, *shown), (*hidden, *slots)

    def refuse(option: Option) -> ClauseId:
        barred = None
        if isinstance(option, Play) and (moment, option.card) in table.edition.effects:
            barred = effects.barred(table, moment, option.card, seat, proposal)
        return barred or not_now(option)

    return await Choose(seat, moment, options, hidden, refuse=refuse)


async def play(
    table: Table, moment: MomentId, seat: Seat, option: HandOption, proposal: Any
) -> Any:
    """A card is played at a moment: it may be canceled, else it takes effect; then discarded.

    Clause weakened.expose: whoever played the card that lay open lays out another.
    """
    hands.put_down(table, seat, option)
    result = proposal
    if not await is_canceled(table, seat, option.card):
        result = await effects.effect_of(table, moment, option.card).run(table, seat, proposal)
    hands.clear_away(table, option.slot, option.card)
    if seat != DRACULA:
        await weakened.expose(table, seat)
    return result


async def is_canceled(table: Table, seat: Seat, card: CardId) -> bool:
    """Clause cancel.event.ignored: an announced event that may be canceled asks first."""
    moment = table.edition.cards[card].cancelled_by
    if moment is None:
        return False
    others = (DRACULA,) if seat != DRACULA else tuple(table.state.hunters)
    event: PlayedEvent = await offer(table, moment, PlayedEvent(seat, card), others)
    return event.canceled


async def automatic(table: Table, moment: MomentId, proposal: Any) -> Any:
    """Let cards in play answer by themselves: allies, and cards lying in front of hunters."""
    in_play: list[tuple[Seat, CardId]] = []
    state, cancelable = table.state, proposal is not None
    if state.hunter_ally is not None and state.hunter_ally.card is not None:
        in_play.append((next(iter(state.hunters)), state.hunter_ally.card))
    if state.dracula.ally is not None and state.dracula.ally.card is not None:
        in_play.append((DRACULA, state.dracula.ally.card))
    for seat, hunter in state.hunters.items():
        in_play += [(seat, each.card) for each in hunter.in_front if each.card is not None]
    for seat, card in in_play:
        effect = table.edition.effects.get((moment, card))
        if effect is not None and not (cancelable and proposal is None):
            proposal = await effect.run(table, seat, proposal)
    return proposal


def is_passable(edition: Edition, moment: MomentId) -> bool:
    """Whether an open standing pass at this moment means anything; others would fill the state."""
    return moment in edition.moments or moment == SWAP
