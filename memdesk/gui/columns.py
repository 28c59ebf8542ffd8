"""The columns of the tables, as data: what they show, how wide, how sorted, how edited."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Literal, NamedTuple

from PySide6.QtGui import QIcon

from memdesk.core import constraint
from memdesk.core.entry import Entry, Kind, Memory
from memdesk.core.query import Sort
from memdesk.gui import words
from memdesk.gui.icons import icon

Editing = Literal["no", "text", "status", "relevance", "category", "tags", "list", "pinned"]


class Column(NamedTuple):
    """One column. `field` names the attribute of the entry, and the header through `words`.

    `edited` is the field that an edit in the cell writes, where it differs from `field`.
    """

    field: str
    width: int
    sort: Sort | None
    editing: Editing = "no"
    hidden: bool = False
    edited: str = ""

    @property
    def target(self) -> str:
        return self.edited or self.field


_RELEVANCE = Column(field="relevance", width=92, sort="relevance", editing="relevance")
_TAGS = Column(field="tags", width=170, sort="tags", editing="tags")
_COMMON = (
    Column(field="workspace", width=110, sort="workspace", hidden=True),
    Column(field="role", width=90, sort="role", hidden=True),
    Column(field="author", width=100, sort="author", hidden=True),
    Column(field="created_at", width=96, sort="created", hidden=True),
    Column(field="accessed_at", width=96, sort="accessed", hidden=True),
    Column(field="access_count", width=70, sort="access_count", hidden=True),
    Column(field="id", width=100, sort="id", hidden=True),
)
_UPDATED = Column(field="updated_at", width=96, sort="recent")
_PINNED = Column(field="pinned", width=28, sort="pinned", editing="pinned")

COLUMNS: dict[Kind, tuple[Column, ...]] = {
    "memory": (
        _PINNED,
        Column(field="title", width=210, sort="title", editing="text"),
        Column(field="category", width=90, sort="category", editing="category"),
        _RELEVANCE,
        _TAGS,
        _UPDATED,
        Column(field="constraint", width=90, sort="constraint", hidden=True),
        *_COMMON,
    ),
    "task": (
        _PINNED,
        Column(field="title", width=210, sort="title", editing="text"),
        Column(field="status", width=100, sort="status", editing="status"),
        _RELEVANCE,
        _TAGS,
        _UPDATED,
        Column(field="position", width=64, sort="position", hidden=True),
        *_COMMON,
    ),
    "work": (
        _PINNED,
        Column(field="name", width=200, sort="title", editing="text"),
        Column(field="work_kind", width=90, sort="work_kind", editing="text"),
        Column(field="status", width=90, sort="status", editing="status"),
        Column(field="tech", width=150, sort=None, editing="list"),
        _RELEVANCE,
        Column(field="tags", width=170, sort="tags", editing="tags", hidden=True),
        _UPDATED,
        Column(field="path", width=180, sort=None, editing="text", hidden=True),
        Column(field="position", width=64, sort="position", hidden=True),
        *_COMMON,
    ),
}

TRASH_COLUMNS: tuple[Column, ...] = (
    Column(field="kind", width=90, sort=None),
    Column(field="title", width=320, sort="title"),
    Column(field="deleted_at", width=110, sort="deleted"),
    Column(field="author", width=120, sort="author"),
    Column(field="id", width=100, sort="id", hidden=True),
)


def _joined(values: tuple[str, ...]) -> str:
    return ", ".join(values)


_SHOWN: dict[str, Callable[[Entry], str]] = {
    "kind": lambda entry: words.kind_word(entry.kind),
    "title": lambda entry: entry.label,
    "name": lambda entry: entry.label,
    "relevance": lambda entry: words.relevance_words()[entry.relevance],
    "tags": lambda entry: _joined(entry.tags),
    "workspace": lambda entry: words.workspace_word(entry.workspace),
    "author": lambda entry: words.author_word(entry.author),
    "created_at": lambda entry: words.moment_short(entry.created_at),
    "updated_at": lambda entry: words.moment_short(entry.updated_at),
    "accessed_at": lambda entry: words.moment_short(entry.accessed_at),
    "deleted_at": lambda entry: words.moment_short(entry.deleted_at),
    "access_count": lambda entry: str(entry.access_count),
    "position": lambda entry: str(entry.position),
    "pinned": lambda entry: "",
}


def shown(entry: Entry, field: str) -> str:
    """The text of a cell: one line, in the person's language where the words are memdesk's."""
    if isinstance(entry, Memory):
        if field == "category":
            return words.category_words()[entry.category]
        if field == "constraint":
            return "✓" if constraint.verdict(entry).is_constraint else ""
    show = _SHOWN.get(field)
    if show is not None:
        return show(entry)
    value = getattr(entry, field)
    return _joined(value) if isinstance(value, tuple) else str(value)


@cache
def relevance_icon(relevance: str) -> QIcon:
    return icon(f"relevance-{relevance}")


@cache
def _mark(name: str) -> QIcon:
    return icon(name)


def picture(entry: Entry, field: str) -> QIcon | None:
    """What stands before a cell's text; its words or its shape say the same without colour."""
    if field == "relevance":
        return relevance_icon(entry.relevance)
    if field == "pinned":
        return _mark("pin") if entry.pinned else None
    if field == "title" and isinstance(entry, Memory):
        return _mark("constraint") if constraint.verdict(entry).is_constraint else None
    return None
