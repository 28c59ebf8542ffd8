"""Claude Code's sessions: `projects/FOLDER/SESSION.jsonl` in its directory (spec 5.3).

A line is an event of a kind (`type`). What was said are those of the kinds user and assistant,
and what the person typed meanwhile (attachments that are a queued_command), as far as they belong
to the conversation itself: not those of its helpers (`isSidechain`), nor what the program wrote
in the person's name (`isMeta`, commands, summaries of what was compacted).
"""

from __future__ import annotations

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
    without_tagged,
)
from memdesk.exchange.transcripts.folders import files_below
from memdesk.exchange.transcripts.json_lines import HEAD, decoded, head, records, tail

NAME = "claude-code"

_SPOKEN = ("user", "assistant")
_OTHERS = frozenset(
    """
    agent-color agent-name agent-setting ai-title attachment attribution-snapshot
    content-replacement custom-title file-history-snapshot last-prompt mode permission-mode pr-link
    progress queue-operation summary system tag task-summary worktree-state
    """.split()  # noqa: SIM905 (a row of quotation marks reads worse)
)
"""Kinds of lines that say nothing of the conversation."""
_NOT_SAID = ("isSidechain", "isMeta", "isCompactSummary", "isVisibleInTranscriptOnly",
             "isApiErrorMessage")  # fmt: skip
_OF_THE_PROGRAM = frozenset(
    """
    command-name command-message command-args local-command-stdout local-command-stderr
    local-command-caveat bash-input bash-stdout bash-stderr task-notification
    """.split()  # noqa: SIM905
)
_TITLES = (("custom-title", "customTitle"), ("ai-title", "aiTitle"))
"""Kinds of lines that name the session, the most telling first, and where they do."""


def find(machine: Machine, troubles: list[OSError]) -> Iterator[Path]:
    """The sessions' files. Those of helpers (`agent-…`) are no conversations with the person."""
    root = machine.directory("CLAUDE_CONFIG_DIR", ".claude") / "projects"
    for path in files_below(root, 1, troubles):
        in_project = path.parent != root
        if in_project and path.suffix == ".jsonl" and not path.name.startswith("agent-"):
            yield path


def claims(path: Path, beginning: bytes) -> bool:
    """Whether a line near the beginning is one of Claude Code's."""
    if path.suffix != ".jsonl":
        return False
    for line in beginning.split(b"\n"):
        value = decoded(line)
        if value is not None and "type" in value and value.keys() & {"sessionId", "leafUuid"}:
            return True
    return False


def look(path: Path, _tally: Tally) -> Iterator[Conversation]:
    """The session of a file; none where nothing was said in it."""
    workspace = summary = asked = ""
    started = None
    said = helpers = False
    for value in head(path):
        helpers = helpers or value.get("isSidechain") is True
        workspace = workspace or _text(value.get("cwd"))
        started = started or moment(value.get("timestamp"))
        if value.get("type") == "summary":
            summary = _text(value.get("summary")) or summary
        message = _said(value)
        if message is not None:
            said = True
            if message[0] == "user":
                asked = asked or message[1]
        if workspace and started and asked:
            break
    else:
        # It may begin with a page of what tools said, but not a helper's own.
        if not said and (helpers or size_of(path) <= HEAD):
            return
    yield Conversation(
        id=usable_id(path.stem) or derived_id(path),
        format=NAME,
        host=NAME,
        path=path,
        workspace=workspace,
        title=title_of(_given_title(path) or summary or asked),
        started_at=started,
        updated_at=changed_at(path),
        size=size_of(path),
    )


def read(conversation: Conversation, tally: Tally, start: int = 0) -> Iterator[Message]:
    """What the person and the model said, in the file's order."""
    for value, after in records(conversation.path, tally, start):
        kind, message = value.get("type"), value.get("message")
        if (said := _said(value)) is not None:
            role, text = said
            yield Message(role=role, text=text, at=moment(value.get("timestamp")), after=after)
        elif kind in _SPOKEN:
            content = message.get("content") if isinstance(message, dict) else None
            tally.broken += text_of(content) is None
        else:
            tally.unknown += not (isinstance(kind, str) and kind in _OTHERS)


def _said(value: dict[str, Any]) -> tuple[str, str] | None:
    """Who said what in a line; None where it is nothing that was said."""
    if any(value.get(name) is True for name in _NOT_SAID) or not _is_of_a_person(value):
        return None
    role, message = value.get("type"), value.get("message")
    if role == "attachment":
        role, text = "user", _queued(value.get("attachment"))
    elif role in _SPOKEN and isinstance(message, dict):
        text = text_of(message.get("content")) or ""
    else:
        return None
    if role == "user":
        text = without_tagged(text, "system-reminder")
        if leading_tag(text) in _OF_THE_PROGRAM:
            return None
    text = text.strip()
    return (str(role), text) if text else None


def _queued(attachment: object) -> str:
    """What the person typed while the model was at work; empty for any other attachment."""
    if not isinstance(attachment, dict) or attachment.get("type") != "queued_command":
        return ""
    if attachment.get("commandMode", "prompt") != "prompt" or not _is_of_a_person(attachment):
        return ""
    return text_of(attachment.get("prompt")) or ""


def _is_of_a_person(value: dict[str, Any]) -> bool:
    """Whether nothing says that another program said it (`origin`)."""
    origin = value.get("origin")
    return not isinstance(origin, dict) or origin.get("kind", "human") == "human"


def _given_title(path: Path) -> str:
    """The name that the person or the model gave the session; the newest one stands last."""
    found: dict[str, str] = {}
    for line in tail(path):
        if b"-title" in line[:200] or b"Title" in line[:200]:
            value = decoded(line) or {}
            for kind, name in _TITLES:
                if value.get("type") == kind:
                    found[kind] = _text(value.get(name))
    return next((found[kind] for kind, _ in _TITLES if found.get(kind)), "")


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


FORMAT = TranscriptFormat(name=NAME, claims=claims, look=look, read=read, find=find)
