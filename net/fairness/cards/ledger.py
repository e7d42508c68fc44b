"""What everybody can work out of the hidden cards of a game: keys, and each card's lock.

1. It follows from the log alone; two peers with the same log have equal ledgers. No secret is here.
2. It changes only when a request is complete (`Exchange.settle`): all parts of one request are
   verified against the same ledger.
3. A card's handle is the number in its slot. Slots are never reused; when cards are mixed the old
   handles are forgotten.
"""

from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from engine.edition import Edition
from engine.ids import Seat, SlotId
from net.crypto.derivation import GameKeys
from net.crypto.group import Group, Point
from net.crypto.linear_proofs import joint_key
from net.crypto.shuffle_proof import Row
from net.crypto.transcript import Verifier
from net.errors import LocalMistake
from net.fairness.cards.codes import DECK_SIZE, CodeTable, Deck


class LockedCard(Struct, frozen=True):
    """One card as everybody has it (section 8.1).

    OPEN: `code` is known, the mask is O and the payload v·G. HELD: locked with the key of `holder`
    alone. SEALED otherwise: locked with the joint key, an event's back with the joint key of backs.
    """

    deck: Deck
    mask: Point  # A
    payload: Point  # B, the identity
    locked_back: Point | None = None  # B_back, of a sealed event
    back: int | None = None  # of an event whose back is open
    holder: int | None = None
    code: int | None = None
    is_unseen: bool = False  # as all peers have mixed it: nobody has had it in hand since

    @property
    def is_open(self) -> bool:
        """Whether everybody has seen it."""
        return self.code is not None

    @property
    def is_sealed(self) -> bool:
        """Whether only all peers together could read it."""
        return self.code is None and self.holder is None


class SealedChoice(Struct, frozen=True):
    """X-1: a choice that was committed to and is not yet opened."""

    peer: int
    commitment: bytes | None  # None: whoever made it is gone
    context: bytes
    choices: tuple[str, ...]  # what it can be, in the order of the request


class Game(Struct, frozen=True):
    """Which game a ledger is of, and who runs which seats."""

    game_id: bytes
    players: tuple[tuple[Seat, ...], ...]
    edition: Edition
    protocol: int  # of its set-up
    epoch: int = 0


def handle_of(slot: SlotId) -> int:
    """The handle of a card: the number in the name of its slot."""
    return int(slot[1:])


