"""22.10: the set-up is one value, in one spelling, that every peer signs."""

from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from engine.canonical import encode
from engine.record import begin
from net.crypto.faults import BadPoint, Malformed, PeerFault, ProofFailed
from net.crypto.hashing import setup_hash
from net.crypto.keys import SignedAs
from net.wire.table_setup import (
    SignedSetup,
    TableSetup,
    decode_setup,
    encode_setup,
    read_signed_setup,
    sign_setup,
)
from tests.support.hostile import mutations
from tests.support.sample_messages import IDENTITIES, five_at_a_table

SETUP = five_at_a_table()
ENCODED = encode_setup(SETUP)


def signed(setup: TableSetup = SETUP) -> SignedSetup:
    signatures = tuple(sign_setup(identity, setup) for identity in IDENTITIES)
    return SignedSetup(encode_setup(setup), signatures)


def test_a_set_up_comes_back_as_it_went() -> None:
    assert decode_setup(ENCODED) == SETUP


def test_the_engine_begins_from_it() -> None:
    setup = replace(SETUP, switches={"hunters_in_play": "all-four-shared"}).for_engine()
    assert setup.players == (("dracula",), ("godalming",), ("seward",), ("van_helsing",), ("mina",))
    assert begin(setup).pending is not None


def test_random_bytes_of_any_peer_make_another_set_up() -> None:
    """22.10: starting again needs new random bytes."""
    first, *others = SETUP.peers
    again = replace(SETUP, peers=(replace(first, random=b"\xff" * 16), *others))
    assert setup_hash(encode_setup(again)) != setup_hash(ENCODED)


def changed(**changes: Any) -> bytes:
    """A set-up that breaks a bound: built field by field, for the type itself would refuse it."""
    fields = {name: getattr(SETUP, name) for name in SETUP.__struct_fields__}
    return msgspec.msgpack.encode(fields | changes)


def peer(**changes: Any) -> dict[str, Any]:
    first = SETUP.peers[0]
    return {name: getattr(first, name) for name in first.__struct_fields__} | changes


REFUSED = {
    "one peer": changed(peers=SETUP.peers[:1]),
    "six peers": changed(peers=(*SETUP.peers, SETUP.peers[0])),
    "one peer twice": changed(peers=(SETUP.peers[0], SETUP.peers[0])),
    "one seat twice": changed(peers=(SETUP.peers[0], peer(identity=IDENTITIES[2].public_key))),
    "nobody plays": changed(peers=(SETUP.peers[1], peer(seats=()))),
    "a bot without a keeper": changed(peers=(SETUP.peers[1], peer(is_bot=True))),
    "a person with a keeper": changed(peers=(SETUP.peers[1], peer(kept_by=1))),
    "a keeper who is not there": changed(peers=(SETUP.peers[1], peer(is_bot=True, kept_by=2))),
    "an invisible name": changed(peers=(SETUP.peers[1], peer(name="a\u200b"))),
    "nine onlookers": changed(onlookers=9),
    "an endless delay": changed(delay_ms=10**9),
    "a switch that is a list": changed(switches={"x": [1]}),
    "an unknown field": changed(stakes=100),
    "fields in another order": encode(msgspec.msgpack.decode(ENCODED)),
    "switches in another order": changed(switches=dict(reversed(SETUP.switches.items()))),
    "something behind it": ENCODED + b"\0",
    "too long": bytes(20_000),
    "nothing": b"",
}


def test_what_is_changed_in_nothing_is_read() -> None:
    assert changed() == ENCODED
    decode_setup(changed(peers=(SETUP.peers[1], peer())))


@pytest.mark.parametrize("what", sorted(REFUSED))
def test_a_set_up_beyond_its_bounds_is_refused(what: str) -> None:
    with pytest.raises(Malformed):
        decode_setup(REFUSED[what])


def test_an_identity_that_is_no_point_is_refused() -> None:
    """22.2: an identity key must pass E-2."""
    with pytest.raises(BadPoint):
        decode_setup(changed(peers=(SETUP.peers[1], peer(identity=bytes(32)))))


def test_a_set_up_that_all_have_signed_is_read() -> None:
    assert read_signed_setup(encode(signed())) == SETUP


def test_a_signature_of_somebody_else_is_refused() -> None:
    whole = signed()
    swapped = (whole.signatures[1], whole.signatures[0], *whole.signatures[2:])
    with pytest.raises(ProofFailed):
        read_signed_setup(encode(SignedSetup(whole.setup, swapped)))


def test_a_signature_of_another_kind_is_refused() -> None:
    whole = signed()
    wrong = IDENTITIES[0].sign(SignedAs.CHAT, setup_hash(whole.setup))
    with pytest.raises(ProofFailed):
        read_signed_setup(encode(SignedSetup(whole.setup, (wrong, *whole.signatures[1:]))))


def test_a_missing_signature_is_refused() -> None:
    whole = signed()
    with pytest.raises(Malformed):
        read_signed_setup(encode(SignedSetup(whole.setup, whole.signatures[:4])))


@settings(deadline=None, max_examples=200)
@given(changes=st.data(), start=st.sampled_from((ENCODED, encode(signed()), b"")))
def test_whatever_comes_is_read_or_refused(changes: st.DataObject, start: bytes) -> None:
    encoded = changes.draw(mutations(start))
    for read in (decode_setup, read_signed_setup):
        try:
            setup = read(encoded)
        except PeerFault:
            continue
        assert encode_setup(setup) in encoded
