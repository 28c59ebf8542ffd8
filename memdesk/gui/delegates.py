"""How cells are edited: pins, choices, suggestions, lists."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Protocol, TypeVar

from PySide6.QtCore import (
    QAbstractItemModel,
    QEvent,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRect,
    QSize,
    Qt,
    Signal,
    SignalInstance,
)
from PySide6.QtGui import (
    QFocusEvent,
    QIcon,
    QKeyEvent,
    QMouseEvent,
)
from PySide6.QtWidgets import (
    QComboBox,
    QLineEdit,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from memdesk.core import limits
from memdesk.core.entry import CATEGORIES, RELEVANCES, STATUSES
from memdesk.core.lists import join_list, split_list, without_repeats
from memdesk.gui import words
from memdesk.gui.columns import Column, relevance_icon
from memdesk.gui.completion import Suggestions
from memdesk.gui.entry_table import EntryTable

AnyIndex = QModelIndex | QPersistentModelIndex
Editor = TypeVar("Editor", bound=QWidget)
Delegate = TypeVar("Delegate", bound="CellDelegate")

_BEGAN = "memdesk_began_from"
_SHOWN = "memdesk_shown"
_ENDED = "memdesk_ended"


_ENDING_KEYS = (
    Qt.Key.Key_Return,
    Qt.Key.Key_Enter,
    Qt.Key.Key_Escape,
    Qt.Key.Key_Tab,
    Qt.Key.Key_Backtab,
)


class CellDelegate(QStyledItemDelegate):
    """Edits a cell as a line. The other delegates differ in the editor they open.

    None of them paints: Qt does, and lets other threads run meanwhile, as it does not when it is
    called from Python. A filter's words are painted by `marked_cells`.
    """

    opened = Signal()
    """A cell is being edited from now on."""
    typed = Signal(QPersistentModelIndex, str, object, object)
    """The cell, its field, the value it would get and the one that the editing began from; with
    every keystroke before it is stored."""
    left = Signal()
    """The editor of a cell is gone, whether its value was stored or not."""

    def __init__(self, column: Column, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._column = column

    def createEditor(
        self, parent: QWidget, option: QStyleOptionViewItem, index: AnyIndex
    ) -> QWidget:
        line = QLineEdit(parent)
        line.setFrame(False)
        # A little more than is allowed: what is too long is said, never cut in silence.
        line.setMaxLength(limits.MAX_PATH * 2)
        return self.followed(line, line.textChanged, index)

    def followed(self, editor: Editor, changed: SignalInstance, index: AnyIndex) -> Editor:
        """Say what is typed into an editor, and when it is gone."""
        self.opened.emit()
        cell, field = QPersistentModelIndex(index), self._column.target

        def tell() -> None:
            began = editor.property(_BEGAN)
            if began is not None:  # else it is only being filled
                value = _as_kept(self.value(editor))
                self.typed.emit(cell, field, value, _as_kept(began[0]))

        changed.connect(tell)
        editor.destroyed.connect(self.left)
        return editor

    def eventFilter(self, editor: QObject, event: QEvent) -> bool:
        if _ends_editing(event):
            # Qt stores or drops what was typed and closes by itself; a box that loses the
            # keyboard then says "activated" of a text that is one of its items.
            editor.setProperty(_ENDED, True)
        return super().eventFilter(editor, event)

    def store_chosen(self, box: QComboBox) -> None:
        """A chosen item is meant: no further key to store it."""
        if not box.property(_ENDED):
            self.commitData.emit(box)
            self.closeEditor.emit(box)

    def setEditorData(self, editor: QWidget, index: AnyIndex) -> None:
        value = index.data(Qt.ItemDataRole.EditRole)
        if editor.property(_BEGAN) is None:
            # What the person began from: the edit of someone else meanwhile must be asked about.
            self.fill(editor, value)
            editor.setProperty(_BEGAN, [value])

    def setModelData(self, editor: QWidget, model: QAbstractItemModel, index: AnyIndex) -> None:
        began = editor.property(_BEGAN)
        if not isinstance(model, EntryTable) or began is None:
            return
        value = _as_kept(self.value(editor))
        model.edit(index.row(), self._column.target, value, _as_kept(began[0]))

    def updateEditorGeometry(
        self, editor: QWidget, option: QStyleOptionViewItem, index: AnyIndex
    ) -> None:
        wanted = max(option.rect.width(), editor.minimumSizeHint().width())
        editor.setGeometry(QRect(option.rect.topLeft(), QSize(wanted, option.rect.height())))

    def fill(self, editor: QWidget, value: Any) -> None:
        """Show a value in the editor."""
        assert isinstance(editor, QLineEdit)
        editor.setText(value or "")

    def value(self, editor: QWidget) -> object:
        """The editor's value, as the entry's field holds it."""
        assert isinstance(editor, QLineEdit)
        return editor.text()


class ListDelegate(CellDelegate):
    """Tags and tech: items with commas between, the known ones offered."""

    def __init__(
        self, column: Column, suggestions: Suggestions, parent: QWidget | None = None
    ) -> None:
        super().__init__(column, parent)
        self._suggestions = suggestions

    def createEditor(
        self, parent: QWidget, option: QStyleOptionViewItem, index: AnyIndex
    ) -> QWidget:
        line = super().createEditor(parent, option, index)
        assert isinstance(line, QLineEdit)
        line.setCompleter(self._suggestions.completer(line, items=True))
        return line

    def fill(self, editor: QWidget, value: Any) -> None:
        assert isinstance(editor, QLineEdit)
        text = join_list(value or ())
        editor.setText(text)
        editor.setProperty(_SHOWN, text)

    def value(self, editor: QWidget) -> object:
        assert isinstance(editor, QLineEdit)
        if editor.text() == editor.property(_SHOWN):
            return editor.property(_BEGAN)[0]  # an item may hold a comma of its own
        return without_repeats(split_list(editor.text()))


class StatusDelegate(CellDelegate):
    """A status is free text; the usual ones and those in use are offered."""

    def __init__(
        self, column: Column, suggestions: Suggestions, parent: QWidget | None = None
    ) -> None:
        super().__init__(column, parent)
        self._suggestions = suggestions

    def createEditor(
        self, parent: QWidget, option: QStyleOptionViewItem, index: AnyIndex
    ) -> QWidget:
        box = QComboBox(parent)
        box.setEditable(True)
        box.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        box.addItems(offered_statuses(self._suggestions.values))
        box.activated.connect(lambda: self.store_chosen(box))
        return self.followed(box, box.editTextChanged, index)

    def fill(self, editor: QWidget, value: Any) -> None:
        assert isinstance(editor, QComboBox)
        editor.setCurrentIndex(editor.findText(value or ""))
        editor.setEditText(value or "")
        editor.lineEdit().selectAll()  # as Qt does in a line: typing begins anew

    def value(self, editor: QWidget) -> object:
        assert isinstance(editor, QComboBox)
        return editor.currentText().strip()


class ChoiceDelegate(CellDelegate):
    """One of a few words: relevance and category."""

    def createEditor(
        self, parent: QWidget, option: QStyleOptionViewItem, index: AnyIndex
    ) -> QWidget:
        box = QComboBox(parent)
        for value, word, picture in self.choices():
            box.addItem(picture, word, value)
        box.activated.connect(lambda: self.store_chosen(box))
        return self.followed(box, box.currentIndexChanged, index)

    def choices(self) -> list[tuple[str, str, QIcon]]:
        """Value, word and picture of each."""
        if self._column.field == "relevance":
            named = words.relevance_words()
            return [(value, named[value], relevance_icon(value)) for value in RELEVANCES]
        named = words.category_words()
        return [(value, named[value], QIcon()) for value in CATEGORIES]

    def fill(self, editor: QWidget, value: Any) -> None:
        assert isinstance(editor, QComboBox)
        editor.setCurrentIndex(editor.findData(value))

    def value(self, editor: QWidget) -> object:
        assert isinstance(editor, QComboBox)
        return editor.currentData()


class PinDelegate(CellDelegate):
    """A pin, set and taken away by a click or the space bar."""

    def editorEvent(
        self,
        event: QEvent,
        model: QAbstractItemModel,
        option: QStyleOptionViewItem,
        index: AnyIndex,
    ) -> bool:
        if (
            event.type() == QEvent.Type.MouseButtonRelease
            and isinstance(event, QMouseEvent)
            and event.button() == Qt.MouseButton.LeftButton
            and event.modifiers() == Qt.KeyboardModifier.NoModifier
        ):
            pinned = bool(index.data(Qt.ItemDataRole.EditRole))
            return model.setData(index, not pinned, Qt.ItemDataRole.EditRole)
        return super().editorEvent(event, model, option, index)


def _ends_editing(event: QEvent) -> bool:
    """Whether Qt closes a cell's editor on this."""
    if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
        return event.key() in _ENDING_KEYS
    return isinstance(event, QFocusEvent) and (
        event.lostFocus() and event.reason() != Qt.FocusReason.PopupFocusReason
    )


