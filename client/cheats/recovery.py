"""Cheats with what lets a player be replaced: shares of keys, time-outs, places (K-6 to K-8)."""

from collections.abc import Callable, Sequence

from msgspec.structs import replace

from client.cheats.cheat import Cheat, Fits, Noticed, answers, changed
from client.cheats.liar import Liar, Moment
from client.cheats.log import on_the_head
from client.cheats.table import Rules
from net.crypto.keys import Identity
from net.limits import FIRST_CONTROL_PART
from net.log.entry import Entry
from net.log.roster import DRACULAS_PEER
from net.wire.bodies import Body, PeerLeft, Shuffled, TimedOut, VssAck, VssDeal, Withdrawn

_MALFORMED, _OPENING, _TWICE, _RULE = 1, 4, 5, 7

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
