"""Markdown as a reader sees it. It fetches nothing, and no link opens by itself."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QEvent, QUrl
from PySide6.QtGui import (
    QBrush,
    QDesktopServices,
    QPalette,
    QTextCursor,
    QTextDocument,
    QTextFrameFormat,
    QTextTable,
)
from PySide6.QtWidgets import QTextBrowser, QWidget

from memdesk.gui import modals, theme
from memdesk.gui.long_text import make_room

OPENABLE = ("http", "https", "mailto")


class MarkdownView(QTextBrowser):
    """Shows a memory's content. Written by anyone, so nothing in it acts on its own."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setOpenLinks(False)
        self.anchorClicked.connect(self._on_anchor_clicked)

    def show_markdown(self, text: str) -> None:
        make_room(self, len(text))
        # HTML in it is shown as the text that it is.
        self.document().setMarkdown(
            text,
            QTextDocument.MarkdownFeature.MarkdownDialectGitHub
            | QTextDocument.MarkdownFeature.MarkdownNoHTML,
        )
        self._draw_tables()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._draw_tables()

    def _draw_tables(self) -> None:
        """Thin lines, and apart from the text: Qt's own stand out in the dark as nothing else."""
        frames = self.document().rootFrame().childFrames()
        tables = [frame for frame in frames if isinstance(frame, QTextTable)]
        if not tables:
            return
        line = QBrush(self.palette().color(QPalette.ColorRole.Mid))
        cursor = QTextCursor(self.document())
        cursor.beginEditBlock()
        for table in tables:
            look = table.format()
            look.setBorderStyle(QTextFrameFormat.BorderStyle.BorderStyle_Solid)
            look.setBorderBrush(line)
            look.setTopMargin(theme.SMALL)
            look.setBottomMargin(theme.SMALL)
            table.setFormat(look)
        cursor.endEditBlock()

    def loadResource(self, kind: int, name: QUrl) -> Any:
        """Nothing: a picture's address would tell its owner that the memory was read."""
        return None

    def _on_anchor_clicked(self, url: QUrl) -> None:
        if url.scheme() not in OPENABLE:
            return
        question = self.tr("Open this address in the browser?\n{address}").format(
            address=url.toDisplayString()
        )
        if modals.ask(self, self.tr("Open a link"), question):
            QDesktopServices.openUrl(url)
