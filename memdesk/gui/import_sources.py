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
from memdesk.exchange.gathering import Gathered, Piece, gather
from memdesk.exchange.importing import Choice, ImportPlan, Progress, look_before
from memdesk.exchange.reading import Found
from memdesk.exchange.source import Source
from memdesk.gui import words
from memdesk.store.bank import Bank

_NOWHERE = QModelIndex()
AnyIndex = QModelIndex | QPersistentModelIndex


@dataclass(slots=True, kw_only=True, eq=False)
class ImportSource:
    """A file, or what a folder or a zip holds of one format. `plan` says what it would bring,
    `problem` why it can't be read.

    `format` is "" where that is found by the content. `here` says that memdesk came upon it on
    this machine: the person did not choose it yet. `piece` is what of the folder or zip it is.
    `is_rest` says that it is only what can't be taken of one.
    """

    path: Path
    piece: Piece | None = None
    is_rest: bool = False
    format: str = ""
    here: bool = False
    taken: bool = True
    left_out: set[tuple[Kind, str]] = field(default_factory=set)
    found: Found | None = None
    plan: ImportPlan | None = None
    problem: MemdeskError | None = None

    @property
    def name(self) -> str:
        """What it is called: where it lies in the folder or zip that the person chose."""
        if self.piece is not None and self.piece.place:
            return self.piece.place
        return self.path.name or str(self.path)

    @property
    def full_name(self) -> str:
        """Its whole path."""
        place = self.piece.place if self.piece is not None else ""
        return f"{self.path}/{place}" if place else str(self.path)

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


def look(bank: Bank, source: ImportSource, format_name: str, tell: Progress) -> list[Look]:
    """Read a source and see what it would change. In a thread of the worker.

    A folder or a zip that holds several things gives as many sources in its place, and one for
    what can't be taken.
    """
    try:
        tell(0, 0)  # the person may have stopped it while others were looked into
        if source.piece is not None:
            found = formats.read(source.piece.source, format_name or source.piece.format)
            return [_looked(bank, source, format_name, found, tell)]
        whole = Source(source.path)
        gathered = gather(whole, format_name, lambda: tell(0, 0))
        looks = []
        for piece, found in gathered.each_read():
            if piece.source is whole:
                return [_looked(bank, source, format_name, found, tell)]
            part = ImportSource(path=source.path, piece=piece, taken=source.taken)
            looks.append(_looked(bank, part, "", found, tell))
    except MemdeskError as error:
        return [Look(source=source, format=format_name, problem=error)]
    if gathered.skipped:
        rest = ImportSource(path=source.path, is_rest=True, taken=False)
        looks.append(Look(source=rest, format="", plan=_plan_of_rest(gathered)))
    return looks


def _looked(
    bank: Bank, source: ImportSource, format_name: str, found: Found, tell: Progress
) -> Look:
    plan = look_before(bank, found, tell)
    return Look(source=source, format=format_name, found=found, plan=plan)


def _plan_of_rest(gathered: Gathered) -> ImportPlan:
    return ImportPlan(format="", skipped=gathered.skipped, more_skipped=gathered.more_skipped)


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
    name = source.format if source.here else source.name
    if source.problem is not None:
        return name + "\n" + translate("ImportDialog", "Can't be read")
    if source.plan is None:
        return name + "\n" + translate("ImportDialog", "Reading…")
    number = QLocale().toString
    if source.is_rest:
        passed = translate("ImportDialog", "Can't be taken: {count}")
        skipped = len(source.plan.skipped) + source.plan.more_skipped
        return name + "\n" + passed.format(count=number(skipped))
    held = source.plan.held
    shown = [words.counted(words.kind_words(kind), held[kind]) for kind in KINDS if held[kind]]
    if source.found is not None and has_profile(source.found):
        shown.append(translate("ImportDialog", "Profile"))
    what = words.listed(shown) or translate("ImportDialog", "Nothing to take")
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
        there = {one.path for one in self._sources}
        new: list[ImportSource] = []
        for source in sources:
            if source.path not in there:
                new.append(source)
                there.add(source.path)
            elif source.taken:
                for one in self._sources:
                    if one.path == source.path and not one.is_rest:
                        one.taken = True
                        self.show_changed(one)
        self._insert(len(self._sources), new)
        self.ticked_changed.emit()
        return new

    def replace(self, source: ImportSource, several: list[ImportSource]) -> None:
        """Put several in the place of one: what a folder or a zip turned out to hold."""
        row = self._sources.index(source)
        self._insert(row + 1, several)
        self.remove(source)

    def _insert(self, row: int, sources: list[ImportSource]) -> None:
        if sources:
            self.beginInsertRows(_NOWHERE, row, row + len(sources) - 1)
            self._sources[row:row] = sources
            self.endInsertRows()

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
                return source.full_name
            case Qt.ItemDataRole.CheckStateRole:
                if source.problem is not None or source.is_rest:
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
        if source.problem is not None or source.is_rest:
            return flags
        return flags | Qt.ItemFlag.ItemIsUserCheckable
