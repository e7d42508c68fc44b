"""Cheats with decks and with where cards go: shuffles, shares, returns, trades (section 8)."""

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from client.cheats.cheat import Cheat, Fits, answers, changed
from client.cheats.liar import Liar, Moment
from client.cheats.table import Rules
from net.crypto.derivation import Remixing
from net.crypto.hashing import list_hash
from net.crypto.linear_proofs import share_points
from net.crypto.shuffle_proof import Pile, shuffle_and_prove
from net.crypto.transcript import Moment as At
from net.crypto.transcript import Purpose, context_index
from net.game.stages import GameStage
from net.wire.bodies import (
    Body,
    Mixed,
    Rekeyed,
    SharesSent,
    Shuffled,
)
from net.wire.bodies_cards import RekeyMode, ShareKind

_MALFORMED, _PROOF = 1, 3

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
