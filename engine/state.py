"""The public state of a game: frozen values and look-ups, the same bytes on every peer.

1. Nothing here is secret: a hidden card is a slot, and only its slot is kept.
2. Every card has exactly one slot and every slot lies in exactly one zone, open or not.
3. Slots are never reused: a shuffle gives new ones.
4. Only facts build a new state.
5. Frozen values built from older ones make no cycles, so the garbage collector need not look.
"""

from msgspec import UNSET, Struct, UnsetType, field

from engine.clues import Clue
from engine.ids import DRACULA, HIDE, LAND, POWER, SEA, CardId, MomentId, PlaceId, Seat, SlotId


class Card(Struct, frozen=True, gc=False, array_like=True):
    """A card lying somewhere: its slot, and its face if everybody has seen it."""

    slot: SlotId
    card: CardId | None = None


class Encounter(Struct, frozen=True, gc=False, array_like=True):
    """An encounter in a hideout or lair, with the damage its vampire has taken."""

    slot: SlotId
    card: CardId | None = None
    damage: int = 0


class Hideout(Struct, frozen=True, gc=False):
    """Everything on one trail space or in one lair place."""

    slot: SlotId
    back: str  # LAND, SEA, CASTLE; POWER for an announced power card lying alone
    card: PlaceId | None = None  # the open location (or HIDE); None while it is hidden
    power: CardId | None = None  # an announced power lying here, alone or with the location
    power_up: bool = False  # that power card lies face up, and not only announced
    bat_card: bool = False  # an Escape as Bat lies here, out of the combat deck
    partner: SlotId | None = None  # the nearest older location: what this card is tied to if Hide
    not_hide: bool = False  # proved, or plain from the way it came here
    encounters: tuple[Encounter, ...] = ()
    rumor: bool = False
    # It lies face down, though everybody knows it by its back or by the figure on the board.
    # Not written unless so: positions of older games keep their bytes.
    facedown: bool | UnsetType = UNSET

    @property
    def lies_facedown(self) -> bool:
        """Whether its location card lies face down, known or not."""
        return self.is_hidden or self.facedown is True

    @property
    def is_hidden(self) -> bool:
        """Whether a card lies here that not everybody has seen."""
        return self.card is None and self.back != POWER

    @property
    def may_be_hide(self) -> bool:
        """Whether, as far as the public knows, this hidden card can be Hide."""
        return self.card is None and self.back == LAND and not self.not_hide


class Hunter(Struct, frozen=True, gc=False):
    """One hunter's figure, sheet and hand."""

    place: PlaceId = ""
    where: str = "off"  # "board"; "hospital" beside the place; "away": defeated, due there; "off"
    damage: int = 0
    bites: int = 0  # bite tokens; a printed bite is on the character
    delayed: bool = False
    bats: bool = False
    items: tuple[SlotId, ...] = ()
    item_shown: Card | None = None  # open because the hunter is weakened
    items_mixed: bool = True
    events: tuple[SlotId, ...] = ()
    event_shown: Card | None = None
    events_mixed: bool = True
    tickets: tuple[SlotId, ...] = ()
    tickets_mixed: bool = True
    in_front: tuple[Card, ...] = ()  # open cards that last until the combat ends

    @property
    def on_board(self) -> bool:
        """Whether the figure stands on a location (not in hospital, not defeated)."""
        return self.where == "board"

    @property
    def in_play(self) -> bool:
        """Whether the hunter can be asked anything: on a location or in a hospital."""
        return self.where in ("board", "hospital")


class Dracula(Struct, frozen=True, gc=False):
    """Dracula's sheet, hands, trail and lairs."""

    damage: int = 0
    events: tuple[SlotId, ...] = ()
    events_mixed: bool = True
    encounters: tuple[SlotId, ...] = ()
    encounters_mixed: bool = True
    rumors: int = 0
    ally: Card | None = None
    bodyguards: tuple[Card, ...] = ()  # matured Szgany Bodyguards kept face up
    trail: tuple[Hideout | None, ...] = (None,) * 6
    lairs: tuple[Hideout | None, ...] = (None,) * 3
    fallen: Hideout | None = None  # slid off the sixth space, to be matured or made a lair


class Played(Struct, frozen=True, gc=False, array_like=True):
    """A combat card in play: a hunter's own card has no slot, everything else has one."""

    card: CardId
    slot: SlotId = ""
    canceled: bool = False
    facedown: bool = False


class Combat(Struct, frozen=True, gc=False):
    """A fight in progress; it exists only between its first and its last step."""

    opponent: SlotId  # DRACULA, or the slot of the vampire encounter
    city: PlaceId
    night: bool
    by_ambush: bool
    hunters: tuple[Seat, ...]
    fighters: tuple[Seat, ...] = ()  # everyone who was in it at its start
    vampire: CardId | None = None
    engaged: Seat | None = None
    round: int = 0
    deck: tuple[SlotId, ...] = ()
    hand: tuple[SlotId, ...] = ()
    hand_mixed: bool = True
    played: tuple[Played, ...] = ()  # Dracula's cards of this combat, oldest first
    sealed: dict[Seat, SlotId] = field(default_factory=dict)  # choices not yet opened
    shown: dict[Seat, Played] = field(default_factory=dict)  # hunters' cards of this round
    locked: dict[Seat, tuple[Played, ...]] = field(default_factory=dict)  # of the round before
    mesmerized: tuple[Seat, ...] = ()
    plottings: tuple[SlotId, ...] = ()  # resolved, still face up, not used to cancel
    bullets_used: bool = False
    escapes_barred: bool = False


