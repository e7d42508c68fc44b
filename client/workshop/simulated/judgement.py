"""Runs simulated tables from seeds, and judges what must hold of each when it is over.

1. Honest peers have the same chain, up to where the shorter one ends. After a fork they may differ
   in the liar's own entries of the last request before somebody named the liar.
2. No honest peer accuses another. If a lie is evident, every honest peer names the liar.
3. Without an evident lie the game ends alike for everybody, unless the liar fell silent.
4. A peer's file convinces a program that saw nothing else: the verdict is clean or names the liar.
5. No honest peer says two things at one place of the talk. Once all lines are passed on, all have
   the same; a third never hears what two say in private.
6. An onlooker who gets that far sees the same chain, the same end and the same liar.

Results go to a progress file, one line for each table; a run that is resumed skips those. Short
games of two are also interrupted at every write and every send (TV-11): a program ends before that
effect and comes back, and the game must end as if nothing had happened (K-1).
"""

import contextlib
import importlib
import time
import traceback
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import NamedTuple, cast

import msgspec
from msgspec import Struct

from client.workshop.simulated.simulated_peer import SimulatedOnlooker, SimulatedPeer
from client.workshop.simulated.simulated_table import SimulatedTable
from client.workshop.simulated.table_plan import SHORT, WORDS, Breadth, Plan, Weather, plan_of
from client.workshop.soak.chance import entropy_from
from engine.canonical import digest
from engine.errors import BorgoError
from net.crypto.group import Group
from net.crypto.transcript import Verifier
from net.judging.game_file import from_file, to_file
from net.judging.verdict import Verdict
from net.judging.verification import verify
from net.limits import LINES_CAUGHT_UP
from net.log.chain import Chain
from net.log.entry import decode_entry
from net.log.roster import DRACULAS_PEER
from net.peer.effects import Effect, Record, Send
from net.wire.bodies import AuditOpened, Final, KeyCommit, KeyOpen
from net.wire.layout import Body
from net.wire.messages import ChatSent, decode_message


class _Late(NamedTuple):
    """How a game is closed without somebody's word, and how its file is then judged."""

    closed: str
    verdict: str


_LATE: dict[type[Body], _Late] = {
    KeyCommit: _Late("unbegun", "unfinished"),
    KeyOpen: _Late("unbegun", "unfinished"),
    Final: _Late("unsigned", "not-signed"),
    AuditOpened: _Late("unaudited", "unaudited"),
}


def faults_of(table: SimulatedTable, *, verifies: bool = True) -> list[str]:
    """Everything that is not as it must be."""
    found = [*_of_chains(table), *_of_names(table), *_of_ends(table), *_of_stores(table)]
    found += [*_of_talk(table), *_of_private_talk(table)]
    if table.onlooker is not None and table.onlooker.is_here:
        found += _of_onlooker(table, table.onlooker)
    if verifies and not found:
        found += _of_files(table)
    return found


def chain_of(peer: SimulatedPeer) -> Chain:
    """The chain of a peer."""
    return peer.referee.proceedings.chain


def _of_chains(table: SimulatedTable) -> Iterator[str]:
    for one, other in combinations(table.honest, 2):
        first, second = chain_of(one), chain_of(other)
        shared = min(len(first.parents), len(second.parents))
        pairs = zip(first.parents[:shared], second.parents[:shared], strict=True)
        different = [index for index, (left, right) in enumerate(pairs) if left != right]
        if different and not _is_fork(table, first, second, different[0] - 1):
            yield f"the chains of peers {one.number} and {other.number} differ at {different[0]}"


def _is_fork(table: SimulatedTable, first: Chain, second: Chain, index: int) -> bool:
    """Whether two chains differ in the liar's answers to a request, and in nothing else."""
    left = {entry.place: entry.hash for entry in first.entries(index)}
    right = {entry.place: entry.hash for entry in second.entries(index)}
    different = [
        place for place in left.keys() | right.keys() if left.get(place) != right.get(place)
    ]
    is_lie = table.plan.lie is not None
    return is_lie and all(place.peer == table.plan.liar for place in different)


def _of_names(table: SimulatedTable) -> Iterator[str]:
    for peer in table.honest:
        named = {accused.peer for accused in peer.accused}
        if named and (table.plan.lie is None or named != {table.plan.liar}):
            words = [accused.words for accused in peer.accused]
            yield f"peer {peer.number} names {sorted(named)}: {words}"
        if table.deceit.is_evident and not named:
            yield f"peer {peer.number} does not name the liar"


