"""`connect` on files that hold other content already: only the addition, once, and back again."""

from __future__ import annotations

import json
import subprocess
import tomllib
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any, Protocol

import pytest

from memdesk.core.errors import BadParameters, Conflict
from memdesk.hosts.connect import Change, Machine, Program, plan, shell_command, write
from memdesk.hosts.host_places import HOSTS, places


class CommandLine(Protocol):
    def __call__(
        self, *args: str | Path, stdin: str | bytes = b"", cwd: Path | None = None
    ) -> subprocess.CompletedProcess[str]: ...


MEMDESK = ("/opt/mem desk/memdesk",)
PROGRAM = Program(command=MEMDESK, socket="/run/m.sock", http="http://127.0.0.1:7411")

CLAUDE_SETTINGS = """\
{
  "$schema": "https://json.schemastore.org/claude-code-settings.json",
  "model": "opus", // mine
  "hooks": {
    "SessionStart": [
      {
        "matcher": "startup",
        "hooks": [{ "type": "command", "command": "echo hello" }]
      }
    ],
    "PostToolUse": []
  },
  "env": { "A": "1" }
}
"""
SERVERS = """\
{
\t"numStartups": 7,
\t"mcpServers": {
\t\t"files": {"command": "files"}
\t},
\t"theme": "dark"
}
"""
CODEX = """\
# mine
model = "o9"

[mcp_servers.files]
command = "files"  # keep
"""
RULES = "# Rules\n\nUse tabs.\n"
HOOKS = (
    '{\n  "hooks": {\n    "Stop": [{"hooks": [{"type": "command", "command": "beep"}]}]\n  }\n}\n'
)
CURSOR = (
    '{\n  "version": 1,\n  "hooks": {\n    "stop": [\n      {"command": "beep"}\n    ]\n  }\n}\n'
)
GEMINI = """\
{
  // looks
  "ui": {"theme": "x"},
  "mcpServers": {
    "a": {"command": "a"},
  },
}
"""
OPENCODE = """\
{
  "$schema": "https://opencode.ai/config.json",
  "mcp": {
    "x": {"type": "local"}
  }
}"""

EXISTING: dict[str, dict[str, str]] = {
    "claude-code": {"hooks": CLAUDE_SETTINGS, "mcp": SERVERS},
    "claude-desktop": {"mcp": SERVERS},
    "cursor": {"hooks": CURSOR, "mcp": SERVERS},
    "vscode": {"mcp": SERVERS.replace("mcpServers", "servers")},
    "opencode": {"mcp": OPENCODE},
    "codex": {"hooks": HOOKS, "mcp": CODEX, "rules": RULES},
    "gemini-cli": {"settings": GEMINI},
    "lm-studio": {"mcp": SERVERS},
    "open-webui": {},
    "sillytavern": {},
}


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    folder = tmp_path / "folder"
    folder.mkdir()
    return Machine("linux", str(tmp_path / "person"), str(folder))


STYLES: dict[str, Callable[[str], bytes]] = {
    "as it is": str.encode,
    "Windows": lambda text: text.replace("\n", "\r\n").encode(),
    "with a byte order mark": lambda text: b"\xef\xbb\xbf" + text.encode(),
    "both": lambda text: b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode(),
    "tabs": lambda text: text.replace("  ", "\t").encode(),
    "without a last newline": lambda text: text.rstrip("\n").encode(),
    "with blank lines around": lambda text: f"\n\n{text}\n\n\n".encode(),
}
"""How editors leave a file."""


def fill(
    host: str, machine: Machine, style: Callable[[str], bytes] = str.encode
) -> dict[Path, bytes]:
    """Put the host's files there as a person has them."""
    there = {}
    for purpose, place in places(host, machine).items():
        if purpose in EXISTING[host]:
            path = Path(place)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(style(EXISTING[host][purpose]))
            there[path] = path.read_bytes()
    return there


def connect(host: str, machine: Machine, program: Program = PROGRAM) -> list[Path]:
    return write(plan(host, machine, program))


