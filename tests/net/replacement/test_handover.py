"""After a take-over every card is the same, and the leaver can open none of them (K-9).

What a leaver sealed in the request that it left is to be chosen anew (22.15, K-8).
"""

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any, NamedTuple

import pytest

from engine.ids import NO_CARD
from net.crypto.group import Group, Point, SodiumGroup
from net.crypto.linear_proofs import decrypted
from net.fairness.cards.choices import Committing
from net.fairness.cards.ledger import Ledger
from net.fairness.cards.vault import Owner, Vault
from net.game.pending import Part
from net.replacement.case import Case
from net.replacement.handover import SuccessorVault, check_rotation, make_rotation, remakes_rotation
from net.replacement.recovery import Recovery
from net.wire.bodies import KeysRotated
from tests.net.replacement.conftest import Table
from tests.support.entries import carrying
from tests.support.proving import entropy_from
from tests.support.recovery_vectors import GAME_ID, LEAVER, ledger_of, moment, vaults_of

GROUP = SodiumGroup()
CODES = {"e10": 1001, "i11": 2001, "i12": 2002}


class Rotated(NamedTuple):
    """A table before and after the successor of a leaver has keys of its own."""

    vaults: list[Vault]  # with the leaver's
    masks: dict[str, Point]
    successor: SuccessorVault
    body: KeysRotated
    ledger: Ledger


@pytest.fixture(scope="module")
def rotated() -> Rotated:
    vaults = vaults_of(GROUP)
    ledger = ledger_of(GROUP, vaults)
    masks = {slot: ledger.card(slot).mask for slot in CODES}
    owner = Owner(GAME_ID, 1, LEAVER)
    successor = SuccessorVault(GROUP, b"\x40" * 32, entropy_from("rotation"), owner)
    successor.borrow(vaults[LEAVER].game[:3])
    body = make_rotation(ledger, successor, moment(LEAVER, 1), 0)
    ledger.replace_cards(check_rotation(ledger, moment(LEAVER, 1), 0, body))
    successor.rotate()
    ledger.replace_keys(LEAVER, successor.keys)
    return Rotated(vaults, masks, successor, body, ledger)


def code_in(group: Group, payload: Point) -> list[int]:
    return [code for code in CODES.values() if group.base_multiply(code) == payload]


def shares(table: Rotated, slot: str, vaults: Sequence[Vault]) -> list[Point]:
    mask = table.ledger.card(slot).mask
    return [GROUP.multiply(vault.game.identity, mask) for vault in vaults]


def test_all_keys_of_now_together_open_a_sealed_card_as_before(rotated: Rotated) -> None:
    everybody = [*rotated.vaults[:LEAVER], rotated.successor]
    for slot in ("e10", "i11"):
        payload = rotated.ledger.card(slot).payload
        opened = decrypted(GROUP, payload, shares(rotated, slot, everybody))
        assert code_in(GROUP, opened) == [CODES[slot]]


def test_a_back_opens_as_before(rotated: Rotated) -> None:
    card = rotated.ledger.card("e10")
    everybody = [*rotated.vaults[:LEAVER], rotated.successor]
    backs = [GROUP.multiply(vault.game.back, card.mask) for vault in everybody]
    assert card.locked_back is not None
    assert decrypted(GROUP, card.locked_back, backs) == GROUP.base_multiply(1)


def test_the_successor_alone_reads_its_hand(rotated: Rotated) -> None:
    assert rotated.successor.code(rotated.ledger, rotated.ledger.card("i12")) == CODES["i12"]
    assert rotated.vaults[LEAVER].code(rotated.ledger, rotated.ledger.card("i12")) is None


def test_the_leaver_cannot_read_what_its_successor_draws(rotated: Rotated) -> None:
    """All others have published their shares, so that x'·A' alone is missing."""
    old = rotated.vaults[LEAVER].game.identity
    changes = {each.handle: each.identity for each in rotated.body.cards}
    for slot in ("e10", "i11"):
        card = rotated.ledger.card(slot)
        drawn = decrypted(GROUP, card.payload, shares(rotated, slot, rotated.vaults[:LEAVER]))
        change = changes[int(slot[1:])]
        for mask in (card.mask, rotated.masks[slot]):
            # δ + x·A was x'·A, as long as the mask was not changed with the payload.
            guessed = GROUP.add(change, GROUP.multiply(old, mask))
            assert code_in(GROUP, GROUP.subtract(drawn, guessed)) == []


def test_every_mask_is_new_and_comes_from_the_seed(rotated: Rotated) -> None:
    """A-2, 22.13."""
    assert all(rotated.ledger.card(slot).mask != mask for slot, mask in rotated.masks.items())
    case = Case(LEAVER, [0, 1, 2], [])
    case.rotations[0x8000] = (carrying(rotated.body, peer=LEAVER), rotated.body)
    case.masks = {int(slot[1:]): mask for slot, mask in rotated.masks.items()}
    assert remakes_rotation(GROUP, rotated.successor, moment(LEAVER, 1), case)
    assert not remakes_rotation(GROUP, rotated.vaults[LEAVER], moment(LEAVER, 1), case)


# --- Choices that the leaver had sealed ---


def committing(slot: str) -> Committing:
    exchange = Committing.__new__(Committing)
    exchange.request = SimpleNamespace(slot=slot)  # type: ignore[assignment]
    return exchange


def recovery_of(table: Table, *, void: list[int] | None) -> tuple[Recovery, dict[str, object]]:
    """A fight of peer 1 with one hunter, of peer 2 with two; peer 2 was replaced, or nobody."""
    choices: dict[str, object] = {"c1": None, "c2": None, "c3": None, "c4": None}
    peers = (1, 2, 2, 0)
    hearing = SimpleNamespace(
        parts=[Part(number, peer, number, 0) for number, peer in enumerate(peers)],
        exchanges=[committing(slot) for slot in choices],
    )
    roster = table(3, "lost").nodes[0].referee.proceedings.roster
    game: Any = SimpleNamespace(
        hearing=hearing, ledger=SimpleNamespace(choices=choices), roster=roster
    )
    recovery = Recovery(game, is_on=True)
    if void is not None:
        accepted: Any = SimpleNamespace(peer=2, void_parts=lambda: void)
        recovery.interlude.accepted = accepted
    return recovery, choices


def test_what_the_leaver_had_sealed_is_lost_and_what_its_successor_sealed_is_not(
    table: Table,
) -> None:
    recovery, choices = recovery_of(table, void=[2])
    assert recovery.openable(["c1", "c2", "c3", "c4"]) == ["c1", NO_CARD, "c3", "c4"]
    assert list(choices) == ["c1", "c3", "c4"]


def test_where_nobody_was_replaced_every_choice_counts(table: Table) -> None:
    recovery, choices = recovery_of(table, void=None)
    assert recovery.openable(["c1", "c2", "c3", "c4"]) == ["c1", "c2", "c3", "c4"]
    assert len(choices) == 4
