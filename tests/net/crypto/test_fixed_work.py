"""N-6, W-1, TV-10: what is sent and what is computed does not follow the secret."""

from collections.abc import Sequence

import pytest

from client.workshop.bench.net_bench import RecordingLibrary
from net.crypto.commitment import Committed, TrailOpening, committed, seal_card, twin_opening
from net.crypto.derivation import SeedSecrets
from net.crypto.group import Group, SodiumGroup
from net.crypto.set_proofs import HiddenMove, Triple, prove_different, prove_legal_move
from net.crypto.transcript import Prover
from tests.support.claims import MOMENT
from tests.support.proving import CountingGroup, entropy_from, prover_from
from tests.support.small_group import SmallGroup

HIDE = 200
PREVIOUS = 12
NEW_SLOT = 30

# From every city to its neighbours, and Hide in every city: as the engine would list them.
CITIES = range(1, 61)
LEGAL: list[Triple] = sorted(
    [(city, to, to) for city in CITIES for to in CITIES if 0 < abs(city - to) < 4]
    + [(city, HIDE, city) for city in CITIES]
)
WITNESSES = [triple for triple in LEGAL if triple[0] == PREVIOUS]


def lay(group: Group, secrets: SeedSecrets, triple: Triple) -> tuple[bytes, HiddenMove]:
    """The seal of a facedown placing, and the commitments it is about (9.2, 22.1)."""
    previous, code, location = triple
    nonce = secrets.trail_nonce(MOMENT.anchor, NEW_SLOT, code)
    opening = TrailOpening(NEW_SLOT, code, nonce)
    seal, twin = seal_card(group, MOMENT.game_id, opening)
    blinding = secrets.location_blinding(MOMENT.anchor, NEW_SLOT, location)
    return seal, HiddenMove(
        previous=committed(group, previous, secrets.scalar("before", b"")),
        card=Committed(twin, twin_opening(group, opening)),
        location=committed(group, location, blinding),
    )


def place(
    prover: Prover, secrets: SeedSecrets, others: Sequence[Committed], triple: Triple
) -> list[bytes]:
    """What a facedown TRAIL_PLACE is made of."""
    seal, move = lay(prover.group, secrets, triple)
    proof = prove_legal_move(prover, MOMENT.context("place", 0), move, LEGAL)
    differences = [
        prove_different(prover, MOMENT.context("place.neq", index), move.card, other)
        for index, other in enumerate(others)
    ]
    return [seal, move.card.point, move.location.point, proof, *differences]


def hidden_slots(group: Group, secrets: SeedSecrets) -> list[Committed]:
    return [
        committed(group, code, secrets.scalar("slot", bytes((code,)))) for code in range(70, 78)
    ]


@pytest.mark.parametrize("witness", WITNESSES)
def test_every_placing_asks_the_group_for_the_same_work(witness: Triple) -> None:
    group = SmallGroup()
    secrets = SeedSecrets(group, b"\x07" * 32)
    others = hidden_slots(group, secrets)
    counting = CountingGroup(group)
    sizes, calls = [], []
    for triple in (witness, WITNESSES[0]):
        counting.calls.clear()
        made = place(prover_from(counting), secrets, others, triple)
        sizes.append([len(part) for part in made])
        calls.append(list(counting.calls))
    assert sizes[0] == sizes[1]
    assert calls[0] == calls[1]


def test_every_placing_asks_libsodium_for_the_same_work() -> None:
    library = RecordingLibrary()
    group = SodiumGroup(library)
    secrets = SeedSecrets(group, b"\x07" * 32)
    others = hidden_slots(group, secrets)
    calls = []
    for triple in WITNESSES:
        library.calls.clear()
        place(Prover(group, prover_from(group).nonces), secrets, others, triple)
        calls.append([name for name, _ in library.calls])
    assert all(made == calls[0] for made in calls)


def test_card_and_location_never_look_alike() -> None:
    """N-3, TV-10: equal bytes would show that the card is not Hide."""
    group = SmallGroup()
    secrets = SeedSecrets(group, entropy_from("seed")(32))
    for triple in LEGAL:
        _, move = lay(group, secrets, triple)
        assert move.card.point != move.location.point


def test_a_placing_made_again_commits_to_the_same_bytes() -> None:
    """N-3, K-1: after a crash there is one randomness for one value, whatever the proof nonces."""
    group = SmallGroup()
    secrets = SeedSecrets(group, b"\x07" * 32)
    first, again = (
        place(prover_from(group, seed), secrets, [], WITNESSES[0]) for seed in ("one", "two")
    )
    assert first[:3] == again[:3]
    assert first[3] != again[3]
