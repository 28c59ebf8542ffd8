"""Importing into a bank: looked at first, once, never over what the person did (spec 4)."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from memdesk.core.authors import Actor
from memdesk.core.entry import Entry, Memory, Profile, Task, Work
from memdesk.core.errors import NotFound
from memdesk.core.query import Query
from memdesk.exchange import formats, gameassist, memdesk_json
from memdesk.exchange.exporting import Wish, export
from memdesk.exchange.importing import (
    EVERYTHING,
    ImportPlan,
    import_found,
    import_several,
    look_before,
)
from memdesk.exchange.reading import Found
from memdesk.exchange.redacting import redacted, redacted_profile
from memdesk.exchange.source import Source
from memdesk.store.bank import Bank

Make = Callable[[object], Source]
PERSON = Actor(author="user")
HOST = Actor(author="claude-code")
LATER = "2099-01-01T00:00:00.000Z"
EXAMPLE = Path(__file__).parent / "data" / "gameassist-example.json"


def example(**task: str) -> dict[str, Any]:
    """The seed's example with its task changed."""
    root: dict[str, Any] = json.loads(EXAMPLE.read_text("utf-8"))
    root["tasks"][0] |= task
    return root


def numbers(plan: ImportPlan) -> tuple[int, int, int]:
    return plan.added, plan.updated, plan.unchanged


def everything(bank: Bank) -> tuple[list[Entry], Profile]:
    return bank.entries(Query(sort="id")), bank.profile()


@pytest.fixture
def found() -> Found:
    return formats.read(Source(EXAMPLE))


def test_nothing_to_take_makes_no_bank(bank: Bank, source: Make) -> None:
    assert numbers(import_found(bank, formats.read(source({"tasks": []})))) == (0, 0, 0)
    assert not bank.exists()


def test_looking_writes_nothing(bank: Bank, found: Found) -> None:
    plan = look_before(bank, found)
    assert numbers(plan) == (2, 0, 0)
    assert set(plan.profile) == {"interests", "preferences", "notes"}
    assert plan.changes_anything
    assert not bank.exists()


def test_what_was_found_arrives_with_its_times_and_the_imports_author(
    bank: Bank, found: Found
) -> None:
    import_found(bank, found)
    task = bank.get("forum-game")
    assert isinstance(task, Task)
    assert (task.title, task.status, task.notes) == (
        "Advance the forum game",
        "doing",
        "Polish the first battle",
    )
    assert task.updated_at == "2026-08-30T00:00:00.000Z"
    assert task.author == "import:gameassist"
    assert task.by_person
    work = bank.get("my-forum-game")
    assert isinstance(work, Work) and work.tech == ("Godot 4.7", "GDScript")
    assert bank.profile().interests == ("game development", "anime")


def test_the_same_file_again_changes_nothing(bank: Bank, found: Found) -> None:
    import_found(bank, found)
    before, generation = everything(bank), bank.generation()
    plan = import_found(bank, found)
    assert numbers(plan) == (0, 0, 2)
    assert not plan.changes_anything and plan.skipped == []
    assert everything(bank) == before
    assert bank.generation() == generation


def test_an_import_is_undone_as_one_step(bank: Bank, found: Found) -> None:
    bank.add(Task(id="mine", title="T"), PERSON)
    bank.set_profile({"interests": ("chess",)}, PERSON)
    entries, profile = everything(bank)
    import_found(bank, found)
    bank.undo(PERSON)
    assert everything(bank)[0] == entries
    assert replace(bank.profile(), updated_at="") == replace(profile, updated_at="")


