"""The answers about cards of decks and hands, with every proof in them (sections 6, 8 and 10).

1. What follows from an answer follows when its request is complete: until then all answers of the
   request are judged by the cards as they were before it.
2. Numbers of cards follow from the order of requests alone (section 8): no rule of play is needed.
3. What an answer of the rules' own making is about, as which cards make up a pile, is `stated`.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import proofs
from group import ZERO, Wrong, add, nums, sub
from layouts import Body, reveal_of
from ledger import (
    COMBAT,
    DRACULAS_BACK,
    EVENT,
    HUNTERS_BACK,
    Card,
    Choice,
    Keys,
    check_face,
    deck_list,
    opened,
    value_of,
)
from proofs import Lock, Passed, Row
from record import Entry
from seeds import Box, Made, derived, kept, linked, multiplied, remixed, shown
from tally import Tally
from transcript import EVERYBODY, Moment, Seed

DRAW, BACK, OPEN = 0, 1, 2
RETURN, PASS = 0, 1
SHARE_PURPOSES = {DRAW: "share.draw", BACK: "share.back", OPEN: "share.open"}
LOST = 0xFFFF  # a choice of somebody who is gone: nobody can open it


class Mixing(NamedTuple):
    """A pile that is shuffled in turn: its rows now, None if only the rules of play know them."""

    deck: int
    rows: list[Row] | None
    old: Sequence[int]  # the cards in it, by handle
    is_new: bool = False  # it is a new deck


class Cards:
    """All cards of a game, by handle."""

    def __init__(self, keys: Sequence[Keys], tally: Tally) -> None:
        self.keys = list(keys)
        self.tally = tally
        self.cards: dict[int, Card] = {}
        self.choices: list[Choice] = []
        self.numbers = 0  # how many handles and slots were given out
        self.made: list[Made] = []  # what seeds make anew
        self.renewed: Mapping[int, Sequence[int]] = {}  # decks that get a fresh order now
        self._generations: dict[int, int] = {}
        self._before: list[Entry] = []  # of the request before
        self._later: list[Callable[[], None]] = []
        self._shares: dict[tuple[int, tuple[int, ...]], list[tuple[int, Body]]] = {}
        self._mixings: list[Mixing] = []  # of this request, as far as they are here
        self._first_coin: int | None = None
        self._returned: dict[int, Card] = {}  # in this request, before it is shuffled
        self._is_followed = True  # whether it is known which cards are still there

    @property
    def joint(self) -> bytes:
        """X_J."""
        return proofs.joint(key.identity for key in self.keys)

    @property
    def joint_back(self) -> bytes:
        """Y_J."""
        return proofs.joint(key.back for key in self.keys)

    def card(self, handle: int) -> Card:
        """The card under a handle."""
        if handle not in self.cards:
            raise Wrong(f"there is no card {handle}")
        return self.cards[handle]

    def unseen(self, deck: int) -> list[int]:
        """The cards of a deck that all have mixed and nobody has had in hand since, by handle."""
        found = sorted(self.cards.items())
        return [at for at, card in found if card.deck == deck and card.is_unseen and card.is_sealed]

    def take_numbers(self, count: int) -> range:
        """The next handles or slots."""
        first = self.numbers
        self.numbers += count
        return range(first, self.numbers)

    def later(self, change: Callable[[], None]) -> None:
        """Let something follow once the request is complete."""
        self._later.append(change)

    def settle(self, entries: Sequence[Entry]) -> None:
        """The request is complete: let follow what follows."""
        for (purpose, handles), sent in self._shares.items():
            where = f"request {entries[0].index}"
            self.tally.holds("shares that fit", where, self._settle_shares, purpose, handles, sent)
        for change in self._later:
            change()
        for mixing in self._mixings:
            self._settle_shuffle(mixing)
        self.forget_answers()
        self._before = list(entries)

    def forget_answers(self) -> None:
        """Nothing follows from what was answered so far."""
        self._later, self._shares, self._mixings = [], {}, []
        self._first_coin, self._returned = None, {}

    # Shuffles

    def shuffle(self, entry: Entry, moment: Moment, stated: Any) -> None:
        """SHUFFLE: on the pile, or on the shuffle before it in the same request."""
        body = entry.body
        deck = body.deck
        is_first = not self._mixings or self._mixings[-1].deck != deck
        width = 3 if deck == EVENT else 2
        said = (body.generation, body.payloads)
        expected = (self._generations.get(deck, 0), width - 1)
        self.tally.demand("shuffles in turn", entry.where, said == expected, "of another pile")
        public = (self.joint_back, self.joint) if deck == EVENT else (self.joint,)
        context = moment.context("shuffle", entry.part)
        is_stated = is_first and self._derived_pile(body) is None
        mixing = self._begun(entry, stated) if is_first else self._mixings.pop()
        rows = mixing.rows
        if rows is None:
            self.tally.unstated("shuffles (SHUF)")
        else:
            check = (proofs.shuf, context, public, rows, body.proof)
            self.tally.holds("shuffles (SHUF)", entry.where, *check, stated=is_stated)
            self._remake(entry, context, public, rows)
        made = proofs.rows_of(body.proof, body.count, width)
        self._mixings.append(mixing._replace(rows=made))

    def _remake(
        self, entry: Entry, context: bytes, public: Sequence[bytes], rows: list[Row]
    ) -> None:
        proof = entry.body.proof
        again = (context, public, rows, proof[: 32 * len(rows) * (len(public) + 1)])
        self.made.append(Made(entry.signer, "shuffles by seed", entry.where, remixed, again))

    def _begun(self, entry: Entry, stated: Any) -> Mixing:
        """Section 8: the pile before anybody shuffles it; with no rows if only the rules know."""
        body, deck = entry.body, entry.body.deck
        said = None if stated is None else (stated["cards"], stated["old"])
        pile = self._derived_pile(body)
        if pile is not None and said not in (None, pile):
            raise Wrong("another pile is stated than the document says")
        if (pile := pile or said) is None:
            self._is_followed = False
            sealed = [at for at, card in self.cards.items() if card.deck == deck and card.is_sealed]
            return Mixing(deck, None, sealed)  # whatever else is in it, these are
        codes, old = pile
        found = [opened(code) for code in codes]
        found += [self._returned.get(at) or self.card(at) for at in old]
        if len(found) != body.count or any(card.deck != deck for card in found):
            raise Wrong("a shuffle of another pile")
        return Mixing(deck, [card.sealed_row for card in found], old, is_new=bool(codes))

    def _derived_pile(self, body: Body) -> tuple[list[int], list[int]] | None:
        """The codes of a new deck and the handles of an old one; None: only the rules know."""
        if self.renewed:
            return [], list(self.renewed.get(body.deck, ()))
        if body.deck == COMBAT:
            given = self._given_back(COMBAT)  # for Plotting: the rest of the deck
            return ([], given) if given else (deck_list(COMBAT, body.count), [])
        if self._generations.get(body.deck, 0) == 0:
            return deck_list(body.deck), []
        return None

    def _given_back(self, deck: int) -> list[int]:
        """The cards of this deck that the request before gave back to it."""
        given = [each for each in self._before if each.name == "REKEY" and each.body.mode == RETURN]
        handles = [card.handle for entry in given for card in entry.body.cards]
        return [each for each in handles if self.card(each).deck == deck]

    def _settle_shuffle(self, mixing: Mixing) -> None:
        deck, rows = mixing.deck, mixing.rows or []
        self._generations[deck] = self._generations.get(deck, 0) + 1
        for handle in mixing.old:
            del self.cards[handle]
        if mixing.is_new:  # it is made of public cards: those of the old one are no more
            self.cards = {at: card for at, card in self.cards.items() if card.deck != deck}
        handles = mixing.old if self.renewed else self.take_numbers(len(rows))
        for handle, row in zip(handles, rows, strict=True):
            back = row[1] if deck == EVENT else None
            self.cards[handle] = Card(deck, row[0], row[-1], locked_back=back, is_unseen=True)

    def mix(self, entry: Entry, moment: Moment) -> None:
        """MIX: a holder mixes cards of its own, under its own key."""
        body = entry.body
        cards = [self.card(each.handle) for each in body.handles]
        fits = all(card.code is not None or card.holder == entry.peer for card in cards)
        fits = fits and len({card.deck for card in cards}) == 1
        self.tally.demand("cards in the right hands", entry.where, fits, "somebody else's")
        public = (self.keys[entry.peer].identity,)
        context, rows = moment.context("mix", entry.part), [card.row for card in cards]
        check = (proofs.shuf, context, public, rows, body.proof)
        mixed = self.tally.holds("mixed hands (SHUF)", entry.where, *check)
        self._remake(entry, context, public, rows)
        backs = {card.back for card in cards}
        back = backs.pop() if len(backs) == 1 else None

        def settle() -> None:
            for each in body.handles:
                del self.cards[each.handle]
            for handle, row in zip(self.take_numbers(len(cards)), mixed or [], strict=False):
                self.cards[handle] = Card(cards[0].deck, *row, back=back, holder=entry.peer)

        self.later(settle)

    # Cards that change hands, or are seen

    def rekey(self, entry: Entry, moment: Moment) -> None:
        """REKEY: cards are passed to a peer, or returned under all locks."""
        body = entry.body
        is_return = body.mode == RETURN
        fits = body.target == (EVERYBODY if is_return else body.target) and body.mode <= PASS
        fits = fits and (is_return or body.target < len(self.keys))
        self.tally.demand("cards in the right hands", entry.where, fits, "to nobody")
        key = self.keys[entry.peer].identity
        changed: dict[int, Card] = {}
        for number, each in enumerate(body.cards):
            card = self.card(each.handle)
            is_held = card.code is not None or card.holder == entry.peer
            fits = is_held and (each.back is not None) == (is_return and card.deck == EVENT)
            self.tally.demand("cards in the right hands", entry.where, fits, "somebody else's")
            target = self.joint if is_return else self.keys[body.target].identity
            back = None if each.back is None else (card.back or 0, each.back, self.joint_back)
            context = moment.context("rekey", entry.part, number)
            after = (each.mask, each.payload)
            passed = Passed(key, card.row, after, target, back)
            check = (proofs.rekey, context, passed, each.proof)
            self.tally.holds("cards passed (REKEY)", entry.where, *check)
            self._remake_scalar(entry, "rekey", context, each.handle, each.mask)
            holder = None if is_return else body.target
            changed[each.handle] = card._replace(
                mask=each.mask,
                payload=each.payload,
                locked_back=each.back,
                holder=holder,
                code=None,
            )
        self._returned |= changed
        self.later(lambda: self.cards.update(changed))

    def _remake_scalar(
        self, entry: Entry, label: str, context: bytes, handle: int, expected: bytes
    ) -> None:
        content = context + handle.to_bytes(4, "little")
        again = (label, content, expected)
        self.made.append(Made(entry.signer, "locks by seed", entry.where, multiplied, again))

    def share(self, entry: Entry, moment: Moment) -> None:
        """SHARES: a peer takes its lock off cards."""
        body = entry.body
        if body.purpose not in SHARE_PURPOSES:
            raise Wrong("shares for a purpose that nothing has")
        cards = [self.card(each.handle) for each in body.shares]
        is_back = body.purpose == BACK
        sealed = all(card.code is None and card.holder is None for card in cards)
        self.tally.demand("cards in the right hands", entry.where, sealed, "not under all locks")
        keys = self.keys[entry.peer]
        context = moment.context(SHARE_PURPOSES[body.purpose], entry.part)
        points = [each.share for each in body.shares]
        key = keys.back if is_back else keys.identity
        check = (proofs.share, context, key, [card.mask for card in cards], points, body.proof)
        self.tally.holds("shares (SHARE)", entry.where, *check)
        handles = tuple(each.handle for each in body.shares)
        self._shares.setdefault((body.purpose, handles), []).append((entry.peer, body))

    def _settle_shares(
        self, purpose: int, handles: Sequence[int], sent: list[tuple[int, Body]]
    ) -> None:
        """Everybody's, or of a draw everybody's but the one's who draws."""
        peers = [peer for peer, _ in sent]
        lacking = set(range(len(self.keys))) - set(peers)
        if peers != sorted(set(peers)) or len(lacking) != (purpose == DRAW):
            raise Wrong("shares of other peers than it takes")
        for position, handle in enumerate(handles):
            card = self.card(handle)
            shares = [body.shares[position].share for _, body in sent]
            if purpose == BACK:
                left = proofs.unlocked(card.locked_back or ZERO, shares)
                back = value_of(left, (HUNTERS_BACK, DRACULAS_BACK))
                self.cards[handle] = card._replace(back=back)
                continue
            left = proofs.unlocked(card.payload, shares)
            if purpose == OPEN:
                self.cards[handle] = opened(value_of(left, deck_list(card.deck)))
            else:
                self.cards[handle] = card._replace(
                    payload=left,
                    locked_back=None,
                    holder=lacking.copy().pop(),
                    is_unseen=False,
                )

    def reveal(self, entry: Entry, moment: Moment, body: Body, purpose: str = "reveal") -> None:
        """REVEAL, alone or inside another body: cards of one's own are shown."""
        cards = [self.card(each.handle) for each in body.cards]
        context = moment.context(purpose, entry.part)
        self._check_revealed(entry, context, cards, body)
        faces = {each.handle: each.code for each in body.cards}
        self.later(lambda: self.cards.update({at: opened(code) for at, code in faces.items()}))

    def _check_revealed(
        self, entry: Entry, context: bytes, cards: Sequence[Card], body: Body
    ) -> None:
        fits = all(card.code is None and card.holder == entry.peer for card in cards)
        self.tally.demand("cards in the right hands", entry.where, fits, "somebody else's")
        key, masks = self.keys[entry.peer].identity, [card.mask for card in cards]
        points = [each.share for each in body.cards]
        check = (proofs.share, context, key, masks, points, body.proof)
        self.tally.holds("shares (SHARE)", entry.where, *check)
        for card, each in zip(cards, body.cards, strict=True):
            self.tally.holds("faces shown", entry.where, check_face, card, each)

    def show(self, entry: Entry, moment: Moment, receiver: tuple[bytes, bytes]) -> None:
        """SHOW: only the receiver's seed can read it; `receiver` is its identity, and its keys'."""
        context = moment._replace(peer=entry.body.target).context("show", entry.part)
        key, cards = self.keys[entry.peer].identity, dict(self.cards)

        def check(content: bytes) -> None:
            body = reveal_of(content, 256)
            shown = [cards[each.handle] for each in body.cards]
            if any(card.holder != entry.peer for card in shown):
                raise Wrong("somebody else's card is shown")
            points = [each.share for each in body.cards]
            proofs.share(context, key, [card.mask for card in shown], points, body.proof)
            for card, each in zip(shown, body.cards, strict=True):
                check_face(card, each)

        identity, place = receiver
        again = (place, context, entry.body.sealed, check)
        self.made.append(Made(identity, "boxes by seed", entry.where, kept, again))

    def show_again(
        self, entry: Entry, moment: Moment, receiver: tuple[bytes, bytes], place: bytes
    ) -> None:
        """The same when both seeds are open; `place` is the data of the giver's keys."""
        context = moment._replace(peer=entry.body.target).context("show", entry.part)
        key, cards = self.keys[entry.peer].identity, dict(self.cards)

        def check(giver: Seed, content: bytes) -> None:
            body = reveal_of(content, 256)
            masks = [cards[each.handle].mask for each in body.cards]
            points = [each.share for each in body.cards]
            digest = proofs.share_digest(context, key, masks, points)
            nonce = giver.repeatable_nonce(place, context, digest)
            proofs.made_with(nonce, key, body.proof)

        identity, to = receiver
        box = Box(to, self.keys[entry.body.target].box, context, entry.body.sealed)
        again = (box, check)
        self.made.append(Made(entry.signer, "shows by seed", entry.where, shown, again, identity))

    def in_set(self, entry: Entry, moment: Moment, stated: Any) -> None:
        """CARD_IN_SET: a card of one's own is one of a set, and stays hidden."""
        body = entry.body
        card = self.card(body.handle)
        fits = card.code is not None or card.holder == entry.peer
        fits = fits and body.set_id == 0
        self.tally.demand("cards in the right hands", entry.where, fits, "somebody else's")
        context = moment.context("link", entry.part)
        key = self.keys[entry.peer].identity
        check = (proofs.link, context, key, card.row, body.commitment, body.link)
        self.tally.holds("cards linked (LINK)", entry.where, *check)
        content = context + body.handle.to_bytes(4, "little")
        again = (content, deck_list(card.deck), body.commitment)
        self.made.append(Made(entry.signer, "links by seed", entry.where, linked, again))
        if stated is None:
            self.tally.unstated("sets (MEMBER)")
            return
        member = moment.context("cardset", entry.part)
        check = (proofs.member, member, body.commitment, stated["codes"], body.member)
        self.tally.holds("sets (MEMBER)", entry.where, *check, stated=True)

    # Choices and lots

    def choose(self, entry: Entry, moment: Moment) -> None:
        """CHOICE_COMMIT: fixed, and not to be seen."""
        choice = Choice(entry.peer, entry.body.commitment, moment.context("choice", entry.part))
        self.later(lambda: self.choices.append(choice))
        self.later(lambda: self.take_numbers(1) and None)

    def open_choice(self, entry: Entry, moment: Moment) -> None:
        """CHOICE_OPEN: the choice, its salt, and the card if it is of a hidden hand."""
        body = entry.body
        found = next((each for each in self.choices if each.is_opened_by(entry.peer, body)), None)
        is_lost = body.choice == LOST and body.salt == bytes(32)
        fits = found is not None or is_lost
        self.tally.demand("choices opened", entry.where, fits, "committed to by nobody")
        if found is not None:
            self.later(lambda: self.choices.remove(found))
            content = found.context + body.choice.to_bytes(2, "little")
            again = ("choice", content, body.salt)
            self.made.append(Made(entry.signer, "salts by seed", entry.where, derived, again))
        if body.revealed is not None:
            self.reveal(entry, moment, body.revealed)

    def toss(self, entry: Entry, moment: Moment) -> None:
        """COIN_SHARE: one peer's share of a lot."""
        if self._first_coin is None:
            self._first_coin = entry.part
        shared = moment._replace(peer=EVERYBODY).context("coin", self._first_coin)
        point = nums(b"coin" + shared)
        context, body = moment.context("coin", entry.part), entry.body
        key = self.keys[entry.peer].coin
        check = (proofs.share, context, key, [point], [body.share], body.proof)
        self.tally.holds("shares (SHARE)", entry.where, *check)

    # A place that changes hands

    def locked_with(self, peer: int) -> list[tuple[int, Card]]:
        """The cards that a peer's key is on: sealed, or in its hands; by handle."""
        found = sorted(self.cards.items())
        return [
            (handle, card)
            for handle, card in found
            if card.code is None and card.holder in (None, peer)
        ]

    def relock(self, entry: Entry, moment: Moment, number: int, peer: int) -> None:
        """KEY_ROTATE: so many of these cards are locked anew."""
        body, old = entry.body, self.keys[peer]
        chunk = self.locked_with(peer)[128 * number : 128 * (number + 1)]
        if not self._is_followed:
            chunk = [(each.handle, self.card(each.handle)) for each in body.cards]
        fits = [(handle, card.locked_back is not None) for handle, card in chunk] == [
            (each.handle, each.back is not None) for each in body.cards
        ]
        self.tally.demand("cards locked anew", entry.where, fits, "other cards than it takes")
        if not fits or not chunk:
            return
        new = old._replace(identity=body.identity, back=body.back)
        keys = [*self.keys[:peer], new, *self.keys[peer + 1 :]]
        joint, joint_back = (
            proofs.joint(key.identity for key in keys),
            proofs.joint(key.back for key in keys),
        )
        context = moment.context("rotate", number, 1)
        locks, changed = [], {}
        for (handle, card), each in zip(chunk, body.cards, strict=True):
            key = joint if card.holder is None else new.identity
            locks.append(Lock(card.mask, each.mask, each.change, key, each.back, joint_back))
            changed[handle] = card._replace(
                mask=each.mask,
                payload=add(card.payload, each.change),
                locked_back=None if each.back is None else add(card.locked_back or ZERO, each.back),
            )
            fresh = sub(each.mask, card.mask)
            self._remake_scalar(entry, "relock", context, handle, fresh)
        change = (sub(body.identity, old.identity), sub(body.back, old.back))
        check = (proofs.relock, context, change, locks, body.relock)
        self.tally.holds("cards locked anew (RELOCK)", entry.where, *check)
        self.later(lambda: self.cards.update(changed))
