"""The editor of tasks and works, from a description of their fields."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtWidgets import QWidget

from memdesk.core import limits
from memdesk.core.entry import Kind
from memdesk.gui.bank_worker import BankWorker
from memdesk.gui.common_fields import CommonFields
from memdesk.gui.entry_editor import EntryEditor
from memdesk.gui.entry_foot import EntryFoot
from memdesk.gui.field_row import rows_of
from memdesk.gui.fields import Field, LineField, ListLineField, StatusField, TextField
from memdesk.gui.vocabulary import Vocabulary

Make = Callable[[Vocabulary, QWidget], Field]


@dataclass(frozen=True, slots=True)
class _Described:
    """A field of its own of a kind: how it is made, and how long its value may be."""

    name: str
    make: Make
    limit: int | None = None


def _line(_vocabulary: Vocabulary, parent: QWidget) -> Field:
    return LineField(parent=parent)


def _text(_vocabulary: Vocabulary, parent: QWidget) -> Field:
    field = TextField(parent=parent)
    field.setMinimumHeight(90)
    return field


_OWN_FIELDS: dict[Kind, tuple[_Described, ...]] = {
    "task": (
        _Described("title", _line, limits.MAX_TITLE),
        _Described("status", lambda v, p: StatusField(v.statuses, p), limits.MAX_STATUS),
        _Described("notes", _text, limits.MAX_NOTES),
    ),
    "work": (
        _Described("name", _line, limits.MAX_TITLE),
        _Described("work_kind", lambda v, p: LineField(v.work_kinds, p), limits.MAX_WORK_KIND),
        _Described("status", lambda v, p: StatusField(v.statuses, p), limits.MAX_STATUS),
        _Described("summary", _text, limits.MAX_SUMMARY),
        _Described("tech", lambda v, p: ListLineField(v.tech, p)),
        _Described("path", _line, limits.MAX_PATH),
    ),
}
_LINES: dict[Kind, tuple[tuple[str, ...], ...]] = {
    "task": (
        ("title",),
        ("status", "relevance"),
        ("notes",),
        ("tags",),
        ("workspace", "role"),
        ("pinned",),
    ),
    "work": (
        ("name",),
        ("work_kind", "status"),
        ("summary",),
        ("tech",),
        ("path",),
        ("relevance", "pinned"),
        ("tags",),
        ("workspace", "role"),
    ),
}
"""Which fields stand side by side, from top to bottom."""


class PlainEditor(EntryEditor):
    """Edits one task or one work (spec 1)."""

    def __init__(
        self, kind: Kind, worker: BankWorker, vocabulary: Vocabulary, parent: QWidget | None = None
    ) -> None:
        super().__init__(worker, parent)
        for described in _OWN_FIELDS[kind]:
            field = described.make(vocabulary, self)
            self.add_field(described.name, field, limit=described.limit)
        CommonFields(self, vocabulary)
        rows = [[self.row(name) for name in line] for line in _LINES[kind]]
        self.lay_out(rows_of(rows), foot=EntryFoot(worker, self))
