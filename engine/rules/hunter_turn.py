"""A hunter's turn by day or by night: standing up, bats, and the action itself."""

from engine.errors import EngineBug
from engine.facts.board import ActionTaken, BatsFlew, HunterStoodUp
from engine.ids import DRACULA, SEWARD, Seat
from engine.options import (
    HandOption,
    Lead,
    LeaveHospital,
    Option,
    Pass,
    PickPlace,
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
from engine.requests import Choose
from engine.rules import (
    actions,
    effects,
    movement,
    railway,
    search,
    supply,
    trade,
    victory,
    weakened,
    windows,
    wounds,
)
from engine.table import Table

NIGHT_MOVE = "night.move"  # where the card that lets hunters move by night takes its price


async def take(table: Table, seat: Seat) -> None:
    """Clauses actions.day.one, actions.night.one: one hunter's turn, from the state alone."""
    actions_left = 2 if "extra_action" in table.state.flags and table.state.step == "day" else 1
    if table.state.hunters[seat].delayed:
        # Standing up uses the turn; of two actions it uses the first (U53).
        table.do(HunterStoodUp(seat))
        actions_left -= 1
    while actions_left and _goes_on(table, seat):
        actions_left -= 1
        if _stands_up_again(table, seat):
            table.do(HunterStoodUp(seat))
        elif not await _act(table, seat):
            return


def _goes_on(table: Table, seat: Seat) -> bool:
    """Clauses delayed.turn-ends, defeated.hunter.removed: whether the turn is not over."""
    hunter = table.state.hunters[seat]
    return hunter.in_play and not (hunter.delayed and table.switches.delay_ends_turn == "yes")


def _stands_up_again(table: Table, seat: Seat) -> bool:
    """Clause switch.delay_ends_turn: whether a delay in this turn costs its second action."""
    return table.state.hunters[seat].delayed and table.switches.delay_ends_turn == "no"


async def _act(table: Table, seat: Seat) -> bool:
    """Clauses actions.pass, actions.sea.night-must-pass: one action; whether more can follow."""
    if bats_carry(table, seat):
        await _carry_off(table, seat)
        return table.switches.delay_ends_turn == "no"
    if table.state.is_night and actions.at_sea(table, seat):
        return False
    await weakened.may_swap(table, seat)
    option = await actions.choose(table, seat)
    if isinstance(option, Pass):
        return False
    await _perform(table, seat, option)
    victory.check(table)
    return True


def bats_carry(table: Table, seat: Seat) -> bool:
    """Clauses bats.effect, bats.night, bats.fog: whether bats take this action's place."""
    if not table.state.hunters[seat].bats:
        return False
    if table.state.is_night and table.switches.bats_at_night == "no":
        return False
    return bool(movement.cities_around(table, seat))


async def _carry_off(table: Table, seat: Seat) -> None:
    """Clauses bats.effect, bats.replaces-action: Dracula shifts the hunter, who is then delayed."""
    table.do(BatsFlew(seat))
    options = tuple(PickPlace(city) for city in movement.cities_around(table, seat))
    answer = await Choose(
        DRACULA, "bats.carry", options, subject=(seat,), refuse=lambda _: "bats.effect"
    )
    assert isinstance(answer, PickPlace)
    await movement.force_move(table, seat, answer.place)
    if table.state.hunters[seat].on_board:
        await wounds.delay(table, seat)
    victory.check(table)


async def _perform(table: Table, seat: Seat, option: Option) -> None:
    """Clause actions.list: do what was chosen."""
    table.do(ActionTaken(seat, actions.kind_of(option)))
    match option:
        case RoadTo() | SeaTo() | RailBy() | LeaveHospital():
            await _move(table, seat, option)
        case Trade():
            await trade.trade(table, seat, option.seat)
        case Lead():
            await trade.lead(table, seat, option.seat)
        case UseAbility():
            ability = effects.effect_of(table, actions.ACTION, option.ability)
            await ability.run(table, seat, None)
        case HandOption():
            assert isinstance(option, Play)
            await windows.play(table, actions.ACTION, seat, option, None)
        case _:
            await _stay(table, seat, option)


async def _move(table: Table, seat: Seat, option: Option) -> None:
    """Clause movement.hunter.modes: by road, by sea, by railway, or out of a hospital."""
    match option:
        case RoadTo():
            by_night = table.state.is_night
            await movement.go(table, seat, option.place, "road")
            if by_night:
                price = effects.effect_of(table, NIGHT_MOVE, "long_night")
                await price.run(table, seat, None)
        case SeaTo():
            await movement.go(table, seat, option.place, "sea")
        case RailBy():
            await railway.ride(table, seat, option.ticket)
        case _:
            await movement.go(table, seat, table.state.hunters[seat].place, "leave")


async def _stay(table: Table, seat: Seat, option: Option) -> None:
    """Clause actions.list: the actions a hunter takes without going anywhere."""
    match option:
        case ReserveTicket():
            await railway.reserve(table, seat)
        case Rest():
            _rest(table, seat)
        case Search():
            await search.search(table, seat)
        case Supply():
            await supply.supply(table, seat)
        case _:
            raise EngineBug(f"{option!r} is no action")


def _rest(table: Table, seat: Seat) -> None:
    """Clauses rest.recover, rest.with-seward, rest.seward: recover damage, more with Seward."""
    numbers, hunters = table.edition.numbers, table.state.hunters
    doctor = hunters.get(SEWARD)
    cared_for = doctor is not None and doctor.on_board and doctor.place == hunters[seat].place
    amount = numbers.rest_recovery_with_seward if cared_for else numbers.rest_recovery
    wounds.heal(table, seat, amount)
