"""Mistakes in a scenario are refused before it is played, in one sentence."""

from collections import Counter
from pathlib import Path

import pytest

from client.workshop.scenario import fact_words, runner, scenario_file
from engine.editions import PRESETS, edition
from engine.errors import BadScenario
from engine.positions import tokens
from tests.client.words import engine_ids
from tests.support.scenario_text import AFTER, parsed

SCENARIOS = Path(__file__).parents[2] / "scenarios"

MALFORMED = {
    'title = "x"\n[position]\nmina = "pariss"': 'position.mina.place: there is no "pariss" here',
    'title = "x"\n[position]\nmina.item = ["knife"]': "position.mina.item: no such key",
    'title = "x"\n[position]\nmina.items = ["crucifix", "crucifix", "crucifix"]': "every copy",
    'title = "x"\n[position]\nmina.items = ["long_night"]': "is none of the items",
    'title = "x"\n[position]\nmina = "paris"\ntrail = ["rome", "paris"]': "a hunter stands there",
    'title = "x"\n[position]\ntrail = ["rome", "rome"]': "lies twice",
    'title = "x"\n[position]\ntrail = [{ place = "rome", rumour = true }]': 'did you mean "rumor"',
    'title = "x"\n[position]\ntrail = [{ place = "north_sea", encounters = ["rats"] }]': "sea zone",
    'title = "x"\n[position]\nlairs = ["hide"]': "can never be a lair",
    'title = "x"\n[position]\nmina.damage = 9': "a whole number from 0 to 8",
    'title = "x"\n[position]\nflags = ["long_nigth"]': 'did you mean "long_night"',
    'title = "x"\n[switches]\nfog = "no"': "no-such-switch: switch=fog",
    'title = "x"\nedition = "fifth"': "no-such-preset: preset=fifth",
    'title = "x"\n[[play]]\nseat = "mina"\nanswer = "goto rome"': 'no answer "goto"',
    'title = "x"\n[[play]]\nseat = "mina"\nanswer = "road_to rom"': 'there is no "rom"',
    'title = "x"\n[[play]]\nfacts = ["hunter_move"]': 'did you mean "hunter_moved"',
    'title = "x"\n[[play]]\nfacts = ["hunter_moved sat=mina"]': 'no field "sat"',
    'title = "x"\n[[play]]\nfacts = [""]': 'there is no fact ""',
    'title = "x"\n[[play]]\nno_facts = [" "]': 'there is no fact ""',
    'title = "x"\n[[play]]\nfacts = ["seat=mina"]': 'there is no fact "seat=mina"',
    'title = "x"\n[[play]]\nhold = { influenc = 1 }': 'did you mean "influence"',
    'title = "x"\n[[play]]\nhold = { mina.place = "rom" }': 'there is no "rom"',
    'title = "x"\n[[play]]\nsees = { mina = { "trail" = "rome" } }': "is no path",
    'title = "x"\n[[play]]\nanswer = "rest"': "say which seat answers",
    'title = "x"\n[[play]]\nseat = "mina"\nanswer = "play"': '"play" says too little',
    'title = "x"\n[[play]]\nseat = "mina"\nanswer = "rest paris"': "says too much",
    'title = "x"\n[[play]]\nabout = "action"': "say which seat is asked",
    'title = "x"\n[[play]]\nseat = "mina"\nabout = "acton"': 'did you mean "action"',
    'title = "x"\n[[play]]\nseat = "mina"\nabout = "dracula.card"': "mina is never asked",
    'title = "x"\n[[play]]\nseat = "mina"\nabout = "action?"': 'no "action?"',
    'title = "x"\n[[play]]\nasked = ["mina dawn.event"]': 'did you mean "dawn.events"',
    'title = "x"\n[[play]]\nnot_asked = ["mina dawn.event"]': 'did you mean "dawn.events"',
    'title = "x"\n[[play]]\nnot_asked = ["dracula dawn.events"]': "dracula is never asked",
    'title = "x"\n[[play]]\nnot_asked = ["minna action"]': 'did you mean "mina"',
    'title = "x"\n[[play]]\nno_facts = ["card_opened place=pariss"]': 'did you mean "paris"',
    'title = "x"\n[[play]]\nno_facts = ["card_opened pariss"]': 'there is no "pariss"',
    'title = "x"\n[[play]]\nno_facts = ["hunter_moved seat=paris"]': 'there is no "paris"',
    'title = "x"\n[[play]]\nno_facts = ["hunter_moved way=foot"]': 'there is no "foot"',
    'title = "x"\n[[play]]\nno_facts = ["hunter_moved seat=mina,seward"]': "seat is one value",
    'title = "x"\n[[play]]\nno_facts = ["hunter_moved place.mina=rome"]': 'field "place.mina"',
    'title = "x"\n[[play]]\nno_facts = ["card_discarded card=paris"]': 'there is no "paris"',
    'title = "x"\n[[play]]\nno_facts = ["card_laid card=knife"]': 'there is no "knife"',
    'title = "x"\n[[play]]\nno_facts = ["hunter_bitten source=fang"]': 'did you mean "fangs"',
    'title = "x"\n[[play]]\nno_facts = ["combat_ended cause=combat.step7"]': "combat.step7.six",
    'title = "x"\n[[play]]\nno_facts = ["hunter_wounded amount=two"]': "is a whole number",
    'title = "x"\n[[play]]\nno_facts = ["hunter_wounded amount=1 amount=2"]': "not two",
    'title = "x"\n[[play]]\nno_facts = ["combat_began night=yes"]': "known are false, true",
    'title = "x"\n[[play]]\nno_facts = ["combat_cards_revealed cards.minna=dodge"]': '"cards.mina"',
    **{
        f'title = "x"\n[[play]]\nno_facts = ["{words}"]': said
        for words, said in {
            "": 'no fact ""',
            "game_ended outcome=hunter": 'did you mean "hunters"',
            "game_ended outcome=mina": "known are dracula, hunters",
            "back_opened back=hunters": 'did you mean "hunter"',
            "back_opened back=land": 'no "land"',
            "card_laid back=hunter": 'no "hunter"',
            "combat_began opponent=hunters": 'no "hunters"',
            "combat_began opponent=mina": 'no "mina"',
            "combat_began opponent=dracula vampire=new_vampire": 'no "new_vampire"',
            "flag_raised flag=night": 'no "night"',
            "flag_lowered flag=paris": 'no "paris"',
            "step_began step=paris": 'no "paris"',
            "step_began step=setup": 'no "setup"',
            "standing_changed seat=mina moment=rail.spend": 'no "rail.spend"',
            "standing_changed dracula dawn.events": "no fields for all of",
            "combat_cards_revealed cards.mina=paris": 'no "paris"',
            "combat_cards_revealed cards.mina=fangs": 'no "fangs"',
            "combat_cards_revealed cards.dracula=dodge": 'no "dodge"',
            "combat_cards_revealed cards=mina:dodge": 'did you mean "cards.mina"',
            "combat_cards_chosen sealed.mina=fangs": 'no "fangs"',
            "ticket_shown ticket=paris": 'no "paris"',
            "roadblock_placed way=road": 'no "road"',
            "hunter_moved way=road:brussels:paris": 'no "road:brussels:paris"',
            "hunter_moved seat=dracula": 'no "dracula"',
            "hunter_moved place=hide": 'no "hide"',
            "storm_placed place=paris": 'no "paris"',
            "fog_placed place=north_sea": 'no "north_sea"',
            "host_placed place=galatz": 'no "galatz"',
            "hospital_chosen hospital=paris": "known are budapest, madrid, rome",
            "hunter_defeated hospital=paris": 'no "paris"',
            "dracula_card_canceled card=knife": 'no "knife"',
            "hunter_card_canceled by=garlic": 'no "garlic"',
            "power_shown power=rats": 'no "rats"',
            "encounter_opened hideout=rats": 'no "rats"',
            "encounter_opened slot=knife": 'no "knife"',
            "ally_played card=long_night": 'no "long_night"',
            "card_played card=wolf_form": 'no "wolf_form"',
            "card_played kind=events card=knife": 'no "knife"',
            "cards_drawn items slots=long_night": 'no "long_night"',
            "card_laid clue=Laid": 'no field "clue"',
            "hunter_wounded amount=²": "is a whole number",
            "hunter_wounded amount=02": "is a whole number",
            "turn_ended mina seward": "turn_ended has no fields for all of mina, seward",
            "hunter_moved seat=mina seward": "no fields for all of seward",
            "hunter_wounded seat=mina 7 8": "no fields for all of 7, 8",
            "card_discarded mina knife pistol": "no fields for all of",
            "card_discarded slot=knife card=pistol": "known are knife, none",
        }.items()
    },
    'title = "x"\n[[play]]\nseat = "dracula"\nnot_offered = ["pick matture"]': '"mature"',
    'title = "x"\n[[play]]\nseat = "mina"\nrefused = { "pick zurch" = "" }': '"zurich"',
    'title = "x"\n[[play]]\nhold = { decks.items = { lacks = ["rats"] } }': 'no "rats"',
    **{
        f'title = "x"\n[[play]]\nhold = {{ {words} }}': said
        for words, said in {
            "fog.pariss = 0": 'fog.pariss: there is no "pariss"',
            'fog = ["north_sea"]': 'no "north_sea"',
            "fog = 5": "fog: should be a",
            "fog.paris = true": "fog.paris: should be a whole number",
            "powers_resting.feeed = 0": 'did you mean "feed"',
            "powers_resting.rats = 0": 'no "rats"',
            "standing.minna = []": 'did you mean "mina"',
            'standing.mina = ["rail.spend"]': 'no "rail.spend"',
            "roadblocks = [5]": "roadblocks: should be a list of texts",
            "discards.events = { has = 5 }": "events.has: should be a list of texts",
            'discards.events = { lacks = ["long_night up"] }': 'no "up"',
            'discards.items = { lacks = ["knife down"] }': 'no "down"',
            'discards.events = { size = "x" }': "events.size: should be a whole number",
            "trail.1.encounters = 5": "encounters: should be a list",
            'trail.1.encounters = "rats"': "encounters: should be a list",
            "mina.items = 0": "should be a list of texts",
        }.items()
    },
    **{
        f'title = "x"\n[position]\n{words}': f"should be a list of texts, not {said}"
        for words, said in {
            "fog = 5": "5",
            "fog = [5]": "[5]",
            'fog = [["paris"]]': "[['paris']]",
            "hosts = 5": "5",
        }.items()
    },
    'title = "x"\n[position]\nroadblocks = [""]': 'there is no ""',
    'title = "x"\n[[play]]\nsees = { mina = { "trail.1" = 5 } }': "trail.1: should be a list",
    **{
        f'title = "x"\n[[play]]\nsees = {{ mina = {{ "{path}" = [] }} }}': "is no path"
        for path in ("trail.9", "trail.0", "lairs.4", "mina.items.x", "trail.1.encounters.x")
    },
    'title = "x"\n[[play]]\ndoes_not_see = { mina = ["trail.7"] }': "is no path",
    'title = "x"\n[[play]]\nseat = "mina"\nanswer = "rest"\n'
    'standing = { "rail.spend" = true }': 'there is no "rail.spend"',
    **{
        f'title = "x"\n[[play]]\nseat = "mina"\nnot_offered = ["{words}"]': said
        for words, said in {
            "road_to rats": 'road_to takes no "rats"',
            "road_to north_sea": 'takes no "north_sea"',
            "road_to 5": 'takes no "5"',
            "trade paris": "known are godalming",
            "lead dracula": "known are godalming",
            "use_ability knife": "known are psychic_bond",
            "rail_by paris": 'takes no "paris"',
            "play wolf_form": 'takes no "wolf_form"',
            "show 3/2": 'takes no "3/2"',
            "choose rats": 'choose takes no "rats"',
            "pick_place rats": 'takes no "rats"',
            "pick_seat paris": 'takes no "paris"',
            "pick road paris london": 'takes no "road:london:paris"',
            "lay knife": 'nobody ever lays "knife"',
            "lay lair": 'nobody ever lays "lair"',
            "lay lair lair lair": "nobody ever lays",
            "lay paris feed": "nobody ever lays",
            "lay misdirect paris paris paris": "nobody ever lays",
        }.items()
    },
    'title = "x"\n[[play]]\nseat = "mina"\nrefused = { "use_ability knife" = "" }': "takes no",
    'title = "x"\n[position]\nstanding.mina = ["dawn.event"]': 'did you mean "dawn.events"',
    'title = "x"\n[position]\nstanding.mina = ["dracula.end"]': 'no "dracula.end"',
    "clauses = []": "needs a title",
}


