"""Hosts that run Claude Code's hooks as well get the block once (spec 4.4)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from memdesk.hosts import hook
from memdesk.hosts.connect import Machine, Program, plan, write
from memdesk.hosts.host_places import places

PROGRAM = Program(command=("/opt/memdesk",), socket="/run/m.sock", http="http://127.0.0.1:7411")
TEXT = "the block"


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    (tmp_path / "folder").mkdir()
    return Machine("linux", str(Path.home()), str(tmp_path / "folder"))


def server(machine: Machine) -> list[str]:
    """The arguments with which VS Code starts our server."""
    text = Path(places("vscode", machine)["mcp"]).read_text("utf-8")
    args: list[str] = json.loads(text)["servers"]["memdesk"]["args"]
    return args


def connect(host: str, machine: Machine, *, remove: bool = False) -> None:
    write(plan(host, machine, PROGRAM, remove=remove))


def test_vs_code_s_server_gives_the_block_where_no_hook_does(machine: Machine) -> None:
    connect("vscode", machine)
    assert server(machine) == ["mcp", "--host", "vscode"]
    connect("claude-code", machine)
    connect("vscode", machine)
    assert server(machine) == ["mcp", "--host", "vscode", "--no-block"]
    assert not any(change.changes for change in plan("vscode", machine, PROGRAM))
    connect("claude-code", machine, remove=True)
    connect("vscode", machine)
    assert server(machine) == ["mcp", "--host", "vscode"]


@pytest.mark.parametrize("name", ["settings.json", "settings.local.json"])
def test_a_project_s_hooks_count_too_and_others_do_not(machine: Machine, name: str) -> None:
    settings = Path(machine.folder) / ".claude" / name
    settings.parent.mkdir()
    item = {"hooks": [{"type": "command", "command": "other hook claude-code"}]}
    for said, injected in (("other", False), ("/opt/memdesk", True)):
        item["hooks"][0]["command"] = f"{said} hook claude-code"
        settings.write_text(json.dumps({"hooks": {"SessionStart": [item]}}))
        connect("vscode", machine)
        assert ("--no-block" in server(machine)) is injected
    settings.write_text('{"hooks": {"SessionStart": 7}, broken')
    connect("vscode", machine)
    assert "--no-block" not in server(machine)


def test_the_person_is_told(memdesk: Any, tmp_path: Path) -> None:
    done = memdesk("connect", "claude-code", "--write")
    assert "memdesk connect vscode --write" in done.stderr
    done = memdesk("connect", "vscode", "--write", cwd=tmp_path)
    assert "they give it the block" in done.stderr and done.returncode == 0


# --- what asks by Claude Code's hook


def asked(request: dict[str, Any]) -> tuple[Any, list[dict[str, Any]]]:
    params: list[dict[str, Any]] = []

    def ask(wanted: Any) -> Any:
        params.append(dict(wanted))
        return {"layers": {"system": TEXT, "runtime": TEXT, "tail": ""}}

    return json.loads(hook.answer("claude-code", json.dumps(request).encode(), ask)), params


CURSOR = {
    "conversation_id": "c",
    "session_id": "c",
    "cursor_version": "3.2",
    "workspace_roots": ["/src/p"],
}


@pytest.mark.parametrize("event", ["sessionStart", "SessionStart"])
def test_cursor_without_hooks_of_its_own_gets_it_as_cursor(event: str) -> None:
    found, params = asked({**CURSOR, "hook_event_name": event})
    assert found == {
        "additional_context": TEXT,
        "hookSpecificOutput": {"hookEventName": event, "additionalContext": TEXT},
    }
    assert (params[0]["host"], params[0]["workspace"]) == ("cursor", "/src/p")


@pytest.mark.parametrize("where", ["home", "project"])
def test_cursor_with_hooks_of_its_own_gets_it_from_those(where: str, tmp_path: Path) -> None:
    folder = Path.home() if where == "home" else tmp_path
    hooks = folder / ".cursor" / "hooks.json"
    hooks.parent.mkdir(parents=True, exist_ok=True)
    request = {**CURSOR, "workspace_roots": [str(tmp_path)], "hook_event_name": "sessionStart"}
    for other in ('{"hooks": {"sessionStart": [{"command": "beep"}, 7]}}', "broken", "[]", "{}"):
        hooks.write_text(other)
        assert asked(request)[0] != {}
    hooks.write_text('{"hooks":{"sessionStart":[{"command":"/opt/memdesk hook cursor"}]}}')
    assert asked(request) == ({}, [])


def test_cursor_takes_nothing_each_turn() -> None:
    for event in ("beforeSubmitPrompt", "UserPromptSubmit"):
        assert asked({**CURSOR, "hook_event_name": event, "prompt": "x"}) == ({}, [])


def test_vs_code_is_asked_for_by_its_own_name() -> None:
    request = {"sessionId": "v", "cwd": "/src/p", "hookEventName": "SessionStart", "source": "new"}
    found, params = asked(request)
    assert found["hookSpecificOutput"]["additionalContext"] == TEXT
    assert (params[0]["host"], params[0]["session"]) == ("vscode", "v")
    found, params = asked({"session_id": "c", "hook_event_name": "SessionStart"})
    assert params[0]["host"] == "claude-code"
