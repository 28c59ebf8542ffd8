"""Memories as rolebox's own command line exports them: a JSON array (spec 4.2, the seed)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from memdesk.core.entry import Entry, Memory, Profile
from memdesk.exchange.json_pieces import array
from memdesk.exchange.writing import LeftOut, Waiting, Written

_HELD = ("category", "tags", "relevance", "role", "source_sessions")


def write(profile: Profile, entries: Iterable[Entry]) -> Written:
    """The file's text: two-space indent, one final newline; and what it can't hold."""
    left_out = LeftOut(*_HELD)
    for name in ("interests", "preferences", "notes"):
        if getattr(profile, name):
            left_out.note(f"profile.{name}")
    return Written(_pieces(entries, left_out), left_out)


def _pieces(entries: Iterable[Entry], left_out: LeftOut) -> Iterator[str]:
    waiting = Waiting(entries)
    yield from array(_shapes(waiting, left_out))
    yield "\n"
    for _task in waiting.of("task"):
        left_out.note("tasks")
    for _work in waiting.of("work"):
        left_out.note("works")
    waiting.refuse_left()


def _shapes(waiting: Waiting, left_out: LeftOut) -> Iterator[dict[str, object]]:
    for memory in waiting.of("memory"):
        left_out.look_at(memory)
        if isinstance(memory, Memory):
            yield _shape(memory)


def _shape(memory: Memory) -> dict[str, object]:
    return {
        "id": memory.id,
        "scope": "role" if memory.role else "workspace",
        "role_id": memory.role,
        "category": memory.category,
        "title": memory.title,
        "content": memory.content,
        "tags": list(memory.tags),
        "relevance": memory.relevance,
        "created_at": memory.created_at,
        "updated_at": memory.updated_at,
        "accessed_at": memory.accessed_at,
        "access_count": memory.access_count,
        "session_id": memory.session_id,
        "source_sessions": list(memory.source_sessions),
    }