IMPOSSIBLE = {
    'consecrated = "paris"\ntrail = ["paris"]': "trail.1: a holy token has turned up",
    '[switches]\nhide_when_revealed = "facedown-and-hidden"\n[position]\nhosts = ["paris"]\n'
    'trail = ["rome", "hide", "paris up"]': "trail.2: a holy token",
    'consecrated = "galatz"': "consecrated: there is no",
    "hosts.paris = 3": "hosts: a token cannot have come after round 2",
    'step = "dawn"\nhosts.paris = 2': "hosts: a token cannot have come after round 1",
    'hosts = ["paris", "paris"]': 'hosts: "paris" stands there twice',
    'storms = ["north_sea", "north_sea"]': "storms: at this table no sea zone bears two",
    'seward = { hospital = "madrid", bats = true }': "seward: bats carry off nobody",
    'flags = ["no_supply", "no_supply"]': 'flags: "no_supply" stands there twice',
    'acted = ["mina", "mina"]': 'acted: "mina" stands there twice',
    'standing.mina = ["dawn.events", "dawn.events"]': "stands there twice",
    'trail = ["feed"]': "trail: no location lies there",
    'trail = ["misdirect", ""]': "trail: no location lies there",
    **{
        f'step = "dracula"\ntrail = [{entries}, "paris"]': "trail.6: it slides off"
        for entries in (
            '"", "", "", "", ""',
            '"feed", "", "", "", ""',
            '"dark_call", "feed", "misdirect", "", ""',
            '"hide", "", "", "", ""',
            '"feed", "dark_call", "hide", "", ""',
        )
    },
    'trail = ["hide", "north_sea"]': "trail.1: Hide cannot be played at sea",
    'trail = ["hide", "paris up"]': "trail.1: paris lies open, and Hide is turned up with it",
    'trail = ["hide", "hide", "paris"]': "trail: a location card lies twice: ['hide', 'hide'",
    'trail = ["hide"]': "trail.1: Hide keeps Dracula where he is",
    'trail = ["feed", "dark_call", "north_sea"]': "trail.1: it cannot be played at sea",
    'mina = "castle_dracula"\ntrail = ["castle_dracula down"]': "trail.1.face: how castle_dracula",
    '[switches]\ncastle_hide = "revealed"\n[position]\n'
    'trail = ["castle_dracula down"]': "trail.1.face: how castle_dracula lies",
    'trail = ["hide", "castle_dracula up"]': "trail.1: castle_dracula lies open, and Hide",
    'trail = [{ place = "north_sea", power = "wolf_form" }]': "takes Dracula to a city only",
    'trail = [{ place = "hide", bat_card = true }, "paris"]': "bat_card: a bat flies to a city",
    'lairs = [{ place = "paris", bat_card = true }]': "bat_card: a bat flies to a city",
    "powers_resting.feed = 2": "powers_resting: a power card that has left",
    'dracula.bodyguards = ["rats"]': "dracula.bodyguards: there is no",
    'mina = { away = "rome", delayed = true }': "mina: whoever is defeated",
    'roadblocks = ["road paris brussels", "road brussels paris"]': "cannot bear two",
    '[switches]\npower_cards = "unused"\n[position]\ntrail = ["feed", "paris"]': "power cards",
    '[switches]\nlairs = "unused"\n[position]\nlairs = ["paris"]': "lairs: this table",
    '[switches]\nrumor_tokens = "unused"\n[position]\nrumors_out = 1': "there are 0 rumor tokens",
    "[switches]\ndespair_from_start = 2\n[position]\ndespair = 1": "from 2 to 3",
    '[switches]\npower_reuse = "slide-off-only"\n[position]\npowers_resting.feed = 2\n'
    'trail = ["feed", "paris"]': "powers_resting.feed: it lies on the trail",
}


