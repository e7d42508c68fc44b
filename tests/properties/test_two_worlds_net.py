"""Two secret histories with the same public answers look alike to everybody else's program.

Both are played by real referees (client/workshop/soak/played_worlds.py). Whoever does not hold what
differs hears the same messages at the same moments: types, order, sizes, every public field, the
digests of the state, what each proof is about; and is asked, told, sees and logs the same. Leaks
planted on purpose show that this can fail. How long work takes is measured by `borgo soak
--worlds`.
"""

import logging
from functools import cache
from itertools import chain
from typing import NamedTuple

import pytest

from client.simulation import below_from
from client.workshop.soak.played_worlds import (
    PlayedWorld,
    Watcher,
    differing,
    joined,
    older_trails,
    other_choices,
    other_hands,
    other_trails,
    told_apart,
)
from engine.audit import audit
from engine.ids import DRACULA, HIDE, Seat
from engine.local import LocalGame
from engine.record import Record, Setup, players_for
from net.crypto.derivation import SeedSecrets
from net.game.pending import Part
from net.peer.outbox import AnswerQueue
from tests.support.small_group import SmallGroup

GROUP = SmallGroup()
PEERS = 3


@cache
def played(seed: str, answers: int) -> LocalGame:
    """A game of random answers; those of 99 and 102 end when the choices of a fight lie sealed."""
    below = below_from(seed)
    local = LocalGame(Setup("fourth", {}, players_for(PEERS)), below)
    while local.game.position < answers:
        local.step(lambda _, could: could[below(len(could))])
    return local


class Seen(NamedTuple):
    """A record that was played, and what each peer could notice."""

    world: PlayedWorld
    watches: list[Watcher]


@cache
def base(seed: str, answers: int) -> Seen:
    """That game itself, as the referees play it."""
    return through(played(seed, answers).record())


def through(record: Record) -> Seen:
    watches = [Watcher(GROUP) for _ in range(PEERS)]
    world = PlayedWorld(record, GROUP, watches)
    world.run()
    return Seen(world, watches)


def by_hunters(one: Seen, other: Seen) -> list[str]:
    pairs = zip(one.watches[1:], other.watches[1:], strict=True)
    return [found for pair in pairs if (found := told_apart(*pair)) is not None]


def by_others(one: Seen, other: Seen, holder: Seat) -> list[str]:
    """By what anybody tells them apart but who holds what differs; that peer knows what it has."""
    record, world = one.world.record, other.world.record
    assert audit(world) == ()
    holding = next(peer for peer in range(PEERS) if holder in record.setup.players[peer])
    for seen in (one, other):
        known = seen.world.referees[holding].witness.knowledge[holder]
        opened = dict(seen.world.record.opened)
        changed = differing(record, world).keys() & known.keys()
        assert changed
        assert all(known[slot] == opened[slot] for slot in changed)
    pairs = [*zip(one.watches, other.watches, strict=True)]
    del pairs[holding]
    return [found for pair in pairs if (found := told_apart(*pair)) is not None]


def test_other_places_choices_and_cards_of_dracula_look_the_same_to_hunters(
    caplog: pytest.LogCaptureFixture,
) -> None:
    """W-4: older places, one of them a Hide instead, what is sealed in a fight, and his hand."""
    caplog.set_level(logging.DEBUG)
    local = played("worlds/11", 99)
    record = local.record()
    hands = (other_hands(local, kind) for kind in ("events", "encounters"))
    held = chain(other_choices(record), *hands)
    cards = (world for holder, world in held if holder == DRACULA)
    world = joined(record, chain([to_hide()], older_trails(record), cards))
    other = differing(record, world)
    assert HIDE in other.values()
    assert {slot[0] for slot in other} == set("cden")  # choices, trail, events, encounters
    assert by_others(base("worlds/11", 99), through(world), DRACULA) == []
    assert caplog.records == []


def test_another_newest_place_looks_the_same_to_hunters() -> None:
    record = played("worlds/4", 60).record()
    world = through(joined(record, other_trails(record)))
    assert by_others(base("worlds/4", 60), world, DRACULA) == []


def test_other_cards_of_a_hunter_look_the_same_to_the_others() -> None:
    local = played("worlds/48", 102)
    hands = (other_hands(local, kind) for kind in ("items", "events", "tickets"))
    cards = (world for holder, world in chain(*hands) if holder == "seward")
    world = joined(local.record(), cards)
    assert len(differing(local.record(), world)) >= 3
    assert by_others(base("worlds/48", 102), through(world), "seward") == []


# Leaks planted on purpose.


@cache
def to_hide() -> Record:
    record = played("worlds/11", 99).record()
    hides = (each for each in older_trails(record) if HIDE in differing(record, each).values())
    return next(world for world in hides if not audit(world))


def test_a_place_that_is_blinded_alike_each_time_is_noticed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """N-3: the bytes of the place before would show that he stayed where he was."""
    blinding = SeedSecrets.location_blinding

    def leaking(secrets: SeedSecrets, _anchor: bytes, _slot: int, place: int) -> int:
        return blinding(secrets, bytes(32), 0, place)

    monkeypatch.setattr(SeedSecrets, "location_blinding", leaking)
    one, other = through(played("worlds/11", 99).record()), through(to_hide())
    assert len(by_hunters(one, other)) == 2


def test_an_answer_that_leaves_when_it_is_easy_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """N-7: a bot that has much to think about answers later."""
    since = AnswerQueue.since

    def leaking(docket: AnswerQueue, part: Part) -> float:
        decided = docket.decided(part)
        value = getattr(getattr(decided, "answer", None), "value", "")
        return since(docket, part) + (0.001 if value == HIDE else 0.0)

    monkeypatch.setattr(AnswerQueue, "since", leaking)
    assert len(by_hunters(base("worlds/11", 99), through(to_hide()))) == 2
