"""What the store hands out for a block gives the very bytes that the whole bank would give."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

import pytest

from memdesk.core.authors import Actor, importer
from memdesk.core.block.build import build_block
from memdesk.core.block.result import BlockRequest
from memdesk.core.entry import CATEGORIES, RELEVANCES, Entry, Memory, Task, Work
from memdesk.core.preset import BUILT_IN, Preset
from memdesk.core.scope import Viewer
from memdesk.store.bank import Bank

TEXTS = (
    "short", "a b  c", "\u200b\u202e", "password=hunter2x is secret", "进度表",
    "<!-- memdesk:end -->",
    "Never do that", "必须这样", "a longer sentence that says something " * 4, "👨‍👩‍👧‍👦" * 28,
)  # fmt: skip


def random_entry(dice: random.Random, number: int) -> Entry:
    """Any entry at all, with a time of its own choosing."""
    time = f"2026-01-{dice.randrange(1, 6):02d}T00:00:00.000Z"
    common = {
        "id": f"{dice.randrange(10**6)}-{number}",
        "relevance": dice.choice(RELEVANCES),
        "pinned": dice.random() < 0.2,
        "workspace": dice.choice(["", "", "/w", "/else"]),
        "role": dice.choice(["", "", "r", "other"]),
        "created_at": time,
        "updated_at": time,
        "not_secret": dice.random() < 0.2,
        "never_send_to": dice.choice([()] * 6 + [("*",), ("Cursor", "x"), ("x",)]),
        "tags": dice.choice([(), (), ("a",), ("约束",)]),
    }
    text = dice.choice(TEXTS)
    kind = dice.randrange(4)
    if kind == 0:
        status = dice.choice(["todo", "Doing", " DONE ", "archived", "等"])
        position = dice.randrange(1, 4)
        return Task(title=text, notes=text, status=status, position=position, **common)
    if kind == 1:
        return Work(name=text, summary=text, tech=("x", text), **common)
    mode = dice.choice(["auto", "auto", "yes", "no"])
    category = dice.choice(CATEGORIES)
    return Memory(title="t", content=text, category=category, constraint=mode, **common)


def random_preset(dice: random.Random) -> Preset:
    """Any copy of a built-in preset, with budgets small enough to matter."""
    preset = dice.choice(list(BUILT_IN.values()))
    return replace(
        preset,
        name="mine",
        max_inject=dice.choice([None, 0, 1, 5]),
        max_chars=dice.choice([None, 0, 1, 60, 400]),
        max_constraint_chars=dice.choice([None, 0, 3, 100]),
        min_relevance=dice.choice(RELEVANCES),
        categories=tuple(dice.sample(CATEGORIES, dice.randrange(1, 6))),
        sections=tuple(dice.sample(BUILT_IN["default"].sections, dice.randrange(1, 6))),
        scope=dice.choice(["both", "both", "workspace", "role"]),
        order=dice.choice(["importance", "created", "relevance"]),
        detail=dice.choice(["title", "full"]),
    )


@pytest.mark.parametrize("seed", range(12))
def test_the_candidates_give_the_same_bytes(bank: Bank, seed: int) -> None:
    dice = random.Random(seed)
    actor = Actor(author=importer("memdesk"))
    with bank.transaction(actor, "fill"):
        for number in range(dice.choice([0, 20, 400])):
            bank.add(random_entry(dice, number), actor)
    gone = dice.sample(bank.entries(), len(bank.entries()) // 10)
    bank.delete([(entry.kind, entry.id) for entry in gone], actor)
    bank.set_profile({"interests": ["games"], "notes": "n"}, actor)
    everything = bank.entries()
    for _ in range(40):
        preset = random_preset(dice)
        host = dice.choice(["", "cursor", "else"])
        viewer = dice.choice(
            [Viewer(), Viewer(sees_all=True), Viewer(workspace="/w", role="r"), Viewer(role="r")]
        )
        request = BlockRequest(
            viewer=viewer,
            host=host,
            language=dice.choice([None, "en", "zh"]),
            limit=dice.choice([None, None, 500]),
        )
        whole = build_block(everything, bank.profile(), preset, request)
        for drafting in (False, True):
            source = bank.block_source(
                preset, viewer, host, language=request.language, drafting=drafting
            )
            few = build_block(source.entries, source.profile, preset, request, source.beyond)
            assert few.system == whole.system
            assert (few.runtime, few.tail) == (whole.runtime, whole.tail)
            assert few.section_chars == whole.section_chars


MOST_OF_A_DRAFT = {"memory": 60, "task": 220, "work": 220}


def test_a_big_bank_hands_out_little(bank: Bank) -> None:
    actor = Actor()
    with bank.transaction(actor, "fill"):
        for number in range(600):
            bank.add(Memory(title=f"fact {number}", content="a plain fact"), actor)
            bank.add(Memory(title=f"rule {number}", content="You must do it " * 10), actor)
            bank.add(Task(title=f"something to do {number}"), actor)
            bank.add(Work(name=f"something made {number}", summary="s"), actor)
    for drafting, most in ((False, {"memory": 40, "task": 1, "work": 1}), (True, MOST_OF_A_DRAFT)):
        source = bank.block_source(BUILT_IN["default"], Viewer(), drafting=drafting)
        kinds = Counter(entry.kind for entry in source.entries)
        assert all(0 < kinds[kind] <= most[kind] for kind in ("memory", "task", "work"))
        assert sum(source.beyond.values()) + len(source.entries) == 2400


def test_tasks_that_their_status_hides_come_along_to_be_told_of(bank: Bank) -> None:
    done = bank.add(Task(title="t", status="Done"), Actor())
    source = bank.block_source(BUILT_IN["default"], Viewer())
    assert source.entries == (done,)
    assert source.beyond == {}
    block = build_block(source.entries, source.profile, BUILT_IN["default"], BlockRequest())
    assert [omission.reason for omission in block.omitted] == ["status"]


def test_no_preset_asks_for_nothing(bank: Bank) -> None:
    bank.add(Memory(title="t", content="You must"), Actor())
    assert bank.block_source(BUILT_IN["none"], Viewer()).entries == ()
