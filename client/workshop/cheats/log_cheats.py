"""Cheats with the log: set-up, signatures, turns, replays, silence, the end (sections 6, 7, 14)."""

from collections.abc import Callable, Sequence

from msgspec.structs import replace

from client.workshop.cheats.cheat import Cheat, Liar, Moment, Noticed, answers, changed
from client.workshop.cheats.cheat_table import Rules
from net.crypto.hashing import key_commitment
from net.game.early_end import Outcome
from net.game.rounds import key_context, make_key_open
from net.limits import (
    FIRST_CONTROL_PART,
    FIRST_FINAL_PART,
    FIRST_RESUMED_PART,
    MOST_HELD,
    MOST_RESUMES,
)
from net.log.entry import Entry, Unsigned, sign_entry
from net.log.evidence import only_for
from net.log.roster import DRACULAS_PEER
from net.peer.effects import Conceded
from net.wire.bodies import (
    Accused,
    Answered,
    AuditOpened,
    Body,
    Final,
    GameOpen,
    KeyCommit,
    KeyOpen,
    Resumed,
    SharesSent,
    ShownTo,
    Shuffled,
    TrailAbsent,
    encode_body,
)
from net.wire.bodies_table import OpenedSeed

_MALFORMED, _VALUE, _PROOF, _OPENING, _TWICE, _TURN, _RULE, _AUDIT = 1, 2, 3, 4, 5, 6, 7, 8

_TWO = "Two different answers to one request (equivocation)"
_REPLAY = "Replay of an old entry or proof"
_KEY = "Cancelling key at set-up"
_SILENT = "Refusing to open or to send a share"
_CITY = "Silence about a city"
_FLOOD = "Malformed flood"
_BACK = "Going back without a wrong entry"
_STATE = "Answer over a state that there never was"
_TURNS = "Answering what nobody asked"
_ENDED = "Lost or refused audit"
_ACCUSED = "Unfounded accusation"

_NO_HASH = bytes(32)


def _is_choice(moment: Moment) -> bool:
    """An open answer that could have been another one."""
    body, request = moment.body, getattr(moment.exchange, "request", None)
    options = getattr(request, "options", ())
    return isinstance(body, Answered) and body.revealed is None and len(options) > 1


def _two_answers(liar: Liar) -> Sequence[Entry]:
    options = liar.exchange.request.options
    other = next(each for each in options if each != liar.body.option)
    return [liar.entry, liar.with_fields(option=other)]


def _two_openings(liar: Liar) -> Sequence[Entry]:
    return [liar.entry, liar.with_fields(random=_NO_HASH)]


# Keys


def _cancelling(liar: Liar) -> Sequence[Entry]:
    """Commits to a key that cancels another peer's, and opens it; its secret nobody knows."""
    chain, vault = liar.moment.proceedings.chain, liar.vault()
    context = key_context(chain.game_id, chain.parent, liar.peer)
    victim = liar.vault(liar.honest[0]).keys.identity
    honest = make_key_open(vault, context)
    forged = replace(honest, identity=liar.group.subtract(honest.identity, victim))
    commit = KeyCommit(key_commitment(context, encode_body(forged)))
    liar.table.is_mute.add(liar.peer)
    liar.table.deliver(liar.says(commit), liar.honest)
    liar.table.start()
    liar.table.run()
    return [on_the_head(liar, forged, liar.peer)]


def on_the_head(liar: Liar, body: Body, part: int) -> Entry:
    """An entry of the liar's that stands where the honest peers are."""
    proceedings = liar.table.referees[liar.honest[0]].proceedings
    chain = proceedings.chain
    unsigned = Unsigned(
        body.kind, chain.game_id, chain.epoch, chain.index, part, liar.peer, chain.parent,
        proceedings.state_digest, encode_body(body),
    )  # fmt: skip
    return sign_entry(liar.game.cast.identities[liar.peer], unsigned)


def _anothers_identity(liar: Liar) -> Body:
    return liar.altered(identity=liar.game.cast.identities[liar.honest[0]].public_key)


def _copied_key(liar: Liar) -> Body:
    return liar.altered(identity=liar.vault(liar.honest[0]).keys.identity)


