"""What every encounter card has in it: an ordinary effect, and with most of them a matured one."""

import pytest

from engine.editions import edition
from tests.support.given import given

# What happens when a hunter who holds Garlic and a Crucifix searches each of them out.
ORDINARY = {
    "new_vampire": "combat_began vampire=new_vampire by_ambush=false",
    "reckless_vampire": "combat_began vampire=reckless_vampire by_ambush=false",
    "hoax": "hunter_delayed seward",
    "unnatural_fog": "fog_placed zurich count=1",
    "desecrated_soil": "cards_drawn dracula encounters",
    "szgany_mob": "hunter_wounded seward amount=2 source=szgany_mob",
    "rats": "hunter_wounded seward amount=2 source=rats",
    "saboteur": "hunter_delayed seward",
    "wolves": "hunter_wounded seward amount=4 source=wolves",
    "szgany_bodyguards": "hunter_wounded seward amount=2 source=szgany_bodyguards",
    "bats": "bats_given seward",
    "spy": "hand_shown seward items",
}
ASKS = "aristocratic_vampire"  # it does what it does only if the hunter wants it
NEVER_AMBUSH = ("aristocratic_vampire", "hoax")
NEVER_MATURE = ("bats", "rats")
EVERY = (*ORDINARY, ASKS)
OLD = ("strasbourg", "paris", "nantes", "bordeaux", "saragossa")


def card_rule(*cards: str) -> list[object]:
    """One case for each card, citing the card."""
    return [pytest.param(card, marks=pytest.mark.rule(f"card.{card}")) for card in cards]


@pytest.mark.rule("encounters.effect")
def test_these_are_all_encounters() -> None:
    cards = edition().cards.values()
    assert sorted(card.id for card in cards if card.deck == "encounter") == sorted(EVERY)


@pytest.mark.rule("encounters.effect", "search.resolve")
@pytest.mark.parametrize("card", card_rule(*ORDINARY))
def test_an_encounter_that_is_searched_out_has_its_effect(card: str) -> None:
    table = given(
        turn="seward",
        seward={"place": "zurich", "items": ["garlic", "crucifix"]},
        trail=["berlin", {"place": "zurich", "face": "up", "encounters": [card]}],
    )
    table.play(seat="seward", answer="search", facts=[f"encounter_opened {card}", ORDINARY[card]])


@pytest.mark.rule("encounters.effect", "search.resolve", f"card.{ASKS}")
def test_an_aristocratic_vampire_asks_the_searching_hunter() -> None:
    table = given(
        passing="nothing",
        turn="seward",
        seward="zurich",
        trail=["berlin", {"place": "zurich", "face": "up", "encounters": [ASKS]}],
    )
    table.play(seat="seward", answer="search")
    table.play(seat="seward", answer="accept", facts=["hunter_delayed seward"])


@pytest.mark.rule("ambush.optional", "ambush.reveal-encounter")
@pytest.mark.parametrize("card", card_rule(*EVERY))
def test_an_encounter_may_ambush_or_never_does(card: str) -> None:
    table = given(
        passing="nothing",
        turn="seward",
        seward="strasbourg",
        trail=["berlin", {"place": "zurich", "encounters": [card, "desecrated_soil"]}],
    )
    table.play(seat="seward", answer="road_to zurich")
    if card in NEVER_AMBUSH:
        table.play(
            seat="dracula",
            about="arrival.ambush",
            only_offered=["done", "pick desecrated_soil"],
            refused={f"pick {card}": f"card.{card}"},
        )
    else:
        table.play(
            seat="dracula",
            about="arrival.ambush",
            offered=["done", f"pick {card}"],
            answer=f"pick {card}",
            facts=[f"encounter_opened {card}"],
        )


@pytest.mark.rule("encounters.matured-effect")
@pytest.mark.parametrize("card", card_rule(*EVERY))
def test_an_encounter_may_mature_unless_it_has_no_such_effect(card: str) -> None:
    table = given(
        passing="nothing",
        step="dracula",
        trail=[*OLD, {"place": "madrid", "encounters": [card, "desecrated_soil"]}],
    )
    table.play(seat="dracula", answer="pick mature")
    if card in NEVER_MATURE:
        table.play(
            seat="dracula",
            about="mature.choose",
            only_offered=["done", "pick desecrated_soil"],
            refused={f"pick {card}": "maturing.resolve"},
        )
    else:
        table.play(seat="dracula", about="mature.choose", offered=["done", f"pick {card}"])
