"""Dracula's secrets of the trail, recomputed from his seed and the ledger; nothing is stored (K-2).

A card is read by making its seal anew for every code and comparing. Its location takes a hundred
times longer and is seldom needed: L is made anew for every place, unless the card was laid in this
run. All codes or places are tried, also after a match, so that the time tells nothing (N-6).
"""

from typing import NamedTuple

from net.crypto.commitment import (
    Committed,
    Opening,
    TrailOpening,
    check_commitment,
    commit,
    committed,
    open_value,
    seal_hash,
    twin_opening,
)
from net.crypto.derivation import SeedSecrets
from net.crypto.faults import Unprovable
from net.crypto.group import Group, Point
from net.crypto.secrecy import concealed
from net.crypto.transcript import Entropy, Prover, Verifier
from net.fairness.cards.vault import Owner, Vault
from net.fairness.trail.trail_ledger import NOWHERE_CODE, Found, LaidCard, PlaceCodes
from net.log.chain import FIRST_EPOCH
from net.log.roster import Player


class CardMade(NamedTuple):
    """A card about to be laid face down: what opens it, and what commits to it."""

    opening: TrailOpening
    card: Committed
    location: Committed

    def __repr__(self) -> str:
        """N-9: nothing of the secret."""
        return concealed(self)


class TrailVault:
    """Dracula's trail, for who has his seed: his own peer, and everybody at the audit."""

    def __init__(
        self, game_id: bytes, codes: PlaceCodes, secrets: SeedSecrets, prover: Prover
    ) -> None:
        self.prover = prover
        self._game_id = game_id
        self._codes = codes
        self._secrets = secrets
        # A memory of what was read or laid, no more: cards by their slots, places by L.
        self._openings: dict[int, TrailOpening] = {}
        self._places: dict[Point, int] = {}

    def __repr__(self) -> str:
        """N-9: nothing of the secret."""
        return concealed(self)

    @property
    def group(self) -> Group:
        """The group everything is computed in."""
        return self.prover.group

    def lay(self, anchor: bytes, number: int, code: int, location: int) -> CardMade:
        """22.1, N-3: a card and its location, each with its own randomness."""
        opening = self._opening(anchor, number, code)
        twin = twin_opening(self.group, opening)
        blinding = self._secrets.location_blinding(anchor, number, location)
        made = committed(self.group, location, blinding)
        self._places[made.point] = location
        return CardMade(opening, Committed(commit(self.group, twin), twin), made)

    def opening(self, laid: LaidCard) -> TrailOpening:
        """What opens a card we laid."""
        if laid.number not in self._openings:
            self._openings[laid.number] = self._sealed_as(laid)
        return self._openings[laid.number]

    def card(self, found: Found) -> Committed:
        """K with its opening, or an open value."""
        if isinstance(found, int):
            return open_value(self.group, found)
        return Committed(found.sealed.twin, twin_opening(self.group, self.opening(found)))

    def location(self, found: Found) -> Committed:
        """L with its opening, or an open value."""
        if isinstance(found, int):
            return open_value(self.group, found)
        if found.location == found.sealed.twin:
            return self.card(found)
        place = self._place(found)
        if place == NOWHERE_CODE:
            raise Unprovable("a location that does not come from our seed")
        blinding = self._secrets.location_blinding(found.anchor, found.number, place)
        return Committed(found.location, Opening(place, blinding))

    def check(self, laid: LaidCard) -> None:
        """A-2: refuse a seal that does not fit its twin (OpeningMismatch)."""
        opening = self.opening(laid)
        check_commitment(self.group, laid.sealed.twin, twin_opening(self.group, opening))

    def _opening(self, anchor: bytes, number: int, code: int) -> TrailOpening:
        return TrailOpening(number, code, self._secrets.trail_nonce(anchor, number, code))

    def _place(self, laid: LaidCard) -> int:
        if laid.location not in self._places:
            self._places[laid.location] = self._located_at(laid)
        return self._places[laid.location]

    def _sealed_as(self, laid: LaidCard) -> TrailOpening:
        tried = [self._opening(laid.anchor, laid.number, code) for code in self._codes.values]
        fitting = [each for each in tried if seal_hash(self._game_id, each) == laid.sealed.seal]
        if not fitting:
            raise Unprovable("a seal that does not come from our seed")
        return fitting[0]

    def _located_at(self, laid: LaidCard) -> int:
        """The place L commits to; nowhere for a lair come back to, whose L is its twin."""
        fitting = NOWHERE_CODE
        for place in self._codes.places:
            blinding = self._secrets.location_blinding(laid.anchor, laid.number, place)
            if commit(self.group, Opening(place, blinding)) == laid.location:
                fitting = place
        return fitting


class PeerVault(Vault):
    """The secrets of one peer, with what Dracula's peer can read of the trail."""

    def __init__(self, group: Group, seed: bytes, entropy: Entropy, owner: Owner) -> None:
        super().__init__(group, seed, entropy, owner)
        self._owner = owner
        self._trail: TrailVault | None = None

    def trail(self, codes: PlaceCodes) -> TrailVault:
        """The trail as this peer's seed opens it, which is Dracula's if it is anybody's."""
        if self._trail is None:
            self._trail = TrailVault(self._owner.game_id, codes, self.secrets, self.prover)
        return self._trail


def vault_from_start(player: Player, game_id: bytes, verifier: Verifier) -> PeerVault:
    """The secrets of whoever is in a game from its first epoch on."""
    owner = Owner(game_id, FIRST_EPOCH, player.peer)
    return PeerVault(verifier.group, player.seed, verifier.entropy, owner)
