"""The proofs of section 4. Each function raises Wrong unless the proof it is given holds.

They are written to be read beside the document: every equation stands here once, and none is joined
with another to be quicker.
"""

from collections.abc import Iterable, Sequence
from math import prod
from typing import NamedTuple

from group import G, H, Q, Wrong, add, h, open_value, point, scalar, sub, times, total, written
from transcript import Transcript

Row = tuple[bytes, ...]  # of a pile: the mask A, then the payloads
Triple = tuple[int, int, int]


class Equation(NamedTuple):
    """Target = the sum of secret · base; a term names its secret by position."""

    target: bytes
    terms: tuple[tuple[int, bytes], ...]


class Passed(NamedTuple):
    """Of REKEY: a card under its holder's key, and under another."""

    key: bytes  # X
    before: Row  # (A, B)
    after: Row  # (A2, B2)
    target: bytes  # K
    back: tuple[int, bytes, bytes] | None = None  # its code, B_back2 and Y_J


class Lock(NamedTuple):
    """Of RELOCK: a card as it was, as it is, and the keys it is under afterwards."""

    mask: bytes
    new_mask: bytes
    change: bytes
    key: bytes
    back_change: bytes | None = None
    back_key: bytes = b""


def lin(transcript: Transcript, equations: Sequence[Equation], secrets: int, proof: bytes) -> None:
    """LIN(k): whoever made it knows k secrets for which all equations hold."""
    if len(proof) != 32 * (1 + secrets):
        raise Wrong("a linear proof of another length")
    e, *z = (scalar(proof[at : at + 32]) for at in range(0, len(proof), 32))
    _feed_equations(transcript, equations)
    for target, terms in equations:
        transcript.feed("a", total([*((z[number], base) for number, base in terms), (-e, target)]))
    if transcript.challenge("e") != e:
        raise Wrong("a linear proof does not hold")


def _feed_equations(transcript: Transcript, equations: Sequence[Equation]) -> None:
    for target, terms in equations:
        transcript.feed("target", target)
        for number, base in terms:
            transcript.feed("wit", number.to_bytes(2, "little"))
            transcript.feed("base", base)


def keys(context: bytes, public: Sequence[bytes], proof: bytes) -> None:
    """KEYS: X = x·G, Y = y·G, C = c·G."""
    equations = [Equation(key, ((number, G),)) for number, key in enumerate(public)]
    lin(Transcript("keys", context), equations, 3, proof)


def share(
    context: bytes, key: bytes, points: Sequence[bytes], shares: Sequence[bytes], proof: bytes
) -> None:
    """SHARE: every S_i is s·A_i, with the s of this key."""
    transcript, equations = _shared(context, key, points, shares)
    lin(transcript, equations, 1, proof)


def share_digest(
    context: bytes, key: bytes, points: Sequence[bytes], shares: Sequence[bytes]
) -> bytes:
    """Of all that is fed before the nonce of such a proof is drawn, which depends on it (N-4)."""
    transcript, equations = _shared(context, key, points, shares)
    _feed_equations(transcript, equations)
    return transcript.digest()


def made_with(nonce: int, key: bytes, proof: bytes) -> None:
    """LIN(1) about the secret of a key, made with this nonce."""
    e, z = (scalar(proof[at : at + 32]) for at in (0, 32))
    if open_value((z - nonce) % Q) != times(e, key):
        raise Wrong("another nonce than the seed gives")


def _shared(
    context: bytes, key: bytes, points: Sequence[bytes], shares: Sequence[bytes]
) -> tuple[Transcript, list[Equation]]:
    transcript = Transcript("share", context)
    transcript.feed_all("A", points)
    transcript.feed_all("S", shares)
    weights = [transcript.challenge("rho") for _ in points]
    joint_point = total(zip(weights, points, strict=True))
    joint_share = total(zip(weights, shares, strict=True))
    return transcript, [Equation(key, ((0, G),)), Equation(joint_share, ((0, joint_point),))]