def _of_ends(table: SimulatedTable) -> Iterator[str]:
    if table.deceit.is_evident or table.deceit.is_silent or table.is_cut:
        return
    if table.is_stuck:
        places = [peer.position for peer in table.peers]
        yield f"nobody gets on, at requests {places}"
        return
    closed = {reason for peer in table.honest for reason in peer.closed}
    if len(closed) != 1 or not closed <= _possible_ends(table.plan):
        yield f"the game ends by {sorted(closed)}"
    games = [peer.referee.proceedings.game for peer in table.honest]
    if len({digest(game.state) for game in games}) != 1:
        yield "the states at the end differ"
    if len({to_file(peer.file()) for peer in table.honest}) != 1:
        yield "the files differ"


def _possible_ends(plan: Plan) -> set[str]:
    """The rules' own end, for a short game may be over before; and what the plan wants."""
    wanted = {"conceded": {"conceded.dracula"}, "agreed": {"agreed"}}
    gone = set() if plan.leaver is None else {f"abandoned.{plan.leaver}"}
    if plan.leaves_before:
        gone.add(f"{_LATE[WORDS[plan.leaves_before]].closed}.{plan.leaver}")
    return {"over", *wanted.get(plan.ending, ()), *gone}


def _of_stores(table: SimulatedTable) -> Iterator[str]:
    """K-1: in everything honest peers ever kept there is one own entry for a place."""
    for peer in table.honest:
        places: dict[object, bytes] = {}
        for encoded in peer.store.entries():
            entry = decode_entry(encoded)
            is_own = entry.peer == peer.number
            if is_own and places.setdefault(entry.place, entry.hash) != entry.hash:
                yield f"peer {peer.number} has answered {entry.place} twice"


def _of_talk(table: SimulatedTable) -> Iterator[str]:
    talking = [peer for peer in table.honest if peer.begin is not None and not peer.since]
    for peer in talking:
        for heard in peer.heard:
            if heard.note == "twice" and table.peers[heard.peer] in talking:
                yield f"peer {peer.number} hears peer {heard.peer} say two things in one place"
    for one in talking:
        for other in talking:
            _tell_everything(table, one, other)
    if len({_recent_lines(peer) for peer in talking}) > 1:
        yield "the lines of the talk differ"


def _recent_lines(peer: SimulatedPeer) -> frozenset[ChatSent]:
    """What a peer has heard, as far back as anybody says it again to who was away."""
    sent = [decode_message(line) for line in peer.talk.lines()]
    lines = [each for each in sent if isinstance(each, ChatSent)]
    last = {each.line.sender: each.line.counter for each in lines}  # by speaker, and ascending
    return frozenset(
        each for each in lines if each.line.counter > last[each.line.sender] - LINES_CAUGHT_UP
    )


def _tell_everything(table: SimulatedTable, one: SimulatedPeer, other: SimulatedPeer) -> None:
    """As when a channel between two opens: after that one lacks nothing that the other has."""
    for effect in one.talk.linked(other.number) if one is not other else ():
        if isinstance(effect, Send) and isinstance(effect.message, ChatSent):
            other.talk.arrived(one.number, effect.message, table.now)


def _of_private_talk(table: SimulatedTable) -> Iterator[str]:
    hearers: dict[tuple[int, str], set[int]] = {}
    for peer in table.peers:
        for heard in peer.heard:
            if heard.is_private and heard.peer != peer.number:
                hearers.setdefault((heard.peer, heard.text), set()).add(peer.number)
    for (speaker, text), heard_by in hearers.items():
        if len(heard_by) > 1 or DRACULAS_PEER in (speaker, *heard_by):
            yield f"what peer {speaker} said in private is heard by {sorted(heard_by)}: {text}"


def _of_onlooker(table: SimulatedTable, onlooker: SimulatedOnlooker) -> Iterator[str]:
    ends = {reason for peer in table.honest for reason in peer.closed}
    if table.deceit.is_told:  # whoever has seen the game stop has gone, though it may go on
        ends.add(f"accused.{table.plan.liar}")
    if not set(onlooker.closed) <= ends:
        yield f"for who looks on the game ends by {onlooker.closed}"
    proceedings = onlooker.machine.proceedings
    assert proceedings is not None
    for peer in table.honest if not table.deceit.is_told else ():
        chain = chain_of(peer)
        if any(chain.agrees(*each) is False for each in enumerate(proceedings.chain.parents)):
            yield f"who looks on has another chain than peer {peer.number}"


