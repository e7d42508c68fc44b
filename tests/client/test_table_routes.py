"""What is typed about a table is what is played."""

import argparse

import pytest

from client.commands.command_line import build_parser, load
from client.table_routes import route_in
from net.edge.route import Opening


def typed(*words: str) -> argparse.Namespace:
    return build_parser(load("table")).parse_args(["table", *words])


@pytest.mark.parametrize(
    ("words", "name"),
    [(("--open", "--seats", "dracula"), "Vlad"), (("--open", "Carfax"), "Carfax")],
)
def test_a_table_may_be_called_like_its_opener(words: tuple[str, ...], name: str) -> None:
    route = route_in(typed("--name", "Vlad", *words))
    assert isinstance(route, Opening)
    assert route.name == name
    assert route.terms.audit


def test_the_secrets_may_stay_closed() -> None:
    route = route_in(typed("--name", "Vlad", "--open", "--no-audit"))
    assert isinstance(route, Opening)
    assert not route.terms.audit