def neq(context: bytes, left: bytes, right: bytes, proof: bytes) -> None:
    """NEQ: G = w·(L - R) + t·H, which nobody can say if both hold the same."""
    equation = Equation(G, ((0, sub(left, right)), (1, H)))
    lin(Transcript("neq", context), [equation], 2, proof)


def rekey(context: bytes, passed: Passed, proof: bytes) -> None:
    """REKEY: the same card under another key; of a returned event its back too."""
    (mask, payload), (new_mask, new_payload) = passed.before, passed.after
    equations = [
        Equation(passed.key, ((0, G),)),
        Equation(new_mask, ((1, G),)),
        Equation(sub(payload, new_payload), ((0, mask), (1, times(-1, passed.target)))),
    ]
    if passed.back is not None:
        code, locked, joint_back = passed.back
        equations.append(Equation(sub(locked, open_value(code)), ((1, joint_back),)))
    lin(Transcript("rekey", context), equations, 2, proof)


def link(context: bytes, key: bytes, card: Row, committed: bytes, proof: bytes) -> None:
    """LINK: Q commits to the card that is held as (A, B)."""
    mask, payload = card
    equations = [
        Equation(key, ((0, G),)),
        Equation(sub(payload, committed), ((0, mask), (1, times(-1, H)))),
    ]
    lin(Transcript("link", context), equations, 2, proof)


def relock(context: bytes, change: Row, locks: Sequence[Lock], proof: bytes) -> None:
    """RELOCK: all cards that one key was on are under another, and nothing else was done."""
    equations = [Equation(each, ((number, G),)) for number, each in enumerate(change)]
    for number, lock in enumerate(locks, 2):
        equations.append(Equation(sub(lock.new_mask, lock.mask), ((number, G),)))
        equations.append(Equation(lock.change, ((0, lock.mask), (number, lock.key))))
        if lock.back_change is not None:
            terms = ((1, lock.mask), (number, lock.back_key))
            equations.append(Equation(lock.back_change, terms))
    lin(Transcript("relock", context), equations, 2 + len(locks), proof)


def member(context: bytes, committed: bytes, codes: Iterable[int], proof: bytes) -> None:
    """MEMBER: a commitment holds one of these values."""
    _member(Transcript("member", context), committed, sorted(set(codes)), proof)


def tuple_(
    context: bytes, committed: Sequence[bytes], triples: Iterable[Triple], proof: bytes
) -> None:
    """TUPLE: three commitments hold one of these triples."""
    ordered = sorted(set(triples))
    transcript = Transcript("tuple", context)
    transcript.feed_all("C", committed)
    numbers = (number.to_bytes(2, "little") for triple in ordered for number in triple)
    transcript.feed("set", b"".join(numbers))
    weight = transcript.challenge("gamma")
    square = weight * weight % Q
    joined = total(zip((1, weight, square), committed, strict=True))
    values = [(a + weight * k + square * l_) % Q for a, k, l_ in ordered]
    _member(Transcript("move", context), joined, values, proof)


def _member(transcript: Transcript, committed: bytes, values: Sequence[int], proof: bytes) -> None:
    n = max(1, (len(values) - 1).bit_length())
    if not values or len(proof) != 1 + 32 * (7 * n + 1) or proof[0] != n:
        raise Wrong("a proof of membership of another length, or in nothing")
    parts = [proof[at : at + 32] for at in range(1, len(proof), 32)]
    cl, ca, cb, cd = ([point(part) for part in parts[at : at + n]] for at in range(0, 4 * n, n))
    f, za, zb = ([scalar(part) for part in parts[at : at + n]] for at in range(4 * n, 7 * n, n))
    zd = scalar(parts[-1])
    transcript.feed("C", committed)
    transcript.feed("N", len(values).to_bytes(4, "little"))
    transcript.feed("V", b"".join(map(written, values)))
    for label, column in zip(("cl", "ca", "cb", "cd"), (cl, ca, cb, cd), strict=True):
        transcript.feed_all(label, column)
    x = transcript.challenge("x")
    for j in range(n):
        if total([(x, cl[j]), (1, ca[j])]) != total([(f[j], G), (za[j], H)]):
            raise Wrong("a proof of membership: not a bit")
        if total([(x - f[j], cl[j]), (1, cb[j])]) != times(zb[j], H):
            raise Wrong("a proof of membership: not a product")
    rest = [(-pow(x, j, Q), cd[j]) for j in range(n)]
    if total([(pow(x, n, Q), committed), *rest]) != total([(folded(values, f, x), G), (zd, H)]):
        raise Wrong("a proof of membership does not hold")


