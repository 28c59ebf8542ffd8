"""What memdesk writes for others: read back by them, or as they would (spec 4.2)."""

from __future__ import annotations

import csv
import io
import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Collection
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from memdesk.core.authors import Actor
from memdesk.core.entry import Entry, Memory, Profile, Task, Work
from memdesk.core.errors import BadParameters
from memdesk.exchange import agents_md, formats, importing
from memdesk.exchange.exporting import Wish, export, export_to, look_before
from memdesk.exchange.importing import import_found
from memdesk.exchange.redacting import redacted
from memdesk.exchange.source import Source
from memdesk.store.bank import Bank

Make = Callable[[object], Source]

USER = Actor()
HOST = Actor(author="dsh")
NODE = shutil.which("node")
MODULES = os.environ.get("MEMDESK_TEST_NODE_MODULES", "")
SERVER = Path(MODULES) / "@modelcontextprotocol/server-memory/dist/index.js"
GENERATION = "2026-07-01T00:00:00.000Z"
KEY = "ghp_" + "a1" * 20
ENTRIES: list[Entry] = [
    Memory(
        id="m1",
        title="=Formula",
        content="- one\n- two → three",
        category="decision",
        constraint="yes",
        tags=("a b", "标签"),
        relevance="high",
        role="coder",
        pinned=True,
        created_at=GENERATION,
        updated_at=GENERATION,
    ),
    Memory(id="m2", title="多行", content='a\r\nb, "c"\n\'=d 🐈', created_at=GENERATION),
    Task(id="t1", title="-Do", status="doing", notes="@now", created_at=GENERATION),
    Work(id="w1", name="W", work_kind="game", summary="s", tech=("a", "b"), path="/p", status="x"),
]
PROFILE = Profile(interests=("cats",), preferences=("short",), notes="n")


def written(name: str) -> str:
    one = formats.named(name)
    assert one.write is not None
    return one.write(PROFILE, ENTRIES).text


def read(name: str, text: str, folder: Path) -> list[Entry]:
    path = folder / f"file{formats.named(name).suffix}"
    path.write_text(text, "utf-8", newline="")
    found = formats.read(Source(path))
    assert found.format == name
    assert found.skipped == []
    return [one.entry for one in found.entries]


def test_a_table_comes_back_whole_and_holds_no_formula(tmp_path: Path) -> None:
    text = written("csv")
    assert text.startswith("\ufeffkind,id,")
    for row in csv.reader(io.StringIO(text.removeprefix("\ufeff"))):
        assert not any(cell.startswith(("=", "+", "-", "@", "\t", "\r")) for cell in row)
    compared = [
        replace(entry, updated_at=entry.updated_at or entry.created_at) for entry in ENTRIES
    ]
    assert read("csv", text, tmp_path) == compared


def test_rolebox_gets_the_array_that_its_own_export_is(tmp_path: Path) -> None:
    text = written("rolebox")
    items = json.loads(text)
    assert [item["id"] for item in items] == ["m1", "m2"]
    assert (items[0]["scope"], items[0]["role_id"]) == ("role", "coder")
    assert text == json.dumps(items, indent=2, ensure_ascii=False) + "\n"
    back = read("rolebox", text, tmp_path)
    assert [entry.label for entry in back] == ["=Formula", "多行"]
    assert back[0].role == "coder" and back[0].tags == ENTRIES[0].tags


