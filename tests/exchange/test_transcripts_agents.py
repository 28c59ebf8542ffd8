"""The sessions of coding agents: Claude Code, Codex, opencode."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from transcripts import (  # type: ignore[import-not-found]
    BASE,
    all_messages,
    claude_answer,
    claude_user,
    found_at,
    json_lines,
    only,
    said,
    text_block,
    written,
)

from memdesk.exchange.transcripts.conversation import Tally
from memdesk.exchange.transcripts.finding import conversations_in

ID = "84a7e050-4ff6-4264-865b-baf9d561bba3"

# --- Claude Code


def queued(text: str, **more: object) -> dict[str, object]:
    """A line for what came while the model was at work."""
    attachment = {"type": "queued_command", "prompt": text, "commandMode": "prompt", **more}
    return {**BASE, "type": "attachment", "attachment": attachment}


CLAUDE = json_lines(
    {"type": "file-history-snapshot", "messageId": "m", "snapshot": {}},
    {"type": "summary", "summary": "Choosing a shell", "leafUuid": "x"},
    claude_user("Caveat: what follows was run by the user", isMeta=True),
    claude_user("<command-name>/clear</command-name>\n<command-args></command-args>"),
    claude_user("Which shell do we use?", timestamp="2026-07-04T10:30:00.000Z", uuid="u1"),
    claude_answer({"type": "thinking", "thinking": "hm", "signature": "x"}),
    claude_answer(text_block("PowerShell 7."), {"type": "tool_use", "id": "t", "name": "Bash"}),
    claude_user([{"type": "tool_result", "tool_use_id": "t", "content": "7.4"}]),
    claude_answer(text_block("a helper's words"), isSidechain=True),
    claude_user(
        [text_block("Good.<system-reminder>Be nice.</system-reminder>"), {"type": "image"}],
        timestamp="2026-07-04T10:31:00.000Z",
    ),
    queued("And hurry", origin={"kind": "human"}),
    queued("<status>done</status>", commandMode="task-notification"),
    queued("a teammate's", origin={"kind": "teammate"}),
    {"type": "attachment", "attachment": {"type": "todo", "prompt": "x"}, "sessionId": "s"},
    claude_user("a notification", origin={"kind": "task-notification"}),
    claude_user("This session is being continued …", isCompactSummary=True),
    {"type": "system", "subtype": "compact_boundary", "content": "Compacted"},
    {"type": "kind of tomorrow", "sessionId": "s"},
)


def test_a_claude_code_session(tmp_path: Path) -> None:
    path = written(tmp_path / ".claude" / "projects" / "-home-me-app" / f"{ID}.jsonl", CLAUDE)
    (one,) = found_at(tmp_path)
    assert (one.id, one.host, one.format) == (ID, "claude-code", "claude-code")
    assert (one.workspace, one.title) == ("/home/me/app", "Choosing a shell")
    assert (one.started_at, one.size) == ("2026-07-04T10:30:00.000Z", path.stat().st_size)
    found, tally = said(one)
    assert found == [
        ("user", "Which shell do we use?"),
        ("assistant", "PowerShell 7."),
        ("user", "Good."),
        ("user", "And hurry"),
    ]
    assert (tally.broken, tally.unknown) == (0, 1)
    assert all_messages(one)[2].at == "2026-07-04T10:31:00.000Z"
    assert only(path) == one


def test_reading_goes_on_behind_any_message(tmp_path: Path) -> None:
    one = only(written(tmp_path / f"{ID}.jsonl", CLAUDE))
    messages = all_messages(one)
    for number, message in enumerate(messages, 1):
        rest, _tally = said(one, message.after)
        assert rest == [(later.role, later.text) for later in messages[number:]]


def test_broken_and_cut_off_lines_are_counted_and_passed_over(tmp_path: Path) -> None:
    whole = json_lines(claude_user("One"), claude_user("Two")).encode()
    broken = (
        b'{"type": "user", \n[1]\n\xff\xfe\n'
        + json_lines(
            {"type": "user", "sessionId": "s", "message": None},
            {"type": "assistant", "sessionId": "s", "message": {"content": {"text": "x"}}},
            {"type": ["user"], "sessionId": "s"},
            claude_user("Three"),
        ).encode()
    )
    path = written(tmp_path / f"{ID}.jsonl", whole + b"\n\n" + broken + whole[:-20])
    found, tally = said(only(path))
    assert [text for _role, text in found] == ["One", "Two", "Three", "One"]
    assert (tally.broken, tally.unknown) == (6, 1)


def test_an_own_title_wins_and_the_first_question_stands_in(tmp_path: Path) -> None:
    asked = json_lines(claude_user("Which\nshell?"), claude_user("Sure?"))
    path = written(tmp_path / f"{ID}.jsonl", asked)
    assert only(path).title == "Which shell?"
    written(path, asked + json_lines({"type": "ai-title", "aiTitle": "Shells", "sessionId": "s"}))
    assert only(path).title == "Shells"
    custom = {"type": "custom-title", "customTitle": "Our shell", "sessionId": "s"}
    written(
        path, asked + json_lines(custom, {"type": "ai-title", "aiTitle": "S", "sessionId": "s"})
    )
    assert only(path).title == "Our shell"


def test_a_session_that_begins_with_much_of_a_tools(tmp_path: Path) -> None:
    result = {"type": "tool_result", "tool_use_id": "t", "content": "x" * 1000}
    begins = json_lines(*[claude_user([result], isSidechain=False)] * 300)
    path = written(tmp_path / f"{ID}.jsonl", begins + json_lines(claude_user("At last")))
    assert only(path).workspace == "/home/me/app"
    assert said(only(path))[0] == [("user", "At last")]
    written(path, begins.replace('"isSidechain": false', '"isSidechain": true'))
    assert conversations_in(path, Tally()) == []


def test_only_conversations_with_the_person_are_found(tmp_path: Path) -> None:
    projects = tmp_path / "moved" / "projects"
    written(projects / "-a" / f"{ID}.jsonl", CLAUDE)
    written(projects / "-a" / "agent-1.jsonl", CLAUDE)
    written(projects / "-a" / ID / "subagents" / "agent-2.jsonl", CLAUDE)
    written(projects / "-a" / "empty.jsonl", "")
    written(projects / "-a" / "only-a-title.jsonl", json_lines({"type": "summary", "summary": "x"}))
    written(projects / "-a" / "helper.jsonl", json_lines(claude_user("x", isSidechain=True)))
    written(projects / "-a" / "notes.txt", CLAUDE)
    assert [one.id for one in found_at(tmp_path, CLAUDE_CONFIG_DIR=str(tmp_path / "moved"))] == [ID]
    assert found_at(tmp_path) == []


# --- Codex

CODEX_META = {
    "id": "019a2d7a-41c4-78b1-b7cc-a45d62a89cd5",
    "timestamp": "2026-01-18T02:01:28.308Z",
    "cwd": "/home/me/app",
    "originator": "codex_cli_rs",
    "cli_version": "0.65.0",
    "source": "cli",
}


def codex_line(kind: str, payload: object) -> dict[str, object]:
    return {"timestamp": "2026-01-18T02:01:30.000Z", "type": kind, "payload": payload}


def codex_message(role: str, text: str) -> dict[str, object]:
    kind = "output_text" if role == "assistant" else "input_text"
    return {"type": "message", "role": role, "content": [{"type": kind, "text": text}]}


def codex(meta: dict[str, object] = CODEX_META) -> str:
    return json_lines(
        codex_line("session_meta", meta),
        codex_line("response_item", codex_message("developer", "<permissions instructions>…")),
        codex_line("response_item", codex_message("user", "# AGENTS.md instructions for /x\n…")),
        codex_line(
            "response_item", codex_message("user", "<environment_context>…</environment_context>")
        ),
        codex_line("response_item", codex_message("user", "What is 2+2?")),
        codex_line("event_msg", {"type": "user_message", "message": "What is 2+2?"}),
        codex_line("turn_context", {"cwd": "/home/me/app", "model": "m"}),
        codex_line("response_item", {"type": "reasoning", "summary": []}),
        codex_line("response_item", {"type": "function_call", "name": "shell", "arguments": "{}"}),
        codex_line("response_item", codex_message("assistant", "4")),
        codex_line("event_msg", {"type": "agent_message", "message": "4"}),
        codex_line("response_item", {"type": "invented"}),
        codex_line("response_item", None),
    )


def codex_path(home: Path, name: str = "1") -> Path:
    return home / ".codex" / "sessions" / "2026" / "01" / "18" / f"rollout-{name}.jsonl"


def test_a_codex_session(tmp_path: Path) -> None:
    path = written(codex_path(tmp_path), codex())
    (one,) = found_at(tmp_path)
    assert (one.id, one.host) == (CODEX_META["id"], "codex")
    assert (one.workspace, one.title) == ("/home/me/app", "What is 2+2?")
    assert one.started_at == CODEX_META["timestamp"]
    found, tally = said(one)
    assert found == [("user", "What is 2+2?"), ("assistant", "4")]
    assert (tally.broken, tally.unknown) == (1, 1)
    assert only(path) == one


def test_an_old_codex_session_without_envelopes(tmp_path: Path) -> None:
    context = "<environment_context>\n  <cwd>/home/me/old</cwd>\n</environment_context>"
    text = json_lines(
        {"id": ID, "timestamp": "2025-08-01T10:00:00.000Z", "instructions": None, "git": {}},
        {"record_type": "state"},
        codex_message("user", context),
        codex_message("user", "Hello"),
        codex_message("assistant", "Hi"),
    )
    one = only(written(codex_path(tmp_path), text))
    assert (one.id, one.workspace, one.title) == (ID, "/home/me/old", "Hello")
    found, tally = said(one)
    assert found == [("user", "Hello"), ("assistant", "Hi")]
    assert (tally.broken, tally.unknown) == (0, 0)


def test_codex_helpers_are_left_out_and_archives_are_not(tmp_path: Path) -> None:
    written(codex_path(tmp_path), codex({**CODEX_META, "source": {"subagent": "review"}}))
    assert found_at(tmp_path) == []
    written(tmp_path / "home" / "archived_sessions" / "rollout-2.jsonl", codex())
    (one,) = found_at(tmp_path, CODEX_HOME=str(tmp_path / "home"))
    assert one.id == CODEX_META["id"]


# --- opencode

SESSION = {
    "id": "ses_469cf929cffeBICghRNeI7BWy6",
    "projectID": "global",
    "directory": "/home/me/app",
    "title": "A greeting",
    "version": "1.0.0",
    "time": {"created": 1_768_701_688_000, "updated": 1_768_701_700_000},
}
TALK = (
    ("msg_1", "user", [{"type": "text", "text": "Hello"}]),
    (
        "msg_2",
        "assistant",
        [
            {"type": "step-start"},
            {"type": "reasoning", "text": "hm"},
            {"type": "text", "text": "Hi"},
            {"type": "tool", "tool": "bash"},
            {"type": "text", "text": "the file's contents", "synthetic": True},
            {"type": "text", "text": 7},
        ],
    ),
    ("msg_3", "assistant", []),
    ("msg_4", "user", [{"type": "text", "text": "Bye"}]),
)
TIME = {"created": 1_768_701_690_000}


def opencode_files(home: Path, session: dict[str, Any] = SESSION) -> Path:
    storage = home / ".local" / "share" / "opencode" / "storage"
    for message, role, parts in TALK:
        value = {"id": message, "sessionID": session["id"], "role": role, "time": TIME}
        written(storage / "message" / session["id"] / f"{message}.json", json.dumps(value))
        for number, part in enumerate(parts):
            written(storage / "part" / message / f"prt_{number}.json", json.dumps(part))
    return written(storage / "session" / "global" / f"{session['id']}.json", json.dumps(session))


def opencode_database(home: Path) -> Path:
    path = home / ".local" / "share" / "opencode" / "opencode.db"
    path.parent.mkdir(parents=True)
    database = sqlite3.connect(path)
    database.executescript(
        "PRAGMA journal_mode = wal;"
        "CREATE TABLE session (id TEXT PRIMARY KEY, project_id TEXT, parent_id TEXT, slug TEXT,"
        " directory TEXT, title TEXT, version TEXT, time_created INTEGER, time_updated INTEGER);"
        "CREATE TABLE message (id TEXT PRIMARY KEY, session_id TEXT, time_created INTEGER,"
        " time_updated INTEGER, data TEXT);"
        "CREATE TABLE part (id TEXT PRIMARY KEY, message_id TEXT, session_id TEXT,"
        " time_created INTEGER, time_updated INTEGER, data TEXT);"
    )
    times = SESSION["time"]
    assert isinstance(times, dict)
    for id, parent in ((SESSION["id"], None), ("ses_helper", SESSION["id"])):
        database.execute(
            "INSERT INTO session VALUES (?, 'global', ?, 's', ?, ?, '1', ?, ?)",
            (id, parent, SESSION["directory"], SESSION["title"], times["created"],
             times["updated"]),
        )  # fmt: skip
    for message, role, parts in TALK:
        data = json.dumps({"role": role, "time": TIME})
        database.execute(
            "INSERT INTO message VALUES (?, ?, 1, 1, ?)", (message, SESSION["id"], data)
        )
        for number, part in enumerate(parts):
            database.execute(
                "INSERT INTO part VALUES (?, ?, ?, 1, 1, ?)",
                (f"prt_{message}_{number}", message, SESSION["id"], json.dumps(part)),
            )
    database.commit()
    database.close()
    return path


@pytest.mark.parametrize("made", [opencode_files, opencode_database], ids=["files", "database"])
def test_an_opencode_session(tmp_path: Path, made: Any) -> None:
    path = made(tmp_path)
    before = {one: one.read_bytes() for one in tmp_path.rglob("*") if one.is_file()}
    (one,) = found_at(tmp_path)
    assert (one.id, one.host, one.messages) == (SESSION["id"], "opencode", 4)
    assert (one.workspace, one.title) == ("/home/me/app", "A greeting")
    assert (one.started_at, one.updated_at) == (
        "2026-01-18T02:01:28.000Z",
        "2026-01-18T02:01:40.000Z",
    )
    found, tally = said(one)
    assert found == [("user", "Hello"), ("assistant", "Hi"), ("user", "Bye")]
    assert (tally.broken, tally.unknown) == (1, 0)
    messages = all_messages(one)
    assert messages[0].at == "2026-01-18T02:01:30.000Z"
    assert said(one, messages[1].after)[0] == [("user", "Bye")]
    assert only(path) == one
    assert before == {name: name.read_bytes() for name in before}


def test_opencode_helpers_and_ids_that_lead_elsewhere(tmp_path: Path) -> None:
    opencode_files(tmp_path, {**SESSION, "parentID": "ses_other"})
    assert found_at(tmp_path) == []
    storage = tmp_path / ".local" / "share" / "opencode" / "storage"
    written(tmp_path / "secret" / "m.json", json.dumps({"role": "user"}))
    aside = {**SESSION, "id": "../../../../../secret"}
    written(storage / "session" / "global" / "ses_aside.json", json.dumps(aside))
    assert found_at(tmp_path) == []


def test_a_damaged_opencode_database_is_an_os_error(tmp_path: Path) -> None:
    path = opencode_database(tmp_path)
    path.write_bytes(path.read_bytes()[:4096] + b"x" * 20_000)
    assert found_at(tmp_path) == []
