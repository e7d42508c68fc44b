"""Network namespaces of our own with a switch between them, and what can go wrong there (Linux).

1. Everything is made inside namespaces that end with this program: nothing appears outside, nothing
   is left behind, and no packet leaves the machine.
2. Each peer has a name, a card and an address of its own; the switch has a port for each.
"""

from collections.abc import Sequence

from client.soak.bad_cable import BadCable, Trouble
from client.soak.chance import chance_from
from client.soak.enclosure import NoNamespaces, run_quietly

_SWITCH = "tgsw"


def namespace(peer: int) -> str:
    """The namespace of a peer."""
    return f"tg{peer}"


def inside(peer: int, command: Sequence[str]) -> list[str]:
    """The same command in the namespace of a peer."""
    return ["ip", "netns", "exec", namespace(peer), *command]


class Network:
    """Peers on one switch, each in its namespace."""

    def __init__(self, peers: int, trouble: Trouble | None = None) -> None:
        self._cables: list[BadCable] = []
        _do("ip", "netns", "add", _SWITCH)
        _do("ip", "-n", _SWITCH, "link", "add", "br0", "type", "bridge")
        _do("ip", "-n", _SWITCH, "link", "set", "br0", "up")
        self._names = [_SWITCH]
        for peer in range(peers):
            self._join(peer, trouble)

    def _join(self, peer: int, trouble: Trouble | None) -> None:
        name = namespace(peer)
        _do("ip", "netns", "add", name)
        self._names.append(name)
        card, port = f"card{peer}", _port(peer)
        if trouble is None:
            _do("ip", "link", "add", card, "type", "veth", "peer", "name", port)
        else:
            chance = chance_from(f"cable {peer}")
            self._cables.append(BadCable((card, port), trouble, chance))
        _do("ip", "link", "set", card, "netns", name)
        _do("ip", "link", "set", port, "netns", _SWITCH)
        _do("ip", "-n", _SWITCH, "link", "set", port, "master", "br0", "up")
        _do("ip", "-n", name, "link", "set", "lo", "up")
        _do("ip", "-n", name, "addr", "add", f"{address(peer)}/24", "dev", card)
        _do("ip", "-n", name, "link", "set", card, "up")

    def programs(self) -> list[str]:
        """The ids of the programs that run in a peer's namespace."""
        return [each for name in self._names for each in _do("ip", "netns", "pids", name).split()]

    def close(self) -> None:
        """Take everything away again."""
        for cable in self._cables:
            cable.close()
        for name in self._names:
            _do("ip", "netns", "del", name)

    def pull_cable(self, peer: int) -> None:
        """Nothing goes to or from a peer, and nobody is told."""
        _do("ip", "-n", _SWITCH, "link", "set", _port(peer), "down")

    def plug_cable(self, peer: int) -> None:
        """The cable is back."""
        _do("ip", "-n", _SWITCH, "link", "set", _port(peer), "up")

    def isolate(self, *peers: int, is_on: bool) -> None:
        """These peers cannot reach each other, only the rest."""
        for peer in peers:
            state = "on" if is_on else "off"
            _do(
                "ip", "netns", "exec", _SWITCH, "bridge", "link", "set", "dev", _port(peer),
                "isolated", state,
            )  # fmt: skip

    def change_address(self, peer: int) -> None:
        """A peer is at another address from now on."""
        name, card = namespace(peer), f"card{peer}"
        # In this order: with the first address of a net its further ones would go too.
        _do("ip", "-n", name, "addr", "del", f"{address(peer)}/24", "dev", card)
        _do("ip", "-n", name, "addr", "add", f"{address(peer + 100)}/24", "dev", card)


def _port(peer: int) -> str:
    return f"sw{peer}"


def address(peer: int) -> str:
    """Where a peer is at first."""
    return f"10.99.0.{peer + 1}"


def _do(*words: str) -> str:
    done = run_quietly(words)
    if done.returncode != 0:
        why = done.stderr.strip()
        raise NoNamespaces("no-namespaces-command", command=" ".join(words), why=why)
    return done.stdout
