"""How cells are painted and edited: marks of the filter, pins, choices, suggestions, lists."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeVar

from PySide6.QtCore import (
    QAbstractItemModel,
    QEvent,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPointF,
    QRect,
    QSize,
    Qt,
    Signal,
    SignalInstance,
)
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QIcon,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPalette,
    QTextLayout,
)
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QLineEdit,
    QStyle,
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
from memdesk.gui.marks import marked_ranges

AnyIndex = QModelIndex | QPersistentModelIndex
Editor = TypeVar("Editor", bound=QWidget)

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
    """Paints one line of text with the filter's words marked, and edits it as a line.

    The other delegates differ in the editor they open.
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
        self._marked: tuple[str, ...] = ()

    def set_marked(self, filter_words: tuple[str, ...]) -> None:
        """The words to mark, as `marks.filter_words` gives them."""
        self._marked = filter_words

    # --- painting

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        text = index.data(Qt.ItemDataRole.DisplayRole) or ""
        ranges = marked_ranges(text, self._marked) if self._marked else []
        if not ranges:
            super().paint(painter, option, index)
            return
        self.initStyleOption(option, index)
        style = option.widget.style() if option.widget else QApplication.style()
        place = style.subElementRect(
            QStyle.SubElement.SE_ItemViewItemText, option, option.widget
        ).adjusted(style.pixelMetric(QStyle.PixelMetric.PM_FocusFrameHMargin) + 1, 0, 0, 0)
        option.text = ""
        style.drawControl(QStyle.ControlElement.CE_ItemViewItem, option, painter, option.widget)
        _draw_marked(painter, option, place, text, ranges)

    # --- editing

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


def delegate_for(
    column: Column,
    statuses: Suggestions,
    tags: Suggestions,
    tech: Suggestions,
    parent: QWidget,
) -> CellDelegate:
    """The delegate that a column's data asks for."""
    match column.editing:
        case "status":
            return StatusDelegate(column, statuses, parent)
        case "relevance" | "category":
            return ChoiceDelegate(column, parent)
        case "tags":
            return ListDelegate(column, tags, parent)
        case "list":
            return ListDelegate(column, tech, parent)
        case "pinned":
            return PinDelegate(column, parent)
        case _:
            return CellDelegate(column, parent)


def _as_kept(value: Any) -> object:
    """Lists come back from Qt as lists; entries keep tuples."""
    return tuple(value) if isinstance(value, list) else value


def _draw_marked(
    painter: QPainter,
    option: QStyleOptionViewItem,
    place: QRect,
    text: str,
    ranges: list[tuple[int, int]],
) -> None:
    """One elided line with stretches of it marked: bold on a tint, so it needs no colour."""
    elided = option.fontMetrics.elidedText(text, option.textElideMode, place.width())
    selected = bool(option.state & QStyle.StateFlag.State_Selected)
    active = bool(option.state & QStyle.StateFlag.State_Active)
    group = QPalette.ColorGroup.Active if active else QPalette.ColorGroup.Inactive
    role = QPalette.ColorRole.HighlightedText if selected else QPalette.ColorRole.Text

    layout = QTextLayout(elided, option.font)
    layout.setFormats(_formats(elided, ranges, option.palette, selected))
    layout.beginLayout()
    line = layout.createLine()
    line.setLineWidth(10_000)
    layout.endLayout()

    painter.save()
    painter.setClipRect(place)
    painter.setPen(option.palette.color(group, role))
    top = place.top() + (place.height() - line.height()) / 2
    layout.draw(painter, QPointF(place.left(), top))
    painter.restore()


def _formats(
    text: str, ranges: list[tuple[int, int]], palette: QPalette, selected: bool
) -> list[QTextLayout.FormatRange]:
    from PySide6.QtGui import QTextCharFormat  # 3 ms of a start, which marks nothing

    tint = QColor(palette.color(QPalette.ColorRole.Highlight))
    tint.setAlpha(70)
    formats: list[QTextLayout.FormatRange] = []
    for start, end in ranges:
        marked = QTextLayout.FormatRange()
        # Qt counts UTF-16 units.
        marked.start = _units(text[:start])
        marked.length = _units(text[start:end])
        look = QTextCharFormat()
        look.setFontWeight(700)
        if not selected:
            look.setBackground(tint)
        marked.format = look
        formats.append(marked)
    return formats


def _units(text: str) -> int:
    return len(text.encode("utf-16-le", "surrogatepass")) // 2
