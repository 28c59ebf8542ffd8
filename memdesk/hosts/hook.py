"""What a start-up hook of a chat host is answered (spec 4.4): the host's JSON in, its JSON out.

A hook may never fail its host, nor keep it waiting: `answer` gives an empty valid answer and
the reason where anything goes wrong. A running server has the block ready, and then nothing is
loaded but a socket; else the bank is opened here.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from memdesk import paths, private
from memdesk.core.errors import BadParameters, LimitExceeded
from memdesk.core.limits import MAX_NAME, MAX_PATH

LIMIT = 9_500
"""Code points of the system layer that a hook asks for (spec 2.4)."""
MOST = 10_000
"""Characters that hosts take, as JavaScript counts them (spec 4.4)."""
MAX_STDIN = 16 * 1024 * 1024
"""Bytes of what a host may say: a prompt with a whole file pasted into it among them."""
SERVER_SECONDS = 4.0
MAX_LOG = 512 * 1024
"""Bytes of the log of what went wrong, before it begins anew."""

Ask = Callable[[Mapping[str, Any]], Any]
"""Runs the operation `block` with these parameters and gives its reply."""


class HostHooks(NamedTuple):
    """Which events of a host are answered, and where the text goes in the answer."""

    start: str
    prompt: str = ""
    """The event before each turn; empty where the host takes no text there."""
    key: str = "additionalContext"
    nested: bool = True


HOSTS: dict[str, HostHooks] = {
    "claude-code": HostHooks("SessionStart", "UserPromptSubmit"),
    "codex": HostHooks("SessionStart", "UserPromptSubmit"),
    "gemini-cli": HostHooks("SessionStart", "BeforeAgent"),
    "cursor": HostHooks("sessionStart", key="additional_context", nested=False),
}
"""The hosts that have hooks."""

REFRESHING = ("clear", "compact")
"""Sources of a start after which the conversation holds no block any more: it freezes anew."""

EMPTY = "{}"
"""The answer that adds nothing; every host takes it."""


def answer(host: str, said: bytes, ask: Ask, *, role: str = "") -> str:
    """The JSON for a host that said these bytes on stdin.

    Raises BadParameters or LimitExceeded where they are no request of that host, and whatever
    `ask` raises: the caller then answers EMPTY.
    """
    hooks = HOSTS.get(host)
    if hooks is None:
        raise BadParameters(
            "{host} has no hooks. There are: {known}.",
            field="host",
            allowed=tuple(HOSTS),
            host=host,
            known=", ".join(HOSTS),
        )
    request = _request(said)
    caller = _caller(host, request)
    if caller == "cursor" != host:
        if _cursor_has_ours(request):
            return EMPTY  # it runs both, and would put the block in twice
        hooks = hooks._replace(prompt="")
    event = _first(request, "hook_event_name", "hookEventName")
    if not event:
        event = hooks.prompt if hooks.prompt and "prompt" in request else hooks.start
    params = _identity(caller, request, role)
    if event == hooks.start or (caller == "cursor" and event == HOSTS["cursor"].start):
        text = _start(params, request, ask)
    elif hooks.prompt and event == hooks.prompt:
        text = ask(params | {"layers": ["runtime"]})["layers"]["runtime"]
    else:
        return EMPTY
    if not text:
        return EMPTY
    found: dict[str, Any] = {hooks.key: text}
    if hooks.nested:
        found = {"hookSpecificOutput": {"hookEventName": event, **found}}
    if caller == "cursor" != host:
        found[HOSTS["cursor"].key] = text  # whichever of the two forms it takes here
    return json.dumps(found, ensure_ascii=False, separators=(",", ":"))


def _caller(host: str, request: Mapping[str, Any]) -> str:
    """Who really asks: Cursor and VS Code run the hooks of Claude Code's settings, too.

    Each names things in its own way. What the person allows a host is looked up by that name.
    """
    if host == "claude-code":
        if "cursor_version" in request:
            return "cursor"
        if "sessionId" in request and "session_id" not in request:
            return "vscode"
    return host


def is_our_command(command: object, host: str) -> bool:
    """Whether a command in a host's settings runs our hook for a host."""
    ours = r"memdesk.*\bhook\b.*\s" + re.escape(host) + r"\b"
    return isinstance(command, str) and re.search(ours, command) is not None


def _cursor_has_ours(request: Mapping[str, Any]) -> bool:
    """Whether Cursor's own hooks, the person's or a project's, run ours. One that can't be read
    runs nothing."""
    roots = request.get("workspace_roots")
    folders = [Path(one) for one in (roots if isinstance(roots, list) else []) if _is_path(one)]
    with suppress(RuntimeError):  # a process without a home has no settings there
        folders.append(Path.home())
    for folder in folders:
        try:
            found = json.loads((folder / ".cursor" / "hooks.json").read_bytes())
            items = found["hooks"][HOSTS["cursor"].start]
            if any(is_our_command(item.get("command"), "cursor") for item in items):
                return True
        except (OSError, ValueError, LookupError, TypeError, AttributeError, RecursionError):
            continue
    return False


