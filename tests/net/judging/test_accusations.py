"""V-2, 22.14: an accusation is judged by everybody; a false one says who made it."""

import os
from pathlib import Path

import pytest

from client.commands.command_line import main
from net.crypto.transcript import Verifier
from net.judging.game_file import from_file, table_game, to_file
from net.judging.verification import verify
from net.limits import FIRST_CONTROL_PART
from net.log.chain import Chain
from net.log.entry import Entry, decode_entry
from net.log.evidence import Reason
from net.peer.effects import Arrived, Judged, Send
from net.wire.bodies import Accused, Shuffled, encode_body
from net.wire.messages import EntrySent, WantEntry
from tests.net.conftest import SMALL
from tests.support.fake_wire import OVER_SOON, FakeWire, signed, table_for
from tests.support.liars import lie, signed_again, with_body
from tests.support.small_group import SmallGroup

ACCUSER = 1
HONEST = (0, 2)


def table() -> FakeWire:
    return FakeWire(table_for(3, **OVER_SOON), SMALL, "accusing")


def accusing(wire: FakeWire, accused: bytes, number: int = 0, code: int = 3) -> Entry:
    """An ACCUSE of the accuser's that stands on the pending request."""
    chain = wire.nodes[0].referee.proceedings.chain
    last = list(wire.own_entries(ACCUSER))[-1]
    return signed_again(
        last,
        kind=Accused.kind,
        index=chain.index,
        parent=chain.parent,
        part=FIRST_CONTROL_PART + number,
        body=encode_body(Accused(code, accused)),
    )


def file_of(wire: FakeWire, peer: int) -> bytes:
    referee = wire.nodes[peer].referee
    chain = referee.proceedings.chain
    notes = [note.to_bytes() for note in referee.notes]
    return to_file(table_game(signed(wire.setup), chain.everything(), chain.parent, notes))


def accused_falsely(wire: FakeWire, at: int = 12) -> Entry:
    """Let the accuser accuse a good entry of peer 2, twice; the entry."""
    wire.run_until(at)
    entry = next(each for each in wire.own_entries(2) if each.kind == Shuffled.kind)
    for number in (0, 1):
        note = accusing(wire, entry.hash, number)
        for peer in HONEST:
            wire.post(0.0, peer, Arrived(ACCUSER, EntrySent(note.to_bytes())))
    return entry


def test_an_unfounded_accusation_names_its_author_once_and_the_game_goes_on() -> None:
    wire = table()
    entry = accused_falsely(wire)
    wire.run_until(30)
    for peer in HONEST:
        node = wire.nodes[peer]
        (judged,) = [each for each in node.told if isinstance(each, Judged)]
        assert (judged.accuser, judged.accused, judged.is_unfounded) == (ACCUSER, 2, True)
        assert judged.entry == entry.to_bytes()
        assert node.accused == []
        assert node.head[0] >= 30


def test_the_file_shows_who_accused_without_ground(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("client.records.judging.SodiumGroup", SmallGroup)
    wire = table()
    entry = accused_falsely(wire, 5)
    wire.run_until(6)
    file = file_of(wire, 0)
    verdict = verify(from_file(file), Verifier(SMALL, os.urandom))
    assert verdict.violation is None
    first, second = verdict.accusations
    at = from_file(file).entries.index(entry.to_bytes())
    assert (first.accuser, first.accused, first.entry) == (ACCUSER, 2, at)
    assert first.is_founded is second.is_founded is False
    path = tmp_path / "game.borgo"
    path.write_bytes(file)
    assert main(["verify", str(path)]) == 0
    assert f"Peer 1 accuses entry {at} of peer 2 (code 3): unfounded" in capsys.readouterr().out


def test_what_is_accused_and_not_here_is_asked_for() -> None:
    wire = table()
    wire.run_until(12)
    node, unknown = wire.nodes[0], b"\x09" * 32
    note = accusing(wire, unknown)
    effects = node.referee.handle(Arrived(ACCUSER, EntrySent(note.to_bytes())), wire.now)
    assert Send(WantEntry(unknown)) in effects
    assert not any(isinstance(each, Judged) for each in effects)


def test_what_is_accused_and_nowhere_makes_nobody_go_through_the_game_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It stays open to the end, and everything that happens may be what it waits for."""
    wire = table()
    wire.run_until(12)
    referee, chain = wire.nodes[0].referee, wire.nodes[0].referee.proceedings.chain
    right = next(entry for entry in chain.everything() if entry.peer == 2)
    monkeypatch.delattr(Chain, "everything")
    effects = []
    for number, accused in enumerate((b"\x09" * 32, right.hash)):
        note = accusing(wire, accused, number)
        effects += referee.handle(Arrived(ACCUSER, EntrySent(note.to_bytes())), wire.now)
    (judged,) = [each for each in effects if isinstance(each, Judged)]
    assert judged.entry == right.to_bytes()


def test_a_founded_accusation_stops_all_with_the_same_evidence() -> None:
    """The wrong entry reaches one peer only; that peer's accusation brings the others to it."""
    wire = table()
    chosen: list[Entry] = []

    def tell(receiver: int, entry: Entry) -> Entry | None:
        if entry.kind != Shuffled.kind or entry.part != 1 or (chosen and receiver != 0):
            return None
        chosen.append(entry)
        return with_body(SMALL, entry, _shorter)

    lie(wire, ACCUSER, tell)
    wire.run()
    stopped = [node for node in (wire.nodes[peer] for peer in HONEST) if node.accused]
    assert len(stopped) == len(HONEST)
    assert {(each.accused[0].peer, each.referee.is_stopped) for each in stopped} == {(1, True)}


def _shorter(body: object) -> Shuffled:
    assert isinstance(body, Shuffled)
    return Shuffled(body.deck, body.generation + 1, body.count, body.payloads, body.proof)


def test_whoever_has_stopped_gives_the_wrong_entry_to_who_asks_for_it() -> None:
    wire = table()
    lie(
        wire,
        ACCUSER,
        lambda _, entry: with_body(SMALL, entry, _shorter) if entry.kind == Shuffled.kind else None,
    )
    while not wire.nodes[0].accused:
        wire.step()
    misdeed = wire.nodes[0].referee.misdeed
    assert misdeed is not None
    assert misdeed.code == Reason.MALFORMED
    referee = wire.nodes[0].referee
    wrong = decode_entry(misdeed.entries[-1])
    sent = referee.handle(Arrived(2, WantEntry(wrong.hash)), wire.now)
    assert sent == [Send(EntrySent(wrong.to_bytes()), 2)]
    assert referee.handle(Arrived(2, WantEntry(b"\x01" * 32)), wire.now) == []
