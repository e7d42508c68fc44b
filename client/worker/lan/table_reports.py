"""Reports to the window about the players of a table, before its game and beside it."""

import asyncio
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager

from client.records.reading import kind_name
from client.sittings.absences import persons_wish, proposed_by_name, step_about
from client.words.words import fault_words
from client.worker.pipe import Pipe
from client.worker.table_values import (
    AboutPeer,
    Accusation,
    Difference,
    EndWished,
    GameKept,
    GiveUp,
    GoOn,
    GoOnWished,
    Guest,
    TableClosed,
    TableNotice,
    TableSeen,
    Terms,
)
from client.worker.values import PeerSeen, PeersSeen, Report, SayLine
from engine.ids import Seat
from engine.knowledge import Knowledge
from engine.view import View, see
from net.edge.desk import Waited
from net.edge.finding.route import NoTable, NotLetIn
from net.edge.people.notices import Acquaintance, KnownGuest
from net.edge.people.shown_names import spoken_key
from net.edge.playing import Playing
from net.edge.transport.sockets import Unreachable
from net.game.early_end import Outcome, abandoned_by, is_opened
from net.lobby.events import GuestShown, ShowTable
from net.log.entry import decode_entry
from net.peer.early_end_vote import Wish
from net.peer.effects import (
    Accuse,
    Conceded,
    DecksRenewed,
    Differs,
    EndProposed,
    Event,
    Judged,
    ResumesRefused,
    ResumeTold,
    ResumeWished,
    Resuming,
    TimedOutTold,
    Told,
    Wished,
)
from net.talk import Spoke
from net.wire.table_setup import SeatedPeer, TableSetup


def met(who: KnownGuest) -> TableNotice:
    """The report that somebody came: with the key's former name, or the name's former words."""
    is_renamed = who.is_what is Acquaintance.RENAMED
    before = [each.name if is_renamed else spoken_key(each.identity) for each in who.before]
    return TableNotice(f"met.{who.is_what.name.lower()}", who.name, ", ".join(before))


def table_seen(shown: ShowTable) -> TableSeen:
    """The table before the game, as the window shows it."""
    setup = shown.setup
    seated = {} if setup is None else {peer.identity: peer for peer in setup.peers}
    ready = set() if setup is None else {setup.peers[number].identity for number in shown.ready}
    keepers = {
        peer.identity: setup.peers[peer.kept_by].name
        for peer in (() if setup is None else setup.peers)
        if setup is not None and peer.kept_by is not None
    }
    guests = tuple(
        Guest(
            guest.name,
            _seats(guest, seated, is_agreed=setup is not None),
            spoken_key(guest.identity),
            guest.identity,
            guest.identity in ready,
            guest.is_bot,
            guest.watches,
            guest.is_distrusted,
            keepers.get(guest.identity, ""),
        )
        for guest in shown.guests
    )
    terms = None if setup is None else _agreed(setup)
    edition = "" if setup is None else setup.edition
    switches = {} if setup is None else dict(setup.switches)
    hashed, lacking = shown.setup_hash, shown.lacking
    return TableSeen(guests, edition, switches, hashed, lacking, shown.proposes, terms)


def _seats(
    guest: GuestShown, seated: dict[bytes, SeatedPeer], *, is_agreed: bool
) -> tuple[Seat, ...]:
    """Where somebody sits; until two have a seat, where each would like to."""
    if guest.identity in seated:
        return seated[guest.identity].seats
    return () if is_agreed else guest.wish


def _agreed(setup: TableSetup) -> Terms:
    return Terms(
        setup.edition,
        dict(setup.switches),
        audit=setup.audit,
        onlookers=setup.onlookers,
        clock_s=setup.clock_s,
        recovery=setup.recovery,
        bots_across=setup.bots_across,
        aid=setup.aid,
        delay_ms=setup.delay_ms,
    )


class OwnSeats:
    """Which of our players answers for which seat; `bots` are the player's, by key."""

    def __init__(self, bots: Collection[bytes] = ()) -> None:
        self.bots = bots

    def seats(self, playing: Playing) -> tuple[Seat, ...]:
        """The seats the player answers for personally, the own ones first."""
        return tuple(playing.understudies.answering())

    def knowledge(self, playing: Playing, seat: Seat) -> Knowledge:
        """What a seat of ours knows."""
        return playing.understudies.referee_for(seat).witness.knowledge[seat]

    def view(self, playing: Playing) -> View:
        """The game as the player's seats see it together."""
        known: dict[str, str] = {}
        for seat in self.seats(playing):
            known.update(self.knowledge(playing, seat))
        return see(playing.referee.proceedings.game.state, known)


_WISHES: dict[int, str] = {
    Outcome.DRACULA_CONCEDED: "conceded.dracula",
    Outcome.HUNTERS_CONCEDED: "conceded.hunters",
    Outcome.AGREED: "agreed",
    Outcome.AGREED_AND_OPENED: "opened",
}