# Entries that are none


def _with_bad_point(liar: Liar) -> Sequence[Entry]:
    """The first share is no point of the group."""
    share = liar.body.shares[0].share
    return [liar.signs(body=liar.entry.body.replace(share, b"\xff" * 32))]


def _with_large_number(liar: Liar) -> Sequence[Entry]:
    return [liar.signs(body=liar.entry.body[:-32] + b"\xff" * 32)]


def _in_anothers_name(liar: Liar) -> Sequence[Entry]:
    """Signs for another peer with its own key."""
    return [liar.signs(peer=liar.honest[0])]


def _flood(liar: Liar) -> Sequence[Entry]:
    """Far more entries than anybody holds, all on things that nobody has."""
    ahead = range(liar.entry.index + 5, liar.entry.index + 5 + 3 * MOST_HELD)
    return [liar.signs(index=index, parent=b"\x09" * 32) for index in ahead]


def _far_in(moment: Moment) -> bool:
    return _is_lone_answer(moment) and len(moment.proceedings.played) > 2 * MOST_RESUMES


def _asks_again(liar: Liar, index: int, about: int) -> Entry:
    """A RESUME before a request that is over, because of a peer."""
    chain = liar.moment.proceedings.chain
    body = Resumed(about, 0)
    return liar.signs(
        kind=body.kind, index=index, part=FIRST_RESUMED_PART + liar.peer, body=encode_body(body),
        parent=chain.parents[index], state_digest=chain.digest(index),
    )  # fmt: skip


def _resumes(liar: Liar) -> Sequence[Entry]:
    """Asks to go back before everything that anybody was asked, because of everybody."""
    proceedings = liar.moment.proceedings
    answered = (each for each in sorted(proceedings.played) if proceedings.chain.digest(each))
    return [_asks_again(liar, each, about) for each in answered for about in liar.game.cast.peers]


def _rewinds(liar: Liar) -> Sequence[Entry]:
    """Whoever knows what came would have the one other go back to before it."""
    chain = liar.moment.proceedings.chain
    early = chain.answered_before(chain.index - MOST_RESUMES)
    return [_asks_again(liar, early, liar.honest[0])]


def _old_share(liar: Liar) -> Body:
    """Shares of another moment, with their proof, for the cards of this one."""
    proceedings = liar.moment.proceedings
    old = proceedings.decode(liar.earlier(SharesSent))
    assert isinstance(old, SharesSent)
    return liar.altered(proof=old.proof)


def _has_earlier_share(moment: Moment) -> bool:
    chain, entry = moment.proceedings.chain, moment.entry
    return any(
        each.kind == SharesSent.kind and each.peer == entry.peer for each in chain.everything()
    )


def _is_lone_answer(moment: Moment) -> bool:
    parts = moment.proceedings.hearing.parts
    return isinstance(moment.body, Answered) and len(parts) == 1


def _accuses(liar: Liar) -> Sequence[Entry]:
    """Accuses a good entry of somebody else, at a moment when it has something to answer."""
    good = next(
        each
        for each in liar.moment.proceedings.chain.everything()
        if each.peer != liar.peer and each.kind == Shuffled.kind
    )
    body = encode_body(Accused(_PROOF, good.hash))
    return [liar.signs(kind=Accused.kind, part=FIRST_CONTROL_PART, body=body)]


def _shown_to(moment: Moment) -> Entry | None:
    """What somebody else has shown in private to who answers now, if anything."""
    proceedings = moment.proceedings
    for entry in proceedings.chain.everything():
        is_others = entry.kind == ShownTo.kind and entry.peer != moment.entry.peer
        if is_others and only_for(proceedings.decode(entry)) == moment.entry.peer:
            return entry
    return None


def _was_shown(moment: Moment) -> bool:
    return _is_lone_answer(moment) and _shown_to(moment) is not None


def _denies(liar: Liar) -> Sequence[Entry]:
    """Accuses what it alone could read, and says nothing any more."""
    shown = _shown_to(liar.moment)
    assert shown is not None
    body = encode_body(Accused(_OPENING, shown.hash))
    return [liar.signs(kind=Accused.kind, part=FIRST_CONTROL_PART, body=body)]


