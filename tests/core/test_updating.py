"""`memory_update` follows the gameassist seed, and more (spec 1.4)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from memdesk.core.entry import Entry, Kind, Memory, Profile, Task, Work
from memdesk.core.errors import BadParameters, LimitExceeded, MemdeskError, NotFound
from memdesk.core.scope import Viewer
from memdesk.core.updating import (
    UPDATE_PARAMETERS,
    Creation,
    EntryChange,
    ProfileChange,
    Removal,
    Step,
    described,
    plan_update,
)

PROFILE = Profile(interests=("anime", "Go"), preferences=("short answers",), notes="Hello")
TASK = Task(id="forum", title="Forum", status="doing", notes="Battle")
WORK = Work(id="game", name="Game", work_kind="game", tech=("Godot", "C#"), path="/g")
MEMORY = Memory(id="m1", title="Tabs", content="Use tabs", tags=("style",))
THERE: dict[tuple[Kind, str], Entry] = {
    (entry.kind, entry.id): entry for entry in (TASK, WORK, MEMORY)
}


def plan(**params: object) -> list[Step]:
    return plan_update(params, PROFILE, lambda kind, id: THERE.get((kind, id)))


def test_a_given_list_replaces_and_an_empty_text_clears() -> None:
    assert plan(interests="chess， tea、 go;\n") == [
        ProfileChange(fields={"interests": ("chess", "tea", "go")})
    ]
    assert plan(interests="", profileNotes="") == [
        ProfileChange(fields={"notes": "", "interests": ()})
    ]


def test_what_is_omitted_stays() -> None:
    assert plan(preferences="long answers") == [
        ProfileChange(fields={"preferences": ("long answers",)})
    ]
    assert plan(taskId="forum", taskStatus="done") == [
        EntryChange(kind="task", id="forum", fields={"status": "done"})
    ]


def test_what_is_so_already_is_no_change() -> None:
    assert plan(interests="anime, Go", taskId="forum", taskStatus="doing") == []


def test_single_items_are_added_and_removed() -> None:
    assert plan(addInterests="tea, ANIME", removeInterests="go", addPreferences="tests") == [
        ProfileChange(
            fields={
                "interests": ("anime", "tea"),
                "preferences": ("short answers", "tests"),
            }
        )
    ]
    assert plan(workId="game", addTech="GDScript", removeTech="C#") == [
        EntryChange(kind="work", id="game", fields={"tech": ("Godot", "GDScript")})
    ]
    assert plan(interests="a, b", removeInterests="a", addInterests="c") == [
        ProfileChange(fields={"interests": ("b", "c")})
    ]


def test_a_new_task_needs_a_title_and_is_todo() -> None:
    assert plan(taskTitle="New", taskNotes="n") == [Creation(entry=Task(title="New", notes="n"))]
    assert plan(taskId="mine", taskTitle="New") == [Creation(entry=Task(id="mine", title="New"))]
    assert plan(taskId="mine", taskTitle="New", taskStatus="") == [
        Creation(entry=Task(id="mine", title="New", status=""))
    ]
    with pytest.raises(BadParameters, match="taskTitle"):
        plan(taskStatus="doing")
    with pytest.raises(NotFound, match="no task with the id mine; give taskTitle"):
        plan(taskId="mine", taskStatus="doing")


def test_a_new_work_needs_a_name() -> None:
    assert plan(workName="New", workTech="a/b; c", workKind="tool") == [
        Creation(entry=Work(name="New", tech=("a/b", "c"), work_kind="tool"))
    ]
    with pytest.raises(BadParameters, match="workName"):
        plan(workTech="a")
    with pytest.raises(NotFound, match="workName"):
        plan(workId="mine", addTech="a")


def test_removal_comes_before_the_upsert_of_the_same_call() -> None:
    assert plan(removeTaskId="forum", taskId="forum", taskTitle="Again") == [
        Removal(kind="task", id="forum"),
        Creation(entry=Task(id="forum", title="Again")),
    ]
    with pytest.raises(NotFound, match="taskTitle"):
        plan(removeTaskId="forum", taskId="forum", taskStatus="done")
    assert plan(removeWorkId="game") == [Removal(kind="work", id="game")]


@pytest.mark.parametrize("name", ["removeTaskId", "removeWorkId", "id"])
def test_an_unknown_id_is_an_error(name: str) -> None:
    with pytest.raises(NotFound, match="nowhere"):
        plan(**{name: "nowhere"})


def test_an_id_of_another_kind_is_not_found() -> None:
    with pytest.raises(NotFound):
        plan(removeTaskId="game")


def test_a_memory_is_changed_by_its_id() -> None:
    assert plan(id="m1", content="Use spaces", tags=["style", "python", "style"]) == [
        EntryChange(
            kind="memory", id="m1", fields={"content": "Use spaces", "tags": ("style", "python")}
        )
    ]
    assert plan(id="m1", tags="") == [EntryChange(kind="memory", id="m1", fields={"tags": ()})]
    with pytest.raises(BadParameters, match="memory_write"):
        plan(content="new")


def test_scope_stores_the_requests_workspace_and_role() -> None:
    viewer = Viewer(workspace="/home/x", role="reviewer")

    def scoped(scope: str, eyes: Viewer) -> list[Step]:
        params = {"id": "m1", "scope": scope}
        return plan_update(params, PROFILE, lambda kind, id: THERE.get((kind, id)), eyes)

    assert scoped("role", viewer) == [
        EntryChange(kind="memory", id="m1", fields={"workspace": "/home/x", "role": "reviewer"})
    ]
    assert scoped("workspace", viewer) == [
        EntryChange(kind="memory", id="m1", fields={"workspace": "/home/x"})
    ]
    with pytest.raises(BadParameters, match="role"):
        scoped("role", Viewer(workspace="/home/x"))
    with pytest.raises(BadParameters, match="workspace, role"):
        scoped("both", viewer)


@pytest.mark.parametrize(
    ("params", "field", "error"),
    [
        ({}, None, BadParameters),
        ({"taskColour": "red"}, "taskColour", BadParameters),
        ({"interests": 3}, "interests", BadParameters),
        ({"interests": None}, "interests", BadParameters),
        ({"interests": ["a", 3]}, "interests", BadParameters),
        ({"taskId": 7, "taskTitle": "t"}, "taskId", BadParameters),
        ({"taskTitle": ""}, "taskTitle", BadParameters),
        ({"taskId": "forum", "taskTitle": " "}, "taskTitle", BadParameters),
        ({"taskTitle": "t" * 201}, "taskTitle", LimitExceeded),
        ({"workId": "game", "workSummary": "s" * 20_001}, "workSummary", LimitExceeded),
        ({"profileNotes": "n" * 20_001}, "profileNotes", LimitExceeded),
        ({"taskId": " x", "taskTitle": "t"}, "taskId", BadParameters),
        ({"id": "m1", "category": "todo"}, "category", BadParameters),
        ({"id": "m1", "relevance": "urgent"}, "relevance", BadParameters),
        ({"id": "m1", "content": ""}, "content", BadParameters),
        ({"removeTaskId": ""}, "removeTaskId", BadParameters),
    ],
)
def test_a_bad_field_is_named_as_the_caller_named_it(
    params: dict[str, object],
    field: str | None,
    error: Callable[..., MemdeskError],
) -> None:
    with pytest.raises(MemdeskError) as caught:
        plan(**params)
    assert type(caught.value) is error
    assert caught.value.values.get("field") == field
    str(caught.value)


def test_every_parameter_is_understood() -> None:
    for name in UPDATE_PARAMETERS:
        try:
            plan(**{name: "x"})
        except MemdeskError as refused:
            assert "has no field" not in str(refused)


def test_steps_are_described_for_the_reply() -> None:
    steps = plan(removeTaskId="forum", workId="game", workPath="", taskTitle="T", addInterests="x")
    assert [described(step) for step in steps] == [
        {"kind": "profile", "action": "updated", "fields": ["interests"]},
        {"kind": "task", "id": "forum", "action": "removed"},
        {"kind": "task", "id": "", "action": "created"},
        {"kind": "work", "id": "game", "action": "updated", "fields": ["path"]},
    ]