def offered_statuses(in_use: Iterable[str]) -> list[str]:
    """The usual statuses, then those in use (spec 1.1)."""
    return [*STATUSES, *(status for status in in_use if status and status not in STATUSES)]


class Variant(Protocol):
    """Gives a kind of delegate that is made in place of another."""

    def __call__(self, kind: type[Delegate], /) -> type[Delegate]: ...


def as_it_is(kind: type[Delegate], /) -> type[Delegate]:
    return kind


def delegate_for(
    column: Column,
    statuses: Suggestions,
    tags: Suggestions,
    tech: Suggestions,
    parent: QWidget,
    variant: Variant = as_it_is,
) -> CellDelegate:
    """The delegate that a column's data asks for, in a variant."""
    match column.editing:
        case "status":
            return variant(StatusDelegate)(column, statuses, parent)
        case "relevance" | "category":
            return variant(ChoiceDelegate)(column, parent)
        case "tags":
            return variant(ListDelegate)(column, tags, parent)
        case "list":
            return variant(ListDelegate)(column, tech, parent)
        case "pinned":
            return variant(PinDelegate)(column, parent)
        case _:
            return variant(CellDelegate)(column, parent)


def _as_kept(value: Any) -> object:
    """Lists come back from Qt as lists; entries keep tuples."""
    return tuple(value) if isinstance(value, list) else value
