"""Onlookers follow and verify the public game; they are asked nothing and learn nothing (22.14).

An onlooker that has gone past a request that the players ended or voided goes back (22.8, 22.15).
"""

from collections.abc import Sequence
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from engine.canonical import encode
from engine.versions import PROTOCOL
from engine.view import live_slots
from net.crypto.hashing import chat_hash
from net.crypto.keys import SignedAs
from net.crypto.transcript import Verifier
from net.gossip import Gossip
from net.judging.game_file import to_file
from net.limits import CALLING_S, ONLOOKING_ALONE_S
from net.lobby.events import Came, Dial, EndLobby, Forget, Heard, Say, ShowTable, Went
from net.onlooking.approach import OnlookerStage
from net.onlooking.onlooker import Onlooker
from net.peer.effects import Arrived, Conceded, Show
from net.wire.messages import (
    ChatLine,
    ChatSent,
    EntrySent,
    GameBegun,
    Greeting,
    HaveHeads,
    Message,
    PeerAt,
    PeersKnown,
    SetupOffered,
    SetupSigned,
    WantEntries,
    WantRequests,
)
from net.wire.table_setup import encode_setup, sign_setup
from tests.support.absent_wire import AbsentWire
from tests.support.fake_wire import FakeWire, Node, identities_for, signed, table_for
from tests.support.onlooking import AT, follow, tell
from tests.support.onlooking import GROUP as ONLOOKING_GROUP
from tests.support.onlooking import KEYS as ONLOOKING_KEYS
from tests.support.onlooking import SETUP as ONLOOKING_SETUP
from tests.support.proving import entropy_from
from tests.support.sample_messages import LINE
from tests.support.small_group import SmallGroup


@pytest.fixture(scope="module")
def played() -> FakeWire:
    wire = FakeWire(ONLOOKING_SETUP, ONLOOKING_GROUP, "watched")
    wire.run()
    return wire


def entries_of(wire: FakeWire) -> list[bytes]:
    chain = wire.nodes[0].referee.proceedings.chain
    return [entry.to_bytes() for entry in chain.everything()]


def said(effects: Sequence[Any]) -> list[Message]:
    return [effect.message for effect in effects if isinstance(effect, Say)]


def test_the_whole_public_game_is_followed_and_nothing_else_is_said(
    onlooker: Onlooker, played: FakeWire
) -> None:
    effects = follow(onlooker)
    assert [effect.peer for effect in effects if isinstance(effect, Dial)] == [AT[1]]
    effects += tell(onlooker, *map(EntrySent, entries_of(played)))
    facts = [effect.facts for effect in effects if isinstance(effect, Show)]
    assert facts == [shown.facts for shown in played.nodes[1].shown]
    assert isinstance(effects[-1], EndLobby)
    assert effects[-1].reason == "over"
    assert {type(message) for message in said(effects)} <= {Greeting, HaveHeads, WantRequests}
    game = onlooker.game()
    assert game is not None
    assert to_file(game) == played.file_of(0)


