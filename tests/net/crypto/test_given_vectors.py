"""Section 19.1: the vectors given with the protocol, on both implementations of the group.

The proofs are made in the order of the document, because each takes up its nonces where the one
before it stopped.
"""

import hashlib
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from net.crypto.card_proofs import HeldCard, LinkSecrets, RekeySecrets, Target, link, rekey
from net.crypto.commitment import commit_choice, committed, open_value
from net.crypto.derivation import Remixing, SeedSecrets
from net.crypto.group import Group
from net.crypto.hashing import coin_result, entry_hash, named_point, next_parent
from net.crypto.keys import Identity, SignedAs, check_signature
from net.crypto.linear_proofs import (
    Equation,
    check_linear,
    check_shares,
    coin_point,
    coin_total,
    prove_linear,
    share_points,
)
from net.crypto.set_proofs import (
    HiddenMove,
    Move,
    check_different,
    check_legal_move,
    check_member,
    prove_different,
    prove_legal_move,
    prove_member,
)
from net.crypto.shuffle_proof import Pile, check_shuffle, shuffle_and_prove
from net.crypto.transcript import Moment, Prover, Transcript
from tests.support.proving import numbered_nonces, verifier_from

GIVEN: dict[str, Any] = json.loads(
    (Path(__file__).parents[1] / "vectors/given.json").read_text(encoding="utf-8")
)
GAME_ID = bytes(range(32))
CONTEXT = Moment(GAME_ID, 0, b"\xaa" * 32, 1).context("move", 0)


class Scene(NamedTuple):
    """What all vectors share."""

    group: Group
    secrets: SeedSecrets
    prover: Prover

    @property
    def key(self) -> int:
        return self.secrets.game_secrets(GAME_ID, 0).identity


def scene_on(group: Group) -> Scene:
    nonces = numbered_nonces(group, b"\x09" * 32, "vector.nonce")
    return Scene(group, SeedSecrets(group, b"\x07" * 32), Prover(group, nonces))


def scalar_hex(scalar: int) -> str:
    return scalar.to_bytes(32, "little").hex()


def short_hash(content: bytes) -> str:
    return hashlib.blake2b(content, digest_size=32).hexdigest()


def known_discrete_logarithm(scene: Scene) -> None:
    group = scene.group
    equation = Equation(group.base_multiply(scene.key), ((0, group.generator),))
    proof = prove_linear(
        Transcript(group, "pok", CONTEXT), [equation], [scene.key], scene.prover.nonces
    )
    assert proof.hex() == GIVEN["pok"]
    check_linear(Transcript(group, "pok", CONTEXT), [equation], 1, proof)


def equal_discrete_logarithms(scene: Scene) -> None:
    group = scene.group
    point = named_point(group, b"vector.A")
    share = group.multiply(scene.key, point)
    assert share.hex() == GIVEN["S"]
    equations = [
        Equation(group.base_multiply(scene.key), ((0, group.generator),)),
        Equation(share, ((0, point),)),
    ]
    proof = prove_linear(
        Transcript(group, "dleq", CONTEXT), equations, [scene.key], scene.prover.nonces
    )
    assert proof.hex() == GIVEN["dleq"]
    check_linear(Transcript(group, "dleq", CONTEXT), equations, 1, proof)


def different_values(scene: Scene) -> None:
    group = scene.group
    hidden = committed(group, 17, int.from_bytes(bytes.fromhex(GIVEN["r"]), "little"))
    shown = open_value(group, 20)
    proof = prove_different(scene.prover, CONTEXT, hidden, shown)
    assert proof.hex() == GIVEN["neq"]
    check_different(verifier_from(group), CONTEXT, hidden.point, shown.point, proof)


def member_of_a_list(scene: Scene) -> None:
    group = scene.group
    hidden = committed(group, 17, int.from_bytes(bytes.fromhex(GIVEN["r"]), "little"))
    values = [3, 9, 17, 21, 40]
    transcript = Transcript(group, "member", CONTEXT)
    proof = prove_member(transcript, hidden, values, scene.prover.nonces)
    assert (len(proof), short_hash(proof)) == (GIVEN["member_size"], GIVEN["member_hash"])
    entropy = verifier_from(group).entropy
    check_member(Transcript(group, "member", CONTEXT), hidden.point, values, proof, entropy)


def legal_move(scene: Scene) -> None:
    group = scene.group
    triples = [(5, 9, 9), (5, 17, 17), (5, 200, 5), (8, 9, 9)]
    parts = zip((5, 200, 5), ("a", "k", "l"), strict=True)
    move = HiddenMove(
        *(committed(group, value, scene.secrets.scalar(label, b"")) for value, label in parts)
    )
    points = Move(*(part.point for part in move))
    transcript = Transcript(group, "tuple", CONTEXT)
    transcript.absorb_all(b"C", points)
    numbers = [number.to_bytes(2, "little") for triple in triples for number in triple]
    transcript.absorb(b"set", b"".join(numbers))
    assert scalar_hex(transcript.challenge(b"gamma")) == GIVEN["gamma"]
    proof = prove_legal_move(scene.prover, CONTEXT, move, triples)
    assert short_hash(proof) == GIVEN["tuple_hash"]
    check_legal_move(verifier_from(group), CONTEXT, points, triples, proof)


