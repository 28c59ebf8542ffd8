"""The block as text: what a host gets, and struck and dimmed what the cut took away (spec 7.2)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QMimeData, Qt, Signal
from PySide6.QtGui import (
    QBrush,
    QColor,
    QKeyEvent,
    QMouseEvent,
    QPalette,
    QTextBlock,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
)
from PySide6.QtWidgets import QPlainTextEdit, QTextEdit, QWidget

from memdesk.core.block.result import Line
from memdesk.gui import theme
from memdesk.gui.charts.parts import blended

Key = tuple[str, str]
"""Kind and id of an entry."""

MOST_LOST = 2_000
"""Code points of what the cut took away that are shown: a memory can lose 100,000."""


@dataclass(frozen=True, slots=True)
class Shown:
    """One line on the screen: `text`, and `lost` struck into it at `lost_at`."""

    text: str
    lost: str = ""
    lost_at: int = 0
    key: Key | None = None
    fixed: bool = False
    heading: bool = False

    @classmethod
    def of(cls, line: Line) -> Shown:
        """A line of a block's system layer."""
        fixed = line.kind is None
        key = (line.kind, line.id) if line.kind and line.id else None
        return cls(
            text=line.text,
            lost=line.lost[:MOST_LOST] + (" …" if len(line.lost) > MOST_LOST else ""),
            lost_at=line.lost_at,
            key=key,
            fixed=fixed,
            heading=fixed and line.text.startswith("#"),
        )


def marked_ground(palette: QPalette) -> QColor:
    """What the lines of the entry that is being edited stand on."""
    base = palette.color(QPalette.ColorRole.Base)
    return blended(base, palette.color(QPalette.ColorRole.Highlight), 0.12)


