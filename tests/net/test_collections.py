"""Every collection of the net that grows by what others send: its bound, and what fills it.

Each attribute of a class of the net that is made as a collection has its row below. What has a
flood of this module is filled by it and measured; another row names the test that fills it, or why
nothing can. (Proofs, cards and bodies are left out: they grow by answers that were judged alone.)
"""

import ast
import gc
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from engine.canonical import encode
from net.crypto.transcript import Verifier
from net.game.early_end import Outcome
from net.gossip import Gossip
from net.limits import (
    FIRST_CONTROL_PART,
    FIRST_FINAL_PART,
    MOST_LINES,
    MOST_ONLOOKERS,
    MOST_PEERS,
)
from net.lobby.events import Came, Heard, Recognised, Terms, Went
from net.log.entry import Unsigned, sign_entry
from net.onlooking.onlooker import Onlooker
from net.peer.effects import Arrived
from net.talk import Conversation
from net.wire.bodies import Accused, EndWish, Final, encode_body
from net.wire.layout import Body
from net.wire.messages import (
    EntrySent,
    GameBegun,
    Greeting,
    HaveHeads,
    Message,
    PeerAt,
    PeersKnown,
    Probed,
    SeatsWanted,
    SetupSigned,
    StateTold,
    WantState,
    Whispered,
)
from tests.net.test_talk import GAME, IDENTITIES, PARENT, ROSTER, TRADE, Spoke
from tests.shape.tree import ROOT, name, python_files
from tests.support.bounded import BOUNDED_BY, ELSEWHERE, FLOODED, PEERS, REACHED
from tests.support.fake_wire import FakeWire, identities_for, signed, table_for
from tests.support.lobbies import FakeTable
from tests.support.onlooking import AT, KEYS, SETUP
from tests.support.proving import entropy_from
from tests.support.small_group import SmallGroup

TIMES = 600  # more than any bound, but for lines of talk

_MADE_BY = {"dict", "list", "set", "deque", "Counter", "Queue", "fromkeys"}
_JUDGED_ALONE = ("net/crypto/", "net/fairness/", "net/wire/")


def _is_collection(made: ast.expr) -> bool:
    match made:
        case ast.IfExp(body=one, orelse=other) | ast.BinOp(left=one, right=other):
            return _is_collection(one) or _is_collection(other)
        case ast.Call(func=ast.Name(id=called) | ast.Attribute(attr=called)):
            return called in _MADE_BY
        case ast.Call(func=ast.Subscript(value=ast.Name(id=called))):
            return called in _MADE_BY
    displays = ast.Dict | ast.List | ast.Set | ast.DictComp | ast.ListComp | ast.SetComp
    return isinstance(made, displays)


def _made_in(source: str) -> Iterator[str]:
    """Every attribute of a class that is made as a collection somewhere in it."""
    classes = (each for each in ast.walk(ast.parse(source)) if isinstance(each, ast.ClassDef))
    for each in classes:
        for made in ast.walk(each):
            match made:
                case ast.Assign(targets=[ast.Attribute(value=ast.Name(id="self"), attr=attr)]):
                    is_one = _is_collection(made.value)
                case ast.AnnAssign(target=ast.Attribute(value=ast.Name(id="self"), attr=attr)):
                    is_one = made.value is not None and _is_collection(made.value)
                case _:
                    continue
            if is_one:
                yield f"{each.name}.{attr}"


def test_every_collection_of_the_net_has_its_row() -> None:
    """Who adds one says here what bounds it, and fills it."""
    found = {
        made
        for path in python_files("net")
        if not name(path).startswith(_JUDGED_ALONE)
        for made in _made_in(path.read_text(encoding="utf-8"))
    }
    filled = [each for rows in FLOODED.values() for each in rows]
    listed = [
        *filled,
        *(each for rows in (ELSEWHERE, BOUNDED_BY) for row in rows.values() for each in row),
    ]
    assert len(listed) == len(set(listed)), "two rows for one"
    assert found - set(listed) == set(), "without a row"
    assert set(listed) - found == set(), "a row for nothing"


@pytest.mark.parametrize("test", ELSEWHERE)
def test_what_is_filled_elsewhere_is_filled_there(test: str) -> None:
    path, _, called = test.partition("::")
    source = (ROOT / "tests" / "net" / path).read_text(encoding="utf-8")
    assert f"def {called or 'test_'}" in source


