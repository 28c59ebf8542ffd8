"""The fields of an editor: each holds one value of an entry, whatever it looks like.

All speak alike: `value()`, `set_value(v)` (says nothing), `edited` when the person changed it,
`left` when the keyboard focus went elsewhere.
"""

from __future__ import annotations

from typing import Any, Protocol

from PySide6.QtCore import QEvent, QMimeData, QSignalBlocker, Qt, Signal, SignalInstance
from PySide6.QtGui import QFocusEvent, QIcon, QKeyEvent, QKeySequence, QTextCursor
from PySide6.QtWidgets import QComboBox, QLineEdit, QPlainTextEdit, QSizePolicy, QWidget

from memdesk.core.lists import join_list, split_list, without_repeats
from memdesk.gui import theme
from memdesk.gui.boxes import CheckBox
from memdesk.gui.completion import Suggestions
from memdesk.gui.long_text import make_room


class Field(Protocol):
    """What an editor asks of every field. Implementations are QWidgets."""

    @property
    def edited(self) -> SignalInstance: ...
    @property
    def left(self) -> SignalInstance: ...
    def value(self) -> object: ...
    def set_value(self, value: Any) -> None: ...


def _asks_for_step(event: QEvent) -> str:
    """Whether a key asks for an "undo" or a "redo"; "" for neither."""
    if event.type() != QEvent.Type.ShortcutOverride or not isinstance(event, QKeyEvent):
        return ""
    if event.matches(QKeySequence.StandardKey.Undo):
        return "undo"
    return "redo" if event.matches(QKeySequence.StandardKey.Redo) else ""


class LineField(QLineEdit):
    """One line of text."""

    edited = Signal()
    left = Signal()

    def __init__(self, suggestions: Suggestions | None = None, parent: QWidget | None = None):
        super().__init__(parent)
        if suggestions is not None:
            completer = suggestions.completer(self)
            completer.activated.connect(self.edited)
            self.setCompleter(completer)
        self.textEdited.connect(self.edited)
        self.editingFinished.connect(self.left)

    def event(self, event: QEvent) -> bool:
        step = _asks_for_step(event)
        if step and not (self.isUndoAvailable() if step == "undo" else self.isRedoAvailable()):
            event.ignore()  # no step of its own left: the window takes back whole changes
            return False
        return super().event(event)

    def value(self) -> object:
        return self.text()

    def set_value(self, value: Any) -> None:
        if value != self.text():
            self.setText(value)
            self.setCursorPosition(0)


class ListLineField(LineField):
    """A list on one line, commas between, as `tech`."""

    def __init__(self, suggestions: Suggestions, parent: QWidget | None = None) -> None:
        super().__init__(None, parent)
        completer = suggestions.completer(self, items=True)
        completer.activated.connect(self.edited)
        self.setCompleter(completer)
        self._original: tuple[str, ...] = ()
        self._shown = ""

    def value(self) -> object:
        if self.text() == self._shown:
            return self._original  # an item may hold a comma of its own
        return without_repeats(split_list(self.text()))

    def set_value(self, value: Any) -> None:
        if value != self.value():
            self._original = tuple(value)
            self._shown = join_list(value)
            super().set_value(self._shown)


