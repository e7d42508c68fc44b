"""One body of each type of section 18, and of each shape a type has, with real points and proofs.

Proofs are those of tests/support/claims.py, made with numbered nonces: the same on every run.
"""

from collections.abc import Callable

from engine.options import PASS, Discard, Play, RoadTo
from net.crypto.boxes import box_size
from net.crypto.commitment import TrailOpening, seal_card
from net.crypto.derivation import GameKeys, SeedSecrets, public_keys
from net.crypto.group import Group, Point
from net.crypto.keys import Identity
from net.crypto.shuffle_proof import Pile, shuffle_and_prove
from net.crypto.transcript import ALL_PEERS, Prover
from net.wire.bodies import (
    Accused,
    Answered,
    AuditOpened,
    Backup,
    Body,
    CardProved,
    ChoiceCommitted,
    ChoiceOpened,
    CoinShared,
    EndWish,
    Final,
    GameOpen,
    KeyCommit,
    KeyOpen,
    KeysRotated,
    Mixed,
    PeerAccepted,
    PeerLeft,
    Rekeyed,
    Resumed,
    Revealed,
    SharesSent,
    ShownTo,
    Shuffled,
    TimedOut,
    TrailAbsent,
    TrailInSet,
    TrailNotHide,
    TrailOpened,
    TrailPlaced,
    VssAck,
    VssDeal,
    VssReleased,
    Withdrawn,
)
from net.wire.bodies_cards import CardShare, RekeyedCard, RekeyMode, RevealedCard, ShareKind
from net.wire.bodies_setup import SealedShare
from net.wire.bodies_table import OpenedScalars, OpenedSeed, RotatedCard
from net.wire.bodies_trail import (
    Announced,
    FaceDown,
    SlotOpening,
    SlotProof,
    Subject,
    TrailBack,
    TrailPower,
)
from net.wire.layout import NOBODY
from tests.support.claims import CLAIMS, MOMENT, here
from tests.support.proving import numbered_nonces

Samples = dict[str, Body]

IDENTITY = Identity(b"\x03" * 32).public_key
ROOT = b"\x07" * 32


class Material:
    """What bodies are made of."""

    def __init__(self, group: Group) -> None:
        self.group = group
        self.secrets = SeedSecrets(group, ROOT)
        self.game_secrets = self.secrets.game_secrets(MOMENT.game_id, 0)
        self.keys: GameKeys = public_keys(group, self.game_secrets)

    def claim(self, name: str, field: str = "proof") -> bytes:
        nonces = numbered_nonces(self.group, b"\x09" * 32, "vector.nonce")
        return CLAIMS[name](Prover(self.group, nonces), self.secrets).fields[field]

    def point(self, number: int) -> Point:
        return self.group.base_multiply(self.secrets.scalar("point", bytes((number,))))

    def mixing(self, count: int) -> bytes:
        """SHUF(count, 1)."""
        prover = Prover(self.group, numbered_nonces(self.group, b"\x09" * 32, "vector.nonce"))
        rows = [(self.point(2 * k), self.point(2 * k + 1)) for k in range(count)]
        remixing = self.secrets.remixing(here("mix"), bytes(32), count)
        return shuffle_and_prove(prover, here("mix"), Pile((self.keys.identity,), rows), remixing)

    def not_hide(self, *slots: int) -> tuple[SlotProof, ...]:
        return tuple(SlotProof(slot, self.claim("not_an_open_value")) for slot in slots)

    def face_down(self, slot: int, code: int) -> FaceDown:
        seal, twin = seal_card(self.group, MOMENT.game_id, self.opening(slot, code))
        return FaceDown(seal, twin, self.point(90))

    def opening(self, slot: int, code: int) -> TrailOpening:
        nonce = self.secrets.trail_nonce(MOMENT.anchor, slot, code)
        return TrailOpening(slot, code, nonce)

    def revealed(self) -> Revealed:
        cards = (RevealedCard(12, 1017, self.point(1)), RevealedCard(13, 2003, self.point(2)))
        return Revealed(cards, self.claim("shares"))


def sealed(content: int, fill: int) -> bytes:
    return bytes((fill,)) * box_size(content)


def setup_samples(made: Material) -> Samples:
    keys, known = made.keys, made.claim("known_keys")
    boxes = (SealedShare(0, sealed(96, 1)), SealedShare(2, sealed(96, 2)))
    return {
        "game open": GameOpen(IDENTITY, b"\x01" * 32, b"\x02" * 32, 4, 1),
        "key commit": KeyCommit(b"\x04" * 32),
        "key open": KeyOpen(keys.identity, keys.back, keys.coin, keys.box, b"\x05" * 32, known),
        "vss deal": VssDeal(2, tuple(made.point(number) for number in range(9)), boxes),
        "vss ack": VssAck(3, 0),
        "vss complaint": VssAck(3, 1),
    }


