"""An onlooker that has gone past what the players ended or called void goes back (22.8, 22.15)."""

from msgspec.structs import replace

from engine.canonical import encode
from net.crypto.parties import Verifier
from net.lobby.events import Came, EndLobby, Heard, Say
from net.mesh.gossip import Gossip
from net.onlooker import Onlooker, Stage
from net.peer.effects import Arrived, Conceded
from net.wire.messages import EntrySent, GameBegun, Message
from tests.support.absent_wire import AbsentWire
from tests.support.fake_wire import Node, identities_for, signed, table_for
from tests.support.proving import entropy_from
from tests.support.small_group import SmallGroup

GROUP = SmallGroup()
SETUP = replace(table_for(3, influence_to_win=3), recovery=True)
KEYS = [identity.public_key for identity in identities_for(3)]


def table() -> AbsentWire:
    return AbsentWire(SETUP, GROUP, "followed", duplicates=0.0)


def entries_until(node: Node, index: int) -> list[bytes]:
    chain = node.referee.proceedings.chain
    return [entry.to_bytes() for number in range(index) for entry in chain.entries(number)]


def onlooker_told(entries: list[bytes]) -> Onlooker:
    onlooker = Onlooker("Eyes", bytes(16), Verifier(GROUP, entropy_from("eyes")))
    onlooker.handle(Came(KEYS[0]))
    onlooker.handle(Heard(KEYS[0], GameBegun(encode(signed(SETUP)))))
    for encoded in entries:
        onlooker.handle(Heard(KEYS[0], EntrySent(encoded)))
    return onlooker


def bring(onlooker: Onlooker, node: Node) -> list[str]:
    """Let a player bring what lacks; how it ended, if it did."""
    proceedings = node.referee.proceedings
    gossip = Gossip(proceedings.chain, proceedings.setup_hash)
    waiting: list[Message] = [gossip.head()]
    ended: list[str] = []
    for _ in range(400):
        if not waiting:
            return ended
        effects = onlooker.handle(Heard(KEYS[0], waiting.pop(0)))
        ended += [effect.reason for effect in effects if isinstance(effect, EndLobby)]
        said = [effect.message for effect in effects if isinstance(effect, Say)]
        waiting += [sent.message for message in said for sent in gossip.handle(Arrived(7, message))]
    raise AssertionError("they talk in circles")


def head(onlooker: Onlooker) -> tuple[int, bytes]:
    assert onlooker.proceedings is not None
    chain = onlooker.proceedings.chain
    return chain.index, chain.parent


def test_who_went_past_an_early_end_comes_back_to_it() -> None:
    further, ended = table(), table()
    ended.run_until(20)
    ended.wish(0, Conceded())
    ended.play_on()
    index = ended.nodes[0].head[0]
    further.run_until(index + 3)
    onlooker = onlooker_told(entries_until(further.nodes[0], index + 3))
    assert head(onlooker)[0] == index + 3
    finals = entries_until(ended.nodes[0], index)[-6:]
    for encoded in finals:
        onlooker.handle(Heard(KEYS[0], EntrySent(encoded)))
    reasons = bring(onlooker, ended.nodes[0])
    assert onlooker.stage is Stage.OVER
    assert head(onlooker) == ended.nodes[0].head
    assert reasons in (["conceded.dracula"], [])


def test_one_signature_under_an_end_brings_nobody_back() -> None:
    further, ended = table(), table()
    ended.run_until(20)
    ended.wish(0, Conceded())
    ended.play_on()
    chain = ended.nodes[0].referee.proceedings.chain
    (index,) = {entry.index for entry in chain.everything() if entry.is_final}
    (final, *_) = [entry.to_bytes() for entry in chain.entries(index) if entry.is_final]
    further.run_until(index + 3)
    onlooker = onlooker_told(entries_until(further.nodes[0], index + 3))
    before = head(onlooker)
    onlooker.handle(Heard(KEYS[0], EntrySent(final)))
    assert (head(onlooker), onlooker.stage) == (before, Stage.FOLLOWING)


def test_who_went_on_from_a_void_answer_goes_back_and_follows_the_successor() -> None:
    further, replaced = table(), table()
    replaced.run_until(12)
    replaced.vanish(2)
    replaced.settle()
    index = replaced.nodes[0].head[0]
    replaced.take_over(2, 1)
    while replaced.nodes[0].head[0] < index + 6:
        replaced.breathe(40)
    assert replaced.nodes[0].referee.proceedings.chain.epoch == 1
    further.run_until(index + 3)
    # With the answer that the others of the other table never had.
    onlooker = onlooker_told(entries_until(further.nodes[0], index + 3))
    for _ in range(5):
        bring(onlooker, replaced.nodes[0])
    assert onlooker.stage is Stage.FOLLOWING
    assert head(onlooker) == replaced.nodes[0].head