class State(Struct, frozen=True, gc=False):
    """The whole public game."""

    hunters: dict[Seat, Hunter]
    dracula: Dracula = Dracula()
    round: int = 1
    step: str = "setup"  # setup, dawn, day, dusk, night, dracula: the calendar is data
    day: int = 0  # Monday is 0
    is_night: bool = False
    influence: int = 0
    despair: int = 0
    flags: tuple[str, ...] = ()  # effects that last until a named step, sorted
    acted: tuple[Seat, ...] = ()  # hunters who have had this step's turn
    actions: tuple[str, ...] = ()  # what the acting hunter has done in this turn
    standing: dict[Seat, tuple[MomentId, ...]] = field(default_factory=dict)
    outcome: str | None = None
    cause: str | None = None
    fog: dict[PlaceId, int] = field(default_factory=dict)
    storms: tuple[PlaceId, ...] = ()
    roadblocks: tuple[str, ...] = ()  # way ids, "road:a:b" or "rail:a:b"
    consecrated: PlaceId | None = None
    hosts: dict[PlaceId, int] = field(default_factory=dict)  # city -> round it was placed in
    rumor_pool: int = 0
    rumors_out: int = 0
    # power card (or slot of a cleared card that may have been Hide) -> slides still to wait
    powers_resting: dict[str, int] = field(default_factory=dict)
    hunter_ally: Card | None = None
    event_deck: tuple[SlotId, ...] = ()  # top first
    backs: dict[SlotId, str] = field(default_factory=dict)  # opened backs in the deck
    event_discard: tuple[Card, ...] = ()  # oldest first; card None: face down, back Dracula's
    item_deck: tuple[SlotId, ...] = ()
    item_discard: tuple[Card, ...] = ()
    encounter_deck: tuple[SlotId, ...] = ()
    encounter_discard: tuple[Card, ...] = ()  # card None: face down, known to Dracula
    ticket_pool: tuple[SlotId, ...] = ()
    pool_changed: bool = False
    resolving: tuple[Card, ...] = ()  # cards being played or looked at
    combat: Combat | None = None
    clues: tuple[Clue, ...] = ()  # what the public has learned of the hidden trail
    slots_made: int = 0

    @property
    def holy(self) -> tuple[PlaceId, ...]:
        """Cities closed to Dracula by consecrated ground or a heavenly host."""
        cities = tuple(sorted(self.hosts))
        if self.consecrated is not None and self.consecrated not in self.hosts:
            return (self.consecrated, *cities)
        return cities


def hunters_at(state: State, place: PlaceId) -> tuple[Seat, ...]:
    """Hunters standing in a location, in activation order; those in hospital are not in it."""
    return tuple(
        [
            seat
            for seat, hunter in state.hunters.items()
            if hunter.place == place and hunter.on_board
        ]
    )


def newest_location(state: State) -> tuple[int, Hideout] | None:
    """The leftmost hideout that is not an announced power: the card Dracula's place came from."""
    for index, hideout in enumerate(state.dracula.trail):
        if hideout is not None and hideout.back != POWER:
            return index, hideout
    return None


def hideouts(state: State) -> tuple[Hideout, ...]:
    """Every hideout on the trail from the left, the one that slid off, and every lair."""
    dracula = state.dracula
    places = (*dracula.trail, dracula.fallen, *dracula.lairs)
    return tuple([hideout for hideout in places if hideout is not None])


def hideout_of(state: State, slot: SlotId) -> Hideout | None:
    """The hideout or lair whose location card has this slot."""
    for hideout in hideouts(state):
        if hideout.slot == slot:
            return hideout
    return None


def current_location(state: State) -> PlaceId | None:
    """Where everybody can see that Dracula is; None while that is hidden."""
    card = _openly_at(state)
    return None if card is None else card.card


def is_revealed(state: State) -> bool:
    """Clause current-location.figure-revealed: whether the card of Dracula's place lies face up.

    Castle Dracula is known by its back alone, which does not reveal him there.
    """
    card = _openly_at(state)
    return card is not None and card.card is not None and not card.lies_facedown


def _openly_at(state: State) -> Hideout | None:
    """The card of Dracula's place: the newest, or what it is tied to if it is an open Hide."""
    newest = newest_location(state)
    if newest is None:
        return None
    card = newest[1]
    if card.card != HIDE or card.partner is None:
        return card
    return hideout_of(state, card.partner)


def current_class(state: State) -> str:
    """LAND or SEA: what the back of the card of Dracula's place tells of it."""
    card = _openly_at(state)
    return SEA if card is not None and card.back == SEA else LAND


def holder_of(state: State, seat: Seat) -> Hunter | Dracula:
    """The sheet that a seat's hand lies beside."""
    return state.dracula if seat == DRACULA else state.hunters[seat]


def hand_of(state: State, seat: Seat, kind: str) -> tuple[SlotId, ...]:
    """The hidden slots of one kind ("items", "events", "tickets", "encounters") in a hand."""
    slots: tuple[SlotId, ...] = getattr(holder_of(state, seat), kind)
    return slots


def shown_of(state: State, seat: Seat, kind: str) -> Card | None:
    """The one card of a kind that a weakened hunter keeps open."""
    if seat == DRACULA:
        return None
    hunter = state.hunters[seat]
    if kind == "items":
        return hunter.item_shown
    return hunter.event_shown if kind == "events" else None