def _start(params: Mapping[str, Any], request: Mapping[str, Any], ask: Ask) -> str:
    wanted = {**params, "layers": ["system", "tail"], "limit": LIMIT}
    if request.get("source") in REFRESHING:
        wanted["refresh"] = True
    layers = ask(wanted)["layers"]
    text = _joined(layers)
    if (over := _units(text) - MOST) >= 0:
        # Hosts count emoji twice. Each code point left out is at least one of theirs.
        wanted |= {"limit": max(len(layers["system"]) - over - 1, 0), "refresh": False}
        text = _joined(ask(wanted)["layers"])
    return text


def _joined(layers: Mapping[str, str]) -> str:
    return "\n\n".join(text.strip("\n") for text in (layers["system"], layers["tail"]) if text)


def _units(text: str) -> int:
    return len(text) + sum(character > "\uffff" for character in text)


def _request(said: bytes) -> dict[str, Any]:
    if len(said) > MAX_STDIN:
        raise LimitExceeded(
            "The host said more than {limit} bytes.", field="stdin", limit=MAX_STDIN
        )
    try:
        found = json.loads(said.decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:
        raise BadParameters(
            "What the host said is not JSON: {reason}.", field="stdin", reason=str(error)
        ) from error
    if not isinstance(found, dict):
        raise BadParameters("What the host said is not a JSON object.", field="stdin")
    return found


def _identity(host: str, request: Mapping[str, Any], role: str) -> dict[str, Any]:
    """Who asks. A session or workspace that memdesk can't keep is left out: better a block of
    the moment than none."""
    found: dict[str, Any] = {"host": host}
    if role:
        found["role"] = role
    session = _first(request, "session_id", "sessionId", "conversation_id")
    if session and len(session) <= MAX_NAME and session.isprintable():
        found["session"] = session
    roots = request.get("workspace_roots")
    workspace = _first(request, "cwd") or (
        roots[0] if isinstance(roots, list) and roots and isinstance(roots[0], str) else ""
    )
    if _is_path(workspace):
        found["workspace"] = workspace
    return found


def _is_path(text: object) -> bool:
    """Whether this is an absolute path on any system."""
    if not isinstance(text, str) or len(text) > MAX_PATH or not text.isprintable():
        return False
    drive = text[:1].isalpha() and text[1:3] in (":\\", ":/")
    return drive or text.startswith(("/", "\\\\"))


def _first(request: Mapping[str, Any], *names: str) -> str:
    """The first of these that holds a text."""
    for name in names:
        value = request.get(name)
        if isinstance(value, str) and value.strip():
            return value.strip()
    return ""


# --- where the block comes from


def ask_memdesk(bank: Path) -> Ask:
    """Asks the running server of a bank, else the bank itself.

    The function raises MemdeskError, and OSError where a server is there but doesn't answer.
    """

    def ask(params: Mapping[str, Any]) -> Any:
        from memdesk.hosts.socket_client import NoServer, call

        try:
            return call(paths.socket_address(bank), "block", params, timeout=SERVER_SECONDS)
        except NoServer:
            return _make(bank, params)

    return ask


def _make(bank: Path, params: Mapping[str, Any]) -> Any:
    """Run the operation here, and log it as any other fetch of that host."""
    from time import perf_counter

    from memdesk.hosts.caller import Caller
    from memdesk.hosts.jsonrpc import Encoded, Request
    from memdesk.hosts.outdated import leave_to_another
    from memdesk.hosts.service import Service

    leave_to_another(bank)
    started = perf_counter()
    service = Service(bank, counts_tokens=False)
    service.start()
    try:
        _operation, call = service.prepare(Caller(door="hook"), Request("block", dict(params)))
        result, injected, _recalled = service.run(call)
        if not isinstance(result, Encoded):
            return result
        service.log(call, started, len(result.json), injected)
        return json.loads(result.json)
    finally:
        service.stop()


# --- the hook's own process


def read_request(file: int) -> bytes:
    """What a host writes on a file descriptor: to its end, or until it is one JSON object, for
    hosts that leave the pipe open. More than MAX_STDIN is read and thrown away, so that the host
    doesn't write into a closed pipe. Raises OSError."""
    said = bytearray()
    while chunk := os.read(file, 1 << 16):
        if len(said) <= MAX_STDIN:
            said += chunk
        if chunk.rstrip().endswith(b"}") and len(said) <= MAX_STDIN and _is_json(said):
            break
    return bytes(said)


def _is_json(said: bytearray) -> bool:
    try:
        json.loads(said)
    except (ValueError, RecursionError):
        return False
    return True


def log(host: str, error: BaseException) -> None:
    """Note in `hook.log` of the log directory why a host got an empty answer."""
    from datetime import UTC, datetime

    directory = paths.log_dir()
    private.make_folders(directory)
    path = directory / "hook.log"
    if path.exists() and path.stat().st_size > MAX_LOG:
        path.replace(path.with_name("hook.log.1"))
    said = str(error).replace("\n", " ")
    when = datetime.now(UTC).isoformat(timespec="seconds")
    opener = paths.open_private
    with open(path, "a", encoding="utf-8", errors="backslashreplace", opener=opener) as file:
        file.write(f"{when} {host}: {type(error).__name__}: {said}\n")
