"""Dracula walking by the rules of placing on any board, with questions asked on the way.

It makes states as the game does, by facts, and keeps the truth and every clue ever given beside
them. Only what deduction can see is played: no encounters, no fights, no hunters' turns.
"""

from random import Random

from msgspec import Struct
from msgspec.structs import replace

from engine.clues import CameOut, Clue, Laid, NotThere, WasThen
from engine.edition import Board, Edition
from engine.editions import edition as built
from engine.facts.fact import Fact
from engine.facts.trail import (
    CardLaid,
    CardOpened,
    CardsDenied,
    HideoutCleared,
    LairEntered,
    LairMade,
    TrailSlid,
    WhereaboutsTold,
)
from engine.ids import CASTLE, HIDE, HUNTERS, LAND, POWER, SEA
from engine.state import Dracula, Hideout, Hunter, State, current_location, hideouts, newest_location
from tests.engine.deduction_reference import reach

SMALL = (
    "alicante", "barcelona", "cadiz", "cagliari", "granada", "lisbon", "madrid",
    "mediterranean_sea", "santander", "saragossa", "south_atlantic",
)  # fmt: skip


def small_edition(trail: int, **switches: str) -> Edition:
    """The south-west corner of the board, and a trail of so many spaces."""
    whole = built("fourth", switches)
    board = whole.board
    inside = set(SMALL)

    def cut(ways: dict[str, tuple[str, ...]]) -> dict[str, tuple[str, ...]]:
        return {
            place: tuple(other for other in ways[place] if other in inside) for place in SMALL
        }

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
        cities=tuple(place for place in SMALL if board.places[place].is_city),
        sea_zones=tuple(place for place in SMALL if board.places[place].is_sea),
    )
    return replace(
        whole, id="small", board=part, numbers=replace(whole.numbers, trail_length=trail)
    )


class Placing(Struct, frozen=True):
    """One thing Dracula may do in his phase."""

    value: str
    reach: str = "move"
    lair: str | None = None
    target: str | None = None


