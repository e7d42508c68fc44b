"""Keys: how a game begins with them, how they are shared out, and how a place changes hands.

Section 7 and "A player who is gone". Who signs for whom was settled in `record.py`.
"""

from collections.abc import Callable, Sequence
from typing import Any

import proofs
from group import Wrong, add, open_value, scalar, total
from layouts import Body, box_key
from ledger import Keys
from record import Entry, Recorded, Request
from seeds import Made, dealt, derived, kept, own_keys
from tally import Tally
from transcript import Moment, Seed, b2b, frame

DRACULA = 0
THRESHOLDS = {3: 1, 4: 2, 5: 2}  # t, by the number of peers


def keys_of(body: Body) -> Keys:
    """The keys of a KEY_OPEN."""
    return Keys(body.identity, body.back, body.coin, body.box)


class Succession:
    """The keys of all peers, and whose they are."""

    def __init__(self, recorded: Recorded, tally: Tally) -> None:
        self.recorded = recorded
        self.tally = tally
        self.keys: list[Keys] = []
        self.signers = list(recorded.identities)
        self.epochs = [0] * recorded.size  # since when each has its keys
        self.before: dict[int, tuple[int, Keys]] = {}  # of who was replaced: keys, and since when
        self.made: list[Made] = []
        self._commitments: dict[int, tuple[bytes, bytes]] = {}
        self._deals: dict[int, Body] = {}

    def holder(self, peer: int) -> tuple[bytes, bytes]:
        """Who holds a place, and the data of its keys: game id and epoch."""
        return self.signers[peer], self._place(self.epochs[peer])

    def _place(self, epoch: int) -> bytes:
        return self.recorded.game + epoch.to_bytes(4, "little")

    # How a game begins

    def enter(self, entry: Entry) -> None:
        """GAME_OPEN: in one's own name, this set-up, its protocol."""
        body, recorded = entry.body, self.recorded
        expected = (recorded.identities[entry.peer], recorded.hash, entry.peer)
        fits = (body.identity, body.setup, body.peer) == expected and entry.game == recorded.hash
        fits = fits and body.version == recorded.setup["protocol"]
        self.tally.demand("games entered", entry.where, fits, "another set-up or name")

    def commit(self, entry: Entry, moment: Moment) -> None:
        """KEY_COMMIT: keys are fixed before any is seen."""
        context = moment.context("keys", entry.part)
        self._commitments[entry.peer] = (context, entry.body.commitment)

    def open(self, entry: Entry) -> None:
        """KEY_OPEN: in the context of the commitment."""
        body, (context, commitment) = entry.body, self._commitments[entry.peer]
        made = b2b("keyc", frame("ctx", context) + entry.content)
        self.tally.demand(
            "keys opened", entry.where, made == commitment, "others were committed to"
        )
        public = (body.identity, body.back, body.coin)
        self.tally.holds("keys (KEYS)", entry.where, proofs.keys, context, public, body.proof)
        self.tally.holds("keys to seal to", entry.where, box_key, body.box)
        keys = keys_of(body)
        used = {each for peer in self.keys for each in peer}
        fits = len(set(keys)) == len(keys) and not used & set(keys)
        self.tally.demand("keys of one's own", entry.where, fits, "used already")
        self.keys.append(keys)
        again = ("key.salt", context, body.salt)
        self.made.append(Made(entry.signer, "salts by seed", entry.where, derived, again))

    # How keys are shared out

    def deal(self, entry: Entry, moment: Moment) -> None:
        """VSS_DEAL: D + F_0 is the key, of each of the three."""
        body, keys = entry.body, self.keys[entry.peer]
        others = [peer for peer in range(self.recorded.size) if peer != entry.peer]
        fits = body.threshold == THRESHOLDS.get(self.recorded.size)
        fits = fits and [each.peer for each in body.shares] == others and entry.peer != DRACULA
        self.tally.demand("shares dealt", entry.where, fits, "to others than it takes")
        for key, points in zip(keys, body.points, strict=False):
            fits = add(points[0], points[1]) == key
            self.tally.demand("shares dealt", entry.where, fits, "of something else than the keys")
        context = moment.context("vss", entry.part)
        again: tuple[Any, ...] = (context, body.points)
        self.made.append(Made(entry.signer, "shares by seed", entry.where, dealt, again))
        for share in body.shares:
            identity, place = self.holder(share.peer)
            context = moment.context("vss", entry.part, share.peer)
            again = (place, context, share.sealed, _check_kept(body, share.peer))
            self.made.append(Made(identity, "boxes by seed", entry.where, kept, again))

    # How a place changes hands

    def interrupt(self, request: Request) -> None:
        """The steps of an interlude: enough signatures of each kind, and about one peer."""
        leavings = [each for each in request.words if each.name == "PEER_LEAVE"]
        accepted = [each for each in request.words if each.name == "PEER_ACCEPT"]
        if not request.is_complete or not request.words:
            return
        where = f"interlude of request {request.index}"
        names = [each.name for each in request.words]
        order = ["TIMEOUT", "PEER_LEAVE", "VSS_RELEASE", "PEER_ACCEPT", "KEY_ROTATE"]
        fits = set(names) <= set(order) and names == sorted(names, key=order.index)
        self.tally.demand("interludes", where, fits and len(accepted) == 1, "not in its order")
        if len(accepted) != 1:
            return
        gone = accepted[0].peer
        others = [peer for peer in range(self.recorded.size) if peer != gone]
        of_others = [each for each in leavings if each.peer != gone]
        releases = [each for each in request.words if each.name == "VSS_RELEASE"]
        for said in (of_others, releases):
            fits = [each.peer for each in said] == others
            fits = fits and {each.body.peer for each in said} == {gone}
            fits = fits and {each.body.successor for each in said} == {accepted[0].signer}
            self.tally.demand("interludes", where, fits, "not what all others have signed")
        fits = len(of_others) < len(leavings) or self._is_timed_out(request, gone, others)
        self.tally.demand("interludes", where, fits, "nobody left, and nobody was timed out")

    def _is_timed_out(self, request: Request, gone: int, others: Sequence[int]) -> bool:
        timeouts = [each for each in request.words if each.name == "TIMEOUT"]
        place = {(each.body.peer, each.body.index, each.body.parent) for each in timeouts}
        void = sorted({each.body.part for each in timeouts})
        said = [(each.body.part, each.peer) for each in timeouts]
        is_owed = all(request.answers[part].peer == gone for part in void)
        is_said = said == [(part, peer) for part in void for peer in others]
        return (
            bool(void) and place == {(gone, request.index, request.parent)} and is_owed and is_said
        )

    def accept(self, entry: Entry, moment: Moment) -> None:
        """PEER_ACCEPT: the same keys, and a Z of the successor's own."""
        body, keys = entry.body, self.keys[entry.peer]
        public = (body.identity, body.back, body.coin)
        fits = body.peer == entry.peer and public == keys[:3]
        fits = fits and body.box not in [each.box for each in self.keys]
        self.tally.demand("keys taken over", entry.where, fits, "other keys than who left")
        context = moment.context("peer", 0, entry.peer)
        self.tally.holds("keys (KEYS)", entry.where, proofs.keys, context, public, body.proof)
        self.keys[entry.peer] = keys._replace(box=body.box)
        self.signers[entry.peer] = entry.signer

    def rotate(self, entry: Entry, moment: Moment, number: int) -> None:
        """KEY_ROTATE: keys that nobody else ever knew; the cards are for `Cards.relock`."""
        body = entry.body
        public = (body.identity, body.back, body.coin)
        used = {each for keys in self.keys for each in keys}
        fits = len(set(public)) == 3 and not used & set(public)
        self.tally.demand("keys of one's own", entry.where, fits, "used already")
        context = moment.context("rotate", number, 0)
        self.tally.holds("keys (KEYS)", entry.where, proofs.keys, context, public, body.proof)

    def rotated(self, peer: int, body: Body, epoch: int) -> None:
        """From the next request on these are its keys."""
        old = self.keys[peer]
        self.before[peer] = (self.epochs[peer], old)
        self.keys[peer] = Keys(body.identity, body.back, body.coin, old.box)
        self.epochs[peer] = epoch

    # How a game ends

    def audit(self, entry: Entry) -> Seed | None:
        """AUDIT_OPEN: the seed that all of a peer's keys come from; a successor's also others'."""
        body, epoch = entry.body, self.epochs[entry.peer]
        fits = [each.epoch for each in body.seeds] == [epoch]
        self.tally.demand("seeds", entry.where, fits, "of another epoch")
        if not fits:
            return None
        seed = Seed(body.seeds[0].seed)
        check = (own_keys, seed, self._place(epoch), self.keys[entry.peer])
        self.tally.holds("keys by seed", entry.where, *check)
        since, old = self.before.get(entry.peer, (0, None))
        expected = [] if old is None else [since]
        fits = [each.epoch for each in body.scalars] == expected
        self.tally.demand("rebuilt keys", entry.where, fits, "too many or too few")
        for each in body.scalars:
            made = (open_value(each.identity), open_value(each.back), open_value(each.coin))
            fits = old is not None and made == old[:3]
            self.tally.demand("rebuilt keys", entry.where, fits, "other keys")
        return seed


def _check_kept(body: Body, receiver: int) -> Callable[[bytes], None]:
    """Three scalars: d of each to Dracula's peer, f(j) to peer j."""

    def check(content: bytes) -> None:
        if len(content) != 96:
            raise Wrong("a share of another length")
        for position, points in enumerate(body.points):
            share = scalar(content[32 * position : 32 * (position + 1)])
            terms = ((receiver**power, each) for power, each in enumerate(points[1:]))
            expected = points[0] if receiver == DRACULA else total(terms)
            if open_value(share) != expected:
                raise Wrong("a share that was not dealt")

    return check
