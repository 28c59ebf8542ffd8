"""The look before an import: what files hold, what they would change, what they can't (spec 4)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QModelIndex, Qt, QTimer, Signal
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QPalette
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QLabel,
    QListView,
    QPushButton,
    QSplitter,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from memdesk.core.entry import KINDS, Kind
from memdesk.core.errors import MemdeskError
from memdesk.core.validation import check_field
from memdesk.exchange.importing import Choice, ImportPlan, import_several
from memdesk.gui import modals, theme, words
from memdesk.gui.bank_worker import BankWorker
from memdesk.gui.boxes import CheckBox
from memdesk.gui.check_delegate import CheckDelegate
from memdesk.gui.dialog_buttons import DialogButtons
from memdesk.gui.dropped_files import dropped_files
from memdesk.gui.empty_state import EmptyState
from memdesk.gui.fields import SuggestionField
from memdesk.gui.help_key import HelpKey
from memdesk.gui.import_look import LookPane
from memdesk.gui.import_sources import (
    ImportSource,
    Look,
    Sources,
    file_filters,
    has_profile,
    look,
    on_this_machine,
)
from memdesk.gui.long_work import Stopped, WorkBar
from memdesk.paths import normalise_workspace
from memdesk.store.bank import Bank

_LIST_WIDTH = 38
"""Characters of the list of files."""


class ImportDialog(QDialog):
    """Reads files, shows what importing them would do, and does it once the person agrees.

    Without files it looks for what other programs keep on this machine.
    """

    imported = Signal(object)
    """list[ImportPlan]: what was carried out, a plan a file."""

    def __init__(
        self,
        worker: BankWorker,
        paths: Iterable[Path] = (),
        *,
        format_name: str = "",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        HelpKey(self, "files")
        self._worker = worker
        self._busy = False
        self._looking = False
        self.setWindowTitle(self.tr("Import"))
        self.setAcceptDrops(True)
        self.sources = Sources(self)
        self._make()
        self._lay_out()
        self._connect()
        chosen = [ImportSource(path=path, format=format_name) for path in paths]
        if chosen:
            self._add(chosen)
        else:
            self._look_around()
        self._worker.survey(_scopes, self._on_scopes)
        self._on_ticked_changed()
        self.list.setFocus()

    # --- laying out

    def _make(self) -> None:
        self._files_button = QPushButton(self.tr("Add &files…"), self)
        self._folder_button = QPushButton(self.tr("Add f&older…"), self)
        for button in (self._files_button, self._folder_button):
            button.setAutoDefault(False)
        self.list = QListView(self)
        self.list.setModel(self.sources)
        self.list.setItemDelegate(CheckDelegate(self.list))
        self.list.setAccessibleName(self.tr("Files"))
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setSpacing(2)
        self._searching = QLabel(self.tr("Looking for memories of other programs here…"), self)
        self._searching.setWordWrap(True)
        theme.tint(self._searching, "dim")
        self._searching.hide()
        self.pane = LookPane(self._worker, self)
        self._empty = EmptyState(self)
        self._empty.say(
            "import",
            self.tr("Bring what you have"),
            self.tr("Drop files, folders or downloaded archives here, or add them. You see what"
                    " they hold before anything is taken in."),
        )  # fmt: skip
        self._middle = QStackedWidget(self)
        self._middle.addWidget(self._empty)
        self._middle.addWidget(self.pane)
        self.kind_boxes: dict[Kind, CheckBox] = {}
        for kind in KINDS:
            self.kind_boxes[kind] = CheckBox(words.kind_words(kind), self)
        self.profile_box = CheckBox(self.tr("Profile"), self)
        for box in (*self.kind_boxes.values(), self.profile_box):
            box.setChecked(True)
        self.workspace_field = SuggestionField(self)
        self.workspace_field.lineEdit().setPlaceholderText(self.tr("Every workspace"))
        self.role_field = SuggestionField(self)
        self.role_field.lineEdit().setPlaceholderText(self.tr("Every role"))
        self._hint = QLabel(self)
        self._hint.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        self._hint.setWordWrap(True)
        self._hint.setTextFormat(Qt.TextFormat.PlainText)
        self._say_safe()
        self._work = WorkBar(self)
        self._buttons = DialogButtons(QDialogButtonBox.StandardButton.Cancel, self)
        self.import_button = QPushButton(self.tr("&Import"), self)
        self.import_button.setDefault(True)
        self._buttons.addButton(self.import_button, QDialogButtonBox.ButtonRole.AcceptRole)

    def _lay_out(self) -> None:
        left = QWidget(self)
        column = QVBoxLayout(left)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.SMALL)
        buttons = QHBoxLayout()
        buttons.addWidget(self._files_button)
        buttons.addWidget(self._folder_button)
        column.addLayout(buttons)
        column.addWidget(self.list, 1)
        column.addWidget(self._searching)
        self._split = QSplitter(Qt.Orientation.Horizontal, self)
        self._split.setChildrenCollapsible(False)
        self._split.addWidget(left)
        self._split.addWidget(self._middle)
        self._split.setStretchFactor(0, 0)
        self._split.setStretchFactor(1, 1)
        character = self.fontMetrics().averageCharWidth()
        room = self.screen().availableGeometry()
        width = min(max(860, character * 110), room.width() - 2 * theme.WIDE)
        self._split.setSizes([character * _LIST_WIDTH, width])
        self._options = QWidget(self)
        rows = QVBoxLayout(self._options)
        rows.setContentsMargins(0, 0, 0, 0)
        rows.setSpacing(theme.SMALL)
        kinds = QHBoxLayout()
        kinds.addWidget(QLabel(self.tr("Take:"), self))
        for box in (*self.kind_boxes.values(), self.profile_box):
            kinds.addWidget(box)
        kinds.addStretch(1)
        rows.addLayout(kinds)
        scope = QHBoxLayout()
        for word, field in (
            (self.tr("New entries without a &workspace get:"), self.workspace_field),
            (self.tr("&Role:"), self.role_field),
        ):
            label = QLabel(word, self)
            label.setBuddy(field)
            field.setAccessibleName(words.without_mnemonic(word).rstrip(":："))
            scope.addWidget(label)
            scope.addWidget(field, 1)
        rows.addLayout(scope)
        whole = QVBoxLayout(self)
        whole.setSpacing(theme.SMALL)
        whole.addWidget(self._split, 1)
        whole.addWidget(self._options)
        whole.addWidget(self._work)
        whole.addWidget(self._hint)
        whole.addWidget(self._buttons)
        self.resize(width, min(600, room.height() - 2 * theme.WIDE))

    def _connect(self) -> None:
        self._files_button.clicked.connect(self._on_files_clicked)
        self._folder_button.clicked.connect(self._on_folder_clicked)
        self.list.selectionModel().currentChanged.connect(self._on_current_changed)
        self.sources.ticked_changed.connect(self._on_ticked_changed)
        self.pane.ticked_changed.connect(self._on_ticked_changed)
        self.pane.format_chosen.connect(self._on_format_chosen)
        for box in (*self.kind_boxes.values(), self.profile_box):
            box.toggled.connect(self._on_ticked_changed)
        self.workspace_field.edited.connect(self._on_ticked_changed)
        self.role_field.edited.connect(self._on_ticked_changed)
        self._buttons.accepted.connect(self._on_agreed)
        self._buttons.rejected.connect(self.reject)

    # --- what is seen

    @property
    def summary(self) -> str:
        """What is said about the file that is shown."""
        return self.pane.summary

    @property
    def skipped(self) -> list[str]:
        """Each thing in that file that can't be taken, with its place and reason."""
        return self.pane.skipped

    @property
    def hint(self) -> str:
        """What is said at the foot."""
        return self._hint.text()

    @property
    def can_import(self) -> bool:
        return self.import_button.isEnabled()

    @property
    def looking(self) -> bool:
        """Whether anything is still being read or looked for."""
        return self._looking or any(not one.looked_at for one in self.sources.all)

    def _say_safe(self) -> None:
        self._hint.setText(self.tr("The files are not changed. Ctrl+Z takes the import back."))

    # --- which files

    def take_along(self, paths: Sequence[Path]) -> bool:
        """Look into these, too; not while it imports, which is said by False."""
        if self._busy:
            return False
        self._add([ImportSource(path=path) for path in paths])
        return True

    def _on_files_clicked(self) -> None:
        paths = modals.choose_files_to_open(self, self.tr("Import"), filters=file_filters())
        self.take_along(paths)

    def _on_folder_clicked(self) -> None:
        path = modals.choose_folder(self, self.tr("Import"))
        if path is not None:
            self.take_along([path])

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if not self._busy and dropped_files(event):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        paths = dropped_files(event)
        if paths and not self._busy:
            event.acceptProposedAction()
            self.take_along(paths)

    def _look_around(self) -> None:
        self._looking = True
        self._searching.show()
        self._worker.survey(lambda _bank: on_this_machine(), self._on_found)

    def _on_found(self, found: list[ImportSource]) -> None:
        self._looking = False
        self._searching.hide()
        self._add(found)
        self._on_ticked_changed()

    def _add(self, sources: Sequence[ImportSource]) -> None:
        new = self.sources.add(sources)
        for source in new:
            self._begin_look(source, source.format)
        shown = self.sources.at(self.list.currentIndex())
        if new and (shown is None or new[0].taken):
            self.list.setCurrentIndex(self.sources.place_of(new[0]))

    def _begin_look(self, source: ImportSource, format_name: str) -> None:
        tell = self._work.begin(
            self.tr("Reading {file}…").format(file=words.shortened(source.name))
        )
        self._worker.survey(
            lambda bank: look(bank, source, format_name, tell),
            partial(self._on_looked, source),  # not a lambda: it may be gone by then
        )

    def _on_looked(self, asked: ImportSource, looks: list[Look]) -> None:
        self._work.end()
        is_shown = self.sources.at(self.list.currentIndex()) is asked
        for looked in looks:
            self._take_look(looked)
        several = [looked.source for looked in looks]
        if several != [asked]:
            self.sources.replace(asked, several)
            if is_shown:
                self.list.setCurrentIndex(self.sources.place_of(several[0]))
        self._on_ticked_changed()

    def _take_look(self, looked: Look) -> None:
        source = looked.source
        nothing = looked.plan is None or not (looked.plan.held.total() or looked.plan.profile)
        if source.here and nothing and looked.format == source.format:
            self.sources.remove(source)  # who wants to know why can add it by hand
            return
        source.format = looked.format
        source.found, source.plan, source.problem = looked.found, looked.plan, looked.problem
        self.sources.show_changed(source)
        if self.sources.at(self.list.currentIndex()) is source:
            self.pane.show_source(source)

    def _on_current_changed(self, current: QModelIndex, _before: QModelIndex) -> None:
        source = self.sources.at(current)
        self._middle.setCurrentWidget(self._empty if source is None else self.pane)
        self.pane.show_source(source)

    def _on_format_chosen(self, source: ImportSource, format_name: str) -> None:
        source.found = source.plan = source.problem = None
        source.left_out.clear()
        self.sources.show_changed(source)
        self.pane.show_source(source)
        self._on_ticked_changed()
        self._begin_look(source, format_name)

    # --- what of them

    def _choice(self, source: ImportSource | None = None) -> Choice:
        return Choice(
            kinds=frozenset(kind for kind, box in self.kind_boxes.items() if box.isChecked()),
            left_out=frozenset(source.left_out) if source is not None else frozenset(),
            profile=self.profile_box.isChecked(),
            workspace=normalise_workspace(str(self.workspace_field.value())),
            role=str(self.role_field.value()),
        )

    def _on_ticked_changed(self) -> None:
        """Show how much would be imported, and whether it can be."""
        ticked = [one for one in self.sources.ticked if one.problem is None]
        held = {kind for one in ticked if one.plan is not None for kind in one.plan.held}
        for kind, box in self.kind_boxes.items():
            box.setVisible(kind in held)
        profile = any(one.found is not None and has_profile(one.found) for one in ticked)
        self.profile_box.setVisible(profile)
        self._options.setVisible(bool(held) or profile)
        choice = self._choice()
        count = sum(one.changes(choice) for one in ticked)
        ready = all(one.looked_at for one in ticked) and not self._busy
        problem = self._scope_problem(choice)
        if problem is not None:
            self._hint.setText(words.field_sentence(problem))
        elif not self._busy and ticked:
            self._say_safe()
        brings = any(one.brings(choice) for one in ticked)
        self.import_button.setEnabled(ready and brings and problem is None)
        self.import_button.setText(
            self.tr("&Import {count}").format(count=self.locale().toString(count))
            if count and ready
            else self.tr("&Import")
        )

    def _scope_problem(self, choice: Choice) -> MemdeskError | None:
        try:
            check_field("memory", "workspace", choice.workspace)
            check_field("memory", "role", choice.role)
        except MemdeskError as error:
            return error
        return None

    def _on_scopes(self, found: tuple[list[str], list[str]]) -> None:
        workspaces, roles = found
        self.workspace_field.set_suggestions(["", *workspaces])
        self.role_field.set_suggestions(["", *roles])

    # --- doing it

    def _on_agreed(self) -> None:
        parts = [
            (one.found, self._choice(one))
            for one in self.sources.ticked
            if one.found is not None and one.brings(self._choice())
        ]
        if not parts or not self.can_import:
            return
        tell = self._work.begin(self.tr("Importing…"))
        self._set_busy(True)
        self._worker.submit(
            lambda bank: import_several(bank, parts, tell), self._on_imported, self._on_failed
        )

    def _set_busy(self, busy: bool) -> None:
        self._busy = busy
        for widget in (self._split, self._options):
            widget.setEnabled(not busy)
        self._on_ticked_changed()

    def _on_imported(self, plans: list[ImportPlan]) -> None:
        self._work.end()
        self.imported.emit(plans)
        self.accept()

    def _on_failed(self, error: MemdeskError) -> None:
        self._work.end()
        self._set_busy(False)
        sentence = words.error_sentence(error)
        if not isinstance(error, Stopped):
            sentence = words.sentences(sentence, self.tr("Nothing was changed."))
        self._hint.setText(sentence)

    def done(self, result: int) -> None:
        self._work.stop()  # nobody waits any more for what is still being read
        super().done(result)

    def reject(self) -> None:
        self._work.stop()  # what was begun is taken back
        if not self._busy:
            super().reject()


def _scopes(bank: Bank) -> tuple[list[str], list[str]]:
    workspaces, roles = bank.distinct("workspace"), bank.distinct("role")
    return [one for one in workspaces if one], [one for one in roles if one]


def import_files(
    parent: QWidget,
    worker: BankWorker,
    paths: Sequence[Path],
    on_imported: Callable[[list[ImportPlan]], None],
    *,
    format_name: str = "",
) -> None:
    """Show what is in these files, or in those that are found here, and import when agreed."""
    dialog = ImportDialog(worker, paths, format_name=format_name, parent=parent)
    dialog.imported.connect(on_imported)
    modals.run(dialog)
    QTimer.singleShot(0, dialog, dialog.deleteLater)


def taken_along(dialog: QWidget, path: Path) -> bool:
    """Whether a dialog that is open is one that looks into files, and looks into this one too."""
    return isinstance(dialog, ImportDialog) and dialog.take_along([path])
