"""Hostile bytes for every decoder: a corpus of telling ones, and some new ones each time.

`borgo soak --fuzz --corpus DIR --group tests.support.small_group:SmallGroup` finds such inputs.
"""

import gc
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from client.workshop.hostile.decoders import Decoder, decoders_for, samples_in
from client.workshop.hostile.fuzzing import FuzzTrial, fuzz, joined, outcome_of
from client.workshop.simulated.judgement import NoSuchGroup, group_called
from tests.shape.tree import ROOT
from tests.support.small_group import SmallGroup

CORPUS = ROOT / "tests" / "net" / "corpus"
SMALL = "tests.support.small_group:SmallGroup"


class Telling(msgspec.Struct, frozen=True):
    """An input, and what came of it when it was found."""

    reason: str
    input: bytes


def telling(path: Path) -> Iterator[Telling]:
    return (msgspec.json.decode(line, type=Telling) for line in path.read_bytes().splitlines())


@pytest.fixture(autouse=True)
def _what_was_here_before_is_not_searched() -> Iterator[None]:
    """The trial counts what is kept; a process that has run other tests has a lot of that."""
    gc.freeze()
    yield
    gc.unfreeze()


@pytest.fixture(scope="module")
def decoders() -> dict[str, Decoder]:
    group = SmallGroup()
    found = decoders_for(samples_in(group), group)
    return {decoder.name.replace(" ", "-"): decoder for decoder in found}


def test_every_decoder_reads_its_samples_and_has_a_corpus(decoders: dict[str, Decoder]) -> None:
    assert {path.stem for path in CORPUS.iterdir()} == set(decoders)
    for decoder in decoders.values():
        assert {outcome_of(decoder, sample) for sample in decoder.samples} == {"read"}


@pytest.mark.parametrize("path", sorted(CORPUS.iterdir()), ids=lambda path: path.stem)
def test_the_corpus_is_read_or_refused_as_it_was(path: Path, decoders: dict[str, Decoder]) -> None:
    for each in telling(path):
        outcome = outcome_of(decoders[path.stem], each.input)
        assert (outcome == "read") == (each.reason == "read"), each


def test_some_thousand_inputs() -> None:
    trial = fuzz(range(4000), SMALL)
    assert trial.faults == ()
    assert sum(trial.outcomes.values()) == 4000


def test_a_hundred_spoilt_records_and_stores() -> None:
    trial = fuzz(range(100), SMALL, records=True)
    assert trial.faults == ()
    kinds = {outcome.partition(":")[0] for outcome in trial.outcomes}
    assert len(kinds) == 5
    assert all(trial.outcomes[f"{kind}: read"] for kind in kinds)  # what is whole enough is read


def test_a_run_that_takes_too_much_memory_at_once_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    taken = iter((100.0, 601.0))
    monkeypatch.setattr("client.workshop.hostile.fuzzing.memory_mb", lambda: next(taken))
    (fault,) = fuzz(range(3), SMALL).faults
    assert fault == "inputs range(0, 3): from 100.0 to 601.0 MB"


def test_what_breaks_a_decoder_is_told_with_the_input(monkeypatch: pytest.MonkeyPatch) -> None:
    def breaks(_content: bytes) -> None:
        raise KeyError("broken")

    monkeypatch.setattr(
        "client.workshop.hostile.fuzzing._decoders",
        lambda _group: (Decoder("bad", breaks, (b"a",)),),
    )
    (fault,) = fuzz(range(7, 8), SMALL).faults
    assert fault.startswith("input 7, bad: KeyError: 'broken': ")


def test_a_decoder_that_keeps_what_it_reads_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    kept: list[object] = []

    def keeps(content: bytes) -> None:
        kept.append([content, [content]])

    monkeypatch.setattr(
        "client.workshop.hostile.fuzzing._decoders",
        lambda _group: (Decoder("bad", keeps, (b"a",)),),
    )
    (fault,) = fuzz(range(2000), SMALL).faults
    assert "objects more are kept" in fault


def test_a_process_that_grows_from_run_to_run_is_told() -> None:
    runs = [FuzzTrial(at * 10, 10, {}, (), {}, 7, 90.0 + 30 * at) for at in range(3)]
    others = [FuzzTrial(at * 10, 10, {}, (), {}, 8, 90.0 + 10 * at) for at in range(3)]
    assert joined([*runs, *others]).faults == ("process 7 grew from 90.0 to 150.0 MB",)
    assert joined(others).faults == ()
    assert fuzz(range(3), SMALL).memory_mb > 1


def test_a_group_that_does_not_exist_is_named() -> None:
    with pytest.raises(NoSuchGroup, match="nowhere:Nothing"):
        group_called("nowhere:Nothing")
