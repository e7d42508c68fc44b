"""One of each kind of proof, taken apart into the bytes a peer would receive.

A claim is its context, its statement and its proof as named fields of bytes. `check` reads them as
from the wire, so whatever byte a test changes is either refused while it is read or afterwards.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from net.crypto.card_proofs import (
    Back,
    Change,
    ChangeSecrets,
    HeldCard,
    LinkSecrets,
    Lock,
    RekeyProof,
    RekeySecrets,
    Relocked,
    Relocking,
    Target,
    check_linked,
    check_rekeyed,
    check_relocked,
    link,
    rekey,
    relock,
)
from net.crypto.commitment import Committed, committed, open_value
from net.crypto.derivation import SeedSecrets
from net.crypto.group import Group, Point, read_point
from net.crypto.hashing import list_hash
from net.crypto.linear_proofs import (
    Shares,
    check_keys_known,
    check_shares,
    prove_keys_known,
    share_points,
)
from net.crypto.set_proofs import (
    HiddenMove,
    Move,
    check_different,
    check_in_set,
    check_legal_move,
    prove_different,
    prove_in_set,
    prove_legal_move,
)
from net.crypto.shuffle_proof import Pile, check_shuffle, shuffle_and_prove
from net.crypto.transcript import Moment, Prover
from tests.support.proving import verifier_from

Fields = Mapping[str, bytes]

MOMENT = Moment(bytes(range(32)), 0, b"\xaa" * 32, 1)
INDEX = 3


@dataclass(frozen=True)
class Claim:
    group: Group
    purpose: str
    fields: Fields
    verdict: Callable[[Group, bytes, Fields], None]
    elsewhere: bytes | None = None

    @property
    def context(self) -> bytes:
        return self.elsewhere or here(self.purpose)

    def check(self) -> None:
        self.verdict(self.group, self.context, self.fields)

    def with_field(self, name: str, content: bytes) -> "Claim":
        return replace(self, fields={**self.fields, name: content})

    def with_context(self, context: bytes) -> "Claim":
        return replace(self, elsewhere=context)


def here(purpose: str) -> bytes:
    """The context of every claim: only its purpose is its own."""
    return MOMENT.context(purpose, INDEX)


def points_of(group: Group, content: bytes) -> list[Point]:
    return [read_point(group, content[at : at + 32]) for at in range(0, len(content), 32)]


def point_of(group: Group, content: bytes) -> Point:
    return read_point(group, content)


def codes_of(content: bytes) -> list[int]:
    return [int.from_bytes(content[at : at + 2], "little") for at in range(0, len(content), 2)]


def code_bytes(codes: Sequence[int]) -> bytes:
    return b"".join(code.to_bytes(2, "little") for code in codes)


def hidden(group: Group, secrets: SeedSecrets, value: int, label: str) -> Committed:
    return committed(group, value, secrets.scalar(label, b""))


def known_keys(prover: Prover, secrets: SeedSecrets) -> Claim:
    context = here("keys")
    numbers = secrets.game_secrets(MOMENT.game_id, 0)[:3]
    proof = prove_keys_known(prover, context, numbers)
    keys = b"".join(prover.group.base_multiply(number) for number in numbers)

    def verdict(group: Group, context: bytes, fields: Fields) -> None:
        keys = points_of(group, fields["keys"])
        check_keys_known(verifier_from(group), context, keys, fields["proof"])

    return Claim(prover.group, "keys", {"keys": keys, "proof": proof}, verdict)


def shares(prover: Prover, secrets: SeedSecrets) -> Claim:
    group, context = prover.group, here("share.draw")
    key = secrets.scalar("key.id", b"")
    points = [group.base_multiply(secrets.scalar("card", bytes((k,)))) for k in range(3)]
    made = share_points(prover, context, key, points)
    fields = {
        "key": group.base_multiply(key),
        "points": b"".join(points),
        "shares": b"".join(made.points),
        "proof": made.proof,
    }

    def verdict(group: Group, context: bytes, fields: Fields) -> None:
        shares = Shares(tuple(points_of(group, fields["shares"])), fields["proof"])
        points = points_of(group, fields["points"])
        check_shares(verifier_from(group), context, point_of(group, fields["key"]), points, shares)

    return Claim(group, "share.draw", fields, verdict)


def different_commitments(prover: Prover, secrets: SeedSecrets) -> Claim:
    left, right = (hidden(prover.group, secrets, value, f"k{value}") for value in (17, 20))
    return _different(prover, left, right, "place.neq")


def not_an_open_value(prover: Prover, secrets: SeedSecrets) -> Claim:
    left = hidden(prover.group, secrets, 17, "k")
    return _different(prover, left, open_value(prover.group, 200), "nothide")


def _different(prover: Prover, left: Committed, right: Committed, purpose: str) -> Claim:
    context = here(purpose)
    proof = prove_different(prover, context, left, right)

    def verdict(group: Group, context: bytes, fields: Fields) -> None:
        left, right = (point_of(group, fields[name]) for name in ("left", "right"))
        check_different(verifier_from(group), context, left, right, fields["proof"])

    fields = {"left": left.point, "right": right.point, "proof": proof}
    return Claim(prover.group, purpose, fields, verdict)


def held_card(group: Group, secrets: SeedSecrets, code: int) -> tuple[int, HeldCard]:
    key = secrets.scalar("key.id", b"")
    mask = group.base_multiply(secrets.scalar("mask", b""))
    payload = group.add(group.base_multiply(code), group.multiply(key, mask))
    return key, HeldCard(group.base_multiply(key), mask, payload)


def passed_card(prover: Prover, secrets: SeedSecrets) -> Claim:
    return _rekeyed(prover, secrets, back=None)


def returned_event(prover: Prover, secrets: SeedSecrets) -> Claim:
    back_key = prover.group.base_multiply(secrets.scalar("key.back", b""))
    return _rekeyed(prover, secrets, Back(2, back_key))


def _rekeyed(prover: Prover, secrets: SeedSecrets, back: Back | None) -> Claim:
    group, context = prover.group, here("rekey")
    key, card = held_card(group, secrets, 1017)
    target = Target(group.base_multiply(secrets.scalar("target", b"")), back)
    randomness = secrets.rekey_randomness(context, 9)
    made = rekey(prover, context, card, target, RekeySecrets(key, randomness))
    fields = {
        "card": b"".join(card),
        "target": target.key,
        "new": made.mask + made.payload,
        "proof": made.proof,
    }
    if back is not None and made.back is not None:
        fields |= {"back": code_bytes([back.code]), "back key": back.key, "new back": made.back}

    def verdict(group: Group, context: bytes, fields: Fields) -> None:
        card = HeldCard(*points_of(group, fields["card"]))
        back = new_back = None
        if "back" in fields:
            back = Back(codes_of(fields["back"])[0], point_of(group, fields["back key"]))
            new_back = point_of(group, fields["new back"])
        target = Target(point_of(group, fields["target"]), back)
        mask, payload = points_of(group, fields["new"])
        made = RekeyProof(mask, payload, new_back, fields["proof"])
        check_rekeyed(verifier_from(group), context, card, target, made)

    return Claim(group, "rekey", fields, verdict)


def linked_card(prover: Prover, secrets: SeedSecrets) -> Claim:
    group, context = prover.group, here("link")
    key, card = held_card(group, secrets, 2017)
    blinding = secrets.link_blinding(context, 9)
    made, proof = link(prover, context, card, LinkSecrets(key, blinding, 2017))

    def verdict(group: Group, context: bytes, fields: Fields) -> None:
        card = HeldCard(*points_of(group, fields["card"]))
        commitment = point_of(group, fields["commitment"])
        check_linked(verifier_from(group), context, card, commitment, fields["proof"])

    fields = {"card": b"".join(card), "commitment": made.point, "proof": proof}
    return Claim(group, "link", fields, verdict)


def in_a_set(prover: Prover, secrets: SeedSecrets) -> Claim:
    context = here("inset")
    codes = [3, 9, 17, 21, 40]
    subject = hidden(prover.group, secrets, 17, "k")
    proof = prove_in_set(prover, context, subject, codes)

    def verdict(group: Group, context: bytes, fields: Fields) -> None:
        commitment, codes = point_of(group, fields["commitment"]), codes_of(fields["set"])
        check_in_set(verifier_from(group), context, commitment, codes, fields["proof"])

    fields = {"commitment": subject.point, "set": code_bytes(codes), "proof": proof}
    return Claim(prover.group, "inset", fields, verdict)


def legal_move(prover: Prover, secrets: SeedSecrets) -> Claim:
    context = here("place")
    triples = [(5, 9, 9), (5, 17, 17), (5, 200, 5), (8, 9, 9), (8, 17, 17)]
    parts = zip((5, 200, 5), "akl", strict=True)
    move = HiddenMove(*(hidden(prover.group, secrets, value, label) for value, label in parts))
    proof = prove_legal_move(prover, context, move, triples)

    def verdict(group: Group, context: bytes, fields: Fields) -> None:
        numbers = iter(codes_of(fields["set"]))
        triples = list(zip(numbers, numbers, numbers, strict=True))
        move = Move(*points_of(group, fields["commitments"]))
        check_legal_move(verifier_from(group), context, move, triples, fields["proof"])

    fields = {
        "commitments": b"".join(part.point for part in move),
        "set": code_bytes([number for triple in triples for number in triple]),
        "proof": proof,
    }
    return Claim(prover.group, "place", fields, verdict)


def shuffled_pile(prover: Prover, secrets: SeedSecrets) -> Claim:
    group, context = prover.group, here("shuffle")
    keys = tuple(group.base_multiply(secrets.scalar(label, b"")) for label in ("back", "id"))
    rows = [
        (
            group.base_multiply(secrets.scalar("mask", bytes((k,)))),
            group.base_multiply(1 + k % 2),
            group.base_multiply(1001 + k),
        )
        for k in range(4)
    ]
    pile = Pile(keys, rows)
    body = shuffle_and_prove(
        prover, context, pile, secrets.remixing(context, list_hash(rows), len(rows))
    )

    def verdict(group: Group, context: bytes, fields: Fields) -> None:
        parts = iter(points_of(group, fields["rows"]))
        rows = list(zip(parts, parts, parts, strict=True))
        pile = Pile(tuple(points_of(group, fields["keys"])), rows)
        check_shuffle(verifier_from(group), context, pile, fields["body"])

    fields = {
        "keys": b"".join(keys),
        "rows": b"".join(part for row in rows for part in row),
        "body": body,
    }
    return Claim(group, "shuffle", fields, verdict)


def relocked_cards(prover: Prover, secrets: SeedSecrets) -> Claim:
    group, context = prover.group, here("rotate")
    scalar = secrets.scalar
    key, back_key = (group.base_multiply(scalar(label, b"")) for label in ("joint", "backs"))
    masks = [group.base_multiply(scalar("mask", bytes((k,)))) for k in range(2)]
    locks = [Lock(masks[0], key, back_key), Lock(masks[1], key, None)]
    fresh = tuple(secrets.relock_randomness(context, handle) for handle in range(2))
    change = ChangeSecrets(scalar("key.id", b""), scalar("key.back", b""), fresh)
    (event, item), proof = relock(prover, context, locks, change)
    assert event.back is not None
    fields = {
        "change": group.base_multiply(change.identity) + group.base_multiply(change.back),
        "masks": b"".join(masks),
        "keys": key + back_key,
        "event": event.mask + event.identity + event.back,
        "item": item.mask + item.identity,
        "proof": proof,
    }

    def verdict(group: Group, context: bytes, fields: Fields) -> None:
        parts = {name: points_of(group, each) for name, each in fields.items() if name != "proof"}
        key, back_key = parts["keys"]
        first, second = parts["masks"]
        locks = [Lock(first, key, back_key), Lock(second, key, None)]
        cards = (Relocked(*parts["event"]), Relocked(*parts["item"], None))
        made = Relocking(cards, fields["proof"])
        change, verifier = Change(*parts["change"]), verifier_from(group)
        check_relocked(verifier, context, change, locks, made)

    return Claim(group, "rotate", fields, verdict)


CLAIMS: dict[str, Callable[[Prover, SeedSecrets], Claim]] = {
    make.__name__: make
    for make in (
        known_keys,
        shares,
        different_commitments,
        not_an_open_value,
        passed_card,
        returned_event,
        linked_card,
        in_a_set,
        legal_move,
        shuffled_pile,
        relocked_cards,
    )
}
