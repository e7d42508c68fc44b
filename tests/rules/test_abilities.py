"""Every character has at least two abilities, each of which shows in play."""

from collections.abc import Callable

import pytest

from engine.ids import DRACULA, GODALMING, MINA, SEATS, SEWARD, VAN_HELSING, Seat
from tests.support.given import given
from tests.support.tables import FOURTH

PACK = {"place": "paris", "face": "up", "encounters": ["wolves"]}
VAMPIRE = {"place": "paris", "face": "up", "encounters": ["aristocratic_vampire"]}


def rage() -> None:
    """A hunter's defeat brings Dracula two influence, and one more for each despair token."""
    table = given(
        passing="nothing",
        turn=MINA,
        mina={"place": "nantes", "damage": 6},
        despair=2,
        trail=["rome", PACK],
    )
    table.play(seat=MINA, answer="road_to paris")
    table.play(seat=DRACULA, answer="pick wolves", facts=["hunter_defeated mina"])
    table.hold(influence=4)


def pride() -> None:
    """Dracula does not escape before he has played more cards than there are despair tokens."""
    hand = ["escape_as_mist", "fangs", "claws", "strength", "plotting"]
    table = given(step="dusk", mina="paris", trail=["paris up"], combat={"hand": hand})
    pride_forbids = "dracula_card_canceled card=escape_as_mist by=combat.step5.pride"
    table.play(fight={"mina": "punch", "dracula": "escape_as_mist"}, facts=[pride_forbids])
    table.hold(combat={"fighting": True})


def fury() -> None:
    """With three despair tokens a city card brings three influence."""
    table = given(step="dracula", despair=3, trail=["paris"])
    table.play(seat=DRACULA, answer="lay brussels")
    table.hold(influence=3)


def wealthy() -> None:
    """Lord Godalming's supply in a large city draws two items."""
    table = given(godalming="paris", decks={"items": {"top": ["knife", "dogs"]}})
    table.play(seat=GODALMING, answer="supply")
    table.hold(godalming={"items": ["knife", "dogs"]})


def well_travelled() -> None:
    """Lord Godalming may draw a second ticket."""
    table = given(godalming="paris", decks={"tickets": {"top": ["2/1", "3/2"]}})
    table.play(seat=GODALMING, answer="reserve_ticket")
    table.play(seat=GODALMING, about="ticket.keep", answer="accept")
    table.play(seat=GODALMING, about="ticket.again", answer="accept")
    table.play(seat=GODALMING, about="ticket.keep", answer="accept")
    table.hold(godalming={"tickets": ["2/1", "3/2"]})


def physician() -> None:
    """Seward's rest heals two damage."""
    table = given(turn=SEWARD, seward={"place": "paris", "damage": 3})
    table.play(seat=SEWARD, answer="rest")
    table.hold(seward={"damage": 1})


def prepared() -> None:
    """Seward holds four items and four events."""
    sheet = FOURTH.characters[SEWARD]
    assert (sheet.item_limit, sheet.event_limit) == (4, 4)
    table = given(
        turn=SEWARD,
        seward={"place": "paris", "items": ["knife", "dogs", "garlic"]},
        decks={"items": {"top": ["stake"]}},
    )
    table.play(seat=SEWARD, answer="supply", not_asked=["seward supply.item.limit"])
    table.hold(seward={"items": ["knife", "dogs", "garlic", "stake"]})


def leader() -> None:
    """Van Helsing trades events with a hunter in whatever city."""
    held = {"place": "paris", "events": ["good_luck"]}
    table = given(passing="nothing", turn=VAN_HELSING, van_helsing=held)
    table.play(seat=VAN_HELSING, answer="lead mina")
    table.play(seat=VAN_HELSING, about="trade", answer="give good_luck")
    table.hold(mina={"events": ["good_luck"]})


def strong_willed() -> None:
    """Van Helsing bears a second bite."""
    table = given(
        passing="nothing",
        turn=VAN_HELSING,
        van_helsing={"place": "paris", "bites": 1},
        trail=["rome", VAMPIRE],
        dracula={"events": ["seduction"]},
    )
    table.play(seat=VAN_HELSING, answer="search")
    table.play(seat=DRACULA, about="search.found", answer="play seduction")
    table.hold(van_helsing={"bites": 2, "place": "paris"})


def psychic_bond() -> None:
    """Mina, with another hunter in her city, has Dracula tell whether he is in her region."""
    table = given(turn=MINA, seward="paris", mina="paris", trail=["nantes"])
    table.play(seat=MINA, answer="use_ability psychic_bond", facts=["region_told there=true"])


def drained() -> None:
    """Mina is weakened from the start, and any bite defeats her."""
    table = given(
        passing="nothing",
        turn=MINA,
        mina="paris",
        trail=["rome", VAMPIRE],
        dracula={"events": ["seduction"]},
    )
    table.hold(mina={"bites": 0, "weakened": True})
    table.play(seat=MINA, answer="search")
    table.play(seat=DRACULA, about="search.found", answer="play seduction")
    table.hold(mina={"away": "madrid"})


ABILITIES: dict[Seat, tuple[Callable[[], None], ...]] = {
    DRACULA: (rage, pride, fury),
    GODALMING: (wealthy, well_travelled),
    SEWARD: (physician, prepared),
    VAN_HELSING: (leader, strong_willed),
    MINA: (psychic_bond, drained),
}


@pytest.mark.rule("abilities.count")
@pytest.mark.parametrize("seat", SEATS)
def test_every_character_has_at_least_two_abilities(seat: Seat) -> None:
    assert len(ABILITIES[seat]) >= 2
    for ability in ABILITIES[seat]:
        ability()