def folded(values: Sequence[int], f: Sequence[int], x: int) -> int:
    """F of MEMBER: neighbours joined with x - f_j and f_j until one number is left."""
    left = [*values, *[values[-1]] * (2 ** len(f) - len(values))]
    for each in f:
        pairs = zip(left[::2], left[1::2], strict=True)
        left = [((x - each) * even + each * odd) % Q for even, odd in pairs]
    return left[0]


def shuf(context: bytes, public: Sequence[bytes], rows: Sequence[Row], proof: bytes) -> list[Row]:
    """SHUF(N, m): the rows after a shuffle, which are the rows before it, masked anew."""
    count, width = len(rows), len(public) + 1
    outputs = rows_of(proof, count, width)
    rest = [proof[at : at + 32] for at in range(32 * count * width, len(proof), 32)]
    if len(rest) != 4 * count + 5:
        raise Wrong("a shuffle of another length")
    c, chain = ([point(each) for each in rest[at : at + count]] for at in (0, count))
    e, *s = (scalar(each) for each in rest[2 * count :])
    (s1, s2, s3, s4), link_s, row_s = s[:4], s[4 : 4 + count], s[4 + count :]

    transcript = Transcript("shuffle", context)
    transcript.feed("n", count.to_bytes(2, "little"))
    transcript.feed_all("key", public)
    transcript.feed_all("in", (part for row in rows for part in row))
    transcript.feed_all("out", (part for row in outputs for part in row))
    transcript.feed_all("c", c)
    u = [transcript.challenge("u") for _ in rows]

    before = [H, *chain]
    announced = [
        total([(s1, G), *((-e, each) for each in c), *((e, each) for each in h[:count])]),
        total([(s2, G), (-e, chain[-1]), (e * prod(u) % Q, H)]),
        total([
            (s3, G),
            *zip(row_s, h, strict=False),
            *((-e * factor, each) for factor, each in zip(u, c, strict=True)),
        ]),
    ]  # fmt: skip
    for column, base in enumerate((G, *public)):
        announced.append(
            total([
                (-s4, base),
                *((number, row[column]) for number, row in zip(row_s, outputs, strict=True)),
                *((-e * factor, row[column]) for factor, row in zip(u, rows, strict=True)),
            ])
        )  # fmt: skip
    announced += [
        total([(link_s[i], G), (row_s[i], before[i]), (-e, chain[i])]) for i in range(count)
    ]
    transcript.feed_all("ch", chain)
    transcript.feed_all("t", announced)
    if transcript.challenge("e") != e:
        raise Wrong("the proof of a shuffle does not hold")
    return outputs


def rows_of(proof: bytes, count: int, width: int) -> list[Row]:
    """The rows that a proof of a shuffle begins with."""
    parts = [point(proof[32 * at : 32 * (at + 1)]) for at in range(count * width)]
    return [tuple(parts[at : at + width]) for at in range(0, len(parts), width)]


def unlocked(payload: bytes, shares: Iterable[bytes]) -> bytes:
    """What is left of a payload when these shares are taken off."""
    for each in shares:
        payload = sub(payload, each)
    return payload


def joint(public: Iterable[bytes]) -> bytes:
    """The joint key of all peers."""
    first, *others = public
    for each in others:
        first = add(first, each)
    return first
