"""Every secret that comes out of a seed while something runs, by what it is for."""

from collections import defaultdict
from collections.abc import Iterable, Iterator

import pytest

from net.crypto.derivation import SeedSecrets
from net.crypto.group import Group
from net.log.entry import decode_entry
from net.wire.bodies import (
    AuditOpened,
    Body,
    ChoiceOpened,
    KeyOpen,
    TrailOpened,
    decode_body,
)

SIZE = 32


class SecretsMade:
    """Listens to `SeedSecrets.derive` and keeps what came out, as the bytes that would be seen."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.halves: dict[str, set[bytes]] = defaultdict(set)
        self.scalars: dict[str, set[bytes]] = defaultdict(set)
        derive = SeedSecrets.derive

        def listening(secrets: SeedSecrets, label: str, content: bytes) -> bytes:
            derived = derive(secrets, label, content)
            scalar = int.from_bytes(derived, "little") % secrets._group.order
            self.halves[label].add(derived[:SIZE])
            self.scalars[label].add(scalar.to_bytes(SIZE, "little"))
            return derived

        patch.setattr(SeedSecrets, "derive", listening)

    def all_halves(self) -> set[bytes]:
        return set().union(*self.halves.values())

    def all_scalars(self) -> set[bytes]:
        return set().union(*self.scalars.values())


def opened_in(group: Group, entries: Iterable[bytes]) -> Iterator[bytes]:
    """What the protocol itself opens during a game: nonces, salts."""
    for entry in map(decode_entry, entries):
        if entry.kind in (KeyOpen.kind, TrailOpened.kind, ChoiceOpened.kind):
            yield from _opened(decode_body(group, entry.kind, entry.body))


def _opened(body: Body) -> Iterator[bytes]:
    match body:
        case KeyOpen() | ChoiceOpened():
            yield body.salt
        case TrailOpened():
            yield from (opening.nonce for opening in body.openings)


def before_audit(entries: Iterable[bytes]) -> list[bytes]:
    return [each for each in entries if decode_entry(each).kind != AuditOpened.kind]


def found_in(content: bytes, secrets: set[bytes]) -> set[bytes]:
    """Which of many secrets of 32 bytes are in there, wherever they begin."""
    last = len(content) - SIZE + 1
    return secrets.intersection(content[at : at + SIZE] for at in range(last))
