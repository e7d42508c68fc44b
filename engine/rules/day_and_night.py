"""The order of a round: dawn, day, dusk, night, Dracula's phase; where every turn enters.

1. The calendar is data: `state.step` and `state.acted` say what comes next, and a turn starts
   from the state alone.
2. A turn is one hunter's turn, or a whole dawn, dusk or Dracula phase.
"""

from engine.errors import EngineBug
from engine.facts.board import (
    DespairGrew,
    FlagLowered,
    FogThinned,
    HostExpired,
    HunterReturned,
    RoadblockRemoved,
    StepBegan,
    StormRemoved,
    TimeAdvanced,
    TurnEnded,
)
from engine.facts.hands import CardDiscarded
from engine.ids import DRACULA, Seat
from engine.options import Option, PickPlace, PickSeat, PickWay
from engine.requests import Choose
from engine.rules import (
    combat,
    dracula_turn,
    hands,
    hunter_turn,
    railway,
    setup,
    victory,
    weakened,
    windows,
)
from engine.state import shown_of
from engine.table import Table

# Effects that last until a step ends, by that step.
FLAGS_OF_DAY = ("extra_action", "night_combats")
FLAGS_OF_NIGHT = ("free_order", "long_night", "no_supply")


async def next_turn(table: Table) -> None:
    """Clauses round.phases, round.hunter-phase: whatever the calendar says comes next."""
    match table.state.step:
        case "setup":
            await setup.set_up(table)
            # The first round has no dawn: the marker already stands on Monday's day space.
            table.do(StepBegan("day", table.state.round))
        case "dawn":
            await _dawn(table)
        case "day":
            await _day(table)
        case "dusk":
            await _dusk(table)
        case "night":
            await _night(table)
        case "dracula":
            await dracula_turn.phase(table)
            table.do(StepBegan("dawn", table.state.round + 1))
        case step:
            raise EngineBug(f"the calendar has no step {step!r}")
    victory.check(table)


async def _dawn(table: Table) -> None:
    """Clause dawn.before-day: the marker, returning hunters, events, combat, holy hosts."""
    _advance_to_day(table)
    for seat, hunter in table.state.hunters.items():
        if hunter.where == "away":
            await _return(table, seat)
    await _events(table, "dawn.events")
    await combat.dawn_or_dusk(table)
    victory.check(table)
    _expire_hosts(table)
    table.do(StepBegan("day", table.state.round))


def _advance_to_day(table: Table) -> None:
    """Clauses dawn.advance, dawn.week.despair, dawn.week.rumor: a new day, perhaps a new week.

    With all despair tokens out a new week brings neither despair nor rumor (U22).
    """
    numbers = table.edition.numbers
    day = (table.state.day + 1) % numbers.days_in_week
    table.do(TimeAdvanced(day, is_night=False))
    if day == 0 and table.state.despair < numbers.despair_tokens:
        table.do(DespairGrew())
        setup.gain_rumor(table)


async def _return(table: Table, seat: Seat) -> None:
    """Clause defeated.hunter.return: a defeated hunter comes back healed and with empty hands."""
    for kind in ("items", "events"):
        shown = shown_of(table.state, seat, kind)
        if shown is not None:
            table.do(CardDiscarded(seat, kind, shown.slot, shown.card))
        for slot, card in (await hands.show_hand(table, seat, kind)).items():
            table.do(CardDiscarded(seat, kind, slot, card))
    if table.switches.defeat_loses_tickets == "yes":
        for slot in table.state.hunters[seat].tickets:
            await railway.give_up(table, seat, slot)
    table.do(HunterReturned(seat))


async def _events(table: Table, moment: str) -> None:
    """Clauses dawn.events.after-marker, weakened.swap: events of the moment, hunters in order."""
    for seat in tuple(table.state.hunters):
        if table.state.hunters[seat].in_play:
            await weakened.may_swap(table, seat)
    await windows.offer(table, moment, None, tuple(table.state.hunters))


