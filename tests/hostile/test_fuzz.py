"""Some hundreds of hostile inputs for each door; many more by hand, with `fuzzing.py`."""

from __future__ import annotations

import os

import pytest
from fuzzing import TARGETS, fuzzed


@pytest.mark.skipif(os.name == "nt", reason="knocks at a Unix socket")
@pytest.mark.parametrize("name", TARGETS)
def test_garbage_is_answered_as_promised(name: str) -> None:
    wanted = max(200 // TARGETS[name][1], 4)
    count, found = fuzzed(name, wanted, seed=1)
    assert found == []
    assert count == wanted