def peers_seen(playing: Playing, waited: Sequence[Waited], own: OwnSeats) -> PeersSeen:
    """All players: connection, whether the game waits for them, what can be done about it."""
    missing = {each.peer: each for each in waited}
    peers = playing.begin.setup.peers
    seen = []
    for number, peer in enumerate(peers):
        late = missing.get(number)
        player = _player_now(playing, number, own)
        speaks = playing.attendance.speaks_for_itself(number)
        seen.append(
            PeerSeen(
                peer.name,
                peer.seats,
                # There is no channel to a place that was taken over by another's program.
                playing.attendance.is_here(number),
                None if late is None or not late.owes else late.since,
                number,
                None if late is None else late.remaining,
                "" if late is None else step_about(late),
                number == playing.begin.peer,
                late.away if late is not None and speaks else None,
                _proposers(playing, late),
                player,
                () if late is None else tuple(offer.name for offer in late.offers),
                "" if late is None else proposed_by_name(late),
            )
        )
    return PeersSeen(tuple(seen))


def _proposers(playing: Playing, late: Waited | None) -> tuple[str, ...]:
    """Who has signed that this peer plays on; a place taken over has no name of its own."""
    if late is None or late.absence is None:
        return ()
    peers, now = playing.begin.setup.peers, playing.referee.proceedings.roster.identities
    found = (peer for peer in late.absence.proposers if peers[peer].identity == now[peer])
    return tuple(peers[peer].name for peer in found)


def _player_now(playing: Playing, peer: int, own: OwnSeats) -> str:
    """Who plays a place that was taken over, as an id; empty if it was not."""
    begin, roster = playing.begin, playing.referee.proceedings.roster
    if roster.identities[peer] == begin.setup.peers[peer].identity:
        return ""
    if roster.identities[peer] in own.bots:
        return "bot"
    return "you" if peer in playing.understudies.peers else "other"


def said_by(order: SayLine | GiveUp | GoOn) -> Spoke | Wish | ResumeWished:
    """The message for a line of talk, or for the wish to end the game or go on after all."""
    match order:
        case GoOn():
            return ResumeWished(order.request, order.about, order.is_without)
        case SayLine():
            return Spoke(order.text, is_private=order.private)
        case GiveUp(concedes=True):
            return Conceded()
        case _:
            return EndProposed(order.opens)


def wishes_about(orders: Sequence[AboutPeer], waited: Sequence[Waited]) -> list[Event]:
    """What the player wants done about absent players, as far as it is possible now."""
    found = [
        persons_wish(order.step, each, order.who)
        for order in orders
        for each in waited
        if each.peer == order.peer
    ]
    return [wish for wish in found if wish is not None]


def trouble(playing: Playing, told: Told) -> Report:
    """The report of an accusation, a difference between peers, a time-out, or a wish to end."""
    names = [peer.name for peer in playing.begin.setup.peers]
    ours = playing.begin.peer
    match told:
        case Judged():
            entry = decode_entry(told.entry)
            return Accusation(
                names[told.accuser], names[told.accused], told.code, kind_name(entry.kind),
                entry.index, told.is_unfounded, told.accused == ours,
            )  # fmt: skip
        case Differs():
            alone = tuple(names[peer] for peer in told.alone)
            return Difference(names[told.peer], told.index, told.is_state, told.field or "", alone)
        case Accuse():
            who = "you" if told.peer == ours else "other"
            return TableNotice(f"wrong.{who}", names[told.peer], str(told.code))
        case TimedOutTold():
            who = "you" if told.about == ours else "other"
            return TableNotice(f"timed-out.{who}", names[told.by], names[told.about])
        case Wished():
            gone = abandoned_by(told.outcome)
            who = "" if gone is None else names[gone]
            left = "gone-opened" if is_opened(told.outcome) else "gone"
            how = left if gone is not None else _WISHES[told.outcome]
            return EndWished(names[told.peer], how, who, gone, told.peer == ours)
        case ResumeTold() | ResumesRefused() | DecksRenewed():
            return _resuming(told, names, ours)


def _resuming(told: Resuming, names: list[str], ours: int) -> Report:
    if isinstance(told, DecksRenewed):
        return TableNotice("decks-renewed")
    if isinstance(told, ResumesRefused):
        return TableNotice("resumes-refused", names[told.peer])
    return GoOnWished(
        names[told.peer], names[told.about], told.at,
        GoOn(told.index, told.about, told.is_without), told.peer == ours, told.is_shown,
    )  # fmt: skip


def kept_so_far(playing: Playing, entries: int) -> GameKept:
    """How much is signed, checked and stored, and which peers have not confirmed as much yet."""
    index = playing.referee.proceedings.chain.index
    heads = playing.gossip.heads
    behind = tuple(
        peer.name
        for number, peer in enumerate(playing.begin.setup.peers)
        if number != playing.begin.peer and heads.get(number, 0) < index
    )
    return GameKept(entries, behind)


@contextmanager
def closing_told(pipe: Pipe) -> Iterator[None]:
    """Why a table is left, before its game or on the way to it."""
    try:
        yield
    except asyncio.CancelledError:
        pipe.tell(TableClosed("left"))
    except NotLetIn as error:
        pipe.tell(TableClosed(error.reason))
    except (NoTable, Unreachable) as error:
        pipe.tell(TableClosed("no-table", fault_words(error)))
