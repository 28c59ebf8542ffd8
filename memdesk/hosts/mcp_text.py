"""What a tool's result says to a reader: many hosts hand a model the text alone (spec 3.1).

Each result is written from the very object that stands beside it as structured content.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any
from urllib.parse import quote

from memdesk.core.errors import BadParameters, MemdeskError
from memdesk.hosts.jsonrpc import error_object

Shape = Mapping[str, Any]

NOTHING = "Nothing is remembered there."


def text_of(operation: str, result: Shape) -> str:
    """A result of that operation in words."""
    return _WRITERS[operation](result)


def refusal(error: BaseException) -> str:
    """A sentence that a model can act on."""
    if not isinstance(error, MemdeskError):
        return str(error_object(error)["message"])
    sentence = str(error)
    if isinstance(error, BadParameters) and error.allowed:
        unsaid = [one for one in error.allowed if one not in sentence]
        if unsaid:
            sentence += " Allowed: " + ", ".join(error.allowed) + "."
    return sentence


def entry_text(entry: Shape) -> str:
    """One entry in full, as Markdown."""
    facts = [str(entry["id"]), str(entry["kind"])]
    facts += [str(entry[name]) for name in ("category", "work_kind", "status") if entry.get(name)]
    facts.append(f"relevance {entry['relevance']}")
    if entry.get("is_constraint"):
        facts.append("must be followed")
    if entry.get("tags"):
        facts.append("tags: " + ", ".join(entry["tags"]))
    if entry.get("tech"):
        facts.append("tech: " + ", ".join(entry["tech"]))
    if entry.get("path"):
        facts.append("path: " + str(entry["path"]))
    facts.append(f"updated {entry['updated_at']}")
    if entry.get("redacted"):
        facts.append("redacted: " + ", ".join(entry["redacted"]))
    body = _body(entry)
    if entry.get("cut"):
        body += f"\n(cut; memory_read with id {entry['id']} gives all of it)"
    return f"# {_title(entry)}\n({'; '.join(facts)})" + (f"\n\n{body}" if body else "")


def entries_text(entries: Iterable[Shape]) -> str:
    """Entries in full, one below the other."""
    return "\n\n".join(map(entry_text, entries))


def _title(entry: Shape) -> str:
    return str(entry.get("title") or entry.get("name") or "")


def _body(entry: Shape) -> str:
    return str(entry.get("content") or entry.get("notes") or entry.get("summary") or "")


def _read(result: Shape) -> str:
    if "entries" in result:
        return entries_text(result["entries"])
    profile = result["profile"]
    parts = []
    known = [
        f"{label}: {text}"
        for label, text in (
            ("Interests", ", ".join(profile["interests"])),
            ("Preferences", ", ".join(profile["preferences"])),
            ("Notes", profile["notes"]),
        )
        if text
    ]
    if known:
        parts.append("# About the user\n" + "\n".join(known))
    for heading, name in (("Must follow", "constraints"), ("Tasks", "tasks"), ("Works", "works")):
        if result[name]:
            parts.append(f"## {heading}\n\n{entries_text(result[name])}")
    return "\n\n".join(parts) or NOTHING


def _written(result: Shape) -> str:
    if result["suggestion"]:
        said = f"Kept as suggestion {result['id']}, for the user to review."
    else:
        said = f"Remembered with the id {result['id']}."
    return "\n".join([said, *result["notes"]])


def _updated(result: Shape) -> str:
    if result.get("suggestion"):
        said = "Kept as a suggestion, for the user to review."
    else:
        said = "\n".join(map(_change, result["changed"])) or "Nothing was different from before."
    return f"{said}\n\n{result['summary']}" if result["summary"] else said


def _change(change: Shape) -> str:
    named = f"{change['kind']} {change['id']}" if change.get("id") else str(change["kind"])
    fields = ": " + ", ".join(change["fields"]) if change.get("fields") else ""
    return f"{change['action'].capitalize()} {named}{fields}."


def _recalled(result: Shape) -> str:
    return entries_text(result["entries"]) or "Nothing that is remembered fits."


def _listed(result: Shape) -> str:
    lines = [_line(entry) for entry in result["entries"]]
    if result["next"]:
        lines.append(f"(more with the cursor {result['next']})")
    return "\n".join(lines) or NOTHING


def _line(entry: Shape) -> str:
    facts = [str(entry.get("category") or entry["kind"])]
    facts += [str(entry["status"])] if entry.get("status") else []
    facts.append(str(entry["relevance"]))
    tags = f" [{', '.join(entry['tags'])}]" if entry.get("tags") else ""
    body = " ".join(_body(entry).split())
    said = f": {body}" if body else ""
    # Consolidation skips the sessions that a list names (spec 5.1).
    sessions = entry.get("source_sessions")
    learnt = f" (source_sessions: {', '.join(sessions)})" if sessions else ""
    return f"- [{entry['id']}] {_title(entry)} ({', '.join(facts)}){tags}{said}{learnt}"


def _forgotten(result: Shape) -> str:
    if not result["found"]:
        return "There was no such entry."
    if result.get("suggestion"):
        return "Kept as a suggestion, for the user to review."
    return "It is in the trash, where the user can restore it."


def _sessions(result: Shape) -> str:
    lines = [_session(one) for one in result["sessions"]]
    if result["next"]:
        lines.append(
            f"(more: session_list with the cursor {result['next']}, or the resource "
            f"memdesk://sessions?cursor={quote(result['next'], safe='/:')})"
        )
    if result["unreadable"]:
        lines.append(f"({result['unreadable']} files or folders could not be read)")
    return "\n".join(lines) or "There are no sessions to review."


def _session(one: Shape) -> str:
    facts = [str(one["host"] or one["format"])]
    facts += [str(one["workspace"])] if one["workspace"] else []
    facts.append(f"updated {one['updated_at']}")
    facts += [f"{one['messages']} messages"] if one["messages"] is not None else []
    facts += ["reviewed"] if one["reviewed"] else []
    return f"- [{one['id']}] {one['title']} ({', '.join(facts)})"


def _said(result: Shape) -> str:
    one = result["session"]
    if one is None:
        return "There are no sessions to review."
    parts = [f"# {one['title']}\n(session {one['id']}; updated {one['updated_at']})"]
    for message in result["messages"]:
        at = f" ({message['at']})" if message["at"] else ""
        parts.append(f"## {message['role']}{at}\n\n{message['text']}")
    unread = [f"{result[name]} {name}" for name in ("broken", "unknown") if result[name]]
    if unread:
        parts.append(f"({' and '.join(unread)} pieces were left out)")
    parts.append(
        f"(more: session_read with the cursor {result['next']}, or this resource with "
        f"?cursor={quote(result['next'], safe='/:')})"
        if result["next"]
        else "(end of the session)"
    )
    return "\n\n".join(parts)


def _due(result: Shape) -> str:
    return f"{'Due' if result['due'] else 'Not due'}: {result['why']}"


_WRITERS: dict[str, Callable[[Shape], str]] = {
    "memory_read": _read,
    "memory_write": _written,
    "memory_update": _updated,
    "memory_recall": _recalled,
    "memory_list": _listed,
    "memory_forget": _forgotten,
    "session_list": _sessions,
    "session_read": _said,
    "consolidation_due": _due,
}
