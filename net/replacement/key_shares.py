"""VSS_DEAL and VSS_ACK: every hunter's player shares its keys, everybody acknowledges (K-6, K-7).

1. A hunter's keys can be rebuilt by Dracula's peer together with t other hunters' peers, never by
   hunters alone, never by Dracula alone. Dracula's keys are shared with nobody.
2. What is dealt follows from the seed and the place in the chain, so the audit makes it anew.
3. Only its receiver can judge a share; a complaint stops the game, for nobody can tell who lies.
"""

from typing import Any

from net.crypto.boxes import open_box, seal_box
from net.crypto.faults import Malformed, OpeningMismatch, PeerFault, RuleBroken
from net.crypto.group import SIZE, FixedLayout, write_scalars
from net.crypto.secret_sharing import (
    SplitScalar,
    check_difference,
    check_share,
    published,
    share_at,
    split_scalar,
)
from net.crypto.transcript import Moment, Purpose, context_index
from net.fairness.cards.exchange import Exchange, ExchangePlace, Step
from net.fairness.cards.ledger import Ledger
from net.fairness.cards.vault import Vault
from net.log.roster import DRACULAS_PEER
from net.wire.bodies import VssAck, VssDeal
from net.wire.bodies_setup import SealedShare
from net.wire.layout import Body

# K-6: t for so many other hunters' peers.
THRESHOLDS = {1: 1, 2: 2, 3: 2}

# x, y and c.
SCALARS = 3

# K-7: with two peers nobody can be replaced.
FEWEST_PEERS = 3


def threshold_for(peers: int) -> int:
    """K-6: how many hunters' shares are needed at a table of so many peers."""
    return THRESHOLDS[peers - 2]


class Dealing(Exchange):
    """VSS_DEAL by every peer that holds hunters; the answer is what each has published."""

    def __init__(self, ledger: Ledger, place: ExchangePlace) -> None:
        super().__init__(ledger, place)
        hunters = [peer for peer in ledger.peers if peer != DRACULAS_PEER]
        self.steps = tuple(Step(peer, VssDeal) for peer in hunters)
        self._epoch = ledger.game.epoch  # boxes are opened in later ones too, after a RESUME
        self._threshold = threshold_for(len(ledger.peers))

    def make(self, vault: Vault, number: int, answer: Any = None) -> Body:
        """The parts of our three scalars; there is nothing to decide."""
        del answer
        splits = self._splits(vault, number)
        group = self.ledger.group
        points = tuple(point for split in splits for point in published(group, split))
        shares = []
        for receiver in self._receivers(number):
            content = write_scalars(_kept(self.ledger, split, receiver) for split in splits)
            key = self.ledger.keys[receiver].box
            sealed = seal_box(vault.secrets, self.box_context(number, receiver), key, content)
            shares.append(SealedShare(receiver, sealed))
        return VssDeal(self._threshold, points, tuple(shares))

    def remakes(self, vault: Vault, number: int) -> bool:
        """A-2: whether the seed deals the same."""
        return self.make(vault, number) == self.taken[number]

    def _verify(self, number: int, body: VssDeal) -> None:
        if body.threshold != self._threshold:
            raise RuleBroken("another number of shares than this table needs")
        if [share.peer for share in body.shares] != self._receivers(number):
            raise Malformed("shares for others than all other peers")
        group, keys = self.ledger.group, self.ledger.keys[self.steps[number].peer]
        for position, key in enumerate((keys.identity, keys.back, keys.coin)):
            dealt = body.scalar(position)
            if group.add(dealt.difference, dealt.coefficients[0]) != key:
                raise OpeningMismatch("something else is shared than the keys")

    def _settle(self) -> "Dealing":
        return self

    def moment(self, peer: int) -> Moment:
        """H-3: where a peer deals, whenever it is asked."""
        return super().moment(peer)._replace(epoch=self._epoch)

    def box_context(self, number: int, receiver: int) -> bytes:
        """The context of what one peer is dealt."""
        index = context_index(self.place.first_part + number, receiver)
        return self.moment(self.steps[number].peer).context(Purpose.VSS, index)

    def number_of(self, dealer: int) -> int:
        """The step of a dealer."""
        return [step.peer for step in self.steps].index(dealer)

    def deal(self, dealer: int) -> VssDeal:
        """What a peer has dealt."""
        body = self.taken[self.number_of(dealer)]
        assert isinstance(body, VssDeal)
        return body

    def kept(self, vault: Vault, dealer: int) -> bytes:
        """Our three scalars of a dealer; a PeerFault if they are not what was published."""
        number, receiver = self.number_of(dealer), vault.peer
        sealed = {share.peer: share.sealed for share in self.deal(dealer).shares}[receiver]
        content = open_box(vault.game.box, self.box_context(number, receiver), sealed)
        self.check_kept(dealer, receiver, content)
        return content

    def check_kept(self, dealer: int, receiver: int, content: bytes) -> tuple[int, ...]:
        """K-6: three scalars that one peer keeps of a dealer; refuse what was not dealt."""
        group, deal = self.ledger.group, self.deal(dealer)
        scalars = FixedLayout(group, content, SCALARS * SIZE).scalars(SCALARS)
        for position, scalar in enumerate(scalars):
            dealt = deal.scalar(position)
            if receiver == DRACULAS_PEER:
                check_difference(group, dealt.difference, scalar)
            else:
                check_share(group, dealt.coefficients, receiver, scalar)
        return tuple(scalars)

    def _receivers(self, number: int) -> list[int]:
        return [peer for peer in self.ledger.peers if peer != self.steps[number].peer]

    def _splits(self, vault: Vault, number: int) -> list[SplitScalar]:
        context = self.context(number, Purpose.VSS)
        secrets = (vault.game.identity, vault.game.back, vault.game.coin)

        def drawn(scalar: int, position: int) -> int:
            return vault.secrets.scalar("vss", context + bytes((scalar, position)))

        return [
            split_scalar(
                self.ledger.group, secret, drawn(scalar, 0),
                [drawn(scalar, power) for power in range(1, self._threshold)],
            )
            for scalar, secret in enumerate(secrets)
        ]  # fmt: skip


class Acknowledging(Exchange):
    """VSS_ACK by every receiver for every dealer; the answer is the complaints."""

    def __init__(self, dealing: Dealing, place: ExchangePlace) -> None:
        super().__init__(dealing.ledger, place)
        self._dealing = dealing
        self._pairs = tuple(
            (step.peer, peer)
            for step in dealing.steps
            for peer in self.ledger.peers
            if peer != step.peer
        )
        self.steps = tuple(Step(receiver, VssAck) for _, receiver in self._pairs)

    def make(self, vault: Vault, number: int, answer: Any = None) -> Body:
        """Whether what we were dealt is good."""
        del answer
        dealer, _ = self._pairs[number]
        try:
            self._dealing.kept(vault, dealer)
        except PeerFault:
            return VssAck(dealer, 1)
        return VssAck(dealer, 0)

    def _verify(self, number: int, body: VssAck) -> None:
        if body.dealer != self._pairs[number][0]:
            raise Malformed("an acknowledgement of another's shares")

    def _settle(self) -> tuple[tuple[int, int], ...]:
        found = []
        for number, pair in enumerate(self._pairs):
            body = self.taken[number]
            assert isinstance(body, VssAck)
            if body.complains:
                found.append(pair)
        return tuple(found)


def _kept(ledger: Ledger, split: SplitScalar, receiver: int) -> int:
    if receiver == DRACULAS_PEER:
        return split.difference
    return share_at(ledger.group, split, receiver)
