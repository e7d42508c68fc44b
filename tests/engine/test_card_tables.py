"""The decks of the editions: every card with its copies, banners and moments."""

from collections import Counter

import pytest

from engine.ids import GODALMING, MINA, SEWARD, VAN_HELSING
from tests.support.tables import CLAUSES, FOURTH, cards_in

ICONS = {
    "claws",
    "escape_as_bat",
    "escape_as_mist",
    "fangs",
    "mesmerize",
    "plotting",
    "strength",
}
MUST_PLAY = {
    "hunter_event": {
        "hired_scouts",
        "local_rumors",
        "evil_presence",
        "behind_the_veil",
        "rufus_smith",
        "sister_agatha",
        "jonathan_harker",
    },
    "dracula_event": {
        "vampiric_influence",
        "draculas_brides",
        "great_wolf",
        "immanuel_hildesheim",
    },
}


class TestCards:
    def test_eighty_seven_types(self) -> None:
        assert len(FOURTH.cards) == 87
        assert all(name == card.id for name, card in FOURTH.cards.items())

    def test_seventy_five_events(self) -> None:
        hunters, dracula = cards_in("hunter_event"), cards_in("dracula_event")
        assert (len(hunters), sum(hunters.values())) == (30, 50)
        assert (len(dracula), sum(dracula.values())) == (17, 25)

    def test_thirty_eight_items(self) -> None:
        assert (len(cards_in("item")), sum(cards_in("item").values())) == (12, 38)

    def test_twenty_eight_encounters(self) -> None:
        assert (len(cards_in("encounter")), sum(cards_in("encounter").values())) == (13, 28)

    def test_thirteen_combat_cards_of_dracula(self) -> None:
        deck = cards_in("dracula_combat")
        assert sum(deck.values()) == 13
        assert sorted(deck.values()) == [1, 2, 2, 2, 2, 2, 2]
        assert deck["escape_as_mist"] == 1

    @pytest.mark.rule("setup.hunter-combat.piles")
    @pytest.mark.rule("banners.yellow.cards")
    def test_three_piles_of_hunter_combat_cards(self) -> None:
        assert cards_in("hunter_combat") == {"punch": 4, "dodge": 4, "escape": 4}
        assert all(FOURTH.cards[card].banner for card in cards_in("hunter_combat"))

    @pytest.mark.rule("banners.yellow.not-items")
    def test_combat_cards_are_no_items(self) -> None:
        assert not set(cards_in("item")) & set(cards_in("hunter_combat"))

    @pytest.mark.rule("power.list")
    def test_five_power_cards(self) -> None:
        assert cards_in("power") == {
            "dark_call": 1,
            "feed": 1,
            "hide": 1,
            "misdirect": 1,
            "wolf_form": 1,
        }

    def test_sixteen_tickets(self) -> None:
        copies = {name: ticket.copies for name, ticket in FOURTH.tickets.items()}
        assert copies == {"3/2": 4, "2/2": 4, "2/1": 3, "1/1": 2, "1/-": 3}
        assert sum(copies.values()) == 16

    @pytest.mark.rule("movement.rail.two-values")
    def test_a_ticket_has_a_white_and_a_yellow_number(self) -> None:
        for name, ticket in FOURTH.tickets.items():
            assert name == f"{ticket.white}/{ticket.yellow or '-'}"

    @pytest.mark.rule("icons.seven")
    def test_seven_icons(self) -> None:
        dracula = [card for card in FOURTH.cards.values() if card.deck == "dracula_combat"]
        assert {card.icon for card in dracula} == ICONS
        assert all(card.icon is None for card in FOURTH.cards.values() if card not in dracula)

    @pytest.mark.rule("banners.icons")
    @pytest.mark.rule("icons.where")
    def test_banners_show_known_icons_once(self) -> None:
        for card in FOURTH.cards.values():
            assert set(card.banner) <= ICONS
            assert len(set(card.banner)) == len(card.banner)

    @pytest.mark.rule("banners.where")
    @pytest.mark.rule("banners.red.items")
    def test_banners_are_on_combat_cards_and_some_items(self) -> None:
        bannered = {card.id: card for card in FOURTH.cards.values() if card.banner}
        assert {card.deck for card in bannered.values()} == {"hunter_combat", "item"}
        assert set(bannered) & set(cards_in("item")) == {
            "crucifix",
            "garlic",
            "heavenly_host",
            "holy_circle",
            "knife",
            "pistol",
            "rifle",
        }

    @pytest.mark.rule("banners.use")
    def test_bannered_cards_are_those_chosen_in_combat(self) -> None:
        for card in FOURTH.cards.values():
            if card.deck in ("item", "hunter_combat"):
                assert bool(card.banner) == ("combat.choose" in card.moments)

    def test_holy_circle_cancels_everything(self) -> None:
        assert set(FOURTH.cards["holy_circle"].banner) == ICONS

    def test_three_weapons(self) -> None:
        weapons = {card.id for card in FOURTH.cards.values() if card.weapon}
        assert weapons == {"knife", "pistol", "rifle"}

    def test_personal_events(self) -> None:
        personal = {card.only: card.id for card in FOURTH.cards.values() if card.only}
        assert personal == {
            GODALMING: "lucys_revenge",
            SEWARD: "wax_cylinders",
            VAN_HELSING: "mystic_research",
            MINA: "hypnosis",
        }

    @pytest.mark.parametrize("deck", sorted(MUST_PLAY))
    def test_events_that_must_be_played_when_drawn(self, deck: str) -> None:
        must = {card for card in cards_in(deck) if FOURTH.cards[card].must_play}
        assert must == MUST_PLAY[deck]
        assert all("event.drawn" in FOURTH.cards[card].moments for card in must)

    def test_events_that_may_be_played_when_drawn(self) -> None:
        may = {card.id for card in FOURTH.cards.values() if card.may_play_on_draw}
        assert may == {"newspaper_reports", "summon_storms", "roadblock"}
        assert all("event.drawn" in FOURTH.cards[card].moments for card in may)

    def test_three_allies_a_side(self) -> None:
        allies = {card.id: card.deck for card in FOURTH.cards.values() if card.ally}
        assert Counter(allies.values()) == {"hunter_event": 3, "dracula_event": 3}
        assert all(FOURTH.cards[card].must_play for card in allies)

    def test_cancel_windows(self) -> None:
        cancelled = {card.id: card.cancelled_by for card in FOURTH.cards.values()}
        assert {card: window for card, window in cancelled.items() if window} == {
            "local_rumors": "event.cancel",
            "newspaper_reports": "event.cancel",
            "hired_scouts": "event.cancel",
            "evil_presence": "event.cancel",
            "false_tip": "falsetip.cancel",
        }

    @pytest.mark.rule("vampire.health")
    def test_vampires_that_fight_have_health(self) -> None:
        vampires = {card.id: card.health for card in FOURTH.cards.values() if card.vampire}
        assert vampires == {
            "new_vampire": 6,
            "reckless_vampire": 4,
            "aristocratic_vampire": None,
        }

    @pytest.mark.rule("encounters.matured-effect")
    def test_matured_effects(self) -> None:
        encounters = [FOURTH.cards[card] for card in cards_in("encounter")]
        assert {card.id for card in encounters if not card.matures} == {"rats", "bats"}
        assert {card.id for card in encounters if card.reveals_location} == {
            "new_vampire",
            "reckless_vampire",
            "aristocratic_vampire",
            "unnatural_fog",
            "szgany_mob",
            "wolves",
        }
        assert {card.id: card.influence for card in encounters if card.influence} == {
            "new_vampire": 3,
            "reckless_vampire": 4,
            "aristocratic_vampire": 4,
        }
        assert all(card.matures == ("mature.choose" in card.moments) for card in encounters)

    def test_two_encounters_never_ambush(self) -> None:
        encounters = [FOURTH.cards[card] for card in cards_in("encounter")]
        assert {card.id for card in encounters if not card.may_ambush} == {
            "aristocratic_vampire",
            "hoax",
        }
        assert all(card.may_ambush == ("arrival.ambush" in card.moments) for card in encounters)

    def test_every_card_acts_at_a_named_moment(self) -> None:
        named = {row["id"].removeprefix("moment.") for row in CLAUSES if row["topic"] == "Moments"}
        acting = {moment for card in FOURTH.cards.values() for moment in card.moments}
        assert all(card.moments for card in FOURTH.cards.values())
        assert acting == named | {"action"}
        assert all(set(card.in_play) <= set(card.moments) for card in FOURTH.cards.values())

    def test_cards_by_the_moment_they_are_played_from_a_hand(self) -> None:
        assert FOURTH.moments["harm.prevent"] == ("great_strength",)
        assert FOURTH.moments["search.found"] == ("seduction",)
        assert FOURTH.moments["ambush.avoid"] == ("dogs", "forewarned")
        assert FOURTH.moments["combat.swap"] == ()
        assert set(FOURTH.moments["event.drawn"]) == {
            *MUST_PLAY["hunter_event"],
            *MUST_PLAY["dracula_event"],
            "newspaper_reports",
            "summon_storms",
            "roadblock",
        }

    def test_banner_cards_are_ten(self) -> None:
        assert len(FOURTH.banner_cards) == 10
        assert "garlic_wreath" not in FOURTH.banner_cards