class Walk:
    """A walk: the state, the truth, and everything that was ever told."""

    def __init__(self, edition: Edition, random: Random) -> None:
        self.edition = edition
        self.random = random
        self.truth: dict[str, str] = {}
        self.heard: list[Clue] = []
        self.made = 0
        cities = edition.board.cities
        hunters = {seat: Hunter(place=random.choice(cities), where="board") for seat in HUNTERS[:2]}
        length = edition.numbers.trail_length
        self.state = State(hunters=hunters, dracula=Dracula(trail=(None,) * length))
        self._lay_start()

    # Telling

    def do(self, fact: Fact) -> None:
        self.state = fact.apply(self.state)
        match fact:
            case CardLaid():
                if fact.clue is not None:
                    self.heard.append(fact.clue)
                    if fact.hideout.card is not None:
                        self.heard.append(CameOut(fact.hideout.slot, fact.hideout.card))
            case LairEntered():
                self.heard.append(fact.clue)
            case CardOpened():
                self.heard.append(CameOut(fact.slot, fact.place))
            case CardsDenied() if fact.slots:
                self.heard.append(NotThere(fact.slots, fact.places))
            case WhereaboutsTold():
                self.heard.append(WasThen(fact.slot, fact.places))

    def hidden(self, *, lairs: bool = True) -> list[Hideout]:
        every = hideouts(self.state) if lairs else self.state.dracula.trail
        return [each for each in every if each is not None and each.is_hidden]

    def place_of(self, slot: str) -> str:
        value = self.truth[slot]
        if value != HIDE:
            return value
        partner = next(each.partner for each in hideouts(self.state) if each.slot == slot)
        assert partner is not None
        return self.place_of(partner)

    @property
    def place(self) -> str:
        newest = newest_location(self.state)
        assert newest is not None
        return self.place_of(newest[1].slot)

    def hunters_cities(self) -> set[str]:
        return {hunter.place for hunter in self.state.hunters.values()}

    # Laying

    def _slot(self, value: str) -> str:
        self.made += 1
        slot = f"t{self.made}"
        self.truth[slot] = value
        return slot

    def _lay_start(self) -> None:
        free = [
            place.id
            for place in self.edition.board.places.values()
            if place.kind in ("large", "small") and place.id not in self.hunters_cities()
        ]
        slot = self._slot(self.random.choice(free))
        barred = tuple(sorted(self.hunters_cities()))
        clue = Laid(slot, None, "start", LAND, barred, (), hide=False)
        self.do(CardLaid(Hideout(slot, LAND, not_hide=True), 0, clue))

    def _back(self, value: str) -> str:
        if value == HIDE:
            return LAND
        kind = self.edition.board.places[value].kind
        return {"sea": SEA, "castle": CASTLE}.get(kind, LAND)

    def choices(self) -> list[Placing]:
        """Everything Dracula may lay, after the slide."""
        here, state = self.place, self.state
        lying = {self.truth[each.slot]: each for each in hideouts(state) if each.back != POWER}
        lairs = {self.truth[each.slot]: each.slot for each in state.dracula.lairs if each}
        newest = newest_location(state)
        assert newest is not None
        found = []
        wolf = not any(each.power == "wolf_form" for each in hideouts(state))
        for way in ("move", "wolf") if wolf else ("move",):
            for goal in sorted(reach(way, here, state.holy, self.edition)):
                if goal in state.holy or (goal in lying and goal not in lairs):
                    continue
                found.append(Placing(goal, way, lairs.get(goal)))
        at_sea = self.edition.board.places[here].is_sea
        if HIDE not in lying and not at_sea and here not in state.holy:
            found.append(Placing(HIDE))
        if not any(each.power == "misdirect" for each in hideouts(state)):
            found += self._misdirections(newest[1].slot)
        return found

    def _misdirections(self, newest: str) -> list[Placing]:
        """Each clearing with each plain move that it leaves possible."""
        found = []
        hides = [each for each in hideouts(self.state) if self.truth.get(each.slot) == HIDE]
        for target in self.state.dracula.trail:
            if target is None or target.back != LAND or target.power or target.slot == newest:
                continue
            if self.truth[target.slot] == HIDE or any(h.partner == target.slot for h in hides):
                continue
            after = replace_trail(self.state, target.slot)
            lying = {self.truth[each.slot] for each in hideouts(after) if each.back != POWER}
            for goal in self.edition.board.adjacent[self.place]:
                if goal not in lying and goal not in self.state.holy:
                    found.append(Placing(goal, target=target.slot))
        return found

    def phase(self) -> bool:
        """One placing; False if there was nothing legal to lay."""
        self.do(TrailSlid())
        self._drop()
        choices = self.choices()
        if not choices:
            return False
        kinds = sorted({(each.reach, each.value == HIDE, bool(each.lair), bool(each.target))
                        for each in choices})
        kind = self.random.choice(kinds)
        choice = self.random.choice([
            each for each in choices
            if (each.reach, each.value == HIDE, bool(each.lair), bool(each.target)) == kind
        ])
        if choice.target is not None:
            self._misdirect(choice.target)
        self.lay(choice)
        return True

    def _drop(self) -> None:
        fallen = self.state.dracula.fallen
        if fallen is None:
            return
        place = next((i for i, lair in enumerate(self.state.dracula.lairs) if lair is None), None)
        land = fallen.back != POWER and fallen.back == LAND
        if land and place is not None and self.truth[fallen.slot] != HIDE and self.random.random() < 0.6:
            if fallen.may_be_hide:
                self.do(CardsDenied((fallen.slot,), (HIDE,)))
            self.do(LairMade(fallen.slot, place))
        else:
            self.do(HideoutCleared(fallen.slot))

    def _misdirect(self, target: str) -> None:
        asked = [target, *(e.slot for e in self.hidden() if e.partner == target and e.may_be_hide)]
        asked = [s for s in asked if any(h.slot == s and h.may_be_hide for h in hideouts(self.state))]
        self.do(CardsDenied(tuple(asked), (HIDE,)))
        space = next(
            i for i, each in enumerate(self.state.dracula.trail) if each and each.slot == target
        )
        self.do(HideoutCleared(target))
        self.made += 1
        power = Hideout(f"t{self.made}", POWER, power="misdirect")
        self.do(CardLaid(power, space, None))

    def lay(self, choice: Placing) -> None:
        state = self.state
        newest = newest_location(state)
        assert newest is not None
        open_place = current_location(state)
        face = self._face(choice.value, open_place)
        barred = set(state.holy)
        barred |= {each.card for each in hideouts(state) if each.card}
        if face is None:
            barred |= self.hunters_cities()
        if choice.lair is not None:
            barred -= {choice.value} - set(state.holy)
        hide_open = any(each.card == HIDE for each in hideouts(state))
        back = self._back(choice.value)
        clue = Laid(
            slot=choice.lair or self._slot(choice.value),
            before=newest[1].slot,
            reach=choice.reach,
            back=back,
            barred=tuple(sorted(barred)),
            differs=() if choice.lair else tuple(each.slot for each in self.hidden()),
            hide=(
                choice.reach == "move" and choice.lair is None and choice.target is None
                and back == LAND and not hide_open and newest[1].back != SEA
                and (face == HIDE or open_place is None)
            ),
            holy=state.holy,
            origin=open_place,
            partner=newest[1].slot if choice.lair is None else None,
        )
        power = "wolf_form" if choice.reach == "wolf" else None
        if choice.lair is not None:
            self.do(LairEntered(choice.lair, clue, power))
        else:
            hideout = Hideout(
                clue.slot, back, face, power, partner=newest[1].slot, not_hide=not clue.hide
            )
            self.do(CardLaid(hideout, 0, clue))

    def _face(self, value: str, open_place: str | None) -> str | None:
        if value == HIDE:
            return HIDE if open_place is not None else None
        if self._back(value) == CASTLE or value in self.hunters_cities():
            return value
        return None

    # Asking

    def open_slots(self, slots: list[str]) -> None:
        """Open cards with what is tied to them, and say of the rest that it is not tied."""
        queue = list(slots)
        while queue:
            slot = queue.pop()
            hideout = next(each for each in hideouts(self.state) if each.slot == slot)
            if not hideout.is_hidden:
                continue
            self.do(CardOpened(slot, self.truth[slot]))
            if self.truth[slot] == HIDE:
                queue += [hideout.partner] if hideout.partner else []
            for each in self.hidden():
                if each.partner == slot and each.may_be_hide:
                    if self.truth[each.slot] == HIDE:
                        queue.append(each.slot)
                    else:
                        self.do(CardsDenied((each.slot,), (HIDE,)))

    def arrive(self) -> None:
        """A hunter comes to a city: it is opened, or denied of every hidden card."""
        seat = self.random.choice(sorted(self.state.hunters))
        city = self.random.choice(self.edition.board.cities)
        hunters = {**self.state.hunters, seat: Hunter(place=city, where="board")}
        self.state = replace(self.state, hunters=hunters)
        hidden = [each.slot for each in self.hidden() if each.back == LAND]
        here = [slot for slot in hidden if self.truth[slot] == city]
        if here:
            self.open_slots(here)
        else:
            self.do(CardsDenied(tuple(hidden), (city,)))

    def ask_where(self) -> None:
        """A truthful answer about the current location."""
        newest = newest_location(self.state)
        assert newest is not None
        places = sorted(self.edition.board.places)
        some = set(self.random.sample(places, len(places) // 2))
        if self.place not in some:
            some = set(places) - some
        self.do(WhereaboutsTold(newest[1].slot, tuple(sorted(some))))

    def open_one(self) -> None:
        hidden = self.hidden(lairs=False)
        if hidden:
            self.open_slots([self.random.choice(hidden).slot])

    def hallow(self) -> None:
        """A holy token somewhere: the card of that city is opened, or denied of the trail."""
        city = self.random.choice(self.edition.board.cities)
        self.state = replace(self.state, consecrated=city)
        hidden = [each.slot for each in self.hidden(lairs=False) if each.back == LAND]
        here = [slot for slot in hidden if self.truth[slot] == city]
        if here:
            self.open_slots(here)
        else:
            self.do(CardsDenied(tuple(hidden), (city,)))

    def flee(self) -> None:
        """Escape as Bat: the card of the open current location goes, a hidden city comes."""
        newest = newest_location(self.state)
        assert newest is not None
        origin = current_location(self.state)
        if origin is None or newest[1].card == HIDE or newest[0] != 0:
            return
        if self.edition.board.places[origin].is_sea:
            return
        after = replace_trail(self.state, newest[1].slot)
        lying = {self.truth[each.slot] for each in hideouts(after) if each.back != POWER}
        closed = {*lying, *self.hunters_cities(), origin}
        goals = [g for g in sorted(reach("bat", origin, self.state.holy, self.edition))
                 if g not in closed and self._back(g) == LAND]
        if not goals:
            return
        self.do(HideoutCleared(newest[1].slot))
        barred = {each.card for each in hideouts(self.state) if each.card}
        slot = self._slot(self.random.choice(goals))
        clue = Laid(
            slot, newest[1].slot, "bat", LAND,
            tuple(sorted({*barred, *self.hunters_cities(), *self.state.holy, origin})),
            tuple(each.slot for each in self.hidden()), hide=False,
            holy=self.state.holy, origin=origin,
        )
        self.do(CardLaid(Hideout(slot, LAND, bat_card=True, not_hide=True), 0, clue))

    def live(self, turns: int, openness: float) -> None:
        """So many phases, with questions of all kinds in between."""
        asks = (self.arrive, self.arrive, self.ask_where, self.open_one, self.hallow, self.flee)
        for _ in range(turns):
            if not self.phase():
                return
            while self.random.random() < openness:
                self.random.choice(asks)()


def replace_trail(state: State, gone: str) -> State:
    """The state as if one hideout were not there."""
    trail = tuple(
        None if each is not None and each.slot == gone else each for each in state.dracula.trail
    )
    return replace(state, dracula=replace(state.dracula, trail=trail))
