"""Cheats with cards: shuffles, shares, returns, trades, shown cards (sections 8 and 10)."""

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from client.workshop.cheats.cheat import Cheat, Fits, Liar, Moment, Noticed, answers, changed
from client.workshop.cheats.cheat_table import Rules
from engine.options import PASS, HandOption, PickPlace
from net.crypto.derivation import Remixing
from net.crypto.hashing import list_hash
from net.crypto.linear_proofs import share_points
from net.crypto.shuffle_proof import Pile, shuffle_and_prove
from net.crypto.transcript import Moment as At
from net.crypto.transcript import Purpose, context_index
from net.fairness.cards.exchange import Exchange
from net.game.stages import GameStage
from net.wire.bodies import (
    Answered,
    Body,
    CardProved,
    ChoiceCommitted,
    ChoiceOpened,
    Mixed,
    Rekeyed,
    Revealed,
    SharesSent,
    ShownTo,
    Shuffled,
)
from net.wire.bodies_cards import RekeyMode, RevealedCard, ShareKind

_MALFORMED, _PROOF, _OPENING, _RULE, _AUDIT = 1, 3, 4, 7, 8

_DECK = "Stacked, short or duplicated deck"
_SHARE = "Wrong decryption share"
_REPLAY = "Replay of an old entry or proof"
_TRADE = "Swapping a card in a trade or on return"


def last_scalar_changed(proof: bytes) -> bytes:
    """A proof whose last number is another one, still in its bounds."""
    return proof[:-32] + bytes([proof[-32] ^ 1]) + proof[-31:]


# Decks


def _shuffled(liar: Liar, pile: Pile, purpose: Purpose) -> bytes:
    """Rows that the liar has chosen, mixed with an honest proof about them."""
    count = len(pile.rows)
    remixing = Remixing(tuple(range(count)), tuple(range(5, 5 + count)))
    context = liar.exchange.context(liar.moment.step, purpose)
    return shuffle_and_prove(liar.vault().prover, context, pile, remixing)


def _deck_of(liar: Liar, cards: Sequence[str]) -> bytes:
    """A deck of open cards, shuffled."""
    exchange = liar.exchange
    ledger = exchange.ledger
    rows = [ledger.row(ledger.opened(ledger.codes.code(card))) for card in cards]
    pile = Pile(ledger.shuffle_keys(exchange.deck), rows)
    return _shuffled(liar, pile, Purpose.SHUFFLE)


def _stacked(liar: Liar) -> Body:
    first = liar.exchange.request.cards[0]
    return liar.altered(proof=_deck_of(liar, [first] * liar.body.count))


def _short(liar: Liar) -> Body:
    cards = liar.exchange.request.cards[1:]
    return liar.altered(count=len(cards), proof=_deck_of(liar, cards))


def _deck_of_its_own(liar: Liar) -> Body:
    """It mixes what lay there first, whatever the others have made of it."""
    return liar.altered(proof=_deck_of(liar, liar.exchange.request.cards))


def _is_new_deck(moment: Moment) -> bool:
    request: Any = moment.request
    return bool(getattr(request, "cards", ())) and not getattr(request, "old", ())


def _is_second_of_new_deck(moment: Moment) -> bool:
    return _is_new_deck(moment) and moment.step == 1


def _is_fresh_order(step: int) -> Fits:
    """A deck that all mix anew, because they have gone back to a request."""
    return answers(
        Shuffled,
        lambda moment: moment.proceedings.stage is GameStage.RESHUFFLING and moment.step == step,
    )


def _as_it_lay(liar: Liar) -> Body:
    """It mixes what everybody had drawn from when all went back, not what the others made of it."""
    ledger = liar.exchange.ledger
    rows = [ledger.row(card) for card in ledger.cards(liar.exchange.request.old)]
    pile = Pile(ledger.shuffle_keys(liar.exchange.deck), rows)
    return liar.altered(proof=_shuffled(liar, pile, Purpose.SHUFFLE))


