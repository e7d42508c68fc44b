"""Known players: remembered when a game begins, and never replaced in silence (S-4)."""

import msgspec
import pytest

from net.edge.people.notices import Acquaintance, Acquaintances, likeness
from net.edge.people.shown_names import spoken_key
from net.edge.storing.store import Store
from tests.support.sample_messages import IDENTITIES, five_at_a_table

US = IDENTITIES[0].public_key
ZOE = IDENTITIES[1].public_key
STRANGER = bytes(range(32))


@pytest.fixture
def known(store: Store) -> Acquaintances:
    clock = iter([100.0, 200.0, 300.0])
    acquaintances = Acquaintances(store, lambda: next(clock))
    acquaintances.remember(five_at_a_table(), US)
    return acquaintances


def test_players_are_remembered_bots_and_ourselves_are_not(
    store: Store, known: Acquaintances
) -> None:
    known.remember(five_at_a_table(), US)
    names = {player.name: (player.met_at, player.seen_at) for player in store.players()}
    assert names == {"Zoë": (100, 200), "Ōe": (100, 200), "M": (100, 200)}


def test_a_new_player_is_new(known: Acquaintances) -> None:
    assert known.recognise(STRANGER, "Renfield").is_what is Acquaintance.NEW


def test_a_known_player_is_known_also_by_another_name(known: Acquaintances) -> None:
    assert known.recognise(ZOE, "Zoë").is_what is Acquaintance.KNOWN
    renamed = known.recognise(ZOE, "Zora")
    assert renamed.is_what is Acquaintance.RENAMED
    assert renamed.before[0].name == "Zoë"


@pytest.mark.parametrize("name", ["Zoë", "zoe", "ZOË", " z o e ", "\uff3a\uff4f\uff45", "Zoe."])
def test_a_known_name_with_another_key_is_told_with_both_keys(
    known: Acquaintances, name: str
) -> None:
    changed = known.recognise(STRANGER, name)
    assert changed.is_what is Acquaintance.CHANGED_KEY
    assert changed.words == spoken_key(STRANGER)
    assert [spoken_key(player.identity) for player in changed.before] == [spoken_key(ZOE)]


def test_an_accepted_key_is_known_the_next_time(known: Acquaintances) -> None:
    setup = five_at_a_table()
    peers = (setup.peers[0], msgspec.structs.replace(setup.peers[1], identity=STRANGER))
    known.remember(msgspec.structs.replace(setup, peers=peers), US)
    assert known.recognise(STRANGER, "Zoë").is_what is Acquaintance.KNOWN
    assert known.recognise(ZOE, "Zoë").is_what is Acquaintance.KNOWN


def test_names_without_letters_are_told_apart() -> None:
    assert likeness("♣") != likeness("♠")
