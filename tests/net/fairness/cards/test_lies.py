"""A changed client that shows, claims or chooses otherwise, refused with its code (TV-8)."""

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from engine.ids import DRACULA, GODALMING, MINA
from engine.options import PASS, Discard, PickCard, Play
from engine.questions import CardIsAmong
from engine.requests import (
    Attest,
    Choose,
    Conceal,
    FromHand,
    Reveal,
    Sealed,
)
from net.crypto.card_proofs import InSetContexts, LinkSecrets, prove_card_in_set
from net.crypto.faults import PeerFault
from net.crypto.transcript import Purpose
from net.fairness.cards import opening as opening_module
from net.fairness.cards.exchange import Exchange
from net.fairness.cards.opening import Showing
from net.wire.bodies import Answered
from net.wire.bodies_cards import (
    CardProved,
    ChoiceOpened,
    Revealed,
    ShownTo,
)
from tests.net.fairness.cards.cheating import (
    ITEMS,
    MALFORMED,
    OPENING,
    PROOF,
    RULE,
    another,
    face,
    hand,
    honest,
    refused,
)
from tests.net.fairness.cards.conftest import SODIUM
from tests.net.fairness.cards.peers import Peers
from tests.support.proving import flipped


def lying(peers: Peers, body: Revealed, slot: str) -> tuple[Revealed, Revealed]:
    """The same share under another code, and a share made up to fit it."""
    ledger = peers.ledgers[0]
    (card,) = body.cards
    code = ledger.codes.code(another(face(peers, slot)))
    said = replace(card, code=code)
    fitting = SODIUM.subtract(ledger.card(slot).payload, SODIUM.base_multiply(code))
    made_up = replace(said, share=fitting)
    return replace(body, cards=(said,)), replace(body, cards=(made_up,))


def test_a_lying_reveal(peers: Peers) -> None:
    mine, other = hand(peers)
    exchanges, body = honest(peers, Reveal(GODALMING, (mine,)))
    said, made_up = lying(peers, body, mine)
    assert refused(exchanges, said) == OPENING
    assert refused(exchanges, made_up) == PROOF
    _, elsewhere = honest(peers, Reveal(GODALMING, (other,)))
    assert refused(exchanges, elsewhere) == MALFORMED


def test_a_card_that_may_not_be_shown_here(peers: Peers) -> None:
    mine, _ = hand(peers)
    exchanges = peers.exchanges(Reveal(GODALMING, (mine,), (another(face(peers, mine)),)))
    body = peers.body(exchanges, 0)
    assert refused(exchanges, body) == RULE


def asked(slots: tuple[str, ...]) -> Choose:
    return Choose(GODALMING, "test", (PASS,), (FromHand(Play, slots, ITEMS),))


def test_a_card_played_that_is_another(peers: Peers) -> None:
    mine, other = hand(peers)
    exchanges = peers.exchanges(asked((mine, other)))
    body = peers.body(exchanges, 0, Play(mine, face(peers, mine)))
    assert isinstance(body, Answered)
    claim = Play(mine, another(face(peers, mine)))
    assert refused(exchanges, replace(body, option=claim)) == OPENING
    assert body.revealed is not None
    said, made_up = lying(peers, body.revealed, mine)
    assert refused(exchanges, replace(body, option=claim, revealed=said)) == OPENING
    assert refused(exchanges, replace(body, option=claim, revealed=made_up)) == PROOF


def test_a_card_played_and_not_shown(peers: Peers) -> None:
    """PA-14."""
    mine, other = hand(peers)
    exchanges = peers.exchanges(asked((mine, other)))
    bare = Answered(Play(mine, face(peers, mine)))
    assert refused(exchanges, bare) == OPENING
    shown = peers.body(exchanges, 0, Play(other, face(peers, other)))
    crossed = replace(bare, revealed=shown.revealed)  # type: ignore[attr-defined]
    assert refused(exchanges, crossed) == MALFORMED


def test_an_open_card_called_another(peers: Peers) -> None:
    mine, other = hand(peers)
    peers.run(Reveal(GODALMING, (mine,)))
    exchanges = peers.exchanges(asked((mine, other)))
    assert refused(exchanges, Answered(Play(mine, another(face(peers, mine))))) == OPENING