def card_samples(made: Material) -> Samples:
    point, shares = made.point, made.claim("shares")
    passed = RekeyedCard(7, point(3), point(4), None, made.claim("passed_card"))
    returned = RekeyedCard(8, point(5), point(6), point(7), made.claim("returned_event"))
    drawn = tuple(CardShare(100 + number, point(number)) for number in range(3))
    return {
        "shuffle": Shuffled(1, 2, 4, 2, made.claim("shuffled_pile", "body")),
        "shares": SharesSent(ShareKind.LOOK, drawn, shares),
        "reveal": made.revealed(),
        "rekey: pass": Rekeyed(RekeyMode.PASS, 2, (passed,)),
        "rekey: return two": Rekeyed(RekeyMode.RETURN, ALL_PEERS, (passed, returned)),
        "mix": Mixed((21, 22, 30), made.mixing(3)),
        "card in set": CardProved(
            9, 0, point(8), made.claim("linked_card"), made.claim("in_a_set")
        ),
        "show": ShownTo(3, sealed(256, 3)),
        "choice commit": ChoiceCommitted(b"\x06" * 32),
        "choice open: public": ChoiceOpened(0x8003, b"\x07" * 32, None),
        "choice open: card": ChoiceOpened(1, b"\x07" * 32, made.revealed()),
        "coin share": CoinShared(point(9), shares),
    }


def trail_samples(made: Material) -> Samples:
    legal, others = made.claim("legal_move"), made.not_hide(1, 2)
    opened = SlotOpening(*made.opening(5, 17))
    back, power, none = TrailBack, TrailPower, TrailPower.NONE
    return {
        "place: face down": TrailPlaced(
            5, back.LAND, none, 0, 0, None, None, made.face_down(5, 17), None, legal, others
        ),
        "place: face up": TrailPlaced(
            6, back.CASTLE, none, 1, 0, None, None, None, 60, legal, others
        ),
        "place: misdirect": TrailPlaced(
            7, back.LAND, power.MISDIRECT, 0, Announced.HIDE, 5, None,
            made.face_down(7, 200), None, legal,
        ),
        "place: wolf form into a lair": TrailPlaced(
            8, back.LAND, power.WOLF_FORM, 0, 0, None, 2, None, None, legal
        ),
        "place: misdirect into a lair": TrailPlaced(
            8, back.LAND, power.MISDIRECT, 0, 0, 5, 2, None, None, legal
        ),
        "place: dark call": TrailPlaced(9, back.POWER, power.DARK_CALL, 0, 0, None, None),
        "open": TrailOpened((opened, SlotOpening(*made.opening(7, 200))), made.not_hide(4)),
        "open: nothing left": TrailOpened((), ()),
        "absent": TrailAbsent(17, 0, others),
        "in set: current": TrailInSet(
            Subject.CURRENT_LOCATION, None, 0, 3, made.claim("in_a_set")
        ),
        "in set: slot": TrailInSet(Subject.SLOT, 5, 1, 0, made.claim("in_a_set")),
        "not hide": TrailNotHide(others),
    }  # fmt: skip


def table_samples(made: Material) -> Samples:
    keys, known, point = made.keys, made.claim("known_keys"), made.point
    both = (
        RotatedCard(40, point(9), point(10), None),
        RotatedCard(41, point(8), point(11), point(12)),
    )
    proof = made.claim("relocked_cards")
    rebuilt = OpenedScalars(1, *made.game_secrets[:3])
    return {
        "timeout": TimedOut(2, b"\xaa" * 32, 77, 1, 1_700_000_000_000),
        "accuse": Accused(3, b"\x08" * 32),
        "peer leave": PeerLeft(2, IDENTITY),
        "peer leave: no successor": PeerLeft(2, NOBODY),
        "vss release": VssReleased(2, IDENTITY, sealed(96, 4)),
        "peer accept": PeerAccepted(2, keys.identity, keys.back, keys.coin, keys.box, known),
        "key rotate": KeysRotated(*keys[:3], known, both, proof),
        "key rotate: no backs": KeysRotated(*keys[:3], known, both[:1], proof[:-32]),
        "key rotate: no cards": KeysRotated(*keys[:3], known, ()),
        "audit open": AuditOpened((OpenedSeed(0, ROOT),), (rebuilt,)),
        "backup": Backup(b"\x0a" * 150),
        "final": Final(1, b"\xcc" * 32),
        "end wish": EndWish(5),
        "resume": Resumed(2, 0),
        "resume: without a shuffle": Resumed(2, 1),
        "withdraw": Withdrawn(77, 1, b"\x0b" * 32),
    }


def answer_samples(made: Material) -> Samples:
    one = Revealed((RevealedCard(12, 1017, made.point(1)),), made.claim("shares"))
    return {
        "answer": Answered(RoadTo("paris")),
        "answer: standing": Answered(PASS, (("action", True), ("dusk", False))),
        "answer: shows a card": Answered(Play("e12", "evasion"), (), one),
        "answer: both": Answered(Discard("e12", "evasion"), (("action", False),), one),
    }


PARTS: tuple[Callable[[Material], Samples], ...] = (
    setup_samples,
    card_samples,
    trail_samples,
    table_samples,
    answer_samples,
)


def sample_bodies(group: Group) -> Samples:
    """Every sample by its name."""
    made = Material(group)
    return {name: body for part in PARTS for name, body in part(made).items()}