class BlockText(QPlainTextEdit):
    """Shows a block read-only. A click on a line, or Enter on it, selects its entry.

    Only the lines that changed are laid out anew, so it keeps up with typing and keeps its place.
    What is copied from it is what the host gets, without what is struck.
    """

    line_activated = Signal(str, str)
    """Kind and id of the entry behind the line."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setReadOnly(True)
        self.setUndoRedoEnabled(False)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse
            | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.setFont(theme.fixed_font(self.font()))
        self.setFrameShape(QPlainTextEdit.Shape.StyledPanel)
        self.document().setDocumentMargin(theme.SMALL)
        self.viewport().setMouseTracking(True)
        self._lines: tuple[Shown, ...] = ()
        self._marked: Key | None = None
        self._to_show = False
        """Whether the marked lines are to be scrolled to, as soon as there are some."""
        self._pressed_at: int | None = None

    @property
    def lines(self) -> tuple[Shown, ...]:
        """What is on the screen, one for each text block of the document."""
        return self._lines

    def show_lines(self, lines: Sequence[Shown]) -> None:
        """Show these lines, touching only what is different from those before."""
        new, old = tuple(lines), self._lines
        if new == old:
            return
        start = 0
        while start < min(len(old), len(new)) and old[start] == new[start]:
            start += 1
        tail = 0
        while tail < min(len(old), len(new)) - start and old[-1 - tail] == new[-1 - tail]:
            tail += 1
        self._lines = new
        if not old or not new:
            self.document().clear()
            self._append_all(new)
        else:
            self._replace(start, len(old) - tail, new[start : len(new) - tail], len(old))
        self._show_mark()

    def mark(self, key: Key | None) -> None:
        """Tint the lines of this entry, the one that is being edited, and scroll there."""
        if key != self._marked:
            self._marked = key
            self._to_show = key is not None
            self._show_mark()

    def key_at(self, block: QTextBlock) -> Key | None:
        """The entry behind a line of the document."""
        number = block.blockNumber()
        return self._lines[number].key if 0 <= number < len(self._lines) else None

    # --- writing

    def _append_all(self, lines: Sequence[Shown]) -> None:
        cursor = QTextCursor(self.document())
        cursor.beginEditBlock()
        for number, line in enumerate(lines):
            if number:
                cursor.insertBlock(QTextBlockFormat(), QTextCharFormat())
            self._write(cursor, line)
        cursor.endEditBlock()

    def _replace(self, start: int, end: int, lines: Sequence[Shown], total: int) -> None:
        """Put lines in place of those from start to end (not included) of `total`."""
        bar = self.verticalScrollBar()
        place = bar.value()
        document = self.document()
        cursor = QTextCursor(document)
        cursor.beginEditBlock()
        if end > start:
            first, last = document.findBlockByNumber(start), document.findBlockByNumber(end - 1)
            cursor.setPosition(first.position())
            cursor.setPosition(last.position() + last.length() - 1, _KEEP)
            if not lines:  # the line end that belongs to them goes too
                if end < total:
                    cursor.setPosition(first.position())
                    cursor.setPosition(last.position() + last.length(), _KEEP)
                else:
                    cursor.setPosition(first.position() - 1)
                    cursor.setPosition(last.position() + last.length() - 1, _KEEP)
            cursor.removeSelectedText()
        elif start < total:
            cursor.setPosition(document.findBlockByNumber(start).position())
            cursor.insertBlock(QTextBlockFormat(), QTextCharFormat())
            cursor.movePosition(QTextCursor.MoveOperation.PreviousBlock)
        else:
            cursor.movePosition(QTextCursor.MoveOperation.End)
            cursor.insertBlock(QTextBlockFormat(), QTextCharFormat())
        for number, line in enumerate(lines):
            if number:
                cursor.insertBlock(QTextBlockFormat(), QTextCharFormat())
            self._write(cursor, line)
        cursor.endEditBlock()
        bar.setValue(place)

    def _write(self, cursor: QTextCursor, line: Shown) -> None:
        plain = QTextCharFormat()
        if line.heading:
            plain.setFontWeight(theme.BOLD)
        elif line.fixed:
            plain.setForeground(QBrush(theme.colour("dim", self.palette())))
        if not line.lost:
            cursor.insertText(line.text, plain)
            return
        struck = QTextCharFormat()
        struck.setFontStrikeOut(True)
        struck.setForeground(QBrush(theme.colour("dim", self.palette())))
        cursor.insertText(line.text[: line.lost_at], plain)
        cursor.insertText(line.lost, struck)
        cursor.insertText(line.text[line.lost_at :], plain)

    def _show_mark(self) -> None:
        marks = []
        if self._marked is not None:
            tint = marked_ground(self.palette())
            for number, line in enumerate(self._lines):
                if line.key == self._marked:
                    mark = QTextEdit.ExtraSelection()
                    mark.format.setBackground(tint)
                    mark.format.setProperty(QTextCharFormat.Property.FullWidthSelection, True)
                    mark.cursor = QTextCursor(self.document().findBlockByNumber(number))
                    mark.cursor.movePosition(QTextCursor.MoveOperation.EndOfBlock, _KEEP)
                    marks.append(mark)
        self.setExtraSelections(marks)
        # Not under the hands of who reads here: a click on a line selects its entry.
        if marks and self._to_show and not self.hasFocus():
            self._to_show = False
            place = QTextCursor(marks[0].cursor)
            place.setPosition(place.selectionStart())
            seen = self.viewport().rect().contains(self.cursorRect(place))
            self.setTextCursor(place)
            if not seen:
                self.centerCursor()

    # --- what Qt calls

    def createMimeDataFromSelection(self) -> QMimeData:
        cursor = self.textCursor()
        begin, end = cursor.selectionStart(), cursor.selectionEnd()
        parts = []
        block = self.document().findBlock(begin)
        while block.isValid() and block.position() < end:
            line = self._lines[block.blockNumber()]
            at = block.position()
            first, last = max(begin - at, 0), min(end - at, block.length() - 1)
            parts.append(_kept(line, first, last))
            block = block.next()
        data = QMimeData()
        data.setText("\n".join(parts))
        return data

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._pressed_at = self.cursorForPosition(event.position().toPoint()).blockNumber()
        super().mousePressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        cursor = self.cursorForPosition(event.position().toPoint())
        if (
            event.button() == Qt.MouseButton.LeftButton
            and not self.textCursor().hasSelection()
            and cursor.blockNumber() == self._pressed_at
        ):
            self._activate(cursor.block())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        over = self.key_at(self.cursorForPosition(event.position().toPoint()).block())
        shape = Qt.CursorShape.PointingHandCursor if over else Qt.CursorShape.IBeamCursor
        self.viewport().setCursor(shape)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._activate(self.textCursor().block())
            return
        super().keyPressEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and self._lines:
            lines, self._lines = self._lines, ()
            self.show_lines(lines)

    def _activate(self, block: QTextBlock) -> None:
        key = self.key_at(block)
        if key is not None:
            self.line_activated.emit(*key)


_KEEP = QTextCursor.MoveMode.KeepAnchor


def _kept(line: Shown, first: int, last: int) -> str:
    """The stretch of a line on the screen, in UTF-16 units as Qt counts, without what is struck."""
    shown = (line.text[: line.lost_at] + line.lost + line.text[line.lost_at :]).encode("utf-16-le")
    at = len(line.text[: line.lost_at].encode("utf-16-le"))
    lost = len(line.lost.encode("utf-16-le"))
    begin, end = first * 2, last * 2
    kept = (
        shown[begin : min(end, at)] + shown[max(begin, at + lost) : end]
        if lost
        else (shown[begin:end])
    )
    return kept.decode("utf-16-le", "replace")
