"""What a suggestion is about, and what a memory becomes that takes up another."""

from __future__ import annotations

from typing import Any

import pytest

from memdesk.core.entry import Memory, Profile, Task
from memdesk.core.reviewing import Aim, aims, merged, outcomes
from memdesk.core.updating import Creation, EntryChange, ProfileChange, Removal


@pytest.mark.parametrize(
    ("operation", "parameters", "expected"),
    [
        ("memory_write", {"title": "T", "content": "C"}, [Aim("create", "memory", "", "T")]),
        ("memory_forget", {"id": "m1"}, [Aim("delete", None, "m1", "")]),
        ("memory_update", {"addInterests": "x"}, [Aim("update", "profile", "", "")]),
        ("memory_update", {"taskTitle": "Buy"}, [Aim("create", "task", "", "Buy")]),
        (
            "memory_update",
            {"taskId": "t1", "taskStatus": "done"},
            [Aim("update", "task", "t1", "")],
        ),
        ("memory_update", {"workId": "w", "addTech": "Qt"}, [Aim("update", "work", "w", "")]),
        (
            "memory_update",
            {"removeTaskId": "t1", "removeWorkId": "w1", "id": "m1", "title": "New"},
            [
                Aim("delete", "task", "t1", ""),
                Aim("delete", "work", "w1", ""),
                Aim("update", "memory", "m1", "New"),
            ],
        ),
    ],
)
def test_a_suggestion_says_what_it_is_about(
    operation: str, parameters: dict[str, Any], expected: list[Aim]
) -> None:
    assert aims(operation, parameters) == expected


def test_outcomes_hold_what_is_there_and_what_would_be() -> None:
    task = Task(id="t1", title="Buy", status="todo", notes="milk")
    memory = Memory(id="m1", title="Old", content="words")
    steps = [
        ProfileChange(fields={"notes": "new"}),
        Creation(entry=Memory(title="T", content="C", tags=("a",))),
        EntryChange(kind="task", id="t1", fields={"status": "done"}),
        Removal(kind="memory", id="m1"),
    ]
    profile, made, changed, gone = outcomes(
        steps, Profile(notes="old"), {("task", "t1"): task, ("memory", "m1"): memory}
    )
    assert (profile.before, profile.after) == ({"notes": "old"}, {"notes": "new"})
    assert made.before == {}
    assert made.after == {
        "title": "T",
        "content": "C",
        "category": "note",
        "relevance": "medium",
        "tags": ("a",),
        "workspace": "",
        "role": "",
    }
    assert (changed.label, changed.before, changed.after) == (
        "Buy",
        {"status": "todo"},
        {"status": "done"},
    )
    assert gone.after == {} and gone.before["content"] == "words"


def test_a_memory_takes_up_what_another_says() -> None:
    into = Memory(title="T", content="one\n", tags=("a",), relevance="medium")
    new = {"title": "Other", "content": "two", "tags": ("b", "a"), "relevance": "high"}
    assert merged(into, new) == {
        "content": "one\n\ntwo",
        "tags": ("a", "b"),
        "relevance": "high",
    }


def test_what_it_says_already_is_not_said_twice() -> None:
    into = Memory(title="T", content="It is one thing.", relevance="high")
    assert merged(into, {"content": "one thing", "relevance": "low"}) == {}
    assert merged(Memory(title="T"), {"content": "all of it"}) == {"content": "all of it"}
