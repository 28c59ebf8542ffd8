"""The help: pages on the left, the one that is read on the right, and a search over all."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from PySide6.QtCore import QSize, Qt, QUrl, Signal
from PySide6.QtGui import (
    QAction,
    QCloseEvent,
    QKeyEvent,
    QKeySequence,
    QPalette,
    QShortcut,
    QTextCharFormat,
    QTextCursor,
)
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QMenuBar,
    QSplitter,
    QTextEdit,
    QVBoxLayout,
    QWidget,
)

from memdesk.gui import help_pages, theme
from memdesk.gui.icons import program_icon
from memdesk.gui.language import shown_language
from memdesk.gui.markdown_view import MarkdownView

MOST_MARKS = 500


class HelpView(MarkdownView):
    """One page. Its links lead to other pages; an address is asked about before it is opened."""

    page_wanted = Signal(str)

    def _on_anchor_clicked(self, url: QUrl) -> None:
        name = url.path()
        if not url.scheme() and name.endswith(".md"):
            self.page_wanted.emit(name.removesuffix(".md"))
        else:
            super()._on_anchor_clicked(url)


class HelpWindow(QWidget):
    """Stands beside the main window and stays open while the person tries what it says."""

    def __init__(
        self, bar: QMenuBar, actions: Mapping[str, QAction], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent, Qt.WindowType.Window)
        self.setWindowIcon(program_icon())
        self.setWindowTitle(self.tr("Help — memdesk"))
        language = shown_language()
        ways = help_pages.ways(bar, actions)
        headings = (self.tr("Action"), self.tr("Keys"))
        self._texts = {
            page: help_pages.filled(help_pages.source(page, language), ways, headings)
            for page in help_pages.PAGES
        }
        self._page = ""
        self._history: list[str] = []
        self._lay_out()
        self.show_page(help_pages.PAGES[0])
        self.resize(960, 660)

    @property
    def page(self) -> str:
        """The page that is read."""
        return self._page

    @property
    def view(self) -> HelpView:
        """The page as it is shown."""
        return self._view

    @property
    def search(self) -> QLineEdit:
        """Where the person types what they look for."""
        return self._search

    @property
    def list(self) -> QListWidget:
        """The pages; while something is looked for, those that have it."""
        return self._list

    def open(self, page: str) -> None:
        """Show the window with a page, in front."""
        if self._search.text():
            self._search.clear()
        self.show_page(page)
        self.show()
        self.raise_()
        self.activateWindow()
        self._search.setFocus(Qt.FocusReason.ActiveWindowFocusReason)

    def show_page(self, page: str) -> None:
        """Show a page from its beginning."""
        if self._page and page != self._page:
            self._history.append(self._page)
        self._put(page)

    # --- laying out

    def _lay_out(self) -> None:
        self._search = QLineEdit(self)
        self._search.setPlaceholderText(self.tr("Search the help"))
        self._search.setAccessibleName(self.tr("Search the help"))
        self._search.setClearButtonEnabled(True)
        self._search.textChanged.connect(self._on_searched)
        self._search.returnPressed.connect(self._find_next)
        self._list = QListWidget(self)
        self._list.setAccessibleName(self.tr("Pages of the help"))
        self._list.setUniformItemSizes(True)
        self._list.setFrameShape(QListWidget.Shape.NoFrame)
        for page, text in self._texts.items():
            item = QListWidgetItem(help_pages.title(text), self._list)
            item.setData(Qt.ItemDataRole.UserRole, page)
            item.setSizeHint(QSize(0, self.fontMetrics().height() + 12))
        self._list.currentItemChanged.connect(self._on_page_chosen)
        self._nothing = QLabel(self.tr("No page has that. Try fewer or other words."), self)
        self._nothing.setWordWrap(True)
        self._nothing.hide()
        theme.tint(self._nothing, "dim")
        self._view = HelpView(self)
        self._view.setAccessibleName(self.tr("Page"))
        self._view.setFrameShape(HelpView.Shape.NoFrame)
        self._view.document().setDocumentMargin(theme.LARGE)
        self._view.page_wanted.connect(self.show_page)
        left = QWidget(self)
        column = QVBoxLayout(left)
        column.setContentsMargins(theme.SMALL, theme.SMALL, 0, theme.SMALL)
        column.setSpacing(theme.SMALL)
        column.addWidget(self._search)
        column.addWidget(self._nothing)
        column.addWidget(self._list, 1)
        splitter = QSplitter(self)
        splitter.addWidget(left)
        splitter.addWidget(self._view)
        splitter.setCollapsible(1, False)
        splitter.setStretchFactor(1, 1)
        splitter.setSizes([240, 640])
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(splitter)
        for keys, act in (
            ("Alt+Left", self.back),
            ("F3", self._find_next),
            ("Shift+F3", partial(self._find_next, backwards=True)),
        ):
            QShortcut(QKeySequence(keys), self).activated.connect(act)
        find = QShortcut(QKeySequence.StandardKey.Find, self)
        find.activated.connect(self._search.setFocus)

    # --- going about

    def _put(self, page: str) -> None:
        self._page = page
        self._view.show_markdown(self._texts[page])
        self._view.moveCursor(QTextCursor.MoveOperation.Start)
        for row in range(self._list.count()):
            if self._list.item(row).data(Qt.ItemDataRole.UserRole) == page:
                self._list.setCurrentRow(row)
        self._mark()

    def back(self) -> None:
        """To the page that was read before."""
        if self._history:
            self._put(self._history.pop())

    def _on_page_chosen(self, item: QListWidgetItem | None) -> None:
        if item is not None and item.data(Qt.ItemDataRole.UserRole) != self._page:
            self.show_page(item.data(Qt.ItemDataRole.UserRole))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() != Qt.Key.Key_Escape:
            super().keyPressEvent(event)
        elif self._search.text():
            self._search.clear()
        else:
            self.close()

    # --- searching

    def _on_searched(self, text: str) -> None:
        wanted = text.casefold().split()
        there = []
        for row in range(self._list.count()):
            item = self._list.item(row)
            page = item.data(Qt.ItemDataRole.UserRole)
            has = all(word in self._texts[page].casefold() for word in wanted)
            item.setHidden(not has)
            if has:
                there.append(page)
        self._nothing.setVisible(not there)
        if there and self._page not in there:
            self.show_page(there[0])
        self._mark()
        if wanted and there:
            self._view.moveCursor(QTextCursor.MoveOperation.Start)
            self._find_next()

    def _mark(self) -> None:
        """Tint every place of the page that has one of the words."""
        marks = []
        colour = self.palette().color(QPalette.ColorRole.Highlight)
        for word in self._search.text().split():
            cursor = self._view.document().find(word)
            while not cursor.isNull() and len(marks) < MOST_MARKS:
                mark = QTextEdit.ExtraSelection()
                form = QTextCharFormat()
                form.setBackground(colour)
                form.setForeground(self.palette().color(QPalette.ColorRole.HighlightedText))
                form.setFontUnderline(True)  # seen without colour, too
                mark.format = form
                mark.cursor = cursor
                marks.append(mark)
                cursor = self._view.document().find(word, cursor)
        self._view.setExtraSelections(marks)

    def _find_next(self, *, backwards: bool = False) -> None:
        places = sorted(mark.cursor.selectionStart() for mark in self._view.extraSelections())
        if not places:
            return
        at = self._view.textCursor().selectionStart()
        if self._view.textCursor().atStart():
            at = -1
        later = [place for place in places if (place < at if backwards else place > at)]
        place = (later[-1] if backwards else later[0]) if later else places[-1 if backwards else 0]
        cursor = self._view.textCursor()
        cursor.setPosition(place)
        self._view.setTextCursor(cursor)
        self._view.ensureCursorVisible()

    def closeEvent(self, event: QCloseEvent) -> None:
        self._history.clear()
        super().closeEvent(event)
