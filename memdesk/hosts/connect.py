"""Making a chat host use memdesk: which files would change, and to what (spec 4.4).

Everything else in a file stays to the byte, doing it twice changes nothing, and it can be taken
back. What is planned here is written by `write`, after a backup beside the file.
"""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from glob import escape
from pathlib import Path, PurePath
from typing import Any

from memdesk.core.errors import BadParameters, Conflict
from memdesk.core.reasons import reason_of
from memdesk.hosts.hook import HOSTS as HOOKS
from memdesk.hosts.hook import is_our_command
from memdesk.hosts.host_places import HOSTS, Machine, places
from memdesk.hosts.json_text import JsonText

__all__ = ["HOSTS", "Change", "Machine", "Program", "plan", "this_machine", "write"]

HOOK_SECONDS = 10
"""How long a host may wait for a hook. memdesk answers well before (spec 4.4)."""
MATCHER = "startup|clear|compact"
"""Not resume: a resumed conversation still holds its block."""
MAX_FILE = 64 * 1024 * 1024

_log = logging.getLogger(__name__)

SECTION = """\
memdesk keeps what is known of this user across conversations. Its tools memory_read and
memory_recall give it; keep it current with memory_update and memory_write.
"""


@dataclass(frozen=True, slots=True)
class Change:
    """One file as it is and as it would be. None: there is no file."""

    path: Path
    before: str | None
    after: str | None
    ours: bool = False
    """Whether the file as it is holds nothing but what memdesk ships: no backup then."""

    @property
    def changes(self) -> bool:
        return self.before != self.after


@dataclass(frozen=True, slots=True)
class Program:
    """How a host runs memdesk: the words of its command, and where its servers listen."""

    command: tuple[str, ...]
    socket: str
    http: str
    bank: str = ""
    """The path of another bank than the standard one."""

    def words(self, *args: str) -> list[str]:
        bank = ["--bank", self.bank] if self.bank else []
        return [*self.command, *args[:1], *bank, *args[1:]]


def this_machine(folder: Path | None) -> Machine:
    """The machine as it is here and now; `folder` where the person named one."""
    return Machine(
        platform=sys.platform,
        home=str(Path.home()),
        folder=str((folder or Path.cwd()).absolute()),
        env=os.environ,
        in_project=folder is not None,
    )


def plan(host: str, machine: Machine, program: Program, *, remove: bool = False) -> list[Change]:
    """What `connect` would change, in order; with `remove`, what takes it back.

    Raises BadParameters where a file can't be read or is not what its host reads there.
    """
    if host not in HOSTS:
        raise BadParameters(
            "memdesk does not know the host {host}. It knows: {known}.",
            field="host",
            allowed=HOSTS,
            host=host,
            known=", ".join(HOSTS),
        )
    changes = []
    for purpose, place in places(host, machine).items():
        path = _existing(Path(place), host, purpose)
        before = _read(path)
        if purpose in ("plugin", "filter.py", "manifest.json", "index.js"):
            shipped = _artefact(host, place, program)
            if before is not None or not remove:
                after = None if remove else shipped
                changes.append(Change(path, before, after, ours=before == shipped))
        else:
            edit = _Edit(host, str(path), machine, program, remove)
            text = edit.of(purpose, before or "")
            if before is None and (remove or not text):
                continue
            become: str | None = text
            if remove and before is not None and before != text:
                become = edit.as_it_was(purpose, path, before)
                if become is None and not _left_over(text):
                    become = text
            changes.append(Change(path, before, become))
    return changes


def write(changes: Sequence[Change]) -> list[Path]:
    """Write what was planned, each file whole or not at all; gives the backups.

    Raises Conflict where a file has changed since it was read, BadParameters where it can't be
    written. What stands before it in the sequence is written by then.
    """
    from memdesk.exchange.writing import write_file

    backups = []
    for change in changes:
        if not change.changes:
            continue
        path = change.path
        if _read(path) != change.before:
            raise Conflict("{path} has changed meanwhile. Try again.", path=str(path))
        try:
            if change.before is not None and not change.ours:
                backups.append(_back_up(path))
            if change.after is None:
                path.unlink()
                _remove_own_folder(path.parent)
                continue
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise BadParameters(
                "{path} can't be written: {reason}.",
                path=str(error.filename or path),
                reason=reason_of(error),
            ) from error
        write_file(path, change.after)
    return backups


