"""The ledger of a table's game: who signed what, what is still sealed, and the game so far.

It is read from the log alone and shows nothing hidden: a sealed card is counted, never named.
"""

from collections import Counter
from collections.abc import Mapping
from pathlib import Path

from msgspec import structs

from client.records.archive import VerdictBook
from client.records.reading import digest_of, file_of, kind_name, unchecking
from client.words.game_words import violation_words
from client.words.words import spoken
from client.worker.pipe import Pipe
from client.worker.record_values import (
    Commitment,
    LedgerSeen,
    LoadProgress,
    PeerSigned,
    ReadLedger,
    RecordSoFar,
    SignedEntry,
    Source,
    WantLedger,
    WantRecord,
)
from client.worker.values import Leave, Report
from engine.ids import SlotId
from engine.state import hideouts
from engine.view import live_slots
from net.edge.people.shown_names import spoken_key
from net.edge.playing import Playing
from net.fairness.cards.ledger import Ledger
from net.game.replica import Replica
from net.judging.game_file import from_file, is_table_file, to_file
from net.judging.verification import Verification
from net.onlooking.onlooker import Onlooker
from net.wire.bodies import (
    CardProved,
    ChoiceOpened,
    CoinShared,
    KeyOpen,
    Mixed,
    Rekeyed,
    Revealed,
    SharesSent,
    Shuffled,
    TrailAbsent,
    TrailInSet,
    TrailNotHide,
    TrailOpened,
    TrailPlaced,
    VssDeal,
)

_EVERY = 16  # entries between two reports of how far it is
_LATEST = 200  # entries that are listed one by one
_PROVING = frozenset(
    kind_name(body.kind)
    for body in (
        KeyOpen, VssDeal, Shuffled, Mixed, SharesSent, Revealed, Rekeyed, CardProved, TrailPlaced,
        TrailOpened, TrailAbsent, TrailInSet, TrailNotHide, ChoiceOpened, CoinShared,
    )
)  # fmt: skip
NOTHING_SIGNED = LedgerSeen((), (), (), 0, 0, 0, "", "", is_signed=False)


def ledger_of(proceedings: Replica, heads: Mapping[int, int], checked: str = "now") -> LedgerSeen:
    """The ledger now; `heads` says how far each peer has last reported to be."""
    chain = proceedings.chain
    entries = (*chain.everything(), *chain.entries(chain.index))
    names = proceedings.roster.names
    signed = Counter(entry.peer for entry in entries)
    kinds = Counter(kind_name(entry.kind) for entry in entries)
    peers = tuple(
        PeerSigned(peer.name, peer.seats, spoken_key(peer.identity), signed[n], heads.get(n))
        for n, peer in enumerate(proceedings.setup.peers)
    )
    latest = [
        SignedEntry(number, entry.index, names[entry.peer], kind_name(entry.kind), entry.hash.hex())
        for number, entry in enumerate(entries)
    ]
    return LedgerSeen(
        peers,
        _commitments(proceedings),
        tuple(reversed(latest[-_LATEST:])),
        len(entries),
        sum(count for kind, count in kinds.items() if kind in _PROVING),
        chain.index,
        chain.parent.hex(),
        checked,
    )


def _commitments(proceedings: Replica) -> tuple[Commitment, ...]:
    counts: Counter[tuple[str, str, str]] = Counter()
    ledger, names = proceedings.ledger, proceedings.roster.names
    state = proceedings.game.state
    if ledger is not None:
        counts.update(_cards(ledger, tuple(live_slots(state)), names))
        for choice in ledger.choices.values():
            if choice.commitment is not None:
                counts["choice", "held", names[choice.peer]] += 1
    for hideout in hideouts(state):
        dracula = names[0]
        counts["trail", "held" if hideout.is_hidden else "open", dracula] += 1
    if len(proceedings.seeds) == proceedings.roster.size:
        counts = _audited(counts)
    return tuple(
        Commitment(kind, condition, holder, count)
        for (kind, condition, holder), count in sorted(counts.items())
    )


def _audited(counts: Counter[tuple[str, str, str]]) -> Counter[tuple[str, str, str]]:
    """At the end everything that was still hidden is opened."""
    found: Counter[tuple[str, str, str]] = Counter()
    for (kind, condition, holder), count in counts.items():
        found[kind, "open" if condition == "open" else "audited", holder] += count
    return found


def _cards(
    ledger: Ledger, slots: tuple[str, ...], names: tuple[str, ...]
) -> Counter[tuple[str, str, str]]:
    found: Counter[tuple[str, str, str]] = Counter()
    for slot in slots:
        if not slot[1:].isdigit() or not ledger.has_card(slot):
            continue
        card = ledger.card(slot)
        condition = "open" if card.is_open else "sealed" if card.is_sealed else "held"
        holder = "" if card.holder is None else names[card.holder]
        found[card.deck.name.lower(), condition, holder] += 1
    return found


def read_ledger(order: ReadLedger, pipe: Pipe) -> None:
    """Report the ledger of a record."""
    file = file_of(order.source)
    if not is_table_file(file):
        pipe.tell(NOTHING_SIGNED)
        return
    game = from_file(file)
    verification = Verification(game, unchecking())
    fault = ""
    for number, encoded in enumerate(game.entries):
        if isinstance(pipe.receive(0), Leave):
            return
        violation = verification.step(number, encoded)
        if violation is not None:
            fault = violation_words(spoken(), violation.code, violation.id, violation.about)
            break
        if number % _EVERY == 0:
            pipe.tell(LoadProgress(number, len(game.entries)))
    verdict = VerdictBook(Path(order.home)).find(digest_of(file)).verdict if order.home else ""
    pipe.tell(structs.replace(ledger_of(verification.proceedings, {}, verdict), fault=fault))


def report_on(order: WantRecord | WantLedger, playing: Playing) -> Report:
    """Report the game so far with what our own seats know, or the ledger."""
    referee = playing.referee
    proceedings = referee.proceedings
    if isinstance(order, WantLedger):
        ours = referee.player.peer
        heads = {**playing.gossip.heads, ours: proceedings.chain.index}
        return ledger_of(proceedings, heads)
    seats = proceedings.roster.seats[referee.player.peer]
    known: dict[SlotId, str] = {}
    for seat in seats:
        known.update(referee.witness.knowledge[seat])
    return RecordSoFar(Source(content=to_file(playing.game()), known=known, seats=tuple(seats)))


def report_to_onlooker(order: WantRecord | WantLedger, onlooker: Onlooker) -> Report | None:
    """Report the public game so far, or the ledger; nothing before the game begins."""
    proceedings, gossip, game = onlooker.proceedings, onlooker.gossip, onlooker.game()
    if proceedings is None or gossip is None or game is None:
        return None
    if isinstance(order, WantLedger):
        return ledger_of(proceedings, gossip.heads)
    return RecordSoFar(Source(content=to_file(game), seats=()))
