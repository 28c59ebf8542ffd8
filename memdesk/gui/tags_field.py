"""Tags as chips, with a line at the end to type the next one."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QPaintEvent, QPalette
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QSizePolicy,
    QToolButton,
    QWidget,
)

from memdesk.core.lists import split_list, without_repeats
from memdesk.gui import theme
from memdesk.gui.completion import Suggestions
from memdesk.gui.flow import FlowLayout
from memdesk.gui.icons import icon

LONGEST_CHIP = 32
"""Of a longer value a chip shows the beginning, and all of it when it is pointed at."""


class RemovableChip(QWidget):
    """A value with a button that takes it away."""

    removed = Signal(str)

    def __init__(self, text: str, remove_words: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.text = text
        row = QHBoxLayout(self)
        row.setContentsMargins(6, 1, 2, 1)
        row.setSpacing(2)
        longest = LONGEST_CHIP * self.fontMetrics().averageCharWidth()
        shown = self.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, longest)
        label = QLabel(shown, self)
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setAccessibleName(text)
        label.setToolTip(text)
        button = QToolButton(self)
        button.setIcon(icon("close"))
        cross, side = theme.beside(self, 10), theme.beside(self, 18)
        button.setIconSize(QSize(cross, cross))
        button.setAutoRaise(True)
        button.setFixedSize(side, side)
        button.setAccessibleName(remove_words)
        button.setToolTip(remove_words)
        button.clicked.connect(lambda: self.removed.emit(self.text))
        row.addWidget(label)
        row.addWidget(button)

    def paintEvent(self, _event: QPaintEvent) -> None:
        edge = self.palette().color(QPalette.ColorRole.Mid)
        theme.draw_panel(self, QPalette.ColorRole.AlternateBase, edge, 4)


class _TagLine(QLineEdit):
    """The line where tags are typed; its keys also take tags away."""

    backspaced = Signal()
    focus_changed = Signal()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.focus_changed.emit()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.focus_changed.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Backspace and not self.text():
            self.backspaced.emit()
            return
        super().keyPressEvent(event)


class TagsField(QWidget):
    """An ordered set of tags (spec 1.1). A comma or Enter ends one; Backspace takes the last."""

    edited = Signal()
    left = Signal()

    def __init__(self, suggestions: Suggestions, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._tags: tuple[str, ...] = ()
        self._chips: list[RemovableChip] = []
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self._flow = FlowLayout(self, last_fills=True)
        self._line = _TagLine(self)
        self._line.setFrame(False)
        self._line.setMinimumWidth(90)
        self._line.setPlaceholderText(self.tr("Add a tag"))
        completer = suggestions.completer(self._line)
        completer.activated.connect(self._on_completed, Qt.ConnectionType.QueuedConnection)
        self._line.setCompleter(completer)
        self._flow.addWidget(self._line)
        self.setFocusProxy(self._line)
        self._line.textEdited.connect(self._on_typed)
        self._line.returnPressed.connect(self._take_typed)
        self._line.editingFinished.connect(self._on_finished)
        self._line.backspaced.connect(self._on_backspaced)
        self._line.focus_changed.connect(self.update)

    def paintEvent(self, _event: QPaintEvent) -> None:
        # The frame stands for that of the line in it, which has none of its own.
        edge = self.palette().color(QPalette.ColorRole.Mid)
        if self._line.hasFocus():
            edge = theme.colour("accent", self.palette())
        theme.draw_panel(self, QPalette.ColorRole.Base, edge, 3)

    def setAccessibleName(self, name: str) -> None:
        super().setAccessibleName(name)
        self._line.setAccessibleName(name)

    def value(self) -> object:
        """The tags, and what is being typed as the last of them."""
        typed = split_list(self._line.text())
        return without_repeats((*self._tags, *typed))

    def set_value(self, value: Any) -> None:
        if value == self.value():
            return
        self._line.clear()
        self._set_tags(tuple(value))

    def _set_tags(self, tags: tuple[str, ...]) -> None:
        self._tags = tags
        for chip in self._chips:
            self._flow.removeWidget(chip)
            chip.hide()
            chip.deleteLater()
        self._chips = []
        for place, tag in enumerate(tags):
            chip = RemovableChip(tag, self.tr("Remove the tag {tag}").format(tag=tag), self)
            chip.removed.connect(self._on_removed)
            self._chips.append(chip)
            self._flow.insert_widget(place, chip)
            chip.show()
        self.updateGeometry()

    def _take_typed(self) -> None:
        tags = self.value()
        assert isinstance(tags, tuple)
        self._line.clear()
        if tags != self._tags:
            self._set_tags(tags)
        self.edited.emit()

    def _on_typed(self, text: str) -> None:
        if text and text[-1] in ",，、;；":
            self._take_typed()
        else:
            self.edited.emit()

    def _on_completed(self) -> None:
        self._take_typed()

    def _on_finished(self) -> None:
        if self._line.text():
            self._take_typed()
        self.left.emit()

    def _on_backspaced(self) -> None:
        if self._tags:
            self._set_tags(self._tags[:-1])
            self.edited.emit()

    def _on_removed(self, tag: str) -> None:
        self._set_tags(tuple(kept for kept in self._tags if kept != tag))
        self.edited.emit()
        self.left.emit()
