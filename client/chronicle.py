"""A game told line by line as it happens, from the facts that a peer has written down."""

from collections.abc import Sequence
from typing import Any, Union

import msgspec

from client.spoken import spoken
from engine.facts.fact import Fact


class Chronicle:
    """Tells facts in the words people read; what everybody sees, no more."""

    def __init__(self) -> None:
        self._words = spoken()
        self._facts: msgspec.json.Decoder[Any] = msgspec.json.Decoder(Union[tuple(_kinds(Fact))])  # noqa: UP007

    def tell(self, told: Sequence[msgspec.Raw]) -> None:
        """Print what is worth telling of facts that happened together."""
        facts = [self._facts.decode(encoded) for encoded in told]
        for _, sentence in self._words.tell(facts):
            print(sentence, flush=True)


def _kinds(base: type[Fact]) -> list[type[Fact]]:
    """Every kind of fact; all are known once a table's program is."""
    found = base.__subclasses__()
    return [kind for each in found for kind in (_kinds(each) or [each])]
