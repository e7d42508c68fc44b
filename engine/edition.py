"""The type Edition: the numbers, map, cards and switches that one game is played with.

1. An edition is a value: rules read it and never ask which preset it came from.
2. Every map over places has an entry for every place, so a look-up never fails.
"""

from collections.abc import Mapping
from typing import Annotated, Any, Literal, get_args, get_type_hints

import msgspec

from engine.ids import CardId, MomentId, PlaceId, RegionId, Seat


class Place(msgspec.Struct, frozen=True):
    """One location of the board."""

    id: PlaceId
    kind: Literal["large", "small", "castle", "sea"]
    region: RegionId | None = None  # a sea zone has none

    @property
    def is_sea(self) -> bool:
        """Whether this is a sea zone."""
        return self.kind == "sea"

    @property
    def is_city(self) -> bool:
        """Whether this is a city, Castle Dracula included (castle.like-city)."""
        return self.kind != "sea"


class Board(msgspec.Struct, frozen=True):
    """The map: places and the ways between them, every list in the order of the place list."""

    places: dict[PlaceId, Place]
    roads: dict[PlaceId, tuple[PlaceId, ...]]  # cities one road away
    rails: dict[PlaceId, tuple[tuple[PlaceId, str], ...]]  # (city one link away, white or yellow)
    seas: dict[PlaceId, tuple[PlaceId, ...]]  # port: sea zones; sea zone: sea zones and ports
    adjacent: dict[PlaceId, tuple[PlaceId, ...]]  # roads and sea links, never railways
    regions: dict[RegionId, tuple[PlaceId, ...]]
    hospitals: tuple[PlaceId, ...]  # the cities the hospital spaces are attached to
    hospital_roads: dict[PlaceId, dict[PlaceId, int]]  # place: hospital city: roads to it, if any
    hospital_fixed: dict[PlaceId, PlaceId]  # places whose hospital is named by a rule, not counted
    backs: dict[PlaceId, str]  # LAND, SEA or CASTLE: the back of each location card
    castle: PlaceId
    cities: tuple[PlaceId, ...]  # large, small and the castle
    sea_zones: tuple[PlaceId, ...]


class Character(msgspec.Struct, frozen=True):
    """The printed numbers of one character sheet."""

    seat: Seat
    health: int
    bite_spaces: int
    bitten: bool  # a bite is printed on the sheet
    item_limit: int
    event_limit: int
    ticket_limit: int
    first_city: PlaceId | None = None  # where a hunter starts when hunter_starts is "fixed"


class CardKind(msgspec.Struct, frozen=True):
    """One type of card: what is printed on it that rules ask about."""

    id: CardId
    deck: Literal[
        "item",
        "hunter_event",
        "dracula_event",
        "encounter",
        "hunter_combat",
        "dracula_combat",
        "power",
    ]
    copies: int
    moments: tuple[MomentId, ...]  # where it acts; "action" for a card that costs an action
    in_play: tuple[MomentId, ...] = ()  # those where it acts from where it lies, not from a hand
    banner: tuple[str, ...] = ()  # the icons it cancels
    icon: str | None = None  # the icon by which it is cancelled
    escape: bool = False  # of Dracula's: it ends the combat, as far as Pride lets it
    on_trail: bool = False  # of Dracula's: it can lie on the trail, out of the combat deck
    weapon: bool = False
    only: Seat | None = None  # the one hunter who can play it
    must_play: bool = False  # when drawn
    may_play_on_draw: bool = False  # now, or kept for its other moment
    ally: bool = False
    vampire: bool = False
    health: int | None = None  # of a vampire that is fought
    may_ambush: bool = False
    matures: bool = False  # it has a matured effect
    influence: int = 0  # gained when it matures
    reveals_location: bool = False  # when it matures
    cancelled_by: MomentId | None = None  # the window in which its play can be cancelled


class Ticket(msgspec.Struct, frozen=True):
    """One kind of railway ticket."""

    id: str
    white: int  # links of a ride on white railways alone
    yellow: int  # links of a ride with any yellow railway; 0 for none
    copies: int


