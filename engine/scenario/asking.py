"""Every question by the id of what it is about, and which side it is put to.

What is expected of a question is checked against this table: "not asked" would hold for ever of a
question that does not exist, or that this side is never asked. The driver stops at a question
that is missing here, so the table cannot fall behind the rules.
"""

from engine.ids import DRACULA
from engine.scenario.reading import Reader

_HUNTERS = frozenset((
    "action", "ally.choice", "ambush.avoid", "behind_the_veil.encounter",
    "blood_transfusion.hunter", "combat.choose", "combat.circle", "combat.escape",
    "combat.firearm", "combat.join", "combat.start", "combat.swap", "consecrate.hosts",
    "consecrated_ground.city", "customs_search.effect", "dawn.events", "day.free",
    "dusk.events", "emergency.destination", "encounter.answer", "escape_route.hunter",
    "event.drawn", "event.over-limit", "events.over-limit.discard", "falsetip.cancel",
    "good_luck.effect", "good_luck.roadblock", "harm.prevent", "heavenly_host.city",
    "hired_scouts.city", "horses.destination", "jonathan_harker.city", "lucky_find.keep",
    "money_trail.card", "newspaper_reports.space", "rail.carriage", "rail.declare",
    "rail.destination", "rufus_smith.city", "search.before", "search.found", "search.order",
    "setup.start", "sister_agatha.city", "supply.item.limit", "surprising_return.card",
    "ticket.again", "ticket.give-up", "ticket.keep", "trade", "turn.order",
    "vampire_lair.stake", "wax_cylinders.effect", "wax_cylinders.hideout", "weakened.cover",
    "weakened.expose", "weakened.swap", "weather.first", "weather.second",
))  # fmt: skip

_DRACULA = frozenset((
    "ally.choice", "arrival.ambush", "bats.carry", "combat.bat", "combat.before",
    "combat.cancel-dracula", "combat.choose", "combat.claws", "combat.engage", "combat.fetch",
    "combat.plotting", "combat.refuse", "defeat.hospital", "desecrated_soil.discard",
    "devilish_power.effect", "dracula.allies", "dracula.bat", "dracula.card",
    "dracula.encounter", "dracula.end", "dracula.phase", "dracula.rumor", "dracula.slide-off",
    "draculas_brides.encounter", "draculas_brides.hideout", "dusk.roadblock", "dusk.storm",
    "event.cancel", "event.drawn", "event.over-limit", "events.over-limit.discard",
    "great_wolf.hunter", "hidden_schemes.encounter", "hoax.keep", "lairs.full", "mature.choose",
    "move.region-crossed", "move.road-done", "rail.false-tip", "rail.spend", "roadblock.way",
    "saboteur.way", "search.found", "seduction.vampire", "setup.dracula", "spy.hunter",
    "summon_storms.sea", "unnatural_fog.city", "vampiric_influence.card",
    "vampiric_influence.city", "vampiric_influence.hunter", "wild_horses.city", "wolves.city",
))  # fmt: skip

QUESTIONS = _HUNTERS | _DRACULA


def put_to(seat: str) -> frozenset[str]:
    """What a seat can be asked about."""
    return _DRACULA if seat == DRACULA else _HUNTERS


def check_about(reader: Reader, key: str, about: str, seat: str | None) -> None:
    """Refuse a question that does not exist, or that is never put to this seat."""
    reader.check(key, about, QUESTIONS)
    if seat is not None and about not in put_to(seat):
        reader.bad(key, f"{seat} is never asked {about}")