def _remove_own_folder(folder: Path) -> None:
    """Remove a folder that holds nothing but what memdesk wrote into it. Raises OSError."""
    if folder.name == "memdesk" and not any(folder.iterdir()):
        folder.rmdir()


def _back_up(path: Path) -> Path:
    """A copy of a file beside it. Raises OSError."""
    import shutil

    stamp = datetime.now(UTC).strftime("%Y%m%d-%H%M%S")
    name, number = f"{path.name}.memdesk-{stamp}.bak", 1
    while (backup := path.with_name(name)).exists():
        number += 1
        name = f"{path.name}.memdesk-{stamp}-{number}.bak"
    shutil.copy2(path, backup)
    return backup


def _numbers(backup: Path) -> list[int]:
    """By which backups of one file sort by their age: the moment, and the number within it."""
    *_name, stamp = backup.name.removesuffix(".bak").split(".memdesk-")
    return [int(number) for number in stamp.split("-") if number.isdigit()]


@dataclass(frozen=True, slots=True)
class _Edit:
    """What becomes of the text of one of a host's files."""

    host: str
    where: str
    machine: Machine
    program: Program
    remove: bool

    def of(self, purpose: str, text: str) -> str:
        if purpose == "rules":
            from memdesk.exchange.section_text import put_section, take_section

            return take_section(text) if self.remove else put_section(text, SECTION)
        if self.where.endswith(".toml"):
            return self._toml(text)
        if self.remove and not text.strip():
            return text
        document = JsonText(text, self.where)
        if purpose in ("mcp", "settings"):
            self._server(document)
        if purpose in ("hooks", "settings"):
            self._hooks(document)
        return document.text

    def as_it_was(self, purpose: str, path: Path, text: str) -> str | None:
        """The file as it was before memdesk was written into it, where it is still to the byte
        what was made of a backup beside it; None where it is not."""
        writing = replace(self, remove=False)
        backups = path.parent.glob(f"{escape(path.name)}.memdesk-*.bak")
        for backup in sorted(backups, key=_numbers, reverse=True):
            try:
                was = _read(backup)
                if was is None or writing.of(purpose, was) != text:
                    continue
                if self.of(purpose, was) == was:  # else an older memdesk is in it
                    return was
            except BadParameters as error:
                _log.info("%s is no use: %s", backup, error)
        return None

    def _toml(self, text: str) -> str:
        from memdesk.hosts.toml_text import put_table, remove_table

        name = ("mcp_servers", "memdesk")
        if self.remove:
            return remove_table(text, name, self.where)
        command, *args = self._mcp()
        return put_table(text, name, {"command": command, "args": args}, self.where)

    def _hooks(self, document: JsonText) -> None:
        hooks = HOOKS[self.host]
        events = [hooks.start, *filter(None, [hooks.prompt])]
        if self.remove:
            for event in events:
                document.remove_items(["hooks", event], self._is_ours)
            return
        for event in reversed(events):  # what is put last stands first
            if not self._has_it(document.get(["hooks", event])):
                document.put_item(["hooks", event], self._is_ours, self._hook(event))
        if self.host == "cursor" and document.get(["version"]) is None:
            document.put(["version"], 1)

    def _hook(self, event: str) -> dict[str, Any]:
        """The item that runs our hook, in the form of the host."""
        one: dict[str, Any] = {
            "type": "command",
            "command": self._command(),
            "timeout": HOOK_SECONDS,
        }
        match self.host:
            case "cursor":
                return one
            case "gemini-cli":
                # Milliseconds there, and an exact word as matcher: without one it runs always.
                return {"hooks": [{"name": "memdesk", **one, "timeout": HOOK_SECONDS * 1000}]}
        matcher = {"matcher": MATCHER} if event == HOOKS[self.host].start else {}
        return {**matcher, "hooks": [one]}

    def _command(self) -> str:
        return shell_command(self.program.words("hook", self.host), self.machine.platform)

    def _has_it(self, items: object) -> bool:
        """Whether this very command is there, in whatever group the person has put it."""
        return isinstance(items, list) and any(self._command() in _commands(item) for item in items)

    def _is_ours(self, item: object) -> bool:
        commands = _commands(item)
        return bool(commands) and all(is_our_command(one, self.host) for one in commands)

    def _server(self, document: JsonText) -> None:
        path = [{"vscode": "servers", "opencode": "mcp"}.get(self.host, "mcpServers"), "memdesk"]
        if self.remove:
            document.remove(path)
            return
        command, *args = self._mcp()
        entry: dict[str, Any] = {"command": command, "args": args}
        if self.host == "opencode":
            entry = {"type": "local", "command": [command, *args], "enabled": True}
        elif self.host in ("claude-code", "vscode"):
            entry = {"type": "stdio", **entry}
        there = document.get(path)
        if isinstance(there, dict):
            # What the person added stays, and that it is switched off.
            kept = {"enabled"} & there.keys()
            entry = there | {name: value for name, value in entry.items() if name not in kept}
        document.put(path, entry)

    def _mcp(self) -> list[str]:
        # Where a hook or a plugin injects the block, the server's instructions don't (spec 3.3).
        injected = self.host in HOOKS or self.host == "opencode"
        if self.host == "vscode":
            injected = claude_injects(self.machine)  # it runs those hooks, too
        no_block = ["--no-block"] if injected else []
        return self.program.words("mcp", "--host", self.host, *no_block)