class Switches(msgspec.Struct, frozen=True, kw_only=True):
    """What editions and players decide differently; the defaults are the fourth edition."""

    # whether one hunter for each player acts, or all four, shared out — setup.roles.hunters
    hunters_in_play: Literal["one-per-player", "all-four-shared"] = "all-four-shared"
    # whether two hunters may start in one city — setup.hunters.start-city
    shared_start_city: Literal["allowed", "forbidden"] = "allowed"
    # what a special action may use; a printed card overrides the reference that names only
    # events (golden.precedence.component), so every preset has "any-card" — actions.special
    special_action_sources: Literal["any-card", "events-and-abilities"] = "any-card"
    # whether vampire encounters fight with night effects — combat.night-effects.not-vampire
    night_effects_in_vampire_combat: Literal["off", "on"] = "off"
    # who decides that a hunter joins against a New Vampire — combat.vampire.new-join
    new_vampire_join: Literal["by-card-text", "voluntary-delay"] = "by-card-text"
    # when Dracula draws in the refresh step of a combat — combat.step8.dracula-draw
    dracula_combat_draw: Literal["below-five", "always"] = "below-five"
    # what a holy token put on a trail location turns up — consecrated.reveal-location
    consecrated_reveals: Literal["location-and-encounters", "nothing"] = "location-and-encounters"
    # which roads a holy token closes to Wolf Form — consecrated.wolf-form
    wolf_form_holy_roads: Literal["no-touching-road", "no-passing-through"] = "no-touching-road"
    # whether a defeated hunter loses tickets as well — defeated.hunter.discard-items
    defeat_loses_tickets: Literal["no", "yes"] = "no"
    # whether becoming delayed ends the turn — delayed.turn-ends
    delay_ends_turn: Literal["yes", "no"] = "yes"
    # whether Hide earns the influence of three despair tokens — despair.three.hide
    despair_hide_counts: Literal["yes", "no"] = "yes"
    # which placing of a city earns that influence — despair.three.city
    despair_trigger: Literal["dracula-phase", "any-choice", "any-placement"] = "dracula-phase"
    # whether a play-immediately event must be played or may lapse — events.draw.immediate
    immediate_events: Literal["mandatory", "now-or-never"] = "mandatory"
    # whether hunters are kept from passing through fog — fog.move.through
    fog_blocks_passing: Literal["yes", "no"] = "yes"
    # whether fog also stops hunters from being moved by others — fog.move.out
    fog_blocks_forced_moves: Literal["yes", "no"] = "yes"
    # whether Dracula refuses combat in fog hunter by hunter or as a whole — fog.decline-combat
    fog_decline: Literal["per-hunter", "whole-combat"] = "per-hunter"
    # what Great Strength averts — great-strength.fangs
    great_strength_scope: Literal["bite-and-defeat", "bite-or-lethal-damage"] = "bite-and-defeat"
    # whether turning up Hide turns up its location — hide.reveal.location-with-hide
    hide_reveals_location: Literal["yes", "no"] = "yes"
    # how Hide is laid while Dracula is revealed — hide.revealed.faceup
    hide_when_revealed: Literal["faceup", "facedown"] = "faceup"
    # whether that Hide gets an encounter — hide.revealed.no-encounter
    hide_when_revealed_encounter: Literal["none", "placed"] = "none"
    # how encounters of a cleared hideout are discarded — maturing.cleared-facedown
    cleared_encounters_discard: Literal["facedown", "faceup"] = "facedown"
    # whether events about hideouts reach lairs — lairs.events
    hideout_events_hit_lairs: Literal["no", "by-card-text"] = "no"
    # whether matured effects may be left unused — maturing.resolve
    maturing: Literal["optional", "all-mandatory"] = "optional"
    # whether maturing by itself turns up the location — maturing.location-hidden
    maturing_shows_location: Literal["no", "yes"] = "no"
    # where the rumor token of a matured hideout goes — maturing.clear.rumor
    matured_rumor: Literal["removed", "pool"] = "removed"
    # whether Misdirect may clear a sea hideout — misdirect.not-sea
    misdirect_sea: Literal["forbidden", "allowed"] = "forbidden"
    # whether Misdirect may clear the current location — misdirect.clear
    misdirect_current_location: Literal["allowed", "forbidden"] = "forbidden"
    # whether cards can move hunters at night — movement.hunter.night-effects
    night_card_moves: Literal["allowed", "forbidden"] = "allowed"
    # whether a spent ticket is shown first — movement.rail.return
    spent_ticket: Literal["hidden", "revealed"] = "revealed"
    # whether the effect of a power card is announced — power.effect-shown
    power_effect_shown: Literal["yes", "by-card-text"] = "yes"
    # how an announced power card then lies on the trail — power.facedown
    power_on_trail: Literal["facedown", "by-card-text"] = "facedown"
    # when a power card can be used again — power.reuse
    power_reuse: Literal["slide-off-or-clear", "slide-off-only"] = "slide-off-or-clear"
    # how Lord Godalming keeps the ticket limit between two draws — ticket.godalming
    godalming_tickets: Literal["draw-discard-draw", "by-sheet-text"] = "draw-discard-draw"
    # whether a road or railway can bear two roadblocks — roadblock.no-stack
    roadblock_stacking: Literal["forbidden", "allowed"] = "forbidden"
    # whether storms of several plays keep apart as well — storm.distinct
    storms_distinct: Literal["always", "per-play"] = "always"
    # what an escape needs in a vampire combat — vampire.escape.three
    vampire_escape_threshold: Literal["three-cards", "despair-tokens"] = "three-cards"
    # when a resolved Fangs gives influence; the card says at night — winning.influence.fangs
    fangs_influence: Literal["mesmerized", "any", "mesmerized-at-night"] = "mesmerized-at-night"

    # whether the escape card counts itself among the cards played — escape-bat.threshold.example
    escape_count: Literal["earlier-cards-only", "including-this-card"] = "earlier-cards-only"
    # which fights of a Reckless Vampire give influence on Fangs — card.reckless_vampire
    reckless_fangs: Literal["ambush-only", "always"] = "ambush-only"
    # whether these two sea zones share a border — adjacency.sea.border
    north_sea_north_atlantic: Literal["adjacent", "apart"] = "adjacent"
    # whether Dracula's starting location gets an encounter — setup.dracula.no-encounter
    start_encounter: Literal["none", "placed"] = "none"
    # whether Castle Dracula gets an encounter — castle.encounter
    castle_encounter: Literal["placed", "none"] = "placed"
    # whether bats carry a hunter off at a night action — bats.night
    bats_at_night: Literal["yes", "no"] = "yes"
    # whether hunters fight Dracula in a sea zone — combat.no-sea
    combat_at_sea: Literal["never", "possible"] = "never"

    # whether rumor tokens are in the game — setup.rumor.one
    rumor_tokens: Literal["used", "unused"] = "used"
    # whether Dracula has his power cards — setup.location-deck.power-cards
    power_cards: Literal["used", "unused"] = "used"
    # whether a hideout that slides off may become a lair — lairs.source
    lairs: Literal["used", "unused"] = "used"
    # whether hunters choose where to start — setup.hunters.start-city
    hunter_starts: Literal["free", "fixed"] = "free"

    # the influence at which Dracula wins — winning.dracula
    influence_to_win: Annotated[int, msgspec.Meta(ge=3, le=13)] = 13
    # the damage that defeats Dracula — defeated.dracula
    dracula_health: Annotated[int, msgspec.Meta(ge=1, le=15)] = 15
    # the despair tokens that lie on the time track from the first day — despair.weeks
    despair_from_start: Annotated[int, msgspec.Meta(ge=0, le=3)] = 0


