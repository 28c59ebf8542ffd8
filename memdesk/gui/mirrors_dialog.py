"""Mirrors: files that are kept equal to the bank or the block, and what others wrote into them
(spec 4.3)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QGroupBox,
    QHBoxLayout,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from memdesk.core.errors import MemdeskError
from memdesk.gui import modals, theme, words
from memdesk.gui.bank_worker import BankWorker
from memdesk.gui.dialog_buttons import DialogButtons
from memdesk.gui.empty_state import EmptyState
from memdesk.gui.fields import SuggestionField
from memdesk.gui.help_key import HelpKey
from memdesk.gui.icons import icon
from memdesk.gui.sentence import Sentence
from memdesk.paths import normalise_workspace
from memdesk.store.bank import Bank

REFRESH_MS = 1_000
SHAPES = ("gameassist", "section", "cursor")
_SUGGESTED = {"gameassist": "memory.json", "section": "AGENTS.md", "cursor": "memdesk.mdc"}
_READ_AS = {"gameassist": "gameassist", "section": "agents-md", "cursor": "agents-md"}
_PICTURES = {"kept": "check", "edited": "edit", "trouble": "warning"}
_PATH = Qt.ItemDataRole.UserRole


class Line(Protocol):
    """One mirror as it stands."""

    @property
    def path(self) -> str: ...
    @property
    def shape(self) -> str: ...
    @property
    def state(self) -> str: ...
    @property
    def problem(self) -> MemdeskError | None: ...


class MirrorSide(Protocol):
    """What is asked of whoever keeps mirrors. All of it touches files: off this thread."""

    def kept(self, bank: Bank) -> Sequence[Line]: ...
    def add(
        self, bank: Bank, path: str, shape: str, host: str, workspace: str, role: str
    ) -> object: ...
    def remove(self, bank: Bank, path: str) -> object: ...
    def overwrite(self, bank: Bank, path: str) -> object: ...


class MirrorsDialog(QDialog):
    """Shows the mirrors of the bank; adds one, gives one up, decides about one that was edited."""

    import_wanted = Signal(object, str)
    """A tuple with the Path of a mirror that others wrote into, and the format to read it in."""

    def __init__(self, worker: BankWorker, side: MirrorSide, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        HelpKey(self, "files")
        self._worker = worker
        self._side = side
        self._lines: list[Line] = []
        self.setWindowTitle(self.tr("Mirrors"))
        self._make()
        self._lay_out()
        self.list.currentRowChanged.connect(self._update)
        self.add_button.clicked.connect(self._on_add_clicked)
        self.import_button.clicked.connect(self._on_import_clicked)
        self.overwrite_button.clicked.connect(lambda: self._do(self._side.overwrite))
        self.remove_button.clicked.connect(lambda: self._do(self._side.remove))
        self._timer = QTimer(self)
        self._timer.setInterval(REFRESH_MS)
        self._timer.timeout.connect(self._refresh)
        self._timer.start()
        self._worker.survey(_words_in_use, self._on_words)
        self._refresh()
        self._update()

    def _make(self) -> None:
        self._intro = Sentence(self, dim=False)
        self._intro.say(
            self.tr(
                "For a host that only reads a file: memdesk keeps the file equal to what it"
                " remembers, with secrets replaced. What others write into it is not overwritten."
            )
        )
        self.list = QListWidget(self)
        self.list.setAccessibleName(self.tr("Mirrors"))
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._empty = EmptyState(self)
        self._empty.say(
            "copy",
            self.tr("No mirror yet"),
            self.tr("Choose below what the file holds, for whom, and where it lies."),
        )
        self._middle = QStackedWidget(self)
        for widget in (self._empty, self.list):
            self._middle.addWidget(widget)
        self._middle.setMinimumHeight(5 * self.fontMetrics().height())
        self.import_button = QPushButton(self.tr("&Import what others wrote…"), self)
        self.overwrite_button = QPushButton(self.tr("&Overwrite"), self)
        self.remove_button = QPushButton(self.tr("&Stop mirroring"), self)
        self.shape_box = QComboBox(self)
        for shape in SHAPES:
            self.shape_box.addItem(_shape_word(shape), shape)
        self.host_field = SuggestionField(self)
        self.workspace_field = SuggestionField(self)
        self.role_field = SuggestionField(self)
        for field, word in (
            (self.host_field, self.tr("Any host")),
            (self.workspace_field, self.tr("No workspace")),
            (self.role_field, self.tr("No role")),
        ):
            field.lineEdit().setPlaceholderText(word)
        self.add_button = QPushButton(self.tr("Choose &file…"), self)
        for button in (
            self.import_button,
            self.overwrite_button,
            self.remove_button,
            self.add_button,
        ):
            button.setAutoDefault(False)
        self._hint = Sentence(self)

    def _lay_out(self) -> None:
        self._acts = QWidget(self)
        row = QHBoxLayout(self._acts)
        row.setContentsMargins(0, 0, 0, 0)
        for button in (self.import_button, self.overwrite_button, self.remove_button):
            row.addWidget(button)
        row.addStretch(1)
        box = QGroupBox(self.tr("New mirror"), self)
        form = QFormLayout(box)
        for word, field in (
            (self.tr("&What:"), self.shape_box),
            (self.tr("For the &host:"), self.host_field),
            (self.tr("Wor&kspace:"), self.workspace_field),
            (self.tr("&Role:"), self.role_field),
        ):
            field.setAccessibleName(words.without_mnemonic(word).rstrip(":："))
            form.addRow(word, field)
        form.addRow("", self.add_button)
        buttons = DialogButtons(QDialogButtonBox.StandardButton.Close, self)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.setSpacing(theme.SMALL)
        column.addWidget(self._intro)
        column.addWidget(self._middle, 1)
        column.addWidget(self._acts)
        column.addWidget(self._hint)
        column.addWidget(box)
        column.addWidget(buttons)
        width = max(620, 70 * self.fontMetrics().averageCharWidth())
        self.resize(width, max(520, column.totalHeightForWidth(width)))

    # --- what is seen

    @property
    def hint(self) -> str:
        return self._hint.text()

    @property
    def current(self) -> Line | None:
        """The mirror that is chosen."""
        row = self.list.currentRow()
        return self._lines[row] if 0 <= row < len(self._lines) else None

    def _refresh(self) -> None:
        self._worker.survey(
            self._side.kept, self._on_kept, self._on_failed, replaces=(id(self), "kept")
        )

    def _on_kept(self, lines: Sequence[Line]) -> None:
        chosen = self.current.path if self.current is not None else ""
        self._lines = list(lines)
        texts = [f"{line.path}\n{_state_words(line)}" for line in lines]
        if [self.list.item(row).text() for row in range(self.list.count())] != texts:
            self.list.clear()
            for line, text in zip(lines, texts, strict=True):
                item = QListWidgetItem(icon(_PICTURES[line.state]), text, self.list)
                item.setData(_PATH, line.path)
            paths = [line.path for line in lines]
            self.list.setCurrentRow(paths.index(chosen) if chosen in paths else 0)
        self._update()

    def _on_words(self, found: tuple[list[str], list[str], list[str]]) -> None:
        fields = (self.host_field, self.workspace_field, self.role_field)
        for field, values in zip(fields, found, strict=True):
            field.set_suggestions(["", *values])

    def _update(self) -> None:
        self._middle.setCurrentWidget(self.list if self._lines else self._empty)
        self._acts.setVisible(bool(self._lines))
        line = self.current
        edited = line is not None and line.state == "edited"
        self.remove_button.setEnabled(line is not None)
        self.overwrite_button.setEnabled(edited)
        self.import_button.setEnabled(edited)

    # --- what is done

    def _on_add_clicked(self) -> None:
        shape = str(self.shape_box.currentData())
        path = modals.choose_file_to_write(
            self, self.tr("New mirror"), suggested=Path(_SUGGESTED[shape])
        )
        if path is None:
            return
        host, role = str(self.host_field.value()), str(self.role_field.value())
        workspace = normalise_workspace(str(self.workspace_field.value()))
        side, place = self._side, str(path.absolute())
        self._submit(lambda bank: side.add(bank, place, shape, host, workspace, role))

    def _on_import_clicked(self) -> None:
        if self.current is not None:
            path = Path(self.current.path)
            self.import_wanted.emit((path,), _READ_AS[self.current.shape])

    def _do(self, act: Callable[[Bank, str], object]) -> None:
        if self.current is not None:
            path = self.current.path
            self._submit(lambda bank: act(bank, path))

    def _submit(self, work: Callable[[Bank], object]) -> None:
        self._hint.say("")
        self._worker.survey(work, self._on_done, self._on_failed)

    def _on_done(self, _result: object) -> None:
        self._refresh()

    def _on_failed(self, error: MemdeskError) -> None:
        self._hint.say(words.error_sentence(error))


def show_mirrors(
    parent: QWidget,
    worker: BankWorker,
    side: MirrorSide,
    on_import: Callable[[Sequence[Path], str], None],
) -> None:
    """Let the person see to the mirrors of the bank."""
    dialog = MirrorsDialog(worker, side, parent)
    dialog.import_wanted.connect(on_import)
    modals.run(dialog)
    QTimer.singleShot(0, dialog, dialog.deleteLater)


def _words_in_use(bank: Bank) -> tuple[list[str], list[str], list[str]]:
    return (
        [host.name for host in bank.hosts()],
        [value for value in bank.distinct("workspace") if value],
        [value for value in bank.distinct("role") if value],
    )


def _shape_word(shape: str) -> str:
    return {
        "gameassist": words.translate("MirrorsDialog", "gameassist's memory.json"),
        "section": words.translate("MirrorsDialog", "A section of AGENTS.md or CLAUDE.md"),
        "cursor": words.translate("MirrorsDialog", "A rules file of Cursor"),
    }[shape]


def _state_words(line: Line) -> str:
    if line.problem is not None:
        return words.error_sentence(line.problem)
    said = {
        "kept": words.translate("MirrorsDialog", "Equal to the bank"),
        "edited": words.translate("MirrorsDialog", "Others have written into it: not overwritten"),
    }[line.state]
    return f"{_shape_word(line.shape)} · {said}"