def _as_before(liar: Liar) -> Body:
    """It sends the SHUFFLE of the request that was set aside, with its proof."""
    exchange, chain = liar.exchange, liar.moment.proceedings.chain
    anchor, game = chain.parents[-2], exchange.ledger.game
    rows = [exchange.ledger.row(card) for card in exchange.ledger.cards(exchange.request.old)]
    pile = Pile(exchange.ledger.shuffle_keys(exchange.deck), rows)
    then = At(game.game_id, game.epoch - 1, anchor, liar.peer)
    context = then.context(Purpose.SHUFFLE, context_index(liar.entry.part, 0))
    vault = liar.vault()
    remixing = vault.secrets.remixing(context, list_hash(rows), len(rows))
    return liar.altered(proof=shuffle_and_prove(vault.prover, context, pile, remixing))


def _twice_in_hand(liar: Liar) -> Body:
    """The best card of a hand comes out of the mix twice."""
    exchange = liar.exchange
    cards = exchange.ledger.cards(exchange.request.old)
    rows = [(cards[0].mask, cards[0].payload)] * len(cards)
    pile = Pile((exchange.ledger.keys[liar.peer].identity,), rows)
    return liar.altered(proof=_shuffled(liar, pile, Purpose.MIX))


def _other_handles(liar: Liar) -> Body:
    return liar.altered(handles=tuple(each + 1 for each in liar.body.handles))


# Shares


def _share_of_something_else(liar: Liar) -> Body:
    first, *others = liar.body.shares
    wrong = replace(first, share=liar.group.add(first.share, liar.group.generator))
    return liar.altered(shares=(wrong, *others))


def _share_with_the_key_of_backs(liar: Liar) -> Body:
    exchange, vault = liar.exchange, liar.vault()
    masks = [card.mask for card in exchange.ledger.cards(exchange.shared)]
    context = exchange.context(liar.moment.step, Purpose.SHARE_DRAW)
    made = share_points(vault.prover, context, vault.game.back, masks)
    shares = zip(liar.body.shares, made.points, strict=True)
    other = tuple(replace(each, share=point) for each, point in shares)
    return liar.altered(shares=other, proof=made.proof)


def _shares_crossed(liar: Liar) -> Body:
    first, second, *others = liar.body.shares
    crossed = (replace(first, share=second.share), replace(second, share=first.share))
    return liar.altered(shares=(*crossed, *others))


def _is_draw(moment: Moment) -> bool:
    return isinstance(moment.body, SharesSent) and moment.body.purpose == ShareKind.DRAW


# Returns, trades


def _made_up_return(liar: Liar) -> Body:
    first, *others = liar.body.cards
    other = replace(first, payload=liar.group.add(first.payload, liar.group.generator))
    return liar.altered(cards=(other, *others))


def _other_handle(liar: Liar) -> Body:
    first, *others = liar.body.cards
    return liar.altered(cards=(replace(first, handle=first.handle + 1), *others))


def _passed_elsewhere(liar: Liar) -> Body:
    return liar.altered(target=next(peer for peer in liar.honest if peer != liar.body.target))


def _is_pass(moment: Moment) -> bool:
    return isinstance(moment.body, Rekeyed) and moment.body.mode == RekeyMode.PASS


# All go back to a request of the rules; then once more, while they give the decks a fresh order.
_GONE_BACK = Rules(requests=46, goes_back=(40,))
_GONE_BACK_TWICE = Rules(requests=46, goes_back=(40, 41))