def shuffled_pile(scene: Scene) -> None:
    group = scene.group
    back_key = group.base_multiply(scene.secrets.game_secrets(GAME_ID, 0).back)
    rows = [
        (group.identity, group.base_multiply(1 + k % 2), group.base_multiply(1 + k))
        for k in range(4)
    ]
    pile = Pile((back_key, group.base_multiply(scene.key)), rows)
    randomness = [scene.secrets.scalar("shuffle.r", k.to_bytes(4, "little")) for k in range(4)]
    remixing = Remixing((2, 0, 3, 1), tuple(randomness))
    body = shuffle_and_prove(scene.prover, CONTEXT, pile, remixing)
    outputs, proof = body[: 12 * 32], body[12 * 32 :]
    assert short_hash(outputs) == GIVEN["shuffle_outputs_hash"]
    assert len(proof) == GIVEN["shuffle_proof_size"]
    assert short_hash(proof) == GIVEN["shuffle_proof_hash"]
    shown = check_shuffle(verifier_from(group), CONTEXT, pile, body)
    assert b"".join(part for row in shown for part in row) == outputs


def shares_of_two_points(scene: Scene) -> None:
    group = scene.group
    points = [named_point(group, label) for label in (b"vector.A", b"vector.A1")]
    shares = share_points(scene.prover, CONTEXT, scene.key, points)
    assert shares.proof.hex() == GIVEN["share"]
    key = group.base_multiply(scene.key)
    check_shares(verifier_from(group), CONTEXT, key, points, shares)


def card_2017(scene: Scene) -> HeldCard:
    group = scene.group
    mask = named_point(group, b"vector.A")
    payload = group.add(group.base_multiply(2017), group.multiply(scene.key, mask))
    return HeldCard(group.base_multiply(scene.key), mask, payload)


def rekeyed_card(scene: Scene) -> None:
    back_secret = scene.secrets.game_secrets(GAME_ID, 0).back
    target = Target(scene.group.base_multiply(back_secret))
    secrets = RekeySecrets(scene.key, scene.secrets.scalar("rekey.r", bytes(4)))
    rekeyed = rekey(scene.prover, CONTEXT, card_2017(scene), target, secrets)
    assert rekeyed.mask.hex() == GIVEN["rekey_A2"]
    assert rekeyed.payload.hex() == GIVEN["rekey_B2"]
    assert rekeyed.proof.hex() == GIVEN["rekey"]


def linked_card(scene: Scene) -> None:
    secrets = LinkSecrets(scene.key, scene.secrets.scalar("link.t", bytes(4)), 2017)
    linked, proof = link(scene.prover, CONTEXT, card_2017(scene), secrets)
    assert linked.point.hex() == GIVEN["link_Q"]
    assert proof.hex() == GIVEN["link"]


IN_ORDER: list[Callable[[Scene], None]] = [
    known_discrete_logarithm,
    equal_discrete_logarithms,
    different_values,
    member_of_a_list,
    legal_move,
    shuffled_pile,
    shares_of_two_points,
    rekeyed_card,
    linked_card,
]


def test_fixed_generators(group: Group) -> None:
    bases = [GIVEN["h_0"], GIVEN["h_1"], GIVEN["h_2"]]
    assert group.blinding.hex() == GIVEN["H"]
    assert [base.hex() for base in group.shuffle_bases[:3]] == bases


def test_contexts_keys_and_challenges(group: Group) -> None:
    scene = scene_on(group)
    assert CONTEXT.hex() == GIVEN["ctx"]
    assert scalar_hex(scene.key) == GIVEN["x"]
    assert group.base_multiply(scene.key).hex() == GIVEN["X"]
    transcript = Transcript(group, "demo", CONTEXT)
    transcript.absorb(b"p", group.generator)
    drawn = [scalar_hex(transcript.challenge(label)) for label in (b"a", b"b")]
    assert drawn == GIVEN["demo"]


def test_a_pedersen_commitment(group: Group) -> None:
    numbers = (1).to_bytes(2, "little") + (17).to_bytes(2, "little")
    blinding = scene_on(group).secrets.scalar("trail.k", bytes(32) + numbers)
    assert scalar_hex(blinding) == GIVEN["r"]
    assert committed(group, 17, blinding).point.hex() == GIVEN["C"]


def test_all_proofs_in_the_order_of_their_nonces(group: Group) -> None:
    scene = scene_on(group)
    for vector in IN_ORDER:
        vector(scene)


def test_a_coin(group: Group) -> None:
    scene = scene_on(group)
    point = coin_point(group, CONTEXT)
    share = group.multiply(scene.key, point)
    assert (point.hex(), share.hex()) == (GIVEN["coin_point"], GIVEN["coin_share"])
    assert coin_result(CONTEXT, coin_total(group, [share])).hex() == GIVEN["coin_result"]


def test_a_choice() -> None:
    assert commit_choice(CONTEXT, 17, b"\x05" * 32).hex() == GIVEN["choice"]


def entry_fields() -> Iterator[bytes]:
    yield from (b"FOD1", b"\x20\x00", GAME_ID)
    yield from ((0).to_bytes(4, "little"), (5).to_bytes(4, "little"), (0).to_bytes(2, "little"))
    yield from (b"\x01", b"\xaa" * 32, b"\xbb" * 32, (5).to_bytes(4, "little"), b"hello")


def test_a_signed_entry_and_the_next_parent() -> None:
    unsigned = b"".join(entry_fields())
    hashed = entry_hash(unsigned)
    identity = Identity(b"\x03" * 32)
    signature = identity.sign(SignedAs.ENTRY, hashed)
    assert (len(unsigned + signature), hashed.hex()) == (GIVEN["entry_size"], GIVEN["entry_hash"])
    assert signature.hex() == GIVEN["entry_signature"]
    check_signature(identity.public_key, SignedAs.ENTRY, hashed, signature)
    assert next_parent(b"\xaa" * 32, [hashed]).hex() == GIVEN["next_parent"]


def test_every_given_vector_is_used() -> None:
    text = Path(__file__).read_text(encoding="utf-8")
    assert [name for name in GIVEN if f'GIVEN["{name}"]' not in text] == []