class TextField(QPlainTextEdit):
    """Text of many lines, given back as it came apart from what the person changed.

    `tab` leaves the field: the keyboard must get out of it.
    """

    edited = Signal()
    left = Signal()

    def __init__(self, *, fixed_pitch: bool = False, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._original = ""
        self._shown = ""
        self.setTabChangesFocus(True)
        if fixed_pitch:
            self.setFont(theme.fixed_font(self.font()))
        self.textChanged.connect(self._on_text_changed)

    def value(self) -> object:
        text = self._text()
        if text == self._shown:
            return self._original  # not a byte is touched by being looked at (spec 1.1)
        if "\r\n" in self._original and "\n" not in self._original.replace("\r\n", ""):
            return text.replace("\n", "\r\n")
        return text

    def set_value(self, value: Any) -> None:
        if value == self.value():
            return
        with QSignalBlocker(self):
            place = self.textCursor().position()
            self._original = value
            make_room(self, len(value))
            self._replace(value)
            self._shown = self._text()
            cursor = self.textCursor()
            cursor.setPosition(min(place, max(0, self.document().characterCount() - 1)))
            self.setTextCursor(cursor)

    def event(self, event: QEvent) -> bool:
        step = _asks_for_step(event)
        if step:
            document = self.document()
            can = document.isUndoAvailable() if step == "undo" else document.isRedoAvailable()
            if not can:
                event.ignore()  # no step of its own left: the window takes back whole changes
                return False
        return super().event(event)

    def insertFromMimeData(self, source: QMimeData) -> None:
        make_room(self, self.document().characterCount() + len(source.text()))
        super().insertFromMimeData(source)

    def _replace(self, text: str) -> None:
        """As `setPlainText`, which lays a long paragraph out twice."""
        document = self.document()
        document.setUndoRedoEnabled(False)  # and forget the steps so far
        self.clear()
        self.insertPlainText(text)
        document.setUndoRedoEnabled(True)
        document.setModified(False)

    def show_from_start(self) -> None:
        """Another text is shown: begin at its first line."""
        self.moveCursor(QTextCursor.MoveOperation.Start)
        self.verticalScrollBar().setValue(0)

    def _text(self) -> str:
        # Not toPlainText(): it makes plain spaces of no-break spaces.
        return self.document().toRawText().replace("\u2029", "\n")

    def _on_text_changed(self) -> None:
        self.edited.emit()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if event.reason() != Qt.FocusReason.PopupFocusReason:
            self.left.emit()


class ChoiceField(QComboBox):
    """One of a few values, each with its word."""

    edited = Signal()
    left = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.activated.connect(self._on_activated)
        # As wide as there is room, not as its longest word asks for.
        self.setMinimumContentsLength(5)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        # A wheel over a form that scrolls must not change what it passes.
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def add_choice(self, value: str, word: str, picture: QIcon | None = None) -> None:
        self.addItem(picture or QIcon(), word, value)

    def value(self) -> object:
        return self.currentData()

    def set_value(self, value: Any) -> None:
        self.setCurrentIndex(self.findData(value))

    def wheelEvent(self, event: Any) -> None:
        event.ignore()

    def _on_activated(self) -> None:
        self.edited.emit()
        self.left.emit()


class SuggestionField(QComboBox):
    """Free text, with the values in use to choose from: status, workspace, role."""

    edited = Signal()
    left = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setEditable(True)
        self.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMinimumContentsLength(5)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.lineEdit().textEdited.connect(self.edited)
        self.lineEdit().editingFinished.connect(self.left)
        self.activated.connect(self._on_activated)

    def set_suggestions(self, values: list[str]) -> None:
        """Offer these; what is typed stays."""
        if [self.itemText(place) for place in range(self.count())] == values:
            return
        typed = self.currentText()
        with QSignalBlocker(self):
            self.clear()
            self.addItems(values)
            self.setCurrentIndex(self.findText(typed))
            self.setEditText(typed)

    def value(self) -> object:
        return self.currentText().strip()

    def set_value(self, value: Any) -> None:
        if value != self.value():
            self.setCurrentIndex(self.findText(value))
            self.setEditText(value)

    def wheelEvent(self, event: Any) -> None:
        event.ignore()

    def _on_activated(self) -> None:
        self.edited.emit()
        self.left.emit()


class StatusField(SuggestionField):
    """A status: free text, the usual ones and those in use offered (spec 1.1)."""

    def __init__(self, statuses: Suggestions, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._statuses = statuses
        statuses.updated.connect(self._on_statuses_updated)
        self._on_statuses_updated()

    def _on_statuses_updated(self) -> None:
        self.set_suggestions(["", *self._statuses.values])


class CheckField(CheckBox):
    """Yes or no."""

    edited = Signal()
    left = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.clicked.connect(self._on_clicked)

    def value(self) -> object:
        return self.isChecked()

    def set_value(self, value: Any) -> None:
        self.setChecked(bool(value))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
            return
        super().keyPressEvent(event)

    def _on_clicked(self) -> None:
        self.edited.emit()
        self.left.emit()
