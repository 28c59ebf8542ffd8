"""Killed amid whatever it does, memdesk loses nothing that it acknowledged (spec 1.8, 6.2).

A few rounds of each; hundreds by hand: `python tests/hostile/run.py`.
"""

from __future__ import annotations

import os

import pytest
from killing import SCENARIOS, killed

ROUNDS = {"writes over the socket": 4, "writes over MCP": 4}


@pytest.mark.skipif(os.name == "nt", reason="kills by a signal of POSIX")
@pytest.mark.parametrize("name", SCENARIOS)
def test_nothing_acknowledged_is_lost(name: str) -> None:
    tally = killed(name, ROUNDS.get(name, 2), seed=7)
    assert tally.faults == []
    assert tally.lost == 0
    assert tally.rounds == ROUNDS.get(name, 2)
    if "writes over" in name:
        assert tally.killed == tally.rounds  # a server goes on until it is killed
        assert tally.acknowledged
