"""The bodies by which a hunter's keys come to a successor, made and checked (K-8, K-9).

1. VSS_RELEASE is sealed to the X25519 form of the successor's identity, the only key it has then.
2. PEER_ACCEPT shows the same X, Y and C as before: hand, deck shares and lots go on unchanged.
3. KEY_ROTATE locks every card that the old key is on anew, so that who is gone can open none that
   is drawn later; a table with many cards needs several, each about so many cards as one proof may
   be about.
"""

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from net.crypto.boxes import open_box, seal_box
from net.crypto.card_proofs import (
    Change,
    ChangeSecrets,
    Lock,
    Relocked,
    Relocking,
    check_relocked,
    relock,
)
from net.crypto.derivation import GameKeys, public_keys
from net.crypto.faults import Malformed, OpeningMismatch, RuleBroken
from net.crypto.group import Group
from net.crypto.keys import Identity, box_key_of
from net.crypto.linear_proofs import check_keys_known, joint_key, prove_keys_known
from net.crypto.secret_sharing import rebuilt
from net.crypto.transcript import Entropy, Moment, Purpose, Verifier, context_index
from net.errors import LocalMistake
from net.fairness.cards.ledger import Ledger, LockedCard
from net.fairness.cards.vault import Owner, Vault
from net.fairness.trail.trail_vault import PeerVault
from net.limits import LONGEST_LIST
from net.log.roster import DRACULAS_PEER
from net.replacement.case import Case
from net.replacement.key_shares import Dealing
from net.wire.bodies import KeysRotated, PeerAccepted, VssReleased
from net.wire.bodies_table import RotatedCard

# The proofs of one KEY_ROTATE, by their number in the context.
_OF_KEYS, _OF_CARDS = range(2)

Scalars = tuple[int, ...]


class SuccessorVault(PeerVault):
    """The secrets of a successor: first the rebuilt keys, after the rotation its own."""

    def __init__(self, group: Group, seed: bytes, entropy: Entropy, owner: Owner) -> None:
        super().__init__(group, seed, entropy, owner)
        self.own = self.game

    def borrow(self, scalars: Scalars) -> None:
        """K-8: answer with the keys of whoever was here before."""
        identity, back, coin = scalars
        self.game = self.own._replace(identity=identity, back=back, coin=coin)
        self.keys = public_keys(self._group, self.game)

    def rotate(self) -> None:
        """K-9: answer with keys that nobody else ever knew."""
        self.game = self.own
        self.keys = public_keys(self._group, self.game)


def make_release(
    dealing: Dealing, vault: Vault, moment: Moment, leaver: int, successor: bytes
) -> VssReleased:
    """K-8: hand over what we keep of a leaver's scalars; `moment` is ours."""
    content = dealing.kept(vault, leaver)
    context = _release_context(moment, leaver)
    sealed = seal_box(vault.secrets, context, box_key_of(successor), content)
    return VssReleased(leaver, successor, sealed)


def open_release(
    dealing: Dealing, identity: Identity, moment: Moment, body: VssReleased
) -> Scalars:
    """K-8: what the holder of this moment hands over; a PeerFault if it was not dealt so."""
    context = _release_context(moment, body.peer)
    content = open_box(identity.box_secret(), context, body.sealed)
    return dealing.check_kept(body.peer, moment.peer, content)


def _release_context(moment: Moment, leaver: int) -> bytes:
    return moment.context(Purpose.PEER, context_index(0, leaver))


def rebuild(dealing: Dealing, leaver: int, released: Mapping[int, Scalars]) -> Scalars:
    """K-8: x, y and c of a leaver; a LocalMistake if they are not those of its keys."""
    group, deal = dealing.ledger.group, dealing.deal(leaver)
    hunters = [peer for peer in sorted(released) if peer != DRACULAS_PEER][: deal.threshold]
    keys = dealing.ledger.keys[leaver]
    found = []
    for position, key in enumerate((keys.identity, keys.back, keys.coin)):
        shares = {peer: released[peer][position] for peer in hunters}
        secret = rebuilt(group, released[DRACULAS_PEER][position], shares)
        if group.base_multiply(secret) != key:
            raise LocalMistake(f"the shares of peer {leaver} do not give its keys")
        found.append(secret)
    return tuple(found)


def make_acceptance(vault: Vault, moment: Moment) -> PeerAccepted:
    """K-8: take the leaver's place, in the next epoch; the vault has borrowed its keys."""
    secrets = (vault.game.identity, vault.game.back, vault.game.coin)
    proof = prove_keys_known(vault.prover, _accept_context(moment), secrets)
    keys = vault.keys
    return PeerAccepted(moment.peer, keys.identity, keys.back, keys.coin, keys.box, proof)


def check_acceptance(
    verifier: Verifier, moment: Moment, before: Sequence[GameKeys], body: PeerAccepted
) -> GameKeys:
    """K-8: refuse other keys than the leaver's, or somebody who does not know their secrets."""
    keys = before[moment.peer]
    if body.peer != moment.peer:
        raise Malformed("it takes another place than its own")
    if (body.identity, body.back, body.coin) != (keys.identity, keys.back, keys.coin):
        raise OpeningMismatch("other keys than those of the peer that left")
    if body.box in [each.box for each in before]:
        raise RuleBroken("a key that is used already")
    proved = (body.identity, body.back, body.coin)
    check_keys_known(verifier, _accept_context(moment), proved, body.proof)
    return keys._replace(box=body.box)


