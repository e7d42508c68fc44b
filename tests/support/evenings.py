"""What a test awaits, in a loop that ends in any case: what hangs fails, and blocks nothing."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

LONGEST_S = 60.0

Result = TypeVar("Result")


def run_evening(
    evening: Callable[[], Coroutine[Any, Any, Result]], longest: float = LONGEST_S
) -> Result:
    """Run it to its end; TimeoutError if that takes longer."""

    async def bounded() -> Result:
        async with asyncio.timeout(longest):
            return await evening()

    return asyncio.run(bounded())
