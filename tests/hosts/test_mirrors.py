"""Mirrors: kept equal to the bank, never over what others wrote (spec 4.3)."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from memdesk import lock
from memdesk.core.authors import Actor
from memdesk.core.entry import Memory, Task
from memdesk.core.errors import BadParameters, MemdeskError
from memdesk.core.query import Query
from memdesk.exchange import formats, mirror_note
from memdesk.exchange.importing import EVERYTHING, Choice, import_found, import_several
from memdesk.exchange.mirror_note import Mirror
from memdesk.exchange.source import Source
from memdesk.hosts import mirrors
from memdesk.hosts.mirrors import Mirrors
from memdesk.store.bank import Bank

# Keeps the mirrors of a bank, and halts between making what one is to hold and writing it.
KEEPER = """
import sys
from pathlib import Path
from memdesk.hosts import mirrors
from memdesk.store.bank import Bank

write_file = mirrors.write_file

def write(path, text):
    print("made", flush=True)
    sys.stdin.readline()
    write_file(path, text)

mirrors.write_file = write
mirrors.kept(Bank(Path(sys.argv[1])))
print("written", flush=True)
"""

USER = Actor()
KEY = "ghp_" + "a1" * 20


@pytest.fixture
def kept(bank: Bank, memdesk_home: Path) -> Iterator[Mirrors]:
    made = Mirrors(bank)
    yield made
    made.stop()


def test_gameassists_file_follows_the_bank_and_an_edit_is_taken_in(
    bank: Bank, kept: Mirrors, tmp_path: Path
) -> None:
    path = tmp_path / "memory.json"
    bank.add(Task(id="t1", title="One", notes=KEY), USER)
    bank.add(Task(id="t2", title="Hidden", never_send_to=("dsh",)), USER)
    mirror = Mirror(path=str(path), shape="gameassist", host="dsh")
    assert kept.add(mirror).state == "kept"
    root = json.loads(path.read_text("utf-8"))
    assert [task["id"] for task in root["tasks"]] == ["t1"]
    assert root["tasks"][0]["notes"] == "[redacted: GitHub token]"
    root["tasks"].append({"id": "t3", "title": "Theirs", "status": "todo"})
    path.write_text(json.dumps(root), "utf-8")
    edited = path.read_bytes()
    bank.update("t1", {"title": "Changed"}, USER)
    kept.look()
    assert kept.kept[0].state == "edited"
    assert path.read_bytes() == edited
    import_found(bank, formats.read(Source(path)))
    assert bank.get("t3").label == "Theirs"
    kept.look()  # all of it was taken
    assert kept.kept[0].state == "kept"
    titles = [task["title"] for task in json.loads(path.read_text("utf-8"))["tasks"]]
    assert titles == ["Changed", "Theirs"]


def test_what_others_changed_of_the_persons_own_is_taken_unless_edited_since(
    bank: Bank, kept: Mirrors, tmp_path: Path
) -> None:
    path = tmp_path / "memory.json"
    for id in ("t1", "t2"):
        bank.add(Task(id=id, title=id, status="doing"), USER)
    kept.add(Mirror(path=str(path), shape="gameassist"))
    kept.look()  # equal: the mirror's moment stays
    root = json.loads(path.read_text("utf-8"))
    for task in root["tasks"]:
        task |= {"status": "done", "updatedAt": "2099-01-01T00:00:00.000Z"}
    path.write_text(json.dumps(root), "utf-8")
    bank.update("t2", {"notes": "mine", "status": "blocked"}, USER)
    kept.look()
    plan = import_found(bank, formats.read(Source(path)))
    one, two = bank.get("t1"), bank.get("t2")
    assert isinstance(one, Task) and isinstance(two, Task)
    assert (one.status, two.status) == ("done", "blocked")
    assert [skipped.where for skipped in plan.skipped] == ["tasks[1]"]


def test_a_mirror_of_which_something_was_left_out_or_taken_out_waits_for_the_person(
    bank: Bank, kept: Mirrors, tmp_path: Path
) -> None:
    path = tmp_path / "memory.json"
    for id in ("t1", "t2"):
        bank.add(Task(id=id, title=id), USER)
    bank.set_profile({"interests": ("tea", "cats")}, USER)
    kept.add(Mirror(path=str(path), shape="gameassist"))
    written = json.loads(path.read_text("utf-8"))
    theirs = [*written["tasks"], {"id": "t3", "title": "Theirs", "status": "todo"}]

    def state_after(choice: Choice = EVERYTHING, **changed: object) -> str:
        path.write_text(json.dumps(written | changed), "utf-8")
        kept.look()
        assert kept.kept[0].state == "edited"
        import_several(bank, [(formats.read(Source(path)), choice)])
        kept.look()
        return kept.kept[0].state

    left_out = Choice(left_out=frozenset([("task", "t3")]))
    assert state_after(left_out, tasks=theirs) == "edited"
    assert state_after(Choice(kinds=frozenset(["task"])), tasks=theirs) == "edited"
    assert state_after(tasks=[*theirs, "broken"]) == "edited"
    assert state_after(tasks=theirs[1:]) == "edited"  # who took t1 out has not been heard
    assert state_after(interests=["tea"]) == "edited"
    bank.add(Task(id="t4", title="New since"), USER)
    assert state_after(tasks=theirs) == "kept"
    tasks = json.loads(path.read_text("utf-8"))["tasks"]
    assert {task["id"] for task in tasks} == {"t1", "t2", "t3", "t4"}


@pytest.mark.parametrize("shape", ["section", "cursor"])
def test_a_text_goes_on_once_what_others_added_is_in_the_bank(
    bank: Bank, kept: Mirrors, tmp_path: Path, shape: mirror_note.Shape
) -> None:
    path = tmp_path / "AGENTS.md"
    bank.add(Task(id="t1", title="Mine to do"), USER)
    kept.add(Mirror(path=str(path), shape=shape))
    written = path.read_text("utf-8")
    for theirs, state in (
        (written.replace("## Tasks\n", "## Tasks\n- Theirs\n"), "kept"),
        (written.replace("Mine to do", "Yours to do"), "edited"),
    ):
        path.write_text(theirs, "utf-8")
        kept.look()
        assert kept.kept[0].state == "edited"
        import_found(bank, formats.read(Source(path), "agents-md"))
        kept.look()
        assert kept.kept[0].state == state
    assert {task.label for task in bank.entries(Query())} >= {"Mine to do", "Theirs"}


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_a_section_follows_the_block_and_the_rest_of_the_file_is_its_owners(
    bank: Bank, kept: Mirrors, tmp_path: Path, end: str
) -> None:
    path = tmp_path / "AGENTS.md"
    path.write_bytes(f"# Mine{end}".encode())
    rule = bank.add(Memory(title="Never push to main", content="Never push to main."), USER)
    assert kept.add(Mirror(path=str(path), shape="section", host="codex")).state == "kept"
    first = path.read_bytes()
    assert b"Never push to main" in first and first.startswith(f"# Mine{end}".encode())
    path.write_bytes(first + f"{end}More of mine{end}".encode())
    bank.update(rule.id, {"title": "Never push", "content": "Always branch."}, USER)
    kept.look()
    second = path.read_bytes()
    assert kept.kept[0].state == "kept"
    assert b"Always branch" in second and second.endswith(f"More of mine{end}".encode())
    kept.look()
    assert path.read_bytes() == second
    path.write_bytes(second.replace(b"Always branch", b"Do as you like"))
    kept.look()
    assert kept.kept[0].state == "edited"


@pytest.mark.parametrize("left", ["", "# Mine\n"])
def test_a_section_that_others_took_out_is_not_put_back_unasked(
    bank: Bank, kept: Mirrors, tmp_path: Path, left: str
) -> None:
    """An empty file may be one that another program is about to write."""
    bank.add(Task(id="t1", title="One"), USER)
    path = tmp_path / "AGENTS.md"
    kept.add(Mirror(path=str(path), shape="section"))
    path.write_text(left, "utf-8")
    kept.look()
    assert [one.state for one in kept.kept] == ["edited"]
    assert path.read_text("utf-8") == left
    assert kept.overwrite(str(path)).state == "kept"
    assert "One" in path.read_text("utf-8")
    path.unlink()
    kept.look()
    assert "One" in path.read_text("utf-8")


def test_what_is_forgotten_leaves_the_mirror(bank: Bank, kept: Mirrors, tmp_path: Path) -> None:
    path = tmp_path / "rules" / "memdesk.mdc"
    path.parent.mkdir()
    secret = bank.add(Memory(title="Private thing", content="Private thing."), USER)
    kept.add(Mirror(path=str(path), shape="cursor"))
    text = path.read_text("utf-8")
    assert text.startswith("---\ndescription: ") and "Private thing" in text
    bank.forget_everywhere([("memory", secret.id)], USER)
    kept.look()
    assert "Private thing" not in path.read_text("utf-8")


def test_what_was_made_before_forgetting_is_not_written_after_it(
    bank: Bank, kept: Mirrors, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "AGENTS.md"
    secret = bank.add(Memory(title="Private thing", content="Private thing."), USER)
    waiting = threading.Event()
    wait = mirror_note.lock.wait
    monkeypatch.setattr(mirror_note.lock, "wait", lambda: (waiting.set(), wait()))
    left: list[MemdeskError] = []
    mirror_note.note(bank.path, [Mirror(path=str(path), shape="section")])

    def forget() -> None:
        try:
            left.extend(
                bank.forget_everywhere(
                    [("memory", secret.id)], USER, mirrors=partial(mirrors.forget, bank)
                )
            )
        finally:
            bank.close_thread()
            waiting.set()

    with subprocess.Popen(
        [sys.executable, "-W", "error", "-c", KEEPER, str(bank.path)],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    ) as keeper:  # fmt: skip
        assert keeper.stdout is not None
        assert keeper.stdout.readline() == "made\n"
        forgetting = threading.Thread(target=forget)
        forgetting.start()
        assert waiting.wait(60)
        said, _ = keeper.communicate("go on\n", timeout=60)
    assert said == "written\n"
    forgetting.join(60)
    assert "out of reach" in str(left[-1]) and len(left) == 1
    assert "Long-term memory" not in path.read_text("utf-8")
    assert "Private thing" not in path.read_text("utf-8")
    kept.look()
    assert [one.state for one in kept.kept] == ["kept"]


def test_what_killed_programs_left_of_a_mirror_goes_with_what_is_forgotten(
    bank: Bank, kept: Mirrors, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bank.add(Memory(title="Other thing", content="Other thing."), USER)
    path = tmp_path / "rules.mdc"
    kept.add(Mirror(path=str(path), shape="cursor"))
    half = tmp_path / ".rules.mdc.k1lled~"
    half.write_text("Private thing")
    mine = tmp_path / "rules.mdc~"
    mine.touch()
    assert mirrors.forget(bank, lambda text: "Private" in text) == []
    assert not half.exists() and mine.exists()
    half.mkdir()
    (problem,) = mirrors.forget(bank, lambda text: "Private" in text)
    assert str(half) in str(problem)


def test_who_forgets_says_that_another_hangs_in_its_turn(
    bank: Bank, kept: Mirrors, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept.add(Mirror(path=str(tmp_path / "rules.mdc"), shape="cursor"))
    monkeypatch.setattr(lock, "TURN_SECONDS", 0.05)
    with mirror_note.lock:
        (problem,) = mirrors.forget(bank, lambda _text: False)
    assert "mirrors.lock" in str(problem)


def test_forgetting_says_which_mirror_others_wrote_into_still_says_it(
    bank: Bank, kept: Mirrors, tmp_path: Path
) -> None:
    task = bank.add(Task(title="Private\tthing to do", notes="in\nthe cellar at home"), USER)
    paths = {shape: tmp_path / shape for shape in ("gameassist", "section", "cursor")}
    for shape, path in paths.items():
        kept.add(Mirror(path=str(path), shape=shape))  # type: ignore[arg-type]
    edited = json.loads(paths["gameassist"].read_text("utf-8"))
    edited["works"].append({"id": "w1", "name": "Theirs"})
    paths["gameassist"].write_text(json.dumps(edited), "utf-8")
    paths["section"].write_text(
        paths["section"].read_text("utf-8").replace("## Tasks", "## Tasks\n- Theirs"), "utf-8"
    )
    left = bank.forget_everywhere([("task", task.id)], USER, mirrors=partial(mirrors.forget, bank))
    said = [str(one) for one in left if "mirror" in str(one)]
    assert len(said) == 2
    for shape, sentence in zip(("gameassist", "section"), said, strict=True):
        assert str(paths[shape]) in sentence and "still says it" in sentence
    assert "Private" not in paths["cursor"].read_text("utf-8")
    kept.overwrite(str(paths["gameassist"]))
    kept.overwrite(str(paths["section"]))
    assert mirrors.forget(bank, lambda text: "Private" in text or "cellar" in text) == []


def test_forgetting_says_which_mirror_it_could_not_reach(
    bank: Bank, kept: Mirrors, tmp_path: Path
) -> None:
    path = tmp_path / "AGENTS.md"
    kept.add(Mirror(path=str(path), shape="section"))
    path.unlink()
    path.mkdir()
    problems = mirrors.forget(bank, lambda _text: False)
    assert problems and all(str(path) in str(one) for one in problems)
    mirror_note.note_path().write_text("[]")
    assert "does not hold mirrors" in str(mirrors.forget(bank, lambda _text: False)[0])


def test_a_change_arrives_by_itself(bank: Bank, tmp_path: Path, memdesk_home: Path) -> None:
    path = tmp_path / "memory.json"
    changed = threading.Event()
    kept = Mirrors(bank, on_changed=changed.set)
    kept.start()
    try:
        kept.add(Mirror(path=str(path), shape="gameassist"))
        assert changed.wait(60)
        changed.clear()
        path.write_text("{}")
        assert changed.wait(60)  # the edit of others was noticed
        assert kept.kept[0].state == "edited"
    finally:
        kept.stop()


def test_an_edit_in_the_moment_of_writing_is_noticed(
    bank: Bank, tmp_path: Path, memdesk_home: Path
) -> None:
    path = tmp_path / "memory.json"
    edited = threading.Event()

    def on_changed() -> None:  # called as soon as memdesk has written
        if kept.kept[0].state == "edited":
            edited.set()
        else:
            path.write_text("{}")

    kept = Mirrors(bank, on_changed=on_changed)
    mirror_note.note(bank.path, [Mirror(path=str(path), shape="gameassist")])
    kept.start()
    try:
        assert edited.wait(60)
    finally:
        kept.stop()


def test_a_file_that_was_there_first_is_not_overwritten(
    bank: Bank, kept: Mirrors, tmp_path: Path
) -> None:
    path = tmp_path / "memory.json"
    path.write_text('{"tasks": []}')
    assert kept.add(Mirror(path=str(path), shape="gameassist")).state == "edited"
    assert path.read_text() == '{"tasks": []}'
    kept.remove(str(path))
    assert kept.kept == [] and not mirror_note.noted(bank.path)
    assert path.exists()


@pytest.mark.skipif(os.name == "nt", reason="paths differ")
def test_trouble_is_said_and_wrong_paths_are_refused(
    bank: Bank, kept: Mirrors, tmp_path: Path
) -> None:
    there = Mirror(path=str(tmp_path / "no" / "file"), shape="gameassist")
    assert kept.add(there).state == "trouble"
    with pytest.raises(BadParameters, match="already"):
        kept.add(there)
    with pytest.raises(BadParameters, match="absolute"):
        kept.add(Mirror(path="memory.json", shape="gameassist"))
    binary = tmp_path / "AGENTS.md"
    binary.write_bytes(b"\xff\x00")
    one = kept.add(Mirror(path=str(binary), shape="section"))
    assert one.state == "trouble" and "no UTF-8 text" in str(one.problem)
    assert binary.read_bytes() == b"\xff\x00"
