"""`borgo bench net`: every figure the protocol asks for is reported, and no test is timed (B-4)."""

import json

import pytest

from client.commands.command_line import main


@pytest.mark.slow
def test_the_figures_of_proofs_are_reported(capsys: pytest.CaptureFixture[str]) -> None:
    """B-1, B-4, B-5: proving and verifying beside their raw operations; the plain group too."""
    assert main(["bench", "net", "--no-table", "--rounds", "1", "--json"]) == 0
    figures = json.loads(capsys.readouterr().out)
    for work in ("move", "absence", "shuffle_75"):
        for part in ("prove", "verify"):
            assert figures[f"{work}_{part}_ms"] > 0
            assert figures[f"{work}_{part}_per_raw"] > 0
            assert figures[f"{work}_{part}_group_operations"] > 10
    assert figures["plain_move_prove_ms"] > figures["move_prove_ms"]
    assert figures["plain_move_verify_ms"] > figures["move_verify_ms"]
