"""A program with a table on the loopback network; it says what it finds, a line of JSON for each.

    python -m tests.net.edge.finding.announcing_process TABLE NAME

It listens on a free port, announces it, and leaves with a goodbye when its input ends.
"""

import asyncio
import json
import sys

from engine.versions import PROTOCOL
from net.edge.finding.discovery import LOOPBACK, Announcement, Discovery, Hint, HintGone


def say(**words: object) -> None:
    print(json.dumps(words), flush=True)


def tell(found: Hint | HintGone) -> None:
    if isinstance(found, Hint):
        say(found=found.table.hex(), name=found.name, instance=found.instance, port=found.port)
    else:
        say(gone=found.instance)


async def main(table: bytes, name: str) -> None:
    server = await asyncio.start_server(lambda _, writer: writer.close(), LOOPBACK, 0)
    port = server.sockets[0].getsockname()[1]
    discovery = Discovery(tell, interface=LOOPBACK)
    await discovery.start()
    await discovery.announce(
        Announcement(table, name, port, needs_passphrase=True, protocol=PROTOCOL.newest)
    )
    say(announced=port)
    await asyncio.to_thread(sys.stdin.read)
    await discovery.close()
    server.close()
    await server.wait_closed()


if __name__ == "__main__":
    asyncio.run(main(bytes.fromhex(sys.argv[1]), sys.argv[2]))
