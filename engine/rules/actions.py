"""The question of a hunter's turn: every action that can be taken, and why not the others.

1. `barred` alone decides: what it lets pass is offered, what it stops has its clause.
2. Everything here is public; what a hidden ticket adds is said by `railway.honest_spending`.
"""

from collections.abc import Callable
from typing import Any

from engine.ids import MINA, SEA, VAN_HELSING, CardId, ClauseId, PlaceId, Seat
from engine.options import (
    PASS,
    Lead,
    LeaveHospital,
    Option,
    Pass,
    Play,
    RailBy,
    ReserveTicket,
    Rest,
    RoadTo,
    Search,
    SeaTo,
    Supply,
    Trade,
    UseAbility,
)
from engine.requests import Choose, FromHand
from engine.rules import effects, hands, movement, railway, search, trade, windows
from engine.table import Table

ACTION = "action"
_SEA: ClauseId = "actions.sea.day-must-move"
ABILITIES = ("psychic_bond",)  # of the sheets, used by a special action

_KINDS: dict[type[Option], str] = {
    RoadTo: "move",
    SeaTo: "move",
    RailBy: "move",
    LeaveHospital: "move",
    ReserveTicket: "ticket",
    Rest: "rest",
    Search: "search",
    Supply: "supply",
    Trade: "trade",
    Lead: "trade",
}


def kind_of(option: Option) -> str:
    """Clause actions.list: which action an option takes; each special action is its own kind."""
    kind = _KINDS.get(type(option))
    if kind is not None:
        return kind
    if isinstance(option, Play):
        return f"card.{option.card}"
    return f"ability.{option.ability}" if isinstance(option, UseAbility) else "pass"


def at_sea(table: Table, seat: Seat) -> bool:
    """Whether a hunter's figure stands in a sea zone."""
    return table.edition.board.backs[table.state.hunters[seat].place] == SEA


async def choose(table: Table, seat: Seat) -> Option:
    """Clause actions.list: ask a hunter for the action of this turn."""
    hunter = table.state.hunters[seat]
    if not (hunter.items_mixed and hunter.events_mixed and hunter.tickets_mixed):
        for kind in ("items", "events", "tickets"):
            await hands.mix(table, seat, kind)
    options, hand = _offered(table, seat), list[FromHand]()
    playable = windows.playable(table, ACTION, seat, None)
    cards = [card for card in playable if _turn_bars_card(table, seat, card) is None]
    for kind in ("items", "events") if cards else ():
        fitting = tuple([card for card in cards if hands.kind_of(table, card) == kind])
        shown, hidden = hands.from_hand(table.state, seat, kind, Play, fitting)
        options += shown
        hand += hidden

    def refuse(option: Option) -> ClauseId:
        return barred(table, seat, option) or "actions.special"

    return await Choose(seat, ACTION, tuple(options), tuple(hand), refuse=refuse)


def _offered(table: Table, seat: Seat) -> list[Option]:
    """Everything without a hidden card that `barred` lets pass, in groups where it can be."""
    options: list[Option] = [PASS] if _pass_barred(table, seat) is None else []
    options += _journeys(table, seat)
    options += [each for each in _pursuits(table, seat) if _here_barred(table, seat, each) is None]
    done = table.state.actions
    return [each for each in options if kind_of(each) not in done] if done else options


def _pursuits(table: Table, seat: Seat) -> list[Option]:
    """Clauses hospitals.actions, actions.sea.day-must-move: what the place leaves to be judged."""
    hunters = table.state.hunters
    if hunters[seat].where == "hospital":
        return [LeaveHospital(), Supply()]
    if at_sea(table, seat):
        return []
    place, others = hunters[seat].place, [other for other in hunters if other != seat]
    found: list[Option] = [ReserveTicket(), Rest(), Search(), Supply()]
    found += [Trade(other) for other in others if hunters[other].place == place]
    if seat == VAN_HELSING:
        found += [Lead(other) for other in others]
    if seat == MINA:
        found += [UseAbility(ability) for ability in ABILITIES]
    return found


def _journeys(table: Table, seat: Seat) -> list[Option]:
    """Clause movement.hunter.modes: every move over the board that is open from here."""
    state, hunter = table.state, table.state.hunters[seat]
    if hunter.where == "hospital" or (state.is_night and _night_bars_moves(table)):
        return []
    found: list[Option] = [RoadTo(place) for place in movement.open_roads(table, hunter.place)]
    if not state.is_night:
        if hunter.tickets and railway.barred(table, seat, hunter.tickets[0]) is None:
            found += [RailBy(ticket) for ticket in hunter.tickets]
        found += [SeaTo(place) for place in movement.voyages(table, seat)]
    return found


def barred(table: Table, seat: Seat, option: Option) -> ClauseId | None:
    """Clause actions.list: the clause that forbids an action now; None if it may be taken."""
    if isinstance(option, Play):
        return card_barred(table, seat, option.card)
    if isinstance(option, Pass):
        return _pass_barred(table, seat)
    if kind_of(option) == "pass":
        return "actions.list"
    return _wherever_barred(table, seat, option) or _here_barred(table, seat, option)


def _wherever_barred(table: Table, seat: Seat, option: Option) -> ClauseId | None:
    """Clauses hospitals.actions, actions.sea.day-must-move: what the turn and the place forbid."""
    if kind_of(option) in table.state.actions:
        return "card.renewed_vigor"
    if table.state.hunters[seat].where == "hospital":
        return _in_hospital_barred(option)
    if isinstance(option, LeaveHospital):
        return "hospitals.move"
    if at_sea(table, seat) and not isinstance(option, SeaTo):
        return _at_sea_barred(table, option)
    return None


