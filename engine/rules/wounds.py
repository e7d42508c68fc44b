"""Harm: damage, bites, prevention, a hunter's defeat, and the wounds of vampires.

1. `hurt` and `bite` return whether the harm was really suffered: a card may have prevented it.
2. Inside a combat nobody wins here. The combat round checks when one card's effect is completely
   done, so that what happens at the same moment counts as simultaneous (winning.tie).
"""

from engine.edition import Board
from engine.facts.board import (
    DraculaHealed,
    DraculaWounded,
    HospitalChosen,
    HunterBitten,
    HunterDefeated,
    HunterDelayed,
    HunterHealed,
    HunterWounded,
    InfluenceChanged,
)
from engine.facts.combat import HunterLeftCombat, combat_of, vampire_of
from engine.facts.trail import VampireWounded
from engine.ids import DRACULA, ClauseId, PlaceId, Seat
from engine.options import Option, PickPlace
from engine.requests import Choose
from engine.rules import victory, weakened, windows
from engine.rules.proposals import Harm
from engine.state import State
from engine.table import Table


async def hurt(table: Table, seat: Seat, amount: int, source: str) -> bool:
    """Clauses damage.suffer.character, defeated.hunter.damage: whether it was suffered."""
    if amount <= 0 or not table.state.hunters[seat].in_play:
        return False
    health = table.edition.characters[seat].health
    lethal = table.state.hunters[seat].damage + amount >= health
    if lethal and not await _befalls(table, Harm(seat, amount, source)):
        return False
    table.do(HunterWounded(seat, amount, source))
    if lethal:
        await _defeat(table, seat, "defeated.hunter.damage")
    return True


async def bite(table: Table, seat: Seat, source: str) -> bool:
    """Clauses bitten.token, defeated.hunter.bite: whether the hunter was bitten."""
    if not table.state.hunters[seat].in_play:
        return False
    if not await _befalls(table, Harm(seat, 0, source, bite=True)):
        return False
    if table.state.hunters[seat].bites < table.edition.characters[seat].bite_spaces:
        table.do(HunterBitten(seat, source))
        await weakened.expose(table, seat)
    else:
        await _defeat(table, seat, "defeated.hunter.bite")
    return True


async def _befalls(table: Table, harm: Harm) -> bool:
    """Clauses great-strength.card, great-strength.lucys-revenge: whether nobody averts this harm.

    The victim is asked first, cards lying open before those in hands; then the others in order.
    """
    stands: Harm | None = await windows.automatic(table, "harm.prevent.in-play", harm)
    if stands is None:
        return False
    others = tuple(seat for seat in table.state.hunters if seat != harm.seat)
    stands = await windows.offer(table, "harm.prevent", stands, (harm.seat, *others))
    return stands is not None


async def _defeat(table: Table, seat: Seat, cause: ClauseId) -> None:
    """Clauses defeated.hunter.influence, defeated.hunter.removed: Rage, and off the board."""
    numbers = table.edition.numbers
    table.do(InfluenceChanged(numbers.defeat_influence + table.state.despair, cause))
    nearest = nearest_hospitals(table.edition.board, table.state.hunters[seat].place)
    combat = table.state.combat
    if combat is not None and seat in combat.hunters:
        table.do(HunterLeftCombat(seat, cause))
    table.do(HunterDefeated(seat, nearest[0], cause))
    if combat is None:
        victory.check(table)
    if len(nearest) > 1:
        await _choose_hospital(table, seat, nearest)


async def _choose_hospital(table: Table, seat: Seat, nearest: tuple[PlaceId, ...]) -> None:
    """Clause defeated.hunter.hospital-tie: among equally near hospitals Dracula chooses."""

    def refuse(_: Option) -> ClauseId:
        return "defeated.hunter.nearest-hospital"

    options = tuple(PickPlace(hospital) for hospital in nearest)
    answer = await Choose(DRACULA, "defeat.hospital", options, (), (seat,), refuse)
    assert isinstance(answer, PickPlace)
    table.do(HospitalChosen(seat, answer.place))


