"""What the net refuses is said from an id and what it is about, never from the net's own words."""

from pathlib import Path

import pytest

from client.words.words import Words, fault_words
from engine.errors import BadSetup, BorgoError
from net.crypto.faults import Malformed
from net.edge.finding.route import NoTable, NotLetIn
from net.edge.storing.private_files import BadPrivateFile, WrongPassphrase
from net.edge.storing.store_file import AlreadyAnswered, StoreDamaged, StoreFull
from net.edge.transport.link import TurnedAway
from net.errors import BadGameFile
from net.judging.game_file import read_game_file
from net.session.handshake import Refusal

PATH = Path("folder/key.pem")
ERRORS = [
    (NotLetIn("Carfax", "passphrase-needed"), "Carfax: The table has a passphrase"),
    (NotLetIn("192.0.2.7:1", "other-rules.7"), "version 7 of the rules"),
    (NoTable("no-table-named", name="Carfax"), "no table “Carfax” on this network"),
    (TurnedAway(Refusal.WRONG_PASSPHRASE), "The passphrase is wrong."),
    (BadPrivateFile("key-open-to-others", PATH), "chmod 600 folder/key.pem"),
    (WrongPassphrase("key-not-opened", PATH), "does not open folder/key.pem"),
    (StoreFull("store-full", PATH), "The disk is full: folder/key.pem"),
    (StoreDamaged("store-damaged", PATH, "no pages"), "damaged (no pages)"),
    (AlreadyAnswered(b"", b""), "answered already"),
    (BadSetup("bad-set-up", reason="other-cards-or-map"), "other cards or another map"),
]


@pytest.mark.parametrize(("error", "words"), ERRORS, ids=lambda each: str(each)[:40])
def test_an_error_is_said_by_its_id(error: BorgoError, words: str) -> None:
    said = fault_words(error)
    assert words in said
    assert "{" not in said
    assert "[error" not in said


def test_bytes_of_a_peer_are_said_by_the_kind_of_their_fault() -> None:
    assert fault_words(Malformed("a body of 9 bytes")) == "It was not well formed."


def test_a_broken_file_says_where_it_breaks() -> None:
    with pytest.raises(BadGameFile) as caught:
        read_game_file(b"BORGO1\n\x01")
    assert Words().error(caught.value).startswith("The file ends inside frame 0 at byte 7")


def test_another_language_has_only_to_know_the_id(monkeypatch: pytest.MonkeyPatch) -> None:
    words = Words()
    said: list[tuple[str, dict[str, object]]] = []
    monkeypatch.setattr(words, "say", lambda name, **about: said.append((name, about)) or "gesagt")
    assert words.error(StoreFull("store-full", PATH)) == "gesagt"
    assert said == [("error-store-full", {"path": str(PATH), "why": ""})]
