"""Conversations at the doors: listed, read, reviewed once, due; only what was found is read."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import every_door
import pytest
from every_door import DOORS, Opened, Refused

from memdesk import config
from memdesk.consolidation import progress
from memdesk.consolidation.progress import Progress
from memdesk.core.authors import Actor
from memdesk.core.entry import Memory
from memdesk.hosts import sessions
from memdesk.hosts.operations import OPERATIONS
from memdesk.hosts.sessions import LONGEST, PAGE_BYTES
from memdesk.store.bank import Bank

USER = Actor()
SECRET = "sk-ant-api03-abcdefghijklmnopqrstuvwxyz0123456789"

Call = Callable[..., Any]


@pytest.fixture
def doors(bank_path: Path, address: str) -> Iterator[Opened]:
    with every_door.opened(bank_path, address) as opened:
        yield opened


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    path = tmp_path / "app"
    path.mkdir()
    return path


def talk(id: str, workspace: Path | str, *texts: str, day: int = 1, more: str = "") -> Path:
    """A session of Claude Code's, of a day in January; the person and the model in turns."""
    lines = []
    for number, text in enumerate(texts):
        role = "assistant" if number % 2 else "user"
        line = {
            "type": role,
            "sessionId": id,
            "cwd": str(workspace),
            "timestamp": f"2026-01-{day:02d}T10:{number:02d}:00.000Z",
            "message": {"role": role, "content": [{"type": "text", "text": text}]},
        }
        lines.append(json.dumps(line) + "\n")
    path = Path.home() / ".claude" / "projects" / "-any" / f"{id}.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(lines) + more, "utf-8")
    moment = 1_767_225_600 + day * 86_400
    os.utime(path, (moment, moment))
    return path


def ids(listed: Any) -> list[str]:
    return [one["id"] for one in listed["sessions"]]


# --- session_list


@pytest.mark.parametrize("door", DOORS)
def test_sessions_of_the_workspace_are_listed_newest_first(
    doors: Opened, workspace: Path, tmp_path: Path, door: str
) -> None:
    link = tmp_path / "link"
    link.symlink_to(workspace)
    talk("s-old", workspace, "Which shell?", day=1)
    talk("s-new", f"{link}/", f"The key is {SECRET}", day=3)
    talk("s-other", tmp_path, "Elsewhere", day=2)
    call = doors.call(door, host="h", workspace=str(workspace))
    listed = call("session_list")
    assert ids(listed) == ["s-new", "s-old"]
    assert listed["next"] is None
    assert listed["unreadable"] == 0
    assert listed["sessions"][1] == {
        "id": "s-old",
        "host": "claude-code",
        "format": "claude-code",
        "workspace": str(workspace),
        "title": "Which shell?",
        "started_at": "2026-01-01T10:00:00.000Z",
        "updated_at": "2026-01-02T00:00:00.000Z",
        "messages": None,
        "bytes": listed["sessions"][1]["bytes"],
        "reviewed": False,
    }
    assert SECRET not in json.dumps(listed)
    assert listed["sessions"][0]["title"].startswith("The key is [redacted")


def test_a_caller_without_a_workspace_sees_those_of_all(doors: Opened, tmp_path: Path) -> None:
    talk("s-a", tmp_path / "a", "One")
    talk("s-b", tmp_path / "b", "Two", day=2)
    assert ids(doors.call("socket")("session_list")) == ["s-b", "s-a"]


