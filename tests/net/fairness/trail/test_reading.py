"""K-2, A-2: everything hidden on the trail is found again from the seed and the log."""

import pytest

from engine.edition import Edition
from engine.editions import edition
from engine.editions.third.presets import PRESETS
from engine.ids import DRACULA, HIDE
from engine.record import Setup
from engine.requests import Conceal
from net.crypto.commitment import check_commitment
from net.crypto.derivation import SeedSecrets
from net.crypto.faults import Malformed, Unprovable
from net.errors import LocalMistake
from net.fairness.trail.trail_ledger import HIDE_CODE, PlaceCodes
from net.fairness.trail.trail_vault import TrailVault
from tests.support.proving import prover_from
from tests.support.trail_position import proven
from tests.support.trail_table import GAME_ID, SMALL, TrailTable


@pytest.mark.parametrize("preset", PRESETS)
def test_codes_are_places_in_alphabetical_order(preset: str) -> None:
    played: Edition = edition(preset, {})
    codes = PlaceCodes(played)
    assert codes.places == tuple(range(1, 71))
    assert [codes.value(code) for code in codes.places] == sorted(played.board.places)
    assert codes.values == (*codes.places, HIDE_CODE)
    assert codes.value(HIDE_CODE) == HIDE
    assert all(codes.value(codes.code(value)) == value for _, value in codes.listed())


@pytest.mark.parametrize("code", [0, 71, 99, 201])
def test_no_other_code_is_a_card(code: int) -> None:
    with pytest.raises(Malformed):
        PlaceCodes(edition("fourth", {})).value(code)


def test_a_restarted_peer_reads_its_trail_and_says_the_same() -> None:
    table = TrailTable(Setup("fourth", {}), "restart")
    while len(table.ledger.laid) < 8:
        table.step()
        for asked, answer, body in table.seen:
            if isinstance(asked.request, Conceal) and getattr(body, "hidden", None):
                again = table.restarted().make(asked, answer)
                assert again.hidden == body.hidden
                assert again.different == () or again.different != body.different
    known, vault = table.local.dealer.knowledge[DRACULA], table.restarted().vault
    for slot, laid in table.ledger.laid.items():
        assert table.ledger.codes.value(vault.opening(laid).code) == known[slot]
        vault.check(laid)
        check_commitment(SMALL, laid.location, vault.location(laid).opening)


def test_another_seed_reads_nothing() -> None:
    table = proven(step="dracula", trail=["paris"])
    secrets, prover = SeedSecrets(SMALL, b"\x08" * 32), prover_from(SMALL)
    stranger = TrailVault(GAME_ID, table.ledger.codes, secrets, prover)
    laid = table.ledger.hidden(table.slot("paris"))
    with pytest.raises(Unprovable):
        stranger.opening(laid)
    with pytest.raises(Unprovable):
        table.vault.location(laid._replace(location=SMALL.generator, number=laid.number))


def test_secrets_are_not_printed() -> None:
    table = proven(step="dracula", trail=["paris"])
    made = table.vault.lay(bytes(32), 1, 2, 2)
    assert repr(table.vault) == "TrailVault(…)"
    assert repr(made) == "CardMade(…)"


def test_a_card_nobody_laid_face_down() -> None:
    table = proven(step="dracula", trail=["paris"])
    with pytest.raises(LocalMistake):
        table.ledger.hidden("d999")
