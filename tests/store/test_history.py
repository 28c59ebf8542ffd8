"""Every change is remembered, and can be taken back, by whatever process (spec 1.7)."""

from __future__ import annotations

import dataclasses
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memdesk.core.authors import Actor
from memdesk.core.entry import Memory, Task, Work
from memdesk.core.errors import Conflict, NotFound
from memdesk.core.preset import Preset
from memdesk.core.query import Query
from memdesk.store.bank import Bank

PERSON = Actor()
HOST = Actor(author="claude-code")


def everything(bank: Bank) -> dict[str, object]:
    """All that a person would miss, trash included; trash times apart."""
    entries = bank.entries() + bank.entries(Query(trashed=True))
    return {
        "profile": bank.profile(),
        "presets": bank.presets(),
        "hosts": [(host.name, host.policy, host.preset) for host in bank.hosts()],
        **{
            entry.id: dataclasses.replace(entry, deleted_at="…" if entry.deleted_at else None)
            for entry in entries
        },
    }


def test_a_creation_stores_no_second_copy(bank: Bank) -> None:
    bank.add(Memory(title="t", content="only once"), PERSON)
    (revision,) = bank.history()
    assert (revision.action, revision.before, revision.after) == ("create", None, None)


def test_an_update_remembers_only_what_changed(bank: Bank) -> None:
    task = bank.add(Task(title="t", notes="long notes", tags=("a",)), PERSON)
    bank.update(task.id, {"status": "doing", "tags": ["a", "b"]}, HOST)
    revision = bank.history(task.id)[0]
    assert revision.author == "claude-code"
    assert revision.before is not None
    assert revision.before["status"] == "todo"
    assert revision.before["tags"] == ["a"]
    assert revision.after is not None
    assert revision.after["tags"] == ["a", "b"]
    assert "notes" not in revision.before


def test_undo_and_redo_one_after_another(bank: Bank) -> None:
    states = []
    task = bank.add(Task(title="one"), PERSON)
    states.append(everything(bank))
    bank.update(task.id, {"title": "two", "status": "doing"}, PERSON)
    states.append(everything(bank))
    bank.set_profile({"interests": ["games"]}, PERSON)
    states.append(everything(bank))
    bank.delete([("task", task.id)], PERSON)
    states.append(everything(bank))
    bank.restore([("task", task.id)], PERSON)
    states.append(everything(bank))
    bank.add(Work(name="w", tech=("x",)), PERSON)
    states.append(everything(bank))
    for state in states[-2::-1]:
        assert bank.undo(PERSON) is not None
        assert everything(bank) == state or everything(bank).keys() > state.keys()
    assert [entry.label for entry in bank.entries()] == ["one"]
    while bank.redo(PERSON) is not None:
        pass
    assert {entry.label for entry in bank.entries()} == {"two", "w"}
    assert bank.profile().interests == ("games",)
    assert everything(bank) == states[-1] | {"profile": bank.profile()}


def test_undo_outlives_the_program_and_skips_what_is_undone(bank: Bank) -> None:
    first = bank.add(Task(title="first"), PERSON)
    second = bank.add(Task(title="second"), PERSON)
    bank.undo(PERSON)
    bank.close()
    again = Bank(bank.path)
    undoable = again.can_undo()
    assert undoable is not None
    assert undoable.ids == (first.id,)
    again.undo(PERSON)
    assert again.entries() == []
    assert again.can_undo() is None
    assert again.undo(PERSON) is None
    again.redo(PERSON)
    assert [entry.id for entry in again.entries()] == [first.id]
    again.redo(PERSON)
    assert {entry.id for entry in again.entries()} == {first.id, second.id}
    assert again.redo(PERSON) is None
    again.close()


def test_a_new_change_ends_redo(bank: Bank) -> None:
    task = bank.add(Task(title="t"), PERSON)
    bank.update(task.id, {"title": "u"}, PERSON)
    bank.undo(PERSON)
    assert bank.can_redo() is not None
    bank.update(task.id, {"status": "done"}, HOST)
    assert bank.can_redo() is not None, "a host's change is none of the person's"
    bank.update(task.id, {"notes": "n"}, PERSON)
    assert bank.can_redo() is None
    assert bank.redo(PERSON) is None


def test_undo_is_for_the_persons_changes(bank: Bank) -> None:
    task = bank.add(Task(title="t"), PERSON)
    bank.update(task.id, {"notes": "host"}, HOST)
    undoable = bank.can_undo()
    assert undoable is not None
    assert undoable.label == "add"
    bank.undo(PERSON)
    assert bank.entries() == []