@pytest.mark.parametrize("text", MALFORMED)
def test_a_mistake_is_told_in_one_sentence_with_its_place(text: str) -> None:
    with pytest.raises(BadScenario) as mistake:
        parsed(text + AFTER)
    assert MALFORMED[text] in str(mistake.value)
    assert str(mistake.value).startswith("test.toml: ")
    assert "\n" not in str(mistake.value)


@pytest.mark.parametrize("text", IMPOSSIBLE)
def test_a_position_no_game_comes_to_is_refused(text: str) -> None:
    head = 'title = "x"\n' + ("" if text.startswith("[") else "[position]\n")
    with pytest.raises(BadScenario) as mistake:
        parsed(head + text + AFTER)
    assert IMPOSSIBLE[text] in str(mistake.value)


@pytest.mark.parametrize(
    "text",
    [
        'consecrated = "paris"\ntrail = ["paris up"]',
        'consecrated = "paris"\ntrail = ["strasbourg"]\nlairs = ["paris"]',
        'trail = ["strasbourg", { place = "hide", partner = false }, "north_sea"]',
        'trail = ["strasbourg", "hide up", "paris up"]',
        'trail = ["strasbourg", "feed", "north_sea"]',
        'trail = ["misdirect", "north_sea"]',
        'mina = { away = "rome" }',
        '[switches]\nstorms_distinct = "per-play"\n[position]\nstorms = ["north_sea", "north_sea"]',
        'step = "dracula"\ntrail = ["", "", "", "", "paris", "rome"]',
        'step = "dracula"\ntrail = ["", "hide", "", "", "paris", "rome"]',
        "hosts.paris = 2",
    ],
)
def test_a_position_that_a_game_can_come_to_is_taken(text: str) -> None:
    head = 'title = "x"\n' + ("" if text.startswith("[") else "[position]\n")
    assert runner.run(parsed(head + text + AFTER)).holds