CARD_CHEATS = (
    Cheat("stacked-deck", _DECK, "shuffles a deck of one card many times", _PROOF,
          answers(Shuffled, _is_new_deck), changed(_stacked)),
    Cheat("short-deck", _DECK, "leaves a card out of a shuffle", _MALFORMED,
          answers(Shuffled, _is_new_deck), changed(_short)),
    Cheat("deck-of-its-own", _DECK, "shuffles the open deck, not what the peer before it made",
          _PROOF, answers(Shuffled, _is_second_of_new_deck), changed(_deck_of_its_own)),
    Cheat("broken-shuffle-proof", _DECK, "sends a shuffle with a proof that does not hold", _PROOF,
          answers(Shuffled),
          changed(lambda liar: liar.altered(proof=last_scalar_changed(liar.body.proof)))),
    Cheat("another-pile", _DECK, "shuffles a deck that nobody asked for", _MALFORMED,
          answers(Shuffled),
          changed(lambda liar: liar.altered(generation=liar.body.generation + 7))),
    Cheat("fresh-order-of-its-own", _DECK,
          "mixes a deck as it lay when all went back, not what the peer before it made", _PROOF,
          _is_fresh_order(1), changed(_as_it_lay), rules=_GONE_BACK),
    Cheat("order-of-before", _REPLAY,
          "mixes a deck as it did before all went back once more", _PROOF,
          _is_fresh_order(0), changed(_as_before), rules=_GONE_BACK_TWICE),
    Cheat("card-twice-in-hand", _DECK, "mixes its hand so that one card comes out twice", _PROOF,
          answers(Mixed, lambda moment: len(moment.body.handles) > 1),  # type: ignore[attr-defined]
          changed(_twice_in_hand)),
    Cheat("other-cards-mixed", _DECK, "mixes other cards than those of the hand", _MALFORMED,
          answers(Mixed),
          changed(_other_handles)),
    Cheat("wrong-share", _SHARE, "gives a share that turns the drawn card into another", _PROOF,
          answers(SharesSent), changed(_share_of_something_else)),
    Cheat("share-of-backs", _SHARE, "draws with the key that opens backs", _PROOF,
          _is_draw, changed(_share_with_the_key_of_backs)),
    Cheat("shares-crossed", _SHARE, "exchanges the shares of two cards", _PROOF,
          answers(SharesSent, lambda moment: len(moment.body.shares) > 1),  # type: ignore[attr-defined]
          changed(_shares_crossed)),
    Cheat("share-left-out", _SHARE, "gives no share of one of several cards", _MALFORMED,
          answers(SharesSent, lambda moment: len(moment.body.shares) > 1),  # type: ignore[attr-defined]
          changed(lambda liar: liar.altered(shares=liar.body.shares[1:]))),
    Cheat("share-for-something-else", _SHARE, "says that its shares are for another purpose",
          _MALFORMED, _is_draw,
          changed(lambda liar: liar.altered(purpose=int(ShareKind.OPEN)))),
    Cheat("card-made-up-on-return", _TRADE, "returns a card that it never had", _PROOF,
          answers(Rekeyed), changed(_made_up_return)),
    Cheat("another-card-returned", _TRADE, "returns or passes another card than the one named",
          _MALFORMED, answers(Rekeyed), changed(_other_handle)),
    Cheat("passed-to-another", _TRADE, "passes a card to somebody else than was agreed",
          _MALFORMED, _is_pass, changed(_passed_elsewhere)),
)  # fmt: skip


# Cheats with what is shown: cards played, revealed, proved, and sealed choices (8.2, 8.3, 10).


_OPENED = "Opening that does not match"
_QUIET = "Keeping a play-immediately card quiet"
_ILLEGAL = "Breaking a rule openly"


# Cards shown


def _other_code(liar: Liar, card: RevealedCard) -> int:
    """Another card of the same deck."""
    codes = liar.exchange.ledger.codes
    near = (card.code - 1, card.code + 1)
    return next(code for code in near if codes.card(code) is not None)


def _revealed_as_another(liar: Liar, body: Revealed) -> Revealed:
    first, *others = body.cards
    return replace(body, cards=(replace(first, code=_other_code(liar, first)), *others))


def _made_up_share(liar: Liar, body: Revealed) -> Revealed:
    """The share that would show another card, which only a false proof can support."""
    first, *others = body.cards
    code, group = _other_code(liar, first), liar.group
    fitting = group.subtract(first.share, group.base_multiply(code - first.code))
    return replace(body, cards=(replace(first, code=code, share=fitting), *others))


def _other_cards(moment: Moment) -> list[str]:
    """What could be played in place of the card that is played, if one had it."""
    option: Any = moment.body.option  # type: ignore[attr-defined]
    parts = getattr(getattr(moment.exchange, "request", None), "hand", ())
    fitting = [each for each in parts if type(option) is each.verb and option.slot in each.slots]
    return [card for each in fitting for card in each.cards if card != option.card]


def _played_as_another(liar: Liar) -> Body:
    option = replace(liar.body.option, card=_other_cards(liar.moment)[0])
    return liar.altered(option=option)


def _shows(moment: Moment) -> bool:
    body = moment.body
    is_shown = isinstance(body, Answered) and body.revealed is not None
    return is_shown and bool(_other_cards(moment))