# The floods


def _signed(wire: FakeWire, body: Body, index: int, part: int, **others: Any) -> EntrySent:
    """Said by peer 1, well signed."""
    game = wire.nodes[0].referee.proceedings
    chain = game.chain
    parent = chain.parents[index] if index <= chain.index else bytes(32)
    fields = {"epoch": chain.epoch, "parent": parent, "state_digest": game.state_digest} | others
    unsigned = Unsigned(
        kind=body.kind, game_id=chain.game_id, index=index, part=part, peer=1,
        body=encode_body(body), **fields,
    )  # fmt: skip
    return EntrySent(sign_entry(identities_for(PEERS)[1], unsigned).to_bytes())


def _said(wire: FakeWire) -> Iterator[Message]:
    """What a player can send ten thousand times, early, late, of another request, otherwise."""
    here, parent = wire.nodes[0].head
    gone = Outcome.ABANDONED
    for number in range(TIMES):
        some = number.to_bytes(32)
        accused, beside = Accused(1, some), FIRST_CONTROL_PART + number
        yield _signed(wire, accused, here, beside)
        yield _signed(wire, accused, here, beside + TIMES, epoch=number)
        yield _signed(wire, EndWish(gone), here, beside + 2 * TIMES)
        yield _signed(wire, EndWish(number % 256), here, beside + 3 * TIMES)
        yield _signed(wire, accused, here + 1 + number, number % 100)
        yield _signed(wire, EndWish(gone), here + 1 + number, number % 100)
        yield _signed(wire, accused, here, number % 100, epoch=7 + number)
        yield _signed(wire, accused, number % here, 300 + number, parent=some)
        last, parents = FIRST_FINAL_PART + 1, wire.nodes[0].referee.proceedings.chain.parents
        yield _signed(wire, Final(gone, parents[number % here]), number % here, last)
        yield _signed(wire, Final(gone, some), here + 1 + number, last, parent=some)
        yield _signed(wire, Final(gone, parent), here, last, epoch=1 + number)
        yield _signed(wire, Final(gone, some), number % here, last, epoch=1 + number)
        yield WantState(wire.nodes[0].referee.proceedings.setup_hash, some)
        yield StateTold(wire.nodes[0].referee.proceedings.setup_hash, some)


def _flooded_referee() -> object:
    wire = FakeWire(table_for(PEERS), SmallGroup(), "collections")
    wire.run_until(REACHED)
    victim = wire.nodes[0]
    for message in _said(wire):
        for effect in victim.referee.handle(Arrived(1, message), wire.now):
            assert type(effect).__name__ not in ("Accuse", "Close"), effect
    wire.run_until(REACHED + 4)
    assert victim.head[0] >= REACHED + 4, "the game goes on"
    return victim.referee


def _flooded_gossip() -> object:
    wire = FakeWire(table_for(2), SmallGroup(), "gossip")
    wire.run_until(4)
    game = wire.nodes[0].referee.proceedings
    gossip = Gossip(game.chain, game.setup_hash)
    for number in range(TIMES):
        peer = number % (MOST_PEERS + MOST_ONLOOKERS)
        for index in (0, 3, 10**6 + number):
            gossip.handle(Arrived(peer, HaveHeads(game.setup_hash, index, number.to_bytes(32))))
    return gossip


def _flooded_talk() -> object:
    talks = [Conversation(ROSTER, peer, IDENTITIES[peer], GAME) for peer in ROSTER.peers]
    for talk in talks:
        talk.reaches = lambda _peer: True
    victim, now = talks[0], 0.0
    for number in range(MOST_LINES + 20):
        now += 1.0
        for peer in (1, 2, 3):
            for effect in talks[peer].speak(Spoke(f"{number}"), PARENT, now):
                message = getattr(effect, "message", None)
                if message is not None:
                    victim.arrived(peer, message, now)
            victim.arrived(peer, Whispered(number, "psst"), now)
    assert len(victim.lines()) == 3 * MOST_LINES
    honest = talks[2]
    honest.asked(TRADE, now)
    for number in range(TIMES):
        honest.arrived(3, Whispered(number, "psst"), now)
    assert honest.arrived(1, Whispered(1, "over here"), now), "and others are heard"
    return [victim, honest]