class Ledger:
    """The public state of the cards of one game."""

    def __init__(self, game: Game, keys: Sequence[GameKeys], verifier: Verifier) -> None:
        if len(keys) != len(game.players):
            raise ValueError(f"{len(keys)} keys for {len(game.players)} peers")
        self.game = game
        self.verifier = verifier
        self.keys = tuple(keys)
        self.codes = CodeTable(verifier.group, game.edition)
        self.joint_identity = joint_key(verifier.group, [each.identity for each in keys])
        self.joint_back = joint_key(verifier.group, [each.back for each in keys])
        self.choices: dict[SlotId, SealedChoice] = {}
        self._cards: dict[int, LockedCard] = {}
        self._slots: dict[int, SlotId] = {}
        self._generations: dict[Deck, int] = {}
        self._peers = {seat: peer for peer, seats in enumerate(game.players) for seat in seats}

    @property
    def group(self) -> Group:
        """The group everything is computed in."""
        return self.verifier.group

    @property
    def peers(self) -> range:
        """All peers, ascending."""
        return range(len(self.keys))

    def peer_of(self, seat: Seat) -> int:
        """Who runs a seat."""
        return self._peers[seat]

    def is_seat(self, name: str) -> bool:
        """Whether a card goes to a seat by this name, and not to a pile."""
        return name in self._peers

    def card(self, slot: SlotId) -> LockedCard:
        """The card under a slot."""
        try:
            return self._cards[handle_of(slot)]
        except KeyError as error:
            raise LocalMistake(f"there is no card {slot}") from error

    def has_card(self, slot: SlotId) -> bool:
        """Whether a slot names a card that is here."""
        return handle_of(slot) in self._cards

    def cards(self, slots: Iterable[SlotId]) -> list[LockedCard]:
        """The cards under these slots."""
        return [self.card(slot) for slot in slots]

    def put(self, slot: SlotId, card: LockedCard) -> None:
        """A card has this lock from now on."""
        self._cards[handle_of(slot)] = card
        self._slots[handle_of(slot)] = slot

    def unseen(self, deck: Deck) -> tuple[SlotId, ...]:
        """The cards of a deck that all have mixed and nobody has had in hand since, by handle."""
        return tuple(
            self._slots[handle]
            for handle, card in sorted(self._cards.items())
            if card.deck == deck and card.is_sealed and card.is_unseen
        )

    def forget(self, slots: Iterable[SlotId]) -> None:
        """These cards were mixed and have other slots now."""
        for slot in slots:
            del self._cards[handle_of(slot)]

    def void(self, deck: Deck) -> None:
        """C-16: a new deck is made of public cards; those of the old one are gone."""
        self._cards = {handle: card for handle, card in self._cards.items() if card.deck != deck}

    def opened(self, code: int) -> LockedCard:
        """E-6: a card everybody knows, as (O, v·G)."""
        group = self.group
        deck = Deck(code // DECK_SIZE)
        payload = group.base_multiply(code)
        return LockedCard(deck, group.identity, payload, back=self.codes.back(code), code=code)

    def locked_with(self, peer: int) -> list[tuple[int, LockedCard]]:
        """K-9: the cards that a peer's key is on, sealed or in its hands, by handle."""
        return sorted(
            (handle, card)
            for handle, card in self._cards.items()
            if not card.is_open and card.holder in (None, peer)
        )

    def replace_keys(self, peer: int, keys: GameKeys) -> None:
        """K-8, K-9: a peer has other keys from now on; the joint keys follow."""
        self.keys = (*self.keys[:peer], keys, *self.keys[peer + 1 :])
        self.joint_identity = joint_key(self.group, [each.identity for each in self.keys])
        self.joint_back = joint_key(self.group, [each.back for each in self.keys])

    def replace_cards(self, cards: Mapping[int, LockedCard]) -> None:
        """K-9: these cards have other locks from now on, by handle."""
        self._cards.update(cards)

    def choices_of(self, peer: int) -> list[SlotId]:
        """X-1: what a peer has sealed and not yet opened."""
        return [slot for slot, sealed in self.choices.items() if sealed.peer == peer]

    def void_choice(self, slot: SlotId) -> None:
        """22.15: whoever has sealed this is gone, and nobody can open it any more."""
        self.choices[slot] = replace(self.choices[slot], commitment=None)

    def generation(self, deck: Deck) -> int:
        """How often all peers have mixed a deck so far."""
        return self._generations.get(deck, 0)

    def count_shuffle(self, deck: Deck) -> None:
        """All peers have mixed a deck once more."""
        self._generations[deck] = self.generation(deck) + 1

    def shuffle_keys(self, deck: Deck) -> tuple[Point, ...]:
        """5.3: the keys of a row's payloads; an event's back and identity move as one."""
        if deck == Deck.EVENT:
            return (self.joint_back, self.joint_identity)
        return (self.joint_identity,)

    def row(self, card: LockedCard) -> Row:
        """S-3, C-14: a sealed or open card as it goes into a joint shuffle."""
        if card.holder is not None:
            raise LocalMistake("a held card must be returned before it is mixed by all")
        if card.deck != Deck.EVENT:
            return (card.mask, card.payload)
        back = card.locked_back
        if back is None:
            if card.back is None:
                raise LocalMistake("an event without a back")
            back = self.group.base_multiply(card.back)
        return (card.mask, back, card.payload)