def _at_sea_barred(table: Table, option: Option) -> ClauseId:
    """Clauses actions.sea.day-must-move, trade.no-sea: at sea there is only sailing."""
    if table.state.is_night:
        return "actions.sea.night-must-pass"
    return "trade.no-sea" if isinstance(option, Trade | Lead) else _SEA


def _in_hospital_barred(option: Option) -> ClauseId | None:
    """Clauses hospitals.actions, hospitals.no-special: only supply and leaving are possible."""
    match option:
        case LeaveHospital() | Supply():
            return None
        case RoadTo() | SeaTo() | RailBy():
            return "hospitals.actions"
        case Trade() | Lead():
            return "hospitals.no-trade"
        case UseAbility():
            return "hospitals.no-psychic-bond"
        case _:
            return "hospitals.no-special"


def _pass_barred(table: Table, seat: Seat) -> ClauseId | None:
    """Clauses actions.pass, actions.sea.day-must-move: at sea by day nobody passes who can sail.

    A hunter whom storms and fog shut in has nothing else to do; the extra action of a card is
    never forced.
    """
    if table.state.actions or not at_sea(table, seat):
        return None
    return _SEA if movement.voyages(table, seat) else None


def _here_barred(table: Table, seat: Seat, option: Option) -> ClauseId | None:
    """The clause by which one kind of action forbids itself here and now."""
    judge = _JUDGES.get(type(option))
    return None if judge is None else judge(table, seat, option)


def _move_barred(table: Table, seat: Seat, option: Option) -> ClauseId | None:
    """Clause movement.hunter.modes: by road, by railway, by sea, or out of a hospital."""
    origin: PlaceId = table.state.hunters[seat].place
    if table.state.is_night:
        return _night_move_barred(table, origin, option)
    match option:
        case RoadTo():
            return movement.road_barred(table, origin, option.place)
        case SeaTo():
            return movement.sea_barred(table, origin, option.place)
        case RailBy():
            return railway.barred(table, seat, option.ticket)
        case _:
            return "fog.move.into" if origin in table.state.fog else None


def _night_move_barred(table: Table, origin: PlaceId, option: Option) -> ClauseId | None:
    """Clauses actions.move.day-only, movement.hunter.night-effects: moving by night.

    Only a card lets hunters move then, and only by road.
    """
    if isinstance(option, SeaTo):
        return "movement.sea.hunter-day"
    if not isinstance(option, RoadTo):
        return "actions.move.day-only"
    return _night_bars_moves(table) or movement.road_barred(table, origin, option.place)


def _night_bars_moves(table: Table) -> ClauseId | None:
    """Clauses actions.move.day-only, movement.hunter.night-effects: no card opens the roads."""
    if "long_night" not in table.state.flags:
        return "actions.move.day-only"
    is_forbidden = table.switches.night_card_moves == "forbidden"
    return "movement.hunter.night-effects" if is_forbidden else None


def _goods_barred(table: Table, seat: Seat, option: Option) -> ClauseId | None:
    """Clauses castle.no-ticket, castle.no-supply, card.devilish_power: nothing to be had here."""
    is_supply = type(option) is Supply
    if table.edition.board.places[table.state.hunters[seat].place].kind == "castle":
        return "castle.no-supply" if is_supply else "castle.no-ticket"
    return "card.devilish_power" if is_supply and "no_supply" in table.state.flags else None


def _ability_barred(table: Table, seat: Seat, ability: str) -> ClauseId | None:
    """Clause abilities.special-action: what keeps a sheet's ability from being used."""
    if ability not in ABILITIES:
        return "abilities.special-action"
    check = effects.effect_of(table, ACTION, ability).barred
    return None if check is None else check(table, seat, None)


def card_barred(table: Table, seat: Seat, card: CardId) -> ClauseId | None:
    """Clauses actions.special, events.action: what keeps a card from being this turn's action."""
    if card not in windows.cards_of_moment(table, ACTION):
        return "events.timing"
    clause = _turn_bars_card(table, seat, card)
    if clause is not None and clause != _SEA:
        return clause
    return effects.barred(table, ACTION, card, seat, None) or clause


def _turn_bars_card(table: Table, seat: Seat, card: CardId) -> ClauseId | None:
    """Clauses hospitals.no-special, actions.special: what the turn and the place forbid a card."""
    state = table.state
    if state.hunters[seat].where == "hospital":
        return "hospitals.no-special"
    if state.actions and f"card.{card}" in state.actions:
        return "card.renewed_vigor"
    by_events_alone = table.switches.special_action_sources == "events-and-abilities"
    if by_events_alone and hands.kind_of(table, card) == "items":
        return "actions.special"
    return _SEA if at_sea(table, seat) and not _sails(table, card) else None


def _sails(table: Table, card: CardId) -> bool:
    """Clause actions.sea.day-must-move: whether a card's action is itself a move by sea."""
    return (f"{ACTION}.at-sea", card) in table.edition.effects


_JUDGES: dict[type[Option], Callable[[Table, Seat, Any], ClauseId | None]] = {
    RoadTo: _move_barred,
    SeaTo: _move_barred,
    RailBy: _move_barred,
    LeaveHospital: _move_barred,
    ReserveTicket: _goods_barred,
    Supply: _goods_barred,
    Search: lambda table, seat, _: search.barred(table, seat),
    Trade: lambda table, seat, option: trade.barred(table, seat, option.seat),
    Lead: lambda table, seat, option: trade.leading_barred(table, seat, option.seat),
    UseAbility: lambda table, seat, option: _ability_barred(table, seat, option.ability),
}
