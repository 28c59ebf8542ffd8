"""What would become of each entry of a file, as rows that can be left out (spec 4)."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QObject, Qt, Signal

from memdesk.core.entry import Entry
from memdesk.core.shapes import FIELDS
from memdesk.exchange.importing import Step
from memdesk.gui import words
from memdesk.gui.history_words import field_name, seen, value_text
from memdesk.gui.icons import icon
from memdesk.gui.import_sources import ImportSource
from memdesk.gui.row_table import AnyIndex, RowTable

TITLE, EFFECT, KIND, WHERE = range(4)
_NOT_SHOWN = {"id", "position", "pinned", "relevance", "constraint", "by_person"}
"""Fields of a new entry that say little about it."""


class Steps(RowTable[Step]):
    """The first steps of a source's plan. Those that would change something have a box."""

    ticked_changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._source: ImportSource | None = None

    def show_source(self, source: ImportSource | None) -> None:
        self._source = source
        plan = source.plan if source is not None else None
        self.show(plan.steps if plan is not None else [])

    def tick_all(self, on: bool) -> None:
        """Tick every row that can be ticked, or none."""
        if self._source is None or not self._rows:
            return
        self._source.left_out.clear()
        if not on:
            self._source.left_out.update(_key(one) for one in self._rows if _acts(one))
        self.dataChanged.emit(self.index(0, TITLE), self.index(len(self._rows) - 1, TITLE))
        self.ticked_changed.emit()

    def headings(self) -> tuple[str, ...]:
        return (
            words.field_word("title"),
            self.tr("What happens"),
            words.field_word("kind"),
            self.tr("Place"),
        )

    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        step = self.at(index.row()) if index.isValid() else None
        if step is None or self._source is None:
            return None
        column = index.column()
        if role == Qt.ItemDataRole.CheckStateRole and column == TITLE and _acts(step):
            taken = _key(step) not in self._source.left_out
            return Qt.CheckState.Checked if taken else Qt.CheckState.Unchecked
        if role == Qt.ItemDataRole.DecorationRole and column == EFFECT:
            return icon(_picture(step))
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            return self._text(step, column)
        return None

    def _text(self, step: Step, column: int) -> str:
        entry = step.found.entry
        match column:
            case 0:
                return entry.label
            case 1:
                return self._effect(step)
            case 2:
                return words.kind_word(entry.kind)
            case _:
                return step.found.where

    def _effect(self, step: Step) -> str:
        if step.is_new:
            return self.tr("New")
        if step.kept is not None:
            return words.error_sentence(step.kept)
        if not step.is_newer:
            return self.tr("Here already")
        fields = words.listed(field_name(field) for field in seen(step.fields))
        return self.tr("Newer: {fields}").format(fields=fields) if fields else self.tr("Newer")

    def setData(self, index: AnyIndex, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        step = self.at(index.row()) if index.isValid() else None
        if step is None or self._source is None or role != Qt.ItemDataRole.CheckStateRole:
            return False
        if Qt.CheckState(value) == Qt.CheckState.Checked:
            self._source.left_out.discard(_key(step))
        else:
            self._source.left_out.add(_key(step))
        self.dataChanged.emit(index, index, [role])
        self.ticked_changed.emit()
        return True

    def flags(self, index: AnyIndex) -> Qt.ItemFlag:
        step = self.at(index.row()) if index.isValid() else None
        if step is None:
            return Qt.ItemFlag.NoItemFlags
        flags = (
            Qt.ItemFlag.ItemIsEnabled
            | Qt.ItemFlag.ItemIsSelectable
            | Qt.ItemFlag.ItemNeverHasChildren
        )
        tickable = index.column() == TITLE and _acts(step)
        return flags | Qt.ItemFlag.ItemIsUserCheckable if tickable else flags


def texts(step: Step) -> list[tuple[str, str, str]]:
    """Heading, text here and text in the file, of every field that would differ."""
    new = step.found.entry
    if step.there is not None:
        return [_pair(field, step.there, new) for field in seen(step.fields)]
    fields = [field for field in seen(FIELDS[new.kind]) if field not in _NOT_SHOWN]
    return [_pair(field, None, new) for field in fields if getattr(new, field)]


def _pair(field: str, old: Entry | None, new: Entry) -> tuple[str, str, str]:
    before = "" if old is None else value_text(field, getattr(old, field))
    return field_name(field), before, value_text(field, getattr(new, field))


def _acts(step: Step) -> bool:
    return step.is_new or step.is_newer


def _key(step: Step) -> tuple[Any, str]:
    return step.found.entry.kind, step.found.entry.id


def _picture(step: Step) -> str:
    if step.is_new:
        return "add"
    if step.kept is not None:
        return "pause"
    return "up" if step.is_newer else "check"
