"""Section 14, TV-8: what a changed client can try when Dracula lays a card; all is refused."""

from typing import Any

import pytest
from msgspec.structs import replace

from engine.ids import HIDE
from engine.requests import Sealed
from engine.rules.announced import ESCAPE
from engine.shapes import Shape
from net.crypto.commitment import check_trail_opening, seal_hash
from net.crypto.faults import OpeningMismatch, Unprovable
from net.fairness.trail import placing
from net.fairness.trail.placing import Claim, check_place, claim_of, make_place, take_place
from net.fairness.trail.trail_ledger import TrailLedger, TrailRequest, slot_number
from net.wire.bodies import TrailOpened
from net.wire.bodies_trail import Announced, SlotOpening, TrailBack, TrailPower
from tests.support.trail_position import Proven, proven
from tests.support.trail_table import GAME_ID, SMALL

MALFORMED, PROOF, RULE = 1, 3, 7
PLAIN = Shape()


def lay(
    table: Proven, asked: TrailRequest, value: str, vault: Any = None, shape: Shape = PLAIN
) -> Any:
    return make_place(table.ledger, vault or table.vault, asked, Sealed(shape, value))


def in_a_set_of_its_own(
    monkeypatch: pytest.MonkeyPatch,
    table: Proven,
    asked: TrailRequest,
    triple: tuple[str, str, str],
) -> Any:
    """A client that proves its move in a set of its own, where the move is legal."""

    def own(ledger: TrailLedger, asked: TrailRequest, shape: Shape) -> Claim:
        claim = claim_of(ledger, asked, shape)
        illegal = tuple(ledger.codes.code(value) for value in triple)
        return claim._replace(triples=[*claim.triples[:-1], illegal])  # type: ignore[list-item]

    with monkeypatch.context() as changed:
        changed.setattr(placing, "claim_of", own)
        return lay(table, asked, triple[1])


def test_a_legal_move_is_believed() -> None:
    table = proven(step="dracula", trail=["paris", "nantes"])
    asked = table.placing()
    assert check_place(table.ledger, asked, lay(table, asked, "brussels")) == Shape()


def test_a_move_too_far() -> None:
    """G-4."""
    table = proven(step="dracula", trail=["paris", "nantes"])
    asked = table.placing()
    with pytest.raises(Unprovable):
        lay(table, asked, "rome")
    elsewhere = lay(table, asked, "rome", table.liar(paris="naples"))
    assert table.refused(asked, elsewhere) == PROOF


@pytest.mark.parametrize("closed", [{"consecrated": "brussels"}, {"hosts": ["brussels"]}])
def test_a_consecrated_city(monkeypatch: pytest.MonkeyPatch, closed: dict[str, Any]) -> None:
    table = proven(step="dracula", trail=["paris", "nantes"], **closed)
    asked = table.placing()
    with pytest.raises(Unprovable):
        lay(table, asked, "brussels")
    triple = ("paris", "brussels", "brussels")
    assert table.refused(asked, in_a_set_of_its_own(monkeypatch, table, asked, triple)) == PROOF


def test_hidden_in_the_city_of_a_hunter(monkeypatch: pytest.MonkeyPatch) -> None:
    table = proven(step="dracula", trail=["paris", "nantes"], mina="brussels")
    asked = table.placing()
    triple = ("paris", "brussels", "brussels")
    assert table.refused(asked, in_a_set_of_its_own(monkeypatch, table, asked, triple)) == PROOF


def test_hide_face_down_while_revealed(monkeypatch: pytest.MonkeyPatch) -> None:
    """PA-9, T-6."""
    table = proven(step="dracula", trail=["paris up", "nantes"])
    asked = table.placing()
    triple = ("paris", HIDE, "paris")
    assert table.refused(asked, in_a_set_of_its_own(monkeypatch, table, asked, triple)) == PROOF


@pytest.mark.parametrize("where", ["trail", "lairs"])
def test_a_location_used_again(where: str) -> None:
    cards = {"trail": ["paris"], "lairs": ["rome"]}
    cards[where].append("brussels")
    table = proven(step="dracula", **cards)
    asked = table.placing()
    with pytest.raises(Unprovable):
        lay(table, asked, "brussels")
    body = lay(table, asked, "brussels", table.liar(brussels="vienna"))
    assert table.refused(asked, body) == PROOF
    silent = [each for each in body.different if each.slot != slot_number(table.slot("brussels"))]
    assert table.refused(asked, replace(body, different=tuple(silent))) == MALFORMED


def test_hide_laid_twice() -> None:
    table = proven(step="dracula", trail=["strasbourg", "hide", "paris"])
    asked = table.placing()
    with pytest.raises(Unprovable):
        lay(table, asked, HIDE)
    assert table.refused(asked, lay(table, asked, HIDE, table.liar(hide="vienna"))) == PROOF


def rested(value: str) -> Proven:
    """A card was cleared away that may have been Hide, and Hide would not be free again yet."""
    table = proven(
        step="dracula", trail=["paris", "nantes"], switches={"power_reuse": "slide-off-only"}
    )
    table.lay("d900", value)
    state = replace(table.state, powers_resting={"d900": 2})
    table.driver.game.table.state = state
    return table


def test_hide_used_again_too_soon() -> None:
    table = rested(HIDE)
    asked = table.placing()
    assert check_place(table.ledger, asked, lay(table, asked, "brussels")) == Shape()
    with pytest.raises(Unprovable):
        lay(table, asked, HIDE)
    forged = replace(lay(table, asked, "brussels"), different=())
    assert table.refused(asked, forged) == MALFORMED
    other = rested("rome")
    body, stolen = lay(other, other.placing(), HIDE), other.placing()
    assert check_place(other.ledger, stolen, body) == Shape()
    assert table.refused(asked, body) == PROOF


