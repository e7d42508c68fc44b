"""The switches: every rule that published texts or players decide differently, one value each."""

from collections.abc import Mapping
from typing import Annotated, Literal, TypeAlias, get_args, get_type_hints

import msgspec

from engine.errors import BadSwitchValue, UnknownSwitch

Value: TypeAlias = str | int  # a position of a switch


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
    # whether becoming delayed ends the turn, or only costs the next action; in the third position
    # it costs the next turn, and a second action is taken lying down — delayed.turn-ends
    delay_ends_turn: Literal["yes", "no", "no-second-action-free"] = "yes"
    # whether Hide earns the influence of three despair tokens — despair.three.hide
    despair_hide_counts: Literal["yes", "no"] = "yes"
    # which placing of a city earns that influence — despair.three.city
    despair_trigger: Literal["dracula-phase", "any-choice", "any-placement"] = "dracula-phase"
    # whether a play-immediately event must be played or may lapse — events.draw.immediate
    immediate_events: Literal["mandatory", "now-or-never"] = "mandatory"
    # whether hunters are kept from passing through fog: no frees railway rides, which enter no
    # city on the way; no-roads-either frees card moves over roads as well — fog.move.through
    fog_blocks_passing: Literal["yes", "no", "no-roads-either"] = "yes"
    # whether fog also stops hunters from being moved by others — fog.move.out
    fog_blocks_forced_moves: Literal["yes", "no"] = "yes"
    # whether Dracula refuses combat in fog hunter by hunter or as a whole — fog.decline-combat
    fog_decline: Literal["per-hunter", "whole-combat"] = "per-hunter"
    # what Great Strength averts — great-strength.fangs
    great_strength_scope: Literal["bite-and-defeat", "bite-or-lethal-damage"] = "bite-and-defeat"
    # whether turning up Hide turns up its location — hide.reveal.location-with-hide
    hide_reveals_location: Literal["yes", "no"] = "yes"
    # how Hide is laid while Dracula is revealed: facedown leaves his figure on the board, which
    # tells where he is; facedown-and-hidden hides him again — hide.revealed.faceup
    hide_when_revealed: Literal["faceup", "facedown", "facedown-and-hidden"] = "faceup"
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
    misdirect_current_location: Literal["allowed", "forbidden"] = "allowed"
    # whether cards can move hunters at night — movement.hunter.night-effects
    night_card_moves: Literal["allowed", "forbidden"] = "allowed"
    # whether a spent ticket is shown first — movement.rail.return
    spent_ticket: Literal["hidden", "revealed"] = "hidden"
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
    # what Dracula turns up when he claims to have no legal card — errors.step1.reveal
    no_card_opens: Literal["location", "trail-and-lairs"] = "location"
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
    # whether Castle Dracula's back, which tells where he is, also reveals him — castle.known
    castle_hide: Literal["facedown", "revealed"] = "facedown"
    # how often a rumor token counts if several vampires mature beside it — rumor.bonus
    rumor_two_vampires: Literal["each-time", "once"] = "each-time"
    # when a lair is cleared whose last encounter was found by a search — lairs.empty
    searched_lair: Literal["on-arrival", "at-once"] = "on-arrival"
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


def allowed_values(switch: str) -> tuple[Value, ...]:
    """Every value a switch can have, in the order it is declared."""
    declared = _DECLARED[switch]
    if hasattr(declared, "__metadata__"):
        (bounds,) = declared.__metadata__
        return tuple(range(bounds.ge, bounds.le + 1))
    return get_args(declared)


POSITIONS: Mapping[str, tuple[Value, ...]] = {name: allowed_values(name) for name in SWITCH_NAMES}


def check_positions(
    chosen: Mapping[str, Value], positions: Mapping[str, tuple[Value, ...]] = POSITIONS
) -> None:
    """Refuse a switch that there is not, and a position that it does not have."""
    for name, value in chosen.items():
        if name not in positions:
            raise UnknownSwitch("no-such-switch", switch=name, known=", ".join(positions))
        if type(value) not in (str, int) or value not in positions[name]:
            known = ", ".join(map(str, positions[name]))
            raise BadSwitchValue("no-such-position", switch=name, value=value, known=known)
