"""Which part of the protocol's page is made by what."""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from protocol_tables.bodies import bodies_table, groups_table, numbers_table
from protocol_tables.decks import decks_table, orders, places_table, tables_hashes
from protocol_tables.example import example
from protocol_tables.machines import (
    channel_diagram,
    game_diagram,
    handshake_diagram,
    lobby_diagram,
    lobby_table,
    onlooker_diagram,
    onlooker_table,
    replacement_diagram,
)
from protocol_tables.messages import limits_table, messages_table, setup_table
from protocol_tables.values import state_example, state_schema, tables_schema

MAKERS: Mapping[str, Callable[[], str]] = MappingProxyType(
    {
        "bodies": bodies_table,
        "groups": groups_table,
        "numbers": numbers_table,
        "messages": messages_table,
        "setup": setup_table,
        "limits": limits_table,
        "handshake": handshake_diagram,
        "channel": channel_diagram,
        "lobby": lobby_diagram,
        "lobby_table": lobby_table,
        "onlooker": onlooker_diagram,
        "onlooker_table": onlooker_table,
        "game": game_diagram,
        "replacement": replacement_diagram,
        "decks": decks_table,
        "places": places_table,
        "orders": orders,
        "tables_hashes": tables_hashes,
        "state": state_schema,
        "state_example": state_example,
        "tables": tables_schema,
        "example": example,
    }
)