def nearest_hospitals(board: Board, place: PlaceId) -> tuple[PlaceId, ...]:
    """Clause defeated.hunter.nearest-hospital: by roads; from the sea, from the ports of it (U17).

    Places that no road joins to a hospital have theirs named by a rule
    (defeated.hunter.hospital-britannica, defeated.hunter.hospital-cagliari).
    """
    if place in board.hospital_fixed:
        return (board.hospital_fixed[place],)
    starts: tuple[PlaceId, ...] = (place,)
    if board.places[place].is_sea:
        starts = tuple(port for port in board.seas[place] if not board.places[port].is_sea)
    roads = {
        hospital: min(distances)
        for hospital in board.hospitals
        if (distances := _roads_to(board, starts, hospital))
    }
    if roads:
        least = min(roads.values())
        return tuple(hospital for hospital, distance in roads.items() if distance == least)
    named = [board.hospital_fixed[port] for port in starts]
    return tuple(hospital for hospital in board.hospitals if hospital in named)


def _roads_to(board: Board, starts: tuple[PlaceId, ...], hospital: PlaceId) -> list[int]:
    reached = [board.hospital_roads[start] for start in starts]
    return [distances[hospital] for distances in reached if hospital in distances]


def heal(table: Table, seat: Seat, amount: int) -> None:
    """Clause damage.recover.character: what there is, never more (U67)."""
    amount = min(amount, table.state.hunters[seat].damage)
    if amount > 0:
        table.do(HunterHealed(seat, amount))


def hurt_dracula(table: Table, amount: int, source: str) -> None:
    """Clause damage.suffer.character: Dracula's damage; whoever calls looks for the victory."""
    if amount > 0:
        table.do(DraculaWounded(amount, source))


def heal_dracula(table: Table, amount: int, source: str) -> None:
    """Clause damage.recover.character: what there is, never more (U67)."""
    amount = min(amount, table.state.dracula.damage)
    if amount > 0:
        table.do(DraculaHealed(amount, source))


def hurt_opponent(table: Table, amount: int, source: str) -> None:
    """Clauses damage.word.dracula, damage.word.vampire: "the vampire" is whom one fights."""
    if combat_of(table.state).opponent == DRACULA:
        hurt_dracula(table, amount, source)
    elif amount > 0:
        hideout, vampire = vampire_of(table.state)
        table.do(VampireWounded(hideout.slot, vampire.slot, amount))


def heal_opponent(table: Table, amount: int, source: str) -> None:
    """Clause damage.recover.vampire: damage off whom the hunters fight, what there is of it."""
    if combat_of(table.state).opponent == DRACULA:
        heal_dracula(table, amount, source)
        return
    hideout, vampire = vampire_of(table.state)
    amount = min(amount, vampire.damage)
    if amount > 0:
        table.do(VampireWounded(hideout.slot, vampire.slot, -amount))


def opponent_is_defeated(table: Table) -> bool:
    """Clauses vampire.defeat, defeated.dracula: damage up to the health of whom one fights."""
    state = table.state
    combat = combat_of(state)
    if combat.opponent == DRACULA:
        return state.dracula.damage >= table.switches.dracula_health
    health = table.edition.cards[combat.vampire].health if combat.vampire is not None else None
    return health is not None and vampire_of(state)[1].damage >= health


async def delay(table: Table, seat: Seat) -> None:
    """Clauses delayed.figure, delayed.again: laid on the side, unless it lies there already."""
    hunter = table.state.hunters[seat]
    if hunter.in_play and not hunter.delayed:
        table.do(HunterDelayed(seat))


def is_free_to_be_delayed(state: State, seat: Seat) -> bool:
    """Clause delayed.no-choice: only a standing hunter can choose to become delayed."""
    hunter = state.hunters[seat]
    return hunter.on_board and not hunter.delayed
