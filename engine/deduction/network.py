"""A constraint network of the hidden cards: their possible values, shrunk by the clues.

1. A card is a number, its index in all lists. It stands for the slot of a trail or lair card, or of
   one that has left the trail and still links what lay before it to what came after.
2. Its values are stands (see `atlas`), kept as one set of bits that only ever shrinks.
3. There are two kinds of links: a step (the newer card was laid from where the older one left
   Dracula) and a difference (both lay there at once, and no card exists twice).
"""

from engine.clues import CameOut, Laid, NotThere, WasThen
from engine.deduction.atlas import HIDDEN_STAY, HIDE_SHIFT, NAMED, Atlas, Path, atlas_of
from engine.edition import Edition
from engine.ids import HIDE, POWER, PlaceId, SlotId
from engine.state import Hideout, State, hideouts, newest_location


def standing(places: int) -> int:
    """Every stand in one of these places, by a card that names it or by Hide."""
    return places | places << HIDE_SHIFT


def stood(stands: int) -> int:
    """The places of a set of stands."""
    return (stands & NAMED) | stands >> HIDE_SHIFT


class Step:
    """One placing: from where the older card left Dracula to what the newer card can be."""

    __slots__ = ("_atlas", "newer", "older", "path")

    def __init__(self, atlas: Atlas, older: int, newer: int, path: Path | None) -> None:
        self._atlas = atlas
        self.older = older
        self.newer = newer
        self.path = path  # None: an ordinary move

    def onward(self, stands: int) -> int:
        """What the newer card can be if the older is one of these; Hide repeats a named place."""
        places = stood(stands)
        path, atlas = self.path, self._atlas
        reached = atlas.moved(places) if path is None else atlas.ran(places, path)
        if not places & (places - 1):
            reached &= ~places  # a path back to where it began is no way to go
        return reached | (stands & NAMED) << HIDE_SHIFT

    def back(self, stands: int) -> int:
        """What the older card can be if the newer is one of these."""
        places = stands & NAMED
        path, atlas = self.path, self._atlas
        origins = atlas.moved(places) if path is None else atlas.ran_from(places, path)
        return standing(origins) | stands >> HIDE_SHIFT


