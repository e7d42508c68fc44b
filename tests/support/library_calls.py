"""The group library with a memory: which of its functions were called, with what."""

from typing import Any

import nacl.bindings


class RecordingLibrary:
    def __init__(self) -> None:
        self.calls: list[tuple[str, tuple[bytes, ...]]] = []

    def __getattr__(self, name: str) -> Any:
        function = getattr(nacl.bindings, name)

        def recorded(*arguments: bytes) -> Any:
            self.calls.append((name, arguments))
            return function(*arguments)

        return recorded