def _plain_answer(moment: Moment) -> bool:
    body = moment.body
    return isinstance(body, Answered) and not isinstance(body.option, HandOption)


def _use_of_no_card(liar: Liar) -> Body:
    return liar.altered(option=PASS)


def _may_pass(moment: Moment) -> bool:
    request: Any = getattr(moment.exchange, "request", None)
    return _shows(moment) and bool(request.accepts(PASS))


# Duties and choices


def _other_commitment(liar: Liar) -> Body:
    point = liar.group.add(liar.body.commitment, liar.group.generator)
    return liar.altered(commitment=point)


def _shown_wrongly(liar: Liar) -> Body:
    sealed = liar.body.sealed
    return liar.altered(sealed=sealed[:-9] + bytes(9))


def _to_another_peer(moment: Moment) -> bool:
    return isinstance(moment.body, ShownTo) and moment.body.target != moment.entry.peer


def _opened_for_committed(_: Liar) -> Body:
    return ChoiceOpened(0x8000, bytes(32), None)


def _with_card(moment: Moment) -> bool:
    return isinstance(moment.body, ChoiceOpened) and moment.body.revealed is not None


def _illegal(moment: Moment) -> bool:
    return _plain_answer(moment) and isinstance(moment.exchange, Exchange)


HAND_CHEATS = (
    Cheat("card-played-as-another", _OPENED, "plays a card and says that it is another", _OPENING,
          _shows, changed(_played_as_another)),
    Cheat("card-played-unseen", _OPENED, "plays a card and does not show it", _OPENING,
          _shows, changed(lambda liar: liar.altered(revealed=None))),
    Cheat("card-shown-for-nothing", _OPENED, "shows a card with an answer that uses none",
          _MALFORMED, _may_pass, changed(_use_of_no_card)),
    Cheat("reveal-as-another", _OPENED, "reveals a card under another name", _OPENING,
          answers(Revealed), changed(lambda liar: _revealed_as_another(liar, liar.body))),
    Cheat("reveal-with-made-up-share", _OPENED, "makes up the share that would show a better card",
          _PROOF, answers(Revealed), changed(lambda liar: _made_up_share(liar, liar.body))),
    Cheat("shown-in-private", _OPENED, "shows another card to one peer alone", _OPENING,
          _to_another_peer, changed(_shown_wrongly), Noticed.BY_RECEIVER),
    Cheat("shown-and-left-out", _OPENED, "shows one peer another card, which is left out", _AUDIT,
          _to_another_peer, changed(_shown_wrongly), Noticed.WITHOUT_RECEIVER),
    Cheat("duty-denied", _QUIET, "claims that a card it holds is none that must be played", _PROOF,
          answers(CardProved), changed(_other_commitment)),
    Cheat("duty-of-another-card", _QUIET, "proves it of another card", _MALFORMED,
          answers(CardProved),
          changed(lambda liar: liar.altered(handle=liar.body.handle + 1))),
    Cheat("choice-changed", _OPENED, "opens another combat card than it committed to", _OPENING,
          answers(ChoiceOpened),
          changed(lambda liar: liar.altered(choice=liar.body.choice ^ 1))),
    Cheat("choice-salted", _OPENED, "opens its choice with another salt", _OPENING,
          answers(ChoiceOpened), changed(lambda liar: liar.altered(salt=bytes(32)))),
    Cheat("choice-opened-early", _OPENED, "opens a choice when it is asked to commit", _MALFORMED,
          answers(ChoiceCommitted), changed(_opened_for_committed)),
    Cheat("chosen-card-unseen", _OPENED, "fights with a card of its hand and does not show it",
          _OPENING, _with_card, changed(lambda liar: liar.altered(revealed=None))),
    Cheat("illegal-answer", _ILLEGAL, "answers what the rules do not allow", _RULE,
          _illegal, changed(lambda liar: liar.altered(option=PickPlace("atlantis")))),
    Cheat("pass-at-no-moment", _ILLEGAL, "fills the state with passes at moments there are not",
          _RULE, _illegal,
          changed(lambda liar: liar.altered(standing=(("x" * 40, True),)))),
)  # fmt: skip
