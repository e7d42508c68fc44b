"""GAME_OPEN, KEY_COMMIT and KEY_OPEN, made and refused (section 7)."""

from typing import Any

import pytest
from msgspec.structs import replace

from net.crypto.faults import Malformed, OpeningMismatch, PeerFault, ProofFailed, RuleBroken
from net.crypto.hashing import key_commitment
from net.crypto.linear_proofs import joint_key
from net.game import rounds
from net.wire.bodies import encode_body
from net.wire.bodies_setup import KeyCommit, KeyOpen
from tests.net.fairness.cards.conftest import SODIUM
from tests.net.fairness.cards.peers import GAME_ID, SETUP_PARENT, Peers, vaults_for
from tests.support.proving import flipped, verifier_from

IDENTITY, OTHER = vaults_for(SODIUM, 2)[0].keys.identity, vaults_for(SODIUM, 2)[1].keys.identity
SETUP = b"\x33" * 32
GAME = rounds.Entered(SETUP, 1)


def context(peer: int) -> bytes:
    return rounds.key_context(GAME_ID, SETUP_PARENT, peer)


def check(commit: KeyCommit, body: KeyOpen, others: Any = ()) -> None:
    rounds.check_key_open(verifier_from(SODIUM), context(1), commit, body, others)


def committed_to(body: KeyOpen) -> KeyCommit:
    return KeyCommit(key_commitment(context(1), encode_body(body)))


def test_an_opening_names_its_peer_and_the_set_up() -> None:
    body = rounds.make_game_open(IDENTITY, b"\x44" * 32, GAME, 1)
    rounds.check_game_open(body, IDENTITY, GAME, 1)


@pytest.mark.parametrize(
    ("identity", "game", "peer", "fault"),
    [
        (OTHER, GAME, 1, Malformed),
        (IDENTITY, GAME, 2, Malformed),
        (IDENTITY, GAME._replace(setup=b"\x34" * 32), 1, RuleBroken),
        (IDENTITY, GAME._replace(protocol=2), 1, RuleBroken),
    ],
)
def test_an_opening_for_something_else_is_refused(
    identity: bytes, game: rounds.Entered, peer: int, fault: type[PeerFault]
) -> None:
    """S-1."""
    body = rounds.make_game_open(IDENTITY, b"\x44" * 32, GAME, 1)
    with pytest.raises(fault):
        rounds.check_game_open(body, identity, game, peer)


def test_every_opening_counts_for_the_id_of_the_game() -> None:
    one, two = (rounds.make_game_open(IDENTITY, bytes((n,)) * 32, GAME, n) for n in (0, 1))
    ids = {rounds.id_of_game(each) for each in ((one, two), (two, one), (one, one))}
    assert len(ids) == 3


def test_keys_are_the_same_bytes_after_a_restart() -> None:
    made = [
        encode_body(rounds.make_key_open(vaults_for(SODIUM, 2)[1], context(1))) for _ in range(2)
    ]
    assert made[0] == made[1]


def test_keys_of_another_moment_have_other_proofs() -> None:
    vault = vaults_for(SODIUM, 2)[1]
    one = rounds.make_key_open(vault, context(1))
    two = rounds.make_key_open(vault, rounds.key_context(GAME_ID, bytes(32), 1))
    assert one.identity == two.identity
    assert one.proof != two.proof


def test_keys_that_were_committed_to_are_accepted() -> None:
    vault = vaults_for(SODIUM, 2)[1]
    commit = rounds.make_key_commit(vault, context(1))
    check(commit, rounds.make_key_open(vault, context(1)))


def test_other_keys_than_committed_to_are_refused() -> None:
    mine, other = vaults_for(SODIUM, 2)
    commit = rounds.make_key_commit(other, context(1))
    with pytest.raises(OpeningMismatch) as refused:
        check(commit, rounds.make_key_open(mine, context(1)))
    assert refused.value.code == 4


def test_keys_chosen_to_cancel_the_others_are_refused() -> None:
    victim, cheat = vaults_for(SODIUM, 2)
    honest = rounds.make_key_open(cheat, context(1))
    cancelling = SODIUM.subtract(honest.identity, victim.keys.identity)
    body = replace(honest, identity=cancelling)
    with pytest.raises(ProofFailed) as refused:
        check(committed_to(body), body)
    assert refused.value.code == 3


def test_a_key_used_already_is_refused() -> None:
    vault = vaults_for(SODIUM, 2)[1]
    body = rounds.make_key_open(vault, context(1))
    with pytest.raises(RuleBroken) as refused:
        check(committed_to(body), body, [body])
    assert refused.value.code == 7


def test_a_changed_proof_is_refused() -> None:
    vault = vaults_for(SODIUM, 2)[1]
    honest = rounds.make_key_open(vault, context(1))
    body = replace(honest, proof=flipped(honest.proof, 3))
    with pytest.raises(ProofFailed):
        check(committed_to(body), body)


def test_the_joint_keys_are_the_sums(peers: Peers) -> None:
    for ledger in peers.ledgers:
        assert ledger.joint_identity == joint_key(
            SODIUM, (vault.keys.identity for vault in peers.vaults)
        )
        assert ledger.joint_back == joint_key(SODIUM, (vault.keys.back for vault in peers.vaults))