SWITCH_NAMES: tuple[str, ...] = Switches.__struct_fields__
_DECLARED = get_type_hints(Switches, include_extras=True)


def allowed_values(switch: str) -> tuple[str | int, ...]:
    """Every value a switch can have, in the order it is declared."""
    declared = _DECLARED[switch]
    if hasattr(declared, "__metadata__"):
        (bounds,) = declared.__metadata__
        return tuple(range(bounds.ge, bounds.le + 1))
    return get_args(declared)


class Numbers(msgspec.Struct, frozen=True, kw_only=True):
    """The printed numbers that rules use; what one card alone needs is in its effect."""

    days_in_week: int = 7

    # the trail
    trail_length: int = 6
    lair_slots: int = 3
    rumor_spaces: int = 3  # a rumor token may lie on the first so many
    vampire_clears_from: int = 4  # a matured vampire clears this space and all after it

    # pieces in the box
    fog_tokens: int = 4
    storm_tokens: int = 6
    roadblock_tokens: int = 8
    bats_tokens: int = 2
    heavenly_host_tokens: int = 3
    despair_tokens: int = 3
    rumor_tokens: int = 4

    # hands
    encounter_hand: int = 5  # refilled to this
    combat_hand: int = 5  # dealt at the start of a combat
    starting_rumors: int = 1

    # influence
    defeat_influence: int = 2  # Rage, and one more for each despair token
    fury_influence: int = 3  # a city or Hide with all despair tokens out
    rumor_influence: int = 3  # more for a matured vampire with a rumor token
    fangs_influence: int = 1

    # Dracula's movement
    embark_damage: int = 2  # from a port out to sea
    sail_damage: int = 1  # from sea zone to sea zone
    castle_recovery: int = 5
    wolf_form_damage: int = 1
    wolf_form_roads: int = 2
    dark_call_damage: int = 2
    dark_call_cards: int = 5
    feed_recovery: int = 3
    error_damage: int = 5

    # combat
    combat_cards_limit: int = 6  # Dracula's cards; then the combat ends
    escape_as_bat_roads: int = 2
    vampire_escape_cards: int = 3  # already played before an escape from a vampire combat works

    # hunters' actions
    rest_recovery: int = 1
    rest_recovery_with_seward: int = 2
    supply_items: int = 1
    supply_items_godalming: int = 2
    reserved_tickets: int = 1
    reserved_tickets_godalming: int = 2


class Edition(msgspec.Struct, frozen=True):
    """Everything a game is played with, once the preset and the switches are chosen."""

    id: str
    board: Board
    characters: dict[Seat, Character]
    cards: dict[CardId, CardKind]
    decks: dict[str, tuple[CardId, ...]]  # the cards of each deck, in the order of the tables
    hands: dict[CardId, str]  # the kind of hand each card belongs in: items, events, encounters
    tickets: dict[str, Ticket]
    rides: dict[str, dict[PlaceId, tuple[PlaceId, ...]]]  # ticket: city: where it leads unhindered
    switches: Switches
    numbers: Numbers
    effects: Mapping[tuple[MomentId, CardId], Any]  # what cards do, by moment and card
    moments: dict[MomentId, tuple[CardId, ...]]  # the cards played from a hand at each moment
    priced: frozenset[MomentId]  # moments where a card has a price that its holder alone can judge
    banner_cards: tuple[CardId, ...]  # what a hunter may choose in combat
