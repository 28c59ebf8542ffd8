"""Codex's sessions: `sessions/YYYY/MM/DD/rollout-….jsonl` in its directory (spec 5.3).

A line is {timestamp, type, payload}; before autumn 2025 the payload was the line itself. What was
said are the messages among the `response_item`s; the `event_msg`s say the same once more.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from memdesk.exchange.transcripts.conversation import (
    Conversation,
    Machine,
    Message,
    Tally,
    TranscriptFormat,
    changed_at,
    derived_id,
    leading_tag,
    moment,
    size_of,
    text_of,
    title_of,
    usable_id,
)
from memdesk.exchange.transcripts.folders import files_below
from memdesk.exchange.transcripts.json_lines import HEAD, decoded, head, records

NAME = "codex"

_ENVELOPES = frozenset(("session_meta", "response_item", "event_msg", "turn_context", "compacted"))
_ITEMS = frozenset(
    """
    custom_tool_call custom_tool_call_output function_call function_call_output ghost_snapshot
    compaction image_generation_call local_shell_call other reasoning web_search_call
    """.split()  # noqa: SIM905 (a row of quotation marks reads worse)
)
"""Kinds of items that say nothing of the conversation."""
_SPOKEN = ("user", "assistant")
_OF_THE_PROGRAM = frozenset(
    ("environment_context", "user_instructions", "permissions instructions", "turn_aborted",
     "skill", "user_shell_command", "subagent_notification", "collaboration_mode")
)  # fmt: skip
_RULES = "# AGENTS.md instructions"
_ID = re.compile(r"[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$")
_CWD = re.compile(r"<cwd>([^<\n]{1,4096})</cwd>|Current working directory: ([^\n]{1,4096})")


def find(machine: Machine, troubles: list[OSError]) -> Iterator[Path]:
    """The sessions' files, the archived ones too."""
    root = machine.directory("CODEX_HOME", ".codex")
    for folder in ("sessions", "archived_sessions"):
        for path in files_below(root / folder, 4, troubles):
            if path.name.startswith("rollout-") and path.suffix == ".jsonl":
                yield path


def claims(path: Path, beginning: bytes) -> bool:
    """Whether the first whole line is one of Codex's."""
    value = decoded(beginning.split(b"\n", 1)[0]) if path.suffix == ".jsonl" else None
    if value is None:
        return False
    enveloped = _kind(value) in _ENVELOPES and isinstance(value.get("payload"), dict)
    return enveloped or {"id", "timestamp", "instructions"} <= value.keys()


def look(path: Path, _tally: Tally) -> Iterator[Conversation]:
    """The session of a file; none where nothing was said in it, or only among helpers."""
    workspace = asked = id = ""
    started = None
    said = False
    for value in head(path):
        item = _item(value)
        started = started or moment(item.get("timestamp")) or moment(value.get("timestamp"))
        if value.get("type") in ("session_meta", None) and not id:
            id = usable_id(item.get("id"))
            source = item.get("source")
            if isinstance(source, dict) and "subagent" in source:
                return
        cwd = item.get("cwd")
        workspace = workspace or (cwd if isinstance(cwd, str) else "") or _cwd_said(item)
        message = _said(item)
        if message is not None:
            said = True
            if message[0] == "user":
                asked = asked or message[1]
        if workspace and started and asked:
            break
    if not said and size_of(path) <= HEAD:
        return
    named = _ID.search(path.stem)
    yield Conversation(
        id=id or (named[0] if named else derived_id(path)),
        format=NAME,
        host=NAME,
        path=path,
        workspace=workspace,
        title=title_of(asked),
        started_at=started,
        updated_at=changed_at(path),
        size=size_of(path),
    )


def read(conversation: Conversation, tally: Tally, start: int = 0) -> Iterator[Message]:
    """What the person and the model said, in the file's order."""
    for value, after in records(conversation.path, tally, start):
        if _kind(value) in _ENVELOPES and not isinstance(value.get("payload"), dict):
            tally.broken += 1
            continue
        item = _item(value)
        if item.get("type") == "message":
            if text_of(item.get("content")) is None or not isinstance(item.get("role"), str):
                tally.broken += 1
            elif (said := _said(item)) is not None:
                at = moment(value.get("timestamp"))
                yield Message(role=said[0], text=said[1], at=at, after=after)
        elif not _known(value, item):
            tally.unknown += 1


def _kind(value: dict[str, Any]) -> str:
    kind = value.get("type")
    return kind if isinstance(kind, str) else ""


def _item(value: dict[str, Any]) -> dict[str, Any]:
    payload = value.get("payload")
    return payload if isinstance(payload, dict) and "type" in value else value


def _known(value: dict[str, Any], item: dict[str, Any]) -> bool:
    """Whether a line that holds no message is one that need not."""
    if item is value:
        return _kind(item) in _ITEMS or bool(value.keys() & {"record_type", "instructions"})
    kind = _kind(value)
    return kind in _ENVELOPES and (kind != "response_item" or _kind(item) in _ITEMS)


def _said(item: dict[str, Any]) -> tuple[str, str] | None:
    """Who said what in an item; None where it is nothing that was said."""
    role, text = item.get("role"), text_of(item.get("content"))
    if item.get("type") != "message" or role not in _SPOKEN or not text:
        return None
    text = text.strip()
    if role == "user" and (leading_tag(text) in _OF_THE_PROGRAM or text.startswith(_RULES)):
        return None
    return (str(role), text) if text else None


def _cwd_said(item: dict[str, Any]) -> str:
    """The folder that an older Codex told the model, and wrote down nowhere else."""
    text = text_of(item.get("content")) or ""
    if leading_tag(text) != "environment_context":
        return ""
    match = _CWD.search(text)
    return (match[1] or match[2] or "").strip() if match else ""


FORMAT = TranscriptFormat(name=NAME, claims=claims, look=look, read=read, find=find)
