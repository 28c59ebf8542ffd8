"""Where hosts keep their files on each system."""

from __future__ import annotations

import pytest

from memdesk.hosts.host_places import HOSTS, Machine, places

LINUX = Machine("linux", "/home/ann", "/src/p")
MAC = Machine("darwin", "/Users/ann", "/src/p")
WINDOWS = Machine("win32", r"C:\Users\ann", r"D:\p", {"APPDATA": r"C:\Users\ann\AppData\Roaming"})


def shown(host: str, machine: Machine) -> dict[str, str]:
    return {name: str(path) for name, path in places(host, machine).items()}


@pytest.mark.parametrize(
    ("host", "linux", "mac", "windows"),
    [
        (
            "claude-code",
            ["/home/ann/.claude/settings.json", "/home/ann/.claude.json"],
            ["/Users/ann/.claude/settings.json", "/Users/ann/.claude.json"],
            [r"C:\Users\ann\.claude\settings.json", r"C:\Users\ann\.claude.json"],
        ),
        (
            "claude-desktop",
            ["/home/ann/.config/Claude/claude_desktop_config.json"],
            ["/Users/ann/Library/Application Support/Claude/claude_desktop_config.json"],
            [r"C:\Users\ann\AppData\Roaming\Claude\claude_desktop_config.json"],
        ),
        (
            "cursor",
            ["/home/ann/.cursor/hooks.json", "/home/ann/.cursor/mcp.json"],
            ["/Users/ann/.cursor/hooks.json", "/Users/ann/.cursor/mcp.json"],
            [r"C:\Users\ann\.cursor\hooks.json", r"C:\Users\ann\.cursor\mcp.json"],
        ),
        (
            "vscode",
            ["/src/p/.vscode/mcp.json"],
            ["/src/p/.vscode/mcp.json"],
            [r"D:\p\.vscode\mcp.json"],
        ),
        (
            "codex",
            [
                "/home/ann/.codex/hooks.json",
                "/home/ann/.codex/config.toml",
                "/home/ann/.codex/AGENTS.md",
            ],
            [
                "/Users/ann/.codex/hooks.json",
                "/Users/ann/.codex/config.toml",
                "/Users/ann/.codex/AGENTS.md",
            ],
            [
                r"C:\Users\ann\.codex\hooks.json",
                r"C:\Users\ann\.codex\config.toml",
                r"C:\Users\ann\.codex\AGENTS.md",
            ],
        ),
        (
            "gemini-cli",
            ["/home/ann/.gemini/settings.json"],
            ["/Users/ann/.gemini/settings.json"],
            [r"C:\Users\ann\.gemini\settings.json"],
        ),
        (
            "lm-studio",
            ["/home/ann/.lmstudio/mcp.json"],
            ["/Users/ann/.lmstudio/mcp.json"],
            [r"C:\Users\ann\.lmstudio\mcp.json"],
        ),
        (
            "opencode",
            [
                "/home/ann/.config/opencode/opencode.json",
                "/home/ann/.config/opencode/plugins/memdesk.js",
            ],
            [
                "/Users/ann/.config/opencode/opencode.json",
                "/Users/ann/.config/opencode/plugins/memdesk.js",
            ],
            [
                r"C:\Users\ann\.config\opencode\opencode.json",
                r"C:\Users\ann\.config\opencode\plugins\memdesk.js",
            ],
        ),
    ],
)
def test_each_system_has_its_places(
    host: str, linux: list[str], mac: list[str], windows: list[str]
) -> None:
    assert list(shown(host, LINUX).values()) == linux
    assert list(shown(host, MAC).values()) == mac
    assert list(shown(host, WINDOWS).values()) == windows


def test_variables_move_them() -> None:
    moved = {"CLAUDE_CONFIG_DIR": "/c", "CODEX_HOME": "/x", "XDG_CONFIG_HOME": "/xdg"}
    machine = Machine("linux", "/home/ann", "/src/p", moved)
    assert shown("claude-code", machine) == {"hooks": "/c/settings.json", "mcp": "/c/.claude.json"}
    assert shown("codex", machine)["mcp"] == "/x/config.toml"
    assert shown("opencode", machine)["mcp"] == "/xdg/opencode/opencode.json"
    assert shown("claude-desktop", machine)["mcp"].startswith("/xdg/Claude/")


@pytest.mark.parametrize("host", sorted(set(HOSTS) - {"claude-desktop", "lm-studio"}))
def test_a_folder_that_was_named_takes_the_files(host: str) -> None:
    machine = Machine("linux", "/home/ann", "/src/p", in_project=True)
    assert all(path.startswith("/src/p/") for path in shown(host, machine).values())
