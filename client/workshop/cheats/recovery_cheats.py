"""Cheats with the replacement of a player: key shares, time-outs, take-overs (K-6 to K-9).

In the second part (K-8, K-9) a hunter's player is gone and the others have agreed to a successor.
One of them, or the successor itself, is the modified program.
"""

from collections.abc import Callable, Sequence
from typing import Any

from msgspec.structs import replace

from client.workshop.cheats.card_cheats import last_scalar_changed
from client.workshop.cheats.cheat import Cheat, Fits, Liar, Moment, Noticed, answers, changed
from client.workshop.cheats.cheat_table import Rules, entropy_from
from client.workshop.cheats.log_cheats import on_the_head
from net.crypto.group import SIZE
from net.crypto.keys import Identity
from net.limits import FIRST_CONTROL_PART
from net.log.entry import Entry, Unsigned, sign_entry
from net.log.roster import DRACULAS_PEER, Player
from net.peer.effects import Conceded
from net.peer.replacement_vote import TakeOverWished, TimeOutWished
from net.wire.bodies import (
    AuditOpened,
    Body,
    KeysRotated,
    PeerAccepted,
    PeerLeft,
    Shuffled,
    TimedOut,
    VssAck,
    VssDeal,
    VssReleased,
    Withdrawn,
    encode_body,
)

_MALFORMED, _PROOF, _OPENING, _TWICE, _RULE, _AUDIT = 1, 3, 4, 5, 7, 8

_SHARED = "Sharing something else than its keys"
_GONE = "Driving out a player who is there"

RECOVERY_RULES = Rules(3, (("influence_to_win", 3),), recovery=True, requests=12)
_NO_HASH = bytes(32)


def _is_owed_by_another(moment: Moment) -> bool:
    """A hunter's player is about to shuffle, and so is another one after it."""
    later = moment.proceedings.hearing.peers[moment.entry.part + 1 :]
    return moment.entry.peer != DRACULAS_PEER and bool(later) and DRACULAS_PEER not in later


def _owed(liar: Liar) -> TimedOut:
    """What the next peer has not answered yet."""
    proceedings = liar.moment.proceedings
    part = liar.entry.part + 1
    peer = proceedings.hearing.peers[part]
    return TimedOut(peer, proceedings.chain.parent, proceedings.chain.index, part, 0)


def _says(*words: Callable[[Liar], Body]) -> Callable[[Liar], Sequence[Entry]]:
    """Words outside the parts of the request, one after the other."""
    return lambda liar: [
        on_the_head(liar, word(liar), FIRST_CONTROL_PART + number)
        for number, word in enumerate(words)
    ]


def _has_answer(answer: bytes) -> Callable[[Liar], Body]:
    return lambda liar: Withdrawn(_owed(liar).index, _owed(liar).part, answer)


def _place_for(identity: bytes | None) -> Callable[[Liar], Body]:
    """Agrees to a successor; to itself, if to nobody else."""
    return lambda liar: PeerLeft(
        _owed(liar).peer, identity or liar.game.cast.identities[liar.peer].public_key
    )


def _leaves_and_answers(liar: Liar) -> Sequence[Entry]:
    return [*_says(lambda _: PeerLeft(liar.peer, _NO_HASH))(liar), liar.entry]


def _unreadable_share(liar: Liar) -> Body:
    first, *others = liar.body.shares
    return liar.altered(shares=(replace(first, sealed=bytes(len(first.sealed))), *others))


def _is_draculas(moment: Moment) -> bool:
    return moment.entry.peer == DRACULAS_PEER


ANSWER_OWED: Fits = answers(Shuffled, _is_owed_by_another)

RECOVERY_CHEATS = (
    Cheat("other-key-shared", _SHARED, "deals shares of another key than its own", _OPENING,
          answers(VssDeal),
          changed(lambda liar: liar.altered(
              points=(liar.group.generator, *liar.body.points[1:]))), rules=RECOVERY_RULES),
    Cheat("share-not-dealt", _SHARED, "deals nothing to one of the others", _MALFORMED,
          answers(VssDeal), changed(lambda liar: liar.altered(shares=liar.body.shares[1:])),
          rules=RECOVERY_RULES),
    Cheat("share-unreadable", _SHARED, "deals a share that its receiver cannot open", None,
          answers(VssDeal), changed(_unreadable_share), Noticed.COMPLAINED, RECOVERY_RULES),
    Cheat("other-share-praised", _SHARED, "acknowledges the shares of another dealer", _MALFORMED,
          answers(VssAck),
          changed(lambda liar: liar.altered(dealer=(liar.body.dealer + 1) % 3)),
          rules=RECOVERY_RULES),
    Cheat("time-out-and-answer", _GONE, "signs that an answer never came, and that it came",
          _TWICE, ANSWER_OWED, _says(_owed, _has_answer(_NO_HASH)), rules=RECOVERY_RULES),
    Cheat("two-answers-came", _GONE, "signs that two answers came to one part", _TWICE, ANSWER_OWED,
          _says(_has_answer(_NO_HASH), _has_answer(b"\x01" * 32)), rules=RECOVERY_RULES),
    Cheat("time-out-of-dracula", _GONE, "wants Dracula's player replaced", _RULE, ANSWER_OWED,
          _says(lambda liar: replace(_owed(liar), peer=DRACULAS_PEER)), rules=RECOVERY_RULES),
    Cheat("time-out-of-nothing", _GONE, "signs a time-out of a part that there is not", _RULE,
          ANSWER_OWED, _says(lambda liar: replace(_owed(liar), part=99)), rules=RECOVERY_RULES),
    Cheat("place-for-itself", _GONE, "wants a second place at the table", _RULE, ANSWER_OWED,
          _says(_place_for(None)), rules=RECOVERY_RULES),
    Cheat("two-successors", _GONE, "gives one place to two", _TWICE,
          answers(Shuffled, _is_draculas),
          _says(*(_place_for(Identity(bytes([seed]) * 32).public_key) for seed in (1, 2))),
          rules=RECOVERY_RULES),
    Cheat("leaves-and-answers", _GONE, "signs that it leaves, and answers all the same", _TWICE,
          ANSWER_OWED, _leaves_and_answers, rules=RECOVERY_RULES),
    Cheat("time-out-elsewhere", _GONE, "signs a time-out of another moment", _MALFORMED,
          ANSWER_OWED, _says(lambda liar: replace(_owed(liar), parent=_NO_HASH)),
          rules=RECOVERY_RULES),
    Cheat("time-out-of-itself", _GONE, "signs that its own answer never came", _RULE,
          ANSWER_OWED, _says(lambda liar: replace(_owed(liar), peer=liar.peer)),
          rules=RECOVERY_RULES),
    Cheat("place-of-dracula", _GONE, "gives away Dracula's place", _RULE, ANSWER_OWED,
          _says(lambda _: PeerLeft(DRACULAS_PEER, Identity(bytes(32)).public_key)),
          rules=RECOVERY_RULES),
)  # fmt: skip


# While a place is taken over: shares handed on, keys accepted and changed.
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