def _of_files(table: SimulatedTable) -> Sequence[str]:
    """One honest peer's file, read by somebody else; which one, the plan's seed decides."""
    peer = table.honest[len(table.plan.seed) % len(table.honest)]
    verdict = verdict_on(table, peer)
    violation = verdict.violation
    if table.deceit.is_evident:
        if violation is None or violation.peer != table.plan.liar:
            return [f"the file of peer {peer.number} does not convince: {verdict.kind}"]
        return []
    expected = {"unfinished"} if table.is_stuck or table.is_cut else {"clean", "irreproducible"}
    if table.plan.leaver is not None:  # whose seed is nobody's any more
        expected.add("unaudited")
    if table.plan.leaves_before:
        expected.add(_LATE[WORDS[table.plan.leaves_before]].verdict)
    is_expected = verdict.kind in expected
    return [] if is_expected else [f"the file of peer {peer.number} is judged: {verdict.kind}"]


def verdict_on(table: SimulatedTable, peer: SimulatedPeer) -> Verdict:
    """What `borgo verify` would say of a peer's file."""
    verifier = Verifier(table.group, entropy_from(f"{table.plan.seed}/verify"))
    return verify(from_file(to_file(peer.file())), verifier)


# Running a table and judging it.
REAL_GROUP = "net.crypto.group:SodiumGroup"


class TableTrial(Struct, frozen=True):
    """The result of one table; `trace` is the same for the same seed."""

    seed: str
    group: str
    plan: str
    requests: int
    crashes: int
    trace: str
    faults: tuple[str, ...]
    cpu_s: float

    @property
    def in_words(self) -> str:
        """One line."""
        verdict = "; ".join(self.faults) or "as it should be"
        return f"seed {self.seed}: {self.plan}, {self.requests} requests: {verdict}"


class NoSuchGroup(BorgoError):
    """Simulated tables cannot be played in this group."""


@cache
def group_called(name: str) -> Group:
    """The group of a class, named MODULE:NAME."""
    module, _, attribute = name.partition(":")
    try:
        made = getattr(importlib.import_module(module), attribute)()
    except (ImportError, AttributeError, ValueError, TypeError) as error:
        raise NoSuchGroup("no-such-group", name=name, why=error) from error
    return cast(Group, made)


def try_table(seed: str, group: str = REAL_GROUP, breadth: Breadth = SHORT) -> TableTrial:
    """Run the table of a seed to its end and judge it; what breaks is a fault like any other."""
    plan = plan_of(seed, breadth)
    started = time.process_time()
    table = SimulatedTable(plan, group_called(group))
    try:
        table.run()
        faults = faults_of(table)
        if plan.goes_on and not faults and table.can_be_reconciled:
            table.reconcile()
            table.run()
            faults = faults_of(table)
    except Exception:
        faults = [traceback.format_exc()]
    return TableTrial(
        seed,
        group,
        plan.in_words,
        max(peer.position for peer in table.peers),
        table.crashes,
        table.trace.hexdigest(),
        tuple(faults),
        round(time.process_time() - started, 3),
    )


class Progress:
    """The trials of earlier runs, and those of this one as they come."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self.trials: dict[tuple[str, str], TableTrial] = {}  # by seed and group
        for line in path.read_bytes().splitlines() if path is not None and path.exists() else ():
            # Whoever was ended while writing has left half a line: that table is run again.
            with contextlib.suppress(msgspec.DecodeError):
                trial = msgspec.json.decode(line, type=TableTrial)
                self.trials[trial.seed, trial.group] = trial

    def add(self, trial: TableTrial) -> None:
        """Keep a trial, on the disk at once."""
        self.trials[trial.seed, trial.group] = trial
        if self._path is not None:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            with self._path.open("ab") as file:
                file.write(msgspec.json.encode(trial) + b"\n")


# A game interrupted at every write and every send.
_CALM = Weather(slowest=0.02, duplicates=0.0, longest_absence=1.0)


def plan_of_crashes(seed: str) -> Plan:
    """The game that is interrupted."""
    return Plan(seed, 2, switches={"influence_to_win": 3}, weather=_CALM)


class EndBefore:
    """The fate of whoever is about to do a numbered write or send of the table."""

    def __init__(self, number: int) -> None:
        self._number = number
        self.seen = 0

    def __call__(self, _peer: int, effect: Effect) -> bool:
        """Whether the program ends here."""
        if not isinstance(effect, Record | Send):
            return False
        self.seen += 1
        return self.seen - 1 == self._number


def count_effects(seed: str, group: Group, until: int | None = None) -> int:
    """How many writes and sends the game has when nobody is interrupted."""
    never = EndBefore(-1)
    SimulatedTable(plan_of_crashes(seed), group, never).run(until)
    return never.seen


def interrupted(seed: str, group: Group, number: int, until: int | None = None) -> list[str]:
    """What is not as it should be when a program ends before this write or send."""
    table = SimulatedTable(plan_of_crashes(seed), group, EndBefore(number))
    table.run(until)
    found = faults_of(table, verifies=False)
    if table.crashes != 1:
        found.append(f"nobody came to effect {number}")
    return found
