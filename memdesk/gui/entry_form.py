"""The form of an editor: its fields with their names and marks, and what stands around them."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QPalette, QTextCursor
from PySide6.QtWidgets import (
    QComboBox,
    QFrame,
    QLabel,
    QLayout,
    QLineEdit,
    QPlainTextEdit,
    QScrollArea,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from memdesk.gui import theme
from memdesk.gui.field_row import FieldRow
from memdesk.gui.notice_bar import NoticeBar


class EntryForm(QWidget):
    """Fields below one another, in an area that scrolls; a notice above. Knows no bank."""

    room_changed = Signal()
    """The fields may need more or less room than before."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rows: dict[str, FieldRow] = {}
        self._fields: dict[str, Any] = {}
        self._foot: Any = None
        self._go_on_in = ""
        self.notice = NoticeBar(self, narrow=True)
        self._area = QScrollArea(self)
        self._area.setWidgetResizable(True)
        self._area.setFrameShape(QFrame.Shape.NoFrame)
        self._body = QWidget(self._area)
        self._area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._area.setWidget(self._body)
        self._body.installEventFilter(self)
        self._nothing = QLabel(self.nothing_sentence(), self)
        self._nothing.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._nothing.setWordWrap(True)
        self._nothing.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        self._stack = QStackedWidget(self)
        self._stack.addWidget(self._nothing)
        self._stack.addWidget(self._area)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        column.addWidget(self.notice)
        column.addWidget(self._stack, 1)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self._body and event.type() == QEvent.Type.LayoutRequest:
            self.room_changed.emit()
        return super().eventFilter(watched, event)

    def least_width(self) -> int:
        """So much room the fields need to show what is in them."""
        bar = self._area.verticalScrollBar().sizeHint().width()
        return self._body.minimumSizeHint().width() + bar + theme.LARGE

    @property
    def body(self) -> QWidget:
        """Where an editor lays its rows out."""
        return self._body

    def add_field(
        self, name: str, field: Any, *, limit: int | None = None, corner: QWidget | None = None
    ) -> FieldRow:
        """Take a field (see `fields.Field`) under this editor's care; returns its row."""
        row = FieldRow(name, field, limit=limit, corner=corner, parent=self._body)
        self._rows[name] = row
        self._fields[name] = field
        field.edited.connect(lambda: self._on_edited(name))
        field.left.connect(lambda: self._on_left(name))
        return row

    def lay_out(self, *parts: QLayout, foot: Any = None) -> None:
        """Put the rows into the body, from top to bottom; the first gets what height is left.

        `foot` stands below them: a widget that is told what is edited, as an EntryFoot is.
        """
        column = QVBoxLayout(self._body)
        column.setContentsMargins(0, 0, 6, 0)
        column.setSpacing(8)
        for place, part in enumerate(parts):
            column.addLayout(part, int(place == 0))
        if foot is not None:
            self._foot = foot
            column.addWidget(foot)
            foot.section.button.toggled.connect(self._on_foot_toggled)

    def _on_foot_toggled(self, opened: bool) -> None:
        """What was opened is below the edge: bring it up, once it has its place."""
        if opened:
            section = self._foot.section
            QTimer.singleShot(0, section, lambda: self._area.ensureWidgetVisible(section))

    @property
    def foot(self) -> Any:
        """What stands below the fields."""
        return self._foot

    def field(self, name: str) -> Any:
        """The field of that name."""
        return self._fields[name]

    def row(self, name: str) -> FieldRow:
        return self._rows[name]

    def focus_first(self) -> None:
        """Put the keyboard into the first field."""
        first = next(iter(self._fields.values()))
        first.setFocus()

    def go_on_in(self, name: str) -> None:
        """Put the keyboard behind what stands in a field."""
        field = self._fields[name]
        field.setFocus()
        line = field.lineEdit() if isinstance(field, QComboBox) else field
        if isinstance(line, QLineEdit):
            line.end(False)
        elif isinstance(line, QPlainTextEdit):
            line.moveCursor(QTextCursor.MoveOperation.End)

    @property
    def keyboard_in(self) -> str:
        """The name of the field that has the keyboard in this window, or is to get it; "" for
        none."""
        if self._go_on_in:
            return self._go_on_in
        focus = self.window().focusWidget()
        for name, field in self._fields.items():
            if focus is not None and (field is focus or field.isAncestorOf(focus)):
                return name
        return ""

    def go_on_soon_in(self, name: str) -> None:
        """Put the keyboard behind what stands in a field, once something does."""
        self._go_on_in = name
        if self._stack.currentWidget() is self._area:
            self._go_on()

    def _go_on(self) -> None:
        if self._go_on_in:
            self.go_on_in(self._go_on_in)
            self._go_on_in = ""

    def show_fields_of(self, subject: Any) -> None:
        """Fill the fields from another subject; None shows that nothing is edited."""
        self._stack.setCurrentWidget(self._nothing if subject is None else self._area)
        if subject is None:
            return
        for name, field in self._fields.items():
            field.set_value(getattr(subject, name))
            if hasattr(field, "show_from_start"):
                field.show_from_start()
        self._go_on()

    def finish_fields(self) -> None:
        """Take what stands in a field and is not part of its value yet."""
        for field in self._fields.values():
            if hasattr(field, "finish"):
                field.finish()

    def nothing_sentence(self) -> str:
        """What stands there while nothing is edited."""
        return self.tr("Select an entry to edit it.")

    # --- for the editor

    def _on_edited(self, name: str) -> None:
        """The person changed a field."""
        raise NotImplementedError

    def _on_left(self, name: str) -> None:
        """The keyboard went out of a field."""
        raise NotImplementedError
