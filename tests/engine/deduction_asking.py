"""What happens to a simulated Dracula between placings: questions, tokens, escapes."""

from collections.abc import Callable
from random import Random

from msgspec.structs import replace

from engine.edition import Board, Edition
from engine.editions import edition as built
from engine.facts.trail import CardOpened, CardsDenied, HideoutCleared, WhereaboutsTold
from engine.ids import HIDE, LAND, POWER
from engine.state import Hunter, current_location, hideout_of
from tests.engine.deduction_reference import reach
from tests.engine.deduction_walk import Walk

SMALL = (
    "alicante",
    "barcelona",
    "cadiz",
    "cagliari",
    "granada",
    "lisbon",
    "madrid",
    "mediterranean_sea",
    "santander",
    "saragossa",
    "south_atlantic",
)


def small_edition(trail: int, **switches: str) -> Edition:
    """The south-west corner of the board, and a trail of so many spaces."""
    whole = built("fourth", switches)
    board = whole.board

    def cut(ways: dict[str, tuple[str, ...]]) -> dict[str, tuple[str, ...]]:
        return {place: tuple(other for other in ways[place] if other in SMALL) for place in SMALL}

    part = Board(
        places={place: board.places[place] for place in SMALL},
        roads=cut(board.roads),
        rails=dict.fromkeys(SMALL, ()),
        seas=cut(board.seas),
        adjacent=cut(board.adjacent),
        regions={},
        hospitals=(),
        hospital_roads={},
        hospital_fixed={},
        backs={place: board.backs[place] for place in SMALL},
        castle=board.castle,
        cities=tuple(place for place in SMALL if board.places[place].is_city),
        sea_zones=tuple(place for place in SMALL if board.places[place].is_sea),
    )
    numbers = replace(whole.numbers, trail_length=trail)
    return replace(whole, id="small", board=part, numbers=numbers)


def open_slots(walk: Walk, slots: list[str]) -> None:
    """Open cards with what is tied to them, and say of the rest that it is not tied."""
    queue = list(slots)
    while queue:
        slot = queue.pop()
        hideout = hideout_of(walk.state, slot)
        if hideout is None or not hideout.is_hidden:
            continue
        walk.do(CardOpened(slot, walk.truth[slot]))
        if walk.truth[slot] == HIDE and hideout.partner is not None:
            queue.append(hideout.partner)
        for each in walk.hidden():
            if each.partner == slot and each.may_be_hide:
                if walk.truth[each.slot] == HIDE:
                    queue.append(each.slot)
                else:
                    walk.do(CardsDenied((each.slot,), (HIDE,)))


def find_city(walk: Walk, city: str, *, lairs: bool) -> None:
    """A city is opened, or denied of every hidden card."""
    hidden = [each.slot for each in walk.hidden(lairs=lairs) if each.back == LAND]
    here = [slot for slot in hidden if walk.truth[slot] == city]
    if here:
        open_slots(walk, here)
    else:
        walk.do(CardsDenied(tuple(hidden), (city,)))


def arrive(walk: Walk) -> None:
    """A hunter comes to a city."""
    city = walk.random.choice(walk.edition.board.cities)
    seat = walk.random.choice(sorted(walk.state.hunters))
    hunters = {**walk.state.hunters, seat: Hunter(place=city, where="board")}
    walk.state = replace(walk.state, hunters=hunters)
    find_city(walk, city, lairs=True)


def hallow(walk: Walk) -> None:
    """A holy token somewhere."""
    city = walk.random.choice(walk.edition.board.cities)
    walk.state = replace(walk.state, consecrated=city)
    find_city(walk, city, lairs=False)


def ask_where(walk: Walk) -> None:
    """A truthful answer about the current location."""
    places = sorted(walk.edition.board.places)
    some = set(walk.random.sample(places, len(places) // 2))
    told = some if walk.place in some else set(places) - some
    walk.do(WhereaboutsTold(walk.newest.slot, tuple(sorted(told))))


def open_one(walk: Walk) -> None:
    """One card of the trail is turned up."""
    hidden = walk.hidden(lairs=False)
    if hidden:
        open_slots(walk, [walk.random.choice(hidden).slot])


def sweep(walk: Walk) -> None:
    """The oldest hideout is cleared, and a Hide that lay there cannot be used again so soon."""
    trail = walk.state.dracula.trail
    spaces = [space for space, each in enumerate(trail) if each is not None]
    oldest = trail[spaces[-1]]
    assert oldest is not None
    if len(spaces) > 2 and oldest.slot not in (walk.newest.slot, walk.newest.partner):
        walk.do(HideoutCleared(oldest.slot, resting=len(trail) - spaces[-1]))


def escape(walk: Walk) -> None:
    """Escape as Bat, where Dracula stands openly in a city."""
    left, origin = walk.newest, current_location(walk.state)
    if origin is None or left.card == HIDE or walk.state.dracula.trail[0] != left:
        return
    if left.back == POWER or walk.edition.board.places[origin].is_sea:
        return
    closed = {*walk.lying(gone=left.slot), *walk.hunters_cities(), *walk.state.holy, origin}
    goals = [
        goal
        for goal in sorted(reach("bat", origin, walk.state.holy, walk.edition))
        if goal not in closed and walk.back_of(goal) == LAND
    ]
    if goals:
        walk.lay_escape(walk.random.choice(goals), left, origin)


ASKING: tuple[Callable[[Walk], None], ...] = (
    arrive,
    arrive,
    arrive,
    ask_where,
    open_one,
    hallow,
    sweep,
    escape,
)


def go_on(walk: Walk, openness: float) -> bool:
    """One placing and what happens until the next; False if Dracula could lay nothing."""
    if not walk.phase():
        return False
    while walk.random.random() < openness:
        walk.random.choice(ASKING)(walk)
    return True


def walked(edition: Edition, seed: int, turns: int, openness: float) -> Walk:
    """A walk of so many turns."""
    walk = Walk(edition, Random(seed))
    for _ in range(turns):
        if not go_on(walk, openness):
            break
    return walk