def claude_injects(machine: Machine) -> bool:
    """Whether hooks of Claude Code, the person's or the folder's, inject the block: VS Code and
    Cursor run them as well. Settings that can't be read run nothing."""
    there = replace(machine, env={})  # they know nothing of a variable that moves the settings
    for in_project in (False, True):
        settings = Path(places("claude-code", replace(there, in_project=in_project))["hooks"])
        for path in (settings, settings.with_name("settings.local.json")):
            try:
                items = JsonText(_read(path) or "", str(path)).get(["hooks", "SessionStart"])
            except BadParameters:
                continue
            items = items if isinstance(items, list) else []
            commands = [command for item in items for command in _commands(item)]
            if any(is_our_command(command, "claude-code") for command in commands):
                return True
    return False


def shell_command(words: Sequence[str], platform: str) -> str:
    """Words as one command line for the shell that a host runs its hooks in; pure."""
    if platform != "win32":
        from shlex import join

        return join(words)
    from subprocess import list2cmdline

    # Slashes: the shell may be that of Git, which takes backslashes for its own.
    return list2cmdline([words[0].replace("\\", "/"), *words[1:]])


def _commands(item: object) -> list[str]:
    """The commands of an item among hooks: its own, or those of its group."""
    if not isinstance(item, Mapping):
        return []
    inner = item.get("hooks", [item])
    return [
        one["command"]
        for one in (inner if isinstance(inner, list) else [])
        if isinstance(one, Mapping) and isinstance(one.get("command"), str)
    ]


def _existing(path: Path, host: str, purpose: str) -> Path:
    """opencode also reads a file whose name says that it has comments."""
    commented = path.with_suffix(".jsonc")
    if host == "opencode" and purpose == "mcp" and commented.exists() and not path.exists():
        return commented
    return path


def _left_over(text: str) -> bool:
    """Whether a file that ours was taken out of holds nothing of the person's."""
    return "".join(text.split()) in ("", "{}", '{"version":1}')


def _artefact(host: str, place: PurePath, program: Program) -> str:
    """A file that memdesk ships for a host, with what it needs to know of this machine."""
    import json

    from memdesk import paths

    text = (paths.resources() / "hosts" / host / place.name).read_text("utf-8")
    values: dict[str, Callable[[], object]] = {
        "__MEMDESK_COMMAND__": lambda: program.words("block"),
        "__MEMDESK_SOCKET__": lambda: program.socket,
        "__MEMDESK_HTTP__": lambda: program.http,
    }
    for name, value in values.items():
        text = text.replace(f'"{name}"', json.dumps(value(), ensure_ascii=False))
    return text


def _read(path: Path) -> str | None:
    """A file's text with its byte order mark; None where there is no file."""
    try:
        with path.open("rb") as file:
            data = file.read(MAX_FILE + 1)
        if len(data) > MAX_FILE:
            raise BadParameters("{path} is too big to be a configuration.", path=str(path))
        return data.decode("utf-8")
    except FileNotFoundError:
        return None
    except UnicodeDecodeError as error:
        raise BadParameters("{path} is not UTF-8.", path=str(path)) from error
    except OSError as error:
        raise BadParameters(
            "{path} can't be read: {reason}.",
            path=str(path),
            reason=reason_of(error),
        ) from error