@pytest.mark.parametrize("door", DOORS)
def test_each_scope(doors: Opened, bank: Bank, workspace: Path, door: str) -> None:
    for day in range(1, 9):
        talk(f"s-{day}", workspace, "Hello", day=day)
    call = doors.call(door, host="h", workspace=str(workspace))
    call("memory_write", title="A", content="x", source_sessions=["s-3", "s-8"])
    everything = [f"s-{day}" for day in range(8, 0, -1)]
    assert ids(call("session_list")) == [id for id in everything if id not in ("s-3", "s-8")]
    assert ids(call("session_list", scope="full")) == everything
    recent = call("session_list", scope="recent")
    assert ids(recent) == everything[:5]
    assert [one["reviewed"] for one in recent["sessions"]] == [True, False, False, False, False]
    assert ids(call("session_list", scope="session:s-3")) == ["s-3"]
    for wrong in ("some", "session:", "session:\n", "session:" + "x" * 201):
        with pytest.raises(Refused, match="scope"):
            call("session_list", scope=wrong)
    with pytest.raises(Refused, match="no session"):
        call("session_list", scope="session:none")


def test_what_a_caller_may_not_see_hides_no_session(
    doors: Opened, bank: Bank, workspace: Path
) -> None:
    for number in range(5):
        talk(f"s-{number}", workspace, "Hello")

    def derived(number: int, **more: Any) -> str:
        return bank.add(
            Memory(title=f"T{number}", content="x", source_sessions=(f"s-{number}",), **more), USER
        ).id

    derived(0, role="alice")
    derived(1, workspace="/elsewhere")
    derived(2, never_send_to=("h",))
    bank.delete([("memory", derived(3))], USER)
    derived(4)
    listed = doors.call("socket", host="h", workspace=str(workspace))("session_list")
    assert sorted(ids(listed)) == ["s-0", "s-1", "s-2", "s-3"]
    alice = doors.call("socket", host="h", workspace=str(workspace), role="alice")
    assert sorted(ids(alice("session_list"))) == ["s-1", "s-2", "s-3"]


@pytest.mark.parametrize("door", DOORS)
def test_a_list_goes_on_behind_its_cursor(doors: Opened, workspace: Path, door: str) -> None:
    for day in range(1, 8):
        talk(f"s-{day}", workspace, "Hello", day=day)
    call = doors.call(door, host="h", workspace=str(workspace))
    found: list[str] = []
    cursor = None
    for size in (3, 3, 1):
        page = call("session_list", limit=3, cursor=cursor)
        assert len(page["sessions"]) == size
        found += ids(page)
        cursor = page["next"]
        # One that is new is before the first page, and moves none of the others.
        talk(f"s-new-{size}", workspace, "Hello", day=20)
    assert cursor is None
    assert found == [f"s-{day}" for day in range(7, 0, -1)]
    for wrong in ("x", "1/s-1", "2026-01-02T00:00:00.000Z", "2026-01-02T00:00:00.000Z/"):
        with pytest.raises(Refused, match="cursor"):
            call("session_list", cursor=wrong)


# --- session_read


@pytest.mark.parametrize("door", DOORS)
def test_a_session_is_read_page_by_page(doors: Opened, workspace: Path, door: str) -> None:
    texts = [f"Message {number}" for number in range(7)]
    talk("s-1", workspace, *texts, more='{"broken\n{"type": "unheard of"}\n')
    call = doors.call(door, host="h", workspace=str(workspace))
    said: list[Any] = []
    counted = []
    cursor = None
    for size in (3, 3, 1):
        page = call("session_read", scope="session:s-1", limit=3, cursor=cursor)
        assert page["session"]["id"] == "s-1"
        assert len(page["messages"]) == size
        said += page["messages"]
        counted.append((page["broken"], page["unknown"]))
        cursor = page["next"]
    assert cursor is None
    assert [one["text"] for one in said] == texts
    assert [one["role"] for one in said] == ["user", "assistant"] * 3 + ["user"]
    assert said[2]["at"] == "2026-01-01T10:02:00.000Z"
    assert counted == [(0, 0), (0, 0), (1, 1)]
    for wrong in ("x", "1", "-1/2026-01-02T00:00:00.000Z/s-1", "1/never/s-1"):
        with pytest.raises(Refused, match="cursor"):
            call("session_read", scope="session:s-1", cursor=wrong)