def _accept_context(moment: Moment) -> bytes:
    return moment.context(Purpose.PEER, context_index(0, moment.peer))


def rotation_count(ledger: Ledger, peer: int) -> int:
    """How many KEY_ROTATE it takes: one at least, for the keys themselves."""
    return max(1, -(-len(ledger.locked_with(peer)) // LONGEST_LIST))


def _chunk(ledger: Ledger, peer: int, number: int) -> list[tuple[int, LockedCard]]:
    return ledger.locked_with(peer)[number * LONGEST_LIST : (number + 1) * LONGEST_LIST]


def make_rotation(
    ledger: Ledger, vault: SuccessorVault, moment: Moment, number: int
) -> KeysRotated:
    """K-9: one KEY_ROTATE of a successor that still has the borrowed keys."""
    old, new, order = vault.game, vault.own, ledger.group.order
    chunk = _chunk(ledger, moment.peer, number)
    secrets = (new.identity, new.back, new.coin)
    proof = prove_keys_known(vault.prover, _rotate_context(moment, number, _OF_KEYS), secrets)
    public = public_keys(ledger.group, new)
    if not chunk:
        return KeysRotated(public.identity, public.back, public.coin, proof, ())
    context = _rotate_context(moment, number, _OF_CARDS)
    change = ChangeSecrets(
        (new.identity - old.identity) % order,
        (new.back - old.back) % order,
        tuple(vault.secrets.relock_randomness(context, handle) for handle, _ in chunk),
    )
    locks = _locks(ledger, moment.peer, public, chunk)
    made = relock(vault.prover, context, locks, change)
    rotated = tuple(
        RotatedCard(handle, *card) for (handle, _), card in zip(chunk, made.cards, strict=True)
    )
    return KeysRotated(public.identity, public.back, public.coin, proof, rotated, made.proof)


def check_rotation(
    ledger: Ledger, moment: Moment, number: int, body: KeysRotated
) -> dict[int, LockedCard]:
    """K-9: the cards as they are afterwards; refuse other cards, keys or locks."""
    chunk = _chunk(ledger, moment.peer, number)
    has_back = [(handle, card.locked_back is not None) for handle, card in chunk]
    if [(each.handle, each.back is not None) for each in body.cards] != has_back:
        raise Malformed("other cards were to be locked anew")
    proved = (body.identity, body.back, body.coin)
    if any(key in each for each in ledger.keys for key in proved) or len(set(proved)) != 3:
        raise RuleBroken("a key that is used already")
    verifier, group, old = ledger.verifier, ledger.group, ledger.keys[moment.peer]
    check_keys_known(verifier, _rotate_context(moment, number, _OF_KEYS), proved, body.proof)
    if body.relock is not None:
        change = Change(
            group.subtract(body.identity, old.identity), group.subtract(body.back, old.back)
        )
        new = old._replace(identity=body.identity, back=body.back)
        locks = _locks(ledger, moment.peer, new, chunk)
        made = tuple(Relocked(each.mask, each.identity, each.back) for each in body.cards)
        context = _rotate_context(moment, number, _OF_CARDS)
        check_relocked(verifier, context, change, locks, Relocking(made, body.relock))
    cards = zip(chunk, body.cards, strict=True)
    return {handle: _relocked(group, card, change) for (handle, card), change in cards}


def remakes_rotation(group: Group, vault: Vault, moment: Moment, case: Case) -> bool:
    """A-2: whether every new mask comes from the successor's seed."""
    for number, (_, body) in enumerate(case.rotations_in_order()):
        context = _rotate_context(moment, number, _OF_CARDS)
        for card in body.cards:
            fresh = vault.secrets.relock_randomness(context, card.handle)
            before = case.masks[card.handle]
            if group.add(before, group.base_multiply(fresh)) != card.mask:
                return False
    return True


def _locks(
    ledger: Ledger, peer: int, new: GameKeys, cards: Sequence[tuple[int, LockedCard]]
) -> list[Lock]:
    """The cards as they are, with the keys that will be on them."""
    keys = [*ledger.keys[:peer], new, *ledger.keys[peer + 1 :]]
    joint = joint_key(ledger.group, [each.identity for each in keys])
    joint_back = joint_key(ledger.group, [each.back for each in keys])
    return [
        Lock(
            card.mask,
            joint if card.holder is None else new.identity,
            None if card.locked_back is None else joint_back,
        )
        for _, card in cards
    ]


def _relocked(group: Group, card: LockedCard, change: RotatedCard) -> LockedCard:
    """K-9: the new mask, and B := B + δ, the back likewise."""
    back = card.locked_back
    if back is not None and change.back is not None:
        back = group.add(back, change.back)
    payload = group.add(card.payload, change.identity)
    return replace(card, mask=change.mask, payload=payload, locked_back=back)


def _rotate_context(moment: Moment, number: int, purpose: int) -> bytes:
    return moment.context(Purpose.ROTATE, context_index(number, purpose))