# The end


def _after_conceding(body: Body) -> Callable[[Liar], Sequence[Entry]]:
    """Dracula gives up; the liar, a hunter, then sends something else than it should."""

    def tells(liar: Liar) -> Sequence[Entry]:
        table = liar.table
        table.is_mute.add(liar.peer)
        table.tell(DRACULAS_PEER, Conceded())
        table.run()
        if isinstance(body, Final):
            parent = table.referees[DRACULAS_PEER].proceedings.chain.parent
            return [on_the_head(liar, replace(body, parent=parent), _final_part(liar))]
        good = Final(int(Outcome.DRACULA_CONCEDED), _parent(liar))
        table.deliver(on_the_head(liar, good, _final_part(liar)), liar.honest)
        table.run()
        return [on_the_head(liar, body, liar.peer)]

    return tells


def _last_word(liar: Liar) -> Sequence[Entry]:
    """Dracula gives up, the liar signs the end, and that is the last it says."""
    liar.table.tell(DRACULAS_PEER, Conceded())
    liar.table.run()
    good = Final(int(Outcome.DRACULA_CONCEDED), _parent(liar))
    return [on_the_head(liar, good, _final_part(liar))]


def _parent(liar: Liar) -> bytes:
    return liar.table.referees[DRACULAS_PEER].proceedings.chain.parent


def _final_part(liar: Liar) -> int:
    return FIRST_FINAL_PART + liar.peer


def _two_ends(liar: Liar) -> Sequence[Entry]:
    ends = (Outcome.AGREED, Outcome.HUNTERS_CONCEDED)
    return [on_the_head(liar, Final(int(end), _parent(liar)), _final_part(liar)) for end in ends]


def _is_hunters(moment: Moment) -> bool:
    return _is_lone_answer(moment) and moment.entry.peer != DRACULAS_PEER