def test_what_is_broken_between_two_pages_is_counted_once(doors: Opened, workspace: Path) -> None:
    path = talk("s-1", workspace, "One", "Two")
    first, second = path.read_text().splitlines(keepends=True)
    path.write_text(first + "{\n{\n" + second + "{\n")
    call = doors.call("socket", workspace=str(workspace))
    one = call("session_read", scope="session:s-1", limit=1)
    two = call("session_read", scope="session:s-1", limit=1, cursor=one["next"])
    assert (one["broken"], two["broken"], two["next"]) == (0, 3, None)


def test_the_session_that_the_caller_names_is_read(doors: Opened, workspace: Path) -> None:
    talk("s-1", workspace, "One")
    talk("s-2", workspace, "Two", day=2)
    read = doors.call("socket by the call", workspace=str(workspace))("session_read", session="s-2")
    assert [one["text"] for one in read["messages"]] == ["Two"]
    mine = doors.call("socket", workspace=str(workspace), session="s-1")
    assert mine("session_read")["session"]["id"] == "s-1"


def test_a_scope_is_read_from_the_oldest_session_to_the_newest(
    doors: Opened, workspace: Path
) -> None:
    for day in (3, 1, 2):
        talk(f"s-{day}", workspace, f"a{day}", f"b{day}", f"c{day}", day=day)
    call = doors.call("socket", host="h", workspace=str(workspace))
    read, cursor = [], None
    while True:
        page = call("session_read", limit=2, cursor=cursor)
        read += [one["text"] for one in page["messages"]]
        # What was read to its middle is reviewed, and goes on: it is read to its end all the same.
        if page["session"]["id"] == "s-2" and "a2" in read and "c2" not in read:
            call("memory_write", title="T", content="x", source_sessions=["s-2"])
            os.utime(Path.home() / ".claude" / "projects" / "-any" / "s-2.jsonl")
        cursor = page["next"]
        if cursor is None:
            break
    assert read == [f"{letter}{day}" for day in (1, 2, 3) for letter in "abc"]
    call("memory_write", title="Else", content="y", source_sessions=["s-1", "s-3"])
    nothing = call("session_read")
    assert (nothing["session"], nothing["messages"], nothing["next"]) == (None, [], None)


def test_what_is_read_is_clean_and_of_bounded_size(doors: Opened, workspace: Path) -> None:
    talk(
        "s-1",
        workspace,
        f"Key {SECRET}\u202e\u0007 and \ud800",
        "y" * (LONGEST - 10) + " " + SECRET,
        "z" * (LONGEST + 30_000 - 20) + SECRET,
        *["字" * 9_000] * 10,
    )
    call = doors.call("mcp", workspace=str(workspace))
    page = call("session_read", scope="session:s-1")
    first, second, third = page["messages"][:3]
    assert first["text"] == "Key [redacted: Anthropic API key] and "
    assert first["redacted"] == ["Anthropic API key"]
    assert "cut" not in first
    assert len(second["text"]) == len(third["text"]) == LONGEST + 1
    assert second["cut"] is third["cut"] is True
    assert SECRET[:12] not in json.dumps(page)
    sizes = [len(one["text"].encode()) for one in page["messages"]]
    assert PAGE_BYTES < sum(sizes) < PAGE_BYTES + sizes[-1] + 1
    assert page["next"] is not None


