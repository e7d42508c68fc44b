"""TV-5: shares dealt, handed over, rebuilt, and the keys rotated, with everything fixed.

`python -m tests.support.recovery_vectors` writes them anew; the test compares them on both groups.
Game id 00 01 … 1f, epoch 0, parent 32 x 22, four peers, the seed of peer n is 32 x n; peer 3 goes,
its successor has the identity seed 32 x 63 and the seed 32 x 64. Proofs use the nonces of section
19.1, each beginning again at i = 1.
"""

import json
from pathlib import Path

from engine.versions import PROTOCOL
from net.crypto.derivation import public_keys
from net.crypto.group import Group, SodiumGroup
from net.crypto.keys import Identity
from net.crypto.transcript import Moment, Prover
from net.fairness.cards.codes import Deck
from net.fairness.cards.exchange import ExchangePlace
from net.fairness.cards.ledger import Game, Ledger, LockedCard
from net.fairness.cards.vault import Owner, Vault
from net.replacement.handover import (
    SuccessorVault,
    check_acceptance,
    check_rotation,
    make_acceptance,
    make_release,
    make_rotation,
    open_release,
    rebuild,
)
from net.replacement.key_shares import Acknowledging, Dealing
from net.wire.bodies import encode_body
from tests.net.fairness.cards.peers import EDITION, GAME_ID
from tests.support.fake_wire import players_for
from tests.support.proving import entropy_from, numbered_nonces, verifier_from

FILE = Path(__file__).parents[1] / "net/vectors/recovery.json"

PARENT = b"\x22" * 32
LEAVER = 3
SUCCESSOR = Identity(bytes((63,)) * 32)


def vaults_of(group: Group) -> list[Vault]:
    found = []
    for peer in range(4):
        vault = Vault(group, bytes((peer,)) * 32, entropy_from("none"), Owner(GAME_ID, 0, peer))
        vault.prover = Prover(group, numbered_nonces(group, b"\x09" * 32, "vector.nonce"))
        found.append(vault)
    return found


def ledger_of(group: Group, vaults: list[Vault]) -> Ledger:
    """One sealed event, one sealed item, and an item in the leaver's hand."""
    game = Game(GAME_ID, players_for(4), EDITION, PROTOCOL.newest)
    ledger = Ledger(game, [vault.keys for vault in vaults], verifier_from(group, "vectors"))
    masks = [group.base_multiply(number) for number in (5, 6, 7)]

    def locked(key: bytes, randomness: int, code: int) -> bytes:
        return group.add(group.base_multiply(code), group.multiply(randomness, key))  # type: ignore[arg-type]

    joint, back = ledger.joint_identity, ledger.joint_back
    event = LockedCard(Deck.EVENT, masks[0], locked(joint, 5, 1001), locked(back, 5, 1))  # type: ignore[arg-type]
    item = LockedCard(Deck.ITEM, masks[1], locked(joint, 6, 2001))  # type: ignore[arg-type]
    held = locked(ledger.keys[LEAVER].identity, 7, 2002)
    ledger.put("e10", event)
    ledger.put("i11", item)
    ledger.put("i12", LockedCard(Deck.ITEM, masks[2], held, holder=LEAVER))  # type: ignore[arg-type]
    return ledger


def moment(peer: int, epoch: int) -> Moment:
    return Moment(GAME_ID, epoch, PARENT, peer)


def make(group: Group) -> dict[str, object]:
    vaults = vaults_of(group)
    ledger = ledger_of(group, vaults)
    dealing = Dealing(ledger, ExchangePlace(PARENT))
    for number, step in enumerate(dealing.steps):
        dealing.check(number, dealing.make(vaults[step.peer], number))
    acknowledging = Acknowledging(dealing, ExchangePlace(PARENT))
    acks = [acknowledging.make(vaults[step.peer], n) for n, step in enumerate(acknowledging.steps)]
    key = SUCCESSOR.public_key
    releases = {
        peer: make_release(dealing, vaults[peer], moment(peer, 0), LEAVER, key) for peer in range(3)
    }
    released = {
        peer: open_release(dealing, SUCCESSOR, moment(peer, 0), body)
        for peer, body in releases.items()
    }
    rebuilt = rebuild(dealing, LEAVER, released)
    assert rebuilt == tuple(vaults[LEAVER].game[:3])
    vault = SuccessorVault(
        group, bytes((64,)) * 32, entropy_from("none"), Owner(GAME_ID, 1, LEAVER)
    )
    vault.prover = Prover(group, numbered_nonces(group, b"\x09" * 32, "vector.nonce"))
    vault.borrow(rebuilt)
    return {
        "deals": [encode_body(dealing.deal(peer)).hex() for peer in (1, 2, 3)],
        "acks": [encode_body(ack).hex() for ack in acks],
        "releases": [encode_body(releases[peer]).hex() for peer in range(3)],
        "rebuilt": [scalar.to_bytes(32, "little").hex() for scalar in rebuilt],
        **succession(ledger, vault),
    }


def succession(ledger: Ledger, vault: SuccessorVault) -> dict[str, object]:
    group = ledger.group
    accepted = make_acceptance(vault, moment(LEAVER, 1))
    keys = check_acceptance(ledger.verifier, moment(LEAVER, 1), ledger.keys, accepted)
    ledger.replace_keys(LEAVER, keys)
    rotated = make_rotation(ledger, vault, moment(LEAVER, 1), 0)
    cards = check_rotation(ledger, moment(LEAVER, 1), 0, rotated)
    vault.rotate()
    ledger.replace_cards(cards)
    ledger.replace_keys(LEAVER, public_keys(group, vault.game))
    # With the new key the card in the hand is what it was.
    assert vault.face(ledger, "i12") == ledger.codes.card(2002)
    return {
        "acceptance": encode_body(accepted).hex(),
        "rotation": encode_body(rotated).hex(),
        "cards after": {
            str(handle): [
                card.mask.hex(),
                card.payload.hex(),
                card.locked_back.hex() if card.locked_back else "",
            ]
            for handle, card in sorted(cards.items())
        },
    }


if __name__ == "__main__":
    FILE.write_text(json.dumps(make(SodiumGroup()), indent=1) + "\n", encoding="utf-8")
