"""Games told as a chronicle: prose without gaps, from every seat's eyes and in every preset."""

import pytest
from msgspec import structs

from client.simulation import below_from
from client.words.facts import VARIANTS
from client.words.rulebook import sentences
from client.words.words import Words
from engine.facts.board import (
    DespairGrew,
    HunterMoved,
    HunterWounded,
    InfluenceChanged,
    RoadblockPlaced,
    TimeAdvanced,
)
from engine.facts.combat import CombatBegan, CombatCardsRevealed
from engine.facts.hands import CardsDrawn, SlotsMade
from engine.facts.trail import CardLaid, CardOpened, CardsDenied, EncounterLaid, HideoutCleared
from engine.local import LocalGame
from engine.record import Setup
from engine.requests import Sealed
from engine.shapes import Shape
from engine.state import Hideout, Played, State
from engine.view import View, see
from tests.client.words.told_games import told

PAIR = ("mina", "seward")
GAMES = [
    ("r", "fourth", "random", None),
    ("d", "third-ru", "random", "dracula"),
    ("m", "third-es", "random", "mina"),
    ("p", "first-game", "plain", None),
]


@pytest.mark.parametrize(("seed", "preset", "players", "seat"), GAMES)
def test_a_whole_game_is_told_in_sentences(
    seed: str, preset: str, players: str, seat: str | None
) -> None:
    game = told(seed, preset, players, seat)
    lines = game.lines
    assert [each for each in game.rules if each[1] not in sentences()] == []
    assert len(lines) > 50
    for line in lines:
        assert line[0].isupper(), line
        assert line[-1] in ".!", line
        assert not any(mark in line for mark in ("{", "}", "[", "]", "  ", " .", " ,", "_")), line
    assert lines[-1].endswith(("Dracula has won.", "The hunters have won."))


@pytest.mark.parametrize(("seed", "preset", "players", "seat"), GAMES)
def test_every_question_and_label_of_a_game_has_words(
    seed: str, preset: str, players: str, seat: str | None
) -> None:
    game = told(seed, preset, players, seat)
    for text in (*game.asked, *game.labels):
        assert text == text.strip() != "", text
        assert not any(mark in text for mark in ("{", "}", "[", "]", "  ", "_")), text
    assert all(text[-1] in "?.)" for text in game.asked)
    assert all(len(text) < 60 for text in game.labels)


def _view() -> View:
    state = LocalGame(Setup(), below_from("view")).game.state
    assert isinstance(state, State)
    return see(state, {})


def test_the_public_hears_nothing_of_what_a_seat_knows(words: Words) -> None:
    drawn = CardsDrawn("mina", "items", ("i1",))
    known = View(_view().state, {"i1": "knife"})
    assert words.fact(drawn, _view()) == "Mina drew an item."
    assert words.fact(drawn, known) == "Mina drew Knife."
    laid = CardLaid(Hideout("d1", "land"), 0, None)
    assert "Prague" not in words.fact(laid, _view())
    assert "Prague" in words.fact(laid, View(_view().state, {"d1": "prague"}))
    left = EncounterLaid("d1", "n1")
    assert words.fact(left, _view()) == "Dracula left an encounter on the trail."
    assert (
        words.fact(left, View(_view().state, {"n1": "rats"})) == "Dracula left Rats on the trail."
    )


def test_a_fact_without_a_view_is_told_all_the_same(words: Words) -> None:
    assert words.fact(CardOpened("d1", "paris")).endswith("trail led through Paris.")
    assert words.fact(CardLaid(Hideout("d1", "castle", "castle_dracula"), 0, None)) == (
        "Dracula came home to his castle."
    )
    assert words.fact(SlotsMade(3)) == ""


