"""Where each chat host keeps the files that `connect` changes, on each system; pure (spec 4.4)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import PurePath, PurePosixPath, PureWindowsPath


@dataclass(frozen=True, slots=True)
class Machine:
    """What decides where files lie: `sys.platform`, the person's home, the environment, and the
    folder that a host's own files go into where it has no place for the person (absolute)."""

    platform: str
    home: str
    folder: str
    env: Mapping[str, str] = field(default_factory=dict)
    in_project: bool = False
    """Whether `folder` was named, so that a host that knows both is set up for that folder."""

    def path(self, text: str) -> PurePath:
        return PureWindowsPath(text) if self.platform == "win32" else PurePosixPath(text)

    @property
    def at_home(self) -> PurePath:
        return self.path(self.home)

    def directory(self, variable: str, *default: str) -> PurePath:
        """A directory that a variable moves."""
        named = self.env.get(variable, "").strip()
        return self.path(named) if named else self.at_home.joinpath(*default)


def places(host: str, machine: Machine) -> dict[str, PurePath]:
    """The files of a host by what they are for: hooks, mcp, rules, plugin, or a file's own name.

    KeyError for a host that is none of spec 4.4's.
    """
    return _PLACES[host](machine)


def _claude_code(machine: Machine) -> dict[str, PurePath]:
    settings = machine.directory("CLAUDE_CONFIG_DIR", ".claude")
    # Its own file lies beside the directory, or in it where a variable moves that.
    moved = bool(machine.env.get("CLAUDE_CONFIG_DIR", "").strip())
    mcp = (settings if moved else machine.at_home) / ".claude.json"
    if machine.in_project:
        folder = machine.path(machine.folder)
        settings, mcp = folder / ".claude", folder / ".mcp.json"
    return {"hooks": settings / "settings.json", "mcp": mcp}


def _codex(machine: Machine) -> dict[str, PurePath]:
    home = machine.directory("CODEX_HOME", ".codex")
    rules = home / "AGENTS.md"
    if machine.in_project:
        folder = machine.path(machine.folder)
        home, rules = folder / ".codex", folder / "AGENTS.md"
    return {"hooks": home / "hooks.json", "mcp": home / "config.toml", "rules": rules}


def _gemini_cli(machine: Machine) -> dict[str, PurePath]:
    root = machine.directory("GEMINI_CLI_HOME")
    if machine.in_project:
        root = machine.path(machine.folder)
    return {"settings": root / ".gemini" / "settings.json"}


def _cursor(machine: Machine) -> dict[str, PurePath]:
    root = machine.path(machine.folder) if machine.in_project else machine.at_home
    return {"hooks": root / ".cursor" / "hooks.json", "mcp": root / ".cursor" / "mcp.json"}


def _vscode(machine: Machine) -> dict[str, PurePath]:
    return {"mcp": machine.path(machine.folder) / ".vscode" / "mcp.json"}


def _claude_desktop(machine: Machine) -> dict[str, PurePath]:
    if machine.platform == "win32":
        root = machine.directory("APPDATA", "AppData", "Roaming")
    elif machine.platform == "darwin":
        root = machine.at_home / "Library" / "Application Support"
    else:
        root = machine.directory("XDG_CONFIG_HOME", ".config")
    return {"mcp": root / "Claude" / "claude_desktop_config.json"}


def _lm_studio(machine: Machine) -> dict[str, PurePath]:
    return {"mcp": machine.at_home / ".lmstudio" / "mcp.json"}


def _opencode(machine: Machine) -> dict[str, PurePath]:
    # The same on every system, Windows too.
    root = machine.directory("XDG_CONFIG_HOME", ".config") / "opencode"
    config = root / "opencode.json"
    if machine.in_project:
        folder = machine.path(machine.folder)
        root, config = folder / ".opencode", folder / "opencode.json"
    return {"mcp": config, "plugin": root / "plugins" / "memdesk.js"}


def _open_webui(machine: Machine) -> dict[str, PurePath]:
    return {"filter.py": machine.path(machine.folder) / "memdesk_filter.py"}


def _sillytavern(machine: Machine) -> dict[str, PurePath]:
    root = machine.path(machine.folder) / "data" / "default-user" / "extensions" / "memdesk"
    return {"manifest.json": root / "manifest.json", "index.js": root / "index.js"}


_PLACES = {
    "claude-code": _claude_code,
    "claude-desktop": _claude_desktop,
    "cursor": _cursor,
    "vscode": _vscode,
    "opencode": _opencode,
    "codex": _codex,
    "gemini-cli": _gemini_cli,
    "lm-studio": _lm_studio,
    "sillytavern": _sillytavern,
    "open-webui": _open_webui,
}

HOSTS = tuple(_PLACES)
"""Every host that `connect` knows."""

IN_A_FOLDER = ("vscode", "sillytavern", "open-webui")
"""Those whose files lie in a folder that only the person knows: a project's, or their own."""