def test_what_was_undone_can_be_imported_again(bank: Bank, found: Found, source: Make) -> None:
    """Elsewhere, say. What the person deleted stays deleted."""
    for workspace in ("", "/srv/app", "/srv/other"):
        choice = replace(EVERYTHING, workspace=workspace)
        assert numbers(look_before(bank, found, choice=choice)) == (2, 0, 0)
        plan = import_found(bank, found, choice=choice)
        assert (*numbers(plan), plan.skipped) == (2, 0, 0, [])
        assert {one.workspace for one in everything(bank)[0]} == {workspace}
        assert numbers(import_found(bank, found)) == (0, 0, 2)
        bank.undo(PERSON)
        assert everything(bank)[0] == []
    import_found(bank, found)
    newer = formats.read(source(example(status="done", updatedAt=LATER)))
    for _again in range(2):
        assert numbers(import_found(bank, newer)) == (0, 1, 1)
        bank.undo(PERSON)
    bank.delete([("task", "forum-game")], PERSON)
    assert numbers(import_found(bank, newer)) == (0, 0, 2)
    bank.undo(PERSON)
    bank.update("forum-game", {"status": "blocked"}, PERSON)
    bank.undo(PERSON)
    bank.redo(PERSON)
    assert numbers(import_found(bank, newer)) == (0, 0, 2)


def test_what_is_newer_updates(bank: Bank, found: Found, source: Make) -> None:
    import_found(bank, found)
    newer = formats.read(source(example(status="done", updatedAt=LATER)))
    plan = import_found(bank, newer)
    assert numbers(plan) == (0, 1, 1)
    assert dict(plan.steps[0].fields) == {"status": "done", "updated_at": LATER}
    task = bank.get("forum-game")
    assert isinstance(task, Task)
    assert (task.status, task.updated_at) == ("done", LATER)
    assert numbers(import_found(bank, newer)) == (0, 0, 2)


def test_what_is_older_does_not(bank: Bank, found: Found, source: Make) -> None:
    import_found(bank, found)
    older = example(status="done", updatedAt="2020-01-01T00:00:00.000Z")
    assert numbers(import_found(bank, formats.read(source(older)))) == (0, 0, 2)


def test_a_file_without_times_updates_what_nobody_edited(bank: Bank, source: Make) -> None:
    first = {"tasks": [{"id": "a", "title": "t", "notes": "one"}]}
    import_found(bank, formats.read(source(first)))
    first["tasks"][0]["notes"] = "two"
    assert numbers(import_found(bank, formats.read(source(first)))) == (0, 1, 0)


def test_the_persons_edit_is_never_overwritten(bank: Bank, found: Found, source: Make) -> None:
    import_found(bank, found)
    bank.update("forum-game", {"notes": "my words"}, PERSON)
    newer = formats.read(source(example(notes="theirs", status="done", updatedAt=LATER)))
    plan = import_found(bank, newer)
    assert numbers(plan) == (0, 0, 2)
    assert [one.where for one in plan.skipped] == ["tasks[0]"]
    assert "your edit is kept" in plan.skipped[0].reason
    task = bank.get("forum-game")
    assert isinstance(task, Task) and (task.notes, task.status) == ("my words", "doing")


def test_a_hosts_edit_gives_way_to_a_newer_file(bank: Bank, found: Found, source: Make) -> None:
    import_found(bank, found)
    bank.update("forum-game", {"notes": "a host's words"}, HOST)
    newer = formats.read(source(example(notes="theirs", updatedAt=LATER)))
    assert numbers(import_found(bank, newer)) == (0, 1, 1)


def test_pinning_and_tagging_are_no_edit_of_what_the_file_holds(
    bank: Bank, found: Found, source: Make
) -> None:
    import_found(bank, found)
    bank.update("forum-game", {"pinned": True, "tags": ("x",)}, PERSON)
    newer = formats.read(source(example(notes="theirs", updatedAt=LATER)))
    assert numbers(import_found(bank, newer)) == (0, 1, 1)
    task = bank.get("forum-game")
    assert task.pinned and task.tags == ("x",)


def test_what_the_person_wrote_here_is_theirs(bank: Bank, source: Make) -> None:
    bank.add(Task(id="forum-game", title="Mine"), PERSON)
    plan = import_found(bank, formats.read(source(example(updatedAt=LATER))))
    assert numbers(plan) == (1, 0, 1)
    assert bank.get("forum-game").label == "Mine"


