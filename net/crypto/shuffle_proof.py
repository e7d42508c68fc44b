"""SHUFFLE of 5.3: a list is another one, re-encrypted and permuted, without showing how.

After Terelius and Wikström. A row is (A, B_1, …, B_m) under the keys K_1 … K_m; all its parts
move together. The permutation is committed to (c); a chain of commitments (ĉ) shows that it is one.
"""

from collections.abc import Sequence
from math import prod
from typing import NamedTuple

from net.crypto.derivation import Remixing
from net.crypto.faults import ProofFailed
from net.crypto.group import SIZE, FixedLayout, Group, Point, Term, write_scalars
from net.crypto.secrecy import concealed
from net.crypto.transcript import Prover, Transcript, Verifier
from net.limits import LONGEST_LIST

Row = tuple[Point, ...]


class Pile(NamedTuple):
    """What is shuffled: the keys of the payloads, and the rows in their order."""

    keys: tuple[Point, ...]
    rows: Sequence[Row]


class Commitments(NamedTuple):
    """The points of a proof: c, in the order of the inputs, and ĉ, in the order of the outputs."""

    permutation: Sequence[Point]
    chain: Sequence[Point]


class ChainScalars(NamedTuple):
    """The four single scalars, one for each link of the chain, one for each output.

    For the prover these are first ω_1 … ω_4, ω̂ and ω', then the responses s_1 … s_4, ŝ and s'.
    """

    single: Sequence[int]
    chain: Sequence[int]
    outputs: Sequence[int]

    def __repr__(self) -> str:
        """N-9: nothing of the secret."""
        return concealed(self)


def shuffle_size(rows: int, payloads: int) -> int:
    """E-5: the length of SHUF(N, m): outputs, c, ĉ, e, s_1 … s_4, ŝ and s'."""
    return SIZE * (rows * (payloads + 1) + 2 * rows + 5 + 2 * rows)


def remixed(group: Group, pile: Pile, remixing: Remixing) -> list[Row]:
    """5.3: output i is the re-encryption of input order[i] with that input's randomness."""
    bases = (group.generator, *pile.keys)
    return [
        tuple(
            group.add(part, group.combine([(remixing.randomness[source], base)]))
            for part, base in zip(pile.rows[source], bases, strict=True)
        )
        for source in remixing.order
    ]


def shuffle_and_prove(prover: Prover, context: bytes, pile: Pile, remixing: Remixing) -> bytes:
    """S-3, C-11, C-14: shuffle a pile and prove it; SHUF(N, m), which begins with the outputs.

    P-7: no difference between an output and its input is published.
    """
    group, order = prover.group, prover.group.order
    count = len(pile.rows)
    outputs = remixed(group, pile, remixing)
    transcript = _statement(group, context, pile, outputs)
    blindings = prover.nonces(transcript.digest(), count)
    permutation = _committed_permutation(group, remixing.order, blindings)
    challenges = _list_challenges(transcript, permutation)
    moved = [challenges[source] for source in remixing.order]
    drawn = prover.nonces(transcript.digest(), 3 * count + 4)
    links, single, rest = drawn[:count], drawn[count : count + 4], drawn[count + 4 :]
    masks = ChainScalars(single, rest[:count], rest[count:])
    commitments = Commitments(permutation, _chain(group, links, moved))
    announced = [
        group.combine(terms) for terms in _left_sides(group, pile, outputs, commitments, masks)
    ]
    challenge = _final_challenge(transcript, commitments, announced)
    secrets = ChainScalars(
        (
            sum(blindings),
            _chain_total(links, moved, order),
            _inner(blindings, challenges),
            _inner(remixing.randomness, challenges),
        ),
        links,
        moved,
    )
    responses = _flat(masks, secrets, challenge, order)
    points = [*(point for row in outputs for point in row), *permutation, *commitments.chain]
    return b"".join(points) + write_scalars((challenge, *responses))


def check_shuffle(verifier: Verifier, context: bytes, pile: Pile, body: bytes) -> list[Row]:
    """S-3: the outputs; lengths, points, scalars (E-2, E-3, E-5) or a proof (P-8) are refused."""
    group = verifier.group
    count, width = len(pile.rows), len(pile.keys) + 1
    layout = FixedLayout(group, body, shuffle_size(count, width - 1))
    is_postponed = verifier.postpone is not None
    parts = (layout.unchecked_points if is_postponed else layout.points)(count * width)
    outputs = [tuple(parts[at : at + width]) for at in range(0, count * width, width)]
    if verifier.postpone is not None:
        verifier.postpone(check_shuffle, (context, pile, body))
        return outputs
    commitments = Commitments(layout.points(count), layout.points(count))
    (challenge,) = layout.scalars(1)
    responses = ChainScalars(layout.scalars(4), layout.scalars(count), layout.scalars(count))
    transcript = _statement(group, context, pile, outputs)
    challenges = _list_challenges(transcript, commitments.permutation)
    left_sides = _left_sides(group, pile, outputs, commitments, responses)
    right_sides = _right_sides(group, pile, commitments, challenges, challenge)
    announced = [
        group.combine([*left, *right]) for left, right in zip(left_sides, right_sides, strict=True)
    ]
    if _final_challenge(transcript, commitments, announced) != challenge:
        raise ProofFailed("a shuffle proof does not hold")
    return outputs