def test_a_place_named_twice_has_two_fogs() -> None:
    text = 'title = "x"\n[position]\nfog = ["paris", "paris"]\n[after]\nfog = '
    for fog in ("{ paris = 2 }", '["paris", "paris"]'):
        assert runner.run(parsed(text + fog)).holds
    assert not runner.run(parsed(text + '["paris"]')).holds


def test_holy_tokens_that_turn_nothing_up_leave_cards_hidden() -> None:
    text = '[switches]\nconsecrated_reveals = "nothing"\n[position]\nconsecrated = "paris"\n'
    assert runner.run(parsed('title = "x"\n' + text + 'trail = ["paris"]' + AFTER)).holds


def test_every_question_of_the_rules_can_be_named() -> None:
    assert engine_ids.questions() == tokens.QUESTIONS
    assert engine_ids.effects() == set(scenario_file.EFFECTS)


def test_every_text_of_every_fact_has_words_of_its_own() -> None:
    """None falls back on the words of everything: what it can never be would hold for ever."""
    for preset in PRESETS:
        rules = edition(preset, {})
        everything = scenario_file.words_of(rules)
        for tag in fact_words.all_facts():
            for name, field in fact_words.fields_named(tag, rules).items():
                assert field.words, f"{tag} {name}"
                assert not field.words > {*rules.cards, *rules.board.places}, f"{tag} {name}"
                assert field.words != everything, f"{tag} {name}"