def loaded(path: Path) -> Any:
    text = path.read_text("utf-8")
    return tomllib.loads(text) if path.suffix == ".toml" else json.loads(text)


def test_every_row_of_the_table_is_here() -> None:
    assert set(EXISTING) == set(HOSTS)


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("host", HOSTS)
@pytest.mark.parametrize("kept", [True, False], ids=["backups kept", "backups gone"])
def test_only_lines_are_added_and_taken_away_again(
    host: str, style: str, kept: bool, machine: Machine
) -> None:
    before = fill(host, machine, STYLES[style])
    backups = connect(host, machine)
    assert len(backups) == len(before)
    for path, content in before.items():
        after = path.read_bytes()
        assert after != content
        lines = iter(after.splitlines())
        # Each line that was there is there, in its order: nothing but additions, and they end
        # as the others do.
        assert all(any(line == one for one in lines) for line in content.splitlines()), path
        assert (b"\r\n" in content) == (b"\r\n" in after)
        assert b"\r\n" not in after or after.count(b"\r\n") == after.count(b"\n")
    assert sorted(backup.read_bytes() for backup in backups) == sorted(before.values())
    again = plan(host, machine, PROGRAM)
    assert not any(change.changes for change in again)
    assert write(again) == []
    for backup in () if kept else backups:
        backup.unlink()
    write(plan(host, machine, PROGRAM, remove=True))
    for path, content in before.items():
        assert path.read_bytes() == content
    for place in places(host, machine).values():
        assert Path(place).exists() == (Path(place) in before)


ODD_JSON = (
    "",
    "\n",
    "{}",
    "{ }\r\n",
    "{\n}\n",
    '{"version":1}',
    '{"hooks":{},"mcpServers":{}} \n\n',
    '\t{\t"mcpServers" :\t{\t}\t}',
    '{"mcpServers":{"o":1,},}',
    '{"a":1,"a":2}',
)
ODD_TOML = ("", "\n", "\r\na = 1\n[b]\r\nc = 2\n", "\n\n# nothing yet\n\n")
ODD_RULES = (
    "",
    "\r\n",
    "both\r\nline ends\n",
    "a\r",
    "x <!-- memdesk:begin --> and no end",
    "<!-- memdesk:end --> before <!-- memdesk:begin --> z\n",
)


@pytest.mark.parametrize("host", [host for host in HOSTS if EXISTING[host]])
def test_odd_files_are_had_back_to_the_byte(host: str, machine: Machine) -> None:
    for purpose, place in places(host, machine).items():
        path = Path(place)
        if purpose not in EXISTING[host]:
            continue
        odd = ODD_RULES if purpose == "rules" else ODD_TOML if path.suffix == ".toml" else ODD_JSON
        for text in odd:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(text.encode())
            connect(host, machine)
            written = path.read_bytes()
            assert b"memdesk" in written, text
            connect(host, machine)
            assert path.read_bytes() == written, text
            write(plan(host, machine, PROGRAM, remove=True))
            assert path.read_bytes() == text.encode()
            write(plan(host, machine, PROGRAM, remove=True))
            assert path.read_bytes() == text.encode()


def test_a_marker_without_its_other_takes_nothing_along(machine: Machine) -> None:
    """What stands between somebody's begin and our section is the person's."""
    rules = Path(places("codex", machine)["rules"])
    rules.parent.mkdir(parents=True)
    rules.write_text("<!-- memdesk:begin -->\nMine\n", "utf-8")
    connect("codex", machine)
    moved = Program(command=("/opt/new/memdesk",), socket="/s", http="")
    connect("codex", machine, moved)
    assert rules.read_text("utf-8").startswith("<!-- memdesk:begin -->\nMine\n\n<!-- memdesk:begin")
    with rules.open("a", encoding="utf-8") as file:
        file.write("Written since\n")
    write(plan("codex", machine, moved, remove=True))
    assert rules.read_text("utf-8") == "<!-- memdesk:begin -->\nMine\nWritten since\n"


