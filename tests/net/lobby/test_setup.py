"""The one signed value: everything a game depends on is in it (22.10)."""

import pytest
from msgspec.structs import asdict, replace

from engine.editions import edition
from engine.editions.older_rules import OLDER
from engine.editions.third.presets import PRESETS
from engine.errors import BorgoError
from engine.record import RULES_VERSION
from engine.switches import SWITCH_NAMES
from engine.versions import PROTOCOL
from net.crypto.hashing import setup_hash
from net.judging.game_file import from_file
from net.lobby.setup import check_setup, mismatch, tables_hash
from net.wire.table_setup import TableSetup, decode_setup, encode_setup
from tests.support.fake_wire import table_for
from tests.support.made_games import TWO

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
        ("rules", 1),
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
        replace(SETUP, protocol=PROTOCOL.newest + 1),
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


@pytest.mark.parametrize("preset", sorted(PRESETS))
def test_a_set_up_of_older_rules_says_their_switches_and_can_be_gone_on_with(preset: str) -> None:
    """As its own program wrote it; nobody sits down to it anew, but a running one is followed."""
    setup = table_for(2, preset, rules=1)
    check_setup(setup)
    assert set(setup.switches) == set(OLDER[1].defaults)
    assert mismatch(setup) == "differing-rules.1.2"
    assert mismatch(setup, has_begun=True) is None
    assert mismatch(table_for(2, preset)) is None


def test_the_released_set_up_of_version_1_is_read_as_it_was() -> None:
    setup = from_file(TWO.read_bytes()).setup()
    assert setup.switches == table_for(2, rules=1, influence_to_win=3).switches
    assert setup.rules == 1
    check_setup(setup)


def test_the_switches_of_older_rules_are_not_those_of_today() -> None:
    older = table_for(2, rules=1)
    for setup in (replace(table_for(2), rules=1), replace(older, rules=RULES_VERSION)):
        with pytest.raises(BorgoError, match=r"not-every-switch|no-such-"):
            check_setup(setup)
    later = {**older.switches, "delay_ends_turn": "no-second-action-free"}
    with pytest.raises(BorgoError, match="no-such-position: switch=delay_ends_turn"):
        check_setup(replace(older, switches=later))


def test_the_set_up_of_the_rules_is_in_it() -> None:
    rules = SETUP.for_engine()
    assert rules.players == SETUP.players
    assert rules.switches == asdict(edition("fourth").switches)
