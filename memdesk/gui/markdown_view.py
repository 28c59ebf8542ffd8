"""Markdown as a reader sees it. It fetches nothing, and no link opens by itself."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices, QTextDocument
from PySide6.QtWidgets import QTextBrowser, QWidget

from memdesk.gui import modals
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