def test_what_was_written_since_is_kept_when_it_is_taken_back(machine: Machine) -> None:
    """A backup is had back only where nobody has touched the file since."""
    settings = Path(places("claude-code", machine)["hooks"])
    settings.parent.mkdir(parents=True)
    settings.write_text("{}\n", "utf-8")
    connect("claude-code", machine)
    now = json.loads(settings.read_text("utf-8"))
    settings.write_text(json.dumps(now | {"model": "opus"}), "utf-8")
    write(plan("claude-code", machine, PROGRAM, remove=True))
    assert json.loads(settings.read_text("utf-8")) == {"model": "opus"}


@pytest.mark.parametrize("host", HOSTS)
def test_files_that_are_not_there_are_made_and_removed(host: str, machine: Machine) -> None:
    connect(host, machine)
    assert all(Path(place).is_file() for place in places(host, machine).values())
    assert not any(change.changes for change in plan(host, machine, PROGRAM))
    write(plan(host, machine, PROGRAM, remove=True))
    assert not any(Path(place).exists() for place in places(host, machine).values())
    assert plan(host, machine, PROGRAM, remove=True) == []
    if host == "sillytavern":  # its own folder goes, too
        assert not Path(places(host, machine)["index.js"]).parent.exists()


def test_a_plugin_that_the_person_changed_is_kept_beside(machine: Machine) -> None:
    connect("opencode", machine)
    plugin = Path(places("opencode", machine)["plugin"])
    plugin.write_text("// mine\n")
    write(plan("opencode", machine, PROGRAM, remove=True))
    assert not plugin.exists()
    assert [one.read_text() for one in plugin.parent.iterdir()] == ["// mine\n"]


def test_what_claude_code_then_reads(machine: Machine) -> None:
    fill("claude-code", machine)
    connect("claude-code", machine)
    found = {name: Path(place) for name, place in places("claude-code", machine).items()}
    text = found["hooks"].read_text("utf-8").replace(" // mine", "")
    hooks = json.loads(text)["hooks"]
    ours = {
        "type": "command",
        "command": "'/opt/mem desk/memdesk' hook claude-code",
        "timeout": 10,
    }
    assert hooks["SessionStart"][0] == {"matcher": "startup|clear|compact", "hooks": [ours]}
    assert hooks["SessionStart"][1]["hooks"][0]["command"] == "echo hello"
    assert hooks["UserPromptSubmit"] == [{"hooks": [ours]}]
    assert loaded(found["mcp"])["mcpServers"]["memdesk"] == {
        "type": "stdio",
        "command": MEMDESK[0],
        "args": ["mcp", "--host", "claude-code", "--no-block"],
    }


def test_what_the_others_then_read(machine: Machine) -> None:
    for host in HOSTS:
        connect(host, machine)

    def of(host: str, purpose: str) -> Any:
        return loaded(Path(places(host, machine)[purpose]))

    assert of("codex", "mcp")["mcp_servers"]["memdesk"] == {
        "command": MEMDESK[0],
        "args": ["mcp", "--host", "codex", "--no-block"],
    }
    assert of("codex", "hooks").keys() == {"hooks"}  # no extra fields
    gemini = of("gemini-cli", "settings")
    assert set(gemini["hooks"]) == {"SessionStart", "BeforeAgent"}
    assert gemini["hooks"]["BeforeAgent"][0]["hooks"][0]["timeout"] == 10_000
    assert gemini["mcpServers"]["memdesk"]["args"][-1] == "--no-block"
    assert of("cursor", "hooks") == {
        "version": 1,
        "hooks": {
            "sessionStart": [
                {
                    "type": "command",
                    "command": "'/opt/mem desk/memdesk' hook cursor",
                    "timeout": 10,
                }
            ]
        },
    }
    said = ["mcp", "--host", "vscode", "--no-block"]  # Claude Code's hooks give it the block
    assert of("vscode", "mcp")["servers"]["memdesk"]["args"] == said
    assert of("lm-studio", "mcp")["mcpServers"]["memdesk"]["args"] == ["mcp", "--host", "lm-studio"]
    assert of("opencode", "mcp")["mcp"]["memdesk"]["command"][:2] == [MEMDESK[0], "mcp"]
    rules = Path(places("codex", machine)["rules"]).read_text("utf-8")
    assert rules.startswith("<!-- memdesk:begin -->\n") and "memory_recall" in rules