LOG_CHEATS = (
    Cheat("two-answers", _TWO, "tells two peers different answers", _TWICE,
          _is_choice, _two_answers, Noticed.COMPARED),
    Cheat("two-openings", _TWO, "enters one game twice", _TWICE,
          answers(GameOpen), _two_openings, Noticed.COMPARED),
    Cheat("two-ends", _TWO, "signs two ends of one game", _TWICE,
          _is_hunters, _two_ends, Noticed.COMPARED),
    Cheat("another-set-up", _KEY, "enters with other rules than all have signed", _RULE,
          answers(GameOpen), changed(lambda liar: liar.altered(setup=_NO_HASH))),
    Cheat("anothers-identity", _KEY, "enters under the identity of another", _MALFORMED,
          answers(GameOpen),
          changed(_anothers_identity)),
    Cheat("key-changed", _KEY, "opens other keys than it committed to", _OPENING,
          answers(KeyOpen), changed(lambda liar: liar.altered(salt=_NO_HASH))),
    Cheat("key-copied", _KEY, "opens the key of another as its own", _OPENING,
          answers(KeyOpen), changed(_copied_key)),
    Cheat("cancelling-key", _KEY, "commits to a key that cancels another's", _PROOF,
          answers(KeyCommit), _cancelling),
    Cheat("replayed-entry", _REPLAY, "sends an old entry again", None,
          _has_earlier_share, lambda liar: [liar.earlier(SharesSent)], Noticed.DROPPED),
    Cheat("of-another-game", _REPLAY, "sends an entry of another evening", None,
          _is_lone_answer, lambda liar: [liar.signs(game_id=b"\x07" * 32)], Noticed.DROPPED),
    Cheat("on-another-parent", _REPLAY, "answers on top of something that never was", None,
          _is_lone_answer, lambda liar: [liar.signs(parent=b"\x07" * 32)], Noticed.DROPPED),
    Cheat("replayed-proof", _REPLAY, "uses the proof of an earlier moment", _PROOF,
          answers(SharesSent, _has_earlier_share), changed(_old_share)),
    Cheat("in-anothers-name", _REPLAY, "signs for another peer with its own key", None,
          _is_lone_answer, _in_anothers_name, Noticed.DROPPED),
    Cheat("out-of-turn", _TURNS, "answers a part that is another's", _TURN,
          _is_lone_answer, lambda liar: [liar.signs(part=liar.entry.part + 1)]),
    Cheat("other-type", _TURNS, "answers with something else than was asked", _MALFORMED,
          _is_lone_answer, changed(lambda _: KeyCommit(_NO_HASH))),
    Cheat("no-such-type", _FLOOD, "sends an entry of a type that there is not", _MALFORMED,
          _is_lone_answer, lambda liar: [liar.signs(kind=0x6F)]),
    Cheat("trailing-byte", _FLOOD, "hangs a byte on its entry", _MALFORMED,
          answers(SharesSent), lambda liar: [liar.signs(body=liar.entry.body + b"\0")]),
    Cheat("cut-short", _FLOOD, "cuts its entry short", _MALFORMED,
          answers(Shuffled), lambda liar: [liar.signs(body=liar.entry.body[:-1])]),
    Cheat("no-point", _FLOOD, "sends bytes that are no point of the group", _VALUE,
          answers(SharesSent), _with_bad_point),
    Cheat("number-too-large", _FLOOD, "sends a number beyond the group's order", _VALUE,
          answers(SharesSent), _with_large_number),
    Cheat("flood", _FLOOD, "sends hundreds of entries that nobody can judge", None,
          _is_lone_answer, _flood, Noticed.DROPPED),
    Cheat("resume-flood", _FLOOD, "asks to go back before everything that was played", None,
          _far_in, _resumes, Noticed.DROPPED),
    Cheat("rewind", _BACK, "asks a bot to go far back, as if because of the bot", None,
          _far_in, _rewinds, Noticed.DROPPED, Rules(2)),
    Cheat("other-state", _STATE, "signs its answer over another state of the game", _RULE,
          _is_lone_answer, lambda liar: [liar.signs(state_digest=_NO_HASH)]),
    Cheat("two-states", _STATE, "tells one peer its answer over another state", _TWICE,
          _is_lone_answer, lambda liar: [liar.signs(state_digest=_NO_HASH), liar.entry],
          Noticed.COMPARED),
    Cheat("withheld-share", _SILENT, "does not send its share of a drawn card", None,
          answers(SharesSent), lambda _: [], Noticed.WAITED_FOR),
    Cheat("withheld-shuffle", _SILENT, "does not shuffle", None,
          answers(Shuffled), lambda _: [], Noticed.WAITED_FOR),
    Cheat("silent-about-a-city", _CITY, "does not say whether he was found", None,
          answers(TrailAbsent), lambda _: [], Noticed.WAITED_FOR),
    Cheat("false-accusation", _ACCUSED, "accuses a good entry of somebody else", None,
          _is_lone_answer, _accuses, Noticed.UNFOUNDED),
    Cheat("shown-and-denied", _ACCUSED, "says that what it was shown in private was wrong", None,
          _was_shown, _denies, Noticed.UNFOUNDED_LATER),
    Cheat("another-end", _ENDED, "signs an end that nobody brought about", _RULE,
          _is_hunters, _after_conceding(Final(int(Outcome.HUNTERS), _NO_HASH))),
    Cheat("end-of-its-own", _ENDED, "signs that it is gone itself", _RULE,
          _is_hunters, lambda liar: [on_the_head(
              liar, Final(Outcome.ABANDONED + liar.peer, _parent(liar)), _final_part(liar))]),
    Cheat("another-seed", _ENDED, "opens another seed at the end than it played with", _AUDIT,
          _is_hunters, _after_conceding(AuditOpened((OpenedSeed(0, _NO_HASH),), ()))),
    Cheat("audit-refused", _ENDED, "signs the end and does not open its seed", None,
          _is_hunters, _last_word, Noticed.UNAUDITED),
    Cheat("too-many-seeds", _ENDED, "opens two seeds at the end", _MALFORMED,
          _is_hunters,
          _after_conceding(AuditOpened((OpenedSeed(0, _NO_HASH), OpenedSeed(1, _NO_HASH)), ()))),
)  # fmt: skip
