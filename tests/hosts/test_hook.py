"""Hooks of chat hosts (spec 4.4): their JSON, the layers, and that they never fail the host."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any, Protocol

import pytest

from memdesk import paths
from memdesk.core.authors import Actor
from memdesk.core.errors import BankUnavailable
from memdesk.hosts import hook
from memdesk.store.bank import Bank


class CommandLine(Protocol):
    def __call__(
        self, *args: str | Path, stdin: str | bytes = b""
    ) -> subprocess.CompletedProcess[str]: ...


RULE = "Never push to main"
FACT = "Auth uses JWT"

NESTED = [("claude-code", "UserPromptSubmit"), ("codex", "UserPromptSubmit")]
NESTED += [("gemini-cli", "BeforeAgent")]


@pytest.fixture
def filled(memdesk: CommandLine) -> CommandLine:
    for text in (RULE, FACT):
        assert memdesk("add", text).returncode == 0
    return memdesk


def start(session: str = "s1", **more: object) -> str:
    said = {"session_id": session, "cwd": "/src/p", "hook_event_name": "SessionStart"}
    return json.dumps({**said, "source": "startup", **more})


def said_by(memdesk: CommandLine, host: str, stdin: str | bytes) -> Any:
    done = memdesk("hook", host, stdin=stdin)
    assert (done.returncode, done.stderr) == (0, "")
    return json.loads(done.stdout)


def context(answer: Any) -> str:
    text: str = answer["hookSpecificOutput"]["additionalContext"]
    return text


@pytest.mark.parametrize(("host", "prompt"), NESTED)
@pytest.mark.parametrize("served", [True, False])
def test_a_start_gets_the_block_and_a_turn_the_constraints(
    filled: CommandLine, host: str, prompt: str, served: bool, request: pytest.FixtureRequest
) -> None:
    if served:
        request.getfixturevalue("server")
    answer = said_by(filled, host, start())
    assert answer.keys() == {"hookSpecificOutput"}
    assert answer["hookSpecificOutput"].keys() == {"hookEventName", "additionalContext"}
    assert answer["hookSpecificOutput"]["hookEventName"] == "SessionStart"
    system = filled("block", "--host", host, "--session", "s1", "--workspace", "/src/p").stdout
    tail = filled("block", "--host", host, "--layer", "tail").stdout
    assert context(answer) == system + "\n" + tail.rstrip("\n")
    assert RULE in system and FACT in system
    turn = said_by(filled, host, start(hook_event_name=prompt, prompt="hello"))
    assert turn["hookSpecificOutput"]["hookEventName"] == prompt
    assert RULE in context(turn) and FACT not in context(turn)


def test_cursor_takes_it_at_the_top(filled: CommandLine) -> None:
    said = {"conversation_id": "c", "session_id": "c", "workspace_roots": ["/src/p"]}
    answer = said_by(filled, "cursor", json.dumps({**said, "hook_event_name": "sessionStart"}))
    assert answer.keys() == {"additional_context"}
    assert RULE in answer["additional_context"] and FACT in answer["additional_context"]
    submitted = json.dumps({**said, "hook_event_name": "beforeSubmitPrompt", "prompt": "x"})
    assert said_by(filled, "cursor", submitted) == {}


def test_a_session_is_frozen_until_it_is_compacted_or_cleared(filled: CommandLine) -> None:
    first = said_by(filled, "claude-code", start())
    filled("add", "Written later")
    assert said_by(filled, "claude-code", start(source="resume")) == first
    assert said_by(filled, "claude-code", start()) == first
    assert "Written later" in context(said_by(filled, "claude-code", start("s2")))
    compacted = said_by(filled, "claude-code", start(source="compact"))
    assert "Written later" in context(compacted)
    filled("add", "Later still")
    assert said_by(filled, "claude-code", start()) == compacted
    assert "Later still" in context(said_by(filled, "claude-code", start(source="clear")))


def test_a_block_too_long_for_a_hook_is_cut_from_what_was_frozen(filled: CommandLine) -> None:
    for number in range(8):
        filled("add", f"Rule {number}: " + "x" * 1_400, "--tag", "rule", "--title", f"R{number}")
    bank = Bank(paths.bank_path(None))
    bank.set_host("codex", Actor(), preset="destinywind")  # which has no budget
    bank.close()
    asked = ("block", "--host", "codex", "--workspace", "/src/p", "--session", "s1")
    assert len(filled(*asked).stdout) > hook.MOST, "whole, by another door"
    first = context(said_by(filled, "codex", start()))
    assert "条规则放不下" in first and "还有" in first
    assert len(first) <= hook.MOST
    for number in range(8):
        filled("add", f"New {number}: " + "y" * 1_400, "--tag", "rule", "--relevance", "high")
    assert context(said_by(filled, "codex", start(source="resume"))) == first
    compacted = context(said_by(filled, "codex", start(source="compact")))
    assert "New 7" in compacted and len(compacted) <= hook.MOST
    assert context(said_by(filled, "codex", start())) == compacted


def test_the_workspace_of_the_host_decides_what_is_seen(filled: CommandLine) -> None:
    filled("add", "Only there", "--workspace", "/src/p")
    assert "Only there" in context(said_by(filled, "codex", start("a")))
    assert "Only there" not in context(said_by(filled, "codex", start("b", cwd="/src/q")))


def test_the_role_is_that_of_the_command(filled: CommandLine) -> None:
    filled("add", "For planners", "--role", "planner", "--scope", "role")
    done = filled("hook", "codex", "--role", "planner", stdin=start("a"))
    assert "For planners" in context(json.loads(done.stdout))
    assert "For planners" not in context(said_by(filled, "codex", start("b")))


def test_names_as_other_programs_write_them_are_understood(filled: CommandLine) -> None:
    said = {"sessionId": "v", "cwd": "/src/p", "hookEventName": "SessionStart", "source": "new"}
    assert RULE in context(said_by(filled, "claude-code", json.dumps(said)))


@pytest.mark.parametrize(
    "stdin",
    [
        b"",
        b"garbage",
        b"[]",
        b"\xff\xfe\x00",
        b'{"session_id": ' + b"[" * 100_000,
        b'{"hook_event_name":"PreToolUse","session_id":"s"}',
        b'{"prompt": "' + b"x" * (hook.MAX_STDIN + 10) + b'"}',
    ],
    ids=["nothing", "garbage", "array", "bytes", "deep", "other event", "huge"],
)
def test_nonsense_gets_an_empty_valid_answer(filled: CommandLine, stdin: bytes) -> None:
    assert said_by(filled, "claude-code", stdin) == {}


@pytest.mark.parametrize(
    "more",
    [
        {"session_id": "x" * 10_000},
        {"session_id": "a\nb"},
        {"session_id": 7},
        {"cwd": "relative"},
        {"cwd": "\\half"},
        {"cwd": "/a\0b"},
        {"cwd": ["/src"]},
        {"source": {"a": 1}},
    ],
)
def test_what_can_not_be_kept_is_left_out(filled: CommandLine, more: dict[str, object]) -> None:
    assert RULE in context(said_by(filled, "claude-code", start(**more)))


def test_an_unknown_host_gets_an_empty_answer_too(memdesk: CommandLine) -> None:
    # Exit code 2 would make some hosts throw the user's prompt away.
    assert said_by(memdesk, "emacs", start()) == {}


def test_closed_and_silent_pipes_fail_nothing(filled: CommandLine, memdesk_home: Path) -> None:
    command = [sys.executable, "-W", "error", "-m", "memdesk", "hook", "claude-code"]
    closed = subprocess.run(
        ["sh", "-c", 'exec "$@" <&- >&- 2>&-', "sh", *command], check=False, timeout=60
    )
    assert closed.returncode == 0
    # A host that leaves its end of the pipe open: the object is whole, and that is enough.
    reader, writer = os.pipe()
    os.write(writer, start().encode())
    open_ended = subprocess.run(command, stdin=reader, capture_output=True, check=False, timeout=60)
    os.close(reader)
    os.close(writer)
    assert RULE in context(json.loads(open_ended.stdout))
    assert "is not JSON" in (memdesk_home / "log" / "hook.log").read_text("utf-8")


def test_a_host_that_says_nothing_is_answered_in_time(memdesk_home: Path) -> None:
    reader, writer = os.pipe()
    done = subprocess.run(
        [sys.executable, "-m", "memdesk", "hook", "claude-code"],
        stdin=reader,
        capture_output=True,
        check=False,
        timeout=90,
    )
    os.close(reader)
    os.close(writer)
    assert (done.returncode, done.stdout) == (0, b"{}\n")
    assert "no answer in" in (memdesk_home / "log" / "hook.log").read_text("utf-8")


def test_a_damaged_bank_is_logged_and_fails_nothing(
    memdesk: CommandLine, memdesk_home: Path
) -> None:
    bank = memdesk_home / "data" / "memdesk.sqlite"
    bank.parent.mkdir(parents=True)
    bank.write_bytes(b"no database at all, and long enough to look like one" * 50)
    assert said_by(memdesk, "claude-code", start()) == {}
    assert "claude-code" in (memdesk_home / "log" / "hook.log").read_text("utf-8")


def test_a_blocked_host_gets_nothing(filled: CommandLine, memdesk_home: Path) -> None:
    from memdesk.core.authors import Actor
    from memdesk.store.bank import Bank

    bank = Bank(memdesk_home / "data" / "memdesk.sqlite")
    said_by(filled, "codex", start())
    bank.set_host("codex", Actor(), policy="blocked")
    bank.close()
    assert said_by(filled, "codex", start("s9")) == {}


def test_emoji_count_twice_as_the_host_counts_them() -> None:
    asked: list[dict[str, Any]] = []

    def ask(params: Any) -> Any:
        asked.append(dict(params))
        return {"layers": {"system": "😀" * params["limit"], "tail": "t" * 100}}

    said = start(source="compact").encode()
    found = json.loads(hook.answer("claude-code", said, ask))
    text = found["hookSpecificOutput"]["additionalContext"]
    assert len(text.encode("utf-16-le")) // 2 < hook.MOST
    assert [one.get("refresh") for one in asked] == [True, False]


def test_an_empty_layer_adds_nothing() -> None:
    empty = {"layers": {"system": "", "runtime": "", "tail": ""}}
    assert hook.answer("codex", start().encode(), lambda _params: empty) == "{}"


def test_what_the_server_refuses_is_raised_for_the_log() -> None:
    def ask(_params: Any) -> Any:
        raise BankUnavailable("It is locked.")

    with pytest.raises(BankUnavailable):
        hook.answer("codex", start().encode(), ask)


HEAVY = {"PySide6", "pydantic", "mcp", "asyncio", "peewee", "sqlite3", "memdesk.store.bank"}


@pytest.mark.usefixtures("server")
def test_with_a_server_a_hook_loads_but_a_socket(tmp_path: Path) -> None:
    probe = (
        "import sys; from pathlib import Path; from memdesk.cli import main;"
        "code = main(sys.argv[2:]);"
        "Path(sys.argv[1]).write_text(chr(10).join(sys.modules)); sys.exit(code)"
    )
    modules = tmp_path / "modules"
    done = subprocess.run(
        [sys.executable, "-c", probe, str(modules), "hook", "claude-code"],
        input=start().encode(),
        check=False,
        capture_output=True,
        timeout=60,
    )
    assert done.returncode == 0
    assert set(modules.read_text().splitlines()) & HEAVY == set()