@pytest.mark.parametrize("host", ["claude-code", "codex", "opencode", "gemini-cli"])
def test_a_program_that_moved_is_written_in_place_of_the_old(host: str, machine: Machine) -> None:
    fill(host, machine)
    connect(host, machine)
    first = {path: Path(path).read_text("utf-8") for path in places(host, machine).values()}
    moved = Program(
        command=("/new/memdesk",), socket="/run/m.sock", http=PROGRAM.http, bank="/b.db"
    )
    connect(host, machine, moved)
    for path, text in first.items():
        after = Path(path).read_text("utf-8")
        assert "mem desk" not in after
        if path.suffix in (".json", ".toml"):
            assert after.count("memdesk hook") == text.count("memdesk' hook")
            assert after.count('"mcp"') == text.count('"mcp"')
            assert "--bank" in after and "/b.db" in after
    assert not any(change.changes for change in plan(host, machine, moved))


def test_what_the_person_changed_in_our_entry_stays(machine: Machine) -> None:
    connect("opencode", machine)
    path = Path(places("opencode", machine)["mcp"])
    changed = json.loads(path.read_text("utf-8"))
    changed["mcp"]["memdesk"] |= {"enabled": False, "environment": {"A": "1"}}
    path.write_text(json.dumps(changed), "utf-8")
    connect("opencode", machine)
    assert loaded(path) == changed


def test_a_file_with_comments_is_opencodes_too(machine: Machine) -> None:
    path = Path(places("opencode", machine)["mcp"]).with_suffix(".jsonc")
    path.parent.mkdir(parents=True)
    path.write_text("// mine\n" + OPENCODE, "utf-8")
    connect("opencode", machine)
    assert path.read_text("utf-8").startswith("// mine\n{") and '"memdesk"' in path.read_text()
    assert not path.with_suffix(".json").exists()


def test_a_link_stays_a_link_and_a_mode_stays(machine: Machine, tmp_path: Path) -> None:
    path = Path(places("lm-studio", machine)["mcp"])
    kept = tmp_path / "dotfiles.json"
    kept.write_text(SERVERS)
    kept.chmod(0o640)
    path.parent.mkdir(parents=True)
    path.symlink_to(kept)
    connect("lm-studio", machine)
    assert path.is_symlink() and "memdesk" in kept.read_text()
    assert kept.stat().st_mode & 0o777 == 0o640


def test_a_file_that_changed_meanwhile_is_not_overwritten(machine: Machine) -> None:
    fill("lm-studio", machine)
    planned = plan("lm-studio", machine, PROGRAM)
    planned[0].path.write_text("{}")
    with pytest.raises(Conflict):
        write(planned)
    assert planned[0].path.read_text() == "{}"


@pytest.mark.parametrize("content", [b"{ broken", b"\xff\xfe{\x00}\x00", b"[]"])
def test_a_broken_file_is_refused_and_stays(machine: Machine, content: bytes) -> None:
    path = Path(places("claude-desktop", machine)["mcp"])
    path.parent.mkdir(parents=True)
    path.write_bytes(content)
    with pytest.raises(BadParameters, match="claude_desktop_config"):
        connect("claude-desktop", machine)
    assert path.read_bytes() == content
    assert len(list(path.parent.iterdir())) == 1


def test_backups_of_one_second_do_not_overwrite_each_other(machine: Machine) -> None:
    path = Path(places("lm-studio", machine)["mcp"])
    path.parent.mkdir(parents=True)
    texts = [f'{{"a": {number}}}' for number in range(4)]
    for before, after in pairwise(texts):
        path.write_text(before)
        write([Change(path, before, after)])
    backups = [one.read_text() for one in path.parent.iterdir() if one != path]
    assert sorted(backups) == texts[:3]


