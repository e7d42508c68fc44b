"""Standing orders: passing by moment without being asked, never because of what a hand holds."""

from typing import TYPE_CHECKING, Any

from engine.ids import MomentId

if TYPE_CHECKING:
    from engine.requests import Request

# The moments at which cards may interrupt; everything else that is asked is the seat's own turn.
WINDOWS: tuple[MomentId, ...] = (
    "dawn.events",
    "dusk.events",
    "day.free",
    "combat.start",
    "combat.firearm",
    "combat.cancel-dracula",
    "ambush.avoid",
    "harm.prevent",
    "search.before",
    "search.found",
    "rail.declare",
    "rail.spend",
    "falsetip.cancel",
    "event.cancel",
    "event.over-limit",
    "move.road-done",
    "move.region-crossed",
    "dracula.phase",
    "dracula.end",
)

# As shipped: asked at dawn, at dusk, in combat and at one's own ambush.
ASKED_AT_FIRST: tuple[MomentId, ...] = (
    "dawn.events",
    "dusk.events",
    "combat.start",
    "combat.firearm",
    "combat.cancel-dracula",
    "harm.prevent",  # bites and defeats are what fights bring
    "ambush.avoid",
    # What dawn and dusk are to hunters: no card of Dracula's is for those, most are for his phase.
    "dracula.phase",
    "dracula.end",
)
PASSED_AT_FIRST = tuple(moment for moment in WINDOWS if moment not in ASKED_AT_FIRST)


def window_of(request: "Request[Any]") -> MomentId | None:
    """The moment a request asks about, if it is a window at all."""
    # The settings name the moments at the program's start, which is not to wait for the game.
    from engine.options import PASS  # noqa: PLC0415
    from engine.requests import Choose  # noqa: PLC0415

    if not isinstance(request, Choose) or PASS not in request.options:
        return None
    moment = request.about.removesuffix("?")
    return moment if moment in WINDOWS else None


class Orders:
    """What the player has ordered, and whether the next window is to stop."""

    def __init__(self, passes: tuple[MomentId, ...] = PASSED_AT_FIRST) -> None:
        self.passes = frozenset(passes)
        self.stops_next = False

    def passing(self, request: "Request[Any]") -> MomentId | None:
        """The moment at which this request is passed without asking; None: ask."""
        moment = window_of(request)
        return moment if moment in self.passes and not self.stops_next else None

    def shown(self, request: "Request[Any]") -> None:
        """The player is asked; at a window that is what an order to stop was for."""
        if window_of(request) is not None:
            self.stops_next = False
