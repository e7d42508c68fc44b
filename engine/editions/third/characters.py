"""The five character sheets of the third and fourth editions."""

from engine.edition import Character
from engine.ids import DRACULA, GODALMING, MINA, SEWARD, VAN_HELSING

# The published first-game cities are not known to us; first_city holds stand-ins of our own,
# spread so that every hunter stands in a large city of another region.
CHARACTERS: tuple[Character, ...] = (
    Character(
        seat=DRACULA,
        health=15,
        bite_spaces=0,
        bitten=False,
        item_limit=0,
        event_limit=4,
        ticket_limit=0,
    ),
    Character(
        seat=GODALMING,
        health=11,
        bite_spaces=1,
        bitten=False,
        item_limit=3,
        event_limit=3,
        ticket_limit=2,
        first_city="rome",
    ),
    Character(
        seat=SEWARD,
        health=9,
        bite_spaces=1,
        bitten=False,
        item_limit=4,
        event_limit=4,
        ticket_limit=2,
        first_city="madrid",
    ),
    Character(
        seat=VAN_HELSING,
        health=8,
        bite_spaces=2,
        bitten=False,
        item_limit=3,
        event_limit=3,
        ticket_limit=2,
        first_city="munich",
    ),
    Character(
        seat=MINA,
        health=9,
        bite_spaces=0,
        bitten=True,
        item_limit=3,
        event_limit=3,
        ticket_limit=2,
        first_city="paris",
    ),
)
