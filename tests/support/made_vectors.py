"""Section 19.2: the vectors of the cryptographic core that the protocol asks its developers for.

`python -m tests.support.made_vectors` writes them anew; the test compares them on both groups.
Proofs use the nonces of section 19.1, seed 32 x 09, each proof beginning again at i = 1.
"""

import json
from pathlib import Path

import nacl.bindings

from net.crypto.boxes import seal_box
from net.crypto.commitment import TrailOpening, committed, seal_card, twin_blinding
from net.crypto.derivation import SeedSecrets, public_keys
from net.crypto.group import Group, SodiumGroup
from net.crypto.hashing import (
    chat_hash,
    game_id,
    key_commitment,
    list_hash,
    next_parent,
    setup_hash,
)
from net.crypto.keys import Identity, SignedAs
from net.crypto.transcript import Prover, hedged_nonces
from tests.support.claims import CLAIMS, MOMENT, here
from tests.support.proving import numbered_nonces

FILE = Path(__file__).parents[1] / "net/vectors/made.json"

Vectors = dict[str, dict[str, object]]


def make(group: Group) -> Vectors:
    secrets = SeedSecrets(group, b"\x07" * 32)
    return {
        "keys": game_keys(group, secrets),
        "trail": trail(group, secrets),
        "derived": derived(secrets),
        "remixing": remixing(secrets),
        "box": box(secrets),
        "hashes": hashes(),
        "signatures": signatures(),
        "nonces": {"hedged": [scalar(nonce) for nonce in hedged(group)]},
        **{f"proof {name}": proof(group, secrets, name) for name in CLAIMS},
    }


def scalar(number: int) -> str:
    return number.to_bytes(32, "little").hex()


def game_keys(group: Group, secrets: SeedSecrets) -> dict[str, object]:
    made = secrets.game_secrets(MOMENT.game_id, 3)
    keys = public_keys(group, made)
    return {
        "epoch": 3,
        "x": scalar(made.identity),
        "y": scalar(made.back),
        "c": scalar(made.coin),
        "z": made.box.hex(),
        "nonce key": made.nonce_key.hex(),
        "X": keys.identity.hex(),
        "Y": keys.back.hex(),
        "C": keys.coin.hex(),
        "Z": keys.box.hex(),
    }


def trail(group: Group, secrets: SeedSecrets) -> dict[str, object]:
    """22.1: slot 1, first the city 17, then Hide in city 17."""
    made: dict[str, object] = {"slot": 1}
    for name, code in (("city 17", 17), ("hide in 17", 200)):
        nonce = secrets.trail_nonce(MOMENT.anchor, 1, code)
        seal, twin = seal_card(group, MOMENT.game_id, TrailOpening(1, code, nonce))
        blinding = secrets.location_blinding(MOMENT.anchor, 1, 17)
        made[name] = {
            "n": nonce.hex(),
            "seal": seal.hex(),
            "r": scalar(twin_blinding(group, nonce)),
            "K": twin.hex(),
            "r of L": scalar(blinding),
            "L": committed(group, 17, blinding).point.hex(),
        }
    return made


def derived(secrets: SeedSecrets) -> dict[str, object]:
    """22.13."""
    return {
        "choice salt, choice 17": secrets.choice_salt(here("choice"), 17).hex(),
        "rekey r, handle 9": scalar(secrets.rekey_randomness(here("rekey"), 9)),
        "link t, handle 9": scalar(secrets.link_blinding(here("link"), 9)),
    }


def remixing(secrets: SeedSecrets) -> dict[str, object]:
    """N-3: a list of ten rows of three parts, the bytes 00 to 1d, each 32 times."""
    rows = [[bytes((3 * row + part,)) * 32 for part in range(3)] for row in range(10)]
    hashed = list_hash(rows)
    made = secrets.remixing(here("shuffle"), hashed, 10)
    return {
        "input hash": hashed.hex(),
        "order": list(made.order),
        "randomness": [scalar(number) for number in made.randomness],
    }


def box(secrets: SeedSecrets) -> dict[str, object]:
    receiver = nacl.bindings.crypto_scalarmult_base(b"\x11" * 32)
    return {
        "receiver's z": (b"\x11" * 32).hex(),
        "receiver's Z": receiver.hex(),
        "sealed 'hello'": seal_box(secrets, here("show"), receiver, b"hello").hex(),
    }


def hashes() -> dict[str, object]:
    return {
        "game id of 'a', 'b'": game_id([b"a", b"b"]).hex(),
        "next parent of zero and two entries": next_parent(
            bytes(32), [b"\1" * 32, b"\2" * 32]
        ).hex(),
        "key commitment of 'body'": key_commitment(here("keys"), b"body").hex(),
        "set-up 'set-up'": setup_hash(b"set-up").hex(),
        "chat line 'line'": chat_hash(b"line").hex(),
    }


def signatures() -> dict[str, object]:
    identity = Identity(b"\x03" * 32)
    signed = {kind.name: identity.sign(kind, MOMENT.anchor).hex() for kind in SignedAs}
    return {"public key": identity.public_key.hex(), **signed}


def hedged(group: Group) -> list[int]:
    """N-4: nonce key 32 x 0b, fresh bytes 32 x 0c, transcript digest 64 x 0d."""
    return hedged_nonces(group, b"\x0b" * 32, lambda size: b"\x0c" * size)(b"\x0d" * 64, 2)


def proof(group: Group, secrets: SeedSecrets, name: str) -> dict[str, object]:
    prover = Prover(group, numbered_nonces(group, b"\x09" * 32, "vector.nonce"))
    claim = CLAIMS[name](prover, secrets)
    fields = {field: content.hex() for field, content in claim.fields.items()}
    return {"context": claim.context.hex(), **fields}


if __name__ == "__main__":
    FILE.write_text(json.dumps(make(SodiumGroup()), indent=1) + "\n", encoding="utf-8")