def test_no_id_and_no_cursor_reach_a_file_that_was_not_found(
    doors: Opened, workspace: Path, tmp_path: Path
) -> None:
    kept = talk("s-1", workspace, "Hello")
    outside = tmp_path / "outside.jsonl"
    outside.write_text(kept.read_text().replace("Hello", "Outside"))
    (kept.parent / "link.jsonl").symlink_to(outside)
    call = doors.call("socket", workspace=str(workspace))
    for id in (
        str(outside),
        "../../../outside",
        "-any/s-1",
        "link",
        "s-1.jsonl",
        "%2e%2e/x",
        "S-1",
    ):
        with pytest.raises(Refused, match="no session"):
            call("session_read", scope=f"session:{id}")
        cursor = f"1/2026-01-02T00:00:00.000Z/{id}"
        assert "Outside" not in json.dumps(call("session_read", scope="full", cursor=cursor))
    other = doors.call("socket", workspace=str(tmp_path))
    with pytest.raises(Refused, match="no session"):
        other("session_read", scope="session:s-1")
    far = call("session_read", scope="session:s-1", cursor="999999/2026-01-02T00:00:00.000Z/s-1")
    assert (far["messages"], far["next"]) == ([], None)


def test_a_file_that_went_meanwhile_is_said(
    doors: Opened, workspace: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = talk("s-1", workspace, "Hello")
    find = sessions.messages_of

    def gone(*args: Any) -> Any:
        path.unlink()
        return find(*args)

    monkeypatch.setattr(sessions, "messages_of", gone)
    with pytest.raises(Refused, match="can't be read: No such file"):
        doors.call("socket")("session_read", scope="session:s-1")


def test_plain_transcripts_lie_in_folders_of_the_persons_own(
    doors: Opened, memdesk_home: Path, tmp_path: Path
) -> None:
    named = tmp_path / "named"
    config.save(replace(config.load(), transcripts=(str(named),)))
    for folder in (named, memdesk_home / "data" / "transcripts"):
        folder.mkdir(parents=True)
        (folder / f"{folder.name}.jsonl").write_text('{"role": "user", "content": "Hello"}\n')
    listed = doors.call("socket")("session_list")["sessions"]
    assert sorted(one["title"] for one in listed) == ["Hello", "Hello"]
    assert {(one["host"], one["format"]) for one in listed} == {(None, "jsonl")}


@pytest.mark.parametrize("door", DOORS)
def test_a_blocked_host_reads_no_conversation(
    doors: Opened, bank: Bank, workspace: Path, door: str
) -> None:
    talk("s-1", workspace, "Hello")
    bank.set_host("h", USER, policy="blocked")
    call = doors.call(door, host="h")
    for operation in ("session_list", "session_read", "consolidation_due"):
        with pytest.raises(Refused, match="blocked"):
            call(operation, **({"messages": 1} if operation == "consolidation_due" else {}))


# --- consolidation_due


@pytest.mark.parametrize("door", DOORS)
def test_due_as_the_seed_says(doors: Opened, door: str) -> None:
    call = doors.call(door, host="h")
    assert not call("consolidation_due", messages=35, tokens=70, max_tokens=100)["due"]
    due = call("consolidation_due", messages=36)
    assert due["due"] is True
    assert due["why"] == "36 messages since the last time, more than 35."
    assert call("consolidation_due", tokens=71, max_tokens=100)["due"]
    for wrong, field in (({}, "messages"), ({"tokens": 1}, "max_tokens")):
        with pytest.raises(Refused, match=field):
            call("consolidation_due", **wrong)
    with pytest.raises(Refused, match="max_tokens"):
        call("consolidation_due", tokens=1, max_tokens=0)


def test_due_counts_what_was_said_since_the_last_time(
    doors: Opened, bank: Bank, workspace: Path
) -> None:
    talk("s-1", workspace, *[f"Message {number}" for number in range(40)])
    call = doors.call("socket by the call", host="h", workspace=str(workspace))
    assert call("consolidation_due", session="s-1")["why"].startswith("36 messages")
    assert call("consolidation_due", session="s-1", messages=3)["due"] is False
    memory = Memory(title="T", content="x", source_sessions=("s-1",))
    bank.add(replace(memory, created_at="2026-01-01T10:29:30.000Z"), USER)
    since = call("consolidation_due", session="s-1", messages=40)
    assert since == {
        "due": False,
        "why": "10 messages since the last time, not more than 35.",
    }
    # Of one that is not on this machine, only the caller can know.
    bank.add(replace(memory, title="U", source_sessions=("s-far",)), USER)
    assert call("consolidation_due", session="s-far", messages=40)["due"] is True


@pytest.mark.parametrize("finished", [True, False])
def test_due_counts_behind_what_memdesk_has_read_itself(
    doors: Opened, bank: Bank, workspace: Path, finished: bool
) -> None:
    texts = [f"Message {number}" for number in range(40)]
    read = talk("s-1", workspace, *texts[:30]).stat().st_size
    talk("s-1", workspace, *texts)
    call = doors.call("socket by the call", host="h", workspace=str(workspace))
    progress.keep(bank.path, "s-1", Progress(begin=0, read_to=read, finished=finished))
    since = call("consolidation_due", session="s-1", messages=40)
    assert since["why"] == "10 messages since the last time, not more than 35."


def test_both_numbers_of_due_are_settings(doors: Opened) -> None:
    config.save(replace(config.load(), consolidate_at_messages=3, consolidate_at_percent=50))
    call = doors.call("socket")
    assert call("consolidation_due", messages=4)["due"] is True
    assert call("consolidation_due", tokens=51, max_tokens=100)["due"] is True


# --- over MCP


def test_models_reach_sessions_by_name_and_as_resources(doors: Opened, workspace: Path) -> None:
    talk("s-1", workspace, *[f"Message {number}" for number in range(4)])
    talk("s-2", workspace, "Another", day=2)
    session = doors.session(workspace=str(workspace))
    listed = {tool["name"] for tool in session.call("tools/list")["tools"]}
    by_name = {one.name for one in OPERATIONS.values() if one.by_name}
    assert by_name == {"session_list", "session_read", "consolidation_due"}
    assert not listed & by_name
    assert ids(session.tool("session_list")) == ["s-2", "s-1"]

    def text(uri: str) -> str:
        (content,) = session.call("resources/read", {"uri": uri})["contents"]
        assert content["uri"] == uri
        return str(content["text"])

    lines = text("memdesk://sessions").splitlines()
    assert [line[: len("- [s-2] ")] for line in lines] == ["- [s-2] ", "- [s-1] "]
    first = text("memdesk://sessions?limit=1")
    (rest,) = (
        word.rstrip(").") for word in first.split() if word.startswith("memdesk://sessions?")
    )
    assert "[s-1]" in text(rest) and "[s-2]" not in text(rest)
    page = text("memdesk://session/s-1?limit=3")
    assert "Message 2" in page and "Message 3" not in page
    (query,) = (word.rstrip(")") for word in page.split() if word.startswith("?cursor="))
    last = text("memdesk://session/s-1" + query)
    assert "Message 3" in last and "Message 2" not in last
    assert last.endswith("(end of the session)")
    session.tool("memory_write", title="T", content="x", source_sessions=["s-2"])
    assert "[s-2]" not in text("memdesk://sessions")
    assert "reviewed" in text("memdesk://sessions?scope=full").splitlines()[0]
    for uri in ("memdesk://session/none", "memdesk://session/", "memdesk://sessions?x=1"):
        assert session.refusal("resources/read", {"uri": uri})["code"] in (-32002, -32602)
    assert (
        session.refusal("resources/read", {"uri": "memdesk://sessions?limit=x"})["code"] == -32602
    )


def test_a_result_says_how_to_go_on(doors: Opened, workspace: Path) -> None:
    talk("s-1", workspace, "One", "Two")
    talk("s-2", workspace, "Three", day=2)
    call = doors.call("mcp", workspace=str(workspace))
    listed = call("session_list", limit=1)
    assert listed["next"] in listed["said"]
    read = call("session_read", scope="session:s-1", limit=1)
    assert "## user (2026-01-01T10:00:00.000Z)\n\nOne" in read["said"]
    assert read["next"] in read["said"]
    assert call("consolidation_due", messages=36)["said"].startswith("Due: 36 messages")
