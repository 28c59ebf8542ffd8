"""Which project the files of a coding agent belong to: workspaces from folders (spec 4.1)."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from memdesk.exchange.source import Source
from memdesk.exchange.transcripts.json_lines import head
from memdesk.paths import normalise_workspace

_INSIDE = ("memory", "memory-bank", ".claude")
"""Folders in a project that hold what an agent remembers of it."""
_PROJECTS = "projects"
_SESSIONS = 20
"""Session files of a project that are asked for its folder."""
_BEHIND = re.compile(r"(?:-main|-master)?(?: \(\d+\))?$")
_FOLDED = re.compile(r"[^A-Za-z0-9]")


def claude_home() -> Path:
    """`$CLAUDE_CONFIG_DIR`, else `~/.claude`."""
    return _home("CLAUDE_CONFIG_DIR", ".claude")


def homes() -> tuple[Path, ...]:
    """The folders whose instructions count in every project."""
    return (
        claude_home(),
        _home("CODEX_HOME", ".codex"),
        _home("XDG_CONFIG_HOME", ".config") / "opencode",
        Path.home(),
    )


def above_here() -> Iterator[Path]:
    """The folder that memdesk was started in and those above it, as far as they can be projects."""
    here = Path.cwd()
    yield from (folder for folder in (here, *here.parents) if folder not in homes())


def workspace_of(folder: Path) -> str:
    """The project that a folder with memories or instructions belongs to; empty for all of them."""
    folder = folder.resolve()
    if folder.name == "memory" and folder.parent.parent.name == _PROJECTS:
        return normalise_workspace(_project(folder.parent))
    if folder in (one.resolve() for one in homes()):
        return ""
    if folder.name in _INSIDE:
        return workspace_of(folder.parent)
    return normalise_workspace(str(folder))


def workspace_at(file: Source) -> str:
    """The project that a file belongs to: what is in a zip lies in no project of this machine."""
    return "" if file.is_packed else workspace_of(file.path.parent)


def project_names(file: Source, folders: Sequence[str]) -> tuple[str, ...]:
    """What the project may be called that a file of a zip comes from; () where nothing tells it.

    That is the folder it belongs to, of these in the zip, else the zip itself. What a download of
    a branch, or a second one, is called may have something behind the name.
    """
    if not file.is_packed:
        return ()
    name = next((one for one in reversed(folders) if one not in _INSIDE), file.path.stem)
    names = (name, _BEHIND.sub("", name))
    return tuple(one for one in dict.fromkeys(names) if one and one not in _INSIDE)


def _home(variable: str, default: str) -> Path:
    named = os.environ.get(variable, "").strip()
    return Path(named).expanduser() if named else Path.home() / default


def _project(folder: Path) -> str:
    """The path that Claude Code folded into the name of one of its folders; empty if unknown.

    Its sessions say it, while there are any. Else it is looked for on this machine: the name
    alone does not tell a hyphen from a slash.
    """
    for path in sorted(folder.glob("*.jsonl"))[:_SESSIONS]:
        if not path.is_file() or path.is_symlink():
            continue
        try:
            said = [value.get("cwd") for value in head(path)]
        except OSError:
            continue  # another session may say it as well
        for there in said:
            if isinstance(there, str) and _fold(there) == folder.name:
                return there
    root = Path(Path.home().anchor)
    beginning = _fold(str(root))
    if not folder.name.startswith(beginning):
        return ""
    return _unfolded(root, folder.name.removeprefix(beginning))


def _fold(path: str) -> str:
    return _FOLDED.sub("-", path)


def _unfolded(folder: Path, rest: str) -> str:
    try:
        names = sorted(one.name for one in folder.iterdir() if one.is_dir())
    except OSError:
        return ""  # not the person's own, so no project of theirs is in it
    for name in names:
        folded = _fold(name)
        if folded == rest:
            return str(folder / name)
        if rest.startswith(folded + "-"):
            found = _unfolded(folder / name, rest[len(folded) + 1 :])
            if found:
                return found
    return ""