def test_what_lies_in_the_trash_stays_there(bank: Bank, found: Found, source: Make) -> None:
    import_found(bank, found)
    bank.delete([("task", "forum-game")], PERSON)
    plan = import_found(bank, found)  # the same file, and the person looks for what is in it
    assert numbers(plan) == (0, 0, 2)
    assert "trash" in plan.skipped[0].reason
    plan = import_found(bank, formats.read(source(example(notes="new", updatedAt=LATER))))
    assert numbers(plan) == (0, 0, 2)
    assert "trash" in plan.skipped[0].reason
    with pytest.raises(NotFound):
        bank.get("forum-game")


def test_lists_of_the_profile_are_united_and_notes_taken_only_where_empty(
    bank: Bank, found: Found
) -> None:
    bank.set_profile({"interests": ("chess", "Anime"), "notes": "Mine."}, PERSON)
    plan = import_found(bank, found)
    assert set(plan.profile) == {"interests", "preferences"}
    profile = bank.profile()
    assert profile.interests == ("chess", "Anime", "game development")
    assert profile.notes == "Mine."


def test_a_refusal_amid_the_import_changes_nothing(
    bank: Bank, found: Found, monkeypatch: pytest.MonkeyPatch
) -> None:
    bank.add(Memory(id="m1", title="t", content="c"), PERSON)
    before = everything(bank)

    class Stopped(Exception):
        pass

    def progress(done: int, total: int) -> None:
        assert total == 2
        if done == 2:
            raise Stopped

    with pytest.raises(Stopped):
        import_found(bank, found, progress)
    assert everything(bank) == before


def test_export_import_export_is_byte_identical(bank: Bank, tmp_path: Path) -> None:
    bank.set_profile({"interests": ("a", "像素"), "notes": "n\n"}, PERSON)
    bank.add(Memory(id="m1", title="T", content="## x\r\n", tags=("b", "a")), HOST)
    bank.add(Memory(title="T2", content="c", pinned=True, constraint="no", role="r"), PERSON)
    for number in range(4):
        bank.add(Task(id=f"t{number}", title="t", workspace="/w"), PERSON)
    bank.reorder("task", ["t3"], "t0", PERSON)
    bank.add(Work(name="W", tech=("x", "y"), never_send_to=("*",)), PERSON)
    bank.delete([("task", "t1")], PERSON)
    bank.record_access({"memory": ["m1"]}, recalled=True)
    text = export(bank, Wish()).text
    path = tmp_path / "export.json"
    path.write_text(text, "utf-8", newline="")
    other = Bank(tmp_path / "other" / "memdesk.sqlite")
    found = formats.read(Source(path))
    plan = import_found(other, found)
    assert plan.added == 6 and plan.skipped == []
    assert export(other, Wish()).text == text
    assert other.get("m1").author == "claude-code"
    assert numbers(import_found(other, found)) == (0, 0, 6)
    assert numbers(import_found(bank, found)) == (0, 0, 6)
    other.close()


def test_a_selection_is_exported_alone(bank: Bank) -> None:
    bank.set_profile({"notes": "n"}, PERSON)
    bank.add(Task(id="t1", title="a"), PERSON)
    chosen = bank.add(Task(id="t2", title="b"), PERSON)
    root = json.loads(export(bank, Wish(keys=[chosen.key])).text)
    assert [task["id"] for task in root["tasks"]] == ["t2"]
    assert root["profile"]["notes"] == ""


def test_a_tag_given_twice_is_nothing_new_the_next_time(bank: Bank, source: Make) -> None:
    memory = {"id": "m1", "title": "t", "content": "c", "tags": ["a", "b", "a"]}
    found = formats.read(source({"format": "memdesk", "version": 1, "memories": [memory]}))
    assert numbers(import_found(bank, found)) == (1, 0, 0)
    assert bank.get("m1").tags == ("a", "b")
    assert numbers(import_found(bank, found)) == (0, 0, 1)


