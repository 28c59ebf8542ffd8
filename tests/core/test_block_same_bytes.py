"""The same set gives the same bytes: whatever the order, the process, the time zone (spec 2)."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from pathlib import Path

import pytest
from block_banks import VARIED, banks, fixed_bank, presets, profiles
from hypothesis import given
from hypothesis import strategies as st

from memdesk.core.block import order
from memdesk.core.block.build import build_block, etag
from memdesk.core.block.result import BlockRequest
from memdesk.core.entry import Entry, Memory, Profile
from memdesk.core.preset import Preset


@given(
    banks.flatmap(lambda bank: st.tuples(st.just(bank), st.permutations(bank))),
    profiles,
    presets,
    st.none() | st.integers(0, 3000),
)
def test_the_order_of_arrival_moves_nothing(
    pair: tuple[list[Entry], list[Entry]], profile: Profile, preset: Preset, limit: int | None
) -> None:
    request = BlockRequest(limit=limit)
    one, other = (build_block(iter(entries), profile, preset, request) for entries in pair)
    assert one == other


_CHILD = """
import sys
sys.path.insert(0, sys.argv[1])
from test_block_same_bytes import digest
print(digest(int(sys.argv[2])))
"""


def digest(shuffle: int) -> str:
    """Hashes of the blocks of a fixed bank, its entries shuffled."""
    entries, profile = fixed_bank(7, 300)
    random.Random(shuffle).shuffle(entries)
    blocks = (build_block(entries, profile, preset, BlockRequest()) for preset in VARIED)
    return " ".join(etag(block.system + block.runtime + block.tail) for block in blocks)


@pytest.mark.parametrize(
    ("number", "environment"),
    [
        (1, {"PYTHONHASHSEED": "1", "TZ": "Asia/Shanghai", "LC_ALL": "C"}),
        (
            2,
            {"PYTHONHASHSEED": "2", "TZ": "America/St_Johns", "LC_ALL": "C.UTF-8", "LANG": "zh_CN"},
        ),
        (3, {"PYTHONHASHSEED": "random", "TZ": "UTC", "LANGUAGE": "zh", "PYTHONUTF8": "0"}),
    ],
)
def test_another_process_in_another_place_moves_nothing(
    number: int, environment: dict[str, str]
) -> None:
    child = subprocess.run(
        [sys.executable, "-c", _CHILD, str(Path(__file__).parent), str(number)],
        env=os.environ | environment | {"PYTHONPATH": str(Path(__file__).parents[2])},
        capture_output=True,
        text=True,
        check=True,
    )
    assert child.stdout.strip() == digest(0)


@given(st.lists(st.builds(
    Memory,
    id=st.text("ab", min_size=1, max_size=3),
    relevance=st.sampled_from(["high", "medium", "low"]),
    pinned=st.booleans(),
    updated_at=st.sampled_from(["2026-01-01T00:00:00.000Z", "2026-01-02T00:00:00.000Z"]),
), unique_by=lambda memory: memory.id))  # fmt: skip
def test_orders_are_total(memories: list[Memory]) -> None:
    backwards = memories[::-1]
    for ordered in (
        order.by_importance, order.by_relevance, order.by_creation, order.constraints_ranked,
        order.by_position,
    ):  # fmt: skip
        assert ordered(memories) == ordered(backwards)


def test_candidates_give_the_bytes_that_all_entries_give() -> None:
    """Memories below all that can be shown need only be counted."""
    entries, profile = fixed_bank(3, 400)
    for preset in VARIED:
        if preset.max_inject is None:
            continue
        rest = [entry for entry in entries if not isinstance(entry, Memory)]
        memories = [entry for entry in entries if isinstance(entry, Memory)]
        whole = build_block(entries, profile, preset, BlockRequest())
        beyond = {omitted.id for omitted in whole.omitted if omitted.reason == "max_inject"}
        near = [memory for memory in memories if memory.id not in beyond]
        few = build_block([*rest, *near], profile, preset, BlockRequest(), beyond=len(beyond))
        assert (few.system, few.runtime, few.tail) == (whole.system, whole.runtime, whole.tail)
