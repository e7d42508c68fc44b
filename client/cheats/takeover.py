"""Cheats while a place is taken over: shares handed on, keys accepted and changed (K-8, K-9).

A hunter's player is gone, the others sign that they wait no longer and agree to a successor; one of
them, or the successor itself, is the modified program.
"""

from collections.abc import Callable, Sequence
from typing import Any

from msgspec.structs import replace

from client.cheats.cards import last_scalar_changed
from client.cheats.cheat import Cheat, Noticed, answers
from client.cheats.liar import Liar, Moment
from client.cheats.recovery import ANSWER_OWED, RECOVERY_RULES
from client.cheats.table import entropy_from
from net.crypto.group import SIZE
from net.crypto.keys import Identity
from net.log.entry import Entry, Unsigned, sign_entry
from net.log.roster import DRACULAS_PEER, Player
from net.peer.effects import Conceded
from net.peer.replacement_vote import TakeOverWished, TimeOutWished
from net.wire.bodies import (
    AuditOpened,
    Body,
    KeysRotated,
    PeerAccepted,
    Shuffled,
    VssReleased,
    encode_body,
)

_MALFORMED, _PROOF, _OPENING, _RULE, _AUDIT = 1, 3, 4, 7, 8

_HANDED = "Keeping back what replaces a player"
_PLACE = "Taking a place with other keys"

# A body as it should be, and who lies -> as it leaves.
Lie = Callable[[Any, Liar], Body]


def _is_hunters_last(moment: Moment) -> bool:
    """A hunter's player is about to shuffle, and nobody after it."""
    is_last = moment.entry.part + 1 == len(moment.proceedings.hearing.peers)
    return moment.entry.peer != DRACULAS_PEER and is_last


def _lies(liar: Liar, identity: Identity, kind: type[Body], lie: Lie) -> Callable[[Entry], Entry]:
    """One kind of entry leaves with another body, properly signed."""

    def tongue(entry: Entry) -> Entry:
        if entry.kind != kind.kind:
            return entry
        body = lie(liar.moment.proceedings.decode(entry), liar)
        fields = {name: getattr(entry, name) for name in Unsigned.__struct_fields__}
        return sign_entry(identity, Unsigned(**{**fields, "body": encode_body(body)}))

    return tongue


def _successor(liar: Liar, absent: int) -> Player:
    draw = entropy_from(f"successor/{liar.at}")
    epoch = liar.moment.proceedings.chain.epoch + 1
    return Player(absent, Identity(draw(32)), draw(32), epoch)


def _take_over(liar: Liar, successor: Player) -> None:
    """The others wait no longer for a peer, and agree to who comes in its place."""
    table, absent = liar.table, successor.peer
    others = [peer for peer in liar.game.cast.peers if peer != absent]
    table.is_mute = {absent}
    table.start()
    table.run()
    index = table.referees[DRACULAS_PEER].proceedings.chain.index
    for peer in others:
        table.tell(peer, TimeOutWished(index, absent))
    table.run()
    table.seat(successor, DRACULAS_PEER, liar.game.entries[: liar.at])
    table.is_mute = set()
    for peer in others:
        table.tell(peer, TakeOverWished(index, absent, successor.identity.public_key))


def _hands_on(kind: type[Body], lie: Lie) -> Callable[[Liar], Sequence[Entry]]:
    """One who stays lies to the successor of the peer after it."""

    def tells(liar: Liar) -> Sequence[Entry]:
        identity = liar.game.cast.identities[liar.peer]
        liar.table.tongues[liar.peer] = _lies(liar, identity, kind, lie)
        _take_over(liar, _successor(liar, liar.peer + 1))
        return []

    return tells


def _comes(kind: type[Body], lie: Lie) -> Callable[[Liar], Sequence[Entry]]:
    """The successor itself lies: at once, or when Dracula gives up and everything is opened."""

    def tells(liar: Liar) -> Sequence[Entry]:
        successor = _successor(liar, liar.peer)
        liar.table.tongues[liar.peer] = _lies(liar, successor.identity, kind, lie)
        _take_over(liar, successor)
        if kind is AuditOpened:
            chain = liar.table.referees[DRACULAS_PEER].proceedings.chain
            liar.table.run(lambda: chain.epoch == successor.since)
            liar.table.tell(DRACULAS_PEER, Conceded())
        return []

    return tells


def _other_scalar(body: AuditOpened, _: Liar) -> Body:
    (rebuilt,) = body.scalars
    return replace(body, scalars=(replace(rebuilt, coin=rebuilt.coin ^ 1),))


def _other_lock(body: KeysRotated, liar: Liar) -> Body:
    first, *others = body.cards
    wrong = liar.group.add(first.identity, liar.group.generator)
    return replace(body, cards=(replace(first, identity=wrong), *others))


def _one_card_less(body: KeysRotated, _: Liar) -> Body:
    assert body.relock is not None
    return replace(body, cards=body.cards[1:], relock=body.relock[:-SIZE])


def _without_proof(body: PeerAccepted | KeysRotated, _: Liar) -> Body:
    return replace(body, proof=last_scalar_changed(body.proof))


_COMES = answers(Shuffled, _is_hunters_last)

TAKE_OVER_CHEATS = (
    Cheat("share-not-released", _HANDED, "gives the successor something else than its share",
          _OPENING, ANSWER_OWED,
          _hands_on(VssReleased, lambda body, _: replace(body, sealed=bytes(len(body.sealed)))),
          Noticed.BY_SUCCESSOR, RECOVERY_RULES),
    Cheat("share-of-another-place", _HANDED, "releases the shares of another player", _RULE,
          ANSWER_OWED,
          _hands_on(VssReleased, lambda body, liar: replace(body, peer=liar.peer)),
          rules=RECOVERY_RULES),
    Cheat("keys-not-taken-over", _PLACE, "accepts a place with other keys than its own", _OPENING,
          _COMES,
          _comes(PeerAccepted, lambda body, liar: replace(body, identity=liar.group.generator)),
          rules=RECOVERY_RULES),
    Cheat("keys-not-known", _PLACE, "accepts a place whose keys it has not rebuilt", _PROOF,
          _COMES, _comes(PeerAccepted, _without_proof), rules=RECOVERY_RULES),
    Cheat("another-place", _PLACE, "accepts a place that is somebody's", _MALFORMED, _COMES,
          _comes(PeerAccepted, lambda body, _: replace(body, peer=DRACULAS_PEER)),
          rules=RECOVERY_RULES),
    Cheat("new-keys-not-known", _PLACE, "changes to keys that it does not know", _PROOF,
          _COMES, _comes(KeysRotated, _without_proof), rules=RECOVERY_RULES),
    Cheat("card-locked-otherwise", _PLACE, "turns a card into another one while changing keys",
          _PROOF, _COMES, _comes(KeysRotated, _other_lock), rules=RECOVERY_RULES),
    Cheat("card-not-locked-anew", _PLACE, "leaves a card under the keys of who is gone",
          _MALFORMED, _COMES,
          _comes(KeysRotated, _one_card_less), rules=RECOVERY_RULES),
    Cheat("one-key-for-two", _PLACE, "changes to one key for backs and coins", _RULE, _COMES,
          _comes(KeysRotated, lambda body, _: replace(body, coin=body.back)),
          rules=RECOVERY_RULES),
    Cheat("other-keys-at-the-end", _PLACE, "opens other keys at the end than it rebuilt", _AUDIT,
          _COMES, _comes(AuditOpened, _other_scalar), rules=RECOVERY_RULES),
)  # fmt: skip