def test_in_the_middle_of_a_game_nothing_hidden_can_be_seen(
    onlooker: Onlooker, played: FakeWire
) -> None:
    follow(onlooker)
    entries = entries_of(played)
    tell(onlooker, *map(EntrySent, entries[: len(entries) // 2]))
    assert onlooker.proceedings is not None
    assert onlooker.proceedings.seeds == {}
    assert list(live_slots(onlooker.proceedings.game.state)), "there is something to hide"
    secrets = [node.referee.player.seed for node in played.nodes]
    held = repr(vars(onlooker)) + repr(vars(onlooker.proceedings))
    assert not any(repr(secret) in held or secret.hex() in held for secret in secrets)


def test_who_comes_late_is_brought_everything(onlooker: Onlooker, played: FakeWire) -> None:
    """By any peer, as one of the peers is that crashed."""
    proceedings = played.nodes[1].referee.proceedings
    peer = Gossip(proceedings.chain, proceedings.setup_hash)
    waiting: list[Message] = said(follow(onlooker))
    while waiting:
        for answer in peer.handle(Arrived(7, waiting.pop(0))):
            waiting += said(tell(onlooker, answer.message))
        if not waiting and onlooker.stage is OnlookerStage.FOLLOWING:
            waiting += said(tell(onlooker, peer.head()))
    assert onlooker.stage is OnlookerStage.OVER
    assert onlooker.game() is not None


def test_a_wrong_entry_is_seen_and_named(onlooker: Onlooker, played: FakeWire) -> None:
    """L-3: two openings of one peer for one set-up."""
    follow(onlooker)
    first = next(entry for entry in played.own_entries(1) if entry.index == 0)
    lying = FakeWire(ONLOOKING_SETUP, ONLOOKING_GROUP, "another evening")
    lying.run_until(1)
    second = next(entry for entry in lying.own_entries(1) if entry.index == 0)
    assert tell(onlooker, EntrySent(first.to_bytes()[:-1] + b"\x00")) == [], "L-5"
    effects = tell(onlooker, EntrySent(first.to_bytes()), EntrySent(second.to_bytes()))
    assert effects == [EndLobby("accused.1")]
    game = onlooker.game()
    assert game is not None
    assert game.entries[-2:] == (first.to_bytes(), second.to_bytes())


def test_before_the_game_the_table_is_shown(onlooker: Onlooker) -> None:
    effects = list(onlooker.handle(Came(ONLOOKING_KEYS[0])))
    assert said(effects) == [Greeting(PROTOCOL.newest, "Eyes", bytes(16), wants_to_watch=True)]
    offer = SetupOffered(encode_setup(ONLOOKING_SETUP))
    effects = tell(onlooker, Greeting(PROTOCOL.newest, "Peer 0", bytes(16)), offer)
    assert isinstance(effects[-1], ShowTable)
    assert effects[-1].setup == ONLOOKING_SETUP
    mark = SetupSigned(effects[-1].setup_hash, 1, sign_setup(identities_for(2)[1], ONLOOKING_SETUP))
    effects = tell(onlooker, mark)
    assert effects[-1].ready == (1,)
    assert tell(onlooker, ChatSent(LINE, bytes(64))) == []


def test_if_the_opener_goes_the_next_is_called(onlooker: Onlooker) -> None:
    onlooker.handle(Came(ONLOOKING_KEYS[0]))
    tell(onlooker, PeersKnown(AT))
    assert list(onlooker.handle(Went(ONLOOKING_KEYS[0]))) == [
        Forget(ONLOOKING_KEYS[0]),
        Dial(AT[1]),
    ]
    onlooker.handle(Came(ONLOOKING_KEYS[1]))
    assert list(onlooker.handle(Went(ONLOOKING_KEYS[1]))) == [EndLobby("table-gone")]


def test_if_nobody_else_is_reached_the_table_is_gone(onlooker: Onlooker) -> None:
    onlooker.handle(Came(ONLOOKING_KEYS[0]))
    tell(onlooker, PeersKnown(AT))
    onlooker.handle(Went(ONLOOKING_KEYS[0]))
    assert list(onlooker.tick(1.0)) == []
    assert list(onlooker.tick(1.0 + ONLOOKING_ALONE_S)) == [EndLobby("table-gone")]


def test_if_the_next_one_is_not_there_either_the_one_after_is_called(onlooker: Onlooker) -> None:
    third = PeerAt(bytes(32), "192.0.2.3", 4003)
    onlooker.handle(Came(ONLOOKING_KEYS[0]))
    tell(onlooker, PeersKnown((*AT, third)))
    onlooker.handle(Went(ONLOOKING_KEYS[0]))
    onlooker.tick(1.0)
    assert list(onlooker.tick(1.0 + CALLING_S)) == [Forget(ONLOOKING_KEYS[1]), Dial(third)]


def test_before_the_game_whoever_proposes_is_called(onlooker: Onlooker) -> None:
    """One can come to any of the players; the others hear of a set-up only from that one."""
    onlooker.handle(Came(ONLOOKING_KEYS[1]))
    assert tell(onlooker, PeersKnown(AT), key=ONLOOKING_KEYS[1]) == [Dial(AT[0])]
    onlooker.handle(Came(ONLOOKING_KEYS[0]))
    assert tell(onlooker, PeersKnown(AT)) == []


def test_a_player_that_comes_back_elsewhere_is_called_there(onlooker: Onlooker) -> None:
    """Whether one hears of it after the old channel is lost, or before."""
    follow(onlooker)
    onlooker.handle(Came(ONLOOKING_KEYS[1]))
    assert list(onlooker.handle(Went(ONLOOKING_KEYS[1]))) == [Dial(AT[1])]
    moved = msgspec.structs.replace(AT[1], port=AT[1].port + 1)
    assert tell(onlooker, PeersKnown((AT[0], moved))) == [Dial(moved)]
    onlooker.handle(Came(ONLOOKING_KEYS[1]))
    again = msgspec.structs.replace(AT[1], port=AT[1].port + 2)
    assert tell(onlooker, PeersKnown((AT[0], again))) == []
    assert list(onlooker.handle(Went(ONLOOKING_KEYS[1]))) == [Dial(again)]


def test_of_all_it_is_told_to_call_an_onlooker_wants_the_last(onlooker: Onlooker) -> None:
    """Who is at a table must not send it to one address after another."""
    others = [PeerAt(bytes([number]) * 32, "192.0.2.9", 4000) for number in range(3)]
    onlooker.handle(Came(ONLOOKING_KEYS[0]))
    assert tell(onlooker, PeersKnown((others[0],))) == [Dial(others[0])]
    assert tell(onlooker, PeersKnown((others[0],))) == []
    forgotten = Forget(others[0].identity)
    assert tell(onlooker, PeersKnown((others[1],))) == [forgotten, Dial(others[1])]
    onlooker.handle(Came(ONLOOKING_KEYS[1]))
    assert tell(onlooker, PeersKnown((others[2],)), key=ONLOOKING_KEYS[1]) == [], (
        "nobody sent it there"
    )
    assert tell(onlooker, PeersKnown(AT)) == [Forget(others[1].identity)]


def test_a_set_up_that_was_not_signed_by_all_begins_nothing(onlooker: Onlooker) -> None:
    onlooker.handle(Came(ONLOOKING_KEYS[0]))
    half = signed(ONLOOKING_SETUP)
    forged = type(half)(half.setup, (half.signatures[0], half.signatures[0]))
    assert tell(onlooker, GameBegun(encode(forged))) == []
    assert onlooker.stage is OnlookerStage.WAITING


def test_public_talk_is_overheard_once(onlooker: Onlooker) -> None:
    follow(onlooker)
    assert onlooker.proceedings is not None
    game = onlooker.proceedings.setup_hash
    line = ChatLine(game, 1, 1, bytes(32), bytes(32), (), "He is in the Adriatic, I say.")
    signature = identities_for(2)[1].sign(SignedAs.CHAT, chat_hash(encode(line)))
    said_once = [effect.text for effect in tell(onlooker, *[ChatSent(line, signature)] * 3)]
    assert said_once == ["He is in the Adriatic, I say."]
    assert tell(onlooker, ChatSent(line, bytes(64))) == []


def test_who_never_asks_is_never_sent_a_question(onlooker: Onlooker) -> None:
    follow(onlooker)
    assert tell(onlooker, WantEntries(bytes(32), 0, (0,))) == []


# --- Going back ---


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
    assert onlooker.stage is OnlookerStage.OVER
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
    assert (head(onlooker), onlooker.stage) == (before, OnlookerStage.FOLLOWING)


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
    assert onlooker.stage is OnlookerStage.FOLLOWING
    assert head(onlooker) == replaced.nodes[0].head