class Network:
    """All cards and links that one state's clues give."""

    __slots__ = (
        "atlas",
        "differs",
        "edition",
        "index",
        "newest",
        "one_hide",
        "sets",
        "steps",
        "visible",
    )

    def __init__(self, state: State, edition: Edition) -> None:
        self.edition = edition
        self.atlas = atlas_of(edition)
        self.index: dict[SlotId, int] = {}
        self.sets: list[int] = []
        self.steps: list[Step] = []
        self.differs: list[list[int]] = []
        self.one_hide: list[list[int]] = []  # cards that cannot both be Hide, but the same place
        self.visible: list[int] = []  # those that lie on trail and lairs
        self._hear(state)
        self._look(state)
        newest = newest_location(state)
        self.newest = None if newest is None else self._card(newest[1].slot)

    def _card(self, slot: SlotId) -> int:
        found = self.index.get(slot)
        if found is None:
            found = self.index[slot] = len(self.sets)
            self.sets.append(standing(self.atlas.cities | self.atlas.seas))
            self.differs.append([])
            self.one_hide.append([])
        return found

    def _hear(self, state: State) -> None:
        """Take up every clue."""
        for clue in state.clues:
            match clue:
                case Laid():
                    self._laid(clue)
                case NotThere():
                    self._exclude(clue.slots, clue.places)
                case CameOut():
                    self._settle(clue.slot, clue.place)
                case WasThen():
                    card = self._card(clue.slot)
                    self.sets[card] &= standing(self.atlas.set_of(clue.places))

    def _look(self, state: State) -> None:
        """Take up what lies on the table."""
        for hideout in hideouts(state):
            if hideout.back == POWER:
                continue
            self.visible.append(self._card(hideout.slot))
            if hideout.card is not None:
                self._settle(hideout.slot, hideout.card)
                self._tie(hideout)

    def _tie(self, hideout: Hideout) -> None:
        """An open Hide keeps Dracula where the card it is tied to says."""
        if hideout.card == HIDE and hideout.partner is not None:
            partner, hide = self._card(hideout.partner), self.index[hideout.slot]
            self.steps.append(Step(self.atlas, partner, hide, None))

    def _settle(self, slot: SlotId, value: PlaceId) -> None:
        card = self._card(slot)
        self.sets[card] &= HIDDEN_STAY if value == HIDE else self.atlas.bits[value]

    def _exclude(self, slots: tuple[SlotId, ...], places: tuple[PlaceId, ...]) -> None:
        left = ~self.atlas.set_of(places)
        if HIDE in places:
            left &= NAMED
        for slot in slots:
            self.sets[self._card(slot)] &= left

    def _laid(self, clue: Laid) -> None:
        """One placing: what the card can be by itself, its step, and its differences."""
        atlas, newer = self.atlas, self._card(clue.slot)
        holy = atlas.set_of(clue.holy)
        can_be = atlas.backs[clue.back] & ~atlas.set_of(clue.barred)
        if clue.hide:
            can_be |= (atlas.cities & ~holy) << HIDE_SHIFT
        self.sets[newer] &= can_be
        path = self._path(clue.reach, holy)
        if clue.origin is not None:
            # Dracula was seen there, so the older card says no more than this.
            origin = Step(atlas, newer, newer, path)
            self.sets[newer] &= origin.onward(atlas.bits[clue.origin])
        elif clue.before is not None:
            self.steps.append(Step(atlas, self._card(clue.before), newer, path))
        self._part(newer, clue.differs, self.differs)
        self._part(newer, clue.resting, self.one_hide)

    def _part(self, newer: int, slots: tuple[SlotId, ...], links: list[list[int]]) -> None:
        """Note, both ways, the cards that a card was laid beside."""
        for slot in slots:
            other = self._card(slot)
            links[newer].append(other)
            links[other].append(newer)

    def _path(self, reach: str, holy: int) -> Path | None:
        numbers, switches = self.edition.numbers, self.edition.switches
        match reach:
            case "wolf":
                touching = switches.wolf_form_holy_roads == "no-touching-road"
                return Path(numbers.wolf_form_roads, holy, touching=touching, from_sea=True)
            case "bat":
                return Path(numbers.escape_as_bat_roads, holy, touching=True, from_sea=False)
            case _:
                return None


class Supports:
    """The sets of a network after the last propagation, and what they were computed from."""

    __slots__ = ("backward", "forward", "network", "sets", "told")

    def __init__(self, network: Network) -> None:
        self.network = network
        self.sets = list(network.sets)
        # The set each step was last taken from, so that only changes are followed.
        self.forward = [-1] * len(network.steps)
        self.backward = [-1] * len(network.steps)
        self.told = [False] * len(network.sets)  # whose settled card the others know of

    def settle(self) -> None:
        """Follow steps both ways and strike out settled cards, until nothing changes."""
        changing = True
        while changing:
            self._go_onward()
            self._go_back()
            changing = self._strike_out() or self._has_more()

    def _go_onward(self) -> None:
        sets, seen = self.sets, self.forward
        for number, step in enumerate(self.network.steps):
            stands = sets[step.older]
            if stands != seen[number]:
                seen[number] = stands
                sets[step.newer] &= step.onward(stands)

    def _go_back(self) -> None:
        sets, seen = self.sets, self.backward
        steps = self.network.steps
        for number in range(len(steps) - 1, -1, -1):
            step = steps[number]
            stands = sets[step.newer]
            if stands != seen[number]:
                seen[number] = stands
                sets[step.older] &= step.back(stands)

    def _has_more(self) -> bool:
        sets, forward, backward = self.sets, self.forward, self.backward
        return any(
            sets[step.older] != forward[number] or sets[step.newer] != backward[number]
            for number, step in enumerate(self.network.steps)
        )

    def _strike_out(self) -> bool:
        """A card that can be one thing only is nothing else's; whether anything was struck."""
        sets, told, struck = self.sets, self.told, False
        for card, stands in enumerate(sets):
            if told[card]:
                continue
            if not stands & NAMED:
                left = NAMED  # it is Hide, wherever that is
                others = self.network.differs[card] + self.network.one_hide[card]
            elif not stands & (stands - 1):
                left = ~stands
                others = self.network.differs[card]
            else:
                continue
            told[card] = True
            for other in others:
                if sets[other] & left != sets[other]:
                    sets[other] &= left
                    struck = True
        return struck
