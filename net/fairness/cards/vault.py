"""What one peer alone knows: its seed, and what follows from the seed and the ledger (K-2).

Nothing else secret is kept: hands, sealed choices and looked-at cards are read anew each time.
"""

from typing import NamedTuple

from engine.ids import CardId, SlotId
from net.crypto.commitment import commit_choice
from net.crypto.derivation import SeedSecrets, public_keys
from net.crypto.group import Group, Point
from net.crypto.secrecy import concealed
from net.crypto.transcript import Entropy, Prover, hedged_nonces
from net.fairness.cards.codes import choice_number
from net.fairness.cards.ledger import Ledger, LockedCard, SealedChoice


class Owner(NamedTuple):
    """Whose vault it is: which peer, in which epoch of which game."""

    game_id: bytes
    epoch: int
    peer: int


class Vault:
    """The secrets of one peer in one game."""

    def __init__(self, group: Group, seed: bytes, entropy: Entropy, owner: Owner) -> None:
        self.peer = owner.peer
        self.secrets = SeedSecrets(group, seed)
        self.game = self.secrets.game_secrets(owner.game_id, owner.epoch)
        self.keys = public_keys(group, self.game)
        self.prover = Prover(group, hedged_nonces(group, self.game.nonce_key, entropy))
        self._group = group

    def __repr__(self) -> str:
        """N-9: nothing of the secret."""
        return concealed(self)

    def repeatable_prover(self, context: bytes) -> Prover:
        """A prover whose fresh bytes come from the seed, for a proof that is made twice.

        KEY_COMMIT and KEY_OPEN need the same bytes, also after a crash between them (K-2). A SHOW
        is made anew by the audit. The nonces still depend on the transcript and the nonce key
        (N-4), so that no two proofs of different statements have the same.
        """
        drawn = 0

        def fresh(size: int) -> bytes:
            nonlocal drawn
            drawn += 1
            return self.secrets.derive("key.fresh", context + drawn.to_bytes(4, "little"))[:size]

        return Prover(self._group, hedged_nonces(self._group, self.game.nonce_key, fresh))

    def code(self, ledger: Ledger, card: LockedCard) -> int | None:
        """The code of a card, if it is open or locked with our key; else nothing."""
        if card.code is not None:
            return card.code
        return ledger.codes.read(card.deck, self._unlocked(card))

    def face(self, ledger: Ledger, slot: SlotId) -> CardId | None:
        """The face of the card under a slot, if we can read it."""
        code = self.code(ledger, ledger.card(slot))
        return None if code is None else ledger.codes.card(code)

    def choice(self, ledger: Ledger, sealed: SealedChoice) -> str | None:
        """22.13: what we chose, found by making the commitment anew for each possible choice."""
        for value in sealed.choices:
            number = choice_number(ledger.codes, sealed.choices, value)
            salt = self.secrets.choice_salt(sealed.context, number)
            if commit_choice(sealed.context, number, salt) == sealed.commitment:
                return value
        return None

    def _unlocked(self, card: LockedCard) -> Point:
        """C-5: B - x·A."""
        return self._group.subtract(
            card.payload, self._group.multiply(self.game.identity, card.mask)
        )