def graph(text: str, tmp_path: Path) -> dict[str, Any]:
    """What the real server says that it knows."""
    file = tmp_path / "memory.jsonl"
    file.write_text(text, "utf-8", newline="")
    client = {"name": "t", "version": "1"}
    hello = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client}
    messages = [
        {"id": 1, "method": "initialize", "params": hello},
        {"method": "notifications/initialized"},
        {"id": 2, "method": "tools/call", "params": {"name": "read_graph", "arguments": {}}},
    ]  # fmt: skip
    assert NODE is not None
    process = subprocess.Popen(
        [NODE, str(SERVER)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        encoding="utf-8",
        env=os.environ | {"MEMORY_FILE_PATH": str(file)},
    )
    assert process.stdin is not None and process.stdout is not None
    with process:
        for message in messages:
            process.stdin.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
        process.stdin.flush()
        for line in process.stdout:
            answer = json.loads(line)
            if answer.get("id") == 2:
                process.kill()
                found: dict[str, Any] = json.loads(answer["result"]["content"][0]["text"])
                return found
    raise AssertionError("no answer")


@pytest.mark.skipif(NODE is None or not SERVER.is_file(), reason="The server is not installed")
def test_the_real_memory_server_reads_the_graph(tmp_path: Path) -> None:
    entities = graph(written("server-memory"), tmp_path)["entities"]
    assert [one["name"] for one in entities] == ["User", "=Formula", "多行", "-Do", "W"]
    assert entities[1]["observations"] == ["one", "two → three"]
    assert entities[2]["observations"] == [ENTRIES[1].content]  # type: ignore[attr-defined]


def test_names_of_entities_are_unique_and_lists_come_back(tmp_path: Path) -> None:
    twins = [ENTRIES[0], replace(ENTRIES[0], id="m9")]
    one = formats.named("server-memory")
    assert one.write is not None
    text = one.write(Profile(), twins).text
    back = read("server-memory", text, tmp_path)
    assert [entry.label for entry in back] == ["=Formula", "=Formula (m9)"]
    assert {entry.content for entry in back} == {"- one\n- two → three"}  # type: ignore[attr-defined]


CONTENTS = [
    "one line",
    "- a\n- b",
    "- a\n\n- b",
    "- ",
    " indented\n\ttabs \n\n",
    "a\r\nb\rc\u2028d\x0b",
    "é e\u0301 ﬁ \U0001f408\u200d",
    '</memory> "quotes" \\n {json}',
]


@pytest.mark.parametrize("redact", [False, True])
def test_our_own_graph_adds_nothing(bank: Bank, tmp_path: Path, redact: bool) -> None:
    """It holds no ids, and brings nothing that isn't there: of any kind, twins and profile too."""
    bank.set_profile({"interests": ("cats", f"token={KEY}"), "notes": "n\n\nmore"}, USER)
    said = (Memory(title=f"about {n}", content=text) for n, text in enumerate(CONTENTS))
    secret = Memory(title="secret", content=f"the key is {KEY}")
    twins = (replace(ENTRIES[0], id="m9"), Task(id="t9", title="W", status=""))
    long = Work(id="w9", name="x" * 200, tech=("a",))
    odd = (
        Memory(id="m7", title="two  spaces", content="c"),
        Memory(id="m8", title="two (three)", content="c"),
        replace(long, id="w8"),
    )
    for entry in (*ENTRIES, *twins, *said, secret, long, *odd):
        bank.add(entry, USER)
    path = tmp_path / "memory.jsonl"
    export_to(path, bank, Wish(format="server-memory", redact=redact))
    before = [entry.id for entry in bank.entries()]
    plan = import_found(bank, formats.read(Source(path)))
    assert (plan.added, plan.updated, plan.skipped) == (0, 0, [])
    assert plan.unchanged == len(before) + 1  # the profile
    assert [entry.id for entry in bank.entries()] == before


def test_what_a_graph_says_anew_is_added(bank: Bank, tmp_path: Path) -> None:
    for entry in ENTRIES:
        bank.add(entry, USER)
    path = tmp_path / "memory.jsonl"
    export_to(path, bank, Wish(format="server-memory"))
    lines = path.read_text("utf-8").splitlines()
    told = json.loads(lines[-1])
    told["observations"].append("released")
    path.write_text("\n".join((*lines[:-1], json.dumps(told))), "utf-8")
    bank.delete([("memory", "m1")], USER)
    bank.delete([("task", "t1")], USER)
    plan = import_found(bank, formats.read(Source(path)))
    assert (plan.added, plan.updated, plan.unchanged) == (1, 0, len(ENTRIES) - 1)
    assert [one.reason for one in plan.skipped] == [
        "It lies in the trash here; restore it to import it again."
    ] * 2
    (new,) = [one for one in bank.entries() if one.author.startswith("import:")]
    assert isinstance(new, Memory) and "released" in new.content
    again = import_found(bank, formats.read(Source(path)))
    assert (again.added, again.updated) == (0, 0)


def test_titles_of_a_graph_are_looked_for_together(
    bank: Bank, source: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    """That goes over the whole bank."""
    things = [
        {"type": "entity", "name": f"n{n}", "entityType": "t", "observations": ["o"]}
        for n in range(1_200)
    ]
    made = source("".join(json.dumps(thing) + "\n" for thing in things))
    asked: list[int] = []
    titled = Bank.titled

    def counted(self: Bank, titles: Collection[str]) -> list[Entry]:
        asked.append(len(titles))
        return titled(self, titles)

    monkeypatch.setattr(Bank, "titled", counted)
    plan = importing.look_before(bank, formats.read(made))
    assert plan.added == len(things)
    assert asked == [len(things)]


@pytest.mark.skipif(NODE is None, reason="Node is not on this machine")
def test_gameassists_own_rules_accept_our_file_and_we_theirs(bank: Bank, tmp_path: Path) -> None:
    """The rules of the seed, applied by Node: it takes the file without a check, makes its summary,
    updates, and writes it again."""
    assert NODE is not None
    bank.set_profile({"interests": ("独立游戏", "tea"), "notes": "Call me A.\u2028\x7f 😀"}, USER)
    for entry in (
        *ENTRIES[2:],
        Task(id="bare", title="Only a title"),
        Task(id="long", title="多行", notes="第一行\n\\" * 300, status=""),
        Work(id="only-a-name", name="名 <b>&"),
    ):
        bank.add(entry, HOST)
    text = export(bank, Wish(format="gameassist")).text
    updates = [
        {"taskId": "t1", "taskStatus": "done", "taskNotes": "", "interests": "tea，coffee；cats"},
        {"removeTaskId": "bare", "workId": "only-a-name", "workTech": "Godot、C#"},
        {"taskTitle": "New there"},
    ]
    ran = subprocess.run(
        [NODE, str(Path(__file__).parent / "gameassist_rules.js")],
        input=json.dumps({"file": text, "updates": updates}).encode(),
        capture_output=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr.decode()
    answer = json.loads(ran.stdout)
    # Parsed and written by Node it is the same to the byte: two spaces, one final newline.
    assert answer["unchanged"]
    assert "- [doing] -Do：@now" in answer["summary"]
    assert "- W game; x; a, b; /p：s" in answer["summary"]
    path = tmp_path / "memory.json"
    path.write_text(answer["file"], "utf-8", newline="")
    plan = import_found(bank, formats.read(Source(path)))
    assert (plan.added, plan.updated, plan.skipped) == (1, 2, [])
    task, work = bank.get("t1"), bank.get("only-a-name")
    assert isinstance(task, Task) and isinstance(work, Work)
    assert (task.status, task.notes, work.tech) == ("done", "", ("Godot", "C#"))
    assert bank.profile().interests == ("独立游戏", "tea", "coffee", "cats")
    assert bank.get("bare").label == "Only a title"  # an import never takes away


# --- a section of a file that is someone's


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
def test_the_section_is_updated_in_place_and_the_rest_is_left(
    bank: Bank, tmp_path: Path, end: str, mark: bytes
) -> None:
    rule = bank.add(Memory(title="Tests", content="Always test.\nTwice."), USER)
    path = tmp_path / "AGENTS.md"
    before = mark + f"# Mine{end}{end}Text without an end".encode()
    path.write_bytes(before)
    wish = Wish(format="agents-md")
    export_to(path, bank, wish)
    first = path.read_bytes()
    assert first.startswith(before)
    assert f"- **Tests**{end}".encode() in first
    path.write_bytes(first + f"{end}## After{end}".encode())
    bank.update(rule.id, {"content": "Never <!-- memdesk:end --> skip."}, USER)
    export_to(path, bank, wish)
    second = path.read_bytes()
    assert second.startswith(before) and second.endswith(f"{end}## After{end}".encode())
    assert b"Twice" not in second
    assert second.count(b"<!-- memdesk:end -->") == 1
    export_to(path, bank, wish)
    assert path.read_bytes() == second


def test_a_file_that_is_no_text_keeps_its_bytes(bank: Bank, tmp_path: Path) -> None:
    path = tmp_path / "AGENTS.md"
    path.write_bytes(b"\xff\xfe\x00caf\xe9")
    with pytest.raises(BadParameters):
        export_to(path, bank, Wish(format=agents_md.NAME))
    assert path.read_bytes() == b"\xff\xfe\x00caf\xe9"


@pytest.mark.parametrize("name", ["bank.sqlite", "bank.sqlite-wal", "link", "other.sqlite-mark"])
@pytest.mark.parametrize("there", [True, False])
def test_no_export_is_written_over_a_bank(tmp_path: Path, name: str, there: bool) -> None:
    with (
        closing(Bank(tmp_path / "bank.sqlite")) as bank,
        closing(Bank(tmp_path / "other.sqlite")) as other,
    ):
        other.add(Memory(title="T", content="C"), USER)
        if there:
            bank.add(Memory(title="T", content="C"), USER)
        if name == "link":
            (tmp_path / name).symlink_to(bank.path)
        before = {one: one.read_bytes() for one in tmp_path.iterdir() if one.is_file()}
        with pytest.raises(BadParameters, match="is a bank, or belongs to one"):
            export_to(tmp_path / name, bank, Wish())
        assert {one: one.read_bytes() for one in tmp_path.iterdir() if one.is_file()} == before


# --- secrets


def test_secrets_are_named_and_replaced_everywhere(bank: Bank) -> None:
    bank.set_profile({"notes": f"My key: {KEY}"}, USER)
    bank.add(Work(name="W", summary=KEY, tech=(KEY,), tags=("t",)), USER)
    bank.add(Memory(title="M", content=KEY, not_secret=True), USER)
    outlook = look_before(bank, Wish(history=True))
    assert (outlook.with_secrets, outlook.secrets) == (2, ["", "W"])
    assert outlook.secrets_in_history
    text = export(bank, Wish(redact=True)).text
    assert text.count(KEY) == 1  # what the person called no secret
    assert text.count("[redacted: GitHub token]") == 3
    plain = Memory(title="t", content="c")
    assert redacted(plain) is plain


# --- whole or not at all


def big(folder: Path) -> Path:
    """A bank whose file takes a while."""
    path = folder / "bank.sqlite"
    bank = Bank(path)
    with bank.transaction(Actor(author="import:memdesk"), "import"):
        for number in range(3_000):
            bank.add(Memory(title=f"M{number}", content="x" * 2_000), Actor())
    bank.close()
    return path


@pytest.mark.skipif(os.name == "nt", reason="no such signal there")
def test_a_killed_export_leaves_the_old_file(tmp_path: Path) -> None:
    bank, target = big(tmp_path), tmp_path / "out.json"
    target.write_text("old")
    script = (
        "import sys, pathlib\n"
        "from memdesk.exchange.exporting import Wish, export_to\n"
        "from memdesk.store.bank import Bank\n"
        "def tell(done, total):\n"
        "    if done >= 1000: print('half', flush=True); sys.stdin.read()\n"
        "export_to(pathlib.Path(sys.argv[2]), Bank(pathlib.Path(sys.argv[1])), Wish(), tell)\n"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", script, str(bank), str(target)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    with process:
        assert process.stdout is not None
        assert process.stdout.readline() == "half\n"
        process.send_signal(signal.SIGKILL)
    assert target.read_text() == "old"


@pytest.mark.skipif(os.name == "nt", reason="no limits there")
def test_a_full_disk_leaves_the_old_file_and_no_litter(tmp_path: Path) -> None:
    bank, folder = big(tmp_path), tmp_path / "out"
    folder.mkdir()
    (folder / "out.json").write_text("old")
    script = (
        "import resource, signal, sys\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (1_000_000, 1_000_000))\n"
        "from memdesk.cli import main\n"
        "sys.exit(main(sys.argv[1:]))\n"
    )
    arguments = ["--bank", str(bank), "export", "--output", str(folder / "out.json")]
    ran = subprocess.run(
        [sys.executable, "-c", script, *arguments], capture_output=True, text=True, check=False
    )
    assert ran.returncode == 1, ran.stderr
    assert "can't be written" in ran.stderr
    assert [path.name for path in folder.iterdir()] == ["out.json"]
    assert (folder / "out.json").read_text() == "old"


def test_the_round_trip_is_byte_identical_with_and_without_history(
    bank: Bank, tmp_path: Path
) -> None:
    for entry in ENTRIES:
        bank.add(entry, USER)
    bank.set_profile({"interests": PROFILE.interests}, USER)
    plain, full = tmp_path / "plain.json", tmp_path / "full.json"
    export_to(plain, bank, Wish())
    export_to(full, bank, Wish(history=True))
    for number, path in enumerate((plain, full)):
        other = Bank(tmp_path / str(number) / "bank.sqlite")
        assert import_found(other, formats.read(Source(path))).skipped == []
        assert export(other, Wish()).text == plain.read_text("utf-8")
        assert other.profile() == bank.profile()  # when it was changed, too
        other.close()