def test_own_files_carry_what_another_bank_edited(bank: Bank, source: Make) -> None:
    entry = Memory(id="m1", title="T", content="old", created_at=LATER, updated_at=LATER)
    import_found(bank, memdesk_json.read(source(memdesk_json.write(Profile(), [entry]).text)))
    edited = replace(entry, content="new", updated_at="2099-01-02T00:00:00.000Z", tags=("x",))
    plan = import_found(
        bank, memdesk_json.read(source(memdesk_json.write(Profile(), [edited]).text))
    )
    assert numbers(plan) == (0, 1, 0)
    there = bank.get("m1")
    assert isinstance(there, Memory) and (there.content, there.tags) == ("new", ("x",))


def test_counts_are_what_the_command_line_prints(bank: Bank, data: Path) -> None:
    plan = import_found(bank, formats.read(Source(data / "gameassist-wrong-types.json")))
    counts = plan.counts()
    assert list(counts) == ["format", "added", "updated", "unchanged", "skipped"]
    assert counts["added"] == 3
    assert {"where": "tasks[2]", "reason": "Here is a text where an object belongs."} in counts[
        "skipped"
    ]  # type: ignore[operator]


def test_several_files_are_one_step_and_tell_of_one_work(bank: Bank, tmp_path: Path) -> None:
    parts = []
    for name, root in (
        ("a.json", {"tasks": [{"id": "a", "title": "A", "status": "todo"}], "interests": ["x"]}),
        ("b.json", {"memories": [{"id": "b", "text": "B", "tags": []}]}),
    ):
        path = tmp_path / name
        path.write_text(json.dumps(root), "utf-8")
        parts.append((formats.read(Source(path)), EVERYTHING))
    told: list[tuple[int, int]] = []
    plans = import_several(bank, parts, lambda done, total: told.append((done, total)))
    assert [plan.added for plan in plans] == [1, 1]
    assert told == [(1, 2), (2, 2)]
    authors = sorted(entry.author for entry in bank.entries(Query()))
    assert authors == ["import:destinywind", "import:gameassist"]
    assert bank.change_log()[0].change.author == "import:several"
    bank.undo(Actor())
    assert bank.count(Query()) == 0
    assert bank.profile().interests == ()


KEYS = ("ghp_" + "a1" * 20, "ghp_" + "b2" * 20)


def test_marks_in_place_of_secrets_never_take_their_place(bank: Bank, source: Make) -> None:
    bank.set_profile({"interests": ("tea", KEYS[0])}, PERSON)
    for id, notes in (("t1", f"key: {KEYS[0]}"), ("t2", f"{KEYS[0]} {KEYS[1]}")):
        bank.add(Task(id=id, title="One", notes=notes), HOST)
    shown = gameassist.write(
        redacted_profile(bank.profile()), [redacted(bank.get(id)) for id in ("t1", "t2")]
    )
    root = json.loads(shown.text)
    assert all("[redacted" in one["notes"] for one in root["tasks"])
    for one in root["tasks"]:
        one |= {"status": "done", "updatedAt": LATER}
    root["tasks"][0]["notes"] += ", seen"
    root["tasks"][1]["notes"] = root["tasks"][1]["notes"].split(" [")[0]
    root["interests"].append("coffee")
    plan = import_found(bank, formats.read(source(root)))
    first, second = bank.get("t1"), bank.get("t2")
    assert isinstance(first, Task) and isinstance(second, Task)
    assert (first.status, first.notes) == ("done", f"key: {KEYS[0]}, seen")
    # Which of the two secrets is meant can't be known: the entry stays, and it is said.
    assert (second.status, second.notes) == ("todo", f"{KEYS[0]} {KEYS[1]}")
    assert [one.where for one in plan.skipped] == ["tasks[1]"]
    assert bank.profile().interests == ("tea", KEYS[0], "coffee")