def test_a_cleared_city_can_be_laid_again_at_once() -> None:
    table = rested("brussels")
    asked = table.placing()
    assert check_place(table.ledger, asked, lay(table, asked, "brussels")) == Shape()


def test_a_location_that_is_not_the_cards() -> None:
    """I-3: L says where he will be; it can be neither somewhere else nor copied from K."""
    table = proven(step="dracula", trail=["paris", "nantes"])
    asked = table.placing()
    body, other = (
        lay(table, asked, "brussels"),
        lay(table, asked, "nantes", table.liar(nantes="rome")),
    )
    assert body.hidden is not None
    elsewhere = replace(body.hidden, location=other.hidden.location)
    assert table.refused(asked, replace(body, hidden=elsewhere)) == PROOF
    same = replace(body.hidden, location=body.hidden.twin)
    assert table.refused(asked, replace(body, hidden=same)) == MALFORMED


def test_a_lair_he_is_not_near() -> None:
    """T-5."""
    table = proven(step="dracula", trail=["paris", "nantes"], lairs=["rome"])
    asked, shape = table.placing(), Shape(lair=table.slot("rome"))
    with pytest.raises(Unprovable):
        lay(table, asked, "rome", shape=shape)
    body = lay(table, asked, "rome", table.liar(rome="brussels"), shape)
    assert table.refused(asked, body) == PROOF


def test_an_escape_too_far() -> None:
    table = proven(step="dracula", trail=["paris up", "nantes"])
    asked = table.placing(ESCAPE)
    body = lay(table, asked, "brussels")
    assert check_place(table.ledger, asked, body) == Shape()
    with pytest.raises(Unprovable):
        lay(table, asked, "rome")
    assert table.refused(table.placing(), body) == MALFORMED


IMPOSSIBLE: dict[str, tuple[str, dict[str, Any]]] = {
    "a sea zone from inland": ("madrid up", {"back": TrailBack.SEA}),
    "a power that lies on the trail": ("wolf_form", {"power": TrailPower.WOLF_FORM}),
    "a city announced that need not be": ("madrid up", {"announced": Announced.CITY}),
    "an open card where no hunter is": ("madrid up", {"face": 1, "hidden": None, "code": 5}),
}


@pytest.mark.parametrize("attempt", IMPOSSIBLE)
def test_what_everybody_sees_to_be_impossible(attempt: str) -> None:
    newest, change = IMPOSSIBLE[attempt]
    lies = {"place": "madrid", "power": newest} if newest == "wolf_form" else newest
    table = proven(step="dracula", trail=[lies, "nantes"])
    asked = table.placing()
    assert table.refused(asked, replace(lay(table, asked, "saragossa"), **change)) == RULE


def test_a_lone_power_at_sea() -> None:
    table = proven(step="dracula", trail=["english_channel", "nantes"])
    asked = table.placing()
    assert (
        table.refused(asked, lay(table, asked, "feed", shape=Shape("power", power="feed"))) == RULE
    )


def test_no_card_although_one_is_left() -> None:
    """T-1."""
    table = proven(step="dracula", trail=["paris up", "nantes"])
    assert table.refused(table.placing(), TrailOpened((), ())) == RULE


def test_no_card_shows_where_he_is() -> None:
    """PA-13, T-15: half an answer, or another card, is no answer."""
    table = proven(
        step="dracula", trail=["hide", "paris", "nantes"], switches={"power_cards": "unused"}
    )
    asked = table.placing()
    none = Sealed(Shape(no_card=True), "")
    body = make_place(table.ledger, table.vault, asked, none)
    assert isinstance(body, TrailOpened)
    shown = [table.ledger.codes.value(each.code) for each in body.openings]
    assert shown == [HIDE, "paris"]
    assert check_place(table.ledger, asked, body) == Shape(no_card=True)
    assert table.refused(asked, replace(body, openings=body.openings[:1])) == RULE
    assert table.refused(asked, replace(body, openings=())) == RULE
    nantes = table.vault.opening(table.ledger.hidden(table.slot("nantes")))
    assert table.refused(asked, replace(body, openings=(SlotOpening(*nantes),))) == RULE


def test_a_seal_that_does_not_fit_its_twin() -> None:
    """22.1: unseen when it is laid, it can be opened in no way, and the audit finds it."""
    table = proven(step="dracula", trail=["paris", "nantes"])
    asked = table.placing()
    body, codes = lay(table, asked, "brussels"), table.ledger.codes
    said = table.vault.lay(asked.moment.anchor, body.slot, codes.code("rome"), codes.code("rome"))
    true = table.vault.lay(
        asked.moment.anchor, body.slot, codes.code("brussels"), codes.code("brussels")
    )
    hidden = replace(body.hidden, seal=seal_hash(GAME_ID, said.opening))
    body = replace(body, hidden=hidden)
    assert check_place(table.ledger, asked, body) == Shape()
    take_place(table.ledger, asked, body)
    laid = table.ledger.hidden(f"d{body.slot}")
    for opening in (said.opening, true.opening):
        with pytest.raises(OpeningMismatch):
            check_trail_opening(SMALL, GAME_ID, laid.sealed, opening)
    with pytest.raises(OpeningMismatch):
        table.vault.check(laid)
