"""`memdesk import` and `export`: several files, what of them, where to, and secrets (spec 4)."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from memdesk.core.authors import Actor
from memdesk.core.entry import Memory
from memdesk.core.query import Query
from memdesk.store.bank import Bank

KEY = "ghp_" + "a1" * 20


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "memory.json"
    root = {
        "interests": ["cats"],
        "tasks": [{"id": "t1", "title": "One", "status": "todo"}],
        "works": [{"id": "w1", "name": "Two"}],
    }
    path.write_text(json.dumps(root), "utf-8")
    return path


def test_what_is_taken_and_where_it_goes_can_be_said(memdesk: Any, file: Path) -> None:
    arguments = ("import", file, "--kind", "task", "--workspace", "/srv/app", "--role", "coder")
    looked = json.loads(memdesk(*arguments, "--dry-run", "--json").stdout)
    assert (looked["added"], looked["updated"]) == (1, 0)
    assert memdesk(*arguments).returncode == 0
    listed = json.loads(memdesk("list", "--json").stdout)
    found = [(one["id"], one["workspace"], one["role"]) for one in listed]
    assert found == [("t1", "/srv/app", "coder")]
    refused = memdesk("import", file, "--role", "r" * 5_000)
    assert refused.returncode == 1 and "role" in refused.stderr


def test_several_files_are_one_step(memdesk: Any, file: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.json"
    other.write_text(json.dumps({"memories": [{"id": "a", "text": "Three", "tags": []}]}))
    said = memdesk("import", file, other)
    assert [line.split(":")[0] for line in said.stdout.splitlines() if "added" in line] == [
        "gameassist",
        "destinywind",
    ]
    assert memdesk("undo").returncode == 0
    assert json.loads(memdesk("list", "--json").stdout) == []
    broken = tmp_path / "broken.json"
    broken.write_text('{"tasks": [')
    assert memdesk("import", other, broken).returncode == 1
    assert json.loads(memdesk("list", "--json").stdout) == []


def test_a_folder_of_which_nothing_can_be_read_fails(memdesk: Any, tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "broken.json").write_text('{"tasks": [')
    failed = memdesk("import", folder, "--json")
    assert failed.returncode == 1
    assert [one["where"] for one in json.loads(failed.stdout)["skipped"]] == ["broken.json"]
    (folder / "good.csv").write_text("title,content\nx,y\n")
    assert memdesk("import", folder).returncode == 0


def test_each_thing_in_a_folder_has_a_line_and_the_rest_is_told(
    memdesk: Any, file: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "mixed"
    (folder / "deep").mkdir(parents=True)
    (folder / "deep" / "memory.json").write_bytes(file.read_bytes())
    (folder / "table.csv").write_text("title,tags,content\na,x,Three\nb,x" + "y" * 101 + ",Four\n")
    (folder / "picture.png").write_bytes(b"\x89PNG\0")
    looked = memdesk("import", "mixed", "--dry-run")
    assert [line for line in looked.stdout.splitlines() if "added" in line] == [
        "gameassist  mixed/deep/memory.json: 2 would be added, 0 updated; 0 unchanged.",
        "csv  mixed/table.csv: 2 would be added, 0 updated; 0 unchanged.",
    ]
    assert looked.stderr.splitlines() == [
        "Skipped mixed/table.csv: line 3.tags: Tags that don't fit: 1;"
        " at most 32 of 100 characters are kept.",
        "Skipped mixed/picture.png: It is in no known format.",
    ]
    shapes = json.loads(memdesk("import", "mixed", "--json").stdout)
    assert [(one["path"], one.get("format"), one.get("added")) for one in shapes] == [
        ("mixed/deep/memory.json", "gameassist", 2),
        ("mixed/table.csv", "csv", 2),
        ("mixed", None, None),
    ]
    assert [one["where"] for one in shapes[2]["skipped"]] == ["picture.png"]
    assert len(json.loads(memdesk("list", "--json").stdout)) == 4
    assert memdesk("undo").returncode == 0
    assert json.loads(memdesk("list", "--json").stdout) == []


def test_what_is_piped_in_is_taken(memdesk: Any, file: Path) -> None:
    said = memdesk("import", "-", stdin=file.read_bytes())
    assert said.stdout.splitlines()[0] == "gameassist: 2 added, 0 updated; 0 unchanged."
    assert "2 unchanged" in memdesk("import", file).stdout
    assert memdesk("import", "-").stderr.strip() == "memdesk: - is empty."


def test_without_a_path_what_is_found_here_is_listed(
    memdesk: Any, file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DSH_HOME", str(tmp_path / "dsh"))
    place = tmp_path / "dsh" / "gameassist" / "memory.json"
    place.parent.mkdir(parents=True)
    place.write_bytes(file.read_bytes())
    said = memdesk("import")
    assert f"gameassist  {place}  task: 1, work: 1" in said.stdout.splitlines()
    shapes = json.loads(memdesk("import", "--json").stdout)
    mine = [one for one in shapes if one["path"] == str(place)]
    assert mine == [{"format": "gameassist", "path": str(place), "memory": 0, "task": 1, "work": 1}]


def test_secrets_leave_only_when_that_was_said(memdesk: Any, tmp_path: Path) -> None:
    assert memdesk("add", f"The key is {KEY}").returncode == 0
    target = tmp_path / "out.json"
    refused = memdesk("export", "--output", target)
    assert refused.returncode == 1 and "--redact-secrets" in refused.stderr
    assert KEY not in refused.stdout
    assert not target.exists()
    assert KEY not in memdesk("export", "--redact-secrets").stdout
    assert memdesk("export", "--with-secrets", "--output", target).returncode == 0
    assert KEY in target.read_text("utf-8")
    assert "[redacted" in memdesk("export", "--redact-secrets", "--history").stdout
    wrong = memdesk("export", "--with-secrets", "--history", "--format", "csv")
    assert wrong.returncode == 1 and "history" in wrong.stderr


@pytest.mark.skipif(os.name == "nt", reason="no such signal there")
def test_a_killed_import_leaves_the_bank_as_it_was(tmp_path: Path, memdesk_home: Path) -> None:
    path = tmp_path / "bank.sqlite"
    bank = Bank(path)
    bank.add(Memory(id="mine", title="Mine", content="x"), Actor())
    bank.close()
    many = [{"id": str(n), "text": f"Text {n} " * 40, "tags": ["t"]} for n in range(4_000)]
    file = tmp_path / "many.json"
    file.write_text(json.dumps({"memories": many}))
    script = (
        "import sys, pathlib\n"
        "from memdesk.exchange import formats\n"
        "from memdesk.exchange.importing import import_found\n"
        "from memdesk.exchange.source import Source\n"
        "from memdesk.store.bank import Bank\n"
        "def tell(done, total):\n"
        "    if done == 3000: print('half', flush=True); sys.stdin.read()\n"
        "found = formats.read(Source(pathlib.Path(sys.argv[2])))\n"
        "import_found(Bank(pathlib.Path(sys.argv[1])), found, tell)\n"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", script, str(path), str(file)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    with process:
        assert process.stdout is not None
        assert process.stdout.readline() == "half\n"
        process.send_signal(signal.SIGKILL)
    bank = Bank(path)
    assert [entry.id for entry in bank.entries(Query())] == ["mine"]
    assert bank.check() == []
    bank.close()


@pytest.mark.skipif(os.name == "nt", reason="no such pipes there")
def test_who_reads_only_the_beginning_of_an_export_ends_it_quietly(
    memdesk_home: Path, tmp_path: Path
) -> None:
    bank = Bank(tmp_path / "bank.sqlite")
    for number in range(20):
        bank.add(Memory(title=f"Long {number}", content="x" * 90_000), Actor())
    bank.close()
    program = [sys.executable, "-m", "memdesk", "--bank", str(bank.path), "export"]
    with subprocess.Popen(program, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None and process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