def test_undo_never_takes_another_edit_along(bank: Bank) -> None:
    task = bank.add(Task(title="t"), PERSON)
    bank.update(task.id, {"title": "mine", "notes": "mine"}, PERSON)
    bank.update(task.id, {"notes": "theirs"}, HOST)
    before = everything(bank)
    number = bank.generation()
    with pytest.raises(Conflict) as caught:
        bank.undo(PERSON)
    assert caught.value.values["field"] == "notes"
    assert everything(bank) == before
    assert bank.generation() == number


def test_having_been_read_is_no_edit(bank: Bank) -> None:
    """Reviving resets what is counted; a host that recalls it then must not end undo."""
    bank.add(Memory(id="m1", title="old", content="old"), PERSON)
    bank.record_access({"memory": ["m1"]}, recalled=True)
    bank.delete([("memory", "m1")], PERSON)
    bank.add(Memory(id="m1", title="new", content="new"), PERSON)
    bank.record_access({"memory": ["m1"]}, recalled=True)
    assert bank.undo(PERSON) is not None
    old = bank.get("m1", trashed=True)
    assert (old.label, old.deleted_at is None, old.access_count) == ("old", False, 1)
    bank.record_access({"memory": ["m1"]}, recalled=True)
    assert bank.redo(PERSON) is not None
    assert bank.get("m1").label == "new"


def test_a_bulk_change_is_one_step(bank: Bank) -> None:
    made = [bank.add(Task(title=f"t{n}", tags=("old", "keep")), PERSON) for n in range(5)]
    before = everything(bank)
    keys = [entry.key for entry in made]
    changed = bank.update_many(
        keys, {"status": "done", "content": "no task has it"}, PERSON,
        add_tags=["new"], remove_tags=["old"], label="bulk",
    )  # fmt: skip
    assert changed == 5
    assert {entry.tags for entry in bank.entries()} == {("keep", "new")}
    assert len(bank.changes_since(bank.generation() - 1)) == 1
    bank.undo(PERSON)
    assert everything(bank) == before