def test_a_card_named_twice_or_beside_its_slot_may_be_asked_for() -> None:
    rules = edition("fourth", {})
    for words in (
        "card_discarded mina knife",
        "card_discarded card=none knife",
        "card_discarded knife none",
        "card_discarded slot=knife card=knife",
        "combat_cards_revealed knife dodge fangs",
        "combat_began seward,mina dracula paris",
        "hunter_moved mina paris rome",
    ):
        assert fact_words.checked(words, rules, "x") == words


def test_what_the_trace_prints_can_be_asked_for() -> None:
    """Of each kind of fact the first ones that some scenarios of every folder come to."""
    checked: Counter[str] = Counter()
    folders: Counter[Path] = Counter()
    for path in sorted(SCENARIOS.rglob("*.toml")):
        folders[path.parent] += 1
        if folders[path.parent] > 4:
            continue
        played = parsed(path.read_text(encoding="utf-8"))
        for line in runner.run(played).diary:
            words = line.strip()
            if line.startswith("    ") and checked[words.split()[0]] < 40:
                checked[words.split()[0]] += 1
                fact_words.checked(words, played.edition, path.name)
    assert len(checked) > 60


def test_a_scenario_that_expects_nothing_is_a_mistake() -> None:
    with pytest.raises(BadScenario, match="nothing is expected"):
        parsed('title = "x"')
