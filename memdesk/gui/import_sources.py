"""What the import window takes from: files and folders, and what each turned out to hold."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from PySide6.QtCore import (
    QAbstractListModel,
    QLocale,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    Signal,
)

from memdesk.core.entry import KINDS, Kind
from memdesk.core.errors import MemdeskError
from memdesk.exchange import formats
from memdesk.exchange.importing import Choice, ImportPlan, Progress, look_before
from memdesk.exchange.reading import Found
from memdesk.exchange.source import Source
from memdesk.gui import words
from memdesk.store.bank import Bank

_NOWHERE = QModelIndex()
AnyIndex = QModelIndex | QPersistentModelIndex


@dataclass(slots=True, kw_only=True, eq=False)
class ImportSource:
    """A file or a folder. `plan` says what it would bring, `problem` why it can't be read.

    `format` is "" where that is found by the content. `here` says that memdesk came upon it on
    this machine: the person did not choose it yet.
    """

    path: Path
    format: str = ""
    here: bool = False
    taken: bool = True
    left_out: set[tuple[Kind, str]] = field(default_factory=set)
    found: Found | None = None
    plan: ImportPlan | None = None
    problem: MemdeskError | None = None

    @property
    def looked_at(self) -> bool:
        return self.plan is not None or self.problem is not None

    def changes(self, choice: Choice) -> int:
        """How many entries it would bring or renew with that choice."""
        if self.plan is None:
            return 0
        plan = self.plan
        out = sum(
            step.found.entry.kind in choice.kinds
            and (step.is_new or step.is_newer)
            and (step.found.entry.kind, step.found.entry.id) in self.left_out
            for step in plan.steps
        )
        return sum(plan.new[kind] + plan.newer[kind] for kind in choice.kinds) - out

    def brings(self, choice: Choice) -> bool:
        """Whether anything would differ after it."""
        if self.plan is None:
            return False
        return bool(self.changes(choice) or (choice.profile and self.plan.profile))


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """What came of looking into a source."""

    source: ImportSource
    format: str
    found: Found | None = None
    plan: ImportPlan | None = None
    problem: MemdeskError | None = None


def look(bank: Bank, source: ImportSource, format_name: str, tell: Progress) -> Look:
    """Read a source and see what it would change. In a thread of the worker."""
    try:
        tell(0, 0)  # the person may have stopped it while others were looked into
        found = formats.read(Source(source.path), format_name or None)
        plan = look_before(bank, found, tell)
    except MemdeskError as error:
        return Look(source=source, format=format_name, problem=error)
    return Look(source=source, format=format_name, found=found, plan=plan)


def on_this_machine() -> list[ImportSource]:
    """What other programs keep here. May take a while."""
    return [
        ImportSource(path=path, format=one.name, here=True, taken=False)
        for one, path in formats.on_this_machine()
    ]


def file_filters() -> str:
    """What a person is offered when they choose files."""
    return words.translate(
        "ImportDialog",
        "Memories (*.json *.jsonl *.ndjson *.md *.csv *.zip *.gz *.db *.sqlite *.af);;"
        "All files (*)",
    )


def source_words(source: ImportSource) -> str:
    """What a source is, in two lines: its name, and what it holds or that it can't be read."""
    translate = words.translate
    name = source.format if source.here else source.path.name or str(source.path)
    if source.problem is not None:
        return name + "\n" + translate("ImportDialog", "Can't be read")
    if source.plan is None:
        return name + "\n" + translate("ImportDialog", "Reading…")
    number = QLocale().toString
    held = source.plan.held
    shown = [f"{words.kind_words(kind)}: {number(held[kind])}" for kind in KINDS if held[kind]]
    if source.found is not None and has_profile(source.found):
        shown.append(translate("ImportDialog", "Profile"))
    what = ", ".join(shown) or translate("ImportDialog", "Nothing to take")
    return f"{name}\n{what}" if source.here else f"{name}\n{source.plan.format} · {what}"


def has_profile(found: Found) -> bool:
    profile = found.profile
    return bool(profile.interests or profile.preferences or profile.notes)


class Sources(QAbstractListModel):
    """The files and folders, each with a box: ticked ones are imported."""

    ticked_changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._sources: list[ImportSource] = []

    @property
    def all(self) -> list[ImportSource]:
        return list(self._sources)

    @property
    def ticked(self) -> list[ImportSource]:
        return [one for one in self._sources if one.taken]

    def add(self, sources: Iterable[ImportSource]) -> list[ImportSource]:
        """Add those whose files aren't there yet; one that is, is ticked. Gives the new ones."""
        there = {one.path: one for one in self._sources}
        new: list[ImportSource] = []
        for source in sources:
            if source.path not in there:
                new.append(source)
            elif source.taken:
                there[source.path].taken = True
                self.show_changed(there[source.path])
            there.setdefault(source.path, source)
        if new:
            first = len(self._sources)
            self.beginInsertRows(_NOWHERE, first, first + len(new) - 1)
            self._sources += new
            self.endInsertRows()
        self.ticked_changed.emit()
        return new

    def remove(self, source: ImportSource) -> None:
        row = self._sources.index(source)
        self.beginRemoveRows(_NOWHERE, row, row)
        del self._sources[row]
        self.endRemoveRows()
        self.ticked_changed.emit()

    def show_changed(self, source: ImportSource) -> None:
        """Something about it is different now."""
        if source in self._sources:
            place = self.index(self._sources.index(source))
            self.dataChanged.emit(place, place)

    def at(self, index: AnyIndex) -> ImportSource | None:
        return self._sources[index.row()] if index.isValid() else None

    def place_of(self, source: ImportSource) -> QModelIndex:
        return self.index(self._sources.index(source))

    def rowCount(self, parent: AnyIndex = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(self._sources)

    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        source = self.at(index)
        if source is None:
            return None
        match role:
            case Qt.ItemDataRole.DisplayRole | Qt.ItemDataRole.AccessibleTextRole:
                return source_words(source)
            case Qt.ItemDataRole.ToolTipRole:
                return str(source.path)
            case Qt.ItemDataRole.CheckStateRole:
                if source.problem is not None:
                    return None
                return Qt.CheckState.Checked if source.taken else Qt.CheckState.Unchecked
        return None

    def setData(self, index: AnyIndex, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        source = self.at(index)
        if source is None or role != Qt.ItemDataRole.CheckStateRole:
            return False
        source.taken = Qt.CheckState(value) == Qt.CheckState.Checked
        self.dataChanged.emit(index, index, [role])
        self.ticked_changed.emit()
        return True

    def flags(self, index: AnyIndex) -> Qt.ItemFlag:
        source = self.at(index)
        if source is None:
            return Qt.ItemFlag.NoItemFlags
        flags = (
            Qt.ItemFlag.ItemIsEnabled
            | Qt.ItemFlag.ItemIsSelectable
            | Qt.ItemFlag.ItemNeverHasChildren
        )
        return flags if source.problem is not None else flags | Qt.ItemFlag.ItemIsUserCheckable
