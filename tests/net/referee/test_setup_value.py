"""The one signed value: everything a game depends on is in it (22.10)."""

import pytest
from msgspec.structs import asdict, replace

from engine.editions import edition
from engine.editions.third.presets import PRESETS
from engine.errors import BorgoError
from engine.switches import SWITCH_NAMES
from net.crypto.hashing import setup_hash
from net.setup_value import check_setup, tables_hash
from net.wire.table_setup import TableSetup, decode_setup, encode_setup
from tests.support.fake_wire import table_for

SETUP = table_for(3)


@pytest.mark.parametrize("preset", sorted(PRESETS))
def test_every_preset_makes_a_set_up_that_says_every_switch(preset: str) -> None:
    setup = table_for(2, preset)
    check_setup(setup)
    assert set(setup.switches) == set(SWITCH_NAMES)
    assert decode_setup(encode_setup(setup)) == setup


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("onlookers", 1),
        ("delay_ms", 1),
        ("clock_s", 60),
        ("audit", False),
        ("rules", 2),
        ("peers", SETUP.peers[:2]),
        ("switches", {}),
    ],
)
def test_whatever_is_agreed_is_in_the_hash(field: str, value: object) -> None:
    other = replace(SETUP, **{field: value})
    assert setup_hash(encode_setup(other)) != setup_hash(encode_setup(SETUP))


def test_the_tables_of_an_edition_are_in_the_hash() -> None:
    """22.3."""
    fourth = edition("fourth")
    apart = edition("fourth", {"north_sea_north_atlantic": "apart"})
    assert tables_hash(fourth) == tables_hash(edition("fourth"))
    assert tables_hash(apart) != tables_hash(fourth)
    without = dict(list(fourth.cards.items())[1:])
    assert tables_hash(replace(fourth, cards=without)) != tables_hash(fourth)


@pytest.mark.parametrize(
    "other",
    [
        replace(SETUP, protocol=2),
        replace(SETUP, rules=9),
        replace(SETUP, tables=bytes(32)),
        replace(table_for(2), recovery=True),
        replace(SETUP, switches={}),
        replace(SETUP, switches={**SETUP.switches, "influence_to_win": 99}),
        replace(SETUP, peers=SETUP.peers[::-1]),
        replace(SETUP, peers=SETUP.peers[:2]),
        replace(SETUP, edition="fifth"),
    ],
    ids=[
        "protocol", "rules", "tables", "recovery", "no switches", "no such value", "order",
        "no hunters", "edition",
    ],
)  # fmt: skip
def test_what_this_program_cannot_play_is_refused_with_the_reason(other: TableSetup) -> None:
    with pytest.raises(BorgoError):
        check_setup(other)


def test_the_set_up_of_the_rules_is_in_it() -> None:
    rules = SETUP.for_engine()
    assert rules.players == SETUP.players
    assert rules.switches == asdict(edition("fourth").switches)