def _statement(group: Group, context: bytes, pile: Pile, outputs: Sequence[Row]) -> Transcript:
    """H-5: the complete statement."""
    if not 1 <= len(pile.rows) <= LONGEST_LIST:
        raise ValueError(f"a pile of {len(pile.rows)} rows cannot be shuffled (E-5)")
    transcript = Transcript(group, "shuffle", context)
    transcript.absorb(b"n", len(pile.rows).to_bytes(2, "little"))
    transcript.absorb_all(b"key", pile.keys)
    transcript.absorb_all(b"in", (part for row in pile.rows for part in row))
    transcript.absorb_all(b"out", (part for row in outputs for part in row))
    return transcript


def _committed_permutation(
    group: Group, order: Sequence[int], blindings: Sequence[int]
) -> list[Point]:
    """The c of the source of output i: the blinding of that source times G, plus h_i."""
    committed = {
        source: group.add(group.base_multiply(blindings[source]), base)
        for source, base in zip(order, group.shuffle_bases, strict=False)
    }
    return [committed[source] for source in range(len(order))]


def _list_challenges(transcript: Transcript, permutation: Sequence[Point]) -> list[int]:
    """u: one for each input, drawn when the permutation is fixed."""
    transcript.absorb_all(b"c", permutation)
    return [transcript.challenge(b"u") for _ in permutation]


def _chain(group: Group, links: Sequence[int], moved: Sequence[int]) -> list[Point]:
    """Each link is its blinding times G plus u' times the link before; the first stands on H."""
    chain = [group.blinding]
    for blinding, factor in zip(links, moved, strict=True):
        chain.append(group.combine([(blinding, group.generator), (factor, chain[-1])]))
    return chain[1:]


def _chain_total(links: Sequence[int], moved: Sequence[int], order: int) -> int:
    """The blindings of the links, each times v, the product of all u' after it; then their sum."""
    total = 0
    for blinding, factor in zip(links, moved, strict=True):
        total = (total * factor + blinding) % order
    return total


def _left_sides(
    group: Group,
    pile: Pile,
    outputs: Sequence[Row],
    commitments: Commitments,
    numbers: ChainScalars,
) -> list[list[Term]]:
    """t_1, t_2, t_3, t_4 for each part of a row, t̂ for each link: what both sides compute alike."""
    generator = group.generator
    bases = (generator, *pile.keys)
    first, second, third, fourth = numbers.single
    starts = (group.blinding, *commitments.chain)
    return [
        [(first, generator)],
        [(second, generator)],
        [(third, generator), *zip(numbers.outputs, group.shuffle_bases, strict=False)],
        *(
            [(-fourth, base), *zip(numbers.outputs, column, strict=True)]
            for base, column in zip(bases, zip(*outputs, strict=True), strict=True)
        ),
        *(
            [(link, generator), (number, start)]
            for link, number, start in zip(numbers.chain, numbers.outputs, starts, strict=False)
        ),
    ]


def _right_sides(
    group: Group,
    pile: Pile,
    commitments: Commitments,
    challenges: Sequence[int],
    challenge: int,
) -> list[list[Term]]:
    """What the verifier takes off the left sides: -e times what each equation is about."""
    permutation, chain = commitments
    difference = group.identity
    for commitment, base in zip(permutation, group.shuffle_bases, strict=False):
        difference = group.add(difference, group.subtract(commitment, base))
    weights = [-challenge * factor for factor in challenges]
    return [
        [(-challenge, difference)],
        [(-challenge, chain[-1]), (challenge * prod(challenges), group.blinding)],
        list(zip(weights, permutation, strict=True)),
        *(list(zip(weights, column, strict=True)) for column in zip(*pile.rows, strict=True)),
        *([(-challenge, link)] for link in chain),
    ]


def _final_challenge(
    transcript: Transcript, commitments: Commitments, announced: Sequence[Point]
) -> int:
    transcript.absorb_all(b"ch", commitments.chain)
    transcript.absorb_all(b"t", announced)
    return transcript.challenge(b"e")


def _flat(masks: ChainScalars, secrets: ChainScalars, challenge: int, order: int) -> list[int]:
    """Every response ω + e · secret, in the order of the layout."""
    return [
        (mask + challenge * secret) % order
        for mask_column, secret_column in zip(masks, secrets, strict=True)
        for mask, secret in zip(mask_column, secret_column, strict=True)
    ]


def _inner(left: Sequence[int], right: Sequence[int]) -> int:
    return sum(one * other for one, other in zip(left, right, strict=True))
