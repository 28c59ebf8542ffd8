"""A field with its name above it and what is wrong with it below."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from memdesk.gui import words


class FieldRow(QWidget):
    """Lays out one field. `corner` is a small widget at the right of the name."""

    def __init__(
        self,
        name: str,
        field: QWidget,
        *,
        limit: int | None = None,
        corner: QWidget | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._limit = limit
        self._word = words.field_word(name)
        label = QLabel(self._word, self)
        label.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        label.setBuddy(field)
        self._count = QLabel(self)
        self._count.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        self._count.hide()
        self._problem = QLabel(self)
        self._problem.setWordWrap(True)
        self._problem.setTextFormat(Qt.TextFormat.PlainText)
        self._problem.setObjectName("problem")
        self._problem.hide()
        self._field = field
        field.setAccessibleName(self._word)

        top = QHBoxLayout()
        top.setContentsMargins(0, 0, 0, 0)
        top.addWidget(label)
        top.addStretch(1)
        if corner is None:
            top.addWidget(self._count)
        else:
            top.addWidget(corner)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2)
        column.addLayout(top)
        column.addWidget(field, 1)
        if corner is not None:
            # Beside it, the count would make the editor wider, and a long text be laid out again.
            column.addWidget(self._count, 0, Qt.AlignmentFlag.AlignRight)
        column.addWidget(self._problem)
        if not field.sizePolicy().expandingDirections() & Qt.Orientation.Vertical:
            column.addStretch(1)  # rows side by side have their names on one line

    @property
    def problem(self) -> str:
        """What is said to be wrong with the field; "" when nothing is."""
        return "" if self._problem.isHidden() else self._problem.text()

    def show_problem(self, sentence: str) -> None:
        """Say beside the field what is wrong with its value; "" for nothing."""
        self._problem.setText("⚠ " + sentence if sentence else "")
        self._problem.setVisible(bool(sentence))
        self._field.setAccessibleDescription(sentence)

    def show_length(self, length: int) -> None:
        """Count against the limit, from when it comes in sight."""
        near = self._limit is not None and length > self._limit * 0.8
        self._count.setVisible(near)
        if near and self._limit is not None:
            locale = self.locale()
            self._count.setText(f"{locale.toString(length)} / {locale.toString(self._limit)}")

    @property
    def grows(self) -> bool:
        """Whether the field makes use of height that is left over."""
        return bool(self._field.sizePolicy().expandingDirections() & Qt.Orientation.Vertical)


def rows_of(lines: Sequence[Sequence[FieldRow]]) -> QGridLayout:
    """Lines of one or two rows each, in two columns of one width."""
    grid = QGridLayout()
    grid.setHorizontalSpacing(10)
    grid.setVerticalSpacing(8)
    grid.setColumnStretch(0, 1)
    grid.setColumnStretch(1, 1)
    for place, line in enumerate(lines):
        for column, row in enumerate(line):
            grid.addWidget(row, place, column, 1, 2 // len(line))
        grid.setRowStretch(place, int(any(row.grows for row in line)))
    return grid