def test_a_change_longer_than_the_buffer_is_one_step_too(
    bank: Bank, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("memdesk.store.journal._BUFFER", 3)
    with bank.transaction(PERSON, "many"):
        for number in range(10):
            bank.add(Memory(id=f"m{number}", title="t", content="c"), PERSON)
    done = bank.generation()
    undone = bank.undo(PERSON)
    assert undone is not None and (undone.step, undone.undoes) == ("undo", done)
    assert bank.entries() == [] and bank.undo(PERSON) is None
    redone = bank.redo(PERSON)
    assert redone is not None and (redone.step, redone.undoes) == ("redo", undone.number)
    assert len(bank.entries()) == 10 and bank.redo(PERSON) is None


def test_presets_hosts_and_roles_can_be_taken_back(bank: Bank) -> None:
    bank.note_host("cursor")
    steps = [
        lambda: bank.save_preset(Preset(name="mine", max_inject=3), PERSON),
        lambda: bank.save_preset(Preset(name="mine", max_inject=4), PERSON),
        lambda: bank.set_host("cursor", PERSON, policy="read", preset="mine"),
        lambda: bank.set_role_preset("r", "mine", PERSON),
        lambda: bank.delete_preset("mine", PERSON),
    ]
    states = [everything(bank)]
    for step in steps:
        step()
        states.append(everything(bank))
    assert bank.host("cursor").policy == "read"
    assert bank.preset_for("cursor", "") == "default", "a preset that is gone"
    for state in states[-2::-1]:
        bank.undo(PERSON)
        assert everything(bank) == state
    for state in states[1:]:
        bank.redo(PERSON)
        assert everything(bank) == state


def test_what_was_destroyed_leaves_no_revision_and_no_undo(bank: Bank) -> None:
    task = bank.add(Task(title="Zanzibar title"), PERSON)
    bank.update(task.id, {"notes": "Zanzibar notes"}, PERSON)
    assert bank.destroy([("task", task.id)], PERSON) == 1
    assert [revision.action for revision in bank.history(task.id)] == ["destroy"]
    assert bank.can_undo() is None
    with pytest.raises(NotFound):
        bank.get(task.id, trashed=True)
    with closing(sqlite3.connect(bank.path)) as plain:
        dump = "\n".join(plain.iterdump())
    assert "zanzibar" not in dump.casefold()


def test_any_revision_can_be_reverted(bank: Bank) -> None:
    task = bank.add(Task(title="one"), PERSON)
    bank.update(task.id, {"title": "two"}, HOST)
    bank.update(task.id, {"notes": "later"}, PERSON)
    revision = next(r for r in bank.history(task.id) if r.after and "title" in r.after)
    entry = bank.revert(revision.number, PERSON)
    assert entry == bank.get(task.id)
    assert isinstance(entry, Task)
    assert (entry.title, entry.notes) == ("one", "later")
    bank.undo(PERSON)
    assert bank.get(task.id).label == "two"
    with pytest.raises(NotFound):
        bank.revert(99_999, PERSON)


def test_history_pages_backwards(bank: Bank) -> None:
    task = bank.add(Task(title="0"), PERSON)
    for number in range(1, 6):
        bank.update(task.id, {"title": str(number)}, PERSON)
    page = bank.history(limit=4)
    rest = bank.history(limit=4, before=page[-1].number)
    assert [r.number for r in page + rest] == sorted((r.number for r in page + rest), reverse=True)
    assert len(page + rest) == 6
    assert bank.history(kind="memory") == []


def test_changes_name_whose_and_what(bank: Bank) -> None:
    start = bank.generation()
    memory = bank.add(Memory(title="t", content="c", tags=("a",)), HOST)
    bank.rename_tag("a", "b", PERSON)
    bank.set_profile({"notes": "n"}, PERSON)
    bank.record_access({"memory": [memory.id]}, recalled=True)
    kinds = [(change.author, change.kinds, change.ids) for change in bank.changes_since(start)]
    assert kinds == [
        ("claude-code", ("memory",), (memory.id,)),
        ("user", ("memory", "tag"), (memory.id,)),
        ("user", ("profile",), ()),
    ]
    assert bank.generation() == bank.changes_since(start)[-1].number
    with bank.transaction(PERSON, "many"):
        for number in range(1_001):
            bank.add(Task(title=str(number)), PERSON)
    (change,) = bank.changes_since(bank.generation() - 1)
    assert change.ids is None
    assert change.kinds == ("task",)


ACTIONS = st.sampled_from(
    ["add", "edit", "tag", "profile", "delete", "restore", "revive", "reorder", "rename"]
)


@settings(max_examples=40)
@given(actions=st.lists(st.tuples(ACTIONS, st.integers(0, 5)), min_size=1, max_size=12))
def test_undoing_everything_and_redoing_it_changes_nothing(
    actions: list[tuple[str, int]],
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        bank = Bank(Path(folder) / "bank.sqlite")
        for number, (action, choice) in enumerate(actions):
            act(bank, action, choice, f"t{number}")
        after = everything(bank)
        steps = len(bank.changes_since(0))
        for _ in range(steps):
            assert bank.undo(PERSON) is not None
        assert bank.entries() == []
        assert bank.undo(PERSON) is None
        for _ in range(steps):
            assert bank.redo(PERSON) is not None
        now = everything(bank)
        bank.close()
    assert {**now, "profile": None} == {**after, "profile": None}
    assert now["profile"].notes == after["profile"].notes  # type: ignore[attr-defined]


def act(bank: Bank, action: str, choice: int, new_id: str) -> None:
    """One change, if there is anything to change in that way."""
    tasks = [entry.id for entry in bank.entries(Query(kinds=("task",), sort="id"))]
    trash = [entry.id for entry in bank.entries(Query(trashed=True, sort="id"))]
    value = "abc"[choice % 3]
    if action == "add":
        bank.add(Task(id=new_id, title="t", tags=("x",)), PERSON)
    elif action == "revive" and trash:
        bank.add(Task(id=trash[choice % len(trash)], title=value), PERSON)
    elif action == "profile":
        bank.set_profile({"notes": value}, PERSON)
    elif action == "rename":
        bank.rename_tag("x", "y", PERSON)
    elif action == "restore" and trash:
        bank.restore([("task", trash[choice % len(trash)])], PERSON)
    elif tasks:
        task = tasks[choice % len(tasks)]
        if action == "edit":
            bank.update(task, {"notes": value, "pinned": choice > 2}, PERSON)
        elif action == "tag":
            bank.update(task, {"tags": [value, "x"]}, PERSON)
        elif action == "delete":
            bank.delete([("task", task)], PERSON)
        elif action == "reorder":
            bank.reorder("task", [task], tasks[0], PERSON)
