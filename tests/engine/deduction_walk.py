"""Simulates Dracula's road by the rules of placing, on any board.

It makes states as the game does, by facts, and keeps the truth and every clue ever given beside
them. Only what deduction can see is played: no encounters, no fights, no hunters' turns.
"""

from random import Random

from msgspec import Struct
from msgspec.structs import replace

from engine.clues import CameOut, Clue, Laid, NotThere, WasThen
from engine.edition import Edition
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
from engine.state import (
    Dracula,
    Hideout,
    Hunter,
    State,
    current_location,
    hideouts,
    is_revealed,
    newest_location,
)
from tests.engine.deduction_reference import reach

FEED, MISDIRECT, WOLF_FORM = "feed", "misdirect", "wolf_form"


class Placing(Struct, frozen=True):
    """One thing Dracula may do in his phase."""

    value: str
    reach: str = "move"
    lair: str | None = None
    target: str | None = None

    @property
    def kind(self) -> tuple[str, bool, bool, bool]:
        special = self.value if self.value in (HIDE, FEED) else ""
        return f"{self.reach}{special}", bool(special), bool(self.lair), bool(self.target)


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

    def do(self, fact: Fact) -> None:
        """Let something happen, and remember what it told."""
        self.state = fact.apply(self.state)
        match fact:
            case CardLaid(clue=Laid() as clue):
                self.heard.append(clue)
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

    @property
    def newest(self) -> Hideout:
        found = newest_location(self.state)
        assert found is not None
        return found[1]

    @property
    def place(self) -> str:
        """Where Dracula is."""
        return self.place_of(self.newest.slot)

    def place_of(self, slot: str) -> str:
        value = self.truth[slot]
        if value != HIDE:
            return value
        partner = next(each.partner for each in hideouts(self.state) if each.slot == slot)
        assert partner is not None
        return self.place_of(partner)

    def hidden(self, *, lairs: bool = True) -> list[Hideout]:
        every = hideouts(self.state) if lairs else self.state.dracula.trail
        return [each for each in every if each is not None and each.is_hidden]

    def hunters_cities(self) -> set[str]:
        return {hunter.place for hunter in self.state.hunters.values()}

    def lying(self, gone: str = "") -> dict[str, str]:
        """The value of every card on trail and lairs but one, and its slot."""
        cards = (each for each in hideouts(self.state) if each.back != POWER)
        return {self.truth[each.slot]: each.slot for each in cards if each.slot != gone}

    def back_of(self, value: str) -> str:
        if value == HIDE:
            return LAND
        kind = self.edition.board.places[value].kind
        return {"sea": SEA, "castle": CASTLE}.get(kind, LAND)

    def has_power(self, power: str) -> bool:
        return not any(each.power == power for each in hideouts(self.state))

    def choices(self) -> list[Placing]:
        """Everything Dracula may lay, after the slide."""
        found = self._moves("move") + self._stays()
        if self.has_power(WOLF_FORM):
            found += self._moves("wolf")
        if self.has_power(MISDIRECT):
            found += self._misdirections()
        return found

    def _moves(self, way: str, target: str = "") -> list[Placing]:
        lying, holy = self.lying(gone=target), self.state.holy
        lairs = {lair.slot for lair in self.state.dracula.lairs if lair is not None}
        goals = sorted(reach(way, self.place, holy, self.edition))
        return [
            Placing(goal, way, lying.get(goal), target or None)
            for goal in goals
            if goal not in holy and (goal not in lying or lying[goal] in lairs)
        ]

    def _stays(self) -> list[Placing]:
        here, state = self.place, self.state
        if self.edition.board.places[here].is_sea or here in state.holy:
            return []
        rested = all(self.truth.get(slot) != HIDE for slot in state.powers_resting)
        may_hide = HIDE not in self.lying() and HIDE not in state.powers_resting and rested
        stays = [Placing(HIDE)] if may_hide else []
        # A short trail has no room for a Hide, its location and a power card besides.
        has_room = len(state.dracula.trail) > 3 and state.dracula.trail[1] == self.newest
        if has_room and self.truth[self.newest.slot] != HIDE and self.has_power(FEED):
            stays.append(Placing(FEED))
        return stays

    def _misdirections(self) -> list[Placing]:
        """Each clearing with each plain move that it leaves possible."""
        hides = [each for each in hideouts(self.state) if self.truth.get(each.slot) == HIDE]
        kept = {hide.partner for hide in hides}
        if self.edition.switches.misdirect_current_location == "forbidden":
            kept.add(self.newest.slot)
        targets = [
            each.slot
            for each in self.state.dracula.trail
            if each is not None
            and each.back == LAND
            and each.power is None
            and each.slot not in kept
            and self.truth[each.slot] != HIDE
        ]
        return [placing for target in targets for placing in self._moves("move", target)]

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

    def phase(self) -> bool:
        """One placing of a random kind; False if there was nothing legal to lay."""
        self.do(TrailSlid())
        self._settle_fallen()
        choices = self.choices()
        if not choices:
            return False
        kind = self.random.choice(sorted({choice.kind for choice in choices}))
        choice = self.random.choice([each for each in choices if each.kind == kind])
        if choice.value == FEED:
            self._lay_power(FEED, 0)
            return True
        clue = self._clue(choice)
        if choice.target is not None:
            self._misdirect(choice.target)
        self.lay(choice, clue)
        return True

    def _settle_fallen(self) -> None:
        """A lair of it, or nothing more."""
        fallen = self.state.dracula.fallen
        if fallen is None:
            return
        free = [i for i, lair in enumerate(self.state.dracula.lairs) if lair is None]
        is_fit = fallen.back == LAND and self.truth[fallen.slot] != HIDE
        if is_fit and free and self.random.random() < 0.6:
            if fallen.may_be_hide:
                self.do(CardsDenied((fallen.slot,), (HIDE,)))
            self.do(LairMade(fallen.slot, free[0]))
        else:
            self.do(HideoutCleared(fallen.slot))

    def _misdirect(self, target: str) -> None:
        doubts = tuple(
            each.slot
            for each in hideouts(self.state)
            if each.may_be_hide and target in (each.slot, each.partner)
        )
        self.do(CardsDenied(doubts, (HIDE,)))
        slots = [each.slot if each else None for each in self.state.dracula.trail]
        self.do(HideoutCleared(target))
        self._lay_power(MISDIRECT, slots.index(target))

    def _lay_power(self, power: str, space: int) -> None:
        self.made += 1
        self.do(CardLaid(Hideout(f"t{self.made}", POWER, power=power), space, None))

    def _clue(self, choice: Placing) -> Laid:
        """What everybody may conclude from a placing, before it changes anything."""
        state, newest, here = self.state, self.newest, current_location(self.state)
        back = self.back_of(choice.value)
        is_open = self.face_of(choice.value) is not None
        others = [
            each
            for each in hideouts(state)
            if each.back == back and each.slot not in (choice.lair, choice.target)
        ]
        barred = {*state.holy, *(each.card for each in others if each.card)} - {HIDE}
        is_plain = choice.reach == "move" and not choice.lair and not choice.target
        knows_hide = any(each.card == HIDE for each in others) or HIDE in state.powers_resting
        may_stay = newest.back != SEA and (not is_revealed(state) or choice.value == HIDE)
        return Laid(
            slot=choice.lair or self._slot(choice.value),
            before=newest.slot,
            reach=choice.reach,
            back=back,
            barred=tuple(sorted(barred if is_open else barred | self.hunters_cities())),
            differs=() if choice.lair else tuple(each.slot for each in others if each.is_hidden),
            hide=is_plain and back == LAND and not knows_hide and may_stay,
            holy=state.holy,
            origin=here,
            partner=newest.slot,
            resting=tuple(slot for slot in state.powers_resting if slot in self.truth),
        )

    def face_of(self, value: str) -> str | None:
        """The card as it lies for all to see, or nothing."""
        if value == HIDE:
            return HIDE if is_revealed(self.state) else None
        is_open = self.back_of(value) == CASTLE or value in self.hunters_cities()
        return value if is_open else None

    def lay(self, choice: Placing, clue: Laid) -> None:
        power = WOLF_FORM if choice.reach == "wolf" else None
        if choice.lair is not None:
            self.do(LairEntered(choice.lair, clue, power))
            return
        partner = clue.before if clue.hide else None
        face = self.face_of(choice.value)
        card = Hideout(clue.slot, clue.back, face, power, partner=partner, not_hide=not clue.hide)
        if clue.back == CASTLE and choice.value not in self.hunters_cities():
            card = replace(card, facedown=True)
        self.do(CardLaid(card, 0, clue))

    def lay_escape(self, value: str, left: Hideout, origin: str) -> None:
        """Escape as Bat: the card he leaves goes, and a hidden city comes."""
        self.do(HideoutCleared(left.slot))
        barred = {each.card for each in hideouts(self.state) if each.card} - {HIDE}
        barred |= self.hunters_cities() | {*self.state.holy}
        clue = Laid(
            slot=self._slot(value),
            before=left.slot,
            reach="bat",
            back=LAND,
            barred=tuple(sorted(barred)),
            differs=tuple(each.slot for each in self.hidden() if each.back == LAND),
            hide=False,
            holy=self.state.holy,
            origin=origin,
        )
        self.do(CardLaid(Hideout(clue.slot, LAND, bat_card=True, not_hide=True), 0, clue))
