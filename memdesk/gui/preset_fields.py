"""The fields of a preset: choices to tick, an order, a number that may be "no limit", own words.

All speak as `gui.fields` does: `value()`, `set_value(v)` (says nothing), `edited`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut, QWheelEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QGridLayout,
    QHBoxLayout,
    QListWidget,
    QListWidgetItem,
    QPlainTextEdit,
    QSizePolicy,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from memdesk.core.limits import MAX_NOTES
from memdesk.gui import theme
from memdesk.gui.boxes import CheckBox
from memdesk.gui.check_delegate import CheckDelegate

MOST = 1_000_000
"""The largest number that a limit may be; beyond it there is "no limit"."""

Choices = Sequence[tuple[str, str]]
"""A value, and the word that it is shown as."""


class _Still(QComboBox):
    """A box that the wheel does not change while it scrolls the form past it."""

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()


class ChoiceField(_Still):
    """One of a few values."""

    edited = Signal()

    def __init__(self, choices: Choices, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        for value, word in choices:
            self.addItem(word, value)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setMinimumWidth(110)
        self.activated.connect(self.edited)

    def value(self) -> object:
        return self.currentData()

    def set_value(self, value: Any) -> None:
        self.setCurrentIndex(self.findData(value))


class TicksField(QWidget):
    """Any of a few values, in the order in which they are offered."""

    edited = Signal()

    def __init__(self, choices: Choices, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(theme.MEDIUM)
        grid.setVerticalSpacing(2)
        self._boxes: dict[str, CheckBox] = {}
        for number, (value, word) in enumerate(choices):
            box = CheckBox(word, self)
            box.clicked.connect(self.edited)
            grid.addWidget(box, *divmod(number, 2))
            self._boxes[value] = box
        grid.setColumnStretch(2, 1)
        # Said outright: a form gives a field less than what its own layout asks for.
        self.setMinimumWidth(self.minimumSizeHint().width())
        self.setFocusProxy(next(iter(self._boxes.values())))

    def box(self, value: str) -> CheckBox:
        """The box of one value."""
        return self._boxes[value]

    def setAccessibleName(self, name: str) -> None:
        super().setAccessibleName(name)
        for box in self._boxes.values():
            box.setAccessibleName(f"{name}: {box.text()}")

    def value(self) -> object:
        return tuple(value for value, box in self._boxes.items() if box.isChecked())

    def set_value(self, value: Any) -> None:
        for name, box in self._boxes.items():
            box.setChecked(name in value)


class OrderField(QListWidget):
    """Any of a few values in an order of the person's: dragged, or moved with Alt+Up/Down."""

    edited = Signal()

    def __init__(self, choices: Choices, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words = dict(choices)
        self.setItemDelegate(CheckDelegate(self))
        self.setDragDropMode(QAbstractItemView.DragDropMode.InternalMove)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setToolTip(self.tr("Drag to reorder, or Alt+Up and Alt+Down. Space shows and hides."))
        self.setAccessibleDescription(self.toolTip())
        self.set_value(())
        self.setFixedHeight(self.sizeHintForRow(0) * self.count() + 2 * self.frameWidth() + 2)
        self.itemChanged.connect(lambda _item: self.edited.emit())
        self.model().rowsMoved.connect(lambda *_rows: self.edited.emit())
        for keys, step in (("Alt+Up", -1), ("Alt+Down", 1)):
            shortcut = QShortcut(QKeySequence(keys), self)
            shortcut.setContext(Qt.ShortcutContext.WidgetShortcut)
            shortcut.activated.connect(lambda step=step: self.move_current(step))

    def move_current(self, step: int) -> None:
        """Move the current value up (-1) or down (1)."""
        row = self.currentRow()
        if row < 0 or not 0 <= row + step < self.count():
            return
        with QSignalBlocker(self):
            item = self.takeItem(row)
            self.insertItem(row + step, item)
            self.setCurrentRow(row + step)
        self.edited.emit()

    def value(self) -> object:
        items = (self.item(row) for row in range(self.count()))
        return tuple(
            item.data(Qt.ItemDataRole.UserRole)
            for item in items
            if item.checkState() == Qt.CheckState.Checked
        )

    def set_value(self, value: Any) -> None:
        if self.count() and tuple(value) == self.value():
            return
        row = self.currentRow()
        with QSignalBlocker(self):
            self.clear()
            for name in (*value, *(name for name in self._words if name not in value)):
                item = QListWidgetItem(self._words[name], self)
                item.setData(Qt.ItemDataRole.UserRole, name)
                item.setFlags(
                    Qt.ItemFlag.ItemIsEnabled
                    | Qt.ItemFlag.ItemIsSelectable
                    | Qt.ItemFlag.ItemIsUserCheckable
                    | Qt.ItemFlag.ItemIsDragEnabled
                )
                on = name in value
                item.setCheckState(Qt.CheckState.Checked if on else Qt.CheckState.Unchecked)
            self.setCurrentRow(max(row, 0))


class _StillSpin(QSpinBox):
    """A number that the wheel does not change while it scrolls the form past it."""

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()


class LimitField(QWidget):
    """A number: 0 hides, None is no limit (spec 2.2)."""

    edited = Signal()

    def __init__(self, start: int, step: int, parent: QWidget | None = None) -> None:
        """`start` is the number that is offered when "no limit" is taken away."""
        super().__init__(parent)
        self._spin = _StillSpin(self)
        self._spin.setRange(0, MOST)
        self._spin.setSingleStep(step)
        self._spin.setValue(start)
        self._spin.setGroupSeparatorShown(True)
        self._spin.setSpecialValueText(self.tr("0 (hidden)"))
        self._spin.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self._free = CheckBox(self.tr("no limit"), self)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(theme.SMALL)
        row.addWidget(self._spin)
        row.addWidget(self._free)
        row.addStretch(1)
        self.setFocusProxy(self._spin)
        self._spin.valueChanged.connect(lambda _value: self.edited.emit())
        self._free.clicked.connect(self._on_freed)

    @property
    def spin(self) -> QSpinBox:
        """The number."""
        return self._spin

    @property
    def free(self) -> CheckBox:
        """The box that says "no limit"."""
        return self._free

    def setAccessibleName(self, name: str) -> None:
        super().setAccessibleName(name)
        self._spin.setAccessibleName(name)
        self._free.setAccessibleName(f"{name}: {self._free.text()}")

    def value(self) -> object:
        return None if self._free.isChecked() else self._spin.value()

    def set_value(self, value: Any) -> None:
        self._free.setChecked(value is None)
        self._spin.setEnabled(value is not None)
        if value is not None and value != self._spin.value():
            with QSignalBlocker(self._spin):
                self._spin.setValue(value)

    def _on_freed(self) -> None:
        self._spin.setEnabled(not self._free.isChecked())
        self.edited.emit()


class OwnWordsField(QWidget):
    """A text in one language: memdesk's own words (None), the person's, or none ("")."""

    edited = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._mode = _Still(self)
        self._mode.addItem(self.tr("memdesk's words"), "built-in")
        self._mode.addItem(self.tr("Own words"), "own")
        self._mode.addItem(self.tr("Nothing"), "none")
        self._text = QPlainTextEdit(self)
        self._text.setTabChangesFocus(True)
        self._text.setFixedHeight(self.fontMetrics().lineSpacing() * 4 + theme.MEDIUM)
        self._text.hide()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.HAIR)
        column.addWidget(self._mode)
        column.addWidget(self._text)
        self.setFocusProxy(self._mode)
        self._mode.activated.connect(self._on_mode_chosen)
        self._text.textChanged.connect(self._on_text_changed)

    @property
    def mode(self) -> QComboBox:
        """Whose words: `built-in`, `own` or `none`."""
        return self._mode

    @property
    def text(self) -> QPlainTextEdit:
        """The person's own words."""
        return self._text

    def setAccessibleName(self, name: str) -> None:
        super().setAccessibleName(name)
        self._mode.setAccessibleName(name)
        self._text.setAccessibleName(self.tr("{name}: own words").format(name=name))

    def value(self) -> object:
        mode = self._mode.currentData()
        return {"built-in": None, "none": ""}.get(mode, self._text.toPlainText()[:MAX_NOTES])

    def set_value(self, value: Any) -> None:
        # Own words that were emptied stay a field to type in, until another preset is shown.
        if value == self.value():
            return
        mode = "built-in" if value is None else "own" if value else "none"
        self._mode.setCurrentIndex(self._mode.findData(mode))
        if value:
            with QSignalBlocker(self._text):
                self._text.setPlainText(value)
        self._text.setVisible(mode == "own")

    def _on_mode_chosen(self) -> None:
        own = self._mode.currentData() == "own"
        self._text.setVisible(own)
        if own:
            self._text.setFocus()
        self.edited.emit()

    def _on_text_changed(self) -> None:
        self.edited.emit()


def own_words(mapping: Mapping[str, str], language: str, value: object) -> dict[str, str]:
    """An intro or outro with the words of one language put in, or (None) taken out."""
    others = {name: text for name, text in mapping.items() if name != language}
    return {**others, language: value} if isinstance(value, str) else others