def _expire_hosts(table: Table) -> None:
    """Clause consecrated.host-expires: hosts played before this dawn go at its end."""
    for place, placed_in in sorted(table.state.hosts.items()):
        if placed_in < table.state.round:
            table.do(HostExpired(place))


async def _day(table: Table) -> None:
    """Clause actions.day.one: one hunter's day action, or the end of the day."""
    if "skip_day" in table.state.flags:
        table.do(FlagLowered("skip_day"))
        _end_day(table)
        return
    await windows.offer(table, "day.free", None, tuple(table.state.hunters))
    if not await _hunter_acts(table):
        _end_day(table)


def _end_day(table: Table) -> None:
    """Clause dusk.before-night: what lasted for the day is over."""
    _lower(table, FLAGS_OF_DAY)
    table.do(StepBegan("dusk", table.state.round))


async def _night(table: Table) -> None:
    """Clause actions.night.one: one hunter's night action, or the end of the night."""
    if not await _hunter_acts(table):
        _lower(table, FLAGS_OF_NIGHT)
        table.do(StepBegan("dracula", table.state.round))


def _lower(table: Table, flags: tuple[str, ...]) -> None:
    for flag in flags:
        if flag in table.state.flags:
            table.do(FlagLowered(flag))


async def _hunter_acts(table: Table) -> bool:
    """Clause actions.order: the next hunter takes a turn; whether there was one."""
    state = table.state
    acted, hunters = state.acted, state.hunters
    waiting = [seat for seat, hunter in hunters.items() if hunter.in_play and seat not in acted]
    if not waiting:
        return False
    seat = waiting[0]
    if len(waiting) > 1 and "free_order" in state.flags:
        seat = await _who_goes(waiting)
    await hunter_turn.take(table, seat)
    table.do(TurnEnded(seat))
    return True


async def _who_goes(waiting: list[Seat]) -> Seat:
    """Clause card.speedy_telegraph: the next in order acts, or lets another go now (DF-19)."""
    options = tuple(PickSeat(seat) for seat in waiting)
    answer = await Choose(waiting[0], "turn.order", options, refuse=lambda _: "actions.order")
    assert isinstance(answer, PickSeat)
    return answer.seat


async def _dusk(table: Table) -> None:
    """Clause dusk.before-night: the marker, events, combat, then tokens leave the board."""
    table.do(TimeAdvanced(table.state.day, is_night=True))
    await _events(table, "dusk.events")
    await combat.dawn_or_dusk(table)
    victory.check(table)
    for city in sorted(table.state.fog):
        table.do(FogThinned(city))
    await _remove_roadblock(table)
    await _remove_storm(table)
    table.do(StepBegan("night", table.state.round))


async def _remove_roadblock(table: Table) -> None:
    """Clause roadblock.remove: Dracula takes one roadblock off the board."""
    ways = tuple(dict.fromkeys(table.state.roadblocks))
    if not ways:
        return
    answer = await _pick("dusk.roadblock", tuple(PickWay(way) for way in ways))
    assert isinstance(answer, PickWay)
    table.do(RoadblockRemoved(answer.way))


async def _remove_storm(table: Table) -> None:
    """Clause storm.remove: Dracula takes one storm off the board."""
    seas = tuple(dict.fromkeys(table.state.storms))
    if not seas:
        return
    answer = await _pick("dusk.storm", tuple(PickPlace(sea) for sea in seas))
    assert isinstance(answer, PickPlace)
    table.do(StormRemoved(answer.place))


async def _pick(about: str, options: tuple[Option, ...]) -> Option:
    """Dracula's pick of several tokens; a single one needs no question."""
    if len(options) == 1:
        return options[0]
    clause = "roadblock.remove" if about == "dusk.roadblock" else "storm.remove"
    return await Choose(DRACULA, about, options, refuse=lambda _: clause)
