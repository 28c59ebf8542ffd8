"""Two texts as one: what was taken away and what was added, in colour and without it (spec 7.1).

Every line says by a mark what became of it, so nothing is told by colour alone; what was put in
other words is struck out in the old line and underlined in the new one. Long unchanged stretches
are folded into a link.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QUrl
from PySide6.QtGui import (
    QFontDatabase,
    QFontMetricsF,
    QPalette,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
)
from PySide6.QtWidgets import QTextBrowser, QWidget

from memdesk.core.diff import DiffLine, Fold, counts, folded, line_diff
from memdesk.gui import theme

REMOVED, ADDED = "−", "+"

MOST_AT_ONCE = 500
"""Lines that are laid out before the person asks for more: a text can have 100,000."""


@dataclass(frozen=True, slots=True)
class Compared:
    """One pair of texts, under a heading ("" for none)."""

    heading: str
    lines: tuple[DiffLine, ...]

    @property
    def differs(self) -> bool:
        return any(line.kind != "same" for line in self.lines)


def compare(pairs: Iterable[tuple[str, str, str]]) -> list[Compared]:
    """Pairs of (heading, old, new), compared. May be called in any thread.

    Texts of 100,000 characters take up to a quarter of a second: compare those in the thread
    that reads them.
    """
    return [Compared(heading, tuple(line_diff(old, new))) for heading, old, new in pairs]


class DiffView(QTextBrowser):
    """Shows, read-only, what differs between texts."""

    def __init__(self, parent: QWidget | None = None, *, fixed_pitch: bool = False) -> None:
        super().__init__(parent)
        self._parts: tuple[Compared, ...] = ()
        self._nothing = ""
        self._open: set[int] = set()
        self._most = MOST_AT_ONCE
        self.setAccessibleName(self.tr("Differences"))
        self.setOpenLinks(False)
        self.setUndoRedoEnabled(False)
        self.document().setDocumentMargin(theme.SMALL)
        self.setLineWrapMode(QTextBrowser.LineWrapMode.WidgetWidth)
        if fixed_pitch:
            family = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont).family()
            font = self.font()
            font.setFamilies([family, *font.families()])
            self.setFont(font)
        self.anchorClicked.connect(self._on_anchor_clicked)

    # --- what is shown

    def show_texts(self, old: str, new: str) -> None:
        """Show what differs between two texts."""
        self.show_compared(compare([("", old, new)]))

    def show_compared(self, parts: Sequence[Compared], nothing: str = "") -> None:
        """Show these, one below the other. `nothing` is said where nothing differs."""
        self._parts = tuple(parts)
        self._nothing = nothing or self.tr("Nothing differs.")
        self._open.clear()
        self._most = MOST_AT_ONCE
        self.setAccessibleDescription(self.summary())
        self._render()
        self.moveCursor(QTextCursor.MoveOperation.Start)

    def clear(self) -> None:
        """Show nothing at all."""
        self._parts = ()
        super().clear()

    def summary(self) -> str:
        """How much differs, in a sentence."""
        removed, added = counts([line for part in self._parts for line in part.lines])
        if not removed and not added:
            return self._nothing
        template = self.tr("Lines taken away: {removed}, lines added: {added}")
        return template.format(removed=removed, added=added)

    # --- drawing

    def _render(self) -> None:
        super().clear()
        shades = _Formats(self)
        cursor = QTextCursor(self.document())
        cursor.beginEditBlock()
        if not any(part.differs for part in self._parts):
            cursor.insertText(self._nothing, shades.dim)
        else:
            self._write_parts(_Writer(cursor, shades))
        cursor.endEditBlock()

    def _write_parts(self, writer: _Writer) -> None:
        number, left = 0, self._most
        for part in self._parts:
            if part.heading:
                writer.heading(part.heading)
            for piece in folded(part.lines):
                if isinstance(piece, Fold) and number not in self._open:
                    words = self.tr("⋯ unchanged lines: {count}").format(count=len(piece.lines))
                    writer.link(f"fold:{number}", words)
                else:
                    lines = piece.lines if isinstance(piece, Fold) else (piece,)
                    for line in lines[:left]:
                        writer.line(line)
                    left -= len(lines)
                number += isinstance(piece, Fold)
                if left <= 0:
                    writer.link("more:", self.tr("⋯ Show more"))
                    return

    def _on_anchor_clicked(self, url: QUrl) -> None:
        scheme, _colon, number = url.toString().partition(":")
        bar = self.verticalScrollBar()
        place = bar.value()
        if scheme == "fold":
            self._open.add(int(number))
        else:
            self._most += MOST_AT_ONCE
        self._render()
        bar.setValue(place)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.PaletteChange, QEvent.Type.FontChange) and self._parts:
            self._render()


class _Formats:
    """How each kind of text looks with the palette and font of a widget."""

    def __init__(self, widget: QWidget) -> None:
        palette, font = widget.palette(), widget.font()
        metrics = QFontMetricsF(font)
        self.plain = QTextCharFormat()
        self.dim = QTextCharFormat()
        self.dim.setForeground(theme.colour("dim", palette))
        self.heading = QTextCharFormat()
        self.heading.setFontWeight(theme.BOLD)
        self.link = QTextCharFormat()
        self.link.setAnchor(True)
        self.link.setForeground(palette.color(QPalette.ColorRole.Link))
        self.indent = metrics.horizontalAdvance(f"{ADDED} ")
        self.line_formats = {
            "same": _Line(self.plain, self.plain, QTextBlockFormat(), ""),
            "removed": _changed_line("removed", REMOVED, palette),
            "added": _changed_line("added", ADDED, palette),
        }
        for mark in self.line_formats.values():
            mark.block.setLeftMargin(self.indent)
            if mark.mark:
                mark.block.setTextIndent(-self.indent)


@dataclass(frozen=True, slots=True)
class _Line:
    """How a kind of line looks: its text, what changed in it, its ground, its mark."""

    text: QTextCharFormat
    changed: QTextCharFormat
    block: QTextBlockFormat
    mark: str


def _changed_line(kind: theme.Ground, mark: str, palette: QPalette) -> _Line:
    text = QTextCharFormat()
    changed = QTextCharFormat()
    changed.setFontWeight(theme.BOLD)
    if kind == "removed":
        changed.setFontStrikeOut(True)
        changed.setBackground(theme.ground("removed-word", palette))
    else:
        changed.setFontUnderline(True)
        changed.setBackground(theme.ground("added-word", palette))
    block = QTextBlockFormat()
    block.setBackground(theme.ground(kind, palette))
    return _Line(text, changed, block, mark)


class _Writer:
    """Puts one block after the other into a document."""

    def __init__(self, cursor: QTextCursor, formats: _Formats) -> None:
        self._cursor = cursor
        self._formats = formats
        self._first = True

    def _begin(self, block: QTextBlockFormat) -> None:
        if self._first:
            self._cursor.setBlockFormat(block)
        else:
            self._cursor.insertBlock(block, QTextCharFormat())
        self._first = False

    def heading(self, text: str) -> None:
        block = QTextBlockFormat()
        block.setTopMargin(0 if self._first else theme.MEDIUM)
        block.setBottomMargin(theme.HAIR)
        block.setHeadingLevel(3)
        self._begin(block)
        self._cursor.insertText(text, self._formats.heading)

    def link(self, address: str, text: str) -> None:
        block = QTextBlockFormat()
        block.setLeftMargin(self._formats.indent)
        self._begin(block)
        link = QTextCharFormat(self._formats.link)
        link.setAnchorHref(address)
        self._cursor.insertText(text, link)

    def line(self, line: DiffLine) -> None:
        look = self._formats.line_formats[line.kind]
        self._begin(look.block)
        if look.mark:
            self._cursor.insertText(f"{look.mark} ", look.text)
        for text, changed in line.spans:
            self._cursor.insertText(text, look.changed if changed else look.text)
