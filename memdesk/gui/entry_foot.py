"""What stands below the fields of an editor: what is known of the entry, and its history."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QLabel, QSizePolicy, QToolButton, QVBoxLayout, QWidget

from memdesk.core.entry import Entry, Profile
from memdesk.gui import words
from memdesk.gui.bank_worker import BankWorker
from memdesk.gui.history_table import of_one
from memdesk.gui.history_view import HistoryView


class Facts(QLabel):
    """What is known of an entry and can't be edited. Can be selected and copied."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWordWrap(True)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse
            | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.setAccessibleName(self.tr("Facts"))

    def show_entry(self, entry: Entry) -> None:
        if not entry.created_at:
            self.setText(self.tr("Not saved yet."))
            return
        lines = [
            self.tr("{id} · by {author}").format(
                id=entry.id, author=words.author_word(entry.author)
            ),
            self.tr("Created {moment}").format(moment=words.moment(entry.created_at)),
            self.tr("Updated {moment}").format(moment=words.moment(entry.updated_at)),
        ]
        if entry.accessed_at:
            lines.append(
                self.tr("Last used {moment} · recalls: {count}").format(
                    moment=words.moment(entry.accessed_at), count=entry.access_count
                )
            )
        else:
            lines.append(self.tr("Never used by a host"))
        self.setText("\n".join(lines))


class HistorySection(QWidget):
    """The history of what is edited: closed until it is asked for, and read only then."""

    def __init__(self, worker: BankWorker, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._worker = worker
        self._shown: tuple[str, str] | None = None
        self.button = QToolButton(self)
        self.button.setText(self.tr("History"))
        self.button.setCheckable(True)
        self.button.setAutoRaise(True)
        self.button.setArrowType(Qt.ArrowType.RightArrow)
        self.button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.history = HistoryView(worker, self, narrow=True)
        self.history.setMinimumHeight(360)
        self.history.hide()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addWidget(self.button)
        column.addWidget(self.history)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        self.button.toggled.connect(self._on_toggled)

    def show_subject(self, kind: str, id: str) -> None:
        """Whose history it is."""
        subject = (kind, id)
        changed, self._shown = subject != self._shown, subject
        if changed and self.button.isChecked():
            self.history.show_history(of_one(kind, id))

    def refresh(self) -> None:
        """Something happened to it."""
        if self.button.isChecked():
            self.history.refresh()

    def _on_toggled(self, opened: bool) -> None:
        arrow = Qt.ArrowType.DownArrow if opened else Qt.ArrowType.RightArrow
        self.button.setArrowType(arrow)
        self.history.setVisible(opened)
        if opened and self._shown is not None:
            self.history.show_history(of_one(*self._shown))
        if not opened:
            self.history.show_history(None)


class EntryFoot(QWidget):
    """Facts and history of an entry, or the history of the profile."""

    def __init__(self, worker: BankWorker, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._facts = Facts(self)
        self.section = HistorySection(worker, self)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self._facts)
        column.addWidget(self.section)

    def show_entry(self, subject: Any) -> None:
        """Show what is known of an entry, or of the profile."""
        if isinstance(subject, Profile):
            self._facts.hide()
            self.section.show_subject("profile", "")
            return
        self._facts.show_entry(subject)
        self.section.setVisible(bool(subject.created_at))
        self.section.show_subject(subject.kind, subject.id)