@pytest.mark.parametrize("option", [PickCard("dogs"), Discard("i0", "dogs"), Play("i9", "dogs")])
def test_an_option_that_was_not_offered(peers: Peers, option: Any) -> None:
    exchanges = peers.exchanges(asked(hand(peers)))
    assert refused(exchanges, Answered(option)) == RULE


def test_a_card_shown_with_an_answer_that_uses_none(peers: Peers) -> None:
    mine, other = hand(peers)
    exchanges = peers.exchanges(asked((mine, other)))
    body = peers.body(exchanges, 0, Play(mine, face(peers, mine)))
    assert refused(exchanges, replace(body, option=PASS)) == MALFORMED


def test_a_body_of_another_type(peers: Peers) -> None:
    mine, other = hand(peers)
    exchanges, _ = honest(peers, asked((mine, other)), PASS)
    _, revealed = honest(peers, Reveal(GODALMING, (mine,)))
    assert refused(exchanges, revealed) == MALFORMED


# CARD_IN_SET


def test_a_card_said_to_be_in_a_set(peers: Peers) -> None:
    mine, _ = hand(peers)
    wanted = another(face(peers, mine))
    exchanges = peers.exchanges(Attest(GODALMING, CardIsAmong(mine, (wanted, "stake"))))
    cheat, vault, ledger = exchanges[1], peers.vaults[1], peers.ledgers[1]
    codes = [ledger.codes.code(card) for card in (wanted, "stake")]
    contexts = InSetContexts(cheat.context(0, Purpose.LINK), cheat.context(0, Purpose.CARD_SET))
    secrets = LinkSecrets(vault.game.identity, 77, codes[0])
    held = cheat._held()  # type: ignore[attr-defined]
    made = prove_card_in_set(vault.prover, contexts, held, secrets, codes)
    body = CardProved(int(mine[1:]), 0, made.commitment, made.link, made.member)
    assert refused(exchanges, body) == PROOF


def test_a_proof_about_another_card(peers: Peers) -> None:
    mine, other = hand(peers)
    exchanges = peers.exchanges(Attest(GODALMING, CardIsAmong(mine, ITEMS)))
    _, elsewhere = honest(peers, Attest(GODALMING, CardIsAmong(other, ITEMS)))
    assert refused(exchanges, elsewhere) == MALFORMED
    assert refused(exchanges, replace(elsewhere, handle=int(mine[1:]))) == PROOF


def test_a_proof_about_a_larger_set(peers: Peers) -> None:
    mine, _ = hand(peers)
    wide = (face(peers, mine), *(card for card in ITEMS if card != face(peers, mine)))
    narrow = wide[1:]
    exchanges = peers.exchanges(Attest(GODALMING, CardIsAmong(mine, narrow)))
    _, body = honest(peers, Attest(GODALMING, CardIsAmong(mine, wide)))
    assert refused(exchanges, body) == PROOF


# Choices


def opening(peers: Peers, slots: tuple[str, ...], value: str) -> tuple[list[Exchange], Any]:
    choices = ("punch", "dodge", *slots)
    peers.run(Conceal(GODALMING, "c90", "combat.choose", choices), Sealed("c90", value))
    return honest(peers, Reveal(GODALMING, ("c90",)))


def test_another_choice_than_the_one_made(peers: Peers) -> None:
    exchanges, body = opening(peers, hand(peers), "punch")
    assert isinstance(body, ChoiceOpened)
    assert refused(exchanges, replace(body, choice=0x8001)) == OPENING
    assert refused(exchanges, replace(body, salt=flipped(body.salt, 0))) == OPENING


def test_a_chosen_card_that_is_another(peers: Peers) -> None:
    mine, other = hand(peers)
    exchanges, body = opening(peers, (mine, other), mine)
    said, made_up = lying(peers, body.revealed, mine)
    assert refused(exchanges, replace(body, revealed=said)) == OPENING
    assert refused(exchanges, replace(body, revealed=made_up)) == PROOF
    assert refused(exchanges, replace(body, revealed=None)) == OPENING


