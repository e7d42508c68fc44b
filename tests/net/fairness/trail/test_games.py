"""Whole games in which Dracula's every word about his trail is proved, and believed only then."""

from collections import Counter

import pytest

from client.simulation import below_from
from engine.canonical import digest
from engine.editions.third.presets import PRESETS
from engine.ids import DRACULA, HIDE
from engine.record import Setup
from engine.requests import Conceal
from engine.rules.announced import START
from engine.rules.trail import in_places
from engine.rules.whereabouts import value_of, whereabouts
from net.crypto.group import Group
from tests.support.real_group import REAL
from tests.support.trail_table import SMALL, TrailTable, is_about_trail, random_switches

SHORT = {"influence_to_win": 5}


def i_3_holds(table: TrailTable) -> bool:
    """I-3: L commits to where Dracula really is."""
    known = table.local.dealer.knowledge[DRACULA]
    found = table.vault.location(table.ledger.location(table.state))
    return found.opening.value == table.ledger.codes.code(whereabouts(table.state, known))


def i_1_holds(table: TrailTable) -> bool:
    """I-1: no two cards of trail and lairs are the same."""
    known = table.local.dealer.knowledge[DRACULA]
    values = [value_of(each, known) for each in in_places(table.state) if each.back != "power"]
    return len(values) == len(set(values))


def play(setup: Setup, seed: str, group: Group = SMALL, most: int | None = None) -> Counter[str]:
    """Play at random; what Dracula sent, by kind."""
    table = TrailTable(setup, seed, group)
    sent: Counter[str] = Counter()
    while table.pending is not None and (most is None or table.local.game.position < most):
        begun = table.ledger.laid or getattr(table.pending, "about", None) != START
        if begun and any(is_about_trail(member) for member in table.members()):
            assert i_3_holds(table)
            assert i_1_holds(table)
        table.step()
        for asked, answer, body in table.seen:
            sent[type(body).__name__] += 1
            if isinstance(asked.request, Conceal):
                sent[f"{asked.request.about} {answer.public.power}"] += 1
                sent["lair"] += answer.public.lair is not None
                sent["face down Hide"] += answer.value == HIDE and answer.public.face is None
                sent["face up"] += answer.public.face is not None
        if table.seen:
            assert digest(table.state) == digest(table.other.state)
    assert digest(table.state) == digest(table.other.state)
    assert table.ledger.laid == table.others_ledger.laid
    return sent


@pytest.mark.slow
@pytest.mark.parametrize("preset", PRESETS)
def test_two_peers_play_the_same_game(preset: str) -> None:
    for number in range(2):
        sent = play(Setup(preset, dict(SHORT)), f"{preset}-{number}")
        assert sent["TrailPlaced"]
        assert sent["TrailAbsent"]


@pytest.mark.slow
def test_the_same_with_any_switches_and_every_kind_of_card() -> None:
    sent: Counter[str] = Counter()
    for number in range(20):
        preset = list(PRESETS)[number % len(PRESETS)]
        switches = random_switches(below_from(f"switches-{number}"))
        sent += play(Setup(preset, switches), f"switched-{number}")
    kinds = ("TrailPlaced", "TrailOpened", "TrailAbsent", "TrailInSet", "TrailNotHide")
    cards = ("wolf_form", "misdirect", "feed", "dark_call")
    for kind in (*kinds, *(f"dracula.card {card}" for card in cards)):
        assert sent[kind], kind
    for kind in ("lair", "face down Hide", "face up"):
        assert sent[kind], kind


@pytest.mark.slow
def test_the_same_in_the_real_group() -> None:
    play(Setup("fourth", dict(SHORT)), "real", REAL, most=500)