def test_commands_are_quoted_for_the_shell_of_the_system() -> None:
    words = ["C:\\Program Files\\memdesk.exe", "hook", "codex"]
    assert shell_command(words, "win32") == '"C:/Program Files/memdesk.exe" hook codex'
    assert shell_command(["/a b/memdesk", "hook"], "linux") == "'/a b/memdesk' hook"


# --- the command


def test_the_command_shows_and_writes_nothing_until_told(
    memdesk: CommandLine, tmp_path: Path
) -> None:
    person = Path.home()
    path = person / ".cursor" / "mcp.json"
    path.parent.mkdir()
    path.write_text(SERVERS)
    shown = memdesk("connect", "cursor")
    assert shown.returncode == 0, shown.stderr
    assert path.read_text() == SERVERS
    added = [line for line in shown.stdout.splitlines() if line[:1] in "+-"]
    assert f"--- {path}" in added and f"+++ {person / '.cursor' / 'hooks.json'}" in added
    assert not [line for line in added if line[0] == "-" and line[:3] != "---"]
    assert "Nothing was written" in shown.stderr
    written = memdesk("connect", "cursor", "--write")
    assert written.stdout == shown.stdout
    assert "memdesk" in path.read_text()
    assert [one.read_text() for one in path.parent.glob("*.bak")] == [SERVERS]
    again = memdesk("connect", "cursor", "--write")
    assert (again.returncode, again.stdout) == (0, "")
    assert "set up already" in again.stderr
    removed = memdesk("connect", "cursor", "--remove")
    assert removed.returncode == 0 and path.read_text() == SERVERS
    assert memdesk("connect", "cursor", "--remove").stdout == ""


def test_the_hook_that_was_written_runs(memdesk: CommandLine) -> None:
    memdesk("add", "Never push to main")
    memdesk("connect", "codex", "--write")
    hooks = json.loads((Path.home() / ".codex" / "hooks.json").read_text())["hooks"]
    command = hooks["SessionStart"][0]["hooks"][0]["command"]
    said = json.dumps({"session_id": "s", "cwd": "/", "hook_event_name": "SessionStart"})
    done = subprocess.run(
        command, shell=True, input=said, capture_output=True, text=True, check=False, timeout=60
    )
    assert (
        "Never push to main" in json.loads(done.stdout)["hookSpecificOutput"]["additionalContext"]
    )


@pytest.mark.parametrize("host", ["claude-desktop", "cursor"])
def test_the_mcp_server_that_was_written_runs(memdesk: CommandLine, host: str) -> None:
    memdesk("add", "Never push to main")
    memdesk("connect", host, "--write")
    path = places(host, Machine("linux", str(Path.home()), "/"))["mcp"]
    server = loaded(Path(path))["mcpServers"]["memdesk"]
    client = {"name": "test", "version": "1"}
    params = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client}
    said = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params}
    done = subprocess.run(
        [server["command"], *server["args"]],
        input=json.dumps(said) + "\n",
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    instructions = json.loads(done.stdout.splitlines()[0])["result"]["instructions"]
    # Cursor's hook injects the block; the desktop program has but the server's greeting.
    assert ("Never push to main" in instructions) == (host == "claude-desktop")


def test_sillytavern_s_page_may_call_afterwards(memdesk: CommandLine, tmp_path: Path) -> None:
    from memdesk import config

    assert config.load().http_origins == ()
    assert memdesk("connect", "sillytavern", "--folder", tmp_path, "--write").returncode == 0
    assert "http://127.0.0.1:8000" in config.load().http_origins
    assert memdesk("connect", "sillytavern", "--folder", tmp_path, "--remove").returncode == 0
    assert config.load().http_origins == ()


def test_an_unknown_host_is_wrong_usage(memdesk: CommandLine) -> None:
    assert memdesk("connect", "emacs").returncode == 2