def test_a_card_shown_for_an_own_combat_card(peers: Peers) -> None:
    mine, other = hand(peers)
    exchanges, body = opening(peers, (mine, other), "punch")
    _, revealed = honest(peers, Reveal(GODALMING, (mine,)))
    assert refused(exchanges, replace(body, revealed=revealed)) == MALFORMED


@pytest.mark.parametrize("number", [7, 0x8002, 0xFFFF])
def test_a_choice_of_what_could_not_be_chosen(
    peers: Peers, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    """The commitment is to something that is no choice at all; the opening fits it."""
    with monkeypatch.context() as patch:
        patch.setattr("net.fairness.cards.choices.choice_number", lambda *_: number)
        slots = hand(peers)
        choices = ("punch", "dodge", *slots)
        request = Conceal(GODALMING, "c90", "combat.choose", choices)
        peers.run(request, Sealed("c90", "punch"))
    sealed = peers.ledgers[1].choices["c90"]
    salt = peers.vaults[1].secrets.choice_salt(sealed.context, number)
    exchanges = peers.exchanges(Reveal(GODALMING, ("c90",)))
    assert refused(exchanges, ChoiceOpened(number, salt, None)) == RULE


def test_a_chosen_card_that_does_not_fit(peers: Peers) -> None:
    mine, other = hand(peers)
    _, body = opening(peers, (mine, other), mine)
    fitting = (f"{mine}={another(face(peers, mine))}", "punch")
    exchanges = peers.exchanges(Reveal(GODALMING, ("c90",), fitting))
    assert refused(exchanges, body) == RULE


# SHOW


def received(peers: Peers, exchanges: list[Exchange], body: ShownTo) -> int:
    """The code with which the receiver alone refuses what it was shown."""
    peers.send(exchanges, 0, body)
    for peer in (0, 1):
        assert exchanges[peer].learn(peers.vaults[peer]) == {}
    with pytest.raises(PeerFault) as fault:
        exchanges[2].learn(peers.vaults[2])
    return fault.value.code


def shown_after(
    peers: Peers, monkeypatch: pytest.MonkeyPatch, change: Callable[[Revealed], Revealed]
) -> int:
    """What the receiver says to a box with something else inside."""
    mine, _ = hand(peers)
    exchanges = peers.exchanges(Reveal(GODALMING, (mine,), to=MINA))
    make = opening_module.make_revealed
    with monkeypatch.context() as patch:
        patch.setattr(opening_module, "make_revealed", lambda *given: change(make(*given)))
        body = exchanges[1].make(peers.vaults[1], 0)
    assert isinstance(body, ShownTo)
    return received(peers, exchanges, body)


def test_another_card_shown_to_one_peer(peers: Peers, monkeypatch: pytest.MonkeyPatch) -> None:
    def other_code(body: Revealed) -> Revealed:
        (card,) = body.cards
        return replace(body, cards=(replace(card, code=card.code + 1),))

    assert shown_after(peers, monkeypatch, other_code) == OPENING


def test_a_made_up_share_shown_to_one_peer(peers: Peers, monkeypatch: pytest.MonkeyPatch) -> None:
    def other_share(body: Revealed) -> Revealed:
        (card,) = body.cards
        return replace(body, cards=(replace(card, share=SODIUM.add(card.share, SODIUM.generator)),))

    assert shown_after(peers, monkeypatch, other_share) == PROOF


def test_something_shown_to_somebody_else(peers: Peers) -> None:
    mine, _ = hand(peers)
    exchanges, body = honest(peers, Reveal(GODALMING, (mine,), to=MINA))
    assert refused(exchanges, replace(body, target=0)) == MALFORMED
    _, elsewhere = honest(peers, Reveal(GODALMING, (mine,), to=DRACULA))
    assert received(peers, exchanges, replace(elsewhere, target=2)) == OPENING


def test_something_shown_at_another_moment(peers: Peers) -> None:
    mine, _ = hand(peers)
    _, old = honest(peers, Reveal(GODALMING, (mine,), to=MINA))
    peers.anchor = b"\x98" * 32
    exchanges = peers.exchanges(Reveal(GODALMING, (mine,), to=MINA))
    assert isinstance(exchanges[2], Showing)
    assert received(peers, exchanges, old) == OPENING