def _flooded_table() -> object:
    """Strangers come to whoever proposes, say all that can be said, and go."""
    table = FakeTable(Terms(onlookers=8))
    mate = table.mates[0]
    handle = mate.lobby.handle
    for number in range(TIMES):
        key = (1000 + number).to_bytes(32)
        handle(Came(key, "192.0.2.9"))
        for message in (
            Probed(0, bytes(16), "-", "", 9, 9, (), needs_passphrase=False, has_begun=False),
            Greeting(mate.lobby.protocol, "Eve", bytes(16), wants_to_watch=number % 2 == 0),
            PeersKnown((PeerAt(key, "192.0.2.9", 1),)),
            SeatsWanted(("mina",)),
            SetupSigned(key, number % 5, bytes(64)),
        ):
            handle(Heard(key, message))
        handle(Went(key))
        handle(Recognised(key, is_trusted=False))  # what was asked of the store comes after that
    return mate.lobby


def _flooded_newcomer() -> object:
    """Whoever it comes to sends it on and on, to ever others."""
    table = FakeTable()
    mate = table.join("mina")
    lobby, guide = mate.lobby, table.mates[0].key
    now = 0.0
    for number in range(TIMES):
        lobby.handle(Came(guide, ""))
        nobody = PeerAt((2000 + number).to_bytes(32), "192.0.2.9", 1)
        lobby.handle(Heard(guide, PeersKnown((nobody, *AT))))
        for _ in range(3):
            now += 20.0
            lobby.tick(now)
        lobby.order = [nobody.identity]
    return lobby


def _flooded_onlooker() -> object:
    onlooker = Onlooker("Eva", bytes(16), Verifier(SmallGroup(), entropy_from("eva")))
    for number in range(TIMES):
        onlooker.handle(Came(KEYS[0]))
        some = PeerAt(number.to_bytes(32), "192.0.2.9", 1)
        onlooker.handle(Heard(KEYS[0], Greeting(1, f"{number}", bytes(16))))
        onlooker.handle(Heard(KEYS[0], PeersKnown((AT[0], some))))
    onlooker.handle(Heard(KEYS[0], GameBegun(encode(signed(SETUP)))))
    for number in range(TIMES):
        some = PeerAt(number.to_bytes(32), "192.0.2.9", 1)
        onlooker.handle(Heard(KEYS[0], PeersKnown((AT[1], some))))
    return onlooker


FLOODS: dict[str, Callable[[], object]] = {
    "referee": _flooded_referee,
    "gossip": _flooded_gossip,
    "talk": _flooded_talk,
    "strangers": _flooded_table,
    "guide": _flooded_newcomer,
    "onlooker": _flooded_onlooker,
}


def _size(kept: Any) -> int:
    """How many things are kept, those inside of others too."""
    if isinstance(kept, dict):
        inner = [each for each in kept.values() if isinstance(each, dict | list | set)]
        return sum(map(_size, inner)) if inner else len(kept)
    return len(kept)


def _sizes(root: object) -> dict[str, int]:
    """Of every collection that has a row, in all that can be reached from here."""
    rows = {each for filled in FLOODED.values() for each in filled}
    found: dict[str, int] = {}
    seen, waiting = {id(root)}, [root]
    while waiting:
        each = waiting.pop()
        for kind in type(each).__mro__ if type(each).__module__.startswith("net.") else ():
            for attr, value in getattr(each, "__dict__", {}).items():
                called = f"{kind.__name__}.{attr}"
                if called in rows:
                    found[called] = max(found.get(called, 0), _size(value))
        for other in gc.get_referents(each):
            is_code = isinstance(other, type) or type(other).__name__ in ("module", "function")
            if id(other) not in seen and not (is_code and not hasattr(other, "__closure__")):
                seen.add(id(other))
                if not isinstance(other, type) and type(other).__name__ != "module":
                    waiting.append(other)
    return found


@pytest.mark.parametrize("flood", FLOODS)
def test_however_much_others_send_so_much_is_kept(flood: str) -> None:
    sizes = _sizes(FLOODS[flood]())
    rows = FLOODED[flood]
    assert rows.keys() - sizes.keys() == set(), "not reached by this flood"
    too_much = {each: sizes[each] for each, most in rows.items() if sizes[each] > most}
    assert too_much == {}