@pytest.mark.parametrize(
    ("fact", "sentence"),
    [
        (
            HunterMoved("mina", "paris", "milan", "rail"),
            "Mina took the train from Paris to Milan.",
        ),
        (
            HunterMoved("mina", "rome", "tyrrhenian_sea", "sea"),
            "Mina set sail from Rome into the Tyrrhenian Sea.",
        ),
        (
            HunterMoved("mina", "tyrrhenian_sea", "ionian_sea", "sea"),
            "Mina sailed on into the Ionian Sea.",
        ),
        (HunterMoved("mina", "ionian_sea", "athens", "sea"), "Mina came ashore in Athens."),
        (HunterWounded("seward", 2, "rats"), "Dr. Seward suffered 2 damage from rats."),
        (HunterWounded("seward", 1, "spy"), "Dr. Seward suffered 1 damage from Spy."),
        (DespairGrew(), "A week had passed, and despair spread among the hunters."),
        (
            CombatBegan("n1", "paris", night=False, hunters=PAIR, vampire="new_vampire"),
            "In Paris, Mina and Dr. Seward cornered a New Vampire.",
        ),
        (
            CombatBegan("n1", "paris", night=False, hunters=PAIR, vampire="aristocratic_vampire"),
            "In Paris, Mina and Dr. Seward cornered an Aristocratic Vampire.",
        ),
        (
            RoadblockPlaced("rail:paris:bordeaux"),
            "The railway between Paris and Bordeaux was blocked.",
        ),
        (
            CardsDenied(("d1",), ("paris", "black_sea", "milan")),
            "There was no trace of Dracula in Paris, the Black Sea and Milan.",
        ),
        (
            CardsDenied(("d1", "d2"), ("paris", "rome", "milan", "bari")),
            "Proof was given that 2 hidden cards are none of these: Paris, Rome, Milan and Bari.",
        ),
        (CardsDenied((), ("paris",)), ""),
        (InfluenceChanged(0, "vampire_lair"), ""),
    ],
)  # fmt: skip
def test_sentences_have_articles_numbers_and_lists(
    words: Words, fact: HunterMoved, sentence: str
) -> None:
    assert words.fact(fact) == sentence


def test_who_fought_in_a_fight_that_is_over_is_not_guessed(words: Words) -> None:
    cards = {"mina": Played("punch"), "dracula": Played("claws")}
    said = words.fact(CombatCardsRevealed(cards), _view())
    assert said == "Mina chose Punch and the vampire chose Claws."
    assert words.fact(CombatCardsRevealed(cards)) == said  # nor by whoever has no view


def test_of_a_fight_that_is_over_it_is_said_against_whom_it_was(words: Words) -> None:
    began = CombatBegan("dracula", "paris", night=False, hunters=("mina",))
    before = began.apply(_view().state)
    fact = CombatCardsRevealed({"mina": Played("punch"), "dracula": Played("claws")})
    assert words.tell((fact,), _view(), before) == (
        (fact, "Mina chose Punch and Dracula chose Claws."),
    )


def test_a_label_says_that_a_card_is_laid_open_or_moves_into_a_lair(words: Words) -> None:
    laid = {
        "Paris (open)": Shape(face="paris"),
        "Wolf Form to Paris": Shape(power="wolf_form"),
        "Wolf Form to Paris (open)": Shape(power="wolf_form", face="paris"),
        "Wolf Form to Paris (lair)": Shape(power="wolf_form", lair="d7"),
        "Misdirect, then Paris": Shape(power="misdirect", target="d8"),
    }
    for label, shape in laid.items():
        assert words.option(Sealed(shape, "paris"), None, _view()) == label
    trailed = structs.replace(
        _view().state.dracula, trail=(Hideout("d8", "land"), *(None for _ in range(5)))
    )
    seen = View(structs.replace(_view().state, dracula=trailed), {})
    misled = Sealed(Shape(power="misdirect", target="d8", face="paris"), "paris")
    assert words.option(misled, None, seen) == "Misdirect space 1, then Paris (open)"


def test_a_sentence_that_begins_with_the_vampire_has_its_capital(words: Words) -> None:
    cards = {"dracula": Played("claws"), "mina": Played("punch")}
    said = words.fact(CombatCardsRevealed(cards), _view())
    assert said == "The vampire chose Claws and Mina chose Punch."


def test_the_vampire_of_an_encounter_has_its_article(words: Words) -> None:
    began = CombatBegan("n1", "paris", night=False, hunters=("mina",), vampire="reckless_vampire")
    fight = see(began.apply(_view().state), {})
    mina, dracula = {"mina": Played("punch")}, {"dracula": Played("claws")}
    said = words.fact(CombatCardsRevealed({**mina, **dracula}), fight)
    assert said == "Mina chose Punch and the Reckless Vampire chose Claws."
    said = words.fact(CombatCardsRevealed({**dracula, **mina}), fight)
    assert said == "The Reckless Vampire chose Claws and Mina chose Punch."


def test_hideouts_cleared_together_are_told_as_one(words: Words) -> None:
    cleared = [HideoutCleared("d1"), HideoutCleared("d2"), HideoutCleared("d3")]
    assert len(words.tell(cleared)) == 1
    assert words.tell(cleared)[0][1].endswith("hideouts were cleared.")
    assert words.fact(cleared[0]).endswith("hideouts was cleared.")


def test_what_happens_often_does_not_always_sound_the_same_but_once_told_stays_so(
    words: Words,
) -> None:
    dawns = [TimeAdvanced(day, is_night=False) for day in range(7)]
    told_once = [words.fact(each) for each in dawns]
    assert told_once == [words.fact(each) for each in dawns]
    openings = {line.replace(words.say(f"day-{day}"), "") for day, line in enumerate(told_once)}
    assert 1 < len(openings) <= VARIANTS
